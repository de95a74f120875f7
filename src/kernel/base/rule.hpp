// Rules and decision lists, in the numbers of a table.
#pragma once

#include <vector>

#include "base/bitset.hpp"

namespace shortlist {

// Literals are numbered as in the table at hand.
using Conjunction = std::vector<int>;

struct LabelledRule {
  Conjunction literals;
  int label = 0;  // usable label
};

struct List {
  std::vector<LabelledRule> rules;  // without the default rule
  int default_label = 0;
  Cost cost = kInfinite;  // ours: without the constant
};

// The rules of a list without their labels, and without the default rule.
inline std::vector<Conjunction> conjunctions_of(const List& list) {
  std::vector<Conjunction> rules;
  for (const LabelledRule& rule : list.rules) rules.push_back(rule.literals);
  return rules;
}

}  // namespace shortlist
