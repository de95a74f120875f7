// Lower bounds and exclusion arguments, one named function each.
//
// Words used below. S: the rows still undecided; V(S): least cost of a list for them (prices and excess; the
// default rule's price and unavoidable loss are constants added at the very end); cover(A): rows of S on
// which the conjunction A holds; weight, benefit N_c, excess E_c = weight - N_c: sums over rows;
// price(A) = rule price + prices of its literals; ub: what a list must cost less than to be of interest.
//
// Two facts carry most arguments. *Dropping*: remove a rule from a list and its rows fall to later rules, at
// a loss of at most their benefit under the removed label. *Monotony*: S within T implies V(S) <= V(T), since
// a list for T serves S and costs no more there. Dropping holds under every constraint (later rules only
// gain rows). Monotony fails under an active `min_rows`, because on fewer rows a rule may cover too few.
//
//                     stands in              needs                 what a constraint changes
//   structure         bounds.cpp             a price above zero
//   class_count       bounds.cpp             three labels
//   rule_pays         label_masks.cpp        dropping
//   literal_necessity label_masks.cpp        monotony              min_rows: a literal must merely remove a row
//   look_ahead        state_search.cpp       monotony              min_rows: off
//   literal_limits    bounds.cpp             monotony              min_rows: off
//   second_rule       state_bounds.cpp       nothing
//   similar_siblings  state_bounds.cpp       monotony              min_rows: off
//   pair_packing      pair_packing.hpp       at most 64 labels     none: constraints only make lists dearer
//   default_cover     pair_packing.hpp       three labels, or labels forbidden to the default rule
//   state_packing     state_packings.cpp     pair_packing
//   labelled_rests    state_packings.cpp     monotony, pair_packing  min_rows: off
//   equal_features    chains.cpp             no min_rows           min_rows: off
//   chained_rests     chains.cpp             monotony              min_rows: off
//   boundary_thresholds  chains.cpp          monotony, 64 labels   min_rows: off
//   short_rests       state_bounds.cpp       max_size              min_rows: only where no rule fits any more
//
// With max_rules or max_size the memo's key contains what is left of them, and V means V under that allowance; a
// smaller allowance never makes a list cheaper, so a bound for more rules or a larger size holds for less.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "base/switches.hpp"
#include "table/counting.hpp"

namespace shortlist {

// The bounds that can be switched off by name, for tests and measurements.
enum class Bound : unsigned {
  structure,
  class_count,
  rule_pays,
  literal_necessity,
  look_ahead,
  literal_limits,
  second_rule,
  similar_siblings,
  pair_packing,
  default_cover,
  state_packing,
  labelled_rests,
  equal_features,
  chained_rests,
  boundary_thresholds,
  short_rests,
};
template <>
struct BoundNames<Bound> {
  static constexpr std::array<std::string_view, 16> all = {
      "structure",      "class_count",    "rule_pays",           "literal_necessity",
      "look_ahead",     "literal_limits", "second_rule",         "similar_siblings",
      "pair_packing",   "default_cover",  "state_packing",       "labelled_rests",
      "equal_features", "chained_rests",  "boundary_thresholds", "short_rests"};
};

// In masks of labels; beyond 64 several share a bit, which only makes a mask say less.
inline Word label_bit(int label) { return Word{1} << (label % kWordBits); }

class Bounds {
 public:
  Bounds(const Problem& problem, Switches<Bound> switches);

  bool on(Bound bound) const { return switches_.on(bound); }

  // Cost of the lists for rows with these counts that have a literal at all, and at least `literals` of them.
  Cost beyond(const Cost* count, int literals, Allowance allowance) const;

  // How long a rule with this literal can be in a list that costs less than ub.
  int longest_rule(Cost literal_price, Cost rest, Cost ub) const;

  // Least cost of a list with a rule that has this literal and at least one more.
  Cost with_longer_rule(Cost literal_price, Cost rest) const {
    return problem_.rule_price + literal_price + problem_.least_literal + rest;
  }

  // Whether a rule that earns this much is worth more than it costs. The argument stands in label_masks.cpp.
  bool rule_pays(Cost benefit, Cost price) const { return !on(Bound::rule_pays) || benefit > price; }

  // Whether the arguments that rest on monotony may be used.
  bool monotone() const { return problem_.min_mass == 0; }
  bool necessity() const { return on(Bound::literal_necessity); }
  bool look_ahead() const { return on(Bound::look_ahead) && monotone(); }
  bool literal_limits() const { return on(Bound::literal_limits) && monotone(); }
  bool labelled_rests() const { return on(Bound::labelled_rests) && monotone(); }
  bool equal_features() const { return on(Bound::equal_features) && problem_.min_mass == 0; }
  bool chained_rests() const { return on(Bound::chained_rests) && monotone(); }
  bool boundary_thresholds() const {
    return on(Bound::boundary_thresholds) && monotone() && problem_.labels <= kWordBits;
  }
  bool chains() const { return equal_features() || chained_rests() || boundary_thresholds(); }
  bool similar_siblings() const { return on(Bound::similar_siblings) && monotone(); }

 private:
  Cost weight_of_best_labels(const Cost* count, int labels) const;

  const Problem& problem_;
  Scoring scoring_;
  Switches<Bound> switches_;
};

}  // namespace shortlist
