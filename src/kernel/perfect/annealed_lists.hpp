// Shorter perfect lists by simulated annealing.
//
// Annealing needs lists on the way that are not perfect yet. So an error has a price, of some nodes: more than a rule
// for one row mostly costs, so that the cheapest lists make none, and little enough that a list may make one for a while.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "anneal/annealing.hpp"
#include "perfect/table.hpp"

namespace shortlist {

class AnnealedLists {
 public:
  AnnealedLists(const PerfectTable& table, Monitor& monitor) : table_(table), monitor_(monitor) {}

  // Whether the list and the table are small enough, and the share of the work spent on annealing for another turn. It is
  // large while a proof is far off: while no more is `proven` than a part of what the list costs; and larger still where
  // cores have proved less than packing (`cores_lag`).
  bool wants_more(const List& best, Cost proven, bool cores_lag) const;
  // The best list of one turn that begins at this one; infinite cost if none is cheaper.
  List next(const List& best);

 private:
  // The table as annealing sees it: its features are those of the literals here.
  struct Priced {
    Problem problem;
    std::vector<int> literal;  // [literal there] -> ours, -1 where there is none
    std::vector<int> there;    // [our literal], -1 where it is gone
  };
  std::int64_t share(const List& best, Cost proven, bool cores_lag) const;
  Priced priced() const;
  std::vector<Conjunction> renumbered(const List& list, const std::vector<int>& numbers) const;

  const PerfectTable& table_;
  Monitor& monitor_;
  std::unique_ptr<const Priced> priced_;
  std::unique_ptr<Annealing> annealing_;
  std::int64_t spent_ = 0;
  int in_vain_ = 0;  // turns since the last that brought something
};

}  // namespace shortlist
