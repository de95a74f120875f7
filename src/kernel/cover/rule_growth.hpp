// A pure rule through a given row, grown greedily: fast, and good enough to start from.
#pragma once

#include <vector>

#include "cover/pure_rules.hpp"

namespace shortlist {

class RuleGrowth {
 public:
  RuleGrowth(const PureRules& rules, const PureRules::Goal& goal, Monitor& monitor)
      : rules_(rules), goal_(goal), monitor_(monitor) {}
  bool grow(int row, PureRule& rule);

 private:
  // The words of a set that are not empty, with their places: there are ever fewer as a rule grows.
  struct Sparse {
    std::vector<Word> words;
    std::vector<int> places;

    void keep(const Word* set);
  };
  int best_literal(int row, int& remaining) const;
  int staying(int literal) const;
  Cost kept(int literal) const;
  void drop_needless(std::vector<int>& chosen) const;

  const PureRules& rules_;
  const PureRules::Goal& goal_;
  Monitor& monitor_;
  Sparse worthy_;  // rows of the goal that are still covered
  Sparse barred_;  // barred rows that are still covered
};

}  // namespace shortlist
