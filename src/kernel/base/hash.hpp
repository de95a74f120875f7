// A hash of an array of words.
#pragma once

#include "base/bitset.hpp"

namespace shortlist {

// The upper half is added to the lower one after each product, the last one too: places are told by the lowest bits, and
// the highest bits of a word change nothing in those of its product.
inline Word hash_words(const Word* words, int count) {
  const auto mixed = [](Word hash) {
    hash *= 0xD6E8FEB86659FD93U;
    return hash ^ hash >> 32;
  };
  Word hash = 0x9E3779B97F4A7C15U;
  for (int w = 0; w < count; ++w) hash = mixed(hash ^ words[w]);
  return mixed(hash);
}

}  // namespace shortlist
