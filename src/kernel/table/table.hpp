// A table of rows and boolean columns, packed for counting.
//
// Columns are stored word-major, `bits[word * stride + feature]`, so that one masked word of rows meets
// all features in one sweep over contiguous memory. What a row is worth is stored bit-sliced: a segment
// says "these rows of this word are worth 2^shift each in that column". A column is a label's benefit (how
// much less than the worst a row costs with that label), the row's weight (the largest benefit, where it is
// not simply their sum) or its mass (what `min_rows` counts).
#pragma once

#include <span>
#include <vector>

#include "base/bitset.hpp"

namespace shortlist {

struct Segment {
  Word mask;
  int word;
  int column;
  int shift;
};

struct Table {
  int rows = 0;
  int words = 0;
  int features = 0;
  int stride = 0;   // features rounded up to whole vectors; the padding columns are zero
  int columns = 0;  // of worth, see above
  std::vector<Word> bits;
  std::vector<int> origin;        // feature -> the caller's feature
  std::vector<Segment> segments;  // by column, then shift, then word

  int literals() const { return 2 * stride; }
};

// A literal is numbered `feature` when positive and `stride + feature` when negated.
inline bool is_positive(const Table& table, int literal) { return literal < table.stride; }
inline int feature_of(const Table& table, int literal) {
  return literal >= table.stride ? literal - table.stride : literal;
}

inline int stride_for(int features) { return (features + 7) / 8 * 8; }

// Rows of `within` on which the literal holds.
void intersect_literal(const Table& table, int literal, const Word* within, Word* out);
// The same of several literals, at least one.
void intersect_literals(const Table& table, std::span<const int> literals, const Word* within, Word* out);

// Whether the feature has one value on all of `rows`.
bool is_constant(const Table& table, int feature, const Word* rows);

// The sub-table of the rows `keep` and the features `features` (indices into `from`).
struct CompactScratch {
  std::vector<int> start;
  std::vector<Word> moved;
};
void compact(const Table& from, const Word* keep, const std::vector<int>& features, Table& to, CompactScratch& scratch);

}  // namespace shortlist
