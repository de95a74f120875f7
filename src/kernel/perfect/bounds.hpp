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
//
// All of them hold under restrictions of labels, literals and the length of rules: these take lists away, so W only
// rises, and the exchanges behind dominance replace a literal by another one of the same table.
#pragma once

#include <cstdint>
#include <string_view>

namespace shortlist {

enum class PerfectBound : unsigned {
  class_count,
  new_labels,
  row_cores,
  literal_dominance,
  last_literal,
  seen_covers,
  pair_packing
};
inline constexpr int kPerfectBoundCount = 7;
inline constexpr std::string_view kPerfectBoundNames[kPerfectBoundCount] = {
    "class_count", "new_labels", "row_cores", "literal_dominance", "last_literal", "seen_covers", "pair_packing"};

class PerfectSwitches {
 public:
  bool on(PerfectBound bound) const { return (bits_ >> static_cast<unsigned>(bound)) & 1U; }
  void set(PerfectBound bound, bool value) {
    const std::uint32_t bit = std::uint32_t{1} << static_cast<unsigned>(bound);
    bits_ = value ? bits_ | bit : bits_ & ~bit;
  }

 private:
  std::uint32_t bits_ = ~std::uint32_t{0};
};

}  // namespace shortlist
