// The linear program of a packing: one column per pair, one row per thing that can be charged.
#include <algorithm>
#include <cmath>

#include "packing/pair_packing.hpp"

namespace shortlist {

// An infinite limit: nothing is charged.
int PairPacking::add_row(Cost limit, double dual) {
  program_.limit.push_back(static_cast<double>(limit) / unit_);
  exact_limit_.push_back(limit < kInfinite ? limit << rows_.shift : kInfinite);
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

// Rows: literals of long chains side by side, capacities of the rows in play, remembered conjunctions, and what the default rule may serve.
// Rows for other literals are added when first needed.
void PairPacking::build() {
  const Table& table = problem_.table;
  program_.clear();
  x_.clear();
  y_.clear();
  exact_limit_.clear();
  row_of_member_.assign(problem_.rows, -1);
  row_of_literal_.assign(static_cast<std::size_t>(problem_.labels) * table.literals(), -1);
  add_chain_rows();
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
  for (int row = default_begin_; row < default_end_; ++row) add_entry(row);
  finish_column(-1.0, 0.0);
}

void PairPacking::finish_column(double objective, double start) {
  program_.start.push_back(static_cast<int>(program_.entry_row.size()));
  program_.run_start.push_back(static_cast<int>(program_.runs.size()));
  program_.objective.push_back(objective);
  x_.push_back(start);
}

void PairPacking::add_cut_rows() {
  if (!cuts_indexed_) index_cuts();
  row_of_cut_.resize(cuts_.size());
  for (std::size_t k = 0; k < cuts_.size(); ++k)
    row_of_cut_[k] = add_row(problem_.price_of_rule(cuts_[k].literals), cuts_[k].dual);
}

void PairPacking::index_cuts() {
  std::vector<Word> all, cover;
  fill_bits(all, problem_.rows);
  cut_words_ = static_cast<std::size_t>(words_for(static_cast<int>(cuts_.size())));
  cuts_over_.assign(cut_words_ * static_cast<std::size_t>(problem_.rows), 0);
  cuts_for_.assign(cuts_over_.size(), 0);
  cover.resize(all.size());
  for (std::size_t k = 0; k < cuts_.size(); ++k) {
    intersect_literals(problem_.table, cuts_[k].literals, all.data(), cover.data());
    for_each_bit(cover.data(), problem_.table.words, [&](int i) {
      const std::size_t row = cut_words_ * static_cast<std::size_t>(i);
      add_bit(cuts_over_.data() + row, static_cast<int>(k));
      if (rows_.best[i] >> cuts_[k].label & 1U) add_bit(cuts_for_.data() + row, static_cast<int>(k));
    });
  }
  cuts_indexed_ = true;
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

int PairPacking::add_literal_row(int label, int literal) {
  const std::size_t index = static_cast<std::size_t>(label) * problem_.table.literals() + literal;
  if (row_of_literal_[index] < 0) {
    const Cost price = simple_ ? simple_limit(literal) : problem_.price_of_rule({literal});
    row_of_literal_[index] = add_row(problem_.usable[literal] ? price : kInfinite, literal_dual_[index]);
  }
  return row_of_literal_[index];
}

// By label, then positive and negated, then chain by chain: `add_run` counts on it.
void PairPacking::add_chain_rows() {
  for (int c : problem_.rule_labels)
    for (int negated = 0; negated < 2; ++negated)
      for (std::size_t k = 0; k < ranks_.size(); ++k)
        for (int f : ranks_.members(k)) add_literal_row(c, f + negated * problem_.table.stride);
  program_.run_rows = program_.rows();
}

// The members [first, last) of a long chain, all of which cover `near`.
void PairPacking::add_run(std::size_t chain, bool negated, int near, int first, int last) {
  if (first >= last) return;
  const std::size_t members = ranks_.begin.back();
  for (std::size_t k = 0; k < problem_.rule_labels.size(); ++k) {
    if (!(rows_.best[near] >> problem_.rule_labels[k] & 1U)) continue;
    const int row = static_cast<int>((2 * k + (negated ? 1 : 0)) * members + ranks_.begin[chain]);
    program_.runs.emplace_back(row + first, row + last);
  }
}

// `near` is the end that the literal covers.
void PairPacking::add_literal(int literal, int near) {
  if (!problem_.usable[literal]) return;
  for (int c : problem_.rule_labels)
    if (rows_.best[near] >> c & 1U) add_entry(add_literal_row(c, literal));
}

// The cuts that cover `near`, with one of its best labels, and not `far`; `far` < 0: in no conjunction.
void PairPacking::add_cut_entries(int near, int far) {
  const Word* here = cuts_for_.data() + cut_words_ * static_cast<std::size_t>(near);
  const Word* there = far < 0 ? nullptr : cuts_over_.data() + cut_words_ * static_cast<std::size_t>(far);
  for (std::size_t w = 0; w < cut_words_; ++w)
    for (Word rest = there == nullptr ? here[w] : here[w] & ~there[w]; rest != 0; rest &= rest - 1)
      add_entry(row_of_cut_[w * kWordBits + static_cast<std::size_t>(std::countr_zero(rest))]);
}

void PairPacking::add_pair(const PackedPair& pair) {
  const Table& table = problem_.table;
  const Word* first = rows_.row(pair.first);
  const Word* second = rows_.row(pair.second);
  add_entry(row_of_member_[pair.first]);
  add_entry(row_of_member_[pair.second]);
  for (int w = 0; w < rows_.words; ++w)
    for (Word rest = (first[w] ^ second[w]) & ranks_.single[w]; rest != 0; rest &= rest - 1) {
      const int f = w * kWordBits + std::countr_zero(rest);
      const bool positive = has_bit(first, f);
      add_literal(positive ? f : table.stride + f, pair.first);
      add_literal(positive ? table.stride + f : f, pair.second);
    }
  for (std::size_t k = 0; k < ranks_.size(); ++k) {
    const int a = ranks_.of_row(pair.first)[k], b = ranks_.of_row(pair.second)[k];
    add_run(k, a > b, pair.first, std::min(a, b), std::max(a, b));
    add_run(k, a < b, pair.second, std::min(a, b), std::max(a, b));
  }
  add_cut_entries(pair.first, pair.second);
  add_cut_entries(pair.second, pair.first);
}

void PairPacking::add_single(const PackedPair& single) {
  const Table& table = problem_.table;
  const Word* row = rows_.row(single.first);
  add_entry(row_of_member_[single.first]);
  for_each_bit(ranks_.single.data(), rows_.words,
               [&](int f) { add_literal(has_bit(row, f) ? f : table.stride + f, single.first); });
  for (std::size_t k = 0; k < ranks_.size(); ++k) {
    const int rank = ranks_.of_row(single.first)[k];
    add_run(k, false, single.first, rank, static_cast<int>(ranks_.members(k).size()));
    add_run(k, true, single.first, 0, rank);
  }
  add_cut_entries(single.first, -1);
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
