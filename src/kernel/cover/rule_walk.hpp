// The search behind PureRules::find: depth first over conjunctions, one literal at a time.
//
// A node is a conjunction with the wanted and the barred rows it still covers. While a barred row is left, some literal
// must exclude it: the search takes the barred row with the fewest literals left and branches over these.
#pragma once

#include <vector>

#include "cover/found_rules.hpp"
#include "cover/pure_rules.hpp"

namespace shortlist {

class RuleWalk {
 public:
  RuleWalk(const PureRules& rules, const PureRules::Question& question, Monitor& monitor, MemoryBudget& budget,
           RuleBatch& found);
  bool run();

 private:
  struct Level {
    std::vector<Word> wanted;  // rows still covered, in the order of `order_`
    std::vector<Word> barred;
    std::vector<Word> allowed;  // literals that may still be added
    std::vector<Word> own;      // [chosen literal]: barred rows that it alone excludes
    std::vector<int> branches;
    std::vector<Cost> worth;  // [literal]: what is left with it
  };

  void sort_rows();
  void tabulate();
  Cost worth_of(const Word* rows, const Word* literal) const;
  void add_level();
  bool visit(int depth, Cost worth);
  bool emit(const Level& level);
  bool is_needless(const Level& level) const;
  void keep_viable(Level& level, int depth);
  bool keeps_own(const Level& level, int depth, int literal) const;
  int row_with_fewest(const Level& level) const;
  void choose_branches(Level& level, int row);
  void drop_dominated(Level& level);
  bool dominates(const Level& level, int i, int j) const;
  void step(const Level& level, Level& next, int depth, int literal) const;
  const Word* wanted_of(int literal) const { return wanted_of_.data() + std::size_t(literal) * wanted_words_; }

  const PureRules& rules_;
  const PureRules::Question& question_;
  Monitor& monitor_;
  MemoryBudget& budget_;
  RuleBatch& found_;
  int wanted_words_;
  int barred_words_;
  int literal_words_;
  int worthy_words_ = 0;         // words of rows that are worth anything; they come first
  int compared_words_ = 0;       // words that dominance looks at
  std::vector<int> order_;       // position -> wanted row
  std::vector<Word> wanted_of_;  // [literal], rows by position
  std::vector<Cost> table_;      // [byte of rows, its value]: worth of these rows
  std::vector<Level> levels_;
  std::vector<int> chosen_;
  FoundRules known_;  // if `whole`
};

}  // namespace shortlist
