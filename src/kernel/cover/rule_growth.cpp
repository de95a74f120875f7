#include "cover/rule_growth.hpp"

#include <algorithm>
#include <numeric>

namespace shortlist {

void RuleGrowth::Sparse::keep(const Word* set) {
  std::size_t left = 0;
  for (std::size_t k = 0; k < words.size(); ++k) {
    const Word word = words[k] & set[places[k]];
    if (word == 0) continue;
    words[left] = word;
    places[left++] = places[k];
  }
  words.resize(left);
  places.resize(left);
}

bool RuleGrowth::grow(int row, PureRule& rule) {
  worthy_.words = goal_.rows;
  fill_bits(barred_.words, rules_.barred());
  for (Sparse* set : {&worthy_, &barred_}) {
    set->places.resize(set->words.size());
    std::iota(set->places.begin(), set->places.end(), 0);
  }
  std::vector<int> chosen;
  for (int remaining = rules_.barred(); remaining > 0;) {
    const int literal = best_literal(row, remaining);
    if (literal < 0) return false;
    worthy_.keep(rules_.wanted_of(literal));
    barred_.keep(rules_.barred_of(literal));
    chosen.push_back(literal);
  }
  drop_needless(chosen);
  std::vector<Word> covered;
  fill_bits(covered, rules_.wanted());
  for (int l : chosen)
    for (std::size_t w = 0; w < covered.size(); ++w) covered[w] &= rules_.wanted_of(l)[w];
  rule.literals.clear();
  rule.covered.clear();
  for (int l : chosen) rule.literals.push_back(rules_.origin(l));
  std::sort(rule.literals.begin(), rule.literals.end());
  for_each_bit(covered.data(), words_for(rules_.wanted()), [&](int i) { rule.covered.push_back(i); });
  return true;
}

// The literal of the row that excludes many barred rows and keeps much worth; `remaining` becomes what it leaves.
int RuleGrowth::best_literal(int row, int& remaining) const {
  int best = -1, best_remaining = remaining;
  double best_score = -1;
  for (int l = 0; l < rules_.literals(); ++l) {
    if (!has_bit(rules_.wanted_of(l), row)) continue;
    const int stay = staying(l);
    if (stay == remaining) continue;
    // Only a guide, so that a float may decide.
    const double score = static_cast<double>(remaining - stay) * static_cast<double>(1 + kept(l));
    if (score > best_score) {
      best = l;
      best_score = score;
      best_remaining = stay;
    }
  }
  monitor_.work(static_cast<std::int64_t>(worthy_.words.size() + barred_.words.size() + 2) * rules_.literals());
  remaining = best_remaining;
  return best;
}

int RuleGrowth::staying(int literal) const {
  const Word* set = rules_.barred_of(literal);
  int count = 0;
  for (std::size_t k = 0; k < barred_.words.size(); ++k) count += count_bits(barred_.words[k] & set[barred_.places[k]]);
  return count;
}

Cost RuleGrowth::kept(int literal) const {
  const Word* set = rules_.wanted_of(literal);
  Cost total = 0;
  for (std::size_t k = 0; k < worthy_.words.size(); ++k) {
    Word rest = worthy_.words[k] & set[worthy_.places[k]];
    if (goal_.worth == nullptr) {
      total += count_bits(rest);
    } else {
      for (; rest != 0; rest &= rest - 1) total += goal_.worth[worthy_.places[k] * kWordBits + std::countr_zero(rest)];
    }
  }
  return total;
}

// A literal without a barred row that it alone excludes goes, the first ones first.
void RuleGrowth::drop_needless(std::vector<int>& chosen) const {
  std::vector<Word> left;
  for (std::size_t k = 0; k < chosen.size();) {
    fill_bits(left, rules_.barred());
    for (std::size_t m = 0; m < chosen.size(); ++m)
      if (m != k)
        for (std::size_t w = 0; w < left.size(); ++w) left[w] &= rules_.barred_of(chosen[m])[w];
    if (count_bits(left.data(), words_for(rules_.barred())) == 0) {
      chosen.erase(chosen.begin() + static_cast<std::ptrdiff_t>(k));
    } else {
      ++k;
    }
  }
  monitor_.work(static_cast<std::int64_t>(left.size() * chosen.size() * chosen.size()) / 4);
}

}  // namespace shortlist
