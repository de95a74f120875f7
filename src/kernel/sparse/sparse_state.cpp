// One row set: entering it, closing it early, and trying its rules.
#include <algorithm>

#include "sparse/sparse_search.hpp"

namespace shortlist {
namespace {

constexpr std::size_t kSiblings = 32;

}  // namespace

State& SparseSearch::state_at(int depth) {
  while (static_cast<int>(states_.size()) <= depth) {
    states_.push_back(std::make_unique<State>());
    states_.back()->depth = static_cast<int>(states_.size()) - 1;
  }
  return *states_[depth];
}

void SparseSearch::improve(State& s, const Table& table, Cost value, const int* literals, int length) {
  if (value >= s.ub) return;
  s.ub = value;
  s.found = true;
  s.first_rule.clear();
  for (int i = 0; i < length; ++i) {
    const int feature = table.origin[feature_of(table, literals[i])];
    s.first_rule.push_back(is_positive(table, literals[i]) ? feature : problem_.table.stride + feature);
  }
}

// The rows without those the rule covers: as a new state, or at once if nothing but the default is left.
Cost SparseSearch::child(State& s, const int* literals, int length, Cost budget, bool inherit) {
  if (budget <= 0) return 0;
  State& c = state_at(s.depth + 1);
  c.budget = budget;
  c.allowance = s.allowance.after(length);
  c.local = s.all;
  for (int i = 0; i < length; ++i) intersect_literal(s.table, literals[i], c.local.data(), c.local.data());
  for (int w = 0; w < s.table.words; ++w) c.local[w] = s.all[w] & ~c.local[w];
  c.total.resize(s.table.columns);
  count_rows(s.table, c.local.data(), c.total.data());
  monitor_.work(static_cast<std::int64_t>(s.table.segments.size()));
  if (const auto value = without_search(c)) return *value;
  c.key = s.key;
  for (int w = 0; w < problem_.table.words; ++w) c.key[w] = ~Word{0};
  for (int i = 0; i < length; ++i) {
    const int feature = s.table.origin[feature_of(s.table, literals[i])];
    const Word* column = problem_.cover.data() + static_cast<std::size_t>(feature) * problem_.table.words;
    const Word flip = is_positive(s.table, literals[i]) ? 0 : ~Word{0};
    for (int w = 0; w < problem_.table.words; ++w) c.key[w] &= column[w] ^ flip;
  }
  for (int w = 0; w < problem_.table.words; ++w) c.key[w] = s.key[w] & ~c.key[w];
  return enter(s, c, inherit);
}

// Sets the leaf value and the upper bound; answers states in which a rule cannot pay.
std::optional<Cost> SparseSearch::without_search(State& s) {
  s.found = false;
  s.first_rule.clear();
  s.leaf = scoring_.leaf(s.total.data(), s.allowance.empty_rule());
  s.rule_length = std::min(problem_.max_literals, s.allowance.rule_length());
  s.ub = std::min(s.budget, s.leaf);
  if (s.rule_length == 0 || problem_.table.features == 0) return s.leaf;
  const Cost bound = bounds_.beyond(s.total.data(), 1, s.allowance.rules);
  if (bound >= s.ub) return std::min(s.leaf, bound);
  return std::nullopt;
}

std::optional<Cost> SparseSearch::remembered(State& s) {
  if (problem_.limited())
    s.key[problem_.table.words] =
        static_cast<Word>(s.allowance.rules + 1) << 32 | static_cast<std::uint32_t>(s.allowance.size + 1);
  if (recording_ && s.depth == 1) return std::nullopt;
  const Known* known = memo_.find(s.key.data());
  if (known == nullptr) return std::nullopt;
  if (known->exact || known->value >= s.budget) return known->value;
  if (known->value >= s.ub) return s.ub;  // no list beats the leaf
  return std::nullopt;
}

// Closes a state of which it is known that lists with a literal cost at least `bound`, or are no better than ub.
Cost SparseSearch::close(State& s, Cost bound) {
  const bool exact = s.ub < s.budget;
  const Cost value = exact ? s.ub : std::min(s.leaf, bound);
  memo_.store(s.key.data(), {value, exact});
  return value;
}

Cost SparseSearch::enter(const State& from, State& s, bool inherit) {
  monitor_.count_state();
  monitor_.work(400 + 2 * problem_.table.words);
  if (const auto value = remembered(s)) return *value;
  s.work_before = monitor_.work_done();
  const Cost packed = adopt_packing(from, s);
  if (packed >= s.ub) return close(s, packed);
  s.counts.resize(static_cast<std::size_t>(from.table.columns) * from.table.stride);
  count_features(from.table, s.local.data(), s.counts.data());
  monitor_.work(counting_work(from.table));
  scan_literals(scoring_, from.table.columns, from.table.stride, s.counts.data(), s.total.data(), s.total.data(),
                s.allowance.after(1).empty_rule(), s.scan);
  const BestLiteral best = best_literal(s.scan, from.price.data(), from.table.literals(), problem_.rule_price);
  if (best.literal >= 0) improve(s, from.table, best.value, &best.literal, 1);
  // A list has no literal, one, or at least two.
  const Cost others = std::min(best.value, bounds_.beyond(s.total.data(), 2, s.allowance.rules));
  const Cost bound = std::max(packed, others);
  if (bound >= s.ub) return close(s, bound);
  settle(from, s, inherit);
  try {
    solve(s);
  } catch (const Closed& closed) {
    if (closed.depth != s.depth) throw;
  }
  return close(s, s.ub);
}

// The state's own table: its rows, and the features that tell them apart.
void SparseSearch::settle(const State& from, State& s, bool inherit) {
  const Table& source = from.table;
  s.kept.clear();
  const Cost weight = scoring_.weight(s.total.data());
  for (int f = 0; f < source.features; ++f) {
    bool constant = s.scan.weight[f] == 0 || s.scan.weight[f] == weight;
    if (constant && problem_.min_mass > 0) constant = is_constant(source, f, s.local.data());
    if (!constant) s.kept.push_back(f);
  }
  compact(source, s.local.data(), s.kept, s.table, compact_scratch_);
  monitor_.work(static_cast<std::int64_t>(source.words) * s.table.stride / 4);
  fill_bits(s.all, s.table.rows);
  const int stride = s.table.stride;
  s.row_counts.assign(static_cast<std::size_t>(s.table.columns) * stride, 0);
  for (int c = 0; c < s.table.columns; ++c)
    for (int f = 0; f < s.table.features; ++f)
      s.row_counts[static_cast<std::size_t>(c) * stride + f] =
          s.counts[static_cast<std::size_t>(c) * source.stride + s.kept[f]];
  std::swap(s.counts, s.row_counts);
  scan_literals(scoring_, s.table.columns, stride, s.counts.data(), s.total.data(), s.total.data(),
                s.allowance.after(1).empty_rule(), s.scan);
  s.price.assign(2 * static_cast<std::size_t>(stride), kInfinite);
  s.longest.assign(2 * static_cast<std::size_t>(stride), 0);
  for (int f = 0; f < s.table.features; ++f)
    for (int negated = 0; negated < 2; ++negated) {
      const int literal = f + negated * stride;
      const int parent = s.kept[f] + negated * source.stride;
      if (from.price[parent] >= kInfinite) continue;
      s.price[literal] = from.price[parent];
      s.longest[literal] = inherit ? std::min(from.longest[parent], s.rule_length) : s.rule_length;
    }
}

// The search proper. Afterwards V(S) = ub, or V(S) >= ub = budget.
void SparseSearch::solve(State& s) {
  s.sibling_count = 0;
  bound_rests(s);
  limit_literals(s);
  if (repack(s)) return;
  try_two_rules(s);
  gather_single_rules(s);
  branch(s);
  if (s.rule_length < 2 || s.closed) return;
  gather_long_rules(s);
  if (!s.closed) branch(s);
}

// rest_bound[l] <= V(S \ l): the leaf, or the cheapest list with a literal.
void SparseSearch::bound_rests(State& s) {
  const int n = s.table.literals();
  const Allowance after = s.allowance.after(1);
  s.rest_bound = s.scan.leaf_rest;
  if (std::min(problem_.max_literals, after.rule_length()) > 0) {
    s.row_total.resize(s.table.columns);
    Cost bound = bounds_.beyond(s.total.data(), 1, after.rules);
    for (int l = 0; l < n; ++l) {
      if (s.price[l] >= kInfinite) continue;
      if (problem_.labels > 2) {
        for (int c = 0; c < s.table.columns; ++c)
          s.row_total[c] = s.total[c] - s.scan.count[static_cast<std::size_t>(c) * n + l];
        bound = bounds_.beyond(s.row_total.data(), 1, after.rules);
      }
      s.rest_bound[l] = std::min(s.rest_bound[l], bound);
    }
  }
  raise_rests_by_packing(s);
}

void SparseSearch::limit_literals(State& s) {
  if (!bounds_.literal_limits()) return;
  for (int l = 0; l < s.table.literals(); ++l)
    if (s.longest[l] > 0)
      s.longest[l] = std::min(s.longest[l], bounds_.longest_rule(s.price[l], s.rest_bound[l], s.ub));
}

// second_rule
// Claim: V(S \ l) >= min(leaf, the best single rule and its leaf, the cheapest list of two literals).
// Why: these are all lists there are; the middle one is found exactly by one count over the features. As a
//   side effect all lists of two single-literal rules are tried.
// Source: ours, after the depth-two solver of optimal decision trees (Demirovic et al., JMLR 2022).
// Holds when: always.
void SparseSearch::try_two_rules(State& s) {
  if (!bounds_.on(Bound::second_rule)) return;
  if (std::min(problem_.max_literals, s.allowance.after(1).rule_length()) < 1) return;
  const int stride = s.table.stride;
  s.row_counts.resize(static_cast<std::size_t>(s.table.columns) * stride);
  for (int f = 0; f < s.table.features; ++f) {
    const bool positive = worth_a_rule(s, f), negated = worth_a_rule(s, stride + f);
    if (!positive && !negated) continue;
    // Outside the positive literal are the rows of the negated one, and the other way round.
    s.cover.resize(s.table.words);
    intersect_literal(s.table, stride + f, s.all.data(), s.cover.data());
    count_features(s.table, s.cover.data(), s.row_counts.data());
    monitor_.work(counting_work(s.table));
    if (positive) two_rules_after(s, f);
    if (!negated) continue;
    for (std::size_t i = 0; i < s.row_counts.size(); ++i) s.row_counts[i] = s.counts[i] - s.row_counts[i];
    two_rules_after(s, stride + f);
  }
  limit_literals(s);
}

bool SparseSearch::worth_a_rule(const State& s, int literal) const {
  if (s.longest[literal] < 1) return false;
  const Cost rest = s.rest_bound[literal];
  return problem_.rule_price + s.price[literal] + s.scan.wrong[literal] + rest < s.ub ||
         (s.longest[literal] > 1 && bounds_.with_longer_rule(s.price[literal], rest) < s.ub);
}

void SparseSearch::two_rules_after(State& s, int literal) {
  const int n = s.table.literals();
  const Allowance after = s.allowance.after(1);
  s.row_total.resize(s.table.columns);
  for (int c = 0; c < s.table.columns; ++c)
    s.row_total[c] = s.total[c] - s.scan.count[static_cast<std::size_t>(c) * n + literal];
  scan_literals(scoring_, s.table.columns, s.table.stride, s.row_counts.data(), s.row_total.data(), s.row_total.data(),
                after.after(1).empty_rule(), s.row_scan);
  const BestLiteral second = best_literal(s.row_scan, s.price.data(), n, problem_.rule_price);
  const Cost found = std::min(s.scan.leaf_rest[literal], second.value);
  const Cost base = problem_.rule_price + s.price[literal] + s.scan.wrong[literal];
  improve(s, s.table, base + found, &literal, 1);
  const Cost bound = std::min(found, bounds_.beyond(s.row_total.data(), 2, after.rules));
  s.rest_bound[literal] = std::max(s.rest_bound[literal], bound);
}

// Tries the candidates, the most promising first.
void SparseSearch::branch(State& s) {
  std::stable_sort(s.candidates.begin(), s.candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.guess < b.guess; });
  for (const Candidate& candidate : s.candidates) {
    try_candidate(s, candidate);
    if (repack(s)) return;
  }
}

