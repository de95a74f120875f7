// Row cores as they are learned, and the claims of a proof that the best of them rests on.
//
// Cores are only noted while the search goes on. Afterwards they are looked at from the best one back to the first: what
// a core needs is found by checking it as a verifier will, and cores that others need already are tried first, so that
// few are written down.
#pragma once

#include <unordered_map>
#include <vector>

#include "base/memory.hpp"
#include "base/monitor.hpp"
#include "certify/core_replay.hpp"
#include "certify/proof_log.hpp"
#include "perfect/core_observer.hpp"

namespace shortlist {

class CoreProofs : public CoreObserver {
 public:
  CoreProofs(const PerfectTable& table, Cost goal, std::size_t memory_limit);

  void learned(const ObservedCore& core, const std::vector<ObservedCore>& within) override;

  // The highest bound that a core proves, 0 where there is none; its claims are written to the log, the last for it.
  Cost write(ProofLog& log, Monitor& monitor) { return write(best_.size(), log, &monitor); }
  // The same of what was learned in the first eighth of the search: there are few claims, and no limit.
  Cost write_early(ProofLog& log);

 private:
  struct Learned {
    std::vector<int> rows;  // in order
    Cost value;
    std::vector<int> within;
  };

  static Word hash(const std::vector<int>& rows, Cost value);
  Cost write(std::size_t records, ProofLog& log, Monitor* monitor);
  std::vector<int> needed(int core, const std::vector<bool>& wanted);

  const PerfectTable& table_;
  CoreReplay replay_;
  MemoryBudget memory_;
  std::vector<Learned> cores_;
  std::unordered_map<Word, int> number_;  // [rows in any order, value]
  std::vector<int> best_;                 // each core that proved more than all before it
};

}  // namespace shortlist
