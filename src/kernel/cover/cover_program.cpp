#include "cover/cover_program.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/dispatch.hpp"

namespace shortlist {
namespace {

constexpr double kTolerance = 1e-7;
constexpr double kSmallestPivot = 1e-7;
constexpr double kZero = 1e-11;
constexpr int kPivotsBetweenRefactors = 150;

// A small number that differs from column to column and is the same on every run.
double perturbation(int column) {
  const auto mixed = static_cast<std::uint32_t>(column) * 2654435761U;
  return 1e-6 + 1e-5 * static_cast<double>(mixed >> 8) / static_cast<double>(1U << 24);
}

// row -= factor * other; gives the product of the two before. Eight sums side by side, the same on every machine.
SHORTLIST_CLONES double subtract_multiple(double* __restrict row, const double* __restrict other, double factor,
                                          int n) {
  constexpr int kLanes = 8;
  double sums[kLanes] = {};
  int k = 0;
  for (; k + kLanes <= n; k += kLanes)
    for (int lane = 0; lane < kLanes; ++lane) {
      sums[lane] += row[k + lane] * other[k + lane];
      row[k + lane] -= factor * other[k + lane];
    }
  double total = 0;
  for (; k < n; ++k) {
    total += row[k] * other[k];
    row[k] -= factor * other[k];
  }
  for (double sum : sums) total += sum;
  return total;
}

}  // namespace

CoverProgram::CoverProgram(const Cover& cover, MemoryBudget& budget)
    : cover_(&cover),
      budget_(&budget),
      rows_(cover.rows + (cover.most_columns >= 0 ? 1 : 0)),
      columns_(cover.columns()),
      limited_(cover.most_columns >= 0),
      left_(cover.most_columns),
      held_(budget, bytes()),
      shared_(std::make_shared<Shared>()) {
  const auto m = static_cast<std::size_t>(rows_), n = static_cast<std::size_t>(columns_);
  shared_->cost.resize(n);
  for (int j = 0; j < columns_; ++j)
    shared_->cost[j] = std::max(0.0, static_cast<double>(cover.cost[j]) - perturbation(j));
  need_.assign(m, 1.0);
  if (limited_) need_.back() = -static_cast<double>(left_);
  excluded_.assign(n, 0);
  open_.resize(n);
  std::iota(open_.begin(), open_.end(), 0);
  head_.resize(m);
  place_.assign(n + m, -1);
  reduced_.assign(n + m, 0.0);
  std::copy(shared_->cost.begin(), shared_->cost.end(), reduced_.begin());
  inverse_.resize(m);
  weight_.assign(m, 1.0);
  reset_inverse();
  for (int i = 0; i < rows_; ++i) place_[std::size_t(columns_ + i)] = i;
  shared_->through.assign(m, 0.0);
  value_.assign(m, 0.0);
  refresh_values();
}

// Of a copy, without the rows of the inverse.
std::size_t CoverProgram::bytes() const {
  const auto m = static_cast<std::size_t>(rows_), n = static_cast<std::size_t>(columns_);
  constexpr std::size_t kPerRow = 4 * sizeof(double) + 2 * sizeof(int) + sizeof(std::shared_ptr<Row>);
  constexpr std::size_t kPerColumn = sizeof(double) + 2 * sizeof(int) + sizeof(char);
  return m * kPerRow + n * kPerColumn + sizeof(CoverProgram);
}

// A row of the inverse that no copy shares.
double* CoverProgram::changed_row(int place) {
  std::shared_ptr<Row>& row = inverse_[place];
  if (row.use_count() > 1) row = std::make_shared<Row>(*row);
  return row->values.data();
}

// The basis of the rows' own variables.
void CoverProgram::reset_inverse() {
  const auto m = static_cast<std::size_t>(rows_);
  for (int i = 0; i < rows_; ++i) {
    std::shared_ptr<Row>& row = inverse_[i];
    if (row != nullptr && row.use_count() == 1) {
      std::fill(row->values.begin(), row->values.end(), 0.0);
    } else {
      row = std::make_shared<Row>(Row{{*budget_, m * sizeof(double) + sizeof(Row)}, std::vector<double>(m, 0.0)});
    }
    row->values[i] = -1.0;
    head_[i] = columns_ + i;
  }
}

void CoverProgram::take(int column) {
  for (int r : cover_->rows_of(column)) need_[r] = 0.0;
  if (limited_) need_.back() = -static_cast<double>(--left_);
  exclude(column);
  refresh_values();
}

void CoverProgram::exclude(int column) {
  excluded_[column] = 1;
  has_excluded_ = true;
}

double CoverProgram::value(int column) const { return place_[column] < 0 ? 0.0 : value_[place_[column]]; }

void CoverProgram::refresh_values() {
  for (int i = 0; i < rows_; ++i) {
    const double* row = inverse_row(i);
    double total = 0;
    for (int k = 0; k < rows_; ++k) total += row[k] * need_[k];
    value_[i] = total;
  }
  objective_ = 0;
  for (int i = 0; i < rows_; ++i) objective_ += reduced_[std::size_t(columns_ + i)] * need_[i];
}

CoverProgram::Answer CoverProgram::solve(double cutoff, int most_pivots, Monitor& monitor) {
  if (has_excluded_) std::erase_if(open_, [&](int j) { return excluded_[j] != 0; });
  has_excluded_ = false;
  for (int n = 0; n < most_pivots; ++n) {
    if (objective_ > cutoff) return Answer::above;
    const Leaving leaving = choose_leaving();
    if (leaving.place < 0) return Answer::optimal;
    price_row(inverse_row(leaving.place));
    const int entering = choose_entering(leaving);
    monitor.work(static_cast<std::int64_t>(cover_->entries.size()) / 4 + std::int64_t{rows_} * rows_ / 8 + 64);
    if (entering < 0) {
      follow_ray(leaving, cutoff);
      return Answer::above;
    }
    pivot(leaving.place, entering);
    if (++pivots_since_refactor_ >= kPivotsBetweenRefactors) refactor(monitor);
  }
  return objective_ > cutoff ? Answer::above : Answer::unfinished;
}

CoverProgram::Leaving CoverProgram::choose_leaving() const {
  Leaving best;
  double best_score = 0;
  for (int i = 0; i < rows_; ++i) {
    const bool barred = head_[i] < columns_ && excluded_[head_[i]];
    const bool above = barred && value_[i] > kTolerance;
    if (!above && value_[i] >= -kTolerance) continue;
    const double score = value_[i] * value_[i] / weight_[i];
    if (score > best_score) {
      best_score = score;
      best = {i, above};
    }
  }
  return best;
}

void CoverProgram::price_row(const double* row) {
  std::vector<Priced>& priced = shared_->priced;
  priced.clear();
  const double limit = limited_ ? row[rows_ - 1] : 0.0;
  for (int j : open_) {
    if (place_[j] >= 0) continue;
    double total = -limit;
    for (int r : cover_->rows_of(j)) total += row[r];
    if (std::abs(total) > kZero) priced.push_back({j, total});
  }
  for (int i = 0; i < rows_; ++i)
    if (place_[std::size_t(columns_ + i)] < 0 && std::abs(row[i]) > kZero) priced.push_back({columns_ + i, -row[i]});
}

// The smallest ratio, give or take the tolerance, and of these the largest pivot.
int CoverProgram::choose_entering(const Leaving& leaving) {
  const double sign = leaving.above ? 1.0 : -1.0;
  double bound = 1e300;
  for (const auto& [j, alpha] : shared_->priced) {
    const double a = sign * alpha, reduced = std::max(reduced_[j], 0.0) + kTolerance;
    if (a > kSmallestPivot && reduced < bound * a) bound = reduced / a;
  }
  int best = -1;
  double largest = 0;
  for (const auto& [j, alpha] : shared_->priced) {
    const double a = sign * alpha;
    if (a > kSmallestPivot && a > largest && std::max(reduced_[j], 0.0) <= bound * a) {
      largest = a;
      best = j;
    }
  }
  return best;
}

void CoverProgram::column_through_inverse(int variable, std::vector<double>& out) const {
  if (variable >= columns_) {
    const int r = variable - columns_;
    for (int i = 0; i < rows_; ++i) out[i] = -inverse_row(i)[r];
    return;
  }
  const auto rows = cover_->rows_of(variable);
  for (int i = 0; i < rows_; ++i) {
    const double* row = inverse_row(i);
    double total = limited_ ? -row[rows_ - 1] : 0.0;
    for (int r : rows) total += row[r];
    out[i] = total;
  }
}

void CoverProgram::pivot(int place, int entering) {
  auto& [costs, priced, through] = *shared_;
  column_through_inverse(entering, through);
  double* mine = changed_row(place);
  const double at = through[place], old_weight = weight_[place];
  const double step = reduced_[entering] / at, theta = value_[place] / at;
  for (const auto& [j, alpha] : priced) reduced_[j] -= step * alpha;
  const int leaving = head_[place];
  reduced_[leaving] = -step;
  reduced_[entering] = 0;
  objective_ += step * value_[place];
  for (int i = 0; i < rows_; ++i) {
    if (i == place || std::abs(through[i]) <= kZero) continue;
    const double ratio = through[i] / at;
    // Steepest edge: what this row and the one pivoted on have in common is needed for the new weight.
    const double common = subtract_multiple(changed_row(i), mine, ratio, rows_);
    value_[i] -= theta * through[i];
    weight_[i] = std::max(weight_[i] - 2 * ratio * common + ratio * ratio * old_weight, 1e-4);
  }
  for (int k = 0; k < rows_; ++k) mine[k] /= at;
  value_[place] = theta;
  weight_[place] = std::max(old_weight / (at * at), 1e-4);
  head_[place] = entering;
  place_[entering] = place;
  place_[leaving] = -1;
}

// No column can help: along this row of the inverse the duals grow without end. Far enough is above the cutoff.
void CoverProgram::follow_ray(const Leaving& leaving, double cutoff) {
  const double sign = leaving.above ? 1.0 : -1.0;
  const double gain = std::abs(value_[leaving.place]);
  const double length = (std::max(cutoff - objective_, 0.0) + 1.0) / gain;
  const double* row = inverse_row(leaving.place);
  for (int i = 0; i < rows_; ++i) reduced_[std::size_t(columns_ + i)] += sign * length * row[i];
  objective_ += gain * length;
}

// The inverse again from the start: each column of the basis is brought in where its pivot is largest.
void CoverProgram::refactor(Monitor& monitor) {
  std::vector<double>& through = shared_->through;
  pivots_since_refactor_ = 0;
  const auto m = static_cast<std::size_t>(rows_);
  std::vector<int> wanted;
  std::vector<char> taken(m, 0);
  for (int i = 0; i < rows_; ++i) {
    if (head_[i] < columns_) {
      wanted.push_back(head_[i]);
    } else {
      taken[head_[i] - columns_] = 1;
    }
  }
  std::fill(place_.begin(), place_.end(), -1);
  reset_inverse();
  std::sort(wanted.begin(), wanted.end());
  for (int column : wanted) {
    column_through_inverse(column, through);
    int place = -1;
    for (int i = 0; i < rows_; ++i)
      if (!taken[i] && (place < 0 || std::abs(through[i]) > std::abs(through[place]))) place = i;
    if (place < 0 || std::abs(through[place]) < 1e-9) continue;  // dependent: the row's own variable stays instead
    taken[place] = 1;
    double* mine = changed_row(place);
    for (int i = 0; i < rows_; ++i)
      if (i != place && through[i] != 0.0) subtract_multiple(changed_row(i), mine, through[i] / through[place], rows_);
    for (int k = 0; k < rows_; ++k) mine[k] /= through[place];
    head_[place] = column;
    monitor.work(std::int64_t{rows_} * rows_ / 16 + 16);
  }
  for (int i = 0; i < rows_; ++i) place_[head_[i]] = i;
  for (int i = 0; i < rows_; ++i) {
    weight_[i] = 0;
    for (int k = 0; k < rows_; ++k) weight_[i] += inverse_row(i)[k] * inverse_row(i)[k];
    weight_[i] = std::max(weight_[i], 1e-4);
  }
  // Duals, then reduced costs, from the costs themselves.
  std::vector<double> dual(m, 0.0);
  for (int i = 0; i < rows_; ++i)
    if (head_[i] < columns_)
      for (int k = 0; k < rows_; ++k) dual[k] += shared_->cost[head_[i]] * inverse_row(i)[k];
  for (int j = 0; j < columns_; ++j) {
    double total = shared_->cost[j] + (limited_ ? dual[m - 1] : 0.0);
    for (int r : cover_->rows_of(j)) total -= dual[r];
    reduced_[j] = place_[j] >= 0 ? 0.0 : total;
  }
  for (int i = 0; i < rows_; ++i) reduced_[std::size_t(columns_ + i)] = dual[i];
  refresh_values();
}

}  // namespace shortlist
