#include "packing/grouped_program.hpp"

#include <algorithm>

namespace shortlist {
namespace {

constexpr double kPrimalWeight = 15.0;
constexpr double kStep = 0.95;
constexpr int kRestart = 50;  // iterations after which the average becomes the new start
constexpr int kNewtonSteps = 4;

// Of the rows of a group, y + step * (A x - projection of what the step leads to onto the group's limit): each between 0 and
// the level that as much lies above as the limit allows.
void step_of_group(const GroupedProgram& p, std::size_t group, const std::vector<double>& product, double& level,
                   std::vector<double>& y) {
  const auto begin = static_cast<std::size_t>(p.group_start[group]);
  const auto end = static_cast<std::size_t>(p.group_start[group + 1]);
  const double step = p.group_step[group], limit = step * p.limit[group];
  double above = -limit, most = 0;
  int count = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const double value = std::max(0.0, y[i] + step * product[i]);
    y[i] = value;
    most = std::max(most, value);
    above += std::max(0.0, value - level);
    count += value > level ? 1 : 0;
  }
  // Newton's method for a convex function: from too high a level one step leads below the root, from there none beyond it.
  for (int n = 0; n < kNewtonSteps && count > 0 && above != 0.0; ++n) {
    level += above / count;
    if (level <= 0) break;
    above = -limit;
    count = 0;
    for (std::size_t i = begin; i < end; ++i) {
      above += std::max(0.0, y[i] - level);
      count += y[i] > level ? 1 : 0;
    }
  }
  if (count == 0) level = std::max(0.0, most - limit);
  level = std::max(level, 0.0);
  for (std::size_t i = begin; i < end; ++i) y[i] = std::min(y[i], level);
}

}  // namespace

void GroupedProgram::clear_columns() {
  objective.clear();
  start.assign(1, 0);
  entries.clear();
}

void GroupedProgram::finish_column(double sign) {
  start.push_back(entries.size());
  objective.push_back(sign);
}

void GroupedProgram::prepare() {
  std::vector<int> sums(static_cast<std::size_t>(rows()), 0);
  for (int row : entries) ++sums[row];
  column_step.resize(columns());
  for (std::size_t j = 0; j < columns(); ++j)
    column_step[j] = kStep / (kPrimalWeight * static_cast<double>(std::max<std::size_t>(start[j + 1] - start[j], 1)));
  group_step.resize(groups());
  for (std::size_t g = 0; g < groups(); ++g) {
    int most = 1;
    for (int i = group_start[g]; i < group_start[g + 1]; ++i) most = std::max(most, sums[i]);
    group_step[g] = kStep * kPrimalWeight / most;
  }
}

// Primal-dual hybrid gradient with diagonal step sizes and restarts at the average
// (Chambolle and Pock 2011, Pock and Chambolle 2011, Applegate et al. 2021).
void iterate(const GroupedProgram& p, int iterations, std::vector<double>& x, std::vector<double>& y,
             Monitor& monitor) {
  std::vector<double> product(y.size()), x_sum(x.size(), 0), y_sum(y.size(), 0), level(p.groups(), 0);
  for (int it = 1; it <= iterations; ++it) {
    monitor.work(p.work());
    std::fill(product.begin(), product.end(), 0.0);
    for (std::size_t j = 0; j < p.columns(); ++j) {
      const int* row = p.entries.data() + p.start[j];
      const int* end = p.entries.data() + p.start[j + 1];
      double charged = 0;
      for (const int* at = row; at != end; ++at) charged += y[*at];
      const double next = std::max(0.0, x[j] + p.column_step[j] * p.objective[j] * (1.0 - charged));
      const double ahead = p.objective[j] * (2 * next - x[j]);
      x[j] = next;
      x_sum[j] += next;
      if (ahead == 0.0) continue;
      for (; row != end; ++row) product[*row] += ahead;
    }
    for (std::size_t g = 0; g < p.groups(); ++g) step_of_group(p, g, product, level[g], y);
    for (std::size_t i = 0; i < y.size(); ++i) y_sum[i] += y[i];
    if (it % kRestart != 0 || it == iterations) continue;
    for (std::size_t j = 0; j < x.size(); ++j) x[j] = x_sum[j] / kRestart;
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = y_sum[i] / kRestart;
    std::fill(x_sum.begin(), x_sum.end(), 0.0);
    std::fill(y_sum.begin(), y_sum.end(), 0.0);
  }
}

}  // namespace shortlist
