// The rules that were found, by the rows that they cover: does one of them stand for another rule?
#pragma once

#include <cstddef>
#include <vector>

#include "base/bitset.hpp"
#include "base/memory.hpp"

namespace shortlist {

class FoundRules {
 public:
  // Of sets of so many rows. If `by_size`, a rule stands for none with fewer literals.
  FoundRules(int rows, bool by_size);

  // Is there one that covers all of these rows, and has no more literals where this counts?
  bool stand_for(const Word* rows, int literals, Monitor& monitor) const;
  void add(const Word* rows, int literals, MemoryBudget& budget);

 private:
  // Those with a certain row and number of literals. What a signature lacks is kept, for then supersets are sets apart.
  struct With {
    std::vector<Word> lacking;
    std::vector<int> number;
  };
  // All words of a set in one: a subset has a subset of its bits.
  Word signature(const Word* rows) const;
  bool covers(int number, const Word* rows) const;
  std::size_t group(int literals) const { return by_size_ ? static_cast<std::size_t>(literals) : 0; }

  int words_;
  std::size_t n_rows_;
  bool by_size_;
  int count_ = 0;
  std::vector<Word> rows_;               // [number]
  std::vector<int> times_;               // [row]: rules with it
  std::vector<std::vector<With>> with_;  // [number of literals, row]
};

}  // namespace shortlist
