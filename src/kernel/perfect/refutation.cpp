#include "perfect/refutation.hpp"

#include <algorithm>

namespace shortlist {
namespace {

constexpr std::size_t kMostRules = 400;  // looked at in one pass

}  // namespace

template <int N>
Refutation<N>::Refutation(const ActiveRows<N>& active, CoreStore<N>& store, Switches<PerfectBound> switches,
                          Monitor& monitor, std::vector<std::int64_t>& activity, const CoreCheck* check)
    : active_(active),
      table_(active.table),
      store_(store),
      switches_(switches),
      monitor_(monitor),
      activity_(activity),
      check_(check),
      bound_(active, switches),
      enumeration_(active, switches, monitor) {}

template <int N>
typename Refutation<N>::Frame& Refutation<N>::frame_at(int depth) {
  while (static_cast<int>(frames_.size()) <= depth) frames_.push_back(std::make_unique<Frame>());
  return *frames_[depth];
}

template <int N>
bool Refutation<N>::run(Cost budget) {
  Frame& frame = frame_at(0);
  frame.rows = active_.all;
  store_.inside(frame.rows, frame.known);
  if (refute(0, {}, budget, {})) return true;
  std::reverse(list_.rules.begin(), list_.rules.end());
  return false;
}

// On success `answer_` is a core within the rows of the frame that proves at least `budget`.
template <int N>
bool Refutation<N>::refute(int depth, const Mask& gone, Cost budget, const Mask& near) {
  Frame& frame = frame_at(depth);
  const KnownCores<N>& above = frames_[depth == 0 ? 0 : depth - 1]->known;
  monitor_.count_state();
  monitor_.work(static_cast<std::int64_t>(above.count) / 4 + 16);
  bool refuted = false;
  if (without_search(frame.rows, above, gone, budget, near, refuted)) return refuted;
  if (depth > 0 && switches_.on(PerfectBound::row_cores)) {
    store_.narrow(above, gone, frame.rows, frame.known);
    monitor_.work(static_cast<std::int64_t>(above.count) / 2);
  }
  begin_core(frame, budget, near);
  frame.fresh.clear();
  for (bool found_list = false;;) {
    if (pass(depth, budget, found_list)) continue;
    if (found_list) return false;
    if (answer_.value >= budget && answer_.rows.within(frame.rows)) return true;  // a child proved enough for us
    learn(frame, budget);
    return true;
  }
}

// True when the question is settled, with the answer in `refuted`.
template <int N>
bool Refutation<N>::without_search(const Mask& rows, const KnownCores<N>& known, const Mask& gone, Cost budget,
                                   const Mask& near, bool& refuted) {
  answer_ = {};
  if (one_label_left(rows, budget, refuted)) return true;
  refuted = true;
  if (by_class_count(rows, budget, near)) return true;
  if (!switches_.on(PerfectBound::row_cores)) return false;
  const int id = store_.best(known, gone, static_cast<int>(budget), near, bound_.new_labels(rows));
  if (id < 0) return false;
  answer_ = store_.at(id);
  add_labels(rows, budget, near, answer_);
  return true;
}

// W(S) = 0 when a default label suits all of S, and the price of a rule without literals when only a rule's does.
template <int N>
bool Refutation<N>::one_label_left(const Mask& rows, Cost budget, bool& refuted) {
  int suits_rule = -1, default_label = -1;
  for (int label = 0; label < table_.labels; ++label) {
    if (table_.default_label[label] && default_label < 0) default_label = label;
    if (!rows.within(active_.accepts[label])) continue;
    if (table_.default_label[label]) {
      list_ = {{}, label, 0};
      refuted = false;
      return true;
    }
    suits_rule = label;
  }
  if (suits_rule < 0) return false;
  refuted = budget <= table_.rule_price;
  if (refuted) {
    answer_ = {rows, static_cast<int>(table_.rule_price), labels_of(rows)};
  } else {
    list_ = {{{{}, suits_rule}}, default_label, 0};
  }
  return true;
}

template <int N>
bool Refutation<N>::by_class_count(const Mask& rows, Cost budget, const Mask& near) {
  if (!bound_.class_count(rows, budget)) return false;
  const Cost step = table_.rule_cost(1);
  Cost value = -step;
  for (const Mask& only : active_.only) {
    if (value >= budget) break;
    if (!only.meets(rows)) continue;
    const Mask close = only & rows & near;
    answer_.rows.add(pick_row(close.empty() ? only & rows : close));
    value += step;
  }
  answer_.value = static_cast<int>(value);
  answer_.labels = labels_of(answer_.rows);
  return true;
}

// Rows of labels that the core does not know, until it proves the budget or there are no more.
template <int N>
void Refutation<N>::add_labels(const Mask& rows, Cost budget, const Mask& near, Core<N>& core) const {
  const LabelBonus bonus = bound_.new_labels(rows);
  const Word labels = bonus.present & ~core.labels;
  for_each_bit(&labels, 1, [&](int label) {
    if (core.value >= budget) return;
    const Mask alone = active_.only[label] & rows;
    const Mask close = alone & near;
    core.rows.add(pick_row(close.empty() ? alone : close));
    core.labels |= Word{1} << label;
    core.value += bonus.each;
  });
}

// The most active row, the first of equals.
template <int N>
int Refutation<N>::pick_row(const Mask& rows) const {
  int best = rows.first();
  rows.for_each([&](int row) {
    if (activity_[row] > activity_[best]) best = row;
  });
  return best;
}

template <int N>
Word Refutation<N>::labels_of(const Mask& rows) const {
  if (table_.labels > kWordBits) return ~Word{0};
  Word labels = 0;
  for (int label = 0; label < table_.labels; ++label)
    if (active_.accepts[label].meets(rows)) labels |= Word{1} << label;
  return labels;
}

// T must not suit one label: else it would be the default rule's, whatever else is found out about it.
template <int N>
void Refutation<N>::break_labels(const Mask& rows, Mask& core) const {
  for (int label = 0; label < table_.labels; ++label)
    if (core.within(active_.accepts[label])) core.add(pick_row(rows.without(active_.accepts[label])));
}

template <int N>
bool Refutation<N>::suits_one_label(const Mask& rows) const {
  return std::any_of(active_.accepts.begin(), active_.accepts.end(), [&](const Mask& a) { return rows.within(a); });
}

template <int N>
void Refutation<N>::begin_core(Frame& frame, Cost budget, const Mask& near) {
  frame.core = {};
  const int id =
      switches_.on(PerfectBound::row_cores) ? store_.highest(frame.known, static_cast<int>(budget) - 1, near) : -1;
  if (id >= 0) {
    Core<N> core = store_.at(id);
    add_labels(frame.rows, budget, near, core);
    frame.core = core.rows;
  } else {
    for (const Mask& only : active_.only) {
      const Mask rows = only & frame.rows;
      const Mask close = rows & near;
      if (!rows.empty()) frame.core.add(pick_row(close.empty() ? rows : close));
    }
  }
  break_labels(frame.rows, frame.core);
}

// One enumeration and what follows from it. True: T has grown, go on. False: no rule is left, or a list was found,
// or the core of a child is enough.
template <int N>
bool Refutation<N>::pass(int depth, Cost budget, bool& found_list) {
  Frame& frame = *frames_[depth];
  answer_ = {};
  if (switches_.on(PerfectBound::row_cores)) store_.refresh(frame.rows, frame.known);
  store_.gather(frame.known, frame.core, frame.fresh, bound_.counts_new_labels(), frame.within);
  monitor_.work(static_cast<std::int64_t>(frame.known.count + frame.within.count) + 16);
  enumeration_.run(frame.core, budget, frame.within, kMostRules, frame.rules);
  if (frame.rules.empty()) return false;
  if (!try_rules(frame)) {
    hit_wrong_rows(frame);
    return !take_known_cores(frame, budget);
  }
  for (std::size_t i = 0; i < frame.trials.size(); ++i)
    if (!try_child(depth, frame.trials[i], budget, found_list)) return false;
  return true;
}

// What is known of the rows that pure rules leave joins T at once, while T has to grow anyway: fewer enumerations are
// needed then. True: one of these cores is enough for this frame.
template <int N>
bool Refutation<N>::take_known_cores(Frame& frame, Cost budget) {
  for (const Trial& trial : frame.trials) {
    if (!trial.cover.within(active_.accepts[frame.rules[trial.rule].label])) continue;
    const Cost rest = table_.after_rule(budget, trial.length);
    if (is_killed(frame, trial, rest)) continue;
    monitor_.work(static_cast<std::int64_t>(frame.known.count) / 4 + 16);
    bool refuted = false;
    const Mask left = frame.rows.without(trial.cover);
    if (!without_search(left, frame.known, trial.cover, rest, frame.core, refuted) || !refuted) continue;
    if (answer_.value >= budget) return true;
    add_to_core(frame, answer_);
  }
  return false;
}

// Whether a core of another child shows that what the rule leaves needs too much.
template <int N>
bool Refutation<N>::is_killed(const Frame& frame, const Trial& trial, Cost rest) const {
  return std::any_of(frame.fresh.begin(), frame.fresh.end(),
                     [&](const Core<N>& core) { return core.value >= rest && !core.rows.meets(trial.cover); });
}

template <int N>
void Refutation<N>::add_to_core(Frame& frame, const Core<N>& child) {
  frame.fresh.push_back(child);
  frame.core = frame.core | child.rows;
}

// Looks at the rules on all of S. False when some are not pure there; their wrong rows are then in `wrong_`.
template <int N>
bool Refutation<N>::try_rules(Frame& frame) {
  wrong_.clear();
  frame.trials.clear();
  for (std::size_t i = 0; i < frame.rules.size(); ++i) {
    const FoundRule<N>& rule = frame.rules[i];
    Mask cover = frame.rows;
    for (const int j : rule.literals) cover = cover & active_.cover[j];
    const Mask wrong = cover.without(active_.accepts[rule.label]);
    if (!wrong.empty()) wrong_.push_back(wrong);
    frame.trials.push_back({cover, static_cast<int>(i), static_cast<int>(rule.literals.size())});
  }
  monitor_.work(static_cast<std::int64_t>(frame.rules.size()) * 2);
  const auto gain = [&](const Trial& t) { return t.cover.count(); };
  std::sort(frame.trials.begin(), frame.trials.end(), [&](const Trial& a, const Trial& b) {
    const Cost more = gain(a) * table_.rule_cost(b.length), less = gain(b) * table_.rule_cost(a.length);
    return more != less ? more > less : a.rule < b.rule;
  });
  return wrong_.empty();
}

// Adds rows to T until every rule that is wrong on S is wrong on T: greedily, the row that helps most.
template <int N>
void Refutation<N>::hit_wrong_rows(Frame& frame) {
  while (!wrong_.empty()) {
    times_wrong_.assign(active_.rows(), 0);
    const auto helps = [&](int row) { return std::pair(times_wrong_[row], activity_[row]); };
    int best = -1;
    for (const Mask& wrong : wrong_) wrong.for_each([&](int row) { ++times_wrong_[row]; });
    for (int row = 0; row < active_.rows(); ++row)
      if (times_wrong_[row] > 0 && (best < 0 || helps(row) > helps(best))) best = row;
    frame.core.add(best);
    std::erase_if(wrong_, [&](const Mask& wrong) { return wrong.has(best); });
    monitor_.work(static_cast<std::int64_t>(wrong_.size()) + active_.rows() / 8);
  }
}

// True: refuted, T has the core. False: a list was found, or the child's core is enough for this frame.
template <int N>
bool Refutation<N>::try_child(int depth, const Trial& trial, Cost budget, bool& found_list) {
  Frame& frame = *frames_[depth];
  const Cost rest = table_.after_rule(budget, trial.length);
  if (is_killed(frame, trial, rest)) return true;
  Frame& child = frame_at(depth + 1);
  child.rows = frame.rows.without(trial.cover);
  if (switches_.on(PerfectBound::row_cores)) store_.refresh(frame.rows, frame.known);
  if (!refute(depth + 1, trial.cover, rest, frame.core)) {
    LabelledRule rule{{}, frame.rules[trial.rule].label};
    for (const int j : frame.rules[trial.rule].literals) rule.literals.push_back(active_.literal[j]);
    std::sort(rule.literals.begin(), rule.literals.end());
    list_.rules.push_back(std::move(rule));
    found_list = true;
    return false;
  }
  if (answer_.value >= budget) return false;
  add_to_core(frame, answer_);
  return true;
}

template <int N>
void Refutation<N>::tell(const Frame& frame, Cost budget) const {
  const auto observed = [&](const Mask& mask, Cost value) {
    ObservedCore core{{}, value};
    mask.for_each([&](int i) { core.rows.push_back(active_.row[i]); });
    return core;
  };
  std::vector<ObservedCore> within;
  for (std::size_t k = 0; k < frame.within.count; ++k)
    within.push_back(observed(frame.within.rows[k], frame.within.value[k]));
  observer_->learned(observed(frame.core, budget), within);
}

// Drops rows that the core can do without, the least active first: a smaller core is of use more often.
template <int N>
void Refutation<N>::shorten(Frame& frame, Cost budget) {
  std::vector<int> order;
  frame.core.for_each([&](int row) { order.push_back(row); });
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return activity_[a] < activity_[b]; });
  const auto gather_within = [&](const Mask& rows) {
    std::vector<Core<N>> fresh = frame.fresh;
    std::erase_if(fresh, [&](const Core<N>& core) { return !core.rows.within(rows); });
    store_.gather(frame.known, rows, fresh, bound_.counts_new_labels(), frame.within);
    monitor_.work(static_cast<std::int64_t>(frame.known.count + frame.within.count) + 16);
  };
  for (const int row : order) {
    Mask gone;
    gone.add(row);
    const Mask fewer = frame.core.without(gone);
    if (suits_one_label(fewer)) continue;
    gather_within(fewer);
    enumeration_.run(fewer, budget, frame.within, 1, frame.rules);
    if (frame.rules.empty()) frame.core = fewer;
  }
  gather_within(frame.core);
}

template <int N>
void Refutation<N>::learn(Frame& frame, Cost budget) {
  if (observer_ != nullptr) {
    shorten(frame, budget);
    tell(frame, budget);
  }
  if (check_ != nullptr) {
    std::vector<int> rows;
    frame.core.for_each([&](int i) { rows.push_back(active_.row[i]); });
    check_->verify(rows, budget);
  }
  frame.core.for_each([&](int row) { ++activity_[row]; });
  answer_ = {frame.core, static_cast<int>(budget), labels_of(frame.core)};
  if (!switches_.on(PerfectBound::row_cores)) return;
  store_.add(answer_);
  store_.make_room();
}

template class Refutation<1>;
template class Refutation<2>;
template class Refutation<4>;
template class Refutation<8>;
template class Refutation<16>;
template class Refutation<64>;

}  // namespace shortlist
