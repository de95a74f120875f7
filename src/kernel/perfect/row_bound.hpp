// Is W(Q) at least some value? Asked millions of times, about sets of active rows.
#pragma once

#include <algorithm>
#include <array>

#include "perfect/active_rows.hpp"
#include "perfect/bounds.hpp"
#include "perfect/label_cores.hpp"

namespace shortlist {

template <int N>
class RowBound {
 public:
  using Mask = RowMask<N>;

  RowBound(const ActiveRows<N>& active, Switches<PerfectBound> switches)
      : active_(active),
        class_count_(switches.on(PerfectBound::class_count)),
        new_labels_(switches.on(PerfectBound::new_labels) && serves_all_labels(active.table)),
        rule_with_literal_(active.table.rule_cost(1)) {}

  // Claim: when the rows Q that accept a single label name p different labels, W(Q) >= (p - 1)(rule + literal).
  // Why: p labels must be predicted, hence by p rules that each decide some row. All of these but the last have a
  //   literal, for a rule without one decides all that is left; and all but one are not the default rule.
  // Source: ours; rows with several labels are not counted.
  // Holds when: always.
  bool class_count(const Mask& q, Cost value) const {
    if (!class_count_) return false;
    const Cost labels = rule_with_literal_ > 0 ? (value + rule_with_literal_ - 1) / rule_with_literal_ + 1 : kInfinite;
    if (labels > static_cast<Cost>(active_.only.size())) return false;
    Cost found = 0;
    for (const Mask& only : active_.only) found += only.meets(q) ? 1 : 0;
    return found >= labels;
  }

  // Claim: when W(T) >= v, T not empty, and Q has besides T rows that accept a single label each, e different ones that
  //   no row of T accepts, then W(Q) >= v + e (rule + literal).
  // Why: take a list for Q. The rules that decide the e rows predict labels that no row of T accepts, so they decide no
  //   row of T. Leave them out: the list still serves T, and each cost at least as much as a rule with one literal, but
  //   for the one that may be the last, without literals. In that case cut the list after the last rule that decides
  //   a row of T and make that rule the default: this saves a rule and its literals, too.
  // Source: ours.
  // Holds when: the default rule may predict what rules may; at most 64 labels.
  LabelBonus new_labels(const Mask& q) const {
    LabelBonus bonus{0, static_cast<int>(rule_with_literal_)};
    if (!new_labels_) return bonus;
    for (std::size_t label = 0; label < active_.only.size(); ++label)
      if (active_.only[label].meets(q)) bonus.present |= Word{1} << label;
    return bonus;
  }

  bool counts_new_labels() const { return new_labels_; }

  // From now on `at_least` is asked about `rows`, in which the cores lie, without some that accept `label`, and for `top`
  // at most. Such sets have the rows that other labels have alone, so that what class_count and new_labels say depends
  // only on whether `label` has one, too.
  void begin(const Mask& rows, int label, const CoreArrays<N>& cores, Cost top) {
    own_alone_ = active_.only[label] & rows;
    Cost others = 0;
    LabelBonus bonus{0, static_cast<int>(rule_with_literal_)};
    for (int other = 0; other < static_cast<int>(active_.only.size()); ++other) {
      if (other == label || !active_.only[other].meets(rows)) continue;
      ++others;
      if (new_labels_) bonus.present |= Word{1} << other;
    }
    cores_.assign(cores, active_.accepts[label] & rows, bonus, static_cast<int>(std::min(top, kForever)));
    for (const bool has_own : {false, true}) {
      const Cost labels = others + (has_own ? 1 : 0);
      const Cost by_labels = class_count_ && labels > 1 ? (labels - 1) * rule_with_literal_ : 0;
      // A core without rows that accept the label does not know it.
      const Cost by_core = cores_.always() == 0 ? 0 : cores_.always() + (has_own && new_labels_ ? bonus.each : 0);
      always_[has_own] = std::max(by_labels, by_core);
    }
  }

  // Whether these rows without `taken` need at least this.
  bool at_least(const Mask& taken, Cost value) {
    if (value <= 0) return true;
    ++asked;
    if (always_[!own_alone_.within(taken)] >= value) return true;
    return cores_.any(taken, static_cast<int>(std::min<Cost>(value, kForever)));
  }

  std::int64_t asked = 0;

 private:
  // Two labels are in every core that proves anything, so a third is needed.
  static bool serves_all_labels(const PerfectTable& t) {
    bool all = t.labels > 2 && t.labels <= kWordBits && t.rule_cost(1) < kForever;
    for (int label = 0; label < t.labels; ++label) all = all && (t.default_label[label] || !t.rule_label[label]);
    return all;
  }

  const ActiveRows<N>& active_;
  bool class_count_, new_labels_;
  Cost rule_with_literal_;

  // Of what is asked about.
  LabelCores<N> cores_;
  Mask own_alone_;                // rows that accept the label alone
  std::array<Cost, 2> always_{};  // [whether such a row is left] what holds whatever else is taken
};

}  // namespace shortlist
