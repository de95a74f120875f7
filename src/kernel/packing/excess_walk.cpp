#include "packing/excess_walk.hpp"

#include <algorithm>
#include <functional>

namespace shortlist {

ExcessWalk::ExcessWalk(const Problem& problem, const PackingRows& rows, Monitor& monitor)
    : problem_(problem),
      rows_(rows),
      monitor_(monitor),
      price_(problem.usable_prices()),
      more_(static_cast<std::size_t>(problem.table.features), 0) {
  for (Cost& price : price_)
    if (price < kInfinite) least_ = std::min(least_, price <<= rows_.shift);
}

void ExcessWalk::index(const Charges& charges) {
  const auto n = static_cast<std::size_t>(problem_.rows);
  begin_.assign(n + 1, 0);
  total_.assign(n, 0);
  for (const PackedPair& pair : charges.pairs)
    for (int i : {pair.first, pair.second}) {
      ++begin_[static_cast<std::size_t>(i) + 1];
      total_[i] += pair.amount;
    }
  for (std::size_t i = 0; i < n; ++i) begin_[i + 1] += begin_[i];
  partners_.resize(2 * charges.pairs.size());
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  for (const PackedPair& pair : charges.pairs) {
    partners_[next[pair.first]++] = {pair.second, pair.amount, -1};
    partners_[next[pair.second]++] = {pair.first, pair.amount, -1};
  }
}

ExcessWalk::Excess ExcessWalk::excess(const Charges& charges, const std::vector<int>& literals, int label) {
  Excess found;
  const auto covers = [&](int i) {
    return std::all_of(literals.begin(), literals.end(), [&](int l) { return holds(l, i); });
  };
  for (int i = 0; i < problem_.rows; ++i) {
    if (!wants(i, label) || total_[i] + charges.own[i] <= 0 || !covers(i)) continue;
    Cost sum = charges.own[i];
    for (std::size_t k = begin_[i]; k < begin_[i + 1]; ++k)
      if (!covers(partners_[k].row)) sum += partners_[k].amount;
    if (sum <= 0) continue;
    found.rows.emplace_back(i, sum);
    found.sum += sum;
  }
  spend(static_cast<std::size_t>(problem_.rows) + partners_.size() / 4);
  return found;
}

bool ExcessWalk::walk(const Charges& charges, std::int64_t work, const Visit& visit) {
  charges_ = &charges;
  visit_ = &visit;
  work_left_ = work;
  index(charges);
  std::vector<int> literals;
  for (int l = 0; l < problem_.table.literals(); ++l)
    if (price_[l] < kInfinite) literals.push_back(l);
  if (levels_.empty()) levels_.resize(1);
  conjunction_.clear();
  for (int c : problem_.rule_labels) {
    label_ = c;
    start(levels_[0]);
    if (problem_.empty_rule_useful && !look_at_none()) return false;
    if (!descend(0, literals, 0)) return false;
  }
  return true;
}

bool ExcessWalk::look_at_none() {
  const Cost sum = excess(*charges_, conjunction_, label_).sum;
  return sum <= levels_[0].price || (*visit_)(conjunction_, label_, sum);
}

// The empty conjunction covers all rows.
void ExcessWalk::start(Level& root) {
  root.near.clear();
  root.parted.clear();
  root.begin.assign(1, 0);
  root.fars.clear();
  root.price = problem_.rule_price << rows_.shift;
  for (int i = 0; i < problem_.rows; ++i) {
    if (!wants(i, label_) || total_[i] + charges_->own[i] <= 0) continue;
    root.near.push_back(i);
    root.parted.push_back(0);
    for (std::size_t k = begin_[i]; k < begin_[i + 1]; ++k)
      if (partners_[k].amount > 0) root.fars.push_back(partners_[k]);
    root.begin.push_back(root.fars.size());
  }
}

// excess[l]: what the conjunction with l is charged. gain[l]: the most that l adds to what it is charged, now or with
// further literals. reach[l]: what it is charged at most with l and any further ones.
void ExcessWalk::count(Level& level) {
  const Table& table = problem_.table;
  level.gain.assign(static_cast<std::size_t>(table.literals()), 0);
  level.excess.assign(static_cast<std::size_t>(table.literals()), 0);
  level.reach.assign(static_cast<std::size_t>(table.literals()), 0);
  for (std::size_t k = 0; k < level.near.size(); ++k) {
    const int i = level.near[k];
    const Word* bits = rows_.row(i);
    const auto literal = [&](int f) { return static_cast<std::size_t>(has_bit(bits, f) ? f : table.stride + f); };
    const Cost now = charges_->own[i] + level.parted[k], charged = std::max<Cost>(now, 0);
    const Cost room = charges_->own[i] + total_[i] - charged;
    for (int f = 0; f < table.features; ++f) {
      level.excess[literal(f)] += charged;
      level.reach[literal(f)] += charged + std::max<Cost>(room, 0);
    }
    if (room <= 0) continue;
    for (std::size_t at = level.begin[k]; at < level.begin[k + 1]; ++at) {
      const Far& far = level.fars[at];
      if (far.failed >= 0) continue;
      const Word* other = rows_.row(far.row);
      for (int w = 0; w < rows_.words; ++w)
        for (Word rest = bits[w] ^ other[w]; rest != 0; rest &= rest - 1)
          more_[static_cast<std::size_t>(w * kWordBits + std::countr_zero(rest))] += far.amount;
    }
    for (int f = 0; f < table.features; ++f) {
      Cost& more = more_[static_cast<std::size_t>(f)];
      if (more == 0) continue;
      level.gain[literal(f)] += std::min(more, room);
      level.excess[literal(f)] += std::max<Cost>(now + more, 0) - charged;
      more = 0;
    }
  }
}

std::size_t ExcessWalk::counting_work(const Level& level) const {
  const auto features = static_cast<std::size_t>(problem_.table.features);
  return level.near.size() * features / 2 + level.fars.size() * (2 + features / 16);
}

// Claim: a conjunction A with a literal l and q further ones is charged at most reach(l), and at most excess(l) + the q greatest
//   gains; it is charged too much only if both exceed its price.
// Why: a row that all of them cover has its pairs parted by A, by l, or by a further literal; no more is added to what it is
//   charged than what is left of its pairs and itself.
// So q is limited by what l reaches, unless literals are free, and the further literals gain beyond their prices at most what
// the q best of them do, or what all do that come later in the order.
void ExcessWalk::sum_others(Level& level) {
  level.others.assign(level.literals.size(), 0);
  best_gains_.clear();
  for (int l : level.literals) best_gains_.push_back(level.gain[l] - price_[l]);
  std::sort(best_gains_.begin(), best_gains_.end(), std::greater<>());
  for (std::size_t k = 1; k < best_gains_.size(); ++k)
    best_gains_[k] = std::min(best_gains_[k] + best_gains_[k - 1], kInfinite);
  Cost later = 0;
  for (std::size_t k = level.literals.size(); k-- > 0;) {
    const int l = level.literals[k];
    const Cost left = level.reach[l] - level.price - price_[l];  // to be paid for further literals
    std::size_t most = best_gains_.size();
    if (left <= 0)
      most = 0;
    else if (least_ > 0)
      most = std::min(most, static_cast<std::size_t>((left - 1) / least_));
    if (most > 0) level.others[k] = std::min(later, best_gains_[most - 1]);
    later = std::min(later + level.gain[l] - price_[l], kInfinite);
  }
}

// Makes `next` the conjunction with one more literal, and `needed_` what each of its literals adds at most. False when
// there is no time left.
bool ExcessWalk::extend(const Level& level, int depth, int literal, Level& next) {
  next.near.clear();
  next.parted.clear();
  next.begin.assign(1, 0);
  next.fars.clear();
  next.price = level.price + price_[literal];
  needed_.assign(static_cast<std::size_t>(depth) + 1, 0);
  alone_.assign(static_cast<std::size_t>(depth) + 1, 0);
  for (std::size_t k = 0; k < level.near.size(); ++k) {
    const int i = level.near[k];
    if (!holds(literal, i)) continue;
    const Cost most = charges_->own[i] + total_[i];
    if (most <= 0) continue;
    Cost parted = level.parted[k];
    for (std::size_t at = level.begin[k]; at < level.begin[k + 1]; ++at) {
      Far far = level.fars[at];
      if (!holds(literal, far.row)) {
        if (far.failed >= 0) continue;
        parted += far.amount;
        far.failed = depth;
      }
      if (far.failed >= 0) alone_[static_cast<std::size_t>(far.failed)] += far.amount;
      next.fars.push_back(far);
    }
    next.near.push_back(i);
    next.parted.push_back(parted);
    next.begin.push_back(next.fars.size());
    for (std::size_t place = 0; place < alone_.size(); ++place) {
      needed_[place] += std::min(alone_[place], most);
      alone_[place] = 0;
    }
  }
  return spend(level.near.size() + level.fars.size() + 16);
}

bool ExcessWalk::spend(std::size_t work) {
  monitor_.work(static_cast<std::int64_t>(work));
  return (work_left_ -= static_cast<std::int64_t>(work)) >= 0;
}

bool ExcessWalk::is_needed(int depth) const {
  for (int k = 0; k < depth; ++k)
    if (needed_[static_cast<std::size_t>(k)] <= price_[conjunction_[static_cast<std::size_t>(k)]]) return false;
  return true;
}

// Claim: a shortest conjunction A of several literals that is charged too much is charged more than price(l) more with each of
//   its literals l than without, and what l adds does not grow with further literals.
// Why: the rows of A are charged at most what they are without l, plus what l adds. If that were at most price(l), A without
//   l would already be charged too much. What l adds to a row is at most the amount of its pairs whose other end fails l
//   alone, and at most what is left of its pairs and itself: neither grows with further literals.
// So it is enough to look at all single literals, which may be charged too much for what rows are charged themselves, and to
// go down conjunctions all of whose literals add more than their prices, each set in one order; and a literal that cannot be
// added to A cannot be added to what contains A.
bool ExcessWalk::descend(int depth, const std::vector<int>& candidates, std::size_t first) {
  if (depth + 1 > problem_.max_literals) return true;
  if (static_cast<int>(levels_.size()) < depth + 2) levels_.resize(static_cast<std::size_t>(depth) + 2);
  Level& level = levels_[static_cast<std::size_t>(depth)];
  Level& next = levels_[static_cast<std::size_t>(depth) + 1];
  count(level);
  if (!spend(counting_work(level))) return false;
  level.literals.clear();
  for (std::size_t k = first; k < candidates.size(); ++k) {
    const int l = candidates[k];
    if (depth == 0 && level.gain[l] <= price_[l] && level.excess[l] > level.price + price_[l]) {
      conjunction_.push_back(l);
      if (!(*visit_)(conjunction_, label_, level.excess[l])) return false;
      conjunction_.pop_back();
    }
    if (level.gain[l] <= price_[l]) continue;
    if (depth > 0) {
      if (!extend(level, depth, l, next)) return false;
      if (!is_needed(depth)) continue;
    }
    level.literals.push_back(l);
  }
  sum_others(level);
  for (std::size_t k = 0; k < level.literals.size(); ++k) {
    const int l = level.literals[k];
    const Cost missing = level.price + price_[l] - level.excess[l];
    const bool is_broken = missing < 0;
    const bool may_be_below = level.others[k] > std::max<Cost>(missing, 0);
    if (!is_broken && !may_be_below) continue;
    conjunction_.push_back(l);
    if (is_broken && !(*visit_)(conjunction_, label_, level.excess[l])) return false;
    if (may_be_below && (!extend(level, depth, l, next) || !descend(depth + 1, level.literals, k + 1))) return false;
    conjunction_.pop_back();
  }
  return true;
}

}  // namespace shortlist
