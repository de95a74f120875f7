#include "perfect/search.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "perfect/greedy_list.hpp"
#include "perfect/quick_list.hpp"

namespace shortlist {
namespace {

constexpr int kFarthest = 40;  // larger distances count as this one

constexpr int kManyRows = 200;  // a first refutation may take long then

constexpr Cost kFarBehind = 2;  // nodes

constexpr std::size_t kBytesOfBeams = std::size_t{512} << 20;
constexpr Cost kWorkToShorten = 20'000'000;

// Rules and literals that could be dropped.
Cost attempts_to_shorten(const List& list) {
  std::size_t count = list.rules.size();
  for (const LabelledRule& rule : list.rules) count += rule.literals.size();
  return static_cast<Cost>(count);
}

// The next width of row masks; 0 when there is none.
constexpr int wider(int words) { return words < 16 ? 2 * words : (words == 16 ? 64 : 0); }

bool share_label(const PerfectTable& t, int a, int b) {
  for (int label = 0; label < t.labels; ++label)
    if (t.accept(a, label) && t.accept(b, label)) return true;
  return false;
}

int distance(const PerfectTable& t, int a, int b) {
  int count = 0;
  for (int w = 0; w < t.literal_words; ++w) count += count_bits(t.holds_on(a)[w] ^ t.holds_on(b)[w]);
  return (count + 1) / 2;
}

}  // namespace

PerfectSearch::PerfectSearch(const PerfectTable& table, const PerfectOptions& options, Monitor& monitor)
    : table_(table),
      options_(options),
      monitor_(monitor),
      beam_(table, std::min(options.memory_limit / 4, kBytesOfBeams), monitor),
      annealed_(table, monitor),
      windows_(table, monitor),
      active_(options.blank_rows, -1),
      activity_(options.blank_rows, 0),
      closeness_(table.rows, 0) {}

PerfectSearch::Answer PerfectSearch::run(const std::optional<List>& incumbent) {
  try {
    raise(0);
    if (incumbent) offer(*incumbent);
    offer(quick_list(table_));
    if (table_.rows > kManyRows) conquer_greedily();
    first_rows();
    const std::size_t bytes = options_.memory_limit / 2;
    prove(CoreStore<1>(bytes));
    return {best_, StopReason::proved};
  } catch (const Stopped& stopped) {
    return {best_, stopped.reason};
  }
}

std::optional<List> PerfectSearch::below(Cost limit) {
  from_above_ = true;
  best_.cost = limit;
  first_rows();
  prove(CoreStore<1>(options_.memory_limit));
  return best_.cost < limit ? std::optional(best_) : std::nullopt;
}

bool PerfectSearch::reaches(Cost goal, CoreObserver& observer) {
  observer_ = &observer;
  best_.cost = goal;
  first_rows();
  prove(CoreStore<1>(options_.memory_limit));
  return best_.cost >= goal;
}

void PerfectSearch::offer(const List& list) {
  if (list.cost >= best_.cost) return;
  best_ = list;
  const Cost size = attempts_to_shorten(list);
  if (size * size * table_.row_words < kWorkToShorten) best_ = shortened(table_, list);
  if (!from_above_ && observer_ == nullptr) monitor_.improve(table_.in_callers_units(best_.cost));
}

void PerfectSearch::raise(Cost bound) {
  if (bound >= kForever) {
    proven_ = kInfinite;
    monitor_.raise(kInfinite);
    return;
  }
  proven_ = std::max(proven_, attainable(bound));
  if (!from_above_) monitor_.raise(table_.in_callers_units(proven_));
}

// The least price of this or more that some list can have.
Cost PerfectSearch::attainable(Cost price) const {
  if (observer_ != nullptr) return price;  // that prices have gaps is none of its arguments
  Cost best = kInfinite;
  const Cost rule = table_.rule_price, literal = table_.literal_price;
  if (rule == 0 && literal == 0) return price <= 0 ? 0 : kForever;
  for (Cost rules = 0; rule == 0 ? rules == 0 : (rules - 1) * rule < price; ++rules) {
    const Cost left = std::max<Cost>(0, price - rules * rule);
    if (left > 0 && literal == 0) continue;
    best = std::min(best, rules * rule + (left == 0 ? 0 : (left + literal - 1) / literal * literal));
  }
  return best;
}

void PerfectSearch::conquer_greedily() {
  if (conquered_ || from_above_) return;
  conquered_ = true;
  if (proven_ < best_.cost) offer(GreedyList(table_, monitor_).run());
}

void PerfectSearch::improve_incumbent() {
  if (from_above_ || monitor_.work_done() < options_.cores_alone) return;
  while (beam_.wants_more() && proven_ < best_.cost) offer(beam_.next(best_.cost));
  while (annealed_.wants_more(best_, proven_, cores_lag_behind()) && proven_ < best_.cost) offer(annealed_.next(best_));
  while (beam_.warmed_up() && windows_.wants_more(best_) && proven_ < best_.cost) offer(windows_.next(best_));
}

// Whether packing proves more than cores will: they take about twice as long for each further node.
bool PerfectSearch::cores_lag_behind() const {
  return proven_ > refuted_ + kFarBehind * std::max(table_.rule_price, table_.literal_price);
}

PackedTable::Discounts PerfectSearch::discounts() const {
  if (!options_.switches.on(PerfectBound::discounts)) return PackedTable::Discounts::never;
  return options_.rough_discounts ? PackedTable::Discounts::rough_at_once : PackedTable::Discounts::later;
}

// A table that cores alone do not settle soon is packed.
void PerfectSearch::pack_table() {
  if (from_above_ || monitor_.work_done() < options_.cores_alone || best_.cost >= kInfinite) return;
  if (!options_.switches.on(PerfectBound::pair_packing) || table_.labels > kWordBits) return;
  if (packed_ == nullptr) packed_ = std::make_unique<PackedTable>(table_, best_.cost, discounts(), monitor_);
  while (packed_->wants_more(cores_lag_behind()) && proven_ < best_.cost) {
    const Cost bound = packed_->next(best_.cost, cores_lag_behind());
    if (bound > best_.cost) throw std::logic_error("a packing proves more than the price of a list");
    raise(bound);
  }
}

// One row for each label that a row accepts alone, then what it takes that no label suits all.
void PerfectSearch::first_rows() {
  const auto pick = [&](auto wanted) {
    std::vector<int> rows;
    for (int r = 0; r < table_.rows; ++r)
      if (wanted(r)) rows.push_back(r);
    if (!rows.empty()) activate(rows[options_.seed % rows.size()]);
  };
  const auto labels_of = [&](int row) {
    int count = 0;
    for (int label = 0; label < table_.labels; ++label) count += table_.accept(row, label) ? 1 : 0;
    return count;
  };
  for (int label = 0; label < table_.labels; ++label)
    pick([&](int r) { return table_.accept(r, label) && labels_of(r) == 1; });
  for (int label = 0; label < table_.labels; ++label) {
    const auto rejects = [&](int r) { return r >= 0 && !table_.accept(r, label); };
    if (std::none_of(active_.begin(), active_.end(), rejects)) pick(rejects);
  }
}

// Counterexamples near active rows of other labels say most, so distances to a new one are added up at once.
void PerfectSearch::activate(int row) {
  active_.push_back(row);
  activity_.push_back(0);
  for (int r = 0; r < table_.rows; ++r)
    if (!share_label(table_, r, row))
      closeness_[r] += std::int64_t{1} << (kFarthest - std::min(kFarthest, distance(table_, r, row)));
  monitor_.work(static_cast<std::int64_t>(table_.rows) * (table_.literal_words + 2) / 4 + 1);
}

template <int N>
void PerfectSearch::prove(CoreStore<N> store) {
  if (prove_within(store)) return;
  if constexpr (wider(N) == 0) {
    throw Stopped{StopReason::memory};  // more active rows than masks hold
  } else {
    CoreStore<wider(N)> wide(options_.memory_limit / 2);
    store.for_each([&](const Core<N>& core) { wide.add({widened<wider(N)>(core.rows), core.value, core.labels}); });
    store = CoreStore<N>(0);
    prove<wider(N)>(std::move(wide));
  }
}

// Goes on until there are more active rows than masks of this width hold (false) or all is proved (true).
template <int N>
bool PerfectSearch::prove_within(CoreStore<N>& store) {
  const CoreCheck check(table_);
  ActiveRows<N> active(table_);
  Refutation<N> refutation(active, store, options_.switches, monitor_, activity_,
                           options_.check_cores ? &check : nullptr);
  refutation.observe(observer_);
  while (proven_ < best_.cost) {
    if (static_cast<int>(active_.size()) > RowMask<N>::capacity()) return false;
    active.grow(active_);
    monitor_.work(static_cast<std::int64_t>(table_.literals) * active.rows() / 4 + 1);
    if (prove_on_active(refutation)) return true;
  }
  return true;
}

// Goes on until a row has become active (false) or all is proved (true).
template <int N>
bool PerfectSearch::prove_on_active(Refutation<N>& refutation) {
  while (proven_ < best_.cost) {
    // Cores come first: many a table needs nothing else.
    if (monitor_.work_done() >= options_.cores_alone) conquer_greedily();
    pack_table();
    improve_incumbent();
    if (proven_ >= best_.cost) break;
    // Without an incumbent it is not even known that there is a list. A bound by packing does not take the place of
    // refutations at smaller budgets: these are cheap, and choose the rows and learn the cores that the next one needs.
    const Cost budget = best_.cost >= kInfinite ? kForever : (from_above_ ? best_.cost : attainable(refuted_) + 1);
    if (!refutation.run(budget)) {
      if (!judge(refutation.list())) return false;
    } else if (budget == kForever) {
      raise(kForever);
      return true;
    } else {
      refuted_ = budget;
      raise(budget);
    }
  }
  return true;
}

// Whether the list is right on all rows; if not, one of its wrong rows becomes active.
bool PerfectSearch::judge(const List& list) {
  const std::vector<Word> wrong = misclassified(table_, list);
  int worst = -1;
  for_each_bit(wrong.data(), table_.row_words, [&](int r) {
    if (worst < 0 || closeness_[r] > closeness_[worst]) worst = r;
  });
  monitor_.work(static_cast<std::int64_t>(table_.row_words) * 16);
  if (worst >= 0) {
    activate(worst);
    return false;
  }
  const List found = perfect_list(table_, conjunctions_of(list));
  if (found.cost >= best_.cost) throw std::logic_error("the list found costs more than its budget");
  offer(found);
  return true;
}

}  // namespace shortlist
