// Pair packing (packing/pair_packing.hpp) for perfect lists: a bound for the whole table by linear programming.
#pragma once

#include "base/monitor.hpp"
#include "perfect/table.hpp"

namespace shortlist {

// Claim: W of the table is at least this.
// Why: make a wrong row cost more than some perfect list, which `known` is the price of. A packing bounds the price of
//   every list with its wrong rows paid for, hence that of every perfect list.
// Source: packing/pair_packing.hpp. Holds when: always; 0 where there are more than 64 labels.
// A packing of only the rows of a search state was tried as well: it closed too few states for its time.
Cost pair_packing_bound(const PerfectTable& table, Cost known, Monitor& monitor);

}  // namespace shortlist
