// Pure rules: conjunctions that cover none of the rows that are barred to them.
//
// They are the columns of the covering problem behind perfect decision sets: each wanted row must be covered by a
// rule, no barred row may be, all other rows are free. There are far too many to list, so rules are searched for by
// what they are worth: worth(rule) = sum of the worths of the wanted rows it covers.
#pragma once

#include <cstddef>
#include <vector>

#include "base/bitset.hpp"
#include "base/monitor.hpp"
#include "cover/rule_batch.hpp"

namespace shortlist {

// The literals that a shortest pure rule may need, as sets of wanted and of barred rows.
class PureRules {
 public:
  struct Input {
    const bool* features;  // [row, feature]
    int rows;
    int columns;
    const bool* wanted;    // [row]
    const bool* barred;    // [row]
    const bool* literals;  // [feature, value]: may it be used?
  };
  PureRules(const Input& input, Monitor& monitor);

  // Which rules are asked for: those with worth - rule_price - literal_price * literals > above.
  struct Question {
    const Cost* worth;  // [wanted row], none negative
    Cost rule_price;
    Cost literal_price;
    Cost above;
    std::size_t most;    // stop when so many are found
    bool whole = false;  // a rule may stand for another only if it covers all its rows, those of no worth too
  };
  // Finds, for every rule asked for, one that is no dearer and covers all of its rows that are worth something
  // (all of its rows if `whole`). False if there may be more. What was found before a limit stays in `found`.
  bool find(const Question& question, Monitor& monitor, MemoryBudget& budget, RuleBatch& found) const;

  // The rows that a growing rule should keep, and what each is worth: 1 if nothing is said.
  struct Goal {
    std::vector<Word> rows;
    const Cost* worth = nullptr;
  };
  // A pure rule through a wanted row, grown literal by literal towards much worth; no literal can be dropped. False if
  // there is none.
  bool grow(int row, const Goal& goal, Monitor& monitor, PureRule& rule) const;
  // What `grow` holds besides the rule.
  std::size_t bytes_to_grow() const;

  int wanted() const { return wanted_; }
  int barred() const { return barred_; }
  int literals() const { return static_cast<int>(origin_.size()); }
  const Word* wanted_of(int literal) const { return wanted_of_.data() + std::size_t(literal) * words_for(wanted_); }
  const Word* barred_of(int literal) const { return barred_of_.data() + std::size_t(literal) * words_for(barred_); }
  // The literals that exclude a barred row.
  const Word* excluding(int row) const { return excluding_.data() + std::size_t(row) * words_for(literals()); }
  int origin(int literal) const { return origin_[literal]; }

 private:
  void read_literals(const Input& input, const std::vector<int>& wanted, const std::vector<int>& barred,
                     Monitor& monitor);
  void drop_needless(Monitor& monitor);

  int wanted_ = 0;
  int barred_ = 0;
  std::vector<int> origin_;
  std::vector<Word> wanted_of_;
  std::vector<Word> barred_of_;
  std::vector<Word> excluding_;
};

}  // namespace shortlist
