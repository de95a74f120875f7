#include "sparse/state_search.hpp"

#include <algorithm>

#include "base/hash.hpp"

namespace shortlist {

StateSearch::StateSearch(const Problem& problem, const Bounds& bounds, SharedKnowledge& shared, int thread,
                         Incumbent* incumbent, Monitor& monitor, const StatePackings::Options& options)
    : problem_(problem),
      scoring_(problem),
      bounds_(bounds),
      monitor_(monitor),
      shared_(shared),
      thread_(thread),
      path_(problem, bounds),
      state_bounds_(problem, bounds, monitor),
      packings_(problem, bounds, state_bounds_, incumbent, path_, shared.packed, monitor, options),
      candidates_(problem, bounds, state_bounds_, packings_, monitor) {}

Cost StateSearch::search(const std::vector<Word>& rows, Allowance allowance, Cost budget) {
  State& s = path_.at(1);
  s.budget = budget;
  s.allowance = allowance;
  s.local = rows;
  s.key = rows;
  if (problem_.limited()) s.key.push_back(0);
  s.total.resize(problem_.table.columns);
  count_rows(problem_.table, rows.data(), s.total.data());
  if (const auto value = state_bounds_.without_search(s)) return *value;
  return enter(path_.whole(), s, {false, false});
}

const Conjunction* StateSearch::first_rule(const std::vector<Word>& rows, Allowance allowance, Cost value) {
  path_.rebuilding = true;
  search(rows, allowance, value + 1);
  path_.rebuilding = false;
  const State& s = path_.at(1);
  return s.found ? &s.first_rule : nullptr;
}

// The rows without those the rule covers: as a new state, or at once if nothing but the default is left.
Cost StateSearch::child(State& s, const int* literals, int length, Allowance allowance, Cost budget, Manner manner) {
  if (budget <= 0) return 0;
  State& c = path_.at(s.depth + 1);
  c.budget = budget;
  c.allowance = allowance;
  c.local.resize(s.table.words);
  intersect_literals(s.table, {literals, static_cast<std::size_t>(length)}, s.all.data(), c.local.data());
  for (int w = 0; w < s.table.words; ++w) c.local[w] = s.all[w] & ~c.local[w];
  c.total.resize(s.table.columns);
  count_rows(s.table, c.local.data(), c.total.data());
  monitor_.work(static_cast<std::int64_t>(s.table.segments.size()));
  if (const auto value = state_bounds_.without_search(c)) return *value;
  c.key = s.key;
  for (int w = 0; w < problem_.table.words; ++w) c.key[w] = ~Word{0};
  for (int i = 0; i < length; ++i) {
    const int feature = s.table.origin[feature_of(s.table, literals[i])];
    const Word* column = problem_.cover.data() + static_cast<std::size_t>(feature) * problem_.table.words;
    const Word flip = is_positive(s.table, literals[i]) ? 0 : ~Word{0};
    for (int w = 0; w < problem_.table.words; ++w) c.key[w] &= column[w] ^ flip;
  }
  for (int w = 0; w < problem_.table.words; ++w) c.key[w] = s.key[w] & ~c.key[w];
  return enter(s, c, manner);
}

std::optional<Cost> StateSearch::remembered(State& s) {
  if (path_.rebuilding && s.depth == 1) return std::nullopt;
  const std::optional<Known> known = shared_.memo.find(s.key.data(), s.hash);
  if (!known) return std::nullopt;
  if (known->exact || known->value >= s.budget) return known->value;
  if (known->value >= s.ub) return s.ub;  // no list beats the leaf
  return std::nullopt;
}

// Closes a state of which it is known that lists with a literal cost at least `bound`, or are no better than ub.
Cost StateSearch::close(State& s, Cost bound) {
  const bool exact = s.ub < s.budget;
  const Cost value = exact ? s.ub : std::min(s.leaf, bound);
  shared_.memo.store(s.key.data(), s.hash, {value, exact});
  shared_.trails.settled(thread_, s.hash);
  return value;
}

Cost StateSearch::enter(const State& from, State& s, Manner manner) {
  monitor_.count_state();
  monitor_.work(400 + 2 * problem_.table.words);
  if (problem_.limited())
    s.key[problem_.table.words] =
        static_cast<Word>(s.allowance.rules + 1) << 32 | static_cast<std::uint32_t>(s.allowance.size + 1);
  s.hash = hash_words(s.key.data(), static_cast<int>(s.key.size()));
  if (const auto value = remembered(s)) return *value;
  if (manner.may_wait && shared_.trails.is_taken(thread_, s.hash)) return kWaits;
  const Trails::Stay stay(shared_.trails, thread_, s.depth, s.hash);
  return search_rows(from, s, manner.inherit);
}

Cost StateSearch::search_rows(const State& from, State& s, bool inherit) {
  s.work_before = monitor_.work_done();
  const Cost packed = packings_.adopt(from, s);
  if (packed >= s.ub) return close(s, packed);
  s.counts.resize(static_cast<std::size_t>(from.table.columns) * from.table.stride);
  count_features(from.table, s.local.data(), s.counts.data());
  monitor_.work(counting_work(from.table));
  scan_literals(scoring_, from.table.columns, from.table.stride, s.counts.data(), s.total.data(), s.total.data(),
                s.allowance.after(1).empty_rule(), s.scan);
  const BestLiteral best = best_literal(s.scan, from.price.data(), from.table.literals(), problem_.rule_price);
  if (best.literal >= 0) s.improve(from.table, best.value, &best.literal, 1);
  // A list has no literal, one, or at least two if these fit.
  const bool two_fit = s.rule_length > 1 || s.allowance.after(1).rule_length() > 0;
  const Cost others = two_fit ? std::min(best.value, bounds_.beyond(s.total.data(), 2, s.allowance)) : best.value;
  const Cost bound = std::max(packed, others);
  if (bound >= s.ub) return close(s, bound);
  settle(from, s, inherit);
  try {
    solve(s);
  } catch (const Closed& closed) {
    if (closed.depth != s.depth) throw;
    if (const auto value = remembered(s)) return *value;
  }
  return close(s, s.ub);
}

// Whether a packing has closed the state; throws Closed if one above it is, or if another thread has answered it.
bool StateSearch::is_closed(State& s) {
  if (packings_.repack(s)) return true;
  const int depth = shared_.trails.news(thread_);
  if (depth > 0 && depth <= s.depth && remembered(path_.at(depth))) throw Closed{depth};
  return false;
}

// The state's own table: its rows, and the features that tell them apart.
void StateSearch::settle(const State& from, State& s, bool inherit) {
  const Table& source = from.table;
  s.kept.clear();
  const Cost weight = scoring_.weight(s.total.data());
  for (int f = 0; f < source.features; ++f) {
    bool constant = s.scan.weight[f] == 0 || s.scan.weight[f] == weight;
    if (constant && problem_.min_mass > 0) constant = is_constant(source, f, s.local.data());
    if (!constant) s.kept.push_back(f);
  }
  const bool merged = !from.links.none() && bounds_.equal_features();
  if (merged) merge_equal_features(from, s.scan, s.kept);
  if (inherit && merged) {
    inherited_.assign(from.longest.size(), 0);
    for (int f : s.kept)
      for (int literal : {f, source.stride + f}) inherited_[literal] = longest_of_equals(from, s.scan, literal);
  }
  const std::vector<int>& longest = merged ? inherited_ : from.longest;
  from.links.restrict(s.kept, s.links);
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
      s.longest[literal] = inherit ? std::min(longest[parent], s.rule_length) : s.rule_length;
    }
}

