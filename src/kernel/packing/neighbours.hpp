// For each row, the nearest rows that want another label.
#pragma once

#include <utility>
#include <vector>

#include "base/monitor.hpp"

namespace shortlist {

struct PackingRows;

// Pairs (i, j), i < j, of members without a common best label, each near at least one of its ends; some may appear
// twice. Up to a few thousand members all pairs are compared; beyond, only rows that stand close together in one of
// several sorted orders.
std::vector<std::pair<int, int>> near_pairs(const PackingRows& rows, int features, const std::vector<int>& members,
                                            int neighbours, Monitor& monitor);

}  // namespace shortlist
