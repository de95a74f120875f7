// The whole table: rising budgets, the incumbent, and the list behind the proven value.
#include "sparse/sparse_search.hpp"

#include <algorithm>
#include <stdexcept>

#include "sparse/first_list.hpp"

namespace shortlist {
namespace {

// What the tables themselves take, before anything is remembered.
std::size_t table_bytes(const Problem& p) {
  const std::size_t bits = p.table.bits.size() * 3 + p.cover.size();
  return (bits + p.benefit.size() + p.weight.size()) * sizeof(Word);
}

constexpr int kFewRules = 3;

std::size_t memo_bytes(const Problem& p, std::size_t limit) {
  const std::size_t taken = table_bytes(p);
  return limit > taken ? (limit - taken) / 2 : 0;
}

// Claim: a list that has rules pays for one of them, and for a literal of it.
// Why: a rule without literals is of use only where it may predict what the default rule may not.
// Source: ours. Holds when: always.
Cost price_of_some_rule(const Problem& p) { return p.rule_price + (p.empty_rule_useful ? 0 : p.least_literal); }

}  // namespace

SparseSearch::SparseSearch(const Problem& problem, Switches<Bound> switches, Monitor& monitor, std::size_t memory_limit,
                           std::int64_t pack_after)
    : problem_(problem),
      scoring_(problem),
      bounds_(problem, switches),
      monitor_(monitor),
      memory_limit_(memory_limit),
      incumbent_(problem, monitor),
      states_(problem, bounds_, incumbent_, monitor, memo_bytes(problem, memory_limit), {memory_limit, pack_after}) {}

void SparseSearch::begin(const std::optional<List>& incumbent) {
  incumbent_.offer(evaluate(problem_, {}));
  incumbent_.raise(std::min(incumbent_.cost(), price_of_some_rule(problem_)));
  if (incumbent) incumbent_.offer(*incumbent);
}

SparseSearch::Answer SparseSearch::anneal(const std::optional<List>& incumbent, std::int64_t work) {
  begin(incumbent);
  try {
    incumbent_.anneal(work);
    return {incumbent_.best(), StopReason::work};
  } catch (const Stopped& stopped) {
    return {incumbent_.best(), stopped.reason};
  }
}

SparseSearch::Answer SparseSearch::run(const std::optional<List>& incumbent) {
  begin(incumbent);
  try {
    prove();
    return {incumbent_.best(), StopReason::proved};
  } catch (const Stopped& stopped) {
    return {incumbent_.best(), stopped.reason};
  }
}

// Budgets rise by the smallest price, the least by which the structure of a list can change; faster where prices are
// small beside the losses, and most of all where few rules are allowed: a larger budget then makes no list longer, and
// the same lists would be tried again and again.
Cost SparseSearch::budget_step(Cost proven) const {
  Cost step = kInfinite;
  for (Cost price : {problem_.rule_price, problem_.least_literal})
    if (price > 0) step = std::min(step, price);
  const Cost gap = incumbent_.cost() - proven;
  const bool few_rules = problem_.allowance.rules >= 0 && problem_.allowance.rules <= kFewRules;
  const Cost share = !few_rules ? gap / 64 : gap > incumbent_.cost() / 8 ? gap / 2 : gap;
  return std::max({Cost{1}, step < kInfinite ? step : 0, share});
}

void SparseSearch::prove() {
  incumbent_.offer(first_list(problem_, monitor_));
  states_.packings().start();
  if (table_bytes(problem_) > memory_limit_) throw Stopped{StopReason::memory};
  std::vector<Word> rows;
  fill_bits(rows, problem_.rows);
  Cost proven = 0;
  while (proven < incumbent_.cost()) {
    const Cost budget = std::min(proven + budget_step(proven), incumbent_.cost());
    const Cost value = states_.search(rows, problem_.allowance, budget);
    if (value < budget) {
      incumbent_.offer(rebuild(value));
      if (incumbent_.cost() != value) throw std::logic_error("the list found does not cost what was proved");
    }
    proven = std::max(value, std::min(states_.packings().table_bound(), incumbent_.cost()));
    incumbent_.raise(proven);
  }
  incumbent_.raise(incumbent_.cost());
}

// Follows the proven values down: each state is searched once more with its own value as budget, which finds
// its first rule again, mostly from what the memo knows about its children.
List SparseSearch::rebuild(Cost value) {
  std::vector<Conjunction> rules;
  std::vector<Word> rows, cover(problem_.table.words);
  fill_bits(rows, problem_.rows);
  std::vector<Cost> count(problem_.table.columns);
  Allowance allowance = problem_.allowance;
  while (const Conjunction* first = states_.first_rule(rows, allowance, value)) {
    const Conjunction rule = *first;
    intersect_rule(problem_, rule, rows.data(), cover.data());
    count_rows(problem_.table, cover.data(), count.data());
    value -= problem_.price_of_rule(rule) + scoring_.rule_loss(count.data());
    remove_bits(rows.data(), cover.data(), problem_.table.words);
    allowance = allowance.after(static_cast<int>(rule.size()));
    rules.push_back(rule);
  }
  count_rows(problem_.table, rows.data(), count.data());
  if (scoring_.leaf(count.data(), allowance.empty_rule()) < scoring_.leaf(count.data(), false)) rules.emplace_back();
  return evaluate(problem_, rules);
}

}  // namespace shortlist
