// How much work a pair packing is worth, by the size of what is packed.
#pragma once

#include <cstdint>

namespace shortlist {

struct PackingEffort {
  int neighbours;  // unlike rows each row may be paired with, besides those it has been paired with before
  int rounds;      // of solving and cutting
  int iterations;  // of the program in each
  bool simple;     // keep to a stricter limit per literal, which needs no look at longer conjunctions
  std::int64_t cut_work = 10'000'000;      // spent on looking for cuts in each round
  std::int64_t repair_work = 200'000'000;  // before a repair gives up
};

inline constexpr int kLargeTable = 1500;  // rows beyond which a quick packing comes first, and none has discounts
inline constexpr PackingEffort kThoroughPacking{10, 6, 200, false, 200'000'000, 800'000'000};
inline constexpr PackingEffort kQuickPacking{2, 1, 80, true};

// For all rows of a table that has been packed so often before: more each time; a large table is packed quickly at first.
PackingEffort effort_for_table(int rows, int earlier);

}  // namespace shortlist
