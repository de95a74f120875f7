// Pair packing at work: every state inherits a packing, and a state that proves hard gets one of its own.
#include <algorithm>

#include "beam.hpp"
#include "dispatch.hpp"
#include "sparse_search.hpp"

namespace shortlist {
namespace {

constexpr int kFewestRows = 4;
constexpr std::size_t kMostMasks = std::size_t{1} << 22;  // row masks beyond this are not worth their memory
constexpr std::int64_t kBeamShare = 12;  // one part in so many goes to beams
constexpr std::int64_t kTableWork = 300'000'000;  // for the program of a large table
constexpr std::int64_t kBetweenTablePackings = 8;  // times what the last one cost
constexpr std::int64_t kDearTable = 60'000'000;  // work after which any table is packed

// The first packing is worth the most effort, as far as the number of rows allows.
PairPacking::Effort effort_for_table(int rows) {
  if (rows <= 1500) return {10, 6, 200};
  constexpr int kNear = 3, kRounds = 4, kEntries = 12;  // of a column
  const std::int64_t sweep = static_cast<std::int64_t>(rows) * kNear * kEntries;
  return {kNear, kRounds, static_cast<int>(std::clamp<std::int64_t>(kTableWork / kRounds / sweep, 60, 400))};
}
constexpr PairPacking::Effort kForState{1, 1, 50};

// Adds the amount to the literals that cover neither end. Masks are all ones where a literal does not hold.
SHORTLIST_CLONES void add_uncovered(int literals, const Cost* __restrict__ first, const Cost* __restrict__ second,
                                    Cost amount, Cost* __restrict__ sum) {
  for (int l = 0; l < literals; ++l) sum[l] += first[l] & second[l] & amount;
}

}  // namespace

Cost SparseSearch::adopt_packing(const State& from, State& s) {
  s.own_packing = s.closed = false;
  if (packing_ == nullptr) return 0;
  if (!packed_.empty()) {
    const auto found = packed_.find(hash_words(s.key.data(), static_cast<int>(s.key.size())));
    if (found != packed_.end() && found->second.first == s.key) {
      s.own_packing = true;
      return restrict_packing(problem_, packing_->rows(), found->second.second, s.key.data(), s.pairs);
    }
  }
  monitor_.work(static_cast<std::int64_t>(from.pairs.size()) / 2);
  return restrict_packing(problem_, packing_->rows(), from.pairs, s.key.data(), s.pairs);
}

// The packing restricted to the rows outside each literal, for all literals in one sweep.
void SparseSearch::raise_rests_by_packing(State& s) {
  if (s.pairs.empty() || row_masks_.empty()) return;
  const Table& whole = problem_.table;
  const int n = whole.literals();
  packed_rests_.assign(n, 0);
  Cost served = 0;
  for (const PackedPair& pair : s.pairs) {
    const Cost* first = row_masks_.data() + static_cast<std::size_t>(pair.first) * n;
    const Cost* second = pair.second < 0 ? first : row_masks_.data() + static_cast<std::size_t>(pair.second) * n;
    add_uncovered(n, first, second, pair.amount, packed_rests_.data());
  }
  for (int d : problem_.default_labels) {
    Cost sum = 0;
    for (const PackedPair& pair : s.pairs)
      if (pair.second < 0 && (packing_->rows().best[pair.first] >> d & 1U)) sum += pair.amount;
    served = std::max(served, sum);  // of all rows here: no less than of those outside a literal
  }
  monitor_.work(static_cast<std::int64_t>(s.pairs.size()) * (n / 8));
  const int shift = packing_->rows().shift;
  const Cost round_up = (Cost{1} << shift) - 1 - served;
  for (int f = 0; f < s.table.features; ++f)
    for (int negated = 0; negated < 2; ++negated) {
      const int l = f + negated * s.table.stride;
      const Cost bound = (packed_rests_[s.table.origin[f] + negated * whole.stride] + round_up) >> shift;
      s.rest_bound[l] = std::max(s.rest_bound[l], bound);
    }
}

void SparseSearch::pack_table() {
  const bool alone = bounds_.on(Bound::default_cover) && (problem_.labels > 2 || problem_.empty_rule_useful);
  packing_ = std::make_unique<PairPacking>(problem_, alone, monitor_);
  const Table& table = problem_.table;
  const std::size_t masks = static_cast<std::size_t>(problem_.rows) * table.literals();
  if (masks > kMostMasks) return;
  row_masks_.assign(masks, -1);
  for (int i = 0; i < problem_.rows; ++i)
    for (int f = 0; f < table.features; ++f) {
      const bool holds = has_bit(packing_->rows().row(i), f);
      row_masks_[static_cast<std::size_t>(i) * table.literals() + f + (holds ? 0 : table.stride)] = 0;
    }
}

// Whether as much has been spent on the state as packing it will cost. The whole table is packed again, from where it
// stood, whenever a multiple of that has been spent since.
bool SparseSearch::packing_due(const State& s) const {
  if (!bounds_.on(Bound::pair_packing) || problem_.labels > kWordBits || s.table.rows < kFewestRows) return false;
  if (s.depth == 1 && !recording_ && s.own_packing) return monitor_.work_done() >= next_table_packing_;
  if (s.own_packing || (s.depth > 1 && !bounds_.on(Bound::state_packing))) return false;
  const std::int64_t cost = packing_cost_per_row_ * s.table.rows * pack_after_ / 100;
  return monitor_.work_done() - s.work_before >= (s.depth == 1 ? std::min(cost, kDearTable) : cost);
}

// The incumbent is improved along the way, by beams of growing width, at a small part of the work.
void SparseSearch::improve_incumbent() {
  const std::int64_t before = monitor_.work_done();
  if (before < next_beam_) return;
  beam_width_ *= 3;
  offer(beam_search(problem_, monitor_, beam_width_));
  const std::int64_t spent = monitor_.work_done() - before;
  next_beam_ = monitor_.work_done() + kBeamShare * 3 * spent;
}

// Gives the state a packing of its own when it is due. True when that closes the state.
bool SparseSearch::repack(State& s) {
  improve_incumbent();
  if (!packing_due(s)) return false;
  if (packing_ == nullptr) pack_table();
  const bool whole = s.depth == 1 && !recording_;
  const std::int64_t before = monitor_.work_done();
  std::vector<PackedPair> pairs = packing_->pack(s.key.data(), s.pairs, whole ? effort_for_table(s.table.rows) : kForState,
                                                 whole ? best_.cost : s.ub);
  const std::int64_t spent = monitor_.work_done() - before;
  std::vector<PackedPair> kept;
  const Cost old = restrict_packing(problem_, packing_->rows(), s.pairs, s.key.data(), kept);
  const Cost bound = restrict_packing(problem_, packing_->rows(), pairs, s.key.data(), kept);
  s.own_packing = true;
  if (whole) {
    next_table_packing_ = monitor_.work_done() + kBetweenTablePackings * spent;
  } else {
    packing_cost_per_row_ = (3 * packing_cost_per_row_ + spent / s.table.rows) / 4;
  }
  if (bound < old) return false;
  s.pairs = std::move(kept);
  if (whole) states_[0]->pairs = pairs;
  packed_[hash_words(s.key.data(), static_cast<int>(s.key.size()))] = {s.key, std::move(pairs)};
  s.closed = bound >= s.ub;
  if (s.closed) return true;
  raise_rests_by_packing(s);
  limit_literals(s);
  return false;
}

}  // namespace shortlist
