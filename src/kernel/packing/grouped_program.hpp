// The linear program behind discounted packing, solved approximately by a first-order method.
//
// maximise objective * x  subject to  x >= 0 and, for each group g of rows,  sum of max(0, row of A x) over g <= limit_g,
// with A sparse. The entries of a column are all 1, as is its objective, or all -1; a column of objective 0 has none. The answer
// only guides: what is finally used is rounded to integers and repaired, so neither convergence nor rounding can make a bound
// wrong.
#pragma once

#include <cstdint>
#include <vector>

#include "base/monitor.hpp"

namespace shortlist {

struct GroupedProgram {
  std::vector<double> objective;    // [column] 1, -1 or 0, and all entries of the column
  std::vector<std::size_t> start;   // [column + 1] into the entries
  std::vector<int> entries;         // rows
  std::vector<int> group_start{0};  // [group + 1] rows of a group lie side by side
  std::vector<double> limit;        // [group]
  // Diagonal step sizes, made by `prepare`: the reciprocals of absolute sums, in a group the least.
  std::vector<double> column_step, group_step;

  int rows() const { return group_start.back(); }
  std::size_t groups() const { return limit.size(); }
  std::size_t columns() const { return objective.size(); }
  void add_group(int size, double most) {
    group_start.push_back(group_start.back() + size);
    limit.push_back(most);
  }
  // Forgets all but the first groups.
  void keep_groups(std::size_t first) {
    group_start.resize(first + 1);
    limit.resize(first);
  }
  void clear_columns();
  void finish_column(double sign);
  // To be called when the program is complete, before `iterate`.
  void prepare();
  // What a sweep over all entries costs.
  std::int64_t work() const { return static_cast<std::int64_t>(2 * entries.size() + 4 * limit.size()) + 3 * rows(); }
};

// Improves x and the duals y of the rows in place.
void iterate(const GroupedProgram& program, int iterations, std::vector<double>& x, std::vector<double>& y,
             Monitor& monitor);

}  // namespace shortlist
