#include "packing/discounted_packing.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "packing/neighbours.hpp"

namespace shortlist {
namespace {

constexpr int kNeighbours = 10;
constexpr int kFirstRounds = 6, kRounds = 3;  // of solving and cutting
constexpr std::size_t kMostCuts = 1500;
constexpr std::size_t kCutsPerRound = 300, kEnoughCuts = 3000;
constexpr double kWorthACut = 1.01;              // how far a price must be exceeded
constexpr std::size_t kRoundWork = 200'000'000;  // entries of the program, times iterations,
constexpr int kFewestIterations = 100;           // of which there are so many, if so many are asked for
constexpr std::int64_t kCutWork = 250'000'000, kRepairWork = 1'000'000'000;
constexpr std::size_t kNewPairs = 4;  // of a row in each round,
constexpr std::size_t kMostNewPairs = 1000, kMostPairs = 50'000;
constexpr double kWorthAPair = 0.98;  // whose charges come to less than this
constexpr double kNoDual = 1e-9;
constexpr double kFirst = 1e9;  // more than any dual

}  // namespace

DiscountedPacking::DiscountedPacking(const Problem& problem, const PackingRows& rows,
                                     const std::vector<PackedPair>& pairs, const PairPacking::Lessons& lessons,
                                     bool default_cover, Monitor& monitor)
    : problem_(problem),
      rows_(rows),
      default_cover_(default_cover),
      monitor_(monitor),
      walk_(problem, rows, monitor),
      unit_(static_cast<double>(std::max<Cost>(1, (problem.rule_price + problem.least_literal) / 2))),
      slots_of_(static_cast<std::size_t>(problem.rows)),
      slots_with_(static_cast<std::size_t>(problem.labels)) {
  for (int i = 0; i < problem.rows; ++i) {
    if (rows.cap[i] <= 0) continue;
    members_.push_back(i);
    for (int c : problem.rule_labels)
      if (rows.best[i] >> c & 1U) {
        slots_of_[i].push_back(static_cast<int>(slots_.size()));
        slots_with_[c].push_back(static_cast<int>(slots_.size()));
        slots_.push_back({i, c});
      }
  }
  add_literal_groups();
  std::vector<std::pair<double, Cut>> cuts;
  if (problem.empty_rule_useful)
    for (int c : problem.rule_labels) cuts.push_back({-kFirst, Cut{{}, c, {}, {}, {}}});
  for (const PairPacking::Cut& cut : lessons.cuts)
    if (cut.dual > 0) cuts.push_back({-cut.dual, Cut{cut.literals, cut.label, {}, {}, {}}});
  keep_cuts(std::move(cuts));
  std::map<std::pair<int, int>, double> amounts;
  for (const PackedPair& pair : pairs)
    if (pair.second >= 0)
      amounts[{pair.first, pair.second}] = std::ldexp(static_cast<double>(pair.amount), -rows_.shift) / unit_;
  for (const auto& pair : near_pairs(rows, problem.table.features, members_, kNeighbours, monitor))
    amounts.try_emplace(pair, 0.0);
  x_.assign(2 * members_.size() + 1, 0.0);
  for (const auto& [pair, amount] : amounts) {
    pairs_.push_back(pair);
    x_.push_back(amount);
  }
}

// Adds, for each row, the pairs that the program would gain most by.
void DiscountedPacking::price_pairs() {
  if (pairs_.size() > kMostPairs) return;
  for (std::size_t s = 0; s < slots_.size(); ++s)
    std::erase_if(active_[s], [&](const Cut* cut) { return y_[static_cast<std::size_t>(cut->place[s])] <= kNoDual; });
  const std::set<std::pair<int, int>> known(pairs_.begin(), pairs_.end());
  std::vector<std::pair<double, std::pair<int, int>>> found, best;
  for (int i : members_) {
    found.clear();
    std::int64_t looked_at = 0;
    for (int j : members_) {
      const std::pair<int, int> pair = std::minmax(i, j);
      if ((rows_.best[i] & rows_.best[j]) != 0 || known.contains(pair)) continue;
      double price = charged(i, j);
      if (price < kWorthAPair) price += charged(j, i);
      if (price < kWorthAPair) found.emplace_back(price, pair);
      ++looked_at;
    }
    std::sort(found.begin(), found.end());
    if (found.size() > kNewPairs) found.resize(kNewPairs);
    best.insert(best.end(), found.begin(), found.end());
    monitor_.work(looked_at * (8 + problem_.table.features / 4));
  }
  std::sort(best.begin(), best.end());
  best.erase(std::unique(best.begin(), best.end()), best.end());
  if (best.size() > kMostNewPairs) best.resize(kMostNewPairs);
  for (const auto& [price, pair] : best) pairs_.push_back(pair);
  x_.resize(x_.size() + best.size(), 0.0);
}

Cost DiscountedPacking::improve(int iterations) {
  const int rounds = improvements_++ == 0 ? kFirstRounds : kRounds;
  bool seen_all = false;
  for (int round = 0; round < rounds; ++round) {
    build();
    const auto affordable = static_cast<int>(std::min<std::size_t>(kRoundWork / (program_.entries.size() + 1), 1000));
    iterate(program_, std::min(iterations, std::max(affordable, kFewestIterations)), x_, y_, monitor_);
    keep_duals();
    if (round + 1 == rounds) break;
    price_pairs();
    seen_all = find_cuts();
    if (hopeless_) return 0;
  }
  if (!seen_all) return 0;
  Charges charges = rounded();
  hopeless_ = !repair(charges);
  return hopeless_ ? 0 : bound(charges);
}

// The amounts as whole numbers for which (a) holds.
Charges DiscountedPacking::rounded() const {
  const auto scaled = [&](double amount, Cost most) {
    const auto limit = static_cast<double>(most);
    return static_cast<Cost>(std::clamp(std::floor(std::ldexp(amount * unit_, rows_.shift)), -limit, limit));
  };
  const std::size_t n = members_.size();
  Charges charges{{}, std::vector<Cost>(static_cast<std::size_t>(problem_.rows), 0)};
  std::vector<Cost> room(static_cast<std::size_t>(problem_.rows), 0);
  for (std::size_t k = 0; k < n; ++k) {
    const auto i = static_cast<std::size_t>(members_[k]);
    const Cost cap = rows_.cap[i] << rows_.shift;
    charges.own[i] = std::min(scaled(x_[k] - x_[n + k], cap), cap);
    room[i] = cap - charges.own[i];
  }
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const auto [i, j] = pairs_[p];
    const Cost most = std::min(room[i], room[j]);
    if (most <= 0) continue;
    const Cost amount = std::min(scaled(x_[2 * n + 1 + p], most), most);
    if (amount <= 0) continue;
    charges.pairs.push_back({i, j, amount});
    room[i] -= amount;
    room[j] -= amount;
  }
  return charges;
}

