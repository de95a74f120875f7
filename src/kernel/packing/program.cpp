#include "packing/program.hpp"

#include <algorithm>
#include <limits>

namespace shortlist {
namespace {

constexpr double kPrimalWeight = 2.0;
constexpr double kStep = 0.95;
constexpr int kNap = 4;       // iterations for which a column is passed over that was and stays 0
constexpr int kRestart = 50;  // iterations after which the average becomes the new start

// Sum of the duals of a column's rows. Four sums at a time, which do not wait for each other.
template <class Index>
double sum_of_rows(const Index* row, const Index* end, const double* y) {
  double a = 0, b = 0, c = 0, d = 0;
  for (; end - row >= 4; row += 4) {
    a += y[row[0]];
    b += y[row[1]];
    c += y[row[2]];
    d += y[row[3]];
  }
  for (; row != end; ++row) a += y[*row];
  return (a + b) + (c + d);
}

// What the runs of a column cost by the duals, given the sums of the duals before each row.
double price_of_runs(const PackingProgram& p, int column, const std::vector<double>& before) {
  double price = 0;
  for (const auto& [first, last] : p.runs_of(column)) price += before[last] - before[first];
  return price;
}

// Primal-dual hybrid gradient with diagonal step sizes and restarts at the average
// (Chambolle and Pock 2011, Pock and Chambolle 2011, Applegate et al. 2021).
template <class Index>
void iterate_over(const PackingProgram& p, const std::vector<Index>& entry_row, int iterations, std::vector<double>& x,
                  std::vector<double>& y, Monitor& monitor) {
  std::vector<double> product(p.rows()), x_sum(p.columns(), 0), y_sum(p.rows(), 0);
  std::vector<int> asleep(p.columns(), 0);  // [column] until which iteration it is passed over
  std::vector<double> before(p.run_rows + 1, 0.0), change(p.run_rows + 1);
  for (int it = 1; it <= iterations; ++it) {
    monitor.work(p.work());  // with what is passed over: packings that count as cheaper are made too often
    std::fill(product.begin(), product.end(), 0.0);
    std::fill(change.begin(), change.end(), 0.0);
    for (int i = 0; i < p.run_rows; ++i) before[i + 1] = before[i] + y[i];
    for (int j = 0; j < p.columns(); ++j) {
      if (asleep[j] > it) continue;
      const Index* row = entry_row.data() + p.start[j];
      const Index* end = entry_row.data() + p.start[j + 1];
      const double charged = sum_of_rows(row, end, y.data()) + price_of_runs(p, j, before);
      const double reduced = p.objective[j] * (1.0 - charged);
      const double next = std::max(0.0, x[j] + p.column_step[j] * reduced);
      if (next == 0.0 && x[j] == 0.0) asleep[j] = it + kNap;
      const double ahead = p.objective[j] * (2 * next - x[j]);
      x[j] = next;
      x_sum[j] += next;
      if (ahead == 0.0) continue;
      for (; row != end; ++row) product[*row] += ahead;
      for (const auto& [first, last] : p.runs_of(j)) {
        change[first] += ahead;
        change[last] -= ahead;
      }
    }
    double running = 0;
    for (int i = 0; i < p.run_rows; ++i) product[i] += running += change[i];
    for (int i = 0; i < p.rows(); ++i) {
      y[i] = std::max(0.0, y[i] + p.row_step[i] * (product[i] - p.limit[i]));
      y_sum[i] += y[i];
    }
    if (it % kRestart != 0 || it == iterations) continue;
    for (int j = 0; j < p.columns(); ++j) x[j] = x_sum[j] / kRestart;
    for (int i = 0; i < p.rows(); ++i) y[i] = y_sum[i] / kRestart;
    std::fill(x_sum.begin(), x_sum.end(), 0.0);
    std::fill(y_sum.begin(), y_sum.end(), 0.0);
  }
}

}  // namespace

double value(const PackingProgram& p, const std::vector<double>& x) {
  double sum = 0;
  for (int j = 0; j < p.columns(); ++j) sum += p.objective[j] * x[j];
  return sum;
}

double attained(const PackingProgram& p, const std::vector<double>& x, int free_begin, int free_end) {
  std::vector<double> sum(p.rows(), 0.0);
  for (int j = 0; j < p.columns(); ++j)
    if (x[j] != 0.0) p.for_each_entry(j, [&](int i) { sum[i] += p.objective[j] * x[j]; });
  double reached = 0;
  for (int j = 0; j < p.columns(); ++j) {
    if (x[j] == 0.0) continue;
    double factor = 1.0;
    p.for_each_entry(j, [&](int i) {
      if ((i < free_begin || i >= free_end) && sum[i] > p.limit[i]) factor = std::min(factor, p.limit[i] / sum[i]);
    });
    reached += p.objective[j] * x[j] * factor;
  }
  return reached;
}

void PackingProgram::prepare() {
  column_step.assign(objective.size(), 0);
  row_step.assign(limit.size(), 0);
  for (int j = 0; j < columns(); ++j)
    for_each_entry(j, [&](int i) {
      column_step[j] += 1.0;
      row_step[i] += 1.0;
    });
  for (double& s : column_step) s = kStep / (kPrimalWeight * std::max(s, 1.0));
  for (double& s : row_step) s = kStep * kPrimalWeight / std::max(s, 1.0);
  short_entry_row.clear();
  if (rows() <= std::numeric_limits<std::uint16_t>::max()) short_entry_row.assign(entry_row.begin(), entry_row.end());
}

void iterate(const PackingProgram& p, int iterations, std::vector<double>& x, std::vector<double>& y,
             Monitor& monitor) {
  if (p.short_entry_row.size() == p.entry_row.size()) {
    iterate_over(p, p.short_entry_row, iterations, x, y, monitor);
  } else {
    iterate_over(p, p.entry_row, iterations, x, y, monitor);
  }
}

}  // namespace shortlist
