// Of many small sets the first that has nothing in common with another.
#pragma once

#include "base/bitset.hpp"

namespace shortlist {

// The first of the one-word sets up to `count` that meets nothing of `taken`, or -1.
int find_apart(const Word* sets, int count, Word taken);
// The same of sets of two words.
int find_pair_apart(const Word* sets, int count, Word first, Word second);

}  // namespace shortlist
