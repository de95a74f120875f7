// The arguments of the perfect search that can be switched off, for tests and measurements.
//
//                      stands in               holds when
//   class_count        row_bound.hpp           always
//   new_labels         row_bound.hpp           the default rule may predict what rules may; at most 64 labels
//   row_cores          core_store.hpp          always
//   literal_dominance  rule_enumeration.cpp    literals have one price
//   last_literal       rule_enumeration.cpp    always
//   seen_covers        rule_enumeration.cpp    literals have one price
//   pair_packing       packing.hpp             at most 64 labels
//   discounts          discounted_packing.hpp  with pair_packing
//
// All of them hold under restrictions of labels, literals and the length of rules: these take lists away, so W
// (the least cost, see table.hpp) only rises, and the exchanges behind dominance replace a literal by another one of the same table.
#pragma once

#include <array>
#include <string_view>

#include "base/switches.hpp"

namespace shortlist {

enum class PerfectBound : unsigned {
  class_count,
  new_labels,
  row_cores,
  literal_dominance,
  last_literal,
  seen_covers,
  pair_packing,
  discounts
};
template <>
struct BoundNames<PerfectBound> {
  static constexpr std::array<std::string_view, 8> all = {"class_count",       "new_labels",   "row_cores",
                                                          "literal_dominance", "last_literal", "seen_covers",
                                                          "pair_packing",      "discounts"};
};

}  // namespace shortlist
