#include "anneal/annealing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "base/dispatch.hpp"

namespace shortlist {
namespace {

constexpr int kShortestCycle = 1 << 12;
constexpr std::int64_t kPartOfAll = 4;               // a cycle that grows has one move for so many before it
constexpr double kHot = 2, kCold = 0.15;             // units
constexpr double kWarmLeast = 0.5, kWarmMost = 1.5;  // where a cycle begins at the best list
constexpr double kFromBest = 0.7;                    // share of cycles
constexpr double kToNeighbour = 0.5;                 // share of the replaced literals
constexpr int kNeighbours = 3;                       // features before or behind
constexpr int kLongestNewRule = 4;
constexpr std::size_t kMostRules = 200;
constexpr int kMovesBetweenCooling = 64;
constexpr std::int64_t kWorkOfMove = 60;
constexpr std::int64_t kWorkOfCycle = 20'000'000;

// Per cent of the moves, in the order of the enum.
constexpr std::array<int, 7> kShares{15, 10, 10, 35, 15, 10, 5};

// The rows of `within` on which the literals hold, and the others.
struct Split {
  const Word* within;
  const Word* const* columns;  // of the literals
  const Word* flips;
  int literals;
  int words;
};

SHORTLIST_CLONES void split_rows(const Split& in, Word* __restrict__ inside, Word* __restrict__ outside) {
  for (int w = 0; w < in.words; ++w) inside[w] = in.within[w];
  for (int l = 0; l < in.literals; ++l) {
    const Word* column = in.columns[l];
    const Word flip = in.flips[l];
    for (int w = 0; w < in.words; ++w) inside[w] &= column[w] ^ flip;
  }
  for (int w = 0; w < in.words; ++w) outside[w] = in.within[w] & ~inside[w];
}

}  // namespace

Cost unit_of_change(const Problem& problem) {
  Cost lightest = kInfinite;
  for (const Cost weight : problem.weight)
    if (weight > 0) lightest = std::min(lightest, weight);
  const bool has_literals =
      std::any_of(problem.usable.begin(), problem.usable.end(), [](Word use) { return use != 0; });
  const Cost node = std::max(problem.rule_price, has_literals ? problem.least_literal : 0);
  return std::max(node, lightest < kInfinite ? lightest : 1);
}

Annealing::Annealing(const Problem& problem, Monitor& monitor, std::uint64_t seed, Cost unit, Cycles cycles)
    : problem_(problem),
      scoring_(problem),
      monitor_(monitor),
      seed_(seed),
      growth_(cycles),
      price_(problem.usable_prices()),
      unit_(static_cast<double>(unit)),
      cover_(static_cast<std::size_t>(problem.table.words)),
      count_(static_cast<std::size_t>(problem.table.columns)) {
  for (int l = 0; l < problem.table.literals(); ++l)
    if (problem.usable[l]) usable_.push_back(l);
  const std::int64_t work_of_rule = 4 * problem.table.words + static_cast<std::int64_t>(problem.table.segments.size());
  while (cycle_ > kShortestCycle && cycle_ * work_of_rule > kWorkOfCycle) cycle_ /= 2;
}

void Annealing::run(const List& best, std::int64_t work, const Better& better) {
  if (problem_.rule_labels.empty()) return;
  if (best.cost < best_cost_) {
    best_ = conjunctions_of(best);
    best_cost_ = best.cost;
  }
  Cost told = best_cost_;
  const auto tell = [&] {
    if (best_cost_ >= told) return;
    const List counted = evaluate(problem_, best_);
    if (counted.cost != best_cost_) throw std::logic_error("annealing counts the cost of a list wrongly");
    const List list = simplify(problem_, counted);
    best_ = conjunctions_of(list);
    told = best_cost_ = list.cost;
    better(list);
  };
  const std::int64_t end = monitor_.work_done() + work;
  while (work < 0 || monitor_.work_done() < end) {
    if (moves_left_ == 0) begin_cycle();
    tell();
    for (int i = 0; i < kMovesBetweenCooling; ++i) {
      try_move();
      tell();
    }
    moves_left_ -= kMovesBetweenCooling;
    temperature_ *= cooling_;
  }
}

void Annealing::begin_cycle() {
  const bool from_best = !best_.empty() && (cycles_ == 0 || uniform() < kFromBest);
  const double hot = from_best ? kWarmLeast + (kWarmMost - kWarmLeast) * uniform() : kHot;
  start_from(from_best ? best_ : std::vector<Conjunction>{});
  const std::int64_t grown = growth_ == Cycles::growing ? moves_ / kPartOfAll : 0;
  const std::int64_t steps = std::max<std::int64_t>(cycle_, grown) / kMovesBetweenCooling;
  moves_left_ = steps * kMovesBetweenCooling;
  temperature_ = hot * unit_;
  cooling_ = std::pow(kCold / hot, 1 / static_cast<double>(steps));
  ++cycles_;
}

void Annealing::start_from(std::vector<Conjunction> rules) {
  // A rule without literals only ever closes a list, and is put back by `keep_best`.
  if (!rules.empty() && rules.back().empty()) rules.pop_back();
  rules_ = std::move(rules);
  literals_ = 0;
  for (const Conjunction& rule : rules_) literals_ += static_cast<int>(rule.size());
  places_.resize(rules_.size() + 1);
  fill_bits(places_[0].rows, problem_.rows);
  places_[0].spent = 0;
  Change all;  // as if every rule had been moved
  all.move = Move::move_rule;
  all.other = rules_.size();
  const Cost cost = cost_after(all, kInfinite - 1);
  cost < kInfinite ? accept(all, cost) : start_from({});
}

void Annealing::try_move() {
  monitor_.work(kWorkOfMove);
  ++moves_;
  Change change;
  if (!draw(change)) return;
  const double slack = std::min(-temperature_ * std::log(uniform()), 1e15);
  const Cost limit = cost_ + static_cast<Cost>(slack);
  const Cost cost = cost_after(change, limit);
  cost <= limit ? accept(change, cost) : undo(change);
}

// -- moves --------------------------------------------------------------------------------------------

Annealing::Move Annealing::random_move() {
  int share = static_cast<int>(below(100));
  std::size_t move = 0;
  while (share >= kShares[move]) share -= kShares[move++];
  return static_cast<Move>(move);
}

// Changes the list; false if there is nothing to change or a constraint forbids it, and then nothing has changed.
bool Annealing::draw(Change& change) {
  change.move = random_move();
  if (change.move == Move::insert_rule) return draw_rule(change);
  if (rules_.empty()) return false;
  change.rule = below(rules_.size());
  switch (change.move) {
    case Move::remove_rule:
      change.taken = std::move(rules_[change.rule]);
      rules_.erase(rules_.begin() + static_cast<std::ptrdiff_t>(change.rule));
      literals_ -= static_cast<int>(change.taken.size());
      return true;
    case Move::move_rule: {
      change.other = below(rules_.size());
      if (change.other == change.rule) return false;
      const auto from = rules_.begin() + static_cast<std::ptrdiff_t>(change.rule);
      const auto to = rules_.begin() + static_cast<std::ptrdiff_t>(change.other);
      from < to ? std::rotate(from, from + 1, to + 1) : std::rotate(to, from, from + 1);
      return true;
    }
    default: return draw_literal(change);
  }
}

bool Annealing::draw_rule(Change& change) {
  if (usable_.empty()) return false;
  const int length = 1 + static_cast<int>(below(kLongestNewRule));
  const int n_rules = static_cast<int>(rules_.size());
  if (length > problem_.max_literals || rules_.size() >= kMostRules || !fits(n_rules + 1, size() + length + 1))
    return false;
  Conjunction rule;
  for (int i = 0; i < length; ++i) {
    const int literal = random_literal(rule);
    if (literal < 0) return false;
    rule.push_back(literal);
  }
  change.rule = below(rules_.size() + 1);
  rules_.insert(rules_.begin() + static_cast<std::ptrdiff_t>(change.rule), std::move(rule));
  literals_ += length;
  return true;
}

bool Annealing::draw_literal(Change& change) {
  Conjunction& rule = rules_[change.rule];
  if (change.move == Move::add_literal) {
    const bool room = static_cast<int>(rule.size()) < problem_.max_literals;
    if (!room || !fits(static_cast<int>(rules_.size()), size() + 1)) return false;
    const int literal = random_literal(rule);
    if (literal < 0) return false;
    rule.push_back(literal);
    ++literals_;
    return true;
  }
  change.position = below(rule.size());
  change.literal = rule[change.position];
  if (change.move == Move::drop_literal) {
    if (rule.size() == 1) return false;
    rule[change.position] = rule.back();
    rule.pop_back();
    --literals_;
    return true;
  }
  const int stride = problem_.table.stride;
  const int negation = change.literal < stride ? change.literal + stride : change.literal - stride;
  const bool negate = change.move == Move::negate_literal;
  const int literal = negate                     ? negation
                      : uniform() < kToNeighbour ? neighbour_of(change.literal)
                                                 : random_literal(rule);
  if (literal < 0 || !problem_.usable[literal]) return false;
  rule[change.position] = literal;
  return true;
}

void Annealing::undo(Change& change) {
  const auto at = rules_.begin() + static_cast<std::ptrdiff_t>(change.rule);
  switch (change.move) {
    case Move::insert_rule:
      literals_ -= static_cast<int>(at->size());
      rules_.erase(at);
      return;
    case Move::remove_rule:
      literals_ += static_cast<int>(change.taken.size());
      rules_.insert(at, std::move(change.taken));
      return;
    case Move::move_rule: {
      const auto now = rules_.begin() + static_cast<std::ptrdiff_t>(change.other);
      now < at ? std::rotate(now, now + 1, at + 1) : std::rotate(at, now, now + 1);
      return;
    }
    case Move::add_literal:
      at->pop_back();
      --literals_;
      return;
    case Move::drop_literal:
      at->push_back(change.literal);
      std::swap((*at)[change.position], at->back());
      ++literals_;
      return;
    case Move::replace_literal:
    case Move::negate_literal: (*at)[change.position] = change.literal;
  }
}

// A literal of a feature that the rule does not have yet; negative if the one drawn is of one that it has.
int Annealing::random_literal(const Conjunction& rule) {
  const int literal = usable_[below(usable_.size())];
  const int feature = feature_of(problem_.table, literal);
  for (const int own : rule)
    if (feature_of(problem_.table, own) == feature) return -1;
  return literal;
}

// The same of a feature nearby: cut points of one column stand side by side.
int Annealing::neighbour_of(int literal) {
  const int step = static_cast<int>(below(2 * kNeighbours)) - kNeighbours;
  const int feature = feature_of(problem_.table, literal) + (step < 0 ? step : step + 1);
  if (feature < 0 || feature >= problem_.table.features) return -1;
  return is_positive(problem_.table, literal) ? feature : problem_.table.stride + feature;
}

bool Annealing::fits(int rules, int size) const {
  const Allowance& most = problem_.allowance;
  return (most.rules < 0 || rules <= most.rules) && (most.size < 0 || size <= most.size);
}

// SplitMix64.
std::uint64_t Annealing::random() {
  std::uint64_t z = seed_ += 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31);
}

