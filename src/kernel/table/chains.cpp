#include "table/chains.hpp"

#include <algorithm>
#include <numeric>

namespace shortlist {
namespace {

bool is_within(const Word* inner, const Word* outer, int words) {
  for (int w = 0; w < words; ++w)
    if (inner[w] & ~outer[w]) return false;
  return true;
}

}  // namespace

// Features from the tightest to the loosest, each put behind the loosest chain end that it contains: the columns of
// numbers come out again, since their neighbouring cuts differ least.
Chains::Chains(const Problem& problem) : chain(problem.table.features, 0) {
  const int words = problem.table.words;
  const auto cover = [&](int f) { return problem.cover.data() + static_cast<std::size_t>(f) * words; };
  std::vector<int> size(problem.table.features), order(problem.table.features), ends;
  for (int f = 0; f < problem.table.features; ++f) size[f] = count_bits(cover(f), words);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return size[a] < size[b]; });
  for (int f : order) {
    // The chains by their ends, loosest first.
    const auto found = std::find_if(ends.begin(), ends.end(),
                                    [&](int k) { return is_within(cover(members[k].back()), cover(f), words); });
    chain[f] = found == ends.end() ? static_cast<int>(members.size()) : *found;
    if (found == ends.end())
      members.emplace_back();
    else
      ends.erase(found);
    members[chain[f]].push_back(f);
    ends.insert(ends.begin(), chain[f]);
  }
}

}  // namespace shortlist
