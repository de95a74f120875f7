#include "cover/cover_program.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "cover/vectors.hpp"

namespace shortlist {
namespace {

constexpr double kTolerance = 1e-7;
constexpr double kSmallestPivot = 1e-7;
constexpr double kZero = 1e-11;
constexpr double kBarred = 1e100;  // the reduced cost of columns that must not enter the basis: excluded, or in it
constexpr double kNothingEnters = 1e50;
constexpr int kPivotsBetweenRefactors = 150;
constexpr double kRowAgainstColumn = 1.5;                // how long an entry takes by rows, beside columns
constexpr double kManyRows = 0.95, kManyColumns = 0.85;  // shares that would be left: a smaller piece is not worth it

// A small number that differs from column to column and is the same on every run.
double perturbation(int column) {
  const auto mixed = static_cast<std::uint32_t>(column) * 2654435761U;
  return 1e-6 + 1e-5 * static_cast<double>(mixed >> 8) / static_cast<double>(1U << 24);
}

}  // namespace

CoverPiece::CoverPiece(Cover left, std::vector<int> where_from, MemoryBudget& budget)
    : cover(std::move(left)), by_row(cover), origin(std::move(where_from)), held(budget, 2 * cover.bytes()) {}

CoverProgram::CoverProgram(std::shared_ptr<const CoverPiece> piece, MemoryBudget& budget)
    : piece_(std::move(piece)),
      budget_(&budget),
      rows_(piece_->cover.rows + (piece_->cover.most_columns >= 0 ? 1 : 0)),
      columns_(piece_->cover.columns()),
      limited_(piece_->cover.most_columns >= 0),
      left_(piece_->cover.most_columns),
      held_(budget, bytes()),
      shared_(std::make_shared<Shared>()) {
  const auto m = static_cast<std::size_t>(rows_), n = static_cast<std::size_t>(columns_);
  shared_->cost.resize(n);
  for (int j = 0; j < columns_; ++j)
    shared_->cost[j] = std::max(0.0, static_cast<double>(piece_->cover.cost[j]) - perturbation(j));
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
  for (int i = 0; i < rows_; ++i) place_[own_variable(i)] = i;
  shared_->slope.assign(n + m, 0.0);
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
  for (int r : piece_->cover.rows_of(column)) need_[r] = 0.0;
  if (limited_) need_.back() = -static_cast<double>(--left_);
  exclude(column);
  refresh_values();
}

void CoverProgram::exclude(int column) {
  excluded_[column] = 1;
  reduced_[column] = kBarred;
  has_excluded_ = true;
}

double CoverProgram::value(int column) const { return place_[column] < 0 ? 0.0 : value_[place_[column]]; }

void CoverProgram::refresh_values() {
  for (int i = 0; i < rows_; ++i) value_[i] = product(inverse_row(i), need_.data(), rows_);
  objective_ = product(reduced_.data() + columns_, need_.data(), rows_);
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
    monitor.work(static_cast<std::int64_t>(piece_->cover.entries.size()) / 4 + std::int64_t{rows_} * rows_ / 8 + 64);
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
  const Cover& cover = piece_->cover;
  std::vector<double>& slope = shared_->slope;
  std::size_t entries_of_rows = 0;
  for (int r = 0; r < cover.rows; ++r)
    if (std::abs(row[r]) > kZero) entries_of_rows += piece_->by_row.columns_of(r).size();
  const double limit = limited_ ? row[rows_ - 1] : 0.0;
  const bool by_rows =
      kRowAgainstColumn * static_cast<double>(entries_of_rows) < static_cast<double>(cover.entries.size());
  std::fill(slope.begin(), slope.begin() + columns_, by_rows ? -limit : 0.0);
  std::fill(slope.begin() + columns_, slope.end(), 0.0);
  if (by_rows) {
    for (int r = 0; r < cover.rows; ++r) {
      const double entry = row[r];
      if (std::abs(entry) <= kZero) continue;
      for (int j : piece_->by_row.columns_of(r)) slope[j] += entry;
    }
  } else {
    for (int j : open_)
      if (place_[j] < 0) slope[j] = sum_of(row, cover.rows_of(j)) - limit;
  }
  for (int i = 0; i < rows_; ++i)
    if (place_[own_variable(i)] < 0) slope[own_variable(i)] = -row[i];
}

// The smallest ratio, give or take the tolerance, and of these the largest pivot.
int CoverProgram::choose_entering(const Leaving& leaving) const {
  const double* slope = shared_->slope.data();
  const double sign = leaving.above ? 1.0 : -1.0;
  const double bound = least_ratio(reduced_.data(), slope, sign, kTolerance, kSmallestPivot, variables());
  if (bound > kNothingEnters) return -1;
  const double largest = largest_within(reduced_.data(), slope, sign, bound, kSmallestPivot, variables());
  if (largest <= kSmallestPivot) return -1;
  for (int v = 0; v < variables(); ++v)
    if (sign * slope[v] == largest && std::max(reduced_[v], 0.0) <= bound * largest) return v;
  return -1;
}

void CoverProgram::column_through_inverse(int variable, std::vector<double>& out) const {
  if (variable >= columns_) {
    const int r = variable - columns_;
    for (int i = 0; i < rows_; ++i) out[i] = -inverse_row(i)[r];
    return;
  }
  const auto rows = piece_->cover.rows_of(variable);
  for (int i = 0; i < rows_; ++i) {
    const double* row = inverse_row(i);
    out[i] = sum_of(row, rows) - (limited_ ? row[rows_ - 1] : 0.0);
  }
}

void CoverProgram::pivot(int place, int entering) {
  std::vector<double>& through = shared_->through;
  column_through_inverse(entering, through);
  double* mine = changed_row(place);
  const double at = through[place], old_weight = weight_[place];
  const double step = reduced_[entering] / at, theta = value_[place] / at;
  subtract_multiple(reduced_.data(), shared_->slope.data(), step, variables());
  const int leaving = head_[place];
  reduced_[leaving] = leaving < columns_ && excluded_[leaving] ? kBarred : -step;
  reduced_[entering] = entering < columns_ ? kBarred : 0.0;
  objective_ += step * value_[place];
  for (int i = 0; i < rows_; ++i) {
    if (i == place || std::abs(through[i]) <= kZero) continue;
    const double ratio = through[i] / at;
    // Steepest edge: what this row and the one pivoted on have in common is needed for the new weight.
    const double common = subtract_with_product(changed_row(i), mine, ratio, rows_);
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
  for (int i = 0; i < rows_; ++i) reduced_[own_variable(i)] += sign * length * row[i];
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
  for (int i = 0; i < rows_; ++i) weight_[i] = std::max(product(inverse_row(i), inverse_row(i), rows_), 1e-4);
  // Duals, then reduced costs, from the costs themselves.
  std::vector<double> dual(m, 0.0);
  for (int i = 0; i < rows_; ++i)
    if (head_[i] < columns_) subtract_multiple(dual.data(), inverse_row(i), -shared_->cost[head_[i]], rows_);
  for (int j = 0; j < columns_; ++j) {
    const double total =
        shared_->cost[j] + (limited_ ? dual[m - 1] : 0.0) - sum_of(dual.data(), piece_->cover.rows_of(j));
    reduced_[j] = place_[j] >= 0 || excluded_[j] ? kBarred : total;
  }
  for (int i = 0; i < rows_; ++i) reduced_[own_variable(i)] = dual[i];
  refresh_values();
}

void CoverProgram::Kept::add(int number, bool stays) {
  place.push_back(stays ? static_cast<int>(numbers.size()) : -1);
  if (stays) numbers.push_back(number);
}

// Claim: a row that needs nothing may be left out while its own variable is in the basis.
// Why: that variable is in no other row. So its column of the inverse is zero but at the variable's place, its dual value is
//   zero, and the other places, their values and all reduced costs are those of the smaller program.
CoverProgram::Kept CoverProgram::rows_to_keep() const {
  Kept kept;
  for (int i = 0; i < rows_; ++i)
    kept.add(i, need_[i] != 0.0 || place_[own_variable(i)] < 0 || i >= piece_->cover.rows);
  return kept;
}

CoverProgram::Kept CoverProgram::columns_to_keep() const {
  Kept kept;
  for (int j = 0; j < columns_; ++j) kept.add(j, !excluded_[j] || place_[j] >= 0);
  return kept;
}

void CoverProgram::shrink() {
  const Kept rows = rows_to_keep(), columns = columns_to_keep();
  if (static_cast<double>(rows.numbers.size()) < kManyRows * rows_ ||
      static_cast<double>(columns.numbers.size()) < kManyColumns * columns_)
    keep(rows, columns);
}

Cover CoverProgram::part(const Kept& rows, const Kept& columns) const {
  const Cover& whole = piece_->cover;
  Cover part;
  part.rows = static_cast<int>(rows.numbers.size()) - (limited_ ? 1 : 0);
  part.most_columns = whole.most_columns;
  for (int j : columns.numbers) {
    for (int r : whole.rows_of(j))
      if (rows.place[r] >= 0) part.entries.push_back(rows.place[r]);
    part.start.push_back(static_cast<int>(part.entries.size()));
    part.cost.push_back(whole.cost[j]);
  }
  return part;
}

void CoverProgram::keep(const Kept& rows, const Kept& columns) {
  const auto m = rows.numbers.size(), n = columns.numbers.size();
  std::vector<int> origin;
  for (int j : columns.numbers) origin.push_back(piece_->origin[j]);
  CoverProgram next(std::make_shared<CoverPiece>(part(rows, columns), std::move(origin), *budget_), *budget_);
  for (std::size_t j = 0; j < n; ++j) {
    next.shared_->cost[j] = shared_->cost[columns.numbers[j]];
    next.reduced_[j] = reduced_[columns.numbers[j]];
    next.excluded_[j] = excluded_[columns.numbers[j]];
    next.place_[j] = -1;
  }
  for (std::size_t i = 0; i < m; ++i) {
    next.need_[i] = need_[rows.numbers[i]];
    next.reduced_[n + i] = reduced_[own_variable(rows.numbers[i])];
    next.place_[n + i] = -1;
  }
  int place = 0;
  for (int i = 0; i < rows_; ++i) {
    const bool is_column = head_[i] < columns_;
    const int number = is_column ? columns.place[head_[i]] : rows.place[head_[i] - columns_];
    if (number < 0) continue;
    double* row = next.changed_row(place);
    for (std::size_t k = 0; k < m; ++k) row[k] = inverse_row(i)[rows.numbers[k]];
    next.head_[place] = is_column ? number : next.own_variable(number);
    next.place_[next.head_[place]] = place;
    next.value_[place] = value_[i];
    next.weight_[place] = weight_[i];
    ++place;
  }
  next.has_excluded_ = true;
  next.left_ = left_;
  next.objective_ = objective_;
  next.pivots_since_refactor_ = pivots_since_refactor_;
  *this = std::move(next);
}

}  // namespace shortlist
