// The chains of a table as packing sees them: where each row stands in the long ones.
#pragma once

#include <cstddef>
#include <vector>

#include "table/chains.hpp"

namespace shortlist {

struct PackingRows;

// A row's rank in a chain is the number of members that do not cover it, so the members that cover one row and not
// another lie side by side, between the two ranks.
struct ChainRanks {
  Chains chains;
  std::vector<int> longs;          // chains with so many members that ranks are cheaper than bits
  std::vector<std::size_t> begin;  // [long chain + 1] members of the long chains before it
  std::vector<int> rank;           // [row][long chain]
  std::vector<Word> single;        // [word of features] those in no long chain

  ChainRanks(const Problem& problem, const PackingRows& rows);
  const int* of_row(int i) const { return rank.data() + static_cast<std::size_t>(i) * longs.size(); }
  const std::vector<int>& members(std::size_t k) const { return chains.members[longs[k]]; }
  std::size_t size() const { return longs.size(); }
};

}  // namespace shortlist
