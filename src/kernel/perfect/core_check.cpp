#include "perfect/core_check.hpp"

#include <algorithm>
#include <stdexcept>

namespace shortlist {
namespace {

using Rows = std::vector<bool>;

Rows without(const Rows& rows, const Rows& gone) {
  Rows left(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) left[i] = rows[i] && !gone[i];
  return left;
}

class PlainSearch {
 public:
  PlainSearch(const PerfectTable& table, const std::vector<int>& rows) : table_(table), row_(rows) {
    std::vector<Rows> level{Rows(rows.size(), true)};
    covers_[level[0]] = 0;
    for (int length = 1; length <= table.max_literals && !level.empty(); ++length) level = longer(level, length);
  }

  Cost price(const Rows& left) {
    if (suits(left, table_.default_label)) return 0;
    if (const auto it = known_.find(left); it != known_.end()) return it->second;
    Cost best = kInfinite;
    for (const auto& [cover, length] : covers_) {
      Rows inside(left.size());
      for (std::size_t i = 0; i < left.size(); ++i) inside[i] = left[i] && cover[i];
      if (std::find(inside.begin(), inside.end(), true) == inside.end() || !suits(inside, table_.rule_label)) continue;
      best = std::min(best, table_.rule_cost(length) + price(without(left, inside)));
    }
    return known_[left] = best;
  }

 private:
  // Every cover of one literal more that shorter conjunctions do not have.
  std::vector<Rows> longer(const std::vector<Rows>& level, int length) {
    std::vector<Rows> next;
    for (const Rows& cover : level)
      for (int l = 0; l < table_.literals; ++l) {
        Rows more(cover.size());
        for (std::size_t i = 0; i < cover.size(); ++i) more[i] = cover[i] && has_bit(table_.rows_with(l), row_[i]);
        if (covers_.emplace(more, length).second) next.push_back(more);
      }
    return next;
  }

  bool suits(const Rows& rows, const std::vector<bool>& allowed) const {
    for (int label = 0; label < table_.labels; ++label) {
      bool all = allowed[label];
      for (std::size_t i = 0; i < rows.size(); ++i) all = all && (!rows[i] || table_.accept(row_[i], label));
      if (all) return true;
    }
    return false;
  }

  const PerfectTable& table_;
  const std::vector<int>& row_;
  std::map<Rows, int> covers_;  // fewest literals
  std::map<Rows, Cost> known_;
};

}  // namespace

void CoreCheck::verify(const std::vector<int>& rows, Cost value) const {
  PlainSearch search(table_, rows);
  const Cost price = search.price(Rows(rows.size(), true));
  if (price < value)
    throw std::logic_error("a core of " + std::to_string(rows.size()) + " rows claims " + std::to_string(value) +
                           " and costs " + std::to_string(price));
}

}  // namespace shortlist
