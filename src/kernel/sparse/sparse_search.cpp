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

constexpr int kFewRules = 3, kFewNodes = 9;
constexpr std::int64_t kTimesAsManyMoves = 4, kMoves = 1'000'000;  // of annealing, some tenths of a second
constexpr std::size_t kTablesOfThread = 4;  // about: one for each state on its way, most of them small

std::size_t memo_bytes(const Problem& p, std::size_t limit) {
  const std::size_t taken = table_bytes(p);
  return limit > taken ? (limit - taken) / 2 : 0;
}

// Claim: a list that has rules pays for one of them, and for a literal of it.
// Why: a rule without literals is of use only where it may predict what the default rule may not.
// Source: ours. Holds when: always.
Cost price_of_some_rule(const Problem& p) { return p.rule_price + (p.empty_rule_useful ? 0 : p.least_literal); }

// Every thread has tables of its own. Where memory is short for that, there is one thread.
int affordable_threads(const Problem& p, const SparseOptions& options) {
  const std::size_t each = kTablesOfThread * table_bytes(p);
  return each < options.memory_limit / 8 / static_cast<std::size_t>(options.threads) ? options.threads : 1;
}

}  // namespace

SparseSearch::SparseSearch(const Problem& problem, const SparseOptions& options, Monitor& monitor)
    : problem_(problem),
      scoring_(problem),
      bounds_(problem, options.switches),
      monitor_(monitor),
      memory_limit_(options.memory_limit),
      threads_(affordable_threads(problem, options)),
      shared_(problem, memo_bytes(problem, memory_limit_), memory_limit_ / 8, threads_),
      incumbent_(problem, monitor),
      helpers_(problem, bounds_, shared_, {memory_limit_, options.pack_after}, threads_ - 1),
      states_(problem, bounds_, shared_, 0, &incumbent_, monitor, {memory_limit_, options.pack_after}) {
  if (threads_ > 1) states_.packings().when_table_is_packed([this] { call_helpers(); });
}

// A table that had to be packed is hard. Up to here every run is the same.
void SparseSearch::call_helpers() {
  if (helpers_.started()) return;
  cost_before_help_ = incumbent_.cost();
  moves_before_help_ = incumbent_.moves();
  helpers_.start();
}

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
    return ended(StopReason::proved);
  } catch (const Stopped& stopped) {
    return ended(stopped.reason);
  }
}

SparseSearch::Answer SparseSearch::ended(StopReason reason) {
  helpers_.stop();
  helpers_.rethrow();
  monitor_.count_states(helpers_.states());
  return {incumbent_.best(), reason};
}

// Budgets rise by the smallest price, the least by which the structure of a list can change; faster where prices are
// small beside the losses, and most of all where few rules or nodes are allowed: a larger budget then makes no list
// longer, and the same lists would be tried again and again.
Cost SparseSearch::budget_step(Cost proven) const {
  Cost step = kInfinite;
  for (Cost price : {problem_.rule_price, problem_.least_literal})
    if (price > 0) step = std::min(step, price);
  const Cost gap = incumbent_.cost() - proven;
  const auto is_few = [](int allowed, int few) { return allowed >= 0 && allowed <= few; };
  const bool few = is_few(problem_.allowance.rules, kFewRules) || is_few(problem_.allowance.size, kFewNodes);
  const Cost share = !few ? gap / 64 : gap > incumbent_.cost() / 8 ? gap / 2 : gap;
  return std::max({Cost{1}, step < kInfinite ? step : 0, share});
}

// Nothing when a list found meanwhile makes the question pointless.
std::optional<Cost> SparseSearch::search_all(const std::vector<Word>& rows, Cost budget) {
  helpers_.ask(budget);
  try {
    return states_.search(rows, problem_.allowance, budget);
  } catch (const Closed&) {
    return std::nullopt;
  }
}

void SparseSearch::prove() {
  incumbent_.offer(first_list(problem_, monitor_, kShortRules));
  states_.packings().start();
  if (table_bytes(problem_) > memory_limit_) throw Stopped{StopReason::memory};
  std::vector<Word> rows;
  fill_bits(rows, problem_.rows);
  Cost proven = 0;
  while (proven < incumbent_.cost()) {
    const Cost budget = std::min(proven + budget_step(proven), incumbent_.cost());
    const std::optional<Cost> value = search_all(rows, budget);
    if (value && *value < budget) {
      incumbent_.offer(rebuild(*value));
      if (incumbent_.cost() != *value) throw std::logic_error("the list found does not cost what was proved");
    }
    proven = std::max(value.value_or(proven), std::min(states_.packings().table_bound(), incumbent_.cost()));
    incumbent_.raise(proven);
  }
  incumbent_.raise(incumbent_.cost());
  helpers_.stop();
  if (helpers_.started() && incumbent_.cost() < cost_before_help_) settle_list();
}

// How fast helpers are decides whether annealing or the search comes first to a list of the least cost, but not which
// list is told: that of annealing if it comes to one soon, else the one that the search finds first.
void SparseSearch::settle_list() {
  if (!incumbent_.attained_within(kTimesAsManyMoves * moves_before_help_ + kMoves))
    incumbent_.replace(rebuild(incumbent_.cost()));
}

// Follows the proven values down: each state is searched once more with its own value as budget, which finds
// its first rule again, mostly from what the memo knows about its children. No bound takes away a rule that attains the
// value, so that it is the first such rule in the order of the search, whatever the memo knows.
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
