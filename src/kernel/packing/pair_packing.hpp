// Pair packing: weights on pairs of rows that bound the cost of every list from below.
//
// Claim: let row i have best labels M_i (those without excess) and cap_i, its least positive excess. Let amounts
//   t_ij >= 0 be given to pairs with disjoint M_i, M_j, and u_i >= 0 to single rows, such that
//   (a) for each row: sum_j t_ij + u_i <= cap_i;
//   (b) for each conjunction A of usable literals and each label c of the rules: the t of pairs with exactly
//       one end in A, that end having c among its best labels, plus the u of such rows in A, <= price(A).
//   Then for every row set S:
//     V(S) >= sum of t over pairs within S + sum of u in S - max over default labels d of the u of rows with d in M_i.
// Why: take a list for S and a pair within S. If an end gets a label outside its M, charge t to that row: it
//   loses at least its cap, and (a) keeps its charges below. Otherwise the ends get different labels, so the
//   first rule that covers one of them covers exactly one and predicts a best label of it: charge t to this
//   rule, whose price is enough by (b). A row with u is charged itself, or the rule that covers it, or it gets a
//   best label from the default rule; the latter happens for one default label only, hence the maximum.
// One packing serves every subset S: pairs outside simply drop out.
// Source: the linear-programming dual of "each pair of unlike rows is told apart or one of them is wrong";
//   the u (default_cover) is the same for "a row and the default rule".
// Holds when: always. Constraints only make lists dearer. With free literals (b) leaves little to pack.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/monitor.hpp"
#include "packing/chain_ranks.hpp"
#include "packing/effort.hpp"
#include "packing/program.hpp"
#include "table/counting.hpp"

namespace shortlist {

struct PackedPair {
  int first;
  int second;   // negative: the row stands alone, against the default rule
  Cost amount;  // in units of 2^-shift
};

// The rows as packing sees them, feature bits side by side.
struct PackingRows {
  int words = 0;           // per row
  int shift = 0;           // amounts are costs times 2^shift
  std::vector<Word> bits;  // [row][words]
  std::vector<Word> best;  // [row] labels without excess, as bits
  std::vector<Cost> cap;   // [row] least positive excess
  explicit PackingRows(const Problem& problem);
  const Word* row(int i) const { return bits.data() + static_cast<std::size_t>(i) * words; }
};

// Keeps the pairs within `rows` and adds them up: the bound, rounded up.
Cost restrict_packing(const Problem& problem, const PackingRows& packing, const std::vector<PackedPair>& from,
                      const Word* rows, std::vector<PackedPair>& to);

class ConjunctionWalk;

class PairPacking {
 public:
  PairPacking(const Problem& problem, bool default_cover, Monitor& monitor);
  ~PairPacking();

  const PackingRows& rows() const { return rows_; }

  // A conjunction that was exceeded once, and is a row of every later program.
  struct Cut {
    std::vector<int> literals;
    int label;
    double dual = 0;
  };
  // What makes later packings better: another may go on with it.
  struct Lessons {
    std::vector<Cut> cuts;
    std::vector<double> cap_dual, literal_dual;
  };
  Lessons lessons() const { return {cuts_, cap_dual_, literal_dual_}; }
  void learn(const Lessons& lessons) {
    cuts_ = lessons.cuts;
    cuts_indexed_ = false;
    cap_dual_ = lessons.cap_dual;
    literal_dual_ = lessons.literal_dual;
  }

  // A good packing of the given rows, starting from `warm`. Stops early when it reaches the target.
  std::vector<PackedPair> pack(const Word* rows, const std::vector<PackedPair>& warm, const PackingEffort& effort,
                               Cost target);

 private:
  // pair_packing.cpp
  void choose_pairs(const std::vector<int>& members, const std::vector<PackedPair>& warm, int neighbours);
  void relax(int iterations, double target);
  void round();
  void take_room(std::size_t pair, Cost amount, std::vector<Cost>& room);
  void fill();
  bool find_cuts(std::int64_t work);
  void repair(std::int64_t work);
  void limit_literals();
  bool is_default_row(int row) const { return row >= default_begin_ && row < default_end_; }

  // build.cpp
  void build();
  int add_row(Cost limit, double dual);
  Cost simple_limit(int literal) const;
  void add_cut_rows();
  void index_cuts();
  void add_default_rows();
  int add_literal_row(int label, int literal);
  void add_chain_rows();
  void add_run(std::size_t chain, bool negated, int near, int first, int last);
  void add_literal(int literal, int near);
  void add_cut_entries(int near, int far);
  void add_pair(const PackedPair& pair);
  void add_single(const PackedPair& single);
  void add_entry(int row) { program_.entry_row.push_back(row); }
  void finish_column(double objective, double start);

  const Problem& problem_;
  PackingRows rows_;
  Monitor& monitor_;
  bool default_cover_;
  double unit_;  // of the program's amounts
  std::vector<Cut> cuts_;
  std::vector<double> cap_dual_, literal_dual_;
  ChainRanks ranks_;
  std::unique_ptr<ConjunctionWalk> walk_;

  // The program being worked on.
  bool simple_ = false;
  PackingProgram program_;
  std::vector<PackedPair> pairs_;
  std::vector<double> x_, y_;
  std::vector<int> row_of_member_;   // [row of the table] -> program row
  std::vector<int> row_of_literal_;  // [label][literal] -> program row, or -1
  std::vector<int> row_of_cut_;      // [cut] -> program row
  bool cuts_indexed_ = false;        // what follows is of the cuts as they are
  std::size_t cut_words_ = 0;
  std::vector<Word> cuts_over_,
      cuts_for_;  // [row of the table][cut_words_] cuts that cover it; with a best label of it
  int default_begin_ = 0, default_end_ = 0;  // program rows that define what the default rule serves
  std::vector<Cost> exact_limit_;            // [program row] in units of the amounts
};

}  // namespace shortlist