// The search proper. Afterwards V(S) = ub, or V(S) >= ub = budget.
void StateSearch::solve(State& s) {
  s.sibling_count = 0;
  state_bounds_.bound_rests(s);
  packings_.raise_rests(s);
  state_bounds_.limit_literals(s);
  if (is_closed(s)) return;
  state_bounds_.try_two_rules(s);
  share_rests(s);
  candidates_.gather_single_rules(s);
  branch(s);
  if (s.rule_length < 2 || s.closed) return;
  candidates_.gather_pairs(s);
  if (bounds_.look_ahead()) look_ahead(s);
  candidates_.gather_long_rules(s);
  if (!s.closed) branch(s);
}

void StateSearch::share_rests(State& s) const {
  if (s.links.none() || !bounds_.chained_rests()) return;
  spread_rests(s, s.rest_bound);
  if (problem_.limited()) spread_rests(s, s.longer_rest);
  state_bounds_.limit_literals(s);
}

// look_ahead
// Claim: a list for S with a rule A that contains l and another literal costs at least
//   rule price + price(l) + cheapest literal + V(S \ l).
// Why: A leaves S \ A, which contains S \ l. One memoised child answers for all such rules at once.
// Source: ours, after the one-step look-ahead of CORELS.
// Holds when: monotony does. The child's budget is not what remains after a rule, so it inherits no limits.
void StateSearch::look_ahead(State& s) {
  Board& b = s.board;
  s.later.clear();
  for (int busiest; (busiest = CandidateRules::next_to_look_at(b)) >= 0;) {
    if (!look_at(s, busiest, true)) s.later.push_back(busiest);
    if (is_closed(s)) return;
  }
  for (std::size_t i = 0; i < s.later.size(); ++i) {
    if (b.uses[s.later[i]] > 0) look_at(s, s.later[i], false);
    if (is_closed(s)) return;
  }
}

