// A short perfect list soon, by separate and conquer: the pure rule that covers most for its price, its rows taken
// away, and so on with what is left.
//
// A rule grows by the literal with the best share of rows that accept its label (Laplace's estimate), until it is pure.
// What each literal covers of the rows left is kept up to date, so only second and later literals are counted anew; a
// label's rule is grown again only when rows that it covers were taken.
#pragma once

#include <cstdint>
#include <vector>

#include "base/monitor.hpp"
#include "perfect/table.hpp"

namespace shortlist {

class GreedyList {
 public:
  GreedyList(const PerfectTable& table, Monitor& monitor);

  // Infinite cost where a rule cannot be made pure.
  List run();

 private:
  struct Grown {
    Conjunction literals;
    std::vector<Word> cover;  // empty: not grown
    std::int64_t rows = 0;
  };

  void pack();
  bool finished() const;
  bool grow(int label);
  int best_literal(const std::vector<Word>& cover, int label, int rows);
  int choose(const std::int64_t* positive, const std::int64_t* all, int rows) const;
  void count(const std::vector<Word>& cover, int label, int rows);
  void take(std::vector<Word> cover);
  const Word* rows_with(int literal) const { return cover_.data() + static_cast<std::size_t>(literal) * words_; }
  const Word* accepting(int label) const { return accepts_.data() + static_cast<std::size_t>(label) * words_; }

  const PerfectTable& table_;
  Monitor& monitor_;
  std::vector<int> row_;  // [position] rows that were left when they were packed
  int words_ = 0;
  std::vector<Word> cover_;    // [literal][words_] positions
  std::vector<Word> accepts_;  // [label][words_]
  std::vector<Word> left_;     // positions
  int left_count_ = 0;
  std::vector<Grown> best_;                             // [label]
  std::vector<std::int64_t> left_all_, left_positive_;  // [literal], [label][literal] rows left on which it holds
  std::vector<std::int64_t> all_, positive_;            // [literal] the same of a rule that grows
};

}  // namespace shortlist
