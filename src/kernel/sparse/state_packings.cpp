#include "sparse/state_packings.hpp"

#include <algorithm>

#include "base/dispatch.hpp"

namespace shortlist {
namespace {

constexpr int kFewestRows = 4;
constexpr std::size_t kMostMasks = std::size_t{1} << 22;  // row masks beyond this are not worth their memory
constexpr std::int64_t kBetweenTablePackings = 8;         // times what the last one cost
constexpr std::int64_t kDearTable = 120'000'000;          // work after which any table is packed

constexpr PackingEffort kForState{1, 1, 50, false};

// Adds the amount to the literals that cover neither end. Masks are all ones where a literal does not hold.
SHORTLIST_CLONES void add_uncovered(int literals, const Cost* __restrict__ first, const Cost* __restrict__ second,
                                    Cost amount, Cost* __restrict__ sum) {
  for (int l = 0; l < literals; ++l) sum[l] += first[l] & second[l] & amount;
}

}  // namespace

StatePackings::StatePackings(const Problem& problem, const Bounds& bounds, const StateBounds& state_bounds,
                             Incumbent* incumbent, StatePath& path, PackedStates& packed, Monitor& monitor,
                             const Options& options)
    : problem_(problem),
      bounds_(bounds),
      state_bounds_(state_bounds),
      incumbent_(incumbent),
      path_(path),
      monitor_(monitor),
      options_(options),
      packed_(packed) {}

Cost StatePackings::adopt(const State& from, State& s) {
  s.own_packing = s.closed = false;
  s.packed = 0;
  s.pairs.clear();
  s.rest_bound.clear();
  s.label_rest.clear();
  if (packing_ == nullptr) return 0;
  monitor_.work(static_cast<std::int64_t>(from.pairs.size()) / 2);
  s.packed = restrict_packing(problem_, packing_->rows(), from.pairs, s.key.data(), s.pairs);
  const PackedStates::Pairs found = packed_.find(s.key, s.hash);
  if (found == nullptr) return s.packed;
  s.own_packing = true;
  std::vector<PackedPair> pairs;
  const Cost own = restrict_packing(problem_, packing_->rows(), *found, s.key.data(), pairs);
  if (own >= s.packed) {
    s.pairs = std::move(pairs);
    s.packed = own;
  }
  return s.packed;
}

// labelled_rests
// Claim: a list for S with a rule A -> c, where l is in A, costs at least price(A) + V(Q), Q being S without the rows of
//   l on which c earns something.
// Why: take the rule away. Of the rows that it decided, those on which c earns nothing have lost their whole weight, and
//   no rule can make them lose more. So the other rules are a list for the rest of S and these rows, at no more than the
//   list's cost without price(A), and Q lies within. The packing at hand bounds V(Q) for all literals in one sweep.
// Source: ours. Holds when: monotony does.
void StatePackings::raise_rests(State& s) {
  if (s.pairs.empty() || row_masks_.empty()) return;
  const int n = s.table.literals(), whole = problem_.table.stride;
  const int shift = packing_->rows().shift;
  const Cost round_up = (Cost{1} << shift) - 1 - served_by_default(s);
  const auto raise = [&](Cost* bound) {
    for (int f = 0; f < s.table.features; ++f)
      for (int negated = 0; negated < 2; ++negated) {
        const Cost sum = packed_rests_[s.table.origin[f] + negated * whole];
        bound[f + negated * s.table.stride] = std::max(bound[f + negated * s.table.stride], (sum + round_up) >> shift);
      }
  };
  add_up_rests(s, -1);
  raise(s.rest_bound.data());
  if (!bounds_.labelled_rests()) return;
  s.label_rest.resize(static_cast<std::size_t>(problem_.labels) * n, 0);
  for (int c : problem_.rule_labels) {
    add_up_rests(s, c);
    raise(s.label_rest.data() + static_cast<std::size_t>(c) * n);
  }
}

// For each literal the pairs that it leaves whole; where a label is given it takes only rows on which that earns.
void StatePackings::add_up_rests(const State& s, int label) {
  const int n = problem_.table.literals();
  const auto mask_of = [&](int row) {
    const bool earns = label < 0 || problem_.benefit[static_cast<std::size_t>(row) * problem_.labels + label] > 0;
    return earns ? row_masks_.data() + static_cast<std::size_t>(row) * n : no_literal_.data();
  };
  packed_rests_.assign(n, 0);
  for (const PackedPair& pair : s.pairs) {
    const Cost* first = mask_of(pair.first);
    add_uncovered(n, first, pair.second < 0 ? first : mask_of(pair.second), pair.amount, packed_rests_.data());
  }
  monitor_.work(static_cast<std::int64_t>(s.pairs.size()) * (n / 8));
}

// By the label that serves most of all rows here: no less than of those outside a literal.
Cost StatePackings::served_by_default(const State& s) const {
  Cost served = 0;
  for (int d : problem_.default_labels) {
    Cost sum = 0;
    for (const PackedPair& pair : s.pairs)
      if (pair.second < 0 && (packing_->rows().best[pair.first] >> d & 1U)) sum += pair.amount;
    served = std::max(served, sum);
  }
  return served;
}

bool StatePackings::repack(State& s) {
  const bool hard = table_packing_due();
  if (incumbent_ != nullptr) incumbent_->anneal_if_due(hard);
  if (hard) pack_table(s);
  if (is_outdated()) throw Closed{0};
  if (!s.closed && state_packing_due(s)) pack_state(s);
  return s.closed;
}

// Whether the question about the whole table has been answered from outside: a list that was found meanwhile costs less
// than the budget, or no more than the table's packing says that all lists do.
bool StatePackings::is_outdated() const {
  if (incumbent_ == nullptr || path_.rebuilding) return false;
  return incumbent_->cost() < path_.at(1).ub || incumbent_->cost() <= table_bound_;
}

// The whole table is packed when it has proved hard, and again from where it stood whenever a multiple of what that
// cost has been spent since.
bool StatePackings::table_packing_due() const {
  if (incumbent_ == nullptr || path_.rebuilding) return false;
  if (!bounds_.on(Bound::pair_packing) || problem_.labels > kWordBits) return false;
  if (packing_ != nullptr) return monitor_.work_done() >= next_table_packing_;
  const std::int64_t cost = packing_cost_per_row_ * problem_.rows * options_.pack_after / 100;
  return monitor_.work_done() - work_before_ >= std::min(cost, kDearTable);
}

void StatePackings::prepare_packing() {
  const bool alone = bounds_.on(Bound::default_cover) && (problem_.labels > 2 || problem_.empty_rule_useful);
  packing_ = std::make_unique<PairPacking>(problem_, alone, monitor_);
  const Table& table = problem_.table;
  const std::size_t masks = static_cast<std::size_t>(problem_.rows) * table.literals();
  if (masks > kMostMasks || masks * sizeof(Cost) > options_.memory_limit / 8) return;
  no_literal_.assign(table.literals(), -1);
  row_masks_.assign(masks, -1);
  for (int i = 0; i < problem_.rows; ++i)
    for (int f = 0; f < table.features; ++f) {
      const bool holds = has_bit(packing_->rows().row(i), f);
      row_masks_[static_cast<std::size_t>(i) * table.literals() + f + (holds ? 0 : table.stride)] = 0;
    }
}

// Packs all rows and hands the result to every state on the way to this one.
void StatePackings::pack_table(const State& here) {
  if (packing_ == nullptr) prepare_packing();
  const std::int64_t before = monitor_.work_done();
  std::vector<PackedPair>& present = path_.whole().pairs;
  const bool quick = problem_.rows > kLargeTable && table_packings_ == 0;
  const PackingEffort effort = effort_for_table(problem_.rows, table_packings_++);
  std::vector<PackedPair> pairs = packing_->pack(path_.whole().all.data(), present, effort, incumbent_->cost());
  const std::int64_t spent = monitor_.work_done() - before;
  next_table_packing_ = monitor_.work_done() + (quick ? 2 : kBetweenTablePackings) * spent;
  packing_cost_per_row_ = std::min(packing_cost_per_row_, std::max<std::int64_t>(1000, spent / problem_.rows / 10));
  std::vector<PackedPair> kept;
  const Cost bound = restrict_packing(problem_, packing_->rows(), pairs, path_.whole().all.data(), kept);
  const bool better = bound > table_bound_;
  if (better) {
    table_bound_ = bound;
    incumbent_->raise(bound);
    present = std::move(pairs);
    packed_.set_table(std::make_shared<const TablePacking>(TablePacking{present, packing_->lessons()}));
  }
  if (table_is_packed_) table_is_packed_();
  if (!better) return;
  for (int depth = 1; depth <= here.depth; ++depth) {
    State& s = path_.at(depth);
    const Cost packed = restrict_packing(problem_, packing_->rows(), present, s.key.data(), kept);
    if (packed > s.packed) use_packing(s, kept, packed);
    if (s.closed && depth < here.depth) throw Closed{depth};
  }
}

// state_packing
// Claim: a packing made for the rows of one state may replace the inherited one there and below.
// Why: the conditions of a packing do not mention S; any packing of any rows bounds every row set.
// Holds when: always.
//
// A state is packed when as much has been spent on it as that will cost.
bool StatePackings::state_packing_due(const State& s) const {
  if (packing_ == nullptr || s.own_packing || s.table.rows < kFewestRows) return false;
  if (s.depth == 1 && !path_.rebuilding) return false;  // the whole table
  if (!bounds_.on(Bound::state_packing)) return false;
  const std::int64_t cost = packing_cost_per_row_ * s.table.rows * options_.pack_after / 100;
  return monitor_.work_done() - s.work_before >= cost;
}

void StatePackings::pack_state(State& s) {
  const std::int64_t before = monitor_.work_done();
  std::vector<PackedPair> pairs = packing_->pack(s.key.data(), s.pairs, kForState, s.ub);
  const std::int64_t spent = monitor_.work_done() - before;
  packing_cost_per_row_ = (3 * packing_cost_per_row_ + spent / s.table.rows) / 4;
  s.own_packing = true;
  std::vector<PackedPair> kept;
  const Cost bound = restrict_packing(problem_, packing_->rows(), pairs, s.key.data(), kept);
  if (bound < s.packed) return;
  use_packing(s, kept, bound);
  packed_.store(s.key, s.hash, std::make_shared<const std::vector<PackedPair>>(std::move(pairs)));
}

void StatePackings::take_table_packing() {
  std::shared_ptr<const TablePacking> table = packed_.of_table();
  if (table == nullptr || table == taken_) return;
  taken_ = std::move(table);
  if (packing_ == nullptr) prepare_packing();
  packing_->learn(taken_->lessons);
  path_.whole().pairs = taken_->pairs;
}

void StatePackings::use_packing(State& s, const std::vector<PackedPair>& pairs, Cost bound) {
  s.pairs = pairs;
  s.packed = bound;
  s.closed = bound >= s.ub;
  if (s.closed || s.rest_bound.empty()) return;
  raise_rests(s);
  state_bounds_.limit_literals(s);
}

}  // namespace shortlist
