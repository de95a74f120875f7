// A table for perfect lists: each row accepts some labels, and a list must give every row one of these.
//
// Words used by the perfect search. W(S): least price of a list that is right on the rows S, without the default
// rule's price, divided by the common divisor of the prices; with all prices 1 it is the size minus 1.
// A rule is *pure* on S when every row of S that it covers accepts its label.
// Three facts carry the search. *Monotony*: T within S implies W(T) <= W(S), since a list for S serves T.
// *Recursion*: W(S) = 0 when one default label suits all of S, else the minimum over pure rules x that cover some
// row of S of price(x) + W(S without x). *Free rows* that accept every usable label are never wrong and are left out.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/bitset.hpp"
#include "base/rule.hpp"
#include "table/input.hpp"

namespace shortlist {

// A budget above the price of every list: rows on which no list is cheaper than this have no perfect list at all.
inline constexpr Cost kForever = Cost{1} << 30;

struct PerfectInput : CallersTable {
  const bool* acceptable = nullptr;  // [rows][labels]
  Cost rule_price = 1, literal_price = 1, default_price = 1;
};

struct PerfectTable {
  int rows = 0;
  int row_words = 0;
  int labels = 0;  // usable ones
  int literals = 0;
  int literal_words = 0;
  std::vector<int> row_origin;                       // -> the caller's row
  std::vector<int> label_origin;                     // -> the caller's label
  std::vector<bool> rule_label, default_label;       // [label] who may predict it
  std::vector<std::pair<int, bool>> literal_origin;  // -> the caller's feature and sign
  std::vector<Word> cover;                           // [literal][row_words] rows on which it holds
  std::vector<Word> holds;                           // [row][literal_words] literals that hold on it
  std::vector<Word> accepts;                         // [label][row_words] rows that accept it
  Cost rule_price = 1, literal_price = 1;            // divided by `unit`
  Cost unit = 1, constant = 1;                       // the caller's price = constant + unit * ours
  int max_literals = 1 << 20;

  const Word* rows_with(int literal) const { return cover.data() + static_cast<std::size_t>(literal) * row_words; }
  const Word* holds_on(int row) const { return holds.data() + static_cast<std::size_t>(row) * literal_words; }
  const Word* accepting(int label) const { return accepts.data() + static_cast<std::size_t>(label) * row_words; }
  bool accept(int row, int label) const { return has_bit(accepting(label), row); }
  Cost rule_cost(int length) const { return rule_price + literal_price * length; }
  // What is left of a budget after a rule.
  Cost after_rule(Cost budget, int length) const { return budget >= kForever ? budget : budget - rule_cost(length); }
  Cost in_callers_units(Cost price) const { return constant + unit * price; }
  // Sets `literal_words` and `holds` from `cover`.
  void transpose();
};

// Throws std::invalid_argument when a row accepts no usable label or a price is negative or huge.
PerfectTable make_perfect_table(const PerfectInput& input);

// How many rows of `cover` the literal keeps, those that accept a label and those that do not.
struct Kept {
  std::int64_t positive, negative;
};
Kept count_kept(const Word* cover, const Word* literal, const Word* accepting, int words);

// The rows of `within` on which all literals hold.
void intersect_rule(const PerfectTable& table, const Conjunction& literals, const std::vector<Word>& within,
                    std::vector<Word>& out);

// The rows that the list labels wrongly.
std::vector<Word> misclassified(const PerfectTable& table, const List& list);

// Labels for the given conjunctions so that the list is perfect, with its price; infinite cost when there are none.
List perfect_list(const PerfectTable& table, const std::vector<Conjunction>& rules);

// Drops rules and literals, later ones first, as long as the list stays perfect.
List shortened(const PerfectTable& table, const List& list);

}  // namespace shortlist
