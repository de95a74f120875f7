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
constexpr int kQuantileBits = 12;  // of u
constexpr std::size_t kQuantiles = std::size_t{1} << kQuantileBits;
constexpr std::int64_t kWorkOfMove = 60;
constexpr std::int64_t kWorkOfCycle = 20'000'000;

// Per cent of the moves, in the order of the enum.
constexpr std::array<int, 7> kShares{15, 10, 10, 35, 15, 10, 5};

// The rows of `within` that the cover has, and the others.
SHORTLIST_CLONES void split_rows(const Word* within, const Word* cover, int words, Word* __restrict__ inside,
                                 Word* __restrict__ outside) {
  for (int w = 0; w < words; ++w) {
    inside[w] = within[w] & cover[w];
    outside[w] = within[w] & ~cover[w];
  }
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
  rules_.resize(rules.size());
  literals_ = 0;
  paid_ = 0;
  for (std::size_t r = 0; r < rules.size(); ++r) {
    rules_[r].literals = std::move(rules[r]);
    complete(rules_[r]);
    literals_ += static_cast<int>(rules_[r].literals.size());
    paid_ += rules_[r].price;
  }
  places_.resize(rules_.size() + 1);
  fill_bits(places_[0].rows, problem_.rows);
  places_[0].spent = places_[0].paid = 0;
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
  const double slack = std::min(temperature_ * exponential(), 1e15);
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
    case Move::remove_rule: former_ = take_out(change.rule); return true;
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
  spare_.literals.clear();
  for (int i = 0; i < length; ++i) {
    const int literal = random_literal(spare_.literals);
    if (literal < 0) return false;
    spare_.literals.push_back(literal);
  }
  complete(spare_);
  change.rule = below(rules_.size() + 1);
  put_in(change.rule, std::move(spare_));
  return true;
}

bool Annealing::draw_literal(Change& change) {
  Rule& rule = rules_[change.rule];
  const int length_before = static_cast<int>(rule.literals.size());
  former_.literals = rule.literals;
  if (!change_literal(change.move, rule.literals)) return false;
  literals_ += static_cast<int>(rule.literals.size()) - length_before;
  std::swap(former_.cover, rule.cover);
  former_.price = rule.price;
  complete(rule);
  paid_ += rule.price - former_.price;
  return true;
}

// False if there is nothing to change or a constraint forbids it, and then nothing has changed.
bool Annealing::change_literal(Move move, Conjunction& rule) {
  if (move == Move::add_literal) {
    const bool room = static_cast<int>(rule.size()) < problem_.max_literals;
    if (!room || !fits(static_cast<int>(rules_.size()), size() + 1)) return false;
    const int literal = random_literal(rule);
    if (literal < 0) return false;
    rule.push_back(literal);
    return true;
  }
  int& place = rule[below(rule.size())];
  if (move == Move::drop_literal) {
    if (rule.size() == 1) return false;
    place = rule.back();
    rule.pop_back();
    return true;
  }
  const int stride = problem_.table.stride;
  const int negation = place < stride ? place + stride : place - stride;
  const bool negate = move == Move::negate_literal;
  const int literal = negate ? negation : uniform() < kToNeighbour ? neighbour_of(place) : random_literal(rule);
  if (literal < 0 || !problem_.usable[literal]) return false;
  place = literal;
  return true;
}

void Annealing::undo(const Change& change) {
  const auto at = rules_.begin() + static_cast<std::ptrdiff_t>(change.rule);
  switch (change.move) {
    case Move::insert_rule: spare_ = take_out(change.rule); return;
    case Move::remove_rule: put_in(change.rule, std::move(former_)); return;
    case Move::move_rule: {
      const auto now = rules_.begin() + static_cast<std::ptrdiff_t>(change.other);
      now < at ? std::rotate(now, now + 1, at + 1) : std::rotate(at, now, now + 1);
      return;
    }
    default:
      literals_ += static_cast<int>(former_.literals.size()) - static_cast<int>(at->literals.size());
      paid_ += former_.price - at->price;
      std::swap(*at, former_);
  }
}

