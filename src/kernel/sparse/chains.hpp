// Thresholds of one column in a state: chains of features, each of which holds wherever the one before it holds.
#pragma once

#include <vector>

#include "table/counting.hpp"

namespace shortlist {

struct State;

// The neighbours of each feature of a table in its chain, -1 where there is none.
struct Links {
  std::vector<int> looser, tighter;

  bool none() const { return looser.empty(); }
  // Of a literal: the next one that covers more, and the next one that covers less.
  int looser_than(const Table& table, int literal) const {
    return is_positive(table, literal) ? looser[literal] : negated(table, tighter[literal - table.stride]);
  }
  int tighter_than(const Table& table, int literal) const {
    return is_positive(table, literal) ? tighter[literal] : negated(table, looser[literal - table.stride]);
  }

  // Of all features; none where no chain is long enough to be of use.
  static Links of_all(const Problem& problem);
  // Of a table that has some of the features, in the order given.
  void restrict(const std::vector<int>& features, Links& to) const;

 private:
  static int negated(const Table& table, int feature) { return feature < 0 ? -1 : table.stride + feature; }
};

// Literals of a table with their prices and what they cover, alone or within a conjunction.
struct LinkedLiterals {
  const Table& table;
  const Links& links;
  const std::vector<Cost>& price;
  const LiteralScan& scan;

  // Whether a rule for the label with this literal costs no more with the next looser one, or the next tighter one.
  bool moves_outward(int literal, int label) const;
  bool moves_inward(int literal, int label) const;

 private:
  Cost benefit(int literal, int label) const {
    return scan.count[static_cast<std::size_t>(label) * table.literals() + literal];
  }
};

// Leaves one of the features that say the same on the rows of a state; `scan` is of these rows.
void merge_equal_features(const State& from, const LiteralScan& scan, std::vector<int>& kept);
// How long a rule with the literal, or one that was merged into it, may be.
int longest_of_equals(const State& from, const LiteralScan& scan, int literal);

// Raises bounds on what is left outside each literal by those of other literals of the chain.
void spread_rests(const State& s, std::vector<Cost>& rest);

}  // namespace shortlist
