#include "table/list.hpp"

#include <algorithm>
#include <utility>

namespace shortlist {
namespace {

bool fits(const Problem& p, const std::vector<Conjunction>& rules) {
  int size = 1;
  for (const Conjunction& rule : rules) {
    if (static_cast<int>(rule.size()) > p.max_literals) return false;
    for (int literal : rule)
      if (!p.usable[literal]) return false;
    size += static_cast<int>(rule.size()) + 1;
  }
  if (p.allowance.rules >= 0 && static_cast<int>(rules.size()) > p.allowance.rules) return false;
  return p.allowance.size < 0 || size <= p.allowance.size;
}

int best_label(const std::vector<int>& allowed, const Cost* count, const Cost* whole) {
  int best = allowed.front();
  for (int c : allowed)
    if (std::pair(count[c], whole[c]) > std::pair(count[best], whole[best])) best = c;
  return best;
}

bool try_without(const Problem& p, std::vector<Conjunction>& rules, List& best, auto change) {
  std::vector<Conjunction> shorter = rules;
  change(shorter);
  List list = evaluate(p, shorter);
  if (list.cost > best.cost) return false;
  best = std::move(list);
  rules = std::move(shorter);
  return true;
}

}  // namespace

void intersect_rule(const Problem& p, const Conjunction& literals, const Word* within, Word* out) {
  const int words = p.table.words;
  std::copy_n(within, words, out);
  for (int literal : literals) {
    const Word* column = p.cover.data() + static_cast<std::size_t>(feature_of(p.table, literal)) * words;
    const Word flip = is_positive(p.table, literal) ? 0 : ~Word{0};
    for (int w = 0; w < words; ++w) out[w] &= column[w] ^ flip;
  }
}

List evaluate(const Problem& p, const std::vector<Conjunction>& rules) {
  const Scoring scoring(p);
  List list;
  if (!fits(p, rules)) return list;
  std::vector<Word> left, cover(p.table.words);
  fill_bits(left, p.rows);
  std::vector<Cost> whole(p.table.columns), count(p.table.columns);
  count_rows(p.table, left.data(), whole.data());
  Cost cost = 0;
  for (const Conjunction& rule : rules) {
    intersect_rule(p, rule, left.data(), cover.data());
    count_rows(p.table, cover.data(), count.data());
    const Cost loss = scoring.rule_loss(count.data());
    if (loss >= kInfinite) return list;
    cost += p.price_of_rule(rule) + loss;
    list.rules.push_back({rule, best_label(p.rule_labels, count.data(), whole.data())});
    remove_bits(left.data(), cover.data(), p.table.words);
  }
  count_rows(p.table, left.data(), count.data());
  list.cost = cost + scoring.leaf(count.data(), false);
  list.default_label = best_label(p.default_labels, count.data(), whole.data());
  return list;
}

List simplify(const Problem& p, const List& list) {
  std::vector<Conjunction> rules;
  for (const LabelledRule& rule : list.rules) {
    rules.push_back(rule.literals);
    std::sort(rules.back().begin(), rules.back().end(), [&](int a, int b) {
      return std::pair(feature_of(p.table, a), a) < std::pair(feature_of(p.table, b), b);
    });
  }
  List best = evaluate(p, rules);
  for (bool changed = true; std::exchange(changed, false);) {
    for (std::size_t i = rules.size(); i-- > 0;)
      changed |= try_without(p, rules, best, [&](auto& r) { r.erase(r.begin() + static_cast<std::ptrdiff_t>(i)); });
    for (std::size_t i = rules.size(); i-- > 0;)
      for (std::size_t k = rules[i].size(); k-- > 0;)
        changed |=
            try_without(p, rules, best, [&](auto& r) { r[i].erase(r[i].begin() + static_cast<std::ptrdiff_t>(k)); });
  }
  return best;
}

}  // namespace shortlist
