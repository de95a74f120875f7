// Sets of active rows, a fixed number of words wide: what the perfect search computes with.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/bitset.hpp"

namespace shortlist {

template <int N>
struct RowMask {
  std::array<Word, N> word{};

  static constexpr int capacity() { return N * kWordBits; }
  static RowMask single(int row) {
    RowMask mask;
    mask.add(row);
    return mask;
  }

  bool operator==(const RowMask&) const = default;
  bool has(int row) const { return has_bit(word.data(), row); }
  void add(int row) { add_bit(word.data(), row); }
  bool empty() const {
    Word any = 0;
    for (int i = 0; i < N; ++i) any |= word[i];
    return any == 0;
  }
  int count() const { return count_bits(word.data(), N); }
  int first() const {
    for (int i = 0; i < N; ++i)
      if (word[i] != 0) return i * kWordBits + std::countr_zero(word[i]);
    return capacity();
  }
  bool within(const RowMask& other) const {
    Word outside = 0;
    for (int i = 0; i < N; ++i) outside |= word[i] & ~other.word[i];
    return outside == 0;
  }
  bool meets(const RowMask& other) const {
    Word common = 0;
    for (int i = 0; i < N; ++i) common |= word[i] & other.word[i];
    return common != 0;
  }
  RowMask operator&(const RowMask& other) const {
    RowMask out;
    for (int i = 0; i < N; ++i) out.word[i] = word[i] & other.word[i];
    return out;
  }
  RowMask operator|(const RowMask& other) const {
    RowMask out;
    for (int i = 0; i < N; ++i) out.word[i] = word[i] | other.word[i];
    return out;
  }
  RowMask without(const RowMask& other) const {
    RowMask out;
    for (int i = 0; i < N; ++i) out.word[i] = word[i] & ~other.word[i];
    return out;
  }
  std::uint64_t hash() const {
    std::uint64_t h = 0;
    for (int i = 0; i < N; ++i) {
      h = (h ^ word[i]) * 0x9E3779B97F4A7C15U;
      h ^= h >> 29;
    }
    return h;
  }
  template <class Visit>
  void for_each(Visit visit) const {
    for_each_bit(word.data(), N, visit);
  }
};

// The same rows in a wider or equally wide mask.
template <int To, int From>
RowMask<To> widened(const RowMask<From>& mask) {
  static_assert(To >= From);
  RowMask<To> out;
  for (int i = 0; i < From; ++i) out.word[i] = mask.word[i];
  return out;
}

}  // namespace shortlist
