#include "cover/cover_search.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

namespace shortlist {
namespace {

constexpr int kAllPivots = 1 << 30;
constexpr int kProbePivots = 10;
constexpr std::size_t kProbes = 3;
constexpr std::size_t kLikelyProbes = 1;  // of them, of the columns whose value is the nearest to `kLikely`;
constexpr double kLikely = 0.6;           // the others are of those that promise most
constexpr double kLeastRise = 1e-4;
constexpr double kInteger = 1e-6;

}  // namespace

IntegerDuals round_duals(const CoverProgram& program, Monitor& monitor) {
  const Cover& cover = program.piece().cover;
  constexpr auto kScale = static_cast<double>(kDualScale);
  constexpr double kLargest = 1e6;  // so that no sum of scaled duals overflows
  IntegerDuals duals;
  duals.row.assign(static_cast<std::size_t>(cover.rows), 0);
  for (int r = 0; r < cover.rows; ++r)
    if (program.is_needed(r)) duals.row[r] = static_cast<Cost>(std::clamp(program.dual(r), 0.0, kLargest) * kScale);
  if (cover.most_columns >= 0)
    duals.limit = static_cast<Cost>(std::ceil(std::clamp(program.limit_dual(), 0.0, kLargest) * kScale));
  duals.reduced.assign(static_cast<std::size_t>(cover.columns()), 0);
  for (int j : program.open_columns()) {
    if (!program.is_open(j)) continue;
    Cost excess = -(cover.cost[j] * kDualScale + duals.limit);
    for (int r : cover.rows_of(j)) excess += duals.row[r];
    for (int r : cover.rows_of(j)) {
      if (excess <= 0) break;
      const Cost part = std::min(excess, duals.row[r]);
      duals.row[r] -= part;
      excess -= part;
    }
  }
  for (int j : program.open_columns()) {
    duals.reduced[j] = cover.cost[j] * kDualScale + duals.limit;
    for (int r : cover.rows_of(j)) duals.reduced[j] -= duals.row[r];
  }
  for (Cost worth : duals.row) duals.bound += worth;
  duals.bound -= duals.limit * std::max(program.columns_left(), 0);
  monitor.work(static_cast<std::int64_t>(cover.entries.size()) / 2);
  return duals;
}

CoverSearch::CoverSearch(const Cover& cover, Cost below, Cost enough, Monitor& monitor, MemoryBudget& budget)
    : cover_(cover),
      below_(below),
      enough_(enough),
      monitor_(monitor),
      budget_(budget),
      rises_(cover.columns(), budget) {}

void CoverSearch::run() {
  std::vector<int> every(static_cast<std::size_t>(cover_.columns()));
  std::iota(every.begin(), every.end(), 0);
  auto whole = std::make_shared<CoverPiece>(cover_, std::move(every), budget_);
  explore(Node{CoverProgram(std::move(whole), budget_), {}, 0});
}

CoverSearch::Node CoverSearch::with(const Node& node, int column) {
  Node child = node;
  child.program.take(column);
  child.taken.push_back(node.program.piece().origin[column]);
  child.cost += node.program.piece().cover.cost[column];
  return child;
}

// Is there nothing cheaper than `below` at this node? Columns that cannot be part of anything cheaper are excluded.
bool CoverSearch::is_closed(Node& node, int pivots) {
  while (true) {
    if (cover_.most_columns >= 0 && node.program.columns_left() < 0) return true;
    const CoverPiece& piece = node.program.piece();
    bool needs_any = false;
    for (int r = 0; r < piece.cover.rows; ++r) {
      if (!node.program.is_needed(r)) continue;
      needs_any = true;
      const auto columns = piece.by_row.columns_of(r);
      if (std::none_of(columns.begin(), columns.end(), [&](int j) { return node.program.is_open(j); })) return true;
    }
    if (node.cost >= below_) return true;
    if (!needs_any) {
      offer(node.taken);
      return true;
    }
    const auto answer = node.program.solve(cutoff(node), pivots, monitor_);
    const IntegerDuals duals = round_duals(node.program, monitor_);
    const Cost room = (below_ - 1 - node.cost) * kDualScale - duals.bound;
    if (room < 0) return true;
    bool changed = false;
    for (int j : node.program.open_columns())
      if (node.program.is_open(j) && duals.reduced[j] > room) {
        node.program.exclude(j);
        changed = changed || node.program.value(j) > kInteger;
      }
    if (answer != CoverProgram::Answer::above && !changed) return false;
    if (answer == CoverProgram::Answer::above && !changed) {
      // The float bound is above, the integer one is not: go on without a cutoff, then let branching decide.
      node.program.solve(1e300, pivots, monitor_);
      return false;
    }
  }
}

void CoverSearch::offer(std::vector<int> columns) {
  std::optional<ChosenColumns> kept = without_needless(cover_, std::move(columns));
  if (!kept || kept->cost >= below_) return;
  below_ = kept->cost;
  best_ = std::move(kept->columns);
  monitor_.improve(below_);
}

// Columns by falling value, each taken if it covers a row that is still open; then whatever is cheapest a row.
void CoverSearch::try_rounding(const Node& node) {
  const CoverPiece& piece = node.program.piece();
  std::vector<int> chosen = node.taken, order;
  std::vector<char> covered(static_cast<std::size_t>(piece.cover.rows), 0);
  for (int r = 0; r < piece.cover.rows; ++r) covered[r] = !node.program.is_needed(r);
  for (int j = 0; j < piece.cover.columns(); ++j)
    if (node.program.is_open(j) && node.program.value(j) > kInteger) order.push_back(j);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return node.program.value(a) > node.program.value(b); });
  for (int j : order) {
    const auto rows = piece.cover.rows_of(j);
    const auto fresh = std::count_if(rows.begin(), rows.end(), [&](int r) { return !covered[r]; });
    if (fresh == 0) continue;
    chosen.push_back(piece.origin[j]);
    for (int r : rows) covered[r] = 1;
  }
  offer(std::move(chosen));
}

