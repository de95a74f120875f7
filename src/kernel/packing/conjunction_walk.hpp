// A walk over all conjunctions that could break a packing: to find cuts, or to repair it.
#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "base/monitor.hpp"
#include "packing/chain_ranks.hpp"
#include "packing/pair_packing.hpp"

namespace shortlist {

class ConjunctionWalk {
 public:
  ConjunctionWalk(const Problem& problem, const PackingRows& rows, const ChainRanks& ranks, Monitor& monitor);

  // Called for a conjunction that parts more than its price; `parted` are positions in the pairs given.
  using Visit = std::function<void(const std::vector<int>& literals, int label, const std::vector<int>& parted,
                                   Cost sum, Cost limit)>;

  // Visits every conjunction and label for which the parted amounts add up to more than the price (in units
  // of the amounts), except some that contain a visited one. `visit` may lower amounts, never raise them.
  // False when `work` was not enough: then nothing is known.
  bool walk(std::vector<PackedPair>& pairs, std::int64_t work, const Visit& visit);

  // Literals of one group are nested: a conjunction needs at most one of them.
  int group(int literal) const { return group_[literal]; }

 private:
  // A conjunction on the way down.
  struct Level {
    std::vector<int> inside;  // pairs with both ends covered
    std::vector<int> parted;  // pairs with only the end of the label covered
    std::vector<int> failed;  // [of parted] the place of the only literal that the other end fails; -1: several
    Cost sum = 0;             // of what is parted
    Cost price = 0;
    std::vector<Cost> gain;  // [literal]
    std::vector<int> literals;
    std::vector<Cost> others;  // [of literals] what literals of later groups may gain beyond their prices
    std::vector<Cost> below;   // [of literals] what is parted with this one; very little: nothing to see below it
  };

  class Holds;

  bool descend(int depth, const std::vector<int>& candidates, std::size_t first);
  void gains(Level& level);
  void sum_others(Level& level);
  void drop_needless(Level& level, int depth);
  bool look_at_literals(Level& level, int depth);
  Cost extend(const Level& level, int depth, int literal, Level& next);
  bool spend(const Level& level);

  const Problem& problem_;
  const PackingRows& rows_;
  Monitor& monitor_;
  const ChainRanks& ranks_;
  std::vector<int> order_;  // literals, those of a group side by side
  std::vector<int> group_;  // [literal]
  std::vector<int> place_;  // [literal] among all members of long chains, or -1
  std::vector<PackedPair>* pairs_ = nullptr;
  const Visit* visit_ = nullptr;
  int label_ = 0;
  std::int64_t work_left_ = 0;
  std::vector<int> near_, far_;  // [pair] its end with the label, and the other
  std::vector<Cost> price_;      // [literal] in units of the amounts, infinite where not usable
  std::deque<Level> levels_;
  std::vector<int> conjunction_;
  std::vector<Cost> needed_;       // [place in the conjunction + 1] amount of the pairs whose other end fails it alone
  std::vector<Cost> keeps_;        // [place in the conjunction][negated][member of a long chain]
  std::vector<Cost> rise_, fall_;  // [of all long chains] where literals that part pairs begin and end; negated ones
};

}  // namespace shortlist
