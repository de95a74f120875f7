// A list at once: rule after rule, each the best of those tried.
#pragma once

#include "base/monitor.hpp"
#include "table/list.hpp"

namespace shortlist {

// Literals of a rule that are grown at most: at first, and where a table has proved hard.
inline constexpr int kShortRules = 3, kLongRules = 8;

// Rules are single literals and what the best of these grow into. Three passes weigh what is left undecided fully, by
// half and by a quarter; the best list met is taken.
List first_list(const Problem& problem, Monitor& monitor, int longest_rule);

}  // namespace shortlist