std::vector<int> CoverSearch::fractional(const Node& node) {
  std::vector<int> found;
  for (int j : node.program.open_columns()) {
    const double x = node.program.value(j);
    if (node.program.is_open(j) && x > kInteger && x < 1 - kInteger) found.push_back(j);
  }
  return found;
}

// Of the columns whose values are fractions those to probe: the likeliest first, then what has brought much before.
std::vector<int> CoverSearch::candidates(const Node& node) const {
  const std::vector<int> open = fractional(node);
  std::vector<int> chosen;
  const auto take_least = [&](std::size_t up_to, const auto& key) {
    std::vector<std::pair<double, int>> order;
    for (int j : open)
      if (std::find(chosen.begin(), chosen.end(), j) == chosen.end()) order.emplace_back(key(j), j);
    const std::size_t more = std::min(order.size(), up_to - chosen.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(more), order.end());
    for (std::size_t k = 0; k < more; ++k) chosen.push_back(order[k].second);
  };
  take_least(kLikelyProbes, [&](int j) { return std::abs(node.program.value(j) - kLikely); });
  take_least(kProbes, [&](int j) { return -rises_.promise(node.program.piece().origin[j], node.program.value(j)); });
  return chosen;
}

// The two sides of the column that raise the bound most, by a few pivots each. Sides that close on the way are used at
// once: `node` is then the other side, and there is nothing to branch on.
std::optional<CoverSearch::Sides> CoverSearch::branch(Node& node) {
  std::optional<Sides> best;
  double best_score = -1;
  const double base = node.program.objective() + static_cast<double>(node.cost);
  for (int j : candidates(node)) {
    const double x = node.program.value(j);
    const int column = node.program.piece().origin[j];
    // What the bound of one side rises by; where nothing cheaper is left of it, up to the best cost at the least.
    const auto rise_of = [&](Node& child, RiseHistory::Side side) {
      const bool closed = is_closed(child, kProbePivots);
      const double bound = child.program.objective() + static_cast<double>(child.cost);
      const double rise = (closed ? static_cast<double>(below_) : bound) - base;
      rises_.note(column, x, side, rise);
      return closed ? std::nullopt : std::optional(std::max(rise, kLeastRise));
    };
    Sides sides{with(node, j), node};
    sides.out.program.exclude(j);
    const std::optional<double> down = rise_of(sides.out, RiseHistory::out);
    if (!down) {
      node = std::move(sides.in);
      return std::nullopt;
    }
    const std::optional<double> up = rise_of(sides.in, RiseHistory::in);
    if (!up) {
      node = std::move(sides.out);
      return std::nullopt;
    }
    if (*up * *down > best_score) {
      best_score = *up * *down;
      best = std::move(sides);
    }
  }
  return best;
}

// Where nothing is fractional but integers do not agree: some open column.
int CoverSearch::any_open(const Node& node) {
  int open = -1;
  for (int j = 0; j < node.program.piece().cover.columns(); ++j) {
    if (!node.program.is_open(j)) continue;
    if (node.program.value(j) > 0.5) return j;
    if (open < 0) open = j;
  }
  return open;
}

void CoverSearch::explore(Node node) {
  while (!is_done()) {
    ++nodes_;
    monitor_.count_state();
    if (is_closed(node, kAllPivots)) return;
    try_rounding(node);
    if (is_done()) return;
    if (fractional(node).empty()) {
      const int column = any_open(node);
      if (column < 0) return;
      explore(with(node, column));
      node.program.exclude(column);
      continue;
    }
    node.program.shrink();
    std::optional<Sides> sides = branch(node);
    if (!sides) continue;
    node = std::move(sides->out);
    explore(std::move(sides->in));
  }
}

}  // namespace shortlist
