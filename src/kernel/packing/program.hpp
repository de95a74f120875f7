// The linear program behind pair packing, solved approximately by a first-order method.
//
// maximise objective * x  subject to  A x <= limit, x >= 0, with A sparse and its columns ones, or all -1 where a column
// stands for what the default rule serves: its objective and entries are the same number. The answer only guides:
// what is finally used is rounded to integers and repaired, so neither convergence nor rounding can make a
// bound wrong.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/monitor.hpp"

namespace shortlist {

struct PackingProgram {
  std::vector<double> limit;      // [row]
  std::vector<double> objective;  // [column] 1 or -1, and all entries of the column
  std::vector<int> start;         // [column + 1] into the entries
  std::vector<int> entry_row;
  // Further entries, by runs of rows [first, last) that lie side by side among the first `run_rows` rows.
  std::vector<int> run_start;  // [column + 1] into the runs
  std::vector<std::pair<int, int>> runs;
  int run_rows = 0;
  // What `prepare` makes of them: diagonal step sizes, the reciprocal of the absolute row and column sums, and entries
  // that are gone through again and again, short ones that stay in the cache.
  std::vector<double> column_step, row_step;
  std::vector<std::uint16_t> short_entry_row;  // empty where there are too many rows

  // To be called when the program is complete, before `iterate`.
  void prepare();
  // Empty again, with the memory it has.
  void clear() {
    limit.clear();
    objective.clear();
    start.assign(1, 0);
    entry_row.clear();
    run_start.assign(1, 0);
    runs.clear();
    run_rows = 0;
    column_step.clear();
    row_step.clear();
    short_entry_row.clear();
  }
  int rows() const { return static_cast<int>(limit.size()); }
  int columns() const { return static_cast<int>(objective.size()); }
  std::span<const std::pair<int, int>> runs_of(std::size_t column) const {
    return {runs.data() + run_start[column], static_cast<std::size_t>(run_start[column + 1] - run_start[column])};
  }
  // Calls visit(row) for the entries of a column.
  template <class Visit>
  void for_each_entry(std::size_t column, Visit visit) const {
    for (int k = start[column]; k < start[column + 1]; ++k) visit(entry_row[k]);
    for (const auto& [first, last] : runs_of(column))
      for (int i = first; i < last; ++i) visit(i);
  }
  // What a sweep over all entries costs.
  std::int64_t work() const { return static_cast<std::int64_t>(entry_row.size() + 2 * runs.size() + limit.size()); }
};

double value(const PackingProgram& program, const std::vector<double>& x);

// The value x reaches when it is scaled into the rows. Rows in [free_begin, free_end) only define variables.
double attained(const PackingProgram& program, const std::vector<double>& x, int free_begin, int free_end);

// Improves x and the duals y in place.
void iterate(const PackingProgram& program, int iterations, std::vector<double>& x, std::vector<double>& y,
             Monitor& monitor);

}  // namespace shortlist
