// Chains of features: each holds wherever the one before it holds, as `x <= 1`, `x <= 2`, `x <= 5` do.
#pragma once

#include <vector>

#include "table/problem.hpp"

namespace shortlist {

// All features of a problem, each in one chain; most chains of a table of yes/no columns have one member.
struct Chains {
  std::vector<std::vector<int>> members;  // [chain], tightest first
  std::vector<int> chain;                 // [feature]

  explicit Chains(const Problem& problem);
};

}  // namespace shortlist
