#include "sparse/bounds.hpp"

#include <algorithm>
#include <array>
#include <functional>

namespace shortlist {

Bounds::Bounds(const Problem& problem, Switches<Bound> switches)
    : problem_(problem), scoring_(problem), switches_(switches) {}

// structure
// Claim: a list with r rules and at least m literals costs at least r * rule price + m * the cheapest literal.
// Why: counting. A rule without literals is useful only once, as the last one, where some label is forbidden
//   to the default rule; so r rules have at least r - 1 literals there and r elsewhere.
// Source: the bound on the number of rules of CORELS (Angelino et al., JMLR 2018), for general prices.
// Holds when: always; with free rules and literals it says nothing.
//
// class_count
// Claim: with r rules the excess is at least weight(S) - (the r + 1 largest benefits N_c(S)).
// Why: r rules and the default rule predict at most r + 1 labels U, and a row earns at most
//   max over U of its benefits, which is at most their sum.
// Source: ours; for perfect lists it is "p classes need 2p - 1 nodes".
// Holds when: always; says nothing for two labels.
Cost Bounds::beyond(const Cost* count, int literals, Allowance allowance) const {
  const Cost rule = on(Bound::structure) ? problem_.rule_price : 0;
  const Cost literal = on(Bound::structure) ? problem_.least_literal : 0;
  const int spare = problem_.empty_rule_useful ? 1 : 0;
  const auto price = [&](int rules) { return rules * rule + std::max(literals, rules - spare) * literal; };
  if (problem_.labels <= 2 || !on(Bound::class_count)) return price(1);
  const int max_rules = allowance.most_rules(spare);
  const Cost weight = scoring_.weight(count);
  Cost least = kInfinite;
  for (int rules = 1; rules == 1 || max_rules < 0 || rules <= max_rules; ++rules) {
    const Cost excess = std::max<Cost>(0, weight - weight_of_best_labels(count, rules + 1));
    least = std::min(least, price(rules) + excess);
    if (excess == 0 || rules > problem_.labels) break;
  }
  return least;
}

Cost Bounds::weight_of_best_labels(const Cost* count, int labels) const {
  if (labels >= problem_.labels) return scoring_.weight(count) + 1;  // all labels: no excess is implied
  std::array<Cost, 64> few;
  std::vector<Cost> many;
  Cost* sorted = few.data();
  if (problem_.labels > 64) {
    many.resize(problem_.labels);
    sorted = many.data();
  }
  std::copy_n(count, problem_.labels, sorted);
  std::partial_sort(sorted, sorted + labels, sorted + problem_.labels, std::greater<>());
  Cost sum = 0;
  for (int i = 0; i < labels; ++i) sum += sorted[i];
  return sum;
}

// literal_limits
// Claim: a list for S cheaper than ub uses literal l only in rules of at most this many literals (0: never).
// Why: delete the rule with l, of k literals. What is left is a list for S without cover(l), so it costs at
//   least rest <= V(S \ l); the rule itself cost at least rule price + price(l) + (k-1) * cheapest literal.
// Inherited: a list for S \ A cheaper than ub - price(A) - excess(A) extends to a list for S cheaper than ub,
//   so the limits of S hold for that child, and its answer is the same as without them.
//   A look-ahead child has another budget and must not inherit.
// Source: ours.
// Holds when: monotony holds.
int Bounds::longest_rule(Cost literal_price, Cost rest, Cost ub) const {
  const Cost slack = ub - 1 - problem_.rule_price - literal_price - rest;
  if (slack < 0) return 0;
  if (problem_.least_literal == 0) return 1 << 20;
  return static_cast<int>(std::min<Cost>(1 + slack / problem_.least_literal, 1 << 20));
}

}  // namespace shortlist
