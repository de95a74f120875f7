// Good perfect lists soon: beams of growing width.
//
// A beam goes by price: for each price it keeps the prefixes of lists that leave the fewest pairs of rows with
// different labels together, and extends each by pure rules that cover much for their price.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/monitor.hpp"
#include "perfect/table.hpp"

namespace shortlist {

class PerfectBeam {
 public:
  PerfectBeam(const PerfectTable& table, std::size_t byte_limit, Monitor& monitor);

  // The first lists, which are worth improving, have been made.
  bool warmed_up() const { return turns_ >= 3; }
  // Whether these are still to be made, or the share of the work spent on beams is small enough for another one.
  bool wants_more() const;
  // The list of a beam, wider each time; infinite cost if it is not below `limit`.
  List next(Cost limit);

 private:
  struct Prefix {
    std::vector<Word> left;
    std::int64_t pairs = 0;  // unlike ones in `left`
    int parent = -1;         // of `made_`
    Conjunction rule;
  };
  struct Partial {
    std::vector<Word> cover;
    Conjunction literals;
    double score = 0;
  };
  struct Choice {
    double score;
    int from;  // partial rule
    int literal;

    bool operator<(const Choice& other) const {
      return score != other.score ? score > other.score
                                  : std::pair(from, literal) < std::pair(other.from, other.literal);
    }
  };
  struct Pure {
    Conjunction literals;
    std::int64_t rows = 0;
  };

  int next_width() const { return 1 << (turns_ / 3 * 2); }
  List run(Cost limit);
  void extend(int index, Cost price, Cost limit);
  void add_prefix(int parent, const Pure& rule, Cost price);
  void grow_rules(const std::vector<Word>& left, int label);
  std::vector<Partial> longer(const std::vector<Partial>& level, int label);
  double score(std::int64_t positive, std::int64_t negative) const;
  void trim(std::vector<int>& layer);
  std::int64_t unlike_pairs(const std::vector<Word>& rows) const;
  bool finished(const std::vector<Word>& left) const;
  List unwind(int index) const;

  const PerfectTable& table_;
  Monitor& monitor_;
  int turns_ = 0;
  int width_ = 1;           // of this turn
  int widest_ = 1;          // that memory allows
  int sharpness_ = 1;       // how much purity counts while a rule grows, in this turn
  std::int64_t spent_ = 0;  // work on beams
  std::int64_t last_ = 0;   // on the last one
  std::vector<Choice> choices_;
  std::vector<Pure> pure_;
  std::vector<Prefix> made_;
  std::map<Cost, std::vector<int>> layers_;  // price -> prefixes
};

}  // namespace shortlist
