// Counting, for all literals of a table at once, what a rule or the rest behind it would cost.
//
// These are the inner loops. They run over arrays indexed by literal and nothing else, so that the compiler
// turns them into vector code; `SHORTLIST_CLONES` compiles each for several processors.
#pragma once

#include <algorithm>
#include <vector>

#include "table/problem.hpp"

namespace shortlist {

// The price and labels half of a problem, as the inner loops need it.
struct Scoring {
  int labels = 0;
  const int* rule_labels = nullptr;
  int rule_label_count = 0;
  const int* default_labels = nullptr;
  int default_label_count = 0;
  int weight_column = -1;
  int mass_column = -1;
  Cost min_mass = 0;
  Cost rule_price = 0;
  bool empty_rule_useful = false;
  bool two_free_labels = false;

  explicit Scoring(const Problem& problem);

  Cost weight(const Cost* count) const { return two_free_labels ? count[0] + count[1] : any_weight(count); }
  // Excess of the rows when the best rule label is given to all of them.
  Cost rule_loss(const Cost* count) const {
    return two_free_labels ? std::min(count[0], count[1]) : any_rule_loss(count);
  }
  // Least cost of a list without literals: the default rule, or an empty rule before it.
  Cost leaf(const Cost* count, bool empty_rule) const {
    return two_free_labels ? std::min(count[0], count[1]) : any_leaf(count, empty_rule);
  }

 private:
  // The same, whatever the labels.
  Cost any_weight(const Cost* count) const;
  Cost any_rule_loss(const Cost* count) const;
  Cost any_leaf(const Cost* count, bool empty_rule) const;
};

// What each literal covers, and what would be left: arrays over the literals of a table.
struct LiteralScan {
  std::vector<Cost> count;      // [column][literal]
  std::vector<Cost> weight;     // of the rows covered
  std::vector<Cost> wrong;      // excess of the covered rows under the best rule label
  std::vector<Cost> leaf_rest;  // cost of the other rows without literals
  std::vector<Cost> scratch;

  void resize(int columns, int literals);
  // What the rows of one literal are worth in each column.
  void counts_of(int literal, int columns, int literals, std::vector<Cost>& out) const {
    out.resize(columns);
    for (int c = 0; c < columns; ++c) out[c] = count[static_cast<std::size_t>(c) * literals + literal];
  }
};

// Units of work for counting the features once and scanning the result.
inline std::int64_t counting_work(const Table& table) {
  return 2 * static_cast<std::int64_t>(table.segments.size()) * (table.stride / 8) +
         3 * (2 * table.columns + 8) * (table.stride / 4) + 200;
}

// out[column][feature] = worth of the rows in `rows` on which the feature holds.
void count_features(const Table& table, const Word* rows, Cost* out);

// out[column] = worth of the rows in `rows`.
void count_rows(const Table& table, const Word* rows, Cost* out);

// Fills `scan` for the rule `prefix and literal`. counts: from count_features of the prefix; inside: the
// prefix's own counts; state: the counts of the whole state, of which the rule takes its share.
// Rules that cover too little mass get an infinite `wrong`.
void scan_literals(const Scoring& scoring, int columns, int stride, const Cost* counts, const Cost* inside,
                   const Cost* state, bool empty_rule, LiteralScan& scan);

// The least of base + price + wrong + leaf_rest, and the first literal that attains it.
struct BestLiteral {
  Cost value = kInfinite;
  int literal = -1;
};
BestLiteral best_literal(const LiteralScan& scan, const Cost* price, int literals, Cost base);

}  // namespace shortlist
