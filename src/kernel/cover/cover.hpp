// The covering problem: choose columns of least total cost so that every row is in one of them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/bitset.hpp"
#include "base/memory.hpp"

namespace shortlist {

struct Cover {
  int rows = 0;
  std::vector<int> start{0};  // [column + 1] into `entries`
  std::vector<int> entries;   // the rows of each column, rising
  std::vector<Cost> cost;     // [column], none negative
  int most_columns = -1;      // choose no more than this; -1 is no limit

  int columns() const { return static_cast<int>(cost.size()); }
  std::size_t bytes() const { return (start.size() + entries.size()) * sizeof(int) + cost.size() * sizeof(Cost); }
  std::span<const int> rows_of(int column) const {
    return {entries.data() + start[column], static_cast<std::size_t>(start[column + 1] - start[column])};
  }
};

// The columns of each row.
struct Transposed {
  explicit Transposed(const Cover& cover);
  std::span<const int> columns_of(int row) const {
    return {entries.data() + start[row], static_cast<std::size_t>(start[row + 1] - start[row])};
  }
  std::vector<int> start;
  std::vector<int> entries;
};

// The same problem without columns and rows that others make needless.
struct ReducedCover {
  Cover cover;
  std::vector<int> column_origin;
};
ReducedCover reduce(const Cover& cover, Monitor& monitor, MemoryBudget& budget);

// The same choice without columns that the others in it make needless, the dearest first; nothing if it is no cover.
struct ChosenColumns {
  std::vector<int> columns;
  Cost cost = 0;
};
std::optional<ChosenColumns> without_needless(const Cover& cover, std::vector<int> columns);

// Some cover at once, if there is one within the limit on columns: those with many rows for their cost first.
std::optional<ChosenColumns> greedy_cover(const Cover& cover);

}  // namespace shortlist
