// Packings of the states on the way to the one at hand, each written to the log: any of them bounds every row set.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "certify/proof_log.hpp"
#include "certify/row_worth.hpp"
#include "packing/pair_packing.hpp"

namespace shortlist {

class PathPackings {
 public:
  PathPackings(const Problem& problem, Monitor& monitor, ProofLog& log);

  // Packs the rows of a state so deep and logs the result; V of these rows is at least the answer. Stops early at the
  // target.
  Cost pack(const RowSet& rows, Cost target, std::size_t depth);
  // The id of a packing that proves that V(rows) >= need, the latest first.
  std::optional<int> proof(const RowSet& rows, Cost need) const;
  int last_id() const { return kept_.back().id; }
  // Forgets those of states as deep as this, or deeper.
  void leave(std::size_t depth) {
    std::erase_if(kept_, [depth](const Kept& kept) { return kept.depth >= depth; });
  }

 private:
  struct Kept {
    std::vector<PackedPair> pairs;  // the amounts as logged
    int shift = 0;                  // in units of 2^-shift
    int id = 0;
    std::size_t depth = 0;
  };

  Cost bound(const Kept& kept, const RowSet& rows) const;
  Cost sum_within(const Kept& kept, const RowSet& rows) const;
  void drop_needless(Kept& kept, const RowSet& rows, Cost target) const;
  Kept rounded(const std::vector<PackedPair>& pairs, int shift) const;
  int write(const Kept& kept);

  const Problem& problem_;
  Monitor& monitor_;
  ProofLog& log_;
  std::unique_ptr<PairPacking> packing_;
  std::vector<PackedPair> warm_;
  std::vector<Kept> kept_;
};

}  // namespace shortlist
