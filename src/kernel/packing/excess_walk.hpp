// A walk over all conjunctions whose rows could be charged more than a rule pays: to find cuts, or to repair a packing.
#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "base/monitor.hpp"
#include "packing/pair_packing.hpp"

namespace shortlist {

// What is charged: amounts of pairs of rows, and of single rows; negative ones are discounts.
struct Charges {
  std::vector<PackedPair> pairs;
  std::vector<Cost> own;  // [row]
};

class ExcessWalk {
 public:
  ExcessWalk(const Problem& problem, const PackingRows& rows, Monitor& monitor);

  // Called for a conjunction and label whose rows are charged more than its price, `sum` or, where `visit` has lowered something
  // since, less; false ends the walk.
  using Visit = std::function<bool(const std::vector<int>& literals, int label, Cost sum)>;

  // Visits every conjunction and label for which that is so, except some that contain a visited one; the empty conjunction only
  // where a rule may need no literal. `visit` may lower what single rows are charged, and change nothing else. False when it was
  // ended, or `work` was not enough: then nothing is known.
  bool walk(const Charges& charges, std::int64_t work, const Visit& visit);

  // What a rule of these literals and this label may be charged for each row: pairs of (row, amount above 0).
  struct Excess {
    std::vector<std::pair<int, Cost>> rows;
    Cost sum = 0;
  };
  Excess excess(const Charges& charges, const std::vector<int>& literals, int label);
  // Price of a rule, in units of the amounts.
  Cost price(const std::vector<int>& literals) const { return problem_.price_of_rule(literals) << rows_.shift; }
  // For `excess`, and done by `walk`: which pairs each row has.
  void index(const Charges& charges);

 private:
  struct Far {
    int row;
    Cost amount;
    int failed;  // the place of the only literal that it fails; -1: it is covered, too
  };
  // A conjunction on the way down.
  struct Level {
    std::vector<int> near;           // rows of the label that are covered
    std::vector<Cost> parted;        // [of near] amounts of pairs whose other end is not covered
    std::vector<std::size_t> begin;  // [of near + 1] into `fars`
    std::vector<Far> fars;           // other ends that are covered, or fail one literal alone
    Cost price = 0;
    std::vector<Cost> gain, excess, reach;  // [literal]
    std::vector<int> literals;
    std::vector<Cost> others;  // [of literals] what further literals may gain beyond their prices
  };

  bool descend(int depth, const std::vector<int>& candidates, std::size_t first);
  void start(Level& root);
  void count(Level& level);
  std::size_t counting_work(const Level& level) const;
  bool look_at_none();
  void sum_others(Level& level);
  bool extend(const Level& level, int depth, int literal, Level& next);
  bool is_needed(int depth) const;
  bool spend(std::size_t work);
  bool holds(int literal, int row) const {
    const Table& table = problem_.table;
    return has_bit(rows_.row(row), feature_of(table, literal)) == is_positive(table, literal);
  }
  bool wants(int row, int label) const { return (rows_.best[row] >> label & 1U) != 0; }

  const Problem& problem_;
  const PackingRows& rows_;
  Monitor& monitor_;
  std::vector<Cost> price_;  // [literal] in units of the amounts, infinite where not usable
  Cost least_ = kInfinite;   // of these
  const Charges* charges_ = nullptr;
  const Visit* visit_ = nullptr;
  int label_ = 0;
  std::int64_t work_left_ = 0;
  std::vector<std::size_t> begin_;  // [row + 1] into `partners_`
  std::vector<Far> partners_;
  std::vector<Cost> total_;  // [row] amounts of all its pairs
  std::deque<Level> levels_;
  std::vector<int> conjunction_;
  std::vector<Cost> needed_, alone_;  // [place in the conjunction]
  std::vector<Cost> more_;            // [feature] of one row
  std::vector<Cost> best_gains_;      // beyond prices, summed up from the greatest
};

}  // namespace shortlist
