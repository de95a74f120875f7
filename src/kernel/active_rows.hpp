// The rows that the search looks at so far, and the literals as they appear there.
//
// The set only grows, at its end: what is known about positions stays true. Literals that agree on all active rows
// are one literal here, represented by the first.
#pragma once

#include <map>
#include <vector>

#include "perfect_table.hpp"
#include "row_mask.hpp"

namespace shortlist {

template <int N>
struct ActiveRows {
  using Mask = RowMask<N>;

  const PerfectTable& table;
  std::vector<int> row;        // [position] -> row of the table; negative: left blank
  Mask all;
  std::vector<Mask> accepts;   // [label]
  std::vector<Mask> only;      // [label] rows that accept no other label
  std::vector<int> literal;    // [active literal] -> literal of the table
  std::vector<Mask> cover;     // [active literal]
  int literal_words = 0;
  std::vector<Word> holds;     // [position][literal_words] active literals

  ActiveRows(const PerfectTable& from, const std::vector<int>& rows)
      : table(from), row(rows), accepts(from.labels), only(from.labels) {
    fill_labels();
    fill_literals();
  }

  int rows() const { return static_cast<int>(row.size()); }
  int literals() const { return static_cast<int>(literal.size()); }
  const Word* holds_on(int position) const {
    return holds.data() + static_cast<std::size_t>(position) * literal_words;
  }

 private:
  void fill_labels() {
    for (int i = 0; i < rows(); ++i) {
      if (row[i] < 0) continue;
      all.add(i);
      int count = 0, last = 0;
      for (int label = 0; label < table.labels; ++label) {
        if (!table.accept(row[i], label)) continue;
        accepts[label].add(i);
        last = label;
        ++count;
      }
      if (count == 1) only[last].add(i);
    }
  }

  void fill_literals() {
    std::map<std::array<Word, N>, int> seen;
    for (int l = 0; l < table.literals; ++l) {
      Mask mask;
      for (int i = 0; i < rows(); ++i)
        if (row[i] >= 0 && has_bit(table.cover_of(l), row[i])) mask.add(i);
      if (mask.empty() || mask == all || !seen.emplace(mask.word, l).second) continue;
      literal.push_back(l);
      cover.push_back(mask);
    }
    literal_words = words_for(literals());
    holds.assign(static_cast<std::size_t>(rows()) * literal_words, 0);
    for (int j = 0; j < literals(); ++j)
      cover[j].for_each([&](int i) { add_bit(holds.data() + static_cast<std::size_t>(i) * literal_words, j); });
  }
};

}  // namespace shortlist
