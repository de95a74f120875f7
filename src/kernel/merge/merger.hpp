// Equal rows of bits become one, with its examples counted class by class.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/bitset.hpp"

namespace shortlist {

// Distinct rows: the bits of each in bytes, the first bit the highest of the first byte; for each class the weight of the
// examples that the row is; and how many of the rows that were added it is.
struct Merged {
  std::vector<std::uint8_t> bits;
  std::vector<std::int64_t> counts;
  std::vector<std::int64_t> numbers;
};

class Merger {
 public:
  Merger(std::size_t words, std::size_t classes);

  // Add rows of `words` words each, with their classes and weights.
  void add(const Word* rows, std::size_t count, const std::int64_t* labels, const std::int64_t* weights);

  std::size_t size() const { return numbers_.size(); }

  // All of them, in the order of their bits, the highest bit of the first word first, with so many bytes of bits each.
  Merged merged(std::size_t bytes) const;

  std::size_t words() const { return words_; }
  std::size_t classes() const { return classes_; }

 private:
  std::size_t number_of(const Word* row, Word hash);
  const Word* row(std::size_t r) const { return &rows_[r * words_]; }
  std::vector<std::uint32_t> order() const;
  std::size_t place_of(const Word* row, Word hash) const;
  void grow();

  std::size_t words_;
  std::size_t classes_;
  // The upper half of a row's hash, and its number + 1; 0 is a free slot.
  std::vector<std::uint64_t> slots_;
  std::vector<Word> rows_;
  std::vector<std::int64_t> counts_;
  std::vector<std::int64_t> numbers_;
};

// What the entries of one column have: words of bits, which stand from `first_word` on in a row, for each entry and last for a
// missing one. `Code` tells for each row which entry it has, and less than 0 if that is missing.
struct Pattern {
  const Word* bits;
  std::size_t entries;
  std::size_t width;
  std::size_t first_word;

  // Put the bits of these rows, of `words` words each, to those that they have.
  template <typename Code>
  void put(const Code* codes, std::size_t count, Word* rows, std::size_t words) const {
    for (std::size_t w = 0; w < width; ++w)
      for (std::size_t r = 0; r < count; ++r) {
        const std::size_t entry = std::min(static_cast<std::size_t>(codes[r]), entries - 1);  // −1 is very large here
        rows[r * words + first_word + w] |= bits[entry * width + w];
      }
  }
};

}  // namespace shortlist