// Adds conjunctions that rows are charged too much for; whether all were looked at.
bool DiscountedPacking::find_cuts() {
  const Charges charges = rounded();
  std::set<std::pair<std::vector<int>, int>> known;
  for (const Cut& cut : cuts_) known.emplace(cut.literals, cut.label);
  std::vector<std::pair<double, Cut>> found;
  const bool seen_all = walk_.walk(charges, kCutWork, [&](const std::vector<int>& literals, int label, Cost sum) {
    if (literals.size() < 2) return true;
    const double ratio = static_cast<double>(sum) / static_cast<double>(std::max<Cost>(walk_.price(literals), 1));
    if (ratio > kWorthACut && !known.contains({literals, label}))
      found.emplace_back(-ratio, Cut{literals, label, {}, {}, {}});
    return found.size() < kEnoughCuts;
  });
  hopeless_ = !seen_all && found.size() < kCutsPerRound;
  keep_cuts(std::move(found));
  return seen_all;
}

void DiscountedPacking::keep_duals() {
  auto next = y_.begin() + program_.group_start[literal_groups_];
  for (Cut& cut : cuts_)
    for (double& dual : cut.dual) dual = *next++;
}

// Of the cuts found the most exceeded, and, where they are too many, of the earlier ones those that have a dual.
void DiscountedPacking::keep_cuts(std::vector<std::pair<double, Cut>> found) {
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  if (found.size() > kCutsPerRound) found.resize(kCutsPerRound);
  if (cuts_.size() + found.size() > kMostCuts)
    std::erase_if(cuts_, [](const Cut& cut) {
      return !cut.literals.empty() &&
             std::all_of(cut.dual.begin(), cut.dual.end(), [](double dual) { return dual <= kNoDual; });
    });
  std::vector<Word> all;
  fill_bits(all, problem_.rows);
  for (auto& [ratio, cut] : found) {
    if (cuts_.size() >= kMostCuts) break;
    cut.rows = all;
    if (!cut.literals.empty()) intersect_literals(problem_.table, cut.literals, all.data(), cut.rows.data());
    cuts_.push_back(std::move(cut));
  }
}

// Makes (b) hold for every conjunction, whatever the program returned: rows are let off a little more.
bool DiscountedPacking::repair(Charges& charges) {
  walk_.index(charges);
  for (const Cut& cut : cuts_) lower(charges, cut.literals, cut.label);
  return walk_.walk(charges, kRepairWork, [&](const std::vector<int>& literals, int label, Cost) {
    lower(charges, literals, label);
    return true;
  });
}

// Each of the rows in proportion, then what rounding has left.
void DiscountedPacking::lower(Charges& charges, const std::vector<int>& literals, int label) {
  ExcessWalk::Excess excess = walk_.excess(charges, literals, label);
  Cost over = excess.sum - walk_.price(literals);
  if (over <= 0) return;
  const double share = static_cast<double>(over) / static_cast<double>(excess.sum);
  const auto take = [&](int row, Cost& amount, Cost most) {
    const Cost part = std::min({amount, over, most});
    charges.own[static_cast<std::size_t>(row)] -= part;
    amount -= part;
    over -= part;
  };
  for (auto& [row, amount] : excess.rows)
    take(row, amount, static_cast<Cost>(std::ceil(static_cast<double>(amount) * share)));
  for (auto& [row, amount] : excess.rows) take(row, amount, over);
}

Cost DiscountedPacking::bound(const Charges& charges) const {
  Cost sum = std::accumulate(charges.own.begin(), charges.own.end(), Cost{0}), most = 0;
  for (const PackedPair& pair : charges.pairs) sum += pair.amount;
  for (std::size_t d = 0; d < problem_.default_labels.size(); ++d) {
    Cost served = 0;
    for (int i : members_)
      if (is_served(i, d)) served += std::max<Cost>(charges.own[static_cast<std::size_t>(i)], 0);
    most = std::max(most, served);
  }
  return (sum - most + (Cost{1} << rows_.shift) - 1) >> rows_.shift;
}

}  // namespace shortlist
