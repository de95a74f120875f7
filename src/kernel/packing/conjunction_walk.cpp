#include "packing/conjunction_walk.hpp"

#include <algorithm>

namespace shortlist {
namespace {

constexpr std::size_t kFewLiterals = 8;  // each of which is looked at without ado

}  // namespace

ConjunctionWalk::ConjunctionWalk(const Problem& problem, const PackingRows& rows, const ChainRanks& ranks,
                                 Monitor& monitor)
    : problem_(problem),
      rows_(rows),
      monitor_(monitor),
      ranks_(ranks),
      group_(problem.table.literals(), -1),
      place_(problem.table.literals(), -1),
      price_(problem.usable_prices()) {
  for (Cost& price : price_)
    if (price < kInfinite) price <<= rows_.shift;
  int group = 0;
  const auto add = [&](int literal) {
    group_[literal] = group;
    if (price_[literal] < kInfinite) order_.push_back(literal);
  };
  for_each_bit(ranks.single.data(), rows.words, [&](int f) {
    for (int negated = 0; negated < 2; ++negated, ++group) add(f + negated * problem.table.stride);
  });
  for (std::size_t k = 0; k < ranks.size(); ++k)
    for (int negated = 0; negated < 2; ++negated, ++group)
      for (int f : ranks.members(k)) add(f + negated * problem.table.stride);
  int place = 0;
  for (std::size_t k = 0; k < ranks.size(); ++k)
    for (int f : ranks.members(k)) place_[f] = place_[problem.table.stride + f] = place++;
}

// Where a literal holds.
class ConjunctionWalk::Holds {
 public:
  Holds(const ConjunctionWalk& walk, int literal)
      : words_(walk.rows_.words),
        column_(walk.rows_.bits.data() + feature_of(walk.problem_.table, literal) / kWordBits),
        bit_(feature_of(walk.problem_.table, literal) % kWordBits),
        flip_(is_positive(walk.problem_.table, literal) ? 0 : 1) {}

  bool on(int row) const {
    return (((column_[static_cast<std::size_t>(row) * static_cast<std::size_t>(words_)] >> bit_) ^ flip_) & 1U) != 0;
  }
  // A row that is none is in no literal.
  bool on_other(int row) const { return (row >= 0) & on(std::max(row, 0)); }

 private:
  int words_;
  const Word* column_;
  int bit_;
  Word flip_;
};

bool ConjunctionWalk::walk(std::vector<PackedPair>& pairs, std::int64_t work, const Visit& visit) {
  pairs_ = &pairs;
  visit_ = &visit;
  work_left_ = work;
  near_.resize(pairs.size());
  far_.resize(pairs.size());
  if (levels_.empty()) levels_.resize(1);
  for (int c : problem_.rule_labels) {
    label_ = c;
    Level& root = levels_[0];
    root.inside.clear();
    root.parted.clear();
    root.failed.clear();
    root.sum = 0;
    root.price = problem_.rule_price << rows_.shift;
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      if (pairs[p].amount == 0) continue;
      int near = pairs[p].first, far = pairs[p].second;
      if (!(rows_.best[near] >> c & 1U)) std::swap(near, far);
      if (near < 0 || !(rows_.best[near] >> c & 1U)) continue;
      near_[p] = near;
      far_[p] = far;
      root.inside.push_back(static_cast<int>(p));
    }
    conjunction_.clear();
    if (!descend(0, order_, 0)) return false;
  }
  return true;
}

// gain[l] = amount of the pairs inside the conjunction that l would part. A single row counts as a pair whose
// other end lies inside the empty conjunction and in no literal. The literals of a long chain that part a pair lie
// side by side, between the ranks of its ends, so it is enough to note where they begin and end.
void ConjunctionWalk::gains(Level& level) {
  const Table& table = problem_.table;
  const std::size_t n = ranks_.size();
  level.gain.assign(table.literals(), 0);
  rise_.assign(ranks_.begin[n] + 1, 0);
  fall_.assign(ranks_.begin[n] + 1, 0);
  for (int p : level.inside) {
    const Cost amount = (*pairs_)[p].amount;
    const Word* near = rows_.row(near_[p]);
    const auto count = [&](int f) { level.gain[has_bit(near, f) ? f : table.stride + f] += amount; };
    if (far_[p] < 0) {
      for (int f = 0; f < table.features; ++f) count(f);
      continue;
    }
    const Word* far = rows_.row(far_[p]);
    for (int w = 0; w < rows_.words; ++w)
      for (Word rest = (near[w] ^ far[w]) & ranks_.single[w]; rest != 0; rest &= rest - 1)
        count(w * kWordBits + std::countr_zero(rest));
    const int *near_rank = ranks_.of_row(near_[p]), *far_rank = ranks_.of_row(far_[p]);
    for (std::size_t k = 0; k < n; ++k) {
      const int a = near_rank[k], b = far_rank[k];
      Cost* at = (a < b ? rise_ : fall_).data() + ranks_.begin[k];
      at[std::min(a, b)] += amount;
      at[std::max(a, b)] -= amount;
    }
  }
  // What ends behind the last member of a chain ends where the next one begins: one sum runs through all of them.
  Cost up = 0, down = 0;
  for (std::size_t k = 0, at = 0; k < n; ++k)
    for (int f : ranks_.members(k)) {
      level.gain[f] += up += rise_[at];
      level.gain[table.stride + f] += down += fall_[at++];
    }
}

