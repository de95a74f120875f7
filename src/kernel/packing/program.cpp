#include "packing/program.hpp"

#include <algorithm>
#include <cmath>

namespace shortlist {
namespace {

constexpr double kPrimalWeight = 2.0;
constexpr double kStep = 0.95;
constexpr int kRestart = 50;  // iterations after which the average becomes the new start

struct Steps {
  std::vector<double> column, row;
};

// Diagonal step sizes: the reciprocal of the absolute row and column sums.
Steps step_sizes(const PackingProgram& p) {
  Steps steps{std::vector<double>(p.columns(), 0), std::vector<double>(p.rows(), 0)};
  for (int j = 0; j < p.columns(); ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k) {
      steps.column[j] += std::abs(p.entry_value[k]);
      steps.row[p.entry_row[k]] += std::abs(p.entry_value[k]);
    }
  for (double& s : steps.column) s = kStep / (kPrimalWeight * std::max(s, 1.0));
  for (double& s : steps.row) s = kStep * kPrimalWeight / std::max(s, 1.0);
  return steps;
}

}  // namespace

double attained(const PackingProgram& p, const std::vector<double>& x, int free_begin, int free_end) {
  std::vector<double> sum(p.rows(), 0.0);
  for (int j = 0; j < p.columns(); ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k) sum[p.entry_row[k]] += p.entry_value[k] * x[j];
  double value = 0;
  for (int j = 0; j < p.columns(); ++j) {
    double factor = 1.0;
    for (int k = p.start[j]; k < p.start[j + 1]; ++k) {
      const int i = p.entry_row[k];
      if ((i < free_begin || i >= free_end) && sum[i] > p.limit[i]) factor = std::min(factor, p.limit[i] / sum[i]);
    }
    value += p.objective[j] * x[j] * factor;
  }
  return value;
}

// Primal-dual hybrid gradient with diagonal step sizes and restarts at the average
// (Chambolle and Pock 2011, Pock and Chambolle 2011, Applegate et al. 2021).
void iterate(const PackingProgram& p, int iterations, std::vector<double>& x, std::vector<double>& y,
             Monitor& monitor) {
  const Steps steps = step_sizes(p);
  std::vector<double> product(p.rows()), x_sum(p.columns(), 0), y_sum(p.rows(), 0);
  for (int it = 1; it <= iterations; ++it) {
    monitor.work(static_cast<std::int64_t>(p.entry_row.size()));
    std::fill(product.begin(), product.end(), 0.0);
    for (int j = 0; j < p.columns(); ++j) {
      double reduced = p.objective[j];
      for (int k = p.start[j]; k < p.start[j + 1]; ++k) reduced -= p.entry_value[k] * y[p.entry_row[k]];
      const double next = std::max(0.0, x[j] + steps.column[j] * reduced);
      const double ahead = 2 * next - x[j];
      x[j] = next;
      x_sum[j] += next;
      if (ahead == 0.0) continue;
      for (int k = p.start[j]; k < p.start[j + 1]; ++k) product[p.entry_row[k]] += p.entry_value[k] * ahead;
    }
    for (int i = 0; i < p.rows(); ++i) {
      y[i] = std::max(0.0, y[i] + steps.row[i] * (product[i] - p.limit[i]));
      y_sum[i] += y[i];
    }
    if (it % kRestart != 0 || it == iterations) continue;
    for (int j = 0; j < p.columns(); ++j) x[j] = x_sum[j] / kRestart;
    for (int i = 0; i < p.rows(); ++i) y[i] = y_sum[i] / kRestart;
    std::fill(x_sum.begin(), x_sum.end(), 0.0);
    std::fill(y_sum.begin(), y_sum.end(), 0.0);
  }
}

}  // namespace shortlist
