#include "certify/row_worth.hpp"

#include <algorithm>
#include <functional>

namespace shortlist {

RowWorth::RowWorth(const Problem& p, Monitor& monitor)
    : problem_(p),
      monitor_(monitor),
      scoring_(p),
      live_(p.labels, RowSet(p.table.words, 0)),
      single_(p.table.words, 0),
      cheapest_rule_(p.rule_price + p.least_literal) {
  fill_bits(all_, p.rows);
  for (int i = 0; i < p.rows; ++i) {
    int spared = 0;
    for (int c = 0; c < p.labels; ++c) {
      if (p.benefit[static_cast<std::size_t>(i) * p.labels + c] == 0) continue;
      add_bit(live_[c].data(), i);
      ++spared;
    }
    if (spared == 1) add_bit(single_.data(), i);
    all_single_ &= spared == 1;
  }
  holds_.resize(p.table.literals());
  for (int f = 0; f < p.table.features; ++f) {
    const Word* column = p.cover.data() + static_cast<std::size_t>(f) * p.table.words;
    holds_[f].assign(column, column + p.table.words);
    holds_[p.table.stride + f] = difference(all_, holds_[f]);
  }
}

Worth RowWorth::of(const RowSet& rows) const {
  Worth worth(problem_.table.columns, 0);
  count_rows(problem_.table, rows.data(), worth.data());
  monitor_.work(static_cast<std::int64_t>(problem_.table.segments.size()) / 4 + 8);
  return worth;
}

Cost RowWorth::default_loss(const Worth& worth) const {
  Cost most = 0;
  for (const int d : problem_.default_labels) most = std::max(most, worth[d]);
  for (const int c : problem_.rule_labels) most = std::max(most, worth[c] - problem_.rule_price);
  return weight(worth) - most;
}

Cost RowWorth::structure(const RowSet& rows, const Worth& worth, const Allowance& left) const {
  const Cost bound = structure_of(worth, left);
  return all_single_ ? bound : std::max(bound, structure_of(of(intersection(rows, single_)), left));
}

Cost RowWorth::structure_of(const Worth& worth, const Allowance& left) const {
  const Cost total = weight(worth);
  Cost bound = default_loss(worth);
  if (problem_.rule_labels.empty() || problem_.table.features == 0) return bound;
  std::vector<Cost> spared(worth.begin(), worth.begin() + problem_.labels);
  std::sort(spared.begin(), spared.end(), std::greater<>());
  Cost earned = spared[0];
  for (int n = 1; n < std::max(problem_.labels, 2); ++n) {
    if (n < problem_.labels) earned += spared[n];
    if ((left.rules >= 0 && n > left.rules) || (left.size >= 0 && 2 * n + 1 > left.size)) break;
    bound = std::min(bound, n * cheapest_rule_ + std::max<Cost>(0, total - earned));
  }
  return bound;
}

}  // namespace shortlist
