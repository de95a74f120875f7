// Sets of rows as arrays of 64-bit words: the smallest vocabulary every other file shares.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace shortlist {

using Word = std::uint64_t;
using Cost = std::int64_t;

inline constexpr int kWordBits = 64;

// Larger than any cost, and small enough that a few of them can be added.
inline constexpr Cost kInfinite = Cost{1} << 60;

inline int words_for(int bits) { return (bits + kWordBits - 1) / kWordBits; }

inline bool has_bit(const Word* set, int bit) { return (set[bit / kWordBits] >> (bit % kWordBits)) & 1U; }

inline void add_bit(Word* set, int bit) { set[bit / kWordBits] |= Word{1} << (bit % kWordBits); }

inline void remove_bit(Word* set, int bit) { set[bit / kWordBits] &= ~(Word{1} << (bit % kWordBits)); }

inline void remove_bits(Word* set, const Word* gone, int words) {
  for (int w = 0; w < words; ++w) set[w] &= ~gone[w];
}

// The first `bits` bits set, the rest of the last word clear.
inline void fill_bits(std::vector<Word>& set, int bits) {
  set.assign(static_cast<std::size_t>(words_for(bits)), ~Word{0});
  if (bits % kWordBits != 0) set.back() = (Word{1} << (bits % kWordBits)) - 1;
}

// The bits of one word. The architecture's baseline has no instruction for it, and the compiler would call a library.
inline int count_bits(Word word) {
#ifdef __POPCNT__
  return std::popcount(word);
#else
  word -= (word >> 1) & 0x5555555555555555U;
  word = (word & 0x3333333333333333U) + ((word >> 2) & 0x3333333333333333U);
  word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fU;
  return static_cast<int>((word * 0x0101010101010101U) >> 56);
#endif
}

inline int count_bits(const Word* set, int words) {
  int count = 0;
  for (int w = 0; w < words; ++w) count += count_bits(set[w]);
  return count;
}

template <class Visit>
void for_each_bit(const Word* set, int words, Visit visit) {
  for (int w = 0; w < words; ++w)
    for (Word rest = set[w]; rest != 0; rest &= rest - 1) visit(w * kWordBits + std::countr_zero(rest));
}

}  // namespace shortlist