// Claim: V(S \ A) >= V(S \ l) for a literal l of A. Why: monotony. Holds when: monotony does, or A is l alone.
Cost SparseSearch::rest_of(const State& s, const int* literals, int length) const {
  if (length > 1 && !bounds_.monotone()) return 0;
  Cost rest = 0;
  for (int i = 0; i < length; ++i) rest = std::max(rest, s.rest_bound[literals[i]]);
  return rest;
}

void SparseSearch::try_candidate(State& s, const Candidate& candidate) {
  const int* literals = s.pool.data() + candidate.begin;
  const Cost budget = s.ub - candidate.base;
  if (rest_of(s, literals, candidate.length) >= budget) return;
  s.cover = s.all;
  for (int i = 0; i < candidate.length; ++i) intersect_literal(s.table, literals[i], s.cover.data(), s.cover.data());
  if (bounds_.similar_siblings() && sibling_bound(s) >= budget) return;
  const Cost before = s.ub;
  const Cost value = child(s, literals, candidate.length, budget, true);
  remember_sibling(s, value);
  improve(s, s.table, candidate.base + value, literals, candidate.length);
  if (candidate.length == 1) s.rest_bound[*literals] = std::max(s.rest_bound[*literals], value);
  if (s.ub < before || candidate.length == 1) limit_literals(s);
}

