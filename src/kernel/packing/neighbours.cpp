#include "packing/neighbours.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "base/dispatch.hpp"
#include "packing/pair_packing.hpp"

namespace shortlist {
namespace {

constexpr std::size_t kCompareAll = 1500;  // members up to which every pair is looked at
constexpr int kOrders = 8;
constexpr int kWindow = 10;  // rows looked at after each one in an order

// The nearest few of each member, as (distance, member), nearest first.
class Nearest {
 public:
  Nearest(std::size_t members, int count)
      : count_(static_cast<std::size_t>(count)), found_(members * count_, {INT32_MAX, -1}) {}

  void offer(int to, int distance, int other) {
    std::pair<int, int>* list = found_.data() + static_cast<std::size_t>(to) * count_;
    std::pair<int, int> entry{distance, other};
    if (entry >= list[count_ - 1]) return;
    for (std::size_t k = 0; k < count_; ++k) {
      if (list[k] == entry) return;
      if (entry < list[k]) std::swap(entry, list[k]);
    }
  }

  std::vector<std::pair<int, int>> pairs(const std::vector<int>& members) const {
    std::vector<std::pair<int, int>> result;
    for (std::size_t i = 0; i < members.size(); ++i)
      for (std::size_t k = 0; k < count_; ++k) {
        const int other = found_[i * count_ + k].second;
        if (other < 0) break;
        result.push_back(std::minmax(members[i], members[static_cast<std::size_t>(other)]));
      }
    return result;
  }

 private:
  std::size_t count_;
  std::vector<std::pair<int, int>> found_;
};

// Distances from one row to a run of rows that lie side by side.
SHORTLIST_CLONES void distances(const Word* row, const Word* others, int count, int words, int* out) {
  for (int j = 0; j < count; ++j) {
    int distance = 0;
    for (int w = 0; w < words; ++w) distance += count_bits(row[w] ^ others[static_cast<std::size_t>(j) * words + w]);
    out[j] = distance;
  }
}

void compare_run(const PackingRows& rows, const std::vector<int>& members, const std::vector<int>& order, int window,
                 Nearest& nearest, Monitor& monitor) {
  const int n = static_cast<int>(order.size()), words = rows.words;
  std::vector<Word> bits(static_cast<std::size_t>(n) * words);
  for (int i = 0; i < n; ++i)
    std::copy_n(rows.row(members[order[i]]), words, bits.data() + static_cast<std::size_t>(i) * words);
  std::vector<int> distance(static_cast<std::size_t>(std::min(window, n)));
  for (int i = 0; i + 1 < n; ++i) {
    const int count = std::min(window, n - 1 - i);
    const Word* row = bits.data() + static_cast<std::size_t>(i) * words;
    distances(row, row + words, count, words, distance.data());
    const Word best = rows.best[members[order[i]]];
    for (int k = 0; k < count; ++k) {
      const int j = i + 1 + k;
      if (best & rows.best[members[order[j]]]) continue;
      nearest.offer(order[i], distance[k], order[j]);
      nearest.offer(order[j], distance[k], order[i]);
    }
    monitor.work(static_cast<std::int64_t>(count) * (words + 1));
  }
}

// A fixed scatter of whole numbers: the orders must look random and be the same every time.
std::uint64_t scatter(std::uint64_t x) {
  x = (x ^ (x >> 31)) * 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 29)) * 0xBF58476D1CE4E5B9U;
  return x ^ (x >> 32);
}

// Members sorted by up to 64 features in a scattered order of significance.
std::vector<int> sorted_order(const PackingRows& rows, int features, const std::vector<int>& members, int round) {
  std::vector<int> significance(static_cast<std::size_t>(features));
  std::iota(significance.begin(), significance.end(), 0);
  const auto rank = [&](int f) {
    return scatter(static_cast<std::uint64_t>(f) * kOrders + static_cast<std::uint64_t>(round) + 1);
  };
  std::sort(significance.begin(), significance.end(), [&](int a, int b) { return rank(a) < rank(b); });
  if (significance.size() > kWordBits) significance.resize(kWordBits);
  std::vector<std::pair<Word, int>> keyed(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Word* row = rows.row(members[i]);
    Word key = 0;
    for (int f : significance) key = key << 1 | static_cast<Word>(has_bit(row, f));
    keyed[i] = {key, static_cast<int>(i)};
  }
  std::sort(keyed.begin(), keyed.end());
  std::vector<int> order(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) order[i] = keyed[i].second;
  return order;
}

}  // namespace

std::vector<std::pair<int, int>> near_pairs(const PackingRows& rows, int features, const std::vector<int>& members,
                                            int neighbours, Monitor& monitor) {
  if (members.empty() || neighbours < 1) return {};
  Nearest nearest(members.size(), neighbours);
  if (members.size() <= kCompareAll) {
    std::vector<int> order(members.size());
    std::iota(order.begin(), order.end(), 0);
    compare_run(rows, members, order, static_cast<int>(members.size()), nearest, monitor);
    return nearest.pairs(members);
  }
  for (int round = 0; round < kOrders; ++round) {
    monitor.work(static_cast<std::int64_t>(members.size()) * 100);
    compare_run(rows, members, sorted_order(rows, features, members, round), kWindow, nearest, monitor);
  }
  return nearest.pairs(members);
}

}  // namespace shortlist