void Annealing::put_in(std::size_t at, Rule&& rule) {
  literals_ += static_cast<int>(rule.literals.size());
  paid_ += rule.price;
  rules_.insert(rules_.begin() + static_cast<std::ptrdiff_t>(at), std::move(rule));
}

Annealing::Rule Annealing::take_out(std::size_t at) {
  Rule rule = std::move(rules_[at]);
  rules_.erase(rules_.begin() + static_cast<std::ptrdiff_t>(at));
  literals_ -= static_cast<int>(rule.literals.size());
  paid_ -= rule.price;
  return rule;
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

// - ln(u) from a table: how far above the present cost a list may be, in temperatures.
double Annealing::exponential() {
  static const std::array<double, kQuantiles> table = [] {
    std::array<double, kQuantiles> quantiles{};
    for (std::size_t i = 0; i < kQuantiles; ++i)
      quantiles[i] = -std::log((static_cast<double>(i) + 0.5) / static_cast<double>(kQuantiles));
    return quantiles;
  }();
  return table[random() >> (64 - kQuantileBits)];
}

// -- costs --------------------------------------------------------------------------------------------

void Annealing::complete(Rule& rule) const {
  const Table& table = problem_.table;
  fill_bits(rule.cover, problem_.rows);
  rule.price = problem_.rule_price;
  for (const int l : rule.literals) {
    const Word* column = problem_.cover.data() + static_cast<std::size_t>(feature_of(table, l)) * table.words;
    const Word flip = is_positive(table, l) ? 0 : ~Word{0};
    for (int w = 0; w < table.words; ++w) rule.cover[w] &= column[w] ^ flip;
    rule.price += price_[l];
  }
}

// Two things end it early. What the rules still to come cost by themselves is known: with what is spent it must be within
// the limit. And behind the changed rules, as soon as the same rows are left as before, all the rest costs what it did.
Cost Annealing::cost_after(const Change& change, Cost limit) {
  const Table& table = problem_.table;
  const std::size_t first = change.first();
  const Place* place = &places_[first];
  trial_.resize(std::max(trial_.size(), rules_.size() + 1));
  const bool closable = may_close();
  std::int64_t work = 0;
  for (std::size_t r = first; r < rules_.size(); ++r) {
    const Rule& rule = rules_[r];
    Place& next = trial_[r + 1];
    next.rows.resize(static_cast<std::size_t>(table.words));
    split_rows(place->rows.data(), rule.cover.data(), table.words, cover_.data(), next.rows.data());
    count_rows(table, cover_.data(), count_.data());
    work += table.words * (static_cast<std::int64_t>(rule.literals.size()) + 2) +
            static_cast<std::int64_t>(table.segments.size());
    const Cost loss = scoring_.rule_loss(count_.data());
    const bool idle = scoring_.weight(count_.data()) == 0;  // covers no row that matters
    next.spent = place->spent + rule.price + loss;
    next.paid = place->paid + rule.price;
    if (idle || loss >= kInfinite || next.spent + (paid_ - next.paid) > limit) {
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
    const Cost dearer = cost - cost_, more = paid_ - places_.back().paid;
    for (std::size_t r = evaluated_; r <= rules_.size(); ++r) {
      places_[r].spent += dearer;
      places_[r].paid += more;
    }
  }
  cost_ = cost;
  closable_ = may_close();
  if (cost < best_cost_) keep_best();
}

void Annealing::keep_best() {
  best_.clear();
  for (const Rule& rule : rules_) best_.push_back(rule.literals);
  best_cost_ = cost_;
  moves_to_best_ = moves_;
  count_rows(problem_.table, places_.back().rows.data(), count_.data());
  if (places_.back().spent + scoring_.leaf(count_.data(), false) > cost_) best_.emplace_back();
}

}  // namespace shortlist
