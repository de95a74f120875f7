// What row sets are worth under each label, and what their structure alone says about V.
#pragma once

#include <vector>

#include "base/monitor.hpp"
#include "table/counting.hpp"

namespace shortlist {

using RowSet = std::vector<Word>;
using Worth = std::vector<Cost>;  // [column of the table] of a row set

class RowWorth {
 public:
  RowWorth(const Problem& problem, Monitor& monitor);

  Worth of(const RowSet& rows) const;
  Cost weight(const Worth& worth) const { return scoring_.weight(worth.data()); }
  Cost weight(const RowSet& rows) const { return weight(of(rows)); }
  // The excess of all rows under one label.
  Cost lost(const Worth& worth, int label) const { return weight(worth) - worth[label]; }
  // The least excess under a default label, or under that of a rule without literals, with its price.
  Cost default_loss(const Worth& worth) const;
  // Rows that the label does not treat as badly as can be.
  const RowSet& live(int label) const { return live_[label]; }
  const RowSet& holds(int literal) const { return holds_[literal]; }
  const RowSet& all() const { return all_; }

  // Claim: a list has no rule, or n >= 1 rules with a literal each and at most n + 1 labels; of its weight a row is
  //   spared at most the sum of its benefits under these labels. By monotony the rows with one benefit may stand for all.
  Cost structure(const RowSet& rows, const Worth& worth, const Allowance& left) const;

 private:
  Cost structure_of(const Worth& worth, const Allowance& left) const;

  const Problem& problem_;
  Monitor& monitor_;
  Scoring scoring_;
  std::vector<RowSet> live_, holds_;
  RowSet all_, single_;
  bool all_single_ = true;
  Cost cheapest_rule_;
};

inline RowSet intersection(const RowSet& a, const RowSet& b) {
  RowSet out(a.size());
  for (std::size_t w = 0; w < a.size(); ++w) out[w] = a[w] & b[w];
  return out;
}
inline RowSet difference(const RowSet& a, const RowSet& b) {
  RowSet out(a.size());
  for (std::size_t w = 0; w < a.size(); ++w) out[w] = a[w] & ~b[w];
  return out;
}

}  // namespace shortlist
