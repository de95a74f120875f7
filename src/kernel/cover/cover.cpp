#include "cover/cover.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "cover/column_sets.hpp"

namespace shortlist {
namespace {

bool contains(std::span<const int> large, std::span<const int> small) {
  return large.size() >= small.size() && std::includes(large.begin(), large.end(), small.begin(), small.end());
}

// Claim: a column whose rows are all in another one that is no dearer is not needed. Of equal ones the first stays.
// What makes a column needless is found among those that stay: cheap ones first, and of these the large ones.
std::vector<char> needed_columns(const Cover& cover, Monitor& monitor, MemoryBudget& budget) {
  const HeldBytes held(budget, ColumnSets::bytes(cover) + cover.bytes());
  const ColumnSets sets(cover);
  std::vector<int> order(static_cast<std::size_t>(cover.columns()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return cover.cost[a] != cover.cost[b] ? cover.cost[a] < cover.cost[b]
                                          : cover.rows_of(a).size() > cover.rows_of(b).size();
  });
  std::vector<std::vector<int>> kept(static_cast<std::size_t>(cover.rows));  // [row] columns that stay
  std::vector<char> needed(order.size(), 0);
  for (int j : order) {
    const auto rows = cover.rows_of(j);
    if (rows.empty()) continue;
    const std::vector<int>& rivals = kept[*std::min_element(
        rows.begin(), rows.end(), [&](int a, int b) { return kept[a].size() < kept[b].size(); })];
    needed[j] = std::none_of(rivals.begin(), rivals.end(), [&](int i) { return sets.is_within(j, i); });
    monitor.work(static_cast<std::int64_t>(rivals.size()) * 2 + 16);
    if (!needed[j]) continue;
    for (int r : rows) kept[r].push_back(j);
  }
  return needed;
}

// Claim: a row that is in every column of another row is covered whenever that one is. Of equal ones the first stays.
std::vector<char> needed_rows(const Cover& cover, const Transposed& by_row, Monitor& monitor) {
  std::vector<char> needed(static_cast<std::size_t>(cover.rows), 1);
  for (int k = 0; k < cover.rows; ++k) {
    const auto mine = by_row.columns_of(k);
    if (!needed[k] || mine.empty()) continue;
    const int shortest = *std::min_element(
        mine.begin(), mine.end(), [&](int a, int b) { return cover.rows_of(a).size() < cover.rows_of(b).size(); });
    for (int i : cover.rows_of(shortest))
      if (i != k && needed[i] && contains(by_row.columns_of(i), mine)) needed[i] = 0;
    monitor.work(static_cast<std::int64_t>(cover.rows_of(shortest).size()) * 16);
  }
  return needed;
}

Cover kept(const Cover& cover, const std::vector<char>& columns, const std::vector<char>& rows,
           std::vector<int>& origin) {
  std::vector<int> renumbered(static_cast<std::size_t>(cover.rows), -1);
  Cover smaller;
  smaller.most_columns = cover.most_columns;
  for (int r = 0; r < cover.rows; ++r)
    if (rows[r]) renumbered[r] = smaller.rows++;
  std::vector<int> kept_origin;
  for (int j = 0; j < cover.columns(); ++j) {
    if (!columns[j]) continue;
    for (int r : cover.rows_of(j))
      if (renumbered[r] >= 0) smaller.entries.push_back(renumbered[r]);
    smaller.start.push_back(static_cast<int>(smaller.entries.size()));
    smaller.cost.push_back(cover.cost[j]);
    kept_origin.push_back(origin[j]);
  }
  origin = std::move(kept_origin);
  return smaller;
}

}  // namespace

Transposed::Transposed(const Cover& cover) : start(static_cast<std::size_t>(cover.rows) + 1, 0) {
  for (int r : cover.entries) ++start[r + 1];
  for (int r = 0; r < cover.rows; ++r) start[r + 1] += start[r];
  entries.resize(cover.entries.size());
  std::vector<int> next(start.begin(), start.end() - 1);
  for (int j = 0; j < cover.columns(); ++j)
    for (int r : cover.rows_of(j)) entries[next[r]++] = j;
}

ReducedCover reduce(const Cover& cover, Monitor& monitor, MemoryBudget& budget) {
  const HeldBytes held(budget, 3 * cover.bytes());  // what was, what is left of it, and that by rows
  ReducedCover reduced{cover, std::vector<int>(static_cast<std::size_t>(cover.columns()))};
  for (int j = 0; j < cover.columns(); ++j) reduced.column_origin[j] = j;
  while (true) {
    const int columns = reduced.cover.columns(), rows = reduced.cover.rows;
    const std::vector<char> all(static_cast<std::size_t>(rows), 1);
    reduced.cover = kept(reduced.cover, needed_columns(reduced.cover, monitor, budget), all, reduced.column_origin);
    const std::vector<char> every(static_cast<std::size_t>(reduced.cover.columns()), 1);
    reduced.cover = kept(reduced.cover, every, needed_rows(reduced.cover, Transposed(reduced.cover), monitor),
                         reduced.column_origin);
    if (reduced.cover.columns() == columns && reduced.cover.rows == rows) return reduced;
  }
}

std::optional<ChosenColumns> without_needless(const Cover& cover, std::vector<int> columns) {
  ChosenColumns kept;
  std::vector<int> times(static_cast<std::size_t>(cover.rows), 0);
  for (int j : columns) {
    kept.cost += cover.cost[j];
    for (int r : cover.rows_of(j)) ++times[r];
  }
  if (std::find(times.begin(), times.end(), 0) != times.end()) return std::nullopt;
  std::stable_sort(columns.begin(), columns.end(), [&](int a, int b) { return cover.cost[a] > cover.cost[b]; });
  for (int j : columns) {
    const auto rows = cover.rows_of(j);
    if (std::all_of(rows.begin(), rows.end(), [&](int r) { return times[r] > 1; })) {
      for (int r : rows) --times[r];
      kept.cost -= cover.cost[j];
    } else {
      kept.columns.push_back(j);
    }
  }
  if (cover.most_columns >= 0 && static_cast<int>(kept.columns.size()) > cover.most_columns) return std::nullopt;
  return kept;
}

std::optional<ChosenColumns> greedy_cover(const Cover& cover) {
  std::vector<int> order(static_cast<std::size_t>(cover.columns())), chosen;
  std::iota(order.begin(), order.end(), 0);
  const auto dearness = [&](int j) {  // only a guide, so that a float may decide
    return static_cast<double>(cover.cost[j]) / static_cast<double>(std::max<std::size_t>(1, cover.rows_of(j).size()));
  };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return dearness(a) < dearness(b); });
  std::vector<char> covered(static_cast<std::size_t>(cover.rows), 0);
  for (int j : order) {
    bool helps = false;
    for (int r : cover.rows_of(j)) helps |= !std::exchange(covered[r], 1);
    if (helps) chosen.push_back(j);
  }
  return without_needless(cover, std::move(chosen));
}

}  // namespace shortlist
