#include "certify/core_replay.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "perfect/mask_set.hpp"

namespace shortlist {
namespace {

template <int N>
class Replay {
 public:
  using Mask = RowMask<N>;

  Replay(const PerfectTable& table, const std::vector<int>& rows, Cost bound, Cost dear,
         const std::vector<UsableCore>& cores, const std::vector<int>& place)
      : table_(table), bound_(bound), dear_(dear), accepts_(table.labels), used_(cores.size(), false) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const int at = static_cast<int>(i);
      all_.add(at);
      int labels = 0;
      for (int c = 0; c < table.labels; ++c) {
        if (!table.accept(rows[i], c)) continue;
        accepts_[c].add(at);
        ++labels;
      }
      if (labels == 1) single_.add(at);
    }
    MaskSet<N> seen;
    for (int l = 0; l < table.literals; ++l) {
      Mask mask;
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (has_bit(table.rows_with(l), rows[i])) mask.add(static_cast<int>(i));
      if (!mask.empty() && seen.insert(mask)) cover_.push_back(mask);
    }
    for (const UsableCore& core : cores) {
      cores_.emplace_back();
      for (const int row : core.rows) {
        const auto at = static_cast<std::size_t>(place[row]);  // of an earlier set where the row is not one of these
        if (at >= rows.size() || rows[at] != row)
          throw std::logic_error("a core does not lie inside the one it serves");
        cores_.back().add(place[row]);
      }
      value_.push_back(core.value);
    }
  }

  // Repeats with the cores found so far until these suffice: then the verifier, who has no others, does the same.
  std::vector<int> needed() {
    std::vector<int> literals(cover_.size());
    for (std::size_t l = 0; l < literals.size(); ++l) literals[l] = static_cast<int>(l);
    do {
      grown_ = false;
      for (label_ = 0; label_ < table_.labels; ++label_)
        if (table_.rule_label[label_]) expand({}, all_, literals, table_.rule_price);
    } while (grown_);
    std::vector<int> found;
    for (std::size_t k = 0; k < used_.size(); ++k)
      if (used_[k]) found.push_back(static_cast<int>(k));
    return found;
  }

 private:
  struct Child {
    int literal;
    Mask rows;
    std::vector<Mask> without;
  };

  Cost earned(const Mask& rows, int label) const { return dear_ * (rows & accepts_[label]).count(); }

  Cost structure(const Mask& rows) {
    const Cost total = dear_ * rows.count();
    spared_.clear();
    Cost bound = kInfinite;
    for (int c = 0; c < table_.labels; ++c) {
      spared_.push_back(earned(rows, c));
      if (table_.default_label[c]) bound = std::min(bound, total - spared_.back());
      if (table_.rule_label[c]) bound = std::min(bound, table_.rule_price + total - spared_.back());
    }
    std::sort(spared_.begin(), spared_.end(), std::greater<>());
    Cost sum = spared_[0];
    for (int n = 1; n < std::max(table_.labels, 2); ++n) {
      if (n < table_.labels) sum += spared_[n];
      bound = std::min(bound, n * table_.rule_cost(1) + std::max<Cost>(0, total - sum));
    }
    return bound;
  }

  // By structure, by a core that is used already, or, where it must be so, by one more.
  bool at_least(const Mask& rows, Cost need, bool must) {
    if (need <= 0) return true;
    for (std::size_t k = 0; k < cores_.size(); ++k)
      if (used_[k] && value_[k] >= need && cores_[k].within(rows)) return true;
    if (structure(rows) >= need || (!rows.within(single_) && structure(rows & single_) >= need)) return true;
    for (std::size_t k = 0; must && k < cores_.size(); ++k)
      if (value_[k] >= need && cores_[k].within(rows)) {
        used_[k] = grown_ = true;
        return true;
      }
    if (must) throw std::logic_error("a core does not follow from the cores inside it");
    return false;
  }

