#include "sparse/state_bounds.hpp"

#include <algorithm>

namespace shortlist {
namespace {

constexpr std::size_t kSiblings = 32;

}  // namespace

std::optional<Cost> StateBounds::without_search(State& s) const {
  s.found = false;
  s.first_rule.clear();
  s.leaf = scoring_.leaf(s.total.data(), s.allowance.empty_rule());
  s.rule_length = std::min(problem_.max_literals, s.allowance.rule_length());
  s.ub = std::min(s.budget, s.leaf);
  if (s.rule_length == 0 || problem_.table.features == 0) return s.leaf;
  const Cost bound = bounds_.beyond(s.total.data(), 1, s.allowance);
  if (bound >= s.ub) return std::min(s.leaf, bound);
  return std::nullopt;
}

// rest_bound[l] <= V(S \ l): the leaf, or the cheapest list with a literal.
void StateBounds::bound_rests(State& s) const {
  const int n = s.table.literals();
  const Allowance after = s.allowance.after(1);
  s.rest_bound = s.scan.leaf_rest;
  if (std::min(problem_.max_literals, after.rule_length()) > 0) {
    s.row_total.resize(s.table.columns);
    Cost bound = bounds_.beyond(s.total.data(), 1, after);
    for (int l = 0; l < n; ++l) {
      if (s.price[l] >= kInfinite) continue;
      if (problem_.labels > 2) {
        for (int c = 0; c < s.table.columns; ++c)
          s.row_total[c] = s.total[c] - s.scan.count[static_cast<std::size_t>(c) * n + l];
        bound = bounds_.beyond(s.row_total.data(), 1, after);
      }
      s.rest_bound[l] = std::min(s.rest_bound[l], bound);
    }
  }
  if (problem_.limited()) s.single_rest = s.longer_rest = s.rest_bound;
}

void StateBounds::limit_literals(State& s) const {
  if (!bounds_.literal_limits()) return;
  const int n = s.table.literals();
  for (int l = 0; l < n; ++l) {
    if (s.longest[l] <= 0) continue;
    Cost rest = kInfinite;
    for (int c : problem_.rule_labels) {
      if (s.label_rest.empty()) break;
      rest = std::min(rest, s.label_rest[static_cast<std::size_t>(c) * n + l]);
    }
    rest = std::max(s.rest_bound[l], rest < kInfinite ? rest : 0);
    s.longest[l] = std::min(s.longest[l], longest_rule(s, l, rest));
  }
}

// Of rules that may be so long by what `rest` says, those that short_rests leaves.
int StateBounds::longest_rule(const State& s, int literal, Cost rest) const {
  int length = std::min(s.longest[literal], bounds_.longest_rule(s.price[literal], rest, s.ub));
  if (!problem_.limited()) return length;
  const Cost beside = problem_.rule_price + s.price[literal] - problem_.least_literal;
  while (length > 1 && beside + length * problem_.least_literal + rest_of(s, &literal, 1, length) >= s.ub) --length;
  return length;
}

// Claim: V(S \ A) >= V(S \ l) for a literal l of A. Why: monotony. Holds when: monotony does, or A is l alone.
Cost StateBounds::rest_of(const State& s, const int* literals, int count, int length) const {
  if (length > 1 && problem_.limited()) return rest_within_size(s, literals, count, s.allowance.after(length));
  if (length > 1 && !bounds_.monotone()) return 0;
  Cost rest = 0;
  for (int i = 0; i < count; ++i) rest = std::max(rest, s.rest_bound[literals[i]]);
  return rest;
}

// short_rests
// Claim: if no rule fits behind A, what A leaves costs at least leaf(S \ l); if only one rule of one literal does, at
//   least the cheaper of leaf(S \ l) and the best such rule for S \ l.
// Why: A leaves S \ l and more. A leaf is no cheaper on more rows, and neither, by monotony, is a list of one rule.
// Source: ours. Holds when: the size of the list is limited; the second part where monotony does.
Cost StateBounds::rest_within_size(const State& s, const int* literals, int count, Allowance after) const {
  const bool is_short = bounds_.on(Bound::short_rests);
  const int fits = after.rule_length();
  Cost rest = 0;
  for (const int* l = literals; l != literals + count; ++l) {
    if (is_short && fits == 0) rest = std::max(rest, s.scan.leaf_rest[*l]);
    if (!bounds_.monotone()) continue;
    rest = std::max({rest, s.rest_bound[*l], s.longer_rest[*l]});
    if (is_short && fits == 1) rest = std::max(rest, s.single_rest[*l]);
  }
  return rest;
}

Word StateBounds::labels_below(const State& s, const int* literals, int length, Word labels, Cost room) const {
  if (s.label_rest.empty()) return labels;
  for (int c : problem_.rule_labels) {
    const Cost* rest = s.label_rest.data() + static_cast<std::size_t>(c) * s.table.literals();
    for (int i = 0; i < length; ++i)
      if (rest[literals[i]] >= room) labels &= ~label_bit(c);
  }
  return labels;
}

// second_rule
// Claim: V(S \ l) >= min(leaf, the best single rule and its leaf, the cheapest list of two literals).
// Why: these are all lists there are; the middle one is found exactly by one count over the features. As a
//   side effect all lists of two single-literal rules are tried.
// Source: ours, after the depth-two solver of optimal decision trees (Demirovic et al., JMLR 2022).
// Holds when: always.
void StateBounds::try_two_rules(State& s) const {
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

bool StateBounds::worth_a_rule(const State& s, int literal) const {
  if (s.longest[literal] < 1) return false;
  const Cost rest = s.rest_bound[literal];
  return problem_.rule_price + s.price[literal] + s.scan.wrong[literal] + rest < s.ub ||
         (s.longest[literal] > 1 && bounds_.with_longer_rule(s.price[literal], rest) < s.ub);
}

void StateBounds::two_rules_after(State& s, int literal) const {
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
  s.improve(s.table, base + found, &literal, 1);
  if (problem_.limited()) s.single_rest[literal] = std::max(s.single_rest[literal], found);
  const Cost bound = std::min(found, bounds_.beyond(s.row_total.data(), 2, after));
  s.rest_bound[literal] = std::max(s.rest_bound[literal], bound);
}

// similar_siblings
// Claim: V(S \ A) >= V(S \ B) - weight(A \ B).
// Why: a list for S \ A serves S \ B too, and loses at most their weight on the rows it was not made for.
// Source: the similar-support bound of CORELS; for trees Hu, Rudin, Seltzer (NeurIPS 2019).
// Holds when: monotony does, and the rule B is no longer than A: it leaves no smaller an allowance.
bool StateBounds::siblings_reach(State& s, int length, Cost budget) const {
  s.row_total.resize(s.table.columns);
  s.local.resize(s.table.words);
  const std::size_t count = std::min(s.sibling_count, kSiblings);
  for (std::size_t i = 0; i < count; ++i) {
    const Sibling& sibling = s.siblings[i];
    if (sibling.value < budget || (problem_.limited() && sibling.length > length)) continue;
    for (int w = 0; w < s.table.words; ++w) s.local[w] = s.cover[w] & ~sibling.cover[w];
    count_rows(s.table, s.local.data(), s.row_total.data());
    if (sibling.value - scoring_.weight(s.row_total.data()) >= budget) return true;
  }
  return false;
}

void StateBounds::remember_sibling(State& s, int length, Cost value) {
  if (s.siblings.size() < kSiblings) s.siblings.resize(kSiblings);
  Sibling& sibling = s.siblings[s.sibling_count++ % kSiblings];
  sibling.cover = s.cover;
  sibling.value = value;
  sibling.length = length;
}

}  // namespace shortlist
