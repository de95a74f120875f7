// The whole table: rising budgets, the incumbent, and the list behind the proven value.
#include "sparse/sparse_search.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "sparse/beam.hpp"

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

// Claim: a list that has rules pays for one of them, and for a literal of it. Why: a rule without literals is of use only
// where it may predict what the default rule may not. Source: ours. Holds when: always.
Cost price_of_some_rule(const Problem& p) { return p.rule_price + (p.empty_rule_useful ? 0 : p.least_literal); }

}  // namespace

SparseSearch::SparseSearch(const Problem& problem, Switches<Bound> switches, Monitor& monitor, std::size_t memory_limit,
                           std::int64_t pack_after)
    : problem_(problem),
      scoring_(problem),
      bounds_(problem, switches),
      monitor_(monitor),
      memo_(problem.table.words + (problem.limited() ? 1 : 0), memo_bytes(problem, memory_limit)),
      memory_limit_(memory_limit),
      pack_after_(pack_after) {
  State& whole = state_at(0);
  whole.table = problem.table;
  std::iota(whole.table.origin.begin(), whole.table.origin.end(), 0);
  fill_bits(whole.all, problem.rows);
  whole.price = problem.usable_prices();
  whole.longest.assign(whole.price.size(), 0);
  for (std::size_t l = 0; l < whole.price.size(); ++l)
    if (problem.usable[l]) whole.longest[l] = problem.max_literals;
}

SparseSearch::Answer SparseSearch::run(const std::optional<List>& incumbent) {
  offer(evaluate(problem_, {}));
  raise(std::min(best_.cost, price_of_some_rule(problem_)));
  if (incumbent) offer(*incumbent);
  try {
    prove();
    return {best_, StopReason::proved};
  } catch (const Stopped& stopped) {
    return {best_, stopped.reason};
  }
}

void SparseSearch::offer(const List& list) {
  if (list.cost >= best_.cost) return;
  best_ = simplify(problem_, list);
  monitor_.improve(problem_.constant + problem_.unit * best_.cost);
}

void SparseSearch::raise(Cost bound) { monitor_.raise(problem_.constant + problem_.unit * bound); }

// Budgets rise by the smallest price, the least by which the structure of a list can change; faster where prices are
// small beside the losses, and most of all where few rules are allowed: a larger budget then makes no list longer, and
// the same lists would be tried again and again.
Cost SparseSearch::budget_step(Cost proven) const {
  Cost step = kInfinite;
  for (Cost price : {problem_.rule_price, problem_.least_literal})
    if (price > 0) step = std::min(step, price);
  const Cost gap = best_.cost - proven;
  const bool few_rules = problem_.allowance.rules >= 0 && problem_.allowance.rules <= kFewRules;
  const Cost share = !few_rules ? gap / 64 : gap > best_.cost / 8 ? gap / 2 : gap;
  return std::max({Cost{1}, step < kInfinite ? step : 0, share});
}

void SparseSearch::prove() {
  offer(beam_search(problem_, monitor_, 1));
  work_of_greedy_ = monitor_.work_done();
  if (table_bytes(problem_) > memory_limit_) throw Stopped{StopReason::memory};
  std::vector<Word> rows;
  fill_bits(rows, problem_.rows);
  Cost proven = 0;
  while (proven < best_.cost) {
    const Cost budget = std::min(proven + budget_step(proven), best_.cost);
    const Cost value = search_rows(rows, problem_.allowance, budget);
    if (value < budget) {
      offer(rebuild(value));
      if (best_.cost != value) throw std::logic_error("the list found does not cost what was proved");
    }
    proven = std::max(value, std::min(table_bound_, best_.cost));
    raise(proven);
  }
  best_ = simplify(problem_, best_);
  raise(best_.cost);
}

Cost SparseSearch::search_rows(const std::vector<Word>& rows, Allowance allowance, Cost budget) {
  State& s = state_at(1);
  s.budget = budget;
  s.allowance = allowance;
  s.local = rows;
  s.key = rows;
  if (problem_.limited()) s.key.push_back(0);
  s.total.resize(problem_.table.columns);
  count_rows(problem_.table, rows.data(), s.total.data());
  if (const auto value = without_search(s)) return *value;
  return enter(*states_[0], s, false);
}

// Follows the proven values down: each state is searched once more with its own value as budget, which finds
// its first rule again, mostly from what the memo knows about its children.
List SparseSearch::rebuild(Cost value) {
  std::vector<Conjunction> rules;
  std::vector<Word> rows, cover(problem_.table.words);
  fill_bits(rows, problem_.rows);
  std::vector<Cost> count(problem_.table.columns);
  Allowance allowance = problem_.allowance;
  recording_ = true;
  for (;;) {
    search_rows(rows, allowance, value + 1);
    const State& s = *states_[1];
    if (!s.found) break;
    const Conjunction rule = s.first_rule;
    intersect_rule(problem_, rule, rows.data(), cover.data());
    count_rows(problem_.table, cover.data(), count.data());
    value -= problem_.rule_price + scoring_.rule_loss(count.data());
    for (int l : rule) value -= states_[0]->price[l];
    remove_bits(rows.data(), cover.data(), problem_.table.words);
    allowance = allowance.after(static_cast<int>(rule.size()));
    rules.push_back(rule);
  }
  recording_ = false;
  count_rows(problem_.table, rows.data(), count.data());
  if (scoring_.leaf(count.data(), allowance.empty_rule()) < scoring_.leaf(count.data(), false)) rules.emplace_back();
  return evaluate(problem_, rules);
}

}  // namespace shortlist
