// The linear program of a packing: one column per pair, one row per thing that can be charged.
#include <algorithm>
#include <cmath>

#include "packing/pair_packing.hpp"

namespace shortlist {

int PairPacking::add_row(Cost limit, double dual) {
  program_.limit.push_back(static_cast<double>(limit) / unit_);
  exact_limit_.push_back(limit << rows_.shift);
  y_.push_back(dual);
  return program_.rows() - 1;
}

// Claim: if each literal parts at most price(l) + rule price / k, no conjunction of up to k literals is exceeded.
// Why: a pair parted by a conjunction is parted by one of its literals, the same end inside.
Cost PairPacking::simple_limit(int literal) const {
  const Cost price = problem_.price_of_literal(literal);
  const bool bounded = problem_.max_literals < problem_.table.features;
  return price + (bounded ? problem_.rule_price / std::max(problem_.max_literals, 1) : 0);
}

// Rows: capacities of the rows in play, remembered conjunctions, and what the default rule may serve.
// Rows for single literals are added when first needed.
void PairPacking::build() {
  const Table& table = problem_.table;
  program_ = {};
  program_.start.push_back(0);
  x_.clear();
  y_.clear();
  exact_limit_.clear();
  row_of_member_.assign(problem_.rows, -1);
  row_of_literal_.assign(static_cast<std::size_t>(problem_.labels) * table.literals(), -1);
  for (const PackedPair& pair : pairs_)
    for (int i : {pair.first, pair.second})
      if (i >= 0 && row_of_member_[i] < 0) row_of_member_[i] = add_row(rows_.cap[i], cap_dual_[i]);
  add_cut_rows();
  add_default_rows();
  for (const PackedPair& pair : pairs_) {
    pair.second < 0 ? add_single(pair) : add_pair(pair);
    finish_column(1.0, std::ldexp(static_cast<double>(pair.amount), -rows_.shift) / unit_);
  }
  monitor_.work(static_cast<std::int64_t>(pairs_.size() * (cuts_.size() + 20)));
  if (!default_cover_) return;
  for (int row = default_begin_; row < default_end_; ++row) add_entry(row, -1.0);
  finish_column(-1.0, 0.0);
}

void PairPacking::finish_column(double objective, double start) {
  program_.start.push_back(static_cast<int>(program_.entry_row.size()));
  program_.objective.push_back(objective);
  x_.push_back(start);
}

void PairPacking::add_cut_rows() {
  const std::size_t words = static_cast<std::size_t>(problem_.table.words);
  std::vector<Word> all;
  fill_bits(all, problem_.rows);
  cut_cover_.resize(cuts_.size() * words);
  row_of_cut_.resize(cuts_.size());
  for (std::size_t k = 0; k < cuts_.size(); ++k) {
    row_of_cut_[k] = add_row(problem_.price_of_rule(cuts_[k].literals), cuts_[k].dual);
    Word* cover = cut_cover_.data() + k * words;
    std::copy(all.begin(), all.end(), cover);
    for (int l : cuts_[k].literals) intersect_literal(problem_.table, l, cover, cover);
  }
}

// First a row per default label: the singles it serves, less the variable that stands for the most any label serves.
// Then, where an empty rule may close the list, a row per label of the rules: it would cover every single.
void PairPacking::add_default_rows() {
  default_begin_ = default_end_ = program_.rows();
  if (!default_cover_) return;
  for (std::size_t d = 0; d < problem_.default_labels.size(); ++d) default_end_ = add_row(0, 0) + 1;
  if (!problem_.empty_rule_useful) return;
  for (std::size_t c = 0; c < problem_.rule_labels.size(); ++c) add_row(problem_.rule_price, 0);
}

// `near` is the end that the literal covers.
void PairPacking::add_literal(int literal, int near) {
  if (!problem_.usable[literal]) return;
  for (int c : problem_.rule_labels) {
    if (!(rows_.best[near] >> c & 1U)) continue;
    const std::size_t index = static_cast<std::size_t>(c) * problem_.table.literals() + literal;
    if (row_of_literal_[index] < 0)
      row_of_literal_[index] =
          add_row(simple_ ? simple_limit(literal) : problem_.price_of_rule({literal}), literal_dual_[index]);
    add_entry(row_of_literal_[index]);
  }
}

// `far` < 0: in no conjunction.
void PairPacking::add_cuts(int near, int far) {
  const std::size_t words = static_cast<std::size_t>(problem_.table.words);
  for (std::size_t k = 0; k < cuts_.size(); ++k) {
    const Word* cover = cut_cover_.data() + k * words;
    if ((rows_.best[near] >> cuts_[k].label & 1U) && has_bit(cover, near) && (far < 0 || !has_bit(cover, far)))
      add_entry(row_of_cut_[k]);
  }
}

void PairPacking::add_pair(const PackedPair& pair) {
  const Table& table = problem_.table;
  const Word* first = rows_.row(pair.first);
  const Word* second = rows_.row(pair.second);
  add_entry(row_of_member_[pair.first]);
  add_entry(row_of_member_[pair.second]);
  for (int w = 0; w < rows_.words; ++w)
    for (Word rest = first[w] ^ second[w]; rest != 0; rest &= rest - 1) {
      const int f = w * kWordBits + std::countr_zero(rest);
      const bool positive = has_bit(first, f);
      add_literal(positive ? f : table.stride + f, pair.first);
      add_literal(positive ? table.stride + f : f, pair.second);
    }
  add_cuts(pair.first, pair.second);
  add_cuts(pair.second, pair.first);
}

void PairPacking::add_single(const PackedPair& single) {
  const Table& table = problem_.table;
  const Word* row = rows_.row(single.first);
  add_entry(row_of_member_[single.first]);
  for (int f = 0; f < table.features; ++f) add_literal(has_bit(row, f) ? f : table.stride + f, single.first);
  add_cuts(single.first, -1);
  int next = default_begin_;
  const auto add_label = [&](int label) {
    if (rows_.best[single.first] >> label & 1U) add_entry(next);
    ++next;
  };
  for (int d : problem_.default_labels) add_label(d);
  if (problem_.empty_rule_useful)
    for (int c : problem_.rule_labels) add_label(c);
}

}  // namespace shortlist