// similar_siblings
// Claim: V(S \ A) >= V(S \ B) - weight(A \ B).
// Why: a list for S \ A serves S \ B too, and loses at most their weight on the rows it was not made for.
// Source: the similar-support bound of CORELS; for trees Hu, Rudin, Seltzer (NeurIPS 2019).
// Holds when: monotony does; not with max_size, where the two may have different sizes left.
Cost SparseSearch::sibling_bound(State& s) {
  Cost bound = 0;
  s.row_total.resize(s.table.columns);
  s.local.resize(s.table.words);
  const std::size_t count = std::min(s.sibling_count, kSiblings);
  for (std::size_t i = 0; i < count; ++i) {
    const Sibling& sibling = s.siblings[i];
    if (sibling.value <= bound) continue;
    for (int w = 0; w < s.table.words; ++w) s.local[w] = s.cover[w] & ~sibling.cover[w];
    count_rows(s.table, s.local.data(), s.row_total.data());
    bound = std::max(bound, sibling.value - scoring_.weight(s.row_total.data()));
  }
  return bound;
}

void SparseSearch::remember_sibling(State& s, Cost value) {
  if (s.siblings.size() < kSiblings) s.siblings.resize(kSiblings);
  Sibling& sibling = s.siblings[s.sibling_count++ % kSiblings];
  sibling.cover = s.cover;
  sibling.value = value;
}

}  // namespace shortlist
