#include "packing/pair_packing.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "packing/conjunction_walk.hpp"
#include "packing/neighbours.hpp"

namespace shortlist {
namespace {

constexpr int kMostCuts = 600;  // conjunctions remembered as rows of the program
constexpr int kCutsPerRound = 150;
constexpr double kWorthACut = 1.01;  // how far a price must be exceeded
constexpr int kFinestShift = 20;
constexpr int kBetweenLooks = 40;  // iterations
constexpr int kSlowPrograms =
    10;  // times the iterations where most literals are in long chains: these converge slowly,
constexpr double kConverged = 0.99;  // until scaling it into its rows loses less than this leaves
constexpr int kRetreats = 3;         // of a repair that gave up,
constexpr double kRetreat = 0.9;     // each time with so much of the amounts

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
      ranks_(problem, rows_),
      walk_(std::make_unique<ConjunctionWalk>(problem, rows_, ranks_, monitor)) {}

PairPacking::~PairPacking() = default;

std::vector<PackedPair> PairPacking::pack(const Word* rows, const std::vector<PackedPair>& warm,
                                          const PackingEffort& effort, Cost target) {
  std::vector<int> members;
  for_each_bit(rows, problem_.table.words, [&](int i) {
    if (rows_.cap[i] > 0) members.push_back(i);
  });
  simple_ = effort.simple;
  choose_pairs(members, warm, effort.neighbours);
  for (int r = 0;; ++r) {
    build();
    relax(effort.iterations, static_cast<double>(target) / unit_);
    round();
    if (r + 1 >= effort.rounds || !find_cuts(effort.cut_work)) break;
  }
  fill();
  simple_ ? limit_literals() : repair(effort.repair_work);
  std::erase_if(pairs_, [](const PackedPair& pair) { return pair.amount <= 0; });
  return pairs_;
}

void PairPacking::choose_pairs(const std::vector<int>& members, const std::vector<PackedPair>& warm, int neighbours) {
  pairs_ = warm;
  for (const auto& [i, j] : near_pairs(rows_, problem_.table.features, members, neighbours, monitor_))
    pairs_.push_back({i, j, 0});
  if (default_cover_)
    for (int i : members) pairs_.push_back({i, -1, 0});
  std::sort(pairs_.begin(), pairs_.end(), [](const PackedPair& a, const PackedPair& b) {
    return std::tuple(a.first, a.second, -a.amount) < std::tuple(b.first, b.second, -b.amount);
  });
  pairs_.erase(
      std::unique(pairs_.begin(), pairs_.end(),
                  [](const PackedPair& a, const PackedPair& b) { return a.first == b.first && a.second == b.second; }),
      pairs_.end());
}

void PairPacking::relax(int iterations, double target) {
  const bool slow = 2 * ranks_.begin.back() > static_cast<std::size_t>(problem_.table.features);
  const int most = slow ? kSlowPrograms * iterations : iterations;
  program_.prepare();
  for (int done = 0; done < most; done += kBetweenLooks) {
    iterate(program_, std::min(kBetweenLooks, most - done), x_, y_, monitor_);
    if (done + kBetweenLooks >= most) break;
    monitor_.work(program_.work() * 2);
    const double reached = attained(program_, x_, default_begin_, default_end_);
    if (reached >= target) break;
    if (done + kBetweenLooks >= iterations && reached >= kConverged * value(program_, x_)) break;
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
    if (x_[j] != 0.0) program_.for_each_entry(j, [&](int i) { sum[i] += x_[j]; });
  std::vector<Cost> room = exact_limit_;
  for (int i = default_begin_; i < default_end_; ++i) room[i] = kInfinite;
  for (std::size_t j = 0; j < pairs_.size(); ++j) {
    pairs_[j].amount = 0;
    if (x_[j] == 0.0) continue;
    double factor = 1.0;
    program_.for_each_entry(j, [&](int i) {
      if (sum[i] > program_.limit[i] && !is_default_row(i)) factor = std::min(factor, program_.limit[i] / sum[i]);
    });
    take_room(j, static_cast<Cost>(std::floor(std::ldexp(x_[j] * factor * unit_, rows_.shift))), room);
  }
}

// Raises the amount of a pair by so much, or by what its rows have left.
void PairPacking::take_room(std::size_t pair, Cost amount, std::vector<Cost>& room) {
  program_.for_each_entry(pair, [&](int i) { amount = std::min(amount, room[i]); });
  if (amount <= 0) return;
  program_.for_each_entry(pair, [&](int i) { room[i] -= amount; });
  pairs_[pair].amount += amount;
}

// Raises amounts, those in the fewest rows first, until no row of the program has room.
void PairPacking::fill() {
  std::vector<Cost> room = exact_limit_;
  std::vector<int> entries(pairs_.size(), 0);
  for (std::size_t j = 0; j < pairs_.size(); ++j)
    program_.for_each_entry(j, [&](int i) {
      room[i] -= pairs_[j].amount;
      ++entries[j];
    });
  std::vector<std::size_t> order(pairs_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return entries[a] < entries[b]; });
  for (std::size_t j : order)
    if (pairs_[j].second >= 0) take_room(j, kInfinite, room);
}

// Adds the conjunctions that are exceeded most, of those that differ in thresholds alone the worst; false when there are
// none (or too many to search).
bool PairPacking::find_cuts(std::int64_t work) {
  std::map<std::pair<int, std::vector<int>>, std::pair<double, Cut>> worst;  // by label and groups of literals
  const auto note = [&](const std::vector<int>& literals, int label, const std::vector<int>&, Cost sum, Cost limit) {
    const double ratio = static_cast<double>(sum) / static_cast<double>(std::max<Cost>(limit, 1));
    if (ratio <= kWorthACut || literals.size() < 2) return;
    std::vector<int> groups;
    for (int l : literals) groups.push_back(walk_->group(l));
    const auto known = worst.find({label, groups});
    if (known != worst.end() ? -ratio < known->second.first : worst.size() < 20 * kCutsPerRound)
      worst[{label, std::move(groups)}] = {-ratio, {literals, label}};
  };
  walk_->walk(pairs_, work, note);
  std::vector<std::pair<double, Cut>> found;
  for (auto& [key, cut] : worst) found.push_back(std::move(cut));
  const auto better = [](const auto& a, const auto& b) {
    return std::tie(a.first, a.second.label, a.second.literals) < std::tie(b.first, b.second.label, b.second.literals);
  };
  std::sort(found.begin(), found.end(), better);
  if (found.size() > kCutsPerRound) found.resize(kCutsPerRound);
  if (static_cast<int>(cuts_.size() + found.size()) > kMostCuts)
    std::erase_if(cuts_, [](const Cut& cut) { return cut.dual <= 0; });
  if (static_cast<int>(cuts_.size() + found.size()) > kMostCuts)
    cuts_.erase(cuts_.begin(), cuts_.begin() + static_cast<std::ptrdiff_t>(cuts_.size() / 2));
  for (auto& [ratio, cut] : found) cuts_.push_back(std::move(cut));
  cuts_indexed_ = false;
  return !found.empty();
}

// Makes (b) hold for every conjunction, whatever the program returned: amounts only fall, so what was found in order
// before stays in order. With smaller amounts there is less to look at.
void PairPacking::repair(std::int64_t work) {
  const auto lower = [&](const std::vector<int>&, int, const std::vector<int>& parted, Cost sum, Cost limit) {
    scale_down(pairs_, parted, sum, limit);
  };
  for (int retreat = 0; retreat <= kRetreats; ++retreat) {
    if (walk_->walk(pairs_, work, lower)) return;
    for (PackedPair& pair : pairs_) pair.amount = static_cast<Cost>(static_cast<double>(pair.amount) * kRetreat);
  }
  limit_literals();
}

// The way out when there are too many conjunctions to look at.
void PairPacking::limit_literals() {
  const Table& table = problem_.table;
  std::vector<Cost> room(program_.rows(), kInfinite);
  for (int c = 0; c < problem_.labels; ++c)
    for (int l = 0; l < table.literals(); ++l) {
      const int row = row_of_literal_[static_cast<std::size_t>(c) * table.literals() + l];
      if (row >= 0) room[row] = simple_limit(l) << rows_.shift;
    }
  const std::vector<Cost> limit = room;
  std::vector<Cost> sum(program_.rows(), 0);
  for (std::size_t j = 0; j < pairs_.size(); ++j)
    program_.for_each_entry(j, [&](int i) { sum[i] += pairs_[j].amount; });
  for (std::size_t j = 0; j < pairs_.size(); ++j) {
    double factor = 1.0;
    program_.for_each_entry(j, [&](int i) {
      if (sum[i] > limit[i]) factor = std::min(factor, static_cast<double>(limit[i]) / static_cast<double>(sum[i]));
    });
    const Cost amount = std::exchange(pairs_[j].amount, 0);
    take_room(j, std::min(amount, static_cast<Cost>(std::floor(static_cast<double>(amount) * factor))), room);
  }
}

}  // namespace shortlist
