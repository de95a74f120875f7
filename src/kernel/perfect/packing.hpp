// Pair packing (packing/pair_packing.hpp) for perfect lists: a bound for the whole table by linear programming.
#pragma once

#include <cstdint>
#include <vector>

#include "base/monitor.hpp"
#include "packing/pair_packing.hpp"
#include "perfect/table.hpp"

namespace shortlist {

// Packs the table again and again, each time from where it stood and with more effort.
//
// Claim: W of the table is at least the sum of a packing.
// Why: make a wrong row cost more than some perfect list, which `known` is the price of. A packing bounds the price of
//   every list with its wrong rows paid for, hence that of every perfect list.
// Source: packing/pair_packing.hpp. Holds when: there are at most 64 labels.
// A packing of only the rows of a search state was tried as well: it closed too few states for its time.
class PackedTable {
 public:
  PackedTable(const PerfectTable& table, Cost known, Monitor& monitor);

  // Whether as much has been spent since the last packing as the next one deserves.
  bool wants_more() const { return monitor_.work_done() >= due_; }
  // W of the table is at least this; packing ends early where it reaches the price of a known list.
  Cost next(Cost known);

 private:
  Monitor& monitor_;
  Problem problem_;
  PairPacking packing_;
  std::vector<PackedPair> pairs_;
  std::vector<Word> rows_;
  Cost bound_ = 0;
  int packings_ = 0;
  std::int64_t due_ = 0;  // work after which the next one is
};

}  // namespace shortlist
