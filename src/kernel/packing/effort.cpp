#include "packing/effort.hpp"

#include <algorithm>

namespace shortlist {
namespace {

constexpr std::int64_t kTableWork = 300'000'000;  // for the program of a large table

// As far as the number of rows allows.
PackingEffort most_effort(int rows) {
  if (rows <= kLargeTable) return kThoroughPacking;
  constexpr int kNear = 3, kRounds = 4, kEntries = 12;  // of a column
  const std::int64_t sweep = static_cast<std::int64_t>(rows) * kNear * kEntries;
  return {kNear, kRounds, static_cast<int>(std::clamp<std::int64_t>(kTableWork / kRounds / sweep, 60, 400)), false};
}

}  // namespace

PackingEffort effort_for_table(int rows, int earlier) {
  const bool is_large = rows > kLargeTable;
  if (is_large && earlier == 0) return kQuickPacking;
  const int thorough = earlier - (is_large ? 1 : 0);
  PackingEffort effort = most_effort(rows);
  effort.neighbours += 2 * thorough;
  effort.iterations *= 1 + thorough;
  return effort;
}

}  // namespace shortlist
