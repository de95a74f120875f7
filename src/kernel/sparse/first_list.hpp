// A list at once: rule after rule, each the best of those tried.
#pragma once

#include "base/monitor.hpp"
#include "table/list.hpp"

namespace shortlist {

// Rules are single literals and what the best of these grow into. Three passes weigh what is left undecided fully, by
// half and by a quarter; the best list met is taken.
List first_list(const Problem& problem, Monitor& monitor);

}  // namespace shortlist
