// The rows of each column as bits. Of more than 512 rows several share a bit, so that the bits of many columns stay small.
#pragma once

#include <algorithm>
#include <vector>

#include "cover/cover.hpp"

namespace shortlist {

class ColumnSets {
 public:
  // The cover must live longer.
  explicit ColumnSets(const Cover& cover) : cover_(cover), words_(std::min(words_for(cover.rows), kMostWords)) {
    bits_.assign(std::size_t(cover.columns()) * std::size_t(words_), 0);
    for (int j = 0; j < cover.columns(); ++j)
      for (int r : cover.rows_of(j)) add_bit(bits_.data() + std::size_t(j) * std::size_t(words_), bit_of(r));
  }

  static std::size_t bytes(const Cover& cover) {
    return std::size_t(cover.columns()) * std::size_t(std::min(words_for(cover.rows), kMostWords)) * sizeof(Word);
  }
  // Has each row a bit of its own?
  bool is_exact() const { return cover_.rows <= kMostWords * kWordBits; }
  int words() const { return words_; }
  const Word* of(int column) const { return bits_.data() + std::size_t(column) * std::size_t(words_); }

  // Are all rows of the one in the other?
  bool is_within(int small, int large) const {
    const Word *mine = of(small), *other = of(large);
    for (int w = 0; w < words_; ++w)
      if ((mine[w] & ~other[w]) != 0) return false;
    if (is_exact()) return true;
    const auto rows = cover_.rows_of(small), others = cover_.rows_of(large);
    return std::includes(others.begin(), others.end(), rows.begin(), rows.end());
  }

 private:
  static constexpr int kMostWords = 8;
  int bit_of(int row) const { return row % (words_ * kWordBits); }

  const Cover& cover_;
  int words_;
  std::vector<Word> bits_;
};

}  // namespace shortlist