// -- costs --------------------------------------------------------------------------------------------

Cost Annealing::price_of(const Conjunction& rule) const {
  Cost price = problem_.rule_price;
  for (const int l : rule) price += price_[l];
  return price;
}

// Two things end it early. What the rules still to come cost by themselves is known: with what is spent it must be within
// the limit. And behind the changed rules, as soon as the same rows are left as before, all the rest costs what it did.
Cost Annealing::cost_after(const Change& change, Cost limit) {
  const Table& table = problem_.table;
  const std::size_t first = change.first();
  const Place* place = &places_[first];
  trial_.resize(std::max(trial_.size(), rules_.size() + 1));
  const bool closable = may_close();
  Cost to_come = 0;
  for (std::size_t r = first; r < rules_.size(); ++r) to_come += price_of(rules_[r]);
  std::int64_t work = 0;
  for (std::size_t r = first; r < rules_.size(); ++r) {
    columns_.clear();
    flips_.clear();
    for (const int l : rules_[r]) {
      columns_.push_back(problem_.cover.data() + static_cast<std::size_t>(feature_of(table, l)) * table.words);
      flips_.push_back(is_positive(table, l) ? 0 : ~Word{0});
    }
    Place& next = trial_[r + 1];
    next.rows.resize(static_cast<std::size_t>(table.words));
    const int length = static_cast<int>(rules_[r].size());
    split_rows({place->rows.data(), columns_.data(), flips_.data(), length, table.words}, cover_.data(),
               next.rows.data());
    count_rows(table, cover_.data(), count_.data());
    work += table.words * (length + 2) + static_cast<std::int64_t>(table.segments.size());
    const Cost loss = scoring_.rule_loss(count_.data()), price = price_of(rules_[r]);
    const bool idle = scoring_.weight(count_.data()) == 0;  // covers no row that matters
    next.spent = place->spent + price + loss;
    to_come -= price;
    if (idle || loss >= kInfinite || next.spent + to_come > limit) {
      monitor_.work(work);
      return kInfinite;
    }
    place = &next;
    if (r + 1 < change.end() || r + 1 == rules_.size() || closable != closable_) continue;
    const Place& before = places_[r + 1 - static_cast<std::size_t>(change.added())];
    if (before.rows != next.rows) continue;
    monitor_.work(work);
    evaluated_ = r + 2;
    return cost_ - before.spent + next.spent;
  }
  evaluated_ = rules_.size() + 1;
  count_rows(table, place->rows.data(), count_.data());
  monitor_.work(work + static_cast<std::int64_t>(table.segments.size()));
  return place->spent + scoring_.leaf(count_.data(), closable);
}

void Annealing::accept(const Change& change, Cost cost) {
  const std::size_t first = change.first();
  const auto behind = places_.begin() + static_cast<std::ptrdiff_t>(first) + 1;
  if (change.added() > 0) places_.insert(behind, Place());
  if (change.added() < 0) places_.erase(behind);
  for (std::size_t r = first + 1; r < evaluated_; ++r) std::swap(places_[r], trial_[r]);
  if (evaluated_ <= rules_.size()) {
    const Cost dearer = cost - cost_;
    for (std::size_t r = evaluated_; r <= rules_.size(); ++r) places_[r].spent += dearer;
  }
  cost_ = cost;
  closable_ = may_close();
  if (cost < best_cost_) keep_best();
}

void Annealing::keep_best() {
  best_ = rules_;
  best_cost_ = cost_;
  moves_to_best_ = moves_;
  count_rows(problem_.table, places_.back().rows.data(), count_.data());
  if (places_.back().spent + scoring_.leaf(count_.data(), false) > cost_) best_.emplace_back();
}

}  // namespace shortlist
