// For which labels a conjunction may be a rule, or part of a longer one: an array over the literals it may end with.
#pragma once

#include <array>

#include "sparse/bounds.hpp"
#include "sparse/state.hpp"

namespace shortlist {

// A conjunction that is being extended: its counts, its price as a rule, and the scans of the conjunctions
// that lack one of its literals, with that literal's price.
struct Prefix {
  const Cost* count;
  Cost price;
  Word labels;  // still in question
  int parts;
  std::array<const LiteralScan*, 2> without;
  std::array<Cost, 2> part_price;
};

class LabelMasks {
 public:
  LabelMasks(const Problem& problem, const Bounds& bounds) : problem_(problem), scoring_(problem), bounds_(bounds) {}

  // Fills the masks of `row` from its scan.
  void fill(const Board& board, const Prefix& prefix, PairRow& row) const;

 private:
  void drop_movable(const Board& board, PairRow& row) const;

  const Problem& problem_;
  Scoring scoring_;
  const Bounds& bounds_;
};

}  // namespace shortlist
