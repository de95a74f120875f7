// The linear program behind pair packing, solved approximately by a first-order method.
//
// maximise objective * x  subject to  A x <= limit, x >= 0, with A sparse and mostly ones. The answer only guides:
// what is finally used is rounded to integers and repaired, so neither convergence nor rounding can make a
// bound wrong.
#pragma once

#include <span>
#include <vector>

#include "base/monitor.hpp"

namespace shortlist {

struct PackingProgram {
  std::vector<double> limit;      // [row]
  std::vector<double> objective;  // [column]
  std::vector<int> start;         // [column + 1] into the entries
  std::vector<int> entry_row;
  std::vector<double> entry_value;

  int rows() const { return static_cast<int>(limit.size()); }
  int columns() const { return static_cast<int>(objective.size()); }
  // The rows a column is in.
  std::span<const int> rows_of(std::size_t column) const {
    return {entry_row.data() + start[column], static_cast<std::size_t>(start[column + 1] - start[column])};
  }
};

// The value x reaches when it is scaled into the rows. Rows in [free_begin, free_end) only define variables.
double attained(const PackingProgram& program, const std::vector<double>& x, int free_begin, int free_end);

// Improves x and the duals y in place.
void iterate(const PackingProgram& program, int iterations, std::vector<double>& x, std::vector<double>& y,
             Monitor& monitor);

}  // namespace shortlist