// False when another thread is at it.
bool StateSearch::look_at(State& s, int on_board, bool may_wait) {
  const int literal = s.board.literal[on_board];
  const Cost beside = bounds_.with_longer_rule(s.price[literal], 0);
  const auto rest = [&] { return state_bounds_.rest_of(s, &literal, 1, 2); };
  if (beside + rest() < s.ub) {
    const Cost value = child(s, &literal, 1, s.allowance.after(2), s.ub - beside, {false, may_wait});
    if (value == kWaits) return false;
    Cost& known = problem_.limited() ? s.longer_rest[literal] : s.rest_bound[literal];
    known = std::max(known, value);
    share_rests(s);
  }
  if (beside + rest() >= s.ub)
    CandidateRules::drop(s.board, on_board);
  else if (!s.board.links.none())
    CandidateRules::pass_looser(s.board, on_board);
  return true;
}

// Tries the candidates, the most promising first; those that another thread is at come last.
void StateSearch::branch(State& s) {
  std::stable_sort(s.candidates.begin(), s.candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.guess < b.guess; });
  s.later.clear();
  for (std::size_t i = 0; i < s.candidates.size(); ++i) {
    if (!try_candidate(s, s.candidates[i], true)) s.later.push_back(static_cast<int>(i));
    if (is_closed(s)) return;
  }
  for (std::size_t i = 0; i < s.later.size(); ++i) {
    try_candidate(s, s.candidates[s.later[i]], false);
    if (is_closed(s)) return;
  }
}

// False when another thread is at it.
bool StateSearch::try_candidate(State& s, const Candidate& candidate, bool may_wait) {
  const int* literals = s.pool.data() + candidate.begin;
  const Cost budget = s.ub - candidate.base;
  if (state_bounds_.rest_of(s, literals, candidate.length, candidate.length) >= budget) return true;
  s.cover.resize(s.table.words);
  intersect_literals(s.table, {literals, static_cast<std::size_t>(candidate.length)}, s.all.data(), s.cover.data());
  if (bounds_.similar_siblings() && state_bounds_.siblings_reach(s, candidate.length, budget)) return true;
  const Cost before = s.ub;
  const Cost value =
      child(s, literals, candidate.length, s.allowance.after(candidate.length), budget, {true, may_wait});
  if (value == kWaits) return false;
  StateBounds::remember_sibling(s, candidate.length, value);
  s.improve(s.table, candidate.base + value, literals, candidate.length);
  if (candidate.length == 1) {
    s.rest_bound[*literals] = std::max(s.rest_bound[*literals], value);
    share_rests(s);
  }
  if (s.ub < before || candidate.length == 1) state_bounds_.limit_literals(s);
  return true;
}

}  // namespace shortlist
