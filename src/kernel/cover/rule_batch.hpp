// Many pure rules, side by side.
#pragma once

#include <vector>

#include "base/memory.hpp"

namespace shortlist {

// A literal is 2 * feature + value in the caller's numbers. Covered rows are indices among the wanted rows.
struct PureRule {
  std::vector<int> literals;
  std::vector<int> covered;
};

// Rules as flat arrays: entries of rule k are [start[k], start[k + 1]).
struct RuleBatch {
  std::vector<Cost> literal_start{0}, literals, row_start{0}, rows;

  std::size_t size() const { return row_start.size() - 1; }

  // What is taken of the budget belongs to the batch for good.
  void add(const PureRule& rule, MemoryBudget& budget) {
    constexpr std::size_t kBytesPerEntry = 3 * sizeof(Cost);  // a growing vector holds its old and its new array
    budget.take((rule.literals.size() + rule.covered.size() + 2) * kBytesPerEntry);
    literals.insert(literals.end(), rule.literals.begin(), rule.literals.end());
    rows.insert(rows.end(), rule.covered.begin(), rule.covered.end());
    literal_start.push_back(static_cast<Cost>(literals.size()));
    row_start.push_back(static_cast<Cost>(rows.size()));
  }
};

}  // namespace shortlist
