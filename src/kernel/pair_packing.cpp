#include "pair_packing.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "conjunction_walk.hpp"
#include "neighbours.hpp"

namespace shortlist {
namespace {

constexpr int kMostCuts = 600;         // conjunctions remembered as rows of the program
constexpr int kCutsPerRound = 150;
constexpr double kWorthACut = 1.01;    // how far a price must be exceeded
constexpr std::int64_t kCutWork = 10'000'000;      // spent on looking for cuts
constexpr std::int64_t kRepairWork = 200'000'000;  // before the repair gives up
constexpr int kFinestShift = 20;
constexpr int kBetweenLooks = 40;      // iterations

Word label_set(const std::vector<int>& labels) {
  Word set = 0;
  for (int c : labels) set |= Word{1} << c;
  return set;
}

// Takes `excess` away from the amounts at the given positions, first to last.
void take_away(std::vector<PackedPair>& pairs, const std::vector<int>& positions, Cost excess) {
  for (int p : positions) {
    if (excess <= 0) return;
    const Cost part = std::min(excess, pairs[p].amount);
    pairs[p].amount -= part;
    excess -= part;
  }
}

void scale_down(std::vector<PackedPair>& pairs, const std::vector<int>& positions, Cost sum, Cost limit) {
  const double factor = static_cast<double>(limit) / static_cast<double>(sum);
  Cost now = 0;
  for (int p : positions) {
    Cost& amount = pairs[p].amount;
    amount = std::min(amount, static_cast<Cost>(std::floor(static_cast<double>(amount) * factor)));
    now += amount;
  }
  take_away(pairs, positions, now - limit);
}

}  // namespace

PackingRows::PackingRows(const Problem& p)
    : words(words_for(p.table.stride)),
      shift(std::min(kFinestShift, 58 - static_cast<int>(std::bit_width(static_cast<Word>(p.total_weight + 1))))),
      bits(static_cast<std::size_t>(p.rows) * words, 0),
      best(p.rows, 0),
      cap(p.rows, 0) {
  for (int f = 0; f < p.table.features; ++f)
    for_each_bit(p.cover.data() + static_cast<std::size_t>(f) * p.table.words, p.table.words,
                 [&](int i) { add_bit(bits.data() + static_cast<std::size_t>(i) * words, f); });
  for (int i = 0; i < p.rows; ++i) {
    Cost least = kInfinite;
    for (int c = 0; c < p.labels; ++c) {
      const Cost excess = p.excess(i, c);
      if (excess == 0) best[i] |= Word{1} << c;
      if (excess > 0) least = std::min(least, excess);
    }
    cap[i] = least < kInfinite ? least : 0;
  }
}

Cost restrict_packing(const Problem& problem, const PackingRows& packing, const std::vector<PackedPair>& from,
                      const Word* rows, std::vector<PackedPair>& to) {
  to.clear();
  Cost sum = 0;
  bool alone = false;
  for (const PackedPair& pair : from) {
    if (!has_bit(rows, pair.first) || (pair.second >= 0 && !has_bit(rows, pair.second))) continue;
    to.push_back(pair);
    sum += pair.amount;
    alone |= pair.second < 0;
  }
  if (alone) {
    Cost most = 0;
    for (int d : problem.default_labels) {
      Cost served = 0;
      for (const PackedPair& pair : to)
        if (pair.second < 0 && (packing.best[pair.first] >> d & 1U)) served += pair.amount;
      most = std::max(most, served);
    }
    sum -= most;
  }
  return (sum + (Cost{1} << packing.shift) - 1) >> packing.shift;
}

PairPacking::PairPacking(const Problem& problem, bool default_cover, Monitor& monitor)
    : problem_(problem),
      rows_(problem),
      monitor_(monitor),
      default_cover_(default_cover),
      unit_(static_cast<double>(std::max<Cost>(1, (problem.rule_price + problem.least_literal) / 2))),
      cap_dual_(problem.rows, 0),
      literal_dual_(static_cast<std::size_t>(problem.labels) * problem.table.literals(), 0),
      walk_(std::make_unique<ConjunctionWalk>(problem, rows_, monitor)) {}

PairPacking::~PairPacking() = default;

std::vector<PackedPair> PairPacking::pack(const Word* rows, const std::vector<PackedPair>& warm,
                                          const Effort& effort, Cost target) {
  std::vector<int> members;
  for_each_bit(rows, problem_.table.words, [&](int i) {
    if (rows_.cap[i] > 0) members.push_back(i);
  });
  choose_pairs(members, warm, effort.neighbours);
  for (int r = 0;; ++r) {
    build(members);
    relax(effort.iterations, static_cast<double>(target) / unit_);
    round();
    if (r + 1 >= effort.rounds || !find_cuts()) break;
  }
  fill();
  repair();
  std::erase_if(pairs_, [](const PackedPair& pair) { return pair.amount <= 0; });
  return pairs_;
}

void PairPacking::choose_pairs(const std::vector<int>& members, const std::vector<PackedPair>& warm,
                               int neighbours) {
  pairs_ = warm;
  for (const auto& [i, j] : near_pairs(rows_, problem_.table.features, members, neighbours, monitor_))
    pairs_.push_back({i, j, 0});
  if (default_cover_)
    for (int i : members) pairs_.push_back({i, -1, 0});
  std::sort(pairs_.begin(), pairs_.end(), [](const PackedPair& a, const PackedPair& b) {
    return std::tuple(a.first, a.second, -a.amount) < std::tuple(b.first, b.second, -b.amount);
  });
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end(),
                           [](const PackedPair& a, const PackedPair& b) {
                             return a.first == b.first && a.second == b.second;
                           }),
               pairs_.end());
}

