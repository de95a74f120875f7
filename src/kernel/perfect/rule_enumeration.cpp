#include "perfect/rule_enumeration.hpp"

#include <algorithm>

namespace shortlist {

template <int N>
RuleEnumeration<N>::RuleEnumeration(const ActiveRows<N>& active, Switches<PerfectBound> switches, Monitor& monitor)
    : active_(active), table_(active.table), switches_(switches), monitor_(monitor), bound_(active, switches) {}

template <int N>
void RuleEnumeration<N>::run(const Mask& rows, Cost budget, const CoreArrays<N>& cores, std::size_t most,
                             std::vector<FoundRule<N>>& out) {
  rows_ = rows;
  budget_ = budget;
  out.clear();
  distinct_literals();
  for (int label = 0; label < table_.labels && out.size() < most; ++label) {
    if (!table_.rule_label[label] || table_.max_literals < 1) continue;
    const Mask positive = rows & active_.accepts[label];
    if (positive.empty()) continue;
    const Cost most_left = table_.after_rule(budget, 1);
    bound_.begin(rows, label, cores, most_left);
    if (bound_.at_least(positive, most_left)) continue;
    explore(label, most, out);
  }
}

// Literals that hold on some rows of T, not on all, and not on the same as an earlier one.
template <int N>
void RuleEnumeration<N>::distinct_literals() {
  distinct_.assign(active_.literal_words, 0);
  seen_.clear();
  for (int j = 0; j < active_.literals(); ++j) {
    const Mask part = active_.cover[j] & rows_;
    if (!part.empty() && part != rows_ && seen_.insert(part)) add_bit(distinct_.data(), j);
  }
  monitor_.work(active_.literals() / 4 + 1);
}

template <int N>
void RuleEnumeration<N>::explore(int label, std::size_t most, std::vector<FoundRule<N>>& out) {
  seen_.clear();
  nodes_.clear();
  nodes_.push_back({rows_, -1, -1, 0});
  const bool check_seen = switches_.on(PerfectBound::seen_covers);
  for (std::size_t head = 0; head < nodes_.size() && out.size() < most; ++head) {
    const Node node = nodes_[head];
    expand(node, active_.accepts[label]);
    for (const Extension& e : extensions_) {
      const Mask cover = e.positive | e.negative;
      if (check_seen && !seen_.insert(cover)) continue;
      nodes_.push_back({cover, static_cast<int>(head), e.literal, node.length + 1});
      if (!e.negative.empty()) continue;
      take(static_cast<int>(nodes_.size()) - 1, label, out);
      nodes_.pop_back();
    }
    monitor_.work(bound_.asked + 8);
    bound_.asked = 0;
  }
}

template <int N>
void RuleEnumeration<N>::expand(const Node& node, const Mask& accepts) {
  extensions_.clear();
  if (node.length >= table_.max_literals) return;
  const Mask positive = node.cover & accepts;
  // Last literal: when a rule with two literals more is too dear, the next one must remove all negatives at once.
  const bool last = switches_.on(PerfectBound::last_literal) &&
                    (node.length + 1 >= table_.max_literals ||
                     bound_.at_least(positive, table_.after_rule(budget_, node.length + 2)));
  if (!choose_literals(positive, node.cover.without(accepts), last)) return;
  extend(node, accepts);
  if (switches_.on(PerfectBound::literal_dominance)) drop_dominated();
}

// The literals that hold on some positive and fail on all negatives, or on the negative for which there are fewest.
template <int N>
bool RuleEnumeration<N>::choose_literals(const Mask& positive, const Mask& negative, bool last) {
  const int words = active_.literal_words;
  chosen_.assign(words, 0);
  positive.for_each([&](int row) {
    const Word* holds = active_.holds_on(row);
    for (int w = 0; w < words; ++w) chosen_[w] |= holds[w];
  });
  for (int w = 0; w < words; ++w) chosen_[w] &= distinct_[w];
  int best = -1, fewest = 0;
  negative.for_each([&](int row) {
    const Word* holds = active_.holds_on(row);
    if (last) {
      for (int w = 0; w < words; ++w) chosen_[w] &= ~holds[w];
      return;
    }
    int count = 0;
    for (int w = 0; w < words; ++w) count += count_bits(chosen_[w] & ~holds[w]);
    if (best >= 0 && count >= fewest) return;
    best = row;
    fewest = count;
  });
  if (best >= 0)
    for (int w = 0; w < words; ++w) chosen_[w] &= ~active_.holds_on(best)[w];
  return std::any_of(chosen_.begin(), chosen_.end(), [](Word w) { return w != 0; });
}

// The covers with one literal more that a list within the budget can still use.
template <int N>
void RuleEnumeration<N>::extend(const Node& node, const Mask& accepts) {
  const Cost pure = table_.after_rule(budget_, node.length + 1);
  const Cost impure = table_.after_rule(budget_, node.length + 2);
  for_each_bit(chosen_.data(), active_.literal_words, [&](int j) {
    const Mask cover = node.cover & active_.cover[j];
    const Mask positive = cover & accepts;
    const Mask negative = cover.without(accepts);
    if (positive.empty() || bound_.at_least(positive, negative.empty() ? pure : impure)) return;
    extensions_.push_back({positive, negative, j, positive.count()});
  });
}

// Claim: a literal may be left out when another one keeps all its positives and no negative besides its own.
// Why: put the other one in its place: the rule covers no fewer positives, stays pure, and costs the same.
// Holds when: literals have one price.
template <int N>
void RuleEnumeration<N>::drop_dominated() {
  std::sort(extensions_.begin(), extensions_.end(), [](const Extension& a, const Extension& b) {
    return a.size != b.size ? a.size > b.size : a.literal < b.literal;
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < extensions_.size(); ++i) {
    const Extension e = extensions_[i];
    bool dominated = false;
    for (std::size_t k = 0; k < kept && !dominated; ++k)
      dominated = e.positive.within(extensions_[k].positive) && extensions_[k].negative.within(e.negative);
    if (dominated) continue;
    // Of equal positives a later one may have fewer negatives.
    std::size_t first = kept;
    while (first > 0 && extensions_[first - 1].size == e.size) --first;
    const auto superseded = [&](const Extension& f) {
      return f.positive.within(e.positive) && e.negative.within(f.negative);
    };
    const auto begin = extensions_.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = extensions_.begin() + static_cast<std::ptrdiff_t>(kept);
    kept = static_cast<std::size_t>(std::remove_if(begin, end, superseded) - extensions_.begin());
    extensions_[kept++] = e;
  }
  extensions_.resize(kept);
}

template <int N>
void RuleEnumeration<N>::take(int node, int label, std::vector<FoundRule<N>>& out) {
  FoundRule<N> rule{nodes_[node].cover, label, {}};
  for (int n = node; nodes_[n].parent >= 0; n = nodes_[n].parent) rule.literals.push_back(nodes_[n].literal);
  out.push_back(std::move(rule));
}

template class RuleEnumeration<1>;
template class RuleEnumeration<2>;
template class RuleEnumeration<4>;
template class RuleEnumeration<8>;
template class RuleEnumeration<16>;
template class RuleEnumeration<64>;

}  // namespace shortlist
