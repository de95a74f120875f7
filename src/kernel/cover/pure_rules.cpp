#include "cover/pure_rules.hpp"

#include <algorithm>

#include "cover/rule_growth.hpp"
#include "cover/rule_walk.hpp"

namespace shortlist {
namespace {

std::vector<int> marked(const bool* mark, int rows) {
  std::vector<int> found;
  for (int r = 0; r < rows; ++r)
    if (mark[r]) found.push_back(r);
  return found;
}

bool is_subset(const Word* a, const Word* b, int words) {
  for (int w = 0; w < words; ++w)
    if (a[w] & ~b[w]) return false;
  return true;
}

}  // namespace

PureRules::PureRules(const Input& input, Monitor& monitor) {
  const std::vector<int> wanted = marked(input.wanted, input.rows), barred = marked(input.barred, input.rows);
  wanted_ = static_cast<int>(wanted.size());
  barred_ = static_cast<int>(barred.size());
  read_literals(input, wanted, barred, monitor);
  drop_needless(monitor);
  const int words = words_for(literals());
  excluding_.assign(std::size_t(barred_) * words, 0);
  for (int l = 0; l < literals(); ++l)
    for (int r = 0; r < barred_; ++r)
      if (!has_bit(barred_of(l), r)) add_bit(excluding_.data() + std::size_t(r) * words, l);
}

void PureRules::read_literals(const Input& input, const std::vector<int>& wanted, const std::vector<int>& barred,
                              Monitor& monitor) {
  std::vector<Word> in_wanted(words_for(wanted_)), in_barred(words_for(barred_));
  for (int feature = 0; feature < input.columns; ++feature) {
    for (int value = 0; value < 2; ++value) {
      if (!input.literals[2 * feature + value]) continue;
      const auto holds = [&](int row) {
        return input.features[std::size_t(row) * input.columns + feature] == (value == 1);
      };
      std::fill(in_wanted.begin(), in_wanted.end(), 0);
      std::fill(in_barred.begin(), in_barred.end(), 0);
      for (int i = 0; i < wanted_; ++i)
        if (holds(wanted[i])) add_bit(in_wanted.data(), i);
      for (int i = 0; i < barred_; ++i)
        if (holds(barred[i])) add_bit(in_barred.data(), i);
      monitor.work((wanted_ + barred_) / 8);
      if (count_bits(in_wanted.data(), words_for(wanted_)) == 0 ||
          count_bits(in_barred.data(), words_for(barred_)) == barred_)
        continue;
      origin_.push_back(2 * feature + value);
      wanted_of_.insert(wanted_of_.end(), in_wanted.begin(), in_wanted.end());
      barred_of_.insert(barred_of_.end(), in_barred.begin(), in_barred.end());
    }
  }
}

// Claim: a literal that another one dominates (holds on all its wanted rows, on no barred row more) is not needed.
// Why: put the other in its place: the rule is as long, as pure, and covers no fewer wanted rows.
// Of literals that dominate each other the first stays.
void PureRules::drop_needless(Monitor& monitor) {
  const int w = words_for(wanted_), b = words_for(barred_), n = literals();
  std::vector<int> kept;
  for (int j = 0; j < n; ++j) {
    bool needless = false;
    for (int i = 0; i < n && !needless; ++i) {
      if (i == j || !is_subset(wanted_of(j), wanted_of(i), w) || !is_subset(barred_of(i), barred_of(j), b)) continue;
      needless = i < j || !is_subset(wanted_of(i), wanted_of(j), w) || !is_subset(barred_of(j), barred_of(i), b);
    }
    monitor.work(n);
    if (!needless) kept.push_back(j);
  }
  for (std::size_t k = 0; k < kept.size(); ++k) {
    std::copy_n(wanted_of(kept[k]), w, wanted_of_.begin() + static_cast<std::ptrdiff_t>(k * std::size_t(w)));
    std::copy_n(barred_of(kept[k]), b, barred_of_.begin() + static_cast<std::ptrdiff_t>(k * std::size_t(b)));
    origin_[k] = origin_[kept[k]];
  }
  origin_.resize(kept.size());
  wanted_of_.resize(kept.size() * std::size_t(w));
  barred_of_.resize(kept.size() * std::size_t(b));
}

bool PureRules::find(const Question& question, Monitor& monitor, MemoryBudget& budget, RuleBatch& found) const {
  return RuleWalk(*this, question, monitor, budget, found).run();
}

std::size_t PureRules::bytes_to_grow() const {
  return 4 * sizeof(Word) * static_cast<std::size_t>(words_for(wanted_) + words_for(barred_));
}

bool PureRules::grow(int row, const Goal& goal, Monitor& monitor, PureRule& rule) const {
  return RuleGrowth(*this, goal, monitor).grow(row, rule);
}

}  // namespace shortlist
