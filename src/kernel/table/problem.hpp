// From the caller's arrays to the form every search works on.
//
// Each row is normalised: its least loss over the usable labels is unavoidable and joins a constant, what
// remains is the *excess* of each label. weight(r) is the largest excess and benefit(r, c) = weight - excess.
// Then  cost = constant + sum of excess + prices,  a list for no rows costs nothing beyond the default rule,
// and rows to which every label costs the same vanish. All amounts are divided by their common divisor.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "base/rule.hpp"
#include "table/input.hpp"
#include "table/table.hpp"

namespace shortlist {

struct Input : CallersTable {
  const Cost* losses = nullptr;          // [rows][labels]
  const Cost* weights = nullptr;         // [rows]
  const Cost* literal_prices = nullptr;  // [features]
  Cost rule_price = 0, default_price = 0;
  int max_rules = -1, max_size = -1;  // negative: no limit
  Cost min_rows = 0;
};

// What is left of max_rules and max_size; negative: no limit.
struct Allowance {
  int rules = -1;
  int size = -1;

  bool operator==(const Allowance&) const = default;
  // A rule without literals fits.
  bool empty_rule() const { return rules != 0 && (size < 0 || size >= 2); }
  // Literals the next rule may have at most, given that a default rule must still follow.
  int rule_length() const {
    if (rules == 0) return 0;
    return size < 0 ? 1 << 20 : (size >= 2 ? size - 2 : 0);
  }
  // Rules that fit before the default rule, if all but so many of them have literals; -1: any number.
  int most_rules(int without_literals) const {
    if (size < 0) return rules;
    const int fit = (size - 1 + without_literals) / 2;
    return rules < 0 ? fit : std::min(rules, fit);
  }
  Allowance after(int literals) const { return {rules < 0 ? -1 : rules - 1, size < 0 ? -1 : size - literals - 1}; }
};

struct Problem {
  int rows = 0;
  int labels = 0;                   // usable ones
  std::vector<int> label_origin;    // -> the caller's label
  std::vector<int> rule_labels;     // usable labels a rule may predict
  std::vector<int> default_labels;  // usable labels the default rule may predict
  bool empty_rule_useful = false;   // some label only rules may predict
  Cost rule_price = 0;
  std::vector<Cost> literal_price;  // [the caller's features]
  Cost least_literal = 0;           // cheapest usable literal; too dear to pay where there is none
  Cost total_weight = 0;
  Cost constant = 0;  // unavoidable loss and the default rule, in the caller's units
  Cost unit = 1;      // the caller's cost = constant + unit * ours
  Allowance allowance;
  int max_literals = 1 << 20;
  Cost min_mass = 0;       // 0: no rule can violate min_rows
  int weight_column = -1;  // -1: the weight is the sum of the benefits
  int mass_column = -1;
  Table table;                  // all rows, usable features
  std::vector<Word> usable;     // [literal] 0 or 1: may be used
  std::vector<int> row_origin;  // -> the caller's row
  std::vector<Cost> benefit;    // [rows][labels]
  std::vector<Cost> weight;     // [rows]
  std::vector<Word> cover;      // [features][words]: feature-major copy, for row sets of the whole table

  Cost excess(int row, int label) const {
    return weight[row] - benefit[static_cast<std::size_t>(row) * labels + label];
  }
  Cost price_of_literal(int literal) const { return literal_price[table.origin[feature_of(table, literal)]]; }
  // Of a rule with these literals.
  Cost price_of_rule(const Conjunction& literals) const;
  // [literal], infinite where it may not be used.
  std::vector<Cost> usable_prices() const;
  bool limited() const { return allowance.rules >= 0 || allowance.size >= 0; }
};

// Throws std::invalid_argument when the amounts are negative or too large to add up.
Problem normalise(const Input& input);

}  // namespace shortlist
