// Is W(Q) at least some value? Asked millions of times, about sets of active rows.
#pragma once

#include <algorithm>

#include "active_rows.hpp"
#include "core_store.hpp"
#include "perfect_bounds.hpp"

namespace shortlist {

template <int N>
class RowBound {
 public:
  using Mask = RowMask<N>;

  RowBound(const ActiveRows<N>& active, PerfectSwitches switches)
      : active_(active),
        class_count_(switches.on(PerfectBound::class_count)),
        rule_with_literal_(active.table.rule_cost(1)) {}

  // Claim: when the rows Q that accept a single label name p different labels, W(Q) >= (p - 1)(rule + literal).
  // Why: p labels must be predicted, hence by p rules that each decide some row. All of these but the last have a
  //   literal, for a rule without one decides all that is left; and all but one are not the default rule.
  // Source: "V >= 2p - 1" of research/perfect-cores.md; rows with several labels are not counted.
  // Holds when: always.
  bool class_count(const Mask& q, Cost value) const {
    if (!class_count_) return false;
    const Cost labels = rule_with_literal_ > 0 ? (value + rule_with_literal_ - 1) / rule_with_literal_ + 1 : kInfinite;
    if (labels > static_cast<Cost>(active_.only.size())) return false;
    Cost found = 0;
    for (const Mask& only : active_.only) found += only.meets(q) ? 1 : 0;
    return found >= labels;
  }

  bool at_least(const Mask& q, Cost value, CoreList<N>& cores) {
    if (value <= 0) return true;
    ++asked;
    if (class_count(q, value)) return true;
    return cores.any(q, static_cast<int>(std::min<Cost>(value, kForever)));
  }

  std::int64_t asked = 0;

 private:
  const ActiveRows<N>& active_;
  bool class_count_;
  Cost rule_with_literal_;
};

}  // namespace shortlist