  void expand(const std::vector<std::pair<int, Mask>>& path, const Mask& covered, const std::vector<int>& allowed,
              Cost price) {
    std::vector<int> branch, rest;
    choose(covered, allowed, branch, rest);
    const Mask& accept = accepts_[label_];
    const int length = static_cast<int>(path.size()) + 1;
    std::vector<std::pair<int, Mask>> open;
    std::vector<Mask> seen;
    const Cost cost = price + table_.literal_price;
    for (const int l : branch) {
      const Mask rows = covered & cover_[l];
      if (std::find(seen.begin(), seen.end(), rows) != seen.end()) continue;  // E
      seen.push_back(rows);
      if (earned(rows, label_) <= cost) continue;  // G
      if (needless(path, l, covered, rows)) continue;
      const Cost wrong = dear_ * rows.without(accept).count();
      at_least(all_.without(rows), bound_ - cost - wrong, true);  // L
      const Cost need = bound_ - cost - table_.literal_price;     // X
      if (length < table_.max_literals && !at_least(all_.without(rows), need, false) &&
          !at_least(all_.without(rows & accept), need, false))
        open.emplace_back(l, rows);
    }
    for (std::size_t i = 0; i < open.size(); ++i) {
      std::vector<int> others;
      for (std::size_t j = i + 1; j < open.size(); ++j) others.push_back(open[j].first);
      others.insert(others.end(), rest.begin(), rest.end());
      if (others.empty()) continue;
      std::vector<std::pair<int, Mask>> longer;
      for (const auto& [l, without] : path) longer.emplace_back(l, without & cover_[open[i].first]);
      longer.emplace_back(open[i].first, covered);
      expand(longer, open[i].second, others, cost);
    }
  }

  // N: without some literal no more than its price is lost.
  bool needless(const std::vector<std::pair<int, Mask>>& path, int literal, const Mask& covered,
                const Mask& rows) const {
    const auto free = [&](const Mask& more) {
      return dear_ * more.without(rows).without(accepts_[label_]).count() <= table_.literal_price;
    };
    if (free(covered)) return true;
    return std::any_of(path.begin(), path.end(), [&](const auto& step) { return free(step.second & cover_[literal]); });
  }

  // R and M.
  void choose(const Mask& covered, const std::vector<int>& allowed, std::vector<int>& branch, std::vector<int>& rest) {
    const Mask wrong = covered.without(accepts_[label_]);
    if (wrong.empty()) {
      branch = allowed;
      return;
    }
    int best = -1;
    std::size_t fewest = 0;
    wrong.for_each([&](int i) {
      const auto failing = static_cast<std::size_t>(
          std::count_if(allowed.begin(), allowed.end(), [&](int l) { return !cover_[l].has(i); }));
      if (best >= 0 && failing >= fewest) return;
      best = i;
      fewest = failing;
    });
    std::vector<int> failing;
    for (const int l : allowed) (cover_[l].has(best) ? rest : failing).push_back(l);
    const Mask good = covered & accepts_[label_];
    for (const int l : failing) {
      const auto dominates = [&](int k) {
        const Mask g = cover_[l] & good, h = cover_[k] & good, b = wrong.without(cover_[l]),
                   d = wrong.without(cover_[k]);
        return g.within(h) && b.within(d) && (g != h || b != d || k < l);
      };
      if (std::none_of(failing.begin(), failing.end(), dominates)) branch.push_back(l);
    }
  }

  const PerfectTable& table_;
  Cost bound_, dear_;
  Mask all_, single_;
  std::vector<Mask> accepts_;  // [label]
  std::vector<Mask> cover_;    // [literal]
  std::vector<Mask> cores_;
  std::vector<Cost> value_;
  std::vector<bool> used_;
  std::vector<Cost> spared_;
  bool grown_ = false;
  int label_ = 0;
};

}  // namespace

template <int N>
std::vector<int> CoreReplay::run(const std::vector<int>& rows, Cost bound, const std::vector<UsableCore>& cores) {
  for (std::size_t i = 0; i < rows.size(); ++i) place_[rows[i]] = static_cast<int>(i);
  return Replay<N>(table_, rows, bound, dear_, cores, place_).needed();
}

std::vector<int> CoreReplay::needed(const std::vector<int>& rows, Cost bound, const std::vector<UsableCore>& cores) {
  const std::size_t words = (rows.size() + kWordBits - 1) / kWordBits;
  if (words <= 1) return run<1>(rows, bound, cores);
  if (words <= 4) return run<4>(rows, bound, cores);
  return run<64>(rows, bound, cores);
}

}  // namespace shortlist
