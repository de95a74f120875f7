#include "packing/conjunction_walk.hpp"

#include <algorithm>

namespace shortlist {

ConjunctionWalk::ConjunctionWalk(const Problem& problem, const PackingRows& rows, Monitor& monitor)
    : problem_(problem), rows_(rows), monitor_(monitor), price_(problem.usable_prices()) {
  for (Cost& price : price_)
    if (price < kInfinite) price <<= rows_.shift;
}

bool ConjunctionWalk::covers(int literal, int row) const {
  const Table& table = problem_.table;
  return has_bit(rows_.row(row), feature_of(table, literal)) == is_positive(table, literal);
}

bool ConjunctionWalk::walk(std::vector<PackedPair>& pairs, std::int64_t work, const Visit& visit) {
  pairs_ = &pairs;
  visit_ = &visit;
  work_left_ = work;
  near_.resize(pairs.size());
  far_.resize(pairs.size());
  std::vector<int> literals;
  for (int l = 0; l < problem_.table.literals(); ++l)
    if (price_[l] < kInfinite) literals.push_back(l);
  if (levels_.empty()) levels_.resize(1);
  for (int c : problem_.rule_labels) {
    label_ = c;
    Level& root = levels_[0];
    root.inside.clear();
    root.parted.clear();
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      if (pairs[p].amount == 0) continue;
      int near = pairs[p].first, far = pairs[p].second;
      if (!(rows_.best[near] >> c & 1U)) std::swap(near, far);
      if (near < 0 || !(rows_.best[near] >> c & 1U)) continue;
      near_[p] = near;
      far_[p] = far;
      root.inside.push_back(static_cast<int>(p));
    }
    if (!descend(0, problem_.rule_price << rows_.shift, literals, 0)) return false;
  }
  return true;
}

// gain[l] = amount of the pairs inside the conjunction that l would part. A single row counts as a pair whose
// other end lies inside the empty conjunction and in no literal.
void ConjunctionWalk::gains(Level& level) {
  const Table& table = problem_.table;
  level.gain.assign(table.literals(), 0);
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
      for (Word rest = near[w] ^ far[w]; rest != 0; rest &= rest - 1) count(w * kWordBits + std::countr_zero(rest));
  }
}

// Claim: a shortest conjunction A that breaks the packing gains more than price(l) by each of its literals l over
//   A without l, and the gain of l does not grow when literals are added.
// Why: what A parts is at most what A without l parts plus the gain. If that gain were at most price(l), A without
//   l would already be broken.
// So it is enough to go down literals whose gain exceeds their price, each set in one order.
bool ConjunctionWalk::descend(int depth, Cost price, const std::vector<int>& candidates, std::size_t first) {
  if (static_cast<int>(levels_.size()) < depth + 2) levels_.resize(static_cast<std::size_t>(depth) + 2);
  gains(levels_[depth]);
  levels_[depth].literals.clear();
  for (std::size_t i = first; i < candidates.size(); ++i)
    if (levels_[depth].gain[candidates[i]] > price_[candidates[i]]) levels_[depth].literals.push_back(candidates[i]);
  if (depth + 1 > problem_.max_literals) return true;
  const Cost least = problem_.least_literal << rows_.shift;
  for (std::size_t i = 0; i < levels_[depth].literals.size(); ++i) {
    const int l = levels_[depth].literals[i];
    const Level& level = levels_[depth];
    Level& next = levels_[depth + 1];
    next.inside.clear();
    next.parted.clear();
    Cost parted = 0, inside = 0;
    const auto part = [&](int p) {
      next.parted.push_back(p);
      parted += (*pairs_)[p].amount;
    };
    for (int p : level.parted)
      if (covers(l, near_[p])) part(p);
    for (int p : level.inside) {
      if (!covers(l, near_[p])) continue;
      if (far_[p] < 0 || !covers(l, far_[p])) {
        part(p);
      } else {
        next.inside.push_back(p);
        inside += (*pairs_)[p].amount;
      }
    }
    const auto work = static_cast<std::int64_t>(level.inside.size() + level.parted.size()) * 2 + 16;
    monitor_.work(work);
    if ((work_left_ -= work) < 0) return false;
    const Cost limit = price + price_[l];
    conjunction_.push_back(l);
    if (parted > limit) (*visit_)(conjunction_, label_, next.parted, parted, limit);
    bool complete = true;
    if (parted + inside > limit + least) complete = descend(depth + 1, limit, levels_[depth].literals, i + 1);
    conjunction_.pop_back();
    if (!complete) {
      conjunction_.clear();
      return false;
    }
  }
  return true;
}

}  // namespace shortlist
