#include "perfect/greedy_list.hpp"

#include <algorithm>
#include <numeric>

namespace shortlist {

GreedyList::GreedyList(const PerfectTable& table, Monitor& monitor)
    : table_(table),
      monitor_(monitor),
      row_(table.rows),
      best_(table.labels),
      left_all_(table.literals, 0),
      left_positive_(static_cast<std::size_t>(table.labels) * table.literals, 0) {
  std::iota(row_.begin(), row_.end(), 0);
  fill_bits(left_, table.rows);
  pack();
  for (int l = 0; l < table.literals; ++l) {
    left_all_[l] = count_bits(rows_with(l), words_);
    for (int label = 0; label < table.labels; ++label)
      left_positive_[static_cast<std::size_t>(label) * table.literals + l] =
          count_kept(rows_with(l), rows_with(l), accepting(label), words_).positive;
  }
}

List GreedyList::run() {
  std::vector<Conjunction> rules;
  while (!finished()) {
    int chosen = -1;
    for (int label = 0; label < table_.labels; ++label) {
      if (!table_.rule_label[label] || (best_[label].cover.empty() && !grow(label))) continue;
      const auto price = [&](int k) { return table_.rule_cost(static_cast<int>(best_[k].literals.size())); };
      if (chosen < 0 || best_[label].rows * price(chosen) > best_[chosen].rows * price(label)) chosen = label;
    }
    if (chosen < 0) return {};
    rules.push_back(best_[chosen].literals);
    take(std::move(best_[chosen].cover));
    if (2 * left_count_ < static_cast<int>(row_.size())) pack();
  }
  return perfect_list(table_, rules);
}

// Forgets the rows that are gone; rules that were grown have to be grown again.
void GreedyList::pack() {
  std::vector<int> rows;
  for_each_bit(left_.data(), static_cast<int>(left_.size()), [&](int i) { rows.push_back(row_[i]); });
  row_ = std::move(rows);
  left_count_ = static_cast<int>(row_.size());
  words_ = words_for(left_count_);
  fill_bits(left_, left_count_);
  cover_.assign(static_cast<std::size_t>(table_.literals) * words_, 0);
  accepts_.assign(static_cast<std::size_t>(table_.labels) * words_, 0);
  for (int i = 0; i < left_count_; ++i) {
    for_each_bit(table_.holds_on(row_[i]), table_.literal_words,
                 [&](int l) { add_bit(cover_.data() + static_cast<std::size_t>(l) * words_, i); });
    for (int label = 0; label < table_.labels; ++label)
      if (table_.accept(row_[i], label)) add_bit(accepts_.data() + static_cast<std::size_t>(label) * words_, i);
  }
  for (Grown& grown : best_) grown.cover.clear();
  monitor_.work(static_cast<std::int64_t>(left_count_) * table_.literals / 4 + 1);
}

bool GreedyList::finished() const {
  for (int label = 0; label < table_.labels; ++label) {
    if (!table_.default_label[label]) continue;
    Word rejecting = 0;
    for (int w = 0; w < words_; ++w) rejecting |= left_[w] & ~accepting(label)[w];
    if (rejecting == 0) return true;
  }
  return false;
}

// False when no row left accepts the label, or no rule of it is pure.
bool GreedyList::grow(int label) {
  std::vector<Word> cover = left_;
  Conjunction literals;
  for (;;) {
    const auto [positive, negative] = count_kept(cover.data(), cover.data(), accepting(label), words_);
    if (positive == 0) return false;
    if (negative == 0) {
      best_[label] = {std::move(literals), std::move(cover), positive};
      return true;
    }
    if (static_cast<int>(literals.size()) >= table_.max_literals) return false;
    const int rows = static_cast<int>(positive + negative);
    const int literal = literals.empty() ? choose(&left_positive_[static_cast<std::size_t>(label) * table_.literals],
                                                  left_all_.data(), rows)
                                         : best_literal(cover, label, rows);
    if (literal < 0) return false;
    literals.push_back(literal);
    for (int w = 0; w < words_; ++w) cover[w] &= rows_with(literal)[w];
  }
}

int GreedyList::best_literal(const std::vector<Word>& cover, int label, int rows) {
  count(cover, label, rows);
  return choose(positive_.data(), all_.data(), rows);
}

// Of the literals that leave a row that accepts the label and drop some row, the one with the best share; -1 if none.
int GreedyList::choose(const std::int64_t* positive, const std::int64_t* all, int rows) const {
  int best = -1;
  for (int l = 0; l < table_.literals; ++l) {
    if (positive[l] == 0 || all[l] == rows) continue;
    if (best < 0 || (positive[l] + 1) * (all[best] + 2) > (positive[best] + 1) * (all[l] + 2)) best = l;
  }
  return best;
}

// Few rows are counted row by row, many literal by literal.
void GreedyList::count(const std::vector<Word>& cover, int label, int rows) {
  all_.assign(table_.literals, 0);
  positive_.assign(table_.literals, 0);
  if (4 * rows < words_) {
    for_each_bit(cover.data(), words_, [&](int i) {
      const int positive = has_bit(accepting(label), i) ? 1 : 0;
      for_each_bit(table_.holds_on(row_[i]), table_.literal_words, [&](int l) {
        ++all_[l];
        positive_[l] += positive;
      });
    });
    monitor_.work(static_cast<std::int64_t>(rows) * table_.literals / 4 + words_ / 4);
    return;
  }
  for (int l = 0; l < table_.literals; ++l) {
    const auto [positive, negative] = count_kept(cover.data(), rows_with(l), accepting(label), words_);
    positive_[l] = positive;
    all_[l] = positive + negative;
  }
  monitor_.work(static_cast<std::int64_t>(table_.literals) * (words_ / 4 + 4));
}

void GreedyList::take(std::vector<Word> cover) {
  for_each_bit(cover.data(), words_, [&](int i) {
    const Word* holds = table_.holds_on(row_[i]);
    for_each_bit(holds, table_.literal_words, [&](int l) { --left_all_[l]; });
    for (int label = 0; label < table_.labels; ++label)
      if (table_.accept(row_[i], label))
        for_each_bit(holds, table_.literal_words,
                     [&](int l) { --left_positive_[static_cast<std::size_t>(label) * table_.literals + l]; });
  });
  const int taken = count_bits(cover.data(), words_);
  remove_bits(left_.data(), cover.data(), words_);
  left_count_ -= taken;
  for (Grown& grown : best_) {
    Word common = 0;
    for (std::size_t w = 0; w < grown.cover.size(); ++w) common |= grown.cover[w] & cover[w];
    if (common != 0) grown.cover.clear();
  }
  monitor_.work(static_cast<std::int64_t>(taken) * table_.literals / 4 + words_);
}

}  // namespace shortlist
