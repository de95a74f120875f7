#include "base/apart.hpp"

#include <cstddef>

#include "base/dispatch.hpp"

namespace shortlist {

SHORTLIST_CLONES int find_apart(const Word* sets, int count, Word taken) {
  constexpr int kBlock = 16;
  int at = 0;
  for (; at + kBlock <= count; at += kBlock) {
    Word found = 0;
    for (int k = 0; k < kBlock; ++k) found |= (sets[at + k] & taken) == 0 ? 1U : 0U;
    if (found != 0) break;
  }
  for (; at < count; ++at)
    if ((sets[at] & taken) == 0) return at;
  return -1;
}

SHORTLIST_CLONES int find_pair_apart(const Word* sets, int count, Word first, Word second) {
  constexpr int kBlock = 16;
  int at = 0;
  for (; at + kBlock <= count; at += kBlock) {
    const Word* block = sets + 2 * static_cast<std::ptrdiff_t>(at);
    Word found = 0;
    for (int k = 0; k < kBlock; ++k) found |= ((block[2 * k] & first) | (block[2 * k + 1] & second)) == 0 ? 1U : 0U;
    if (found != 0) break;
  }
  for (; at < count; ++at) {
    const Word* set = sets + 2 * static_cast<std::ptrdiff_t>(at);
    if (((set[0] & first) | (set[1] & second)) == 0) return at;
  }
  return -1;
}

}  // namespace shortlist