// Claim: a conjunction A with further literals E, at most one of a group, parts at most
//   what A parts + the sum over E of their gains.
// Why: a pair that only A and E part has its other end in A and outside some l of E, which gains it.
// So where gains beyond prices do not add up to what A is short of its price, nothing below A is broken.
void ConjunctionWalk::sum_others(Level& level) {
  level.others.assign(level.literals.size(), 0);
  Cost later = 0, most = 0;
  for (std::size_t i = level.literals.size(); i-- > 0;) {
    const int l = level.literals[i];
    if (i + 1 < level.literals.size() && group_[l] != group_[level.literals[i + 1]]) {
      later += most;
      most = 0;
    }
    level.others[i] = later;
    most = std::max(most, level.gain[l] - price_[l]);
  }
}

// Takes away the literals of long chains with which some literal of the conjunction would gain no more than its price.
// What it keeps of its gain are the pairs with both ends covered by the new one: by the members of a chain from the
// higher rank of the two on, or negated up to the lower rank. So all members are counted in one sweep over the pairs.
void ConjunctionWalk::drop_needless(Level& level, int depth) {
  const std::size_t n = ranks_.size(), width = ranks_.begin[n] + 1;
  keeps_.assign(2 * width * static_cast<std::size_t>(depth), 0);
  for (std::size_t i = 0; i < level.parted.size(); ++i) {
    const int p = level.parted[i];
    if (level.failed[i] < 0 || far_[p] < 0) continue;
    const Cost amount = (*pairs_)[p].amount;
    const int *near = ranks_.of_row(near_[p]), *far = ranks_.of_row(far_[p]);
    Cost* covered = keeps_.data() + 2 * width * static_cast<std::size_t>(level.failed[i]);
    Cost* negated = covered + width;
    for (std::size_t k = 0; k < n; ++k) {
      covered[ranks_.begin[k] + static_cast<std::size_t>(std::max(near[k], far[k]))] += amount;
      covered[ranks_.begin[k + 1]] -= amount;
      negated[ranks_.begin[k]] += amount;
      negated[ranks_.begin[k] + static_cast<std::size_t>(std::min(near[k], far[k]))] -= amount;
    }
  }
  for (std::size_t i = 0; i < keeps_.size(); ++i)
    if (i % width != 0) keeps_[i] += keeps_[i - 1];
  std::erase_if(level.literals, [&](int l) {
    if (place_[l] < 0) return false;
    const std::size_t at = static_cast<std::size_t>(place_[l]) + (is_positive(problem_.table, l) ? 0 : width);
    for (int k = 0; k < depth; ++k)
      if (keeps_[2 * width * static_cast<std::size_t>(k) + at] <= price_[conjunction_[k]]) return true;
    return false;
  });
}

