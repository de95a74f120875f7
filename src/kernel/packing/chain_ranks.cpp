#include "packing/chain_ranks.hpp"

#include <algorithm>

#include "packing/pair_packing.hpp"

namespace shortlist {
namespace {

constexpr std::size_t kLongChain = 6;  // members

}  // namespace

ChainRanks::ChainRanks(const Problem& problem, const PackingRows& rows)
    : chains(problem), begin(1, 0), single(rows.words, 0) {
  for (std::size_t k = 0; k < chains.members.size(); ++k) {
    const std::vector<int>& links = chains.members[k];
    if (links.size() < kLongChain) {
      for (int f : links) add_bit(single.data(), f);
      continue;
    }
    longs.push_back(static_cast<int>(k));
    begin.push_back(begin.back() + links.size());
  }
  rank.reserve(static_cast<std::size_t>(problem.rows) * longs.size());
  for (int i = 0; i < problem.rows; ++i)
    for (int k : longs) {
      const std::vector<int>& links = chains.members[k];
      const auto first = std::find_if(links.begin(), links.end(), [&](int f) { return has_bit(rows.row(i), f); });
      rank.push_back(static_cast<int>(first - links.begin()));
    }
}

}  // namespace shortlist
