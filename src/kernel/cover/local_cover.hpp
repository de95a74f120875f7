// A cheap cover by local search: columns go out and come in, and rows that stay open for long gain weight.
//
// Claim: what it gives is a cover. Nothing is claimed of its cost, and no proof rests on it. The same problem gives the same
// cover on every run: the numbers that look random come from a fixed seed, and work is counted, not seconds.
#pragma once

#include <cstdint>
#include <vector>

#include "base/monitor.hpp"
#include "cover/cover.hpp"

namespace shortlist {

// Puts the cheapest cover met in the place of `best`, which is one, while so many entries of columns are looked at and it
// costs more than is `enough`. Throws Stopped at a limit; `best` is then the cheapest so far.
void improve_cover(const Cover& cover, ChosenColumns& best, std::int64_t work, Cost enough, Monitor& monitor);

}  // namespace shortlist
