// Pair packing with discounts: charges of pairs of rows, less what rows are let off, that bound the cost of every list.
//
// Claim: let row i have best labels M_i and cap_i as in pair_packing.hpp. Let amounts t_ij >= 0 be given to pairs with disjoint
//   M_i, M_j, and amounts v_i of any sign to single rows, such that
//   (a) for each row: sum_j t_ij + v_i <= cap_i;
//   (b) for each conjunction A of usable literals that a rule may need (none, only where some label is no default) and each
//       label c of the rules: the sum over the rows i in A with c in M_i of max(0, sum of t_ij over the j outside A + v_i)
//       <= price(A).
//   Then for every row set S:
//     V(S) >= sum of t over pairs within S + sum of v in S - max over default labels d of the positive v of rows with d in M_i.
// Why: take a list for S. A pair with an end that gets a label outside its M is charged to that end; any other pair to the end
//   that a rule covers first. That rule covers this end alone, so that the pairs charged to row i by its rule A have their
//   other ends outside A: together with v_i they are at most the row's term in (b). A row has one rule, so v_i counts once.
//   Rows with wrong labels pay by (a). A row that the default rule gives a best label is charged no pair, for the other end
//   was covered before or is wrong; a negative v only helps, and the positive ones are of one default label.
// Against plain packings: several rules may each tell a row apart from some of the others, but one alone decides it. Bounds of
//   perfect lists rise by a tenth to a third, of some by more than half; those of sparse lists, where rows may be wrong, by a
//   third of a node at most.
// Source: the linear-programming dual of "each row has one rule, which is paid for; of two unlike rows the rule of one does
//   not cover the other, or one of them is wrong".
// Holds when: always.
#pragma once

#include <utility>
#include <vector>

#include "base/monitor.hpp"
#include "packing/excess_walk.hpp"
#include "packing/grouped_program.hpp"
#include "packing/pair_packing.hpp"

namespace shortlist {

class DiscountedPacking {
 public:
  // Begins with the pairs and cuts of a plain packing, and near pairs of each row.
  DiscountedPacking(const Problem& problem, const PackingRows& rows, const std::vector<PackedPair>& pairs,
                    const PairPacking::Lessons& lessons, bool default_cover, Monitor& monitor);

  // Goes on with its program for some rounds of at most so many iterations; what is then proved of all rows, in the problem's
  // units, or 0.
  Cost improve(int iterations);
  // There are too many conjunctions to look at: nothing will be proved.
  bool is_hopeless() const { return hopeless_; }

 private:
  // A conjunction whose rows may be charged too much, a group of the program.
  struct Cut {
    std::vector<int> literals;
    int label = 0;
    std::vector<Word> rows;    // that it covers
    std::vector<int> place;    // [slot] row of the program, or -1
    std::vector<double> dual;  // [row of the group]
  };
  // A row as rules with this label cover it.
  struct Slot {
    int row, label;
  };

  // discounted_program.cpp
  void add_literal_groups();
  void add_cut_groups();
  void build();
  void add_pair(int near, int far);
  void add_row(int row);
  bool is_served(int row, std::size_t default_label) const {
    return (rows_.best[row] >> problem_.default_labels[default_label] & 1U) != 0;
  }
  int& place_of(int slot, int feature) {
    return place_[static_cast<std::size_t>(slot) * static_cast<std::size_t>(problem_.table.features) +
                  static_cast<std::size_t>(feature)];
  }
  double charged(int near, int far);

  // discounted_packing.cpp: new columns and groups
  void price_pairs();
  void keep_duals();
  bool find_cuts();
  void keep_cuts(std::vector<std::pair<double, Cut>> found);
  // and whole numbers
  Charges rounded() const;
  void lower(Charges& charges, const std::vector<int>& literals, int label);
  bool repair(Charges& charges);
  Cost bound(const Charges& charges) const;

  const Problem& problem_;
  const PackingRows& rows_;
  bool default_cover_;
  Monitor& monitor_;
  ExcessWalk walk_;
  double unit_;  // of the program's amounts
  bool hopeless_ = false;
  int improvements_ = 0;
  std::vector<int> members_;
  std::vector<Slot> slots_;
  std::vector<std::vector<int>> slots_of_, slots_with_;  // [row], [label]
  std::vector<std::vector<const Cut*>> active_;  // [slot] cuts that cover it; while pairs are priced, with a dual
  std::vector<int> place_;                       // [slot][feature] row of the program for the literal that holds, or -1
  std::vector<Cut> cuts_;
  std::vector<std::pair<int, int>> pairs_;
  GroupedProgram program_;
  std::size_t literal_groups_ = 0;
  int default_rows_ = 0;       // where the rows of the program begin that define what default labels serve
  std::vector<double> x_, y_;  // columns: what rows are charged, their discounts, the default rule, then pairs
};

}  // namespace shortlist
