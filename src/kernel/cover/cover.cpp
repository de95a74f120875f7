#include "cover/cover.hpp"

#include <algorithm>

namespace shortlist {
namespace {

bool contains(std::span<const int> large, std::span<const int> small) {
  return large.size() >= small.size() && std::includes(large.begin(), large.end(), small.begin(), small.end());
}

// Claim: a column whose rows are all in another one that is no dearer is not needed. Of equal ones the first stays.
std::vector<char> needed_columns(const Cover& cover, const Transposed& by_row, Monitor& monitor) {
  std::vector<char> needed(static_cast<std::size_t>(cover.columns()), 1);
  for (int j = 0; j < cover.columns(); ++j) {
    const auto mine = cover.rows_of(j);
    if (mine.empty()) {
      needed[j] = 0;
      continue;
    }
    const int rarest = *std::min_element(mine.begin(), mine.end(), [&](int a, int b) {
      return by_row.columns_of(a).size() < by_row.columns_of(b).size();
    });
    for (int i : by_row.columns_of(rarest)) {
      if (i == j || !needed[i] || cover.cost[i] > cover.cost[j] || !contains(cover.rows_of(i), mine)) continue;
      if (i > j && cover.cost[i] == cover.cost[j] && cover.rows_of(i).size() == mine.size()) continue;
      needed[j] = 0;
      break;
    }
    monitor.work(static_cast<std::int64_t>(by_row.columns_of(rarest).size()) * 8);
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

ReducedCover reduce(const Cover& cover, Monitor& monitor) {
  ReducedCover reduced{cover, std::vector<int>(static_cast<std::size_t>(cover.columns()))};
  for (int j = 0; j < cover.columns(); ++j) reduced.column_origin[j] = j;
  while (true) {
    const int columns = reduced.cover.columns(), rows = reduced.cover.rows;
    const std::vector<char> all(static_cast<std::size_t>(rows), 1);
    reduced.cover = kept(reduced.cover, needed_columns(reduced.cover, Transposed(reduced.cover), monitor), all,
                         reduced.column_origin);
    const std::vector<char> every(static_cast<std::size_t>(reduced.cover.columns()), 1);
    reduced.cover = kept(reduced.cover, every, needed_rows(reduced.cover, Transposed(reduced.cover), monitor),
                         reduced.column_origin);
    if (reduced.cover.columns() == columns && reduced.cover.rows == rows) return reduced;
  }
}

}  // namespace shortlist
