// A hash of an array of words.
#pragma once

#include "base/bitset.hpp"

namespace shortlist {

inline Word hash_words(const Word* words, int count) {
  Word hash = 0x9E3779B97F4A7C15U;
  for (int w = 0; w < count; ++w) {
    hash = (hash ^ words[w]) * 0xD6E8FEB86659FD93U;
    hash ^= hash >> 32;
  }
  return hash * 0xD6E8FEB86659FD93U;
}

}  // namespace shortlist
