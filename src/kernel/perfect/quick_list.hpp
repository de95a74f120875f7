// Some perfect list at once, however large the table: the leaves of a greedy decision tree.
#pragma once

#include "perfect/table.hpp"

namespace shortlist {

// Infinite cost where a constraint is in its way.
List quick_list(const PerfectTable& table);

}  // namespace shortlist
