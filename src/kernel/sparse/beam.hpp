// Good lists at once: beam search over prefixes of rules.
#pragma once

#include "base/monitor.hpp"
#include "table/list.hpp"

namespace shortlist {

// The best list met when `width` prefixes are kept at each length; width 1 is the greedy list.
// Rules are single literals and what the best of these grow into. Three passes weigh what is left undecided
// fully, by half and by a quarter.
List beam_search(const Problem& problem, Monitor& monitor, int width);

}  // namespace shortlist
