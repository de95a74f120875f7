#include "certify/core_proofs.hpp"

#include <algorithm>

namespace shortlist {
namespace {

constexpr std::size_t kBytesOfCore = 120;
constexpr std::size_t kEarly = 8;  // of the cores, one of so many

}  // namespace

CoreProofs::CoreProofs(const PerfectTable& table, Cost goal, std::size_t memory_limit)
    : table_(table), replay_(table, goal), memory_(memory_limit) {}

Word CoreProofs::hash(const std::vector<int>& rows, Cost value) {
  Word sum = static_cast<Word>(value) * 0x9E3779B97F4A7C15U;
  for (const int row : rows) {
    Word mixed = (static_cast<Word>(row) + 1) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 29)) * 0x94D049BB133111EBU;
    sum += mixed ^ (mixed >> 32);
  }
  return sum;
}

void CoreProofs::learned(const ObservedCore& core, const std::vector<ObservedCore>& within) {
  if (!number_.emplace(hash(core.rows, core.value), static_cast<int>(cores_.size())).second) return;
  Learned next{core.rows, core.value, {}};
  std::sort(next.rows.begin(), next.rows.end());
  // A core that is not known was proved by counting classes: that needs no hint.
  for (const ObservedCore& other : within)
    if (const auto known = number_.find(hash(other.rows, other.value)); known != number_.end())
      next.within.push_back(known->second);
  memory_.take(kBytesOfCore + (next.rows.size() + next.within.size()) * sizeof(int));
  cores_.push_back(std::move(next));
  if (best_.empty() || core.value > cores_[best_.back()].value) best_.push_back(static_cast<int>(cores_.size()) - 1);
}

// The cores that prove this one; those that are wanted anyway come first.
std::vector<int> CoreProofs::needed(int core, const std::vector<bool>& wanted) {
  const Learned& claim = cores_[core];
  std::vector<int> candidates = claim.within;
  std::stable_partition(candidates.begin(), candidates.end(), [&](int other) { return wanted[other]; });
  std::vector<UsableCore> usable;
  usable.reserve(candidates.size());
  for (const int other : candidates) usable.push_back({cores_[other].rows, cores_[other].value});
  std::vector<int> found = replay_.needed(claim.rows, claim.value, usable);
  for (int& place : found) place = candidates[place];
  return found;
}

Cost CoreProofs::write(std::size_t records, ProofLog& log, Monitor* monitor) {
  if (records == 0) return 0;
  const int goal = best_[records - 1];
  std::vector<bool> wanted(cores_.size(), false);
  std::vector<std::vector<int>> uses(static_cast<std::size_t>(goal) + 1);
  wanted[goal] = true;
  for (int k = goal; k >= 0; --k) {
    if (!wanted[k]) continue;
    uses[k] = needed(k, wanted);
    for (const int other : uses[k]) wanted[other] = true;
    if (monitor != nullptr) monitor->work(static_cast<std::int64_t>(cores_[k].within.size()) * 20 + 1000);
  }
  std::vector<int> id(cores_.size(), 0);
  for (int k = 0; k <= goal; ++k) {
    if (!wanted[k]) continue;
    LoggedClaim claim{ClaimKind::core, cores_[k].value * table_.unit};
    for (const int row : cores_[k].rows) claim.rows.push_back(table_.row_origin[row]);
    std::sort(claim.rows.begin(), claim.rows.end());
    for (const int other : uses[k]) claim.hints.push_back({id[other], {}, kAnyLabel});
    id[k] = log.add(std::move(claim));
  }
  return cores_[goal].value;
}

Cost CoreProofs::write_early(ProofLog& log) {
  const auto late = static_cast<int>(cores_.size() / kEarly);
  return write(std::lower_bound(best_.begin(), best_.end(), late) - best_.begin(), log, nullptr);
}

}  // namespace shortlist