int PairPacking::literal_row(int literal, int label) {
  int& row = row_of_literal_[static_cast<std::size_t>(label) * problem_.table.literals() + literal];
  if (row >= 0) return row;
  row = program_.rows();
  const Cost limit =
      problem_.rule_price + problem_.literal_price[problem_.table.origin[feature_of(problem_.table, literal)]];
  program_.limit.push_back(static_cast<double>(limit) / unit_);
  exact_limit_.push_back(limit << rows_.shift);
  y_.push_back(literal_dual_[static_cast<std::size_t>(label) * problem_.table.literals() + literal]);
  return row;
}

// One row per capacity, per literal and label, and per remembered conjunction; one column per pair.
void PairPacking::build(const std::vector<int>& members) {
  const Table& table = problem_.table;
  program_ = {};
  y_.clear();
  exact_limit_.clear();
  row_of_member_.assign(problem_.rows, -1);
  row_of_literal_.assign(static_cast<std::size_t>(problem_.labels) * table.literals(), -1);
  const auto add_row = [&](Cost limit, double dual) {
    program_.limit.push_back(static_cast<double>(limit) / unit_);
    exact_limit_.push_back(limit << rows_.shift);
    y_.push_back(dual);
    return program_.rows() - 1;
  };
  for (int i : members) row_of_member_[i] = add_row(rows_.cap[i], cap_dual_[i]);
  for (const PackedPair& pair : pairs_)
    for (int i : {pair.first, pair.second})
      if (i >= 0 && row_of_member_[i] < 0) row_of_member_[i] = add_row(rows_.cap[i], cap_dual_[i]);

  const int words = table.words;
  std::vector<Word> cut_cover(cuts_.size() * static_cast<std::size_t>(words), 0), all;
  fill_bits(all, problem_.rows);
  row_of_cut_.resize(cuts_.size());
  for (std::size_t k = 0; k < cuts_.size(); ++k) {
    Cost limit = problem_.rule_price;
    for (int l : cuts_[k].literals) limit += problem_.literal_price[table.origin[feature_of(table, l)]];
    row_of_cut_[k] = add_row(limit, cuts_[k].dual);
    Word* cover = cut_cover.data() + k * static_cast<std::size_t>(words);
    std::copy(all.begin(), all.end(), cover);
    for (int l : cuts_[k].literals) cover_of(table, l, cover, cover);
  }
  const Word rule_labels = label_set(problem_.rule_labels);
  const int default_rows = program_.rows();
  default_begin_ = default_end_ = default_rows;
  if (default_cover_) {
    default_end_ += static_cast<int>(problem_.default_labels.size());
    for ([[maybe_unused]] int d : problem_.default_labels) add_row(0, 0);
    if (problem_.empty_rule_useful)
      for ([[maybe_unused]] int c : problem_.rule_labels) add_row(problem_.rule_price, 0);
  }

  const auto add_literal = [&](int literal, int near) {
    if (!problem_.usable[literal]) return;
    for (Word rest = rows_.best[near] & rule_labels; rest != 0; rest &= rest - 1)
      add_entry(literal_row(literal, std::countr_zero(rest)));
  };
  const auto add_cuts = [&](int near, int far) {
    for (std::size_t k = 0; k < cuts_.size(); ++k) {
      const Word* cover = cut_cover.data() + k * static_cast<std::size_t>(words);
      if ((rows_.best[near] >> cuts_[k].label & 1U) && has_bit(cover, near) && (far < 0 || !has_bit(cover, far)))
        add_entry(row_of_cut_[k]);
    }
  };
  program_.start.push_back(0);
  x_.clear();
  for (const PackedPair& pair : pairs_) {
    add_entry(row_of_member_[pair.first]);
    const Word* near = rows_.row(pair.first);
    if (pair.second < 0) {
      for (int f = 0; f < table.features; ++f) add_literal(has_bit(near, f) ? f : table.stride + f, pair.first);
      add_cuts(pair.first, -1);
      int row = default_rows;
      for (int d : problem_.default_labels) {
        if (rows_.best[pair.first] >> d & 1U) add_entry(row);
        ++row;
      }
      if (problem_.empty_rule_useful)
        for (int c : problem_.rule_labels) {
          if (rows_.best[pair.first] >> c & 1U) add_entry(row);
          ++row;
        }
    } else {
      add_entry(row_of_member_[pair.second]);
      const Word* far = rows_.row(pair.second);
      for (int w = 0; w < rows_.words; ++w)
        for (Word rest = near[w] ^ far[w]; rest != 0; rest &= rest - 1) {
          const int f = w * kWordBits + std::countr_zero(rest);
          add_literal(has_bit(near, f) ? f : table.stride + f, pair.first);
          add_literal(has_bit(far, f) ? f : table.stride + f, pair.second);
        }
      add_cuts(pair.first, pair.second);
      add_cuts(pair.second, pair.first);
    }
    program_.start.push_back(static_cast<int>(program_.entry_row.size()));
    program_.objective.push_back(1.0);
    x_.push_back(std::ldexp(static_cast<double>(pair.amount), -rows_.shift) / unit_);
  }
  monitor_.work(static_cast<std::int64_t>(pairs_.size() * cuts_.size()));
  if (default_cover_) {  // what the default rule serves for nothing
    for (std::size_t d = 0; d < problem_.default_labels.size(); ++d) {
      program_.entry_row.push_back(default_rows + static_cast<int>(d));
      program_.entry_value.push_back(-1.0);
    }
    program_.start.push_back(static_cast<int>(program_.entry_row.size()));
    program_.objective.push_back(-1.0);
    x_.push_back(0.0);
  }
}

