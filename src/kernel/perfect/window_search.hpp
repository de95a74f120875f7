// Shorter lists from a given one: some consecutive rules are replaced by the cheapest that do the same.
//
// Take the rows that reach a window of rules, and the rules after it as one more label that only the default rule
// may predict, accepted by the rows that those get right. The cheapest list of this table is the best window, and the
// perfect search finds it; small windows are settled exactly in milliseconds.
#pragma once

#include <cstdint>
#include <vector>

#include "base/monitor.hpp"
#include "perfect/table.hpp"

namespace shortlist {

class WindowSearch {
 public:
  WindowSearch(const PerfectTable& table, Monitor& monitor) : table_(table), monitor_(monitor) {}

  // Whether there are windows left, and the share of the work spent on them is small enough for another one.
  bool wants_more(const List& list) const;
  // The list with its next window at its best, as far as the work allowed for one reaches.
  List next(const List& list);

 private:
  List improve(const List& list, std::size_t begin, std::size_t end, Cost price);

  const PerfectTable& table_;
  Monitor& monitor_;
  std::int64_t spent_ = 0;
  std::size_t turn_ = 0;  // windows since the last improvement, at this price
  Cost price_ = 0;        // of a window, at most
  Cost last_cost_ = kInfinite;
};

}  // namespace shortlist
