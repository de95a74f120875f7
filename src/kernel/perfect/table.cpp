#include "perfect/table.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <unordered_map>

#include "base/dispatch.hpp"
#include "base/hash.hpp"

namespace shortlist {
namespace {

constexpr Cost kLargestPrice = Cost{1} << 20;

void check_prices(const PerfectInput& in) {
  const std::pair<Cost, const char*> prices[] = {
      {in.rule_price, "rule_price"}, {in.literal_price, "literal_price"}, {in.default_price, "default_price"}};
  for (const auto& [price, name] : prices)
    if (price < 0 || price > kLargestPrice)
      throw std::invalid_argument(std::string(name) + " must be from 0 to " + std::to_string(kLargestPrice) + ", got " +
                                  std::to_string(price));
}

// The rows to be labelled: those that reject some usable label.
std::vector<int> choosy_rows(const PerfectInput& in, const PerfectTable& t) {
  std::vector<int> rows;
  for (int r = 0; r < in.rows; ++r) {
    const bool* acceptable = in.acceptable + static_cast<std::size_t>(r) * in.labels;
    const auto suits = [&](int label) { return acceptable[label]; };
    if (std::none_of(t.label_origin.begin(), t.label_origin.end(), suits))
      throw std::invalid_argument("each row must accept a label that a rule or the default rule may predict, row " +
                                  std::to_string(r) + " does not");
    if (!std::all_of(t.label_origin.begin(), t.label_origin.end(), suits)) rows.push_back(r);
  }
  return rows;
}

void fill_labels(const PerfectInput& in, const std::vector<int>& kept, PerfectTable& t) {
  t.accepts.assign(static_cast<std::size_t>(t.labels) * t.row_words, 0);
  for (int label = 0; label < t.labels; ++label)
    for (int r = 0; r < t.rows; ++r)
      if (in.acceptable[static_cast<std::size_t>(kept[r]) * in.labels + t.label_origin[label]])
        add_bit(t.accepts.data() + static_cast<std::size_t>(label) * t.row_words, r);
}

// Allowed literals that hold on some rows, not on all, and not on the same rows as an earlier one.
void fill_literals(const PerfectInput& in, const std::vector<int>& kept, PerfectTable& t) {
  std::unordered_multimap<Word, int> by_hash;
  std::vector<Word> column(t.row_words);
  const auto is_new = [&] {
    const Word hash = hash_words(column.data(), t.row_words);
    const auto [begin, end] = by_hash.equal_range(hash);
    for (auto it = begin; it != end; ++it)
      if (std::equal(column.begin(), column.end(), t.rows_with(it->second))) return false;
    by_hash.emplace(hash, t.literals);
    return true;
  };
  for (int f = 0; f < in.features; ++f)
    for (const bool positive : {true, false}) {
      if (!in.literals[2 * f + (positive ? 1 : 0)]) continue;
      std::fill(column.begin(), column.end(), 0);
      for (int r = 0; r < t.rows; ++r)
        if (in.values[static_cast<std::size_t>(kept[r]) * in.features + f] == positive) add_bit(column.data(), r);
      const int count = count_bits(column.data(), t.row_words);
      if (count == 0 || count == t.rows || !is_new()) continue;
      t.cover.insert(t.cover.end(), column.begin(), column.end());
      t.literal_origin.emplace_back(f, positive);
      ++t.literals;
    }
  t.transpose();
}

int common_label(const PerfectTable& t, const std::vector<Word>& rows, const std::vector<bool>& allowed) {
  for (int label = 0; label < t.labels; ++label) {
    Word rejecting = 0;
    for (int w = 0; w < t.row_words; ++w) rejecting |= rows[w] & ~t.accepting(label)[w];
    if (allowed[label] && rejecting == 0) return label;
  }
  return -1;
}

bool try_instead(const PerfectTable& t, const std::vector<Conjunction>& rules, List& best) {
  List list = perfect_list(t, rules);
  if (list.cost > best.cost) return false;
  best = std::move(list);
  return true;
}

}  // namespace

void PerfectTable::transpose() {
  literal_words = words_for(literals);
  holds.assign(static_cast<std::size_t>(rows) * literal_words, 0);
  for (int l = 0; l < literals; ++l)
    for_each_bit(rows_with(l), row_words,
                 [&](int r) { add_bit(holds.data() + static_cast<std::size_t>(r) * literal_words, l); });
}

PerfectTable make_perfect_table(const PerfectInput& in) {
  check_prices(in);
  PerfectTable t;
  for (int label = 0; label < in.labels; ++label) {
    if (!in.rule_labels[label] && !in.default_labels[label]) continue;
    t.label_origin.push_back(label);
    t.rule_label.push_back(in.rule_labels[label]);
    t.default_label.push_back(in.default_labels[label]);
  }
  if (std::none_of(t.default_label.begin(), t.default_label.end(), [](bool b) { return b; }))
    throw std::invalid_argument("default_labels must allow at least one label");
  t.labels = static_cast<int>(t.label_origin.size());
  t.row_origin = choosy_rows(in, t);
  const std::vector<int>& kept = t.row_origin;
  t.rows = static_cast<int>(kept.size());
  t.row_words = words_for(t.rows);
  fill_labels(in, kept, t);
  fill_literals(in, kept, t);
  t.unit = std::max<Cost>(1, std::gcd(in.rule_price, in.literal_price));
  t.rule_price = in.rule_price / t.unit;
  t.literal_price = in.literal_price / t.unit;
  t.constant = in.default_price;
  if (in.max_literals >= 0) t.max_literals = in.max_literals;
  return t;
}

SHORTLIST_CLONES Kept count_kept(const Word* cover, const Word* literal, const Word* accepting, int words) {
  Kept kept{0, 0};
  for (int w = 0; w < words; ++w) {
    const Word both = cover[w] & literal[w];
    kept.positive += count_bits(both & accepting[w]);
    kept.negative += count_bits(both & ~accepting[w]);
  }
  return kept;
}

void intersect_rule(const PerfectTable& t, const Conjunction& literals, const std::vector<Word>& within,
                    std::vector<Word>& out) {
  out = within;
  for (const int l : literals)
    for (int w = 0; w < t.row_words; ++w) out[w] &= t.rows_with(l)[w];
}

std::vector<Word> misclassified(const PerfectTable& t, const List& list) {
  std::vector<Word> left, cover, wrong(t.row_words, 0);
  fill_bits(left, t.rows);
  const auto judge = [&](int label) {
    for (int w = 0; w < t.row_words; ++w) {
      wrong[w] |= cover[w] & ~t.accepting(label)[w];
      left[w] &= ~cover[w];
    }
  };
  for (const LabelledRule& rule : list.rules) {
    intersect_rule(t, rule.literals, left, cover);
    judge(rule.label);
  }
  cover = left;
  judge(list.default_label);
  return wrong;
}

List perfect_list(const PerfectTable& t, const std::vector<Conjunction>& rules) {
  List list;
  std::vector<Word> left, cover;
  fill_bits(left, t.rows);
  Cost price = 0;
  for (const Conjunction& rule : rules) {
    intersect_rule(t, rule, left, cover);
    const int label = common_label(t, cover, t.rule_label);
    if (label < 0 || static_cast<int>(rule.size()) > t.max_literals) return list;
    list.rules.push_back({rule, label});
    price += t.rule_cost(static_cast<int>(rule.size()));
    remove_bits(left.data(), cover.data(), t.row_words);
  }
  const int label = common_label(t, left, t.default_label);
  if (label < 0) return list;
  list.default_label = label;
  list.cost = price;
  return list;
}

List shortened(const PerfectTable& t, const List& list) {
  List best = list;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = best.rules.size(); i-- > 0;) {
      std::vector<Conjunction> rules = conjunctions_of(best);
      rules.erase(rules.begin() + static_cast<std::ptrdiff_t>(i));
      if (try_instead(t, rules, best)) {
        changed = true;
        continue;
      }
      for (std::size_t k = best.rules[i].literals.size(); k-- > 0;) {
        rules = conjunctions_of(best);
        rules[i].erase(rules[i].begin() + static_cast<std::ptrdiff_t>(k));
        changed |= try_instead(t, rules, best);
      }
    }
  }
  return best;
}

}  // namespace shortlist
