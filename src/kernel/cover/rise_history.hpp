// What branching on each column has brought so far, so that columns are probed that promise most.
#pragma once

#include <array>
#include <vector>

#include "base/memory.hpp"

namespace shortlist {

class RiseHistory {
 public:
  enum Side { in, out };  // the column is taken, or it is not

  // What it holds is taken from the budget, which must live longer.
  RiseHistory(int columns, MemoryBudget& budget);

  // The bound rose by so much when the column's value, x, went up to one or down to zero.
  void note(int column, double x, Side side, double rise);
  // The product of what both sides should bring where the value is x; only a guide.
  double promise(int column, double x) const;

 private:
  // Rises for each unit that a value was moved by.
  struct Mean {
    double sum = 0;
    int times = 0;
  };
  double expected(int column, Side side) const;

  HeldBytes held_;
  std::vector<std::array<Mean, 2>> of_column_;
  std::array<Mean, 2> of_all_;
};

}  // namespace shortlist
