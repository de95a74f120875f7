// Row cores as they are learned, written down as claims of a proof.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "certify/core_replay.hpp"
#include "certify/proof_log.hpp"
#include "perfect/core_observer.hpp"

namespace shortlist {

class CoreProofs : public CoreObserver {
 public:
  CoreProofs(const PerfectTable& table, Cost goal, std::size_t memory_limit, ProofLog& log);

  void learned(const ObservedCore& core, const std::vector<ObservedCore>& within) override;

  // The highest bound that a claim proves, and the claim; 0 where there is none.
  Cost best_bound() const { return best_bound_; }
  int best_claim() const { return best_claim_; }

 private:
  const PerfectTable& table_;
  ProofLog& log_;
  CoreReplay replay_;
  MemoryBudget memory_;
  std::map<std::pair<std::vector<int>, Cost>, int> claim_;  // [rows in order, value] -> its id
  Cost best_bound_ = 0;
  int best_claim_ = 0;
};

}  // namespace shortlist
