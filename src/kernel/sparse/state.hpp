// Everything the search knows about one set of undecided rows.
//
// States are kept one per depth and reused, so that a running search allocates next to nothing.
#pragma once

#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "packing/pair_packing.hpp"
#include "sparse/bounds.hpp"
#include "sparse/chains.hpp"
#include "table/counting.hpp"
#include "table/list.hpp"

namespace shortlist {

// A rule that is still worth a try. Its literals lie in the state's pool.
struct Candidate {
  int begin;
  int length;
  Cost base;   // price and excess of the rule itself
  Cost guess;  // cost if the rest gets no further rule: the order of trying
};

// A child that was solved: V of the rows outside `cover` is at least `value`.
struct Sibling {
  std::vector<Word> cover;
  Cost value;
  int length;  // of its rule
};

// A literal pair's row: everything about `first and l`, for all literals l of the board.
struct PairRow {
  LiteralScan scan;
  std::vector<Word> labels;      // [literal] labels for which the pair may be the rule
  std::vector<Word> longer;      // [literal] labels for which it may be part of a longer rule
  std::vector<Word> extensions;  // [literal] of prefixes: labels for which all pairs may be part of a longer rule
  std::vector<Word> cover;       // of prefixes: their rows
};

// The literals that may stand in rules of two and more, with their pair rows.
struct Board {
  Table table;
  std::vector<int> features;  // -> feature of the state
  std::vector<int> literal;   // -> literal of the state
  Links links;
  std::vector<std::pair<int, int>> looser;  // literals, each with the next looser one of its chain
  std::vector<Cost> counts;                 // [column][feature] of the whole state
  std::vector<Cost> price;                  // [literal], infinite where out of play
  LiteralScan scan;                         // of single literals
  std::vector<PairRow> rows;                // [literal]
  std::vector<std::pair<int, int>> pairs;   // that can matter
  std::vector<int> uses;                    // [literal] surviving pairs it is in
  std::vector<char> looked;                 // [literal] look-ahead done
};

struct State {
  int depth = 0;
  int whole_stride = 0;  // of the whole table, in whose literals rules are told
  Table table;
  std::vector<Word> all;  // every row of the table
  std::vector<Word> key;  // the rows in the whole table, then the allowance if there is one
  Word hash = 0;          // of the key
  Allowance allowance;
  int rule_length = 0;  // literals the next rule may have
  std::vector<Cost> total;
  std::vector<Cost> counts;  // [column][feature]
  LiteralScan scan;
  Links links;                    // none where no bound uses them
  std::vector<Cost> price;        // [literal], infinite where it may not be used
  std::vector<int> longest;       // [literal] length of rules it may be in
  std::vector<Cost> rest_bound;   // [literal] V of the rows it does not cover is at least this
  std::vector<Cost> longer_rest;  // [literal] the same behind rules of two and more, where sizes are limited
  std::vector<Cost> single_rest;  // [literal] the same where one more rule, of one literal, is the most that fits
  std::vector<Cost> label_rest;   // [label][literal] see labelled_rests; empty: nothing is known

  Cost budget = 0;  // the question: is V below this?
  Cost leaf = 0;
  Cost ub = 0;             // the least of budget and the best list found
  Conjunction first_rule;  // of that list; literals of the whole table's features
  bool found = false;      // a list with a rule was found

  std::vector<PackedPair> pairs;  // of the packing in force, both ends here
  Cost packed = 0;                // V is at least this by the packing
  bool own_packing = false;       // it was made for these rows
  bool closed = false;            // it proves that no list is cheaper than ub
  std::int64_t work_before = 0;   // work done when this state was entered

  std::vector<Candidate> candidates;
  std::vector<int> later;  // candidates, then literals, that another thread was at
  std::vector<int> pool;
  std::vector<Sibling> siblings;
  std::size_t sibling_count = 0;
  Board board;

  // Scratch space of one step at a time.
  std::vector<Word> cover, local;
  std::vector<Cost> row_counts, row_total;
  std::vector<int> kept;
  LiteralScan row_scan;
  std::deque<PairRow> prefix_row;  // [length]

  // A list of this value begins with the rule, given in literals of `from`.
  void improve(const Table& from, Cost value, const int* literals, int length) {
    if (value < ub) keep(from, value, literals, length);
  }

 private:
  void keep(const Table& from, Cost value, const int* literals, int length);
};

// The states from the whole table down to the one that is being searched.
class StatePath {
 public:
  StatePath(const Problem& problem, const Bounds& bounds);

  // 0 is the whole table, 1 the rows that are asked about. Made when first needed, then reused.
  State& at(int depth);
  State& whole() { return *states_.front(); }

  // The state of depth 1 is searched for its rule only: it must not be answered from memory.
  bool rebuilding = false;

 private:
  int whole_stride_;
  std::vector<std::unique_ptr<State>> states_;
};

}  // namespace shortlist
