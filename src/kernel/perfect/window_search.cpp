#include "perfect/window_search.hpp"

#include <algorithm>
#include <optional>

#include "perfect/search.hpp"

namespace shortlist {
namespace {

constexpr std::int64_t kShare = 40;              // one part in so many of all work
constexpr std::int64_t kWorkOfOne = 6'000'000;   // some ten milliseconds
constexpr Cost kFirstPrice = 8, kPriceStep = 3;  // of a window, in literals

// The table of a window: some rows, and one label more for the rules after it.
PerfectTable window_table(const PerfectTable& t, const std::vector<Word>& rows, const std::vector<Word>& wrong_after) {
  PerfectTable w;
  std::vector<int> kept;
  for_each_bit(rows.data(), t.row_words, [&](int r) { kept.push_back(r); });
  w.rows = static_cast<int>(kept.size());
  w.row_words = words_for(w.rows);
  w.labels = t.labels + 1;
  w.rule_label = t.rule_label;
  w.rule_label.push_back(false);
  w.default_label.assign(t.labels, false);
  w.default_label.push_back(true);
  w.rule_price = t.rule_price;
  w.literal_price = t.literal_price;
  w.max_literals = t.max_literals;
  const auto project = [&](const Word* from, std::vector<Word>& to, bool flip) {
    std::vector<Word> column(w.row_words, 0);
    for (int i = 0; i < w.rows; ++i)
      if (has_bit(from, kept[i]) != flip) add_bit(column.data(), i);
    to.insert(to.end(), column.begin(), column.end());
    return count_bits(column.data(), w.row_words);
  };
  for (int label = 0; label < t.labels; ++label) project(t.accepting(label), w.accepts, false);
  project(wrong_after.data(), w.accepts, true);
  for (int l = 0; l < t.literals; ++l) {
    const int count = project(t.rows_with(l), w.cover, false);
    if (count == 0 || count == w.rows) {
      w.cover.resize(w.cover.size() - static_cast<std::size_t>(w.row_words));
    } else {
      w.literal_origin.emplace_back(l, true);
    }
  }
  w.literals = static_cast<int>(w.literal_origin.size());
  w.transpose();
  return w;
}

// The rows that no rule before `end` covers.
std::vector<Word> rows_reaching(const PerfectTable& t, const List& list, std::size_t end) {
  std::vector<Word> left, cover;
  fill_bits(left, t.rows);
  for (std::size_t i = 0; i < end; ++i) {
    intersect_rule(t, list.rules[i].literals, left, cover);
    remove_bits(left.data(), cover.data(), t.row_words);
  }
  return left;
}

}  // namespace

bool WindowSearch::wants_more(const List& list) const {
  const bool tried_all = price_ > list.cost && list.cost == last_cost_;
  return !list.rules.empty() && !tried_all && spent_ * kShare <= monitor_.work_done();
}

// Windows go from the end of the list to its beginning; when none of a price has helped they become dearer.
List WindowSearch::next(const List& list) {
  if (list.cost < last_cost_) turn_ = 0;
  const Cost unit = std::max<Cost>(1, table_.literal_price);
  if (price_ == 0 || (list.cost < last_cost_ && price_ > list.cost)) price_ = kFirstPrice * unit;
  if (turn_ >= list.rules.size()) {
    turn_ = 0;
    price_ += kPriceStep * unit;
  }
  last_cost_ = list.cost;
  const std::int64_t before = monitor_.work_done();
  Cost price = 0;
  const std::size_t end = list.rules.size() - turn_;
  std::size_t begin = end;
  for (; begin > 0; --begin) {
    const Cost more = table_.rule_cost(static_cast<int>(list.rules[begin - 1].literals.size()));
    if (price + more > price_ && begin < end) break;
    price += more;
  }
  ++turn_;
  if (begin == 0) turn_ = list.rules.size();
  List better = begin < end ? improve(list, begin, end, price) : List{};
  spent_ += monitor_.work_done() - before;
  return better;
}

List WindowSearch::improve(const List& list, std::size_t begin, std::size_t end, Cost price) {
  const auto position = [&](std::size_t i) { return list.rules.begin() + static_cast<std::ptrdiff_t>(i); };
  const List after{{position(end), list.rules.end()}, list.default_label, 0};
  const PerfectTable window = window_table(table_, rows_reaching(table_, list, begin), misclassified(table_, after));
  monitor_.work(static_cast<std::int64_t>(window.rows) * table_.literals / 8 + 1);
  PerfectSearch search(window, {}, monitor_);
  std::optional<List> found;
  const std::int64_t limit = monitor_.limit_work(monitor_.work_done() + kWorkOfOne);
  try {
    found = search.below(price);
  } catch (const Stopped& stopped) {
    monitor_.limit_work(limit);
    if (stopped.reason != StopReason::work) throw;
  }
  monitor_.limit_work(limit);
  if (!found) return {};
  std::vector<Conjunction> rules;
  for (std::size_t i = 0; i < begin; ++i) rules.push_back(list.rules[i].literals);
  for (const LabelledRule& rule : found->rules) {
    rules.emplace_back();
    for (const int l : rule.literals) rules.back().push_back(window.literal_origin[l].first);
  }
  for (std::size_t i = end; i < list.rules.size(); ++i) rules.push_back(list.rules[i].literals);
  return perfect_list(table_, rules);
}

}  // namespace shortlist