void PairPacking::relax(int iterations, double target) {
  for (int done = 0; done < iterations; done += kBetweenLooks) {
    iterate(program_, std::min(kBetweenLooks, iterations - done), x_, y_, monitor_);
    monitor_.work(static_cast<std::int64_t>(program_.entry_row.size()) * 2);
    if (attained(program_, x_, default_begin_, default_end_) >= target) break;
  }
  for (int i = 0; i < problem_.rows; ++i)
    if (row_of_member_[i] >= 0) cap_dual_[i] = y_[row_of_member_[i]];
  for (std::size_t k = 0; k < literal_dual_.size(); ++k)
    if (row_of_literal_[k] >= 0) literal_dual_[k] = y_[row_of_literal_[k]];
  for (std::size_t k = 0; k < cuts_.size(); ++k) cuts_[k].dual = y_[row_of_cut_[k]];
}

// Integer amounts that keep every row of the program exactly: scaled by the worst row of each pair, and never more
// than the earlier pairs have left.
void PairPacking::round() {
  std::vector<double> sum(program_.rows(), 0.0);
  for (std::size_t j = 0; j < pairs_.size(); ++j)
    for (int k = program_.start[j]; k < program_.start[j + 1]; ++k) sum[program_.entry_row[k]] += x_[j];
  std::vector<Cost> exact(program_.rows(), 0);
  for (std::size_t j = 0; j < pairs_.size(); ++j) {
    double factor = 1.0;
    for (int k = program_.start[j]; k < program_.start[j + 1]; ++k) {
      const int i = program_.entry_row[k];
      if (!is_default_row(i) && sum[i] > program_.limit[i]) factor = std::min(factor, program_.limit[i] / sum[i]);
    }
    pairs_[j].amount = static_cast<Cost>(std::floor(std::ldexp(x_[j] * factor * unit_, rows_.shift)));
    for (int k = program_.start[j]; k < program_.start[j + 1]; ++k) {
      const int i = program_.entry_row[k];
      if (!is_default_row(i)) pairs_[j].amount = std::min(pairs_[j].amount, exact_limit_[i] - exact[i]);
    }
    for (int k = program_.start[j]; k < program_.start[j + 1]; ++k) exact[program_.entry_row[k]] += pairs_[j].amount;
  }
}

