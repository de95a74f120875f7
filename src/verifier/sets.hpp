// Sets of rows, of pairs of rows or of literals, and sums over them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

namespace verifier {

using Amount = std::int64_t;
using Word = std::uint64_t;
using Numbers = std::vector<Amount>;

// Small sets need no memory of their own.
struct Set {
  std::size_t size;  // in words
  std::array<Word, 4> few{};
  std::vector<Word> many;

  explicit Set(std::size_t count = 0) : size((count + 63) / 64), many(size > few.size() ? size : 0) {}
  Set(std::size_t count, auto holds) : Set(count) {
    for (std::size_t i = 0; i < count; ++i) word()[i / 64] |= Word{holds(i)} << (i % 64);
  }
  const Word* word() const { return many.empty() ? few.data() : many.data(); }
  Word* word() { return many.empty() ? few.data() : many.data(); }
  bool has(std::size_t i) const { return word()[i / 64] >> (i % 64) & 1; }
  void put(std::size_t i) { word()[i / 64] |= Word{1} << (i % 64); }
  Set with(const Set& other, auto combine) const {
    Set out(64 * size);
    std::transform(word(), word() + size, other.word(), out.word(), combine);
    return out;
  }
  Set operator&(const Set& other) const { return with(other, std::bit_and<>()); }
  Set operator|(const Set& other) const { return with(other, std::bit_or<>()); }
  Set operator-(const Set& other) const {
    return with(other, [](Word a, Word b) { return a & ~b; });
  }
  bool operator==(const Set& other) const { return std::equal(word(), word() + size, other.word()); }
  bool within(const Set& other) const {
    return std::equal(word(), word() + size, other.word(), [](Word a, Word b) { return (a & ~b) == 0; });
  }
  bool empty() const { return within(Set(64 * size)); }
};

// How many members three sets of so many words have in common, compiled for several processors where that is possible.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__)
[[gnu::target_clones("popcnt", "default")]]
#endif
static Amount count_common(const Word* a, const Word* b, const Word* c, std::size_t words) {
  Amount count = 0;
  for (std::size_t w = 0; w < words; ++w) count += std::popcount(a[w] & b[w] & c[w]);
  return count;
}

// Adds up amounts of sets by counting bits: for each binary digit it has the set of the places whose amount has it.
struct Adder {
  std::vector<std::pair<Amount, Set>> planes;

  explicit Adder(Numbers amounts = {}) {
    const Amount unit = std::reduce(amounts.begin(), amounts.end(), Amount{0}, std::gcd<Amount, Amount>);
    Amount digits = 0;
    for (Amount& a : amounts) digits |= a /= std::max<Amount>(unit, 1);
    for (int k = 0; digits >> k != 0; ++k)
      planes.emplace_back(unit << k, Set(amounts.size(), [&](auto i) { return (amounts[i] >> k & 1) != 0; }));
  }
  // Of what two sets have in common.
  Amount operator()(const Set& a, const Set& b) const {
    Amount sum = 0;
    for (const auto& [weight, plane] : planes) sum += weight * count_common(a.word(), b.word(), plane.word(), a.size);
    return sum;
  }
  Amount operator()(const Set& set) const { return operator()(set, set); }
};

}  // namespace verifier
