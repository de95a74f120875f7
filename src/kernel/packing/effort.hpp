// How much work a pair packing is worth, by the size of what is packed.
#pragma once

namespace shortlist {

struct PackingEffort {
  int neighbours;  // unlike rows each row may be paired with, besides those it has been paired with before
  int rounds;      // of solving and cutting
  int iterations;  // of the program in each
  bool simple;     // keep to a stricter limit per literal, which needs no look at longer conjunctions
};

inline constexpr int kLargeTable = 1500;  // rows beyond which a quick packing comes first
inline constexpr PackingEffort kThoroughPacking{10, 6, 200, false};
inline constexpr PackingEffort kQuickPacking{2, 1, 80, true};

}  // namespace shortlist