// Raises amounts, those in the fewest rows first, until no row of the program has room.
void PairPacking::fill() {
  std::vector<Cost> room = exact_limit_;
  for (std::size_t j = 0; j < pairs_.size(); ++j)
    for (int k = program_.start[j]; k < program_.start[j + 1]; ++k) room[program_.entry_row[k]] -= pairs_[j].amount;
  std::vector<int> order(pairs_.size());
  std::iota(order.begin(), order.end(), 0);
  const auto entries = [&](int j) { return program_.start[j + 1] - program_.start[j]; };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return entries(a) < entries(b); });
  for (int j : order) {
    if (pairs_[j].second < 0) continue;
    Cost least = kInfinite;
    for (int k = program_.start[j]; k < program_.start[j + 1]; ++k) least = std::min(least, room[program_.entry_row[k]]);
    if (least <= 0) continue;
    pairs_[j].amount += least;
    for (int k = program_.start[j]; k < program_.start[j + 1]; ++k) room[program_.entry_row[k]] -= least;
  }
}

// Adds the conjunctions that are exceeded most; false when there are none (or too many to search).
bool PairPacking::find_cuts() {
  std::vector<std::pair<double, Cut>> found;
  const auto note = [&](const std::vector<int>& literals, int label, const std::vector<int>&, Cost sum, Cost limit) {
    const double ratio = static_cast<double>(sum) / static_cast<double>(std::max<Cost>(limit, 1));
    if (ratio > kWorthACut && literals.size() > 1 && found.size() < 20 * kCutsPerRound)
      found.push_back({-ratio, {literals, label}});
  };
  walk_->walk(pairs_, kCutWork, note);
  const auto better = [](const auto& a, const auto& b) {
    return std::tie(a.first, a.second.label, a.second.literals) < std::tie(b.first, b.second.label, b.second.literals);
  };
  std::sort(found.begin(), found.end(), better);
  if (found.size() > kCutsPerRound) found.resize(kCutsPerRound);
  if (static_cast<int>(cuts_.size() + found.size()) > kMostCuts)
    cuts_.erase(cuts_.begin(), cuts_.begin() + static_cast<std::ptrdiff_t>(cuts_.size() / 2));
  for (auto& [ratio, cut] : found) cuts_.push_back(std::move(cut));
  return !found.empty();
}

// Makes (b) hold for every conjunction, whatever the program returned: amounts only fall, so what was found in order
// before stays in order.
void PairPacking::repair() {
  const auto lower = [&](const std::vector<int>&, int, const std::vector<int>& parted, Cost sum, Cost limit) {
    scale_down(pairs_, parted, sum, limit);
  };
  if (!walk_->walk(pairs_, kRepairWork, lower)) limit_literals();
}

// The way out when there are too many conjunctions to look at.
// Claim: if each literal parts at most price(l) + rule price / k, no conjunction of up to k literals is exceeded.
// Why: a pair parted by a conjunction is parted by one of its literals, the same end inside.
void PairPacking::limit_literals() {
  const Table& table = problem_.table;
  const Cost share = problem_.max_literals < table.features
                         ? (problem_.rule_price << rows_.shift) / std::max(problem_.max_literals, 1)
                         : 0;
  std::vector<Cost> room(program_.rows(), kInfinite);
  for (int c = 0; c < problem_.labels; ++c)
    for (int l = 0; l < table.literals(); ++l) {
      const int row = row_of_literal_[static_cast<std::size_t>(c) * table.literals() + l];
      if (row >= 0) room[row] = (problem_.literal_price[table.origin[feature_of(table, l)]] << rows_.shift) + share;
    }
  const std::vector<Cost> limit = room;
  std::vector<Cost> sum(program_.rows(), 0);
  for (std::size_t j = 0; j < pairs_.size(); ++j)
    for (int k = program_.start[j]; k < program_.start[j + 1]; ++k) sum[program_.entry_row[k]] += pairs_[j].amount;
  for (std::size_t j = 0; j < pairs_.size(); ++j) {
    double factor = 1.0;
    for (int k = program_.start[j]; k < program_.start[j + 1]; ++k) {
      const int i = program_.entry_row[k];
      if (sum[i] > limit[i]) factor = std::min(factor, static_cast<double>(limit[i]) / static_cast<double>(sum[i]));
    }
    Cost amount = std::min(pairs_[j].amount, static_cast<Cost>(std::floor(static_cast<double>(pairs_[j].amount) * factor)));
    for (int k = program_.start[j]; k < program_.start[j + 1]; ++k) amount = std::min(amount, room[program_.entry_row[k]]);
    for (int k = program_.start[j]; k < program_.start[j + 1]; ++k) room[program_.entry_row[k]] -= amount;
    pairs_[j].amount = amount;
  }
}

}  // namespace shortlist