// Makes `next` the conjunction with one more literal; returns what is inside it. Without branches, which could not be
// predicted: what does not belong is written over.
Cost ConjunctionWalk::extend(const Level& level, int depth, int literal, Level& next) {
  const Holds holds(*this, literal);
  const std::size_t most = level.parted.size() + level.inside.size() + 1;
  next.parted.resize(most);
  next.failed.resize(most);
  next.inside.resize(level.inside.size() + 1);
  next.price = level.price + price_[literal];
  needed_.assign(static_cast<std::size_t>(depth) + 2, 0);
  std::size_t parted = 0, kept = 0;
  Cost sum = 0, inside = 0;
  for (std::size_t k = 0; k < level.parted.size(); ++k) {
    const int p = level.parted[k];
    const bool near = holds.on(near_[p]), far = holds.on_other(far_[p]);
    const int failed = far ? level.failed[k] : -1;
    const Cost amount = near ? (*pairs_)[p].amount : 0;
    next.parted[parted] = p;
    next.failed[parted] = failed;
    parted += near ? 1 : 0;
    sum += amount;
    needed_[static_cast<std::size_t>(failed + 1)] += amount;
  }
  const Cost before = sum;
  for (int p : level.inside) {
    const bool near = holds.on(near_[p]), far = holds.on_other(far_[p]);
    const Cost amount = near ? (*pairs_)[p].amount : 0;
    next.parted[parted] = p;
    next.failed[parted] = depth;
    parted += near & !far ? 1 : 0;
    sum += far ? 0 : amount;
    next.inside[kept] = p;
    kept += near & far ? 1 : 0;
    inside += far ? amount : 0;
  }
  needed_[static_cast<std::size_t>(depth) + 1] += sum - before;
  next.parted.resize(parted);
  next.failed.resize(parted);
  next.inside.resize(kept);
  next.sum = sum;
  return inside;
}

bool ConjunctionWalk::spend(const Level& level) {
  const auto work = static_cast<std::int64_t>(level.inside.size() + level.parted.size()) * 2 + 16;
  monitor_.work(work);
  return (work_left_ -= work) >= 0;
}

// Claim: a shortest conjunction A that breaks the packing gains more than price(l) by each of its literals l over
//   A without l, and this gain does not grow when literals are added to A.
// Why: what A parts is at most what A without l parts plus the gain. If that gain were at most price(l), A without
//   l would already be broken. The gain is the amount of the pairs whose end of the label lies in A and whose other
//   end fails l alone: no more of them with further literals.
// So it is enough to go down conjunctions all of whose literals gain more than their prices, each set in one order;
// and a literal that cannot be added to A cannot be added to what contains A. None has two literals of a group: the
// looser one would gain nothing.
bool ConjunctionWalk::descend(int depth, const std::vector<int>& candidates, std::size_t first) {
  if (depth + 1 > problem_.max_literals) return true;
  if (static_cast<int>(levels_.size()) < depth + 2) levels_.resize(static_cast<std::size_t>(depth) + 2);
  Level& level = levels_[depth];
  gains(level);
  level.literals.clear();
  for (std::size_t i = first; i < candidates.size(); ++i)
    if (level.gain[candidates[i]] > price_[candidates[i]]) level.literals.push_back(candidates[i]);
  if (depth > 0 && ranks_.size() > 0 && level.literals.size() > kFewLiterals) drop_needless(level, depth);
  sum_others(level);
  if (!look_at_literals(level, depth)) return false;
  sum_others(level);
  for (std::size_t i = 0, after = 0; i < level.literals.size(); ++i) {
    const int l = level.literals[i];
    if (level.below[i] + level.others[i] <= level.price + price_[l]) continue;
    extend(level, depth, l, levels_[depth + 1]);
    if (!spend(level)) return false;
    while (after < level.literals.size() && (after <= i || group_[level.literals[after]] == group_[l])) ++after;
    conjunction_.push_back(l);
    if (!descend(depth + 1, level.literals, after)) return false;
    conjunction_.pop_back();
  }
  return true;
}

// Visits the conjunctions with one more literal that are broken, takes away the literals that cannot be added, and notes
// below which of the others there may be more.
bool ConjunctionWalk::look_at_literals(Level& level, int depth) {
  Level& next = levels_[depth + 1];
  const Cost least = problem_.least_literal << rows_.shift;
  std::size_t kept = 0;
  level.below.clear();
  for (std::size_t i = 0; i < level.literals.size(); ++i) {
    const int l = level.literals[i];
    Cost below = -kInfinite;
    if (level.sum + level.gain[l] - price_[l] + level.others[i] > level.price) {
      const Cost inside = extend(level, depth, l, next);
      if (!spend(level)) return false;
      bool needed = true;
      for (int k = 0; k < depth; ++k) needed &= needed_[k + 1] > price_[conjunction_[k]];
      if (!needed) continue;
      conjunction_.push_back(l);
      if (next.sum > next.price) (*visit_)(conjunction_, label_, next.parted, next.sum, next.price);
      conjunction_.pop_back();
      if (next.sum + inside > next.price + least) below = next.sum;
    }
    level.literals[kept++] = l;
    level.below.push_back(below);
  }
  level.literals.resize(kept);
  return true;
}

}  // namespace shortlist
