#include "certify/path_packings.hpp"

#include <algorithm>
#include <tuple>

namespace shortlist {
namespace {

constexpr PackingEffort kForState{3, 2, 80, false};
constexpr PackingEffort kForLargeTable{3, 4, 100, false};
constexpr int kCoarsest = 10;  // bits behind the point of a packing that is of use below its state, too

PackingEffort effort_for(int rows, bool whole) {
  if (!whole) return kForState;
  return rows <= kLargeTable ? kThoroughPacking : kForLargeTable;
}

}  // namespace

PathPackings::PathPackings(const Problem& problem, Monitor& monitor, ProofLog& log)
    : problem_(problem), monitor_(monitor), log_(log) {}

Cost PathPackings::pack(const RowSet& rows, Cost target, std::size_t depth) {
  const bool first = packing_ == nullptr;
  if (first) packing_ = std::make_unique<PairPacking>(problem_, problem_.labels > 2, monitor_);
  const int members = count_bits(rows.data(), static_cast<int>(rows.size()));
  std::vector<PackedPair> warm;
  restrict_packing(problem_, packing_->rows(), warm_, rows.data(), warm);
  const std::vector<PackedPair> pairs = packing_->pack(rows.data(), warm, effort_for(members, first), target);
  if (first) warm_ = pairs;
  // The fewest digits that lose nothing here.
  const int finest = packing_->rows().shift;
  Kept best = rounded(pairs, finest);
  const Cost value = bound(best, rows);
  for (int shift = value >= target ? 0 : std::min(kCoarsest, finest); shift < finest; ++shift) {
    Kept coarse = rounded(pairs, shift);
    if (bound(coarse, rows) < std::min(value, target)) continue;
    best = std::move(coarse);
    break;
  }
  if (value >= target) drop_needless(best, rows, target);
  best.id = write(best);
  best.depth = depth;
  kept_.push_back(std::move(best));
  return bound(kept_.back(), rows);
}

// Amounts rounded down keep all conditions, whose limits are whole.
PathPackings::Kept PathPackings::rounded(const std::vector<PackedPair>& pairs, int shift) const {
  Kept kept{pairs, shift};
  for (PackedPair& pair : kept.pairs) pair.amount >>= packing_->rows().shift - shift;
  std::erase_if(kept.pairs, [](const PackedPair& pair) { return pair.amount == 0; });
  return kept;
}

// A packing that proves the target for its own rows is of no other use: the smallest amounts go as long as it does.
void PathPackings::drop_needless(Kept& kept, const RowSet& rows, Cost target) const {
  Cost room = sum_within(kept, rows) - ((target - 1) << kept.shift) - 1;
  std::stable_sort(kept.pairs.begin(), kept.pairs.end(),
                   [](const PackedPair& a, const PackedPair& b) { return a.amount < b.amount; });
  const auto needed = std::find_if(kept.pairs.begin(), kept.pairs.end(),
                                   [&](const PackedPair& pair) { return (room -= pair.amount) < 0; });
  kept.pairs.erase(kept.pairs.begin(), needed);
}

Cost PathPackings::bound(const Kept& kept, const RowSet& rows) const {
  return (sum_within(kept, rows) + (Cost{1} << kept.shift) - 1) >> kept.shift;
}

// The amounts within these rows, less what is spared, in units of the packing.
Cost PathPackings::sum_within(const Kept& kept, const RowSet& rows) const {
  Cost sum = 0;
  std::vector<Cost> suited(problem_.labels, 0);
  for (const PackedPair& pair : kept.pairs) {
    if (!has_bit(rows.data(), pair.first) || (pair.second >= 0 && !has_bit(rows.data(), pair.second))) continue;
    sum += pair.amount;
    if (pair.second < 0)
      for (int c = 0; c < problem_.labels; ++c)
        if (packing_->rows().best[pair.first] >> c & 1U) suited[c] += pair.amount;
  }
  monitor_.work(static_cast<std::int64_t>(kept.pairs.size()) / 2 + 4);
  Cost spared = 0;
  for (const int d : problem_.default_labels) spared = std::max(spared, suited[d]);
  for (const int c : problem_.rule_labels) spared = std::max(spared, suited[c] - (problem_.rule_price << kept.shift));
  return sum - spared;
}

std::optional<int> PathPackings::proof(const RowSet& rows, Cost need) const {
  for (std::size_t k = kept_.size(); k-- > 0;)
    if (bound(kept_[k], rows) >= need) return kept_[k].id;
  return std::nullopt;
}

// Of the two rows of a pair the one with more partners comes first: with it they are written in one word.
int PathPackings::write(const Kept& kept) {
  std::vector<int> partners(problem_.rows, 0);
  for (const PackedPair& pair : kept.pairs)
    for (const int row : {pair.first, pair.second})
      if (row >= 0) ++partners[row];
  std::vector<std::tuple<int, int, Cost>> order;
  for (const PackedPair& pair : kept.pairs) {
    const bool swap = pair.second >= 0 && partners[pair.second] > partners[pair.first];
    const int first = swap ? pair.second : pair.first, second = swap ? pair.first : pair.second;
    order.emplace_back(problem_.row_origin[first], second < 0 ? -1 : problem_.row_origin[second],
                       pair.amount * problem_.unit);
  }
  std::sort(order.begin(), order.end());
  LoggedPacking out;
  out.unit = Cost{1} << kept.shift;
  for (const auto& [first, second, amount] : order) {
    out.first.push_back(first);
    out.second.push_back(second);
    out.amount.push_back(amount);
  }
  return log_.add(std::move(out));
}

}  // namespace shortlist
