#include "certify/core_proofs.hpp"

#include <algorithm>

namespace shortlist {
namespace {

constexpr std::size_t kBytesOfClaim = 300;

std::pair<std::vector<int>, Cost> key_of(const ObservedCore& core) {
  std::pair<std::vector<int>, Cost> key(core.rows, core.value);
  std::sort(key.first.begin(), key.first.end());
  return key;
}

}  // namespace

CoreProofs::CoreProofs(const PerfectTable& table, Cost goal, std::size_t memory_limit, ProofLog& log)
    : table_(table), log_(log), replay_(table, goal), memory_(memory_limit) {}

void CoreProofs::learned(const ObservedCore& core, const std::vector<ObservedCore>& within) {
  const auto key = key_of(core);
  if (claim_.contains(key)) return;
  // A core that is no claim was proved by counting classes: that needs no hint.
  std::vector<UsableCore> usable;
  std::vector<int> id;
  for (const ObservedCore& other : within) {
    const auto known = claim_.find(key_of(other));
    if (known == claim_.end()) continue;
    usable.push_back({{}, other.value});
    id.push_back(known->second);
    for (const int row : other.rows) {
      const auto at = std::lower_bound(key.first.begin(), key.first.end(), row);
      usable.back().rows.push_back(static_cast<int>(at - key.first.begin()));
    }
  }
  LoggedClaim claim;
  claim.bound = core.value * table_.unit;
  claim.row_branching = claim.by_rows = true;
  for (const int row : key.first) claim.rows.push_back(table_.row_origin[row]);
  for (const int k : replay_.needed(key.first, core.value, usable)) claim.hints.push_back({id[k], {}, kAnyLabel});
  memory_.take(kBytesOfClaim + 2 * key.first.size() * sizeof(int) + claim.hints.size() * sizeof(Hint));
  const int number = log_.add(std::move(claim));
  claim_.emplace(key, number);
  if (core.value <= best_bound_) return;
  best_bound_ = core.value;
  best_claim_ = number;
}

}  // namespace shortlist
