// Pair packing (packing/pair_packing.hpp) for perfect lists: a bound for the whole table by linear programming.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/monitor.hpp"
#include "packing/discounted_packing.hpp"
#include "packing/pair_packing.hpp"
#include "perfect/table.hpp"

namespace shortlist {

// Packs the table again and again, each time from where it stood and with more effort: plainly, and, if it is not too large
// and cores prove less than packings, with discounts (packing/discounted_packing.hpp).
//
// Claim: W of the table is at least the sum of a packing.
// Why: make a wrong row cost more than some perfect list, which `known` is the price of. A packing bounds the price of
//   every list with its wrong rows paid for, hence that of every perfect list.
// Source: packing/. Holds when: there are at most 64 labels.
// A packing of only the rows of a search state was tried as well: it closed too few states for its time.
class PackedTable {
 public:
  // At once, and far from solved before it is repaired: for tests.
  enum class Discounts { never, later, rough_at_once };
  PackedTable(const PerfectTable& table, Cost known, Discounts discounts, Monitor& monitor);

  // Whether as much has been spent since the last packing as the next one deserves.
  bool wants_more(bool cores_lag_behind) const {
    return monitor_.work_done() >= due_ || wants_discounts(cores_lag_behind);
  }
  // W of the table is at least this; packing ends early where it reaches the price of a known list.
  Cost next(Cost known, bool cores_lag_behind);

 private:
  bool wants_discounts(bool cores_lag_behind) const;
  Cost pack_plainly(Cost known);
  Cost pack_with_discounts();
  bool default_cover() const { return problem_.labels > 2 || problem_.empty_rule_useful; }

  Monitor& monitor_;
  Problem problem_;
  Discounts discounts_;
  PairPacking packing_;
  std::unique_ptr<DiscountedPacking> discounted_;
  std::vector<PackedPair> pairs_;
  std::vector<Word> rows_;
  Cost bound_ = 0;
  int packings_ = 0;
  int in_vain_ = 0;                           // packings with discounts since the bound has risen
  std::int64_t due_ = 0, discounts_due_ = 0;  // work after which the next one is
};

}  // namespace shortlist
