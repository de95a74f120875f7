// The rows that the search looks at so far, and the literals as they appear there.
//
// The set only grows, at its end: what is known about positions stays true. Literals that agree on all active rows
// are one literal here, represented by the first.
#pragma once

#include <vector>

#include "perfect/mask_set.hpp"
#include "perfect/table.hpp"

namespace shortlist {

template <int N>
class ActiveRows {
 public:
  using Mask = RowMask<N>;

  explicit ActiveRows(const PerfectTable& from)
      : table(from), accepts(from.labels), only(from.labels), column_(from.literals) {}

  // `rows` begins with those that are active already.
  void grow(const std::vector<int>& rows) {
    while (row.size() < rows.size()) add(rows[row.size()]);
    find_distinct_literals();
  }

  int rows() const { return static_cast<int>(row.size()); }
  int literals() const { return static_cast<int>(literal.size()); }
  const Word* holds_on(int position) const { return holds.data() + static_cast<std::size_t>(position) * literal_words; }

  const PerfectTable& table;
  std::vector<int> row;  // [position] -> row of the table; negative: left blank
  Mask all;
  std::vector<Mask> accepts;  // [label]
  std::vector<Mask> only;     // [label] rows that accept no other label
  std::vector<int> literal;   // [active literal] -> literal of the table
  std::vector<Mask> cover;    // [active literal]
  int literal_words = 0;
  std::vector<Word> holds;  // [position][literal_words] active literals

 private:
  void add(int new_row) {
    const int i = rows();
    row.push_back(new_row);
    if (new_row < 0) return;
    all.add(i);
    int count = 0, last = 0;
    for (int label = 0; label < table.labels; ++label) {
      if (!table.accept(new_row, label)) continue;
      accepts[label].add(i);
      last = label;
      ++count;
    }
    if (count == 1) only[last].add(i);
    for_each_bit(table.holds_on(new_row), table.literal_words, [&](int l) { column_[l].add(i); });
  }

  void find_distinct_literals() {
    literal.clear();
    cover.clear();
    seen_.clear();
    for (int l = 0; l < table.literals; ++l) {
      const Mask& mask = column_[l];
      if (mask.empty() || mask == all || !seen_.insert(mask)) continue;
      literal.push_back(l);
      cover.push_back(mask);
    }
    literal_words = words_for(literals());
    holds.assign(static_cast<std::size_t>(rows()) * literal_words, 0);
    for (int j = 0; j < literals(); ++j)
      cover[j].for_each([&](int i) { add_bit(holds.data() + static_cast<std::size_t>(i) * literal_words, j); });
  }

  std::vector<Mask> column_;  // [literal of the table]
  MaskSet<N> seen_;
};

}  // namespace shortlist
