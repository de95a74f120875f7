// A walk over all conjunctions that could break a packing: to find cuts, or to repair it.
#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "base/monitor.hpp"
#include "packing/pair_packing.hpp"

namespace shortlist {

class ConjunctionWalk {
 public:
  ConjunctionWalk(const Problem& problem, const PackingRows& rows, Monitor& monitor);

  // Called for a conjunction that parts more than its price; `parted` are positions in the pairs given.
  using Visit = std::function<void(const std::vector<int>& literals, int label, const std::vector<int>& parted,
                                   Cost sum, Cost limit)>;

  // Visits every conjunction and label for which the parted amounts add up to more than the price (in units
  // of the amounts), except some that contain a visited one. `visit` may lower amounts, never raise them.
  // False when `work` was not enough: then nothing is known.
  bool walk(std::vector<PackedPair>& pairs, std::int64_t work, const Visit& visit);

 private:
  struct Level {
    std::vector<int> inside;  // pairs with both ends covered
    std::vector<int> parted;  // pairs with only the end of the label covered
    std::vector<Cost> gain;   // [literal]
    std::vector<int> literals;
  };

  bool descend(int depth, Cost price, const std::vector<int>& candidates, std::size_t first);
  void gains(Level& level);
  bool covers(int literal, int row) const;

  const Problem& problem_;
  const PackingRows& rows_;
  Monitor& monitor_;
  std::vector<PackedPair>* pairs_ = nullptr;
  const Visit* visit_ = nullptr;
  int label_ = 0;
  std::int64_t work_left_ = 0;
  std::vector<int> near_, far_;  // [pair] its end with the label, and the other
  std::vector<Cost> price_;      // [literal] in units of the amounts, infinite where not usable
  std::deque<Level> levels_;
  std::vector<int> conjunction_;
};

}  // namespace shortlist
