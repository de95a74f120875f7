#include "perfect/label_cores.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "base/apart.hpp"
#include "base/dispatch.hpp"

namespace shortlist {
namespace {

constexpr int kMostOwnRows = 16;    // of a table
constexpr std::size_t kPlaces = 8;  // most places of a table for each core, and for so many more
constexpr std::size_t kFewCores = 64;
constexpr int kTopOfTable = 127;  // the highest value in it
constexpr int kFewValues = 4096;  // up to which each value has a place of its own in a list

// Bytes below 128: the larger ones.
Word larger_bytes(Word a, Word b) {
  constexpr Word kHigh = 0x8080808080808080U;
  const Word a_wins = (((a | kHigh) - b) & kHigh) >> 7;
  const Word mask = a_wins * 0xFF;
  return (a & mask) | (b & ~mask);
}

// Within a word the place of a byte is how far it is shifted.
static_assert(std::endian::native == std::endian::little);

// Each place gets the highest value of all whose bits are among its own.
SHORTLIST_CLONES void spread_upwards(std::uint8_t* table, std::size_t size) {
  for (std::size_t at = 0; at < size; at += sizeof(Word)) {
    Word word;
    std::memcpy(&word, table + at, sizeof(Word));
    word = larger_bytes(word, (word << 8) & 0xFF00FF00FF00FF00U);
    word = larger_bytes(word, (word << 16) & 0xFFFF0000FFFF0000U);
    word = larger_bytes(word, word << 32);
    std::memcpy(table + at, &word, sizeof(Word));
  }
  for (std::size_t half = sizeof(Word); half < size; half *= 2)
    for (std::size_t begin = 0; begin < size; begin += 2 * half) {
      const std::uint8_t* from = table + begin;
      std::uint8_t* to = table + begin + half;
      for (std::size_t k = 0; k < half; ++k) to[k] = to[k] < from[k] ? from[k] : to[k];
    }
}

SHORTLIST_CLONES void limit_values(const int* values, std::size_t count, int top, int* out) {
  for (std::size_t i = 0; i < count; ++i) out[i] = values[i] < top ? values[i] : top;
}

SHORTLIST_CLONES void gather_all(const BitGather& gather, const Word* sets, std::size_t count, std::uint32_t* out) {
  for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<std::uint32_t>(gather(sets[i]));
}

template <int N>
int find_mask_apart(const std::vector<RowMask<N>>& sets, int count, const RowMask<N>& taken) {
  if (count == 0) return -1;
  if constexpr (N == 1) return find_apart(sets.data()->word.data(), count, taken.word[0]);
  if constexpr (N == 2) return find_pair_apart(sets.data()->word.data(), count, taken.word[0], taken.word[1]);
  for (int at = 0; at < count; ++at)
    if (!sets[at].meets(taken)) return at;
  return -1;
}

// A table costs its places, a list is gone through again and again.
bool worth_a_table(int own_rows, std::size_t cores) {
  return own_rows <= kMostOwnRows && (std::size_t{1} << own_rows) <= kPlaces * (cores + kFewCores);
}

}  // namespace

template <int N>
void LabelCores<N>::assign(const CoreArrays<N>& cores, const Mask& own, const LabelBonus& bonus, int top) {
  if (values_.size() < cores.count) values_.resize(cores.count);
  limit_values(cores.value.data(), cores.count, top, values_.data());
  if (bonus.present != 0)
    for (std::size_t i = 0; i < cores.count; ++i) values_[i] = std::min(top, values_[i] + bonus.of(cores.labels[i]));
  has_table_ = top <= kTopOfTable && worth_a_table(own.count(), cores.count);
  has_table_ ? fill_table(cores, own) : sort_parts(cores, own, top);
}

template <int N>
void LabelCores<N>::number_rows(const Mask& own) {
  pieces_.clear();
  int rows = 0;
  for (int w = 0; w < N; ++w) {
    if (own.word[w] == 0) continue;
    pieces_.push_back({w, rows, BitGather(own.word[w])});
    rows += count_bits(own.word[w]);
  }
  whole_ = (std::size_t{1} << rows) - 1;
}

template <int N>
void LabelCores<N>::find_places(const CoreArrays<N>& cores) {
  if (places_.size() < cores.count) places_.resize(cores.count);
  if constexpr (N == 1) {
    if (pieces_.empty())
      std::fill_n(places_.begin(), cores.count, 0U);
    else
      gather_all(pieces_[0].gather, cores.rows.data()->word.data(), cores.count, places_.data());
  } else {
    for (std::size_t i = 0; i < cores.count; ++i) places_[i] = static_cast<std::uint32_t>(place_of(cores.rows[i]));
  }
}

template <int N>
void LabelCores<N>::fill_table(const CoreArrays<N>& cores, const Mask& own) {
  number_rows(own);
  find_places(cores);
  table_.assign(std::max(whole_ + 1, sizeof(Word)), 0);
  for (std::size_t i = 0; i < cores.count; ++i) {
    std::uint8_t& known = table_[places_[i]];
    known = std::max(known, static_cast<std::uint8_t>(std::max(0, values_[i])));
  }
  always_ = table_[0];
  spread_upwards(table_.data(), table_.size());
}

template <int N>
void LabelCores<N>::sort_parts(const CoreArrays<N>& cores, const Mask& own, int top) {
  always_ = 0;
  for (std::size_t i = 0; i < cores.count; ++i)
    if (values_[i] > always_ && !cores.rows[i].meets(own)) always_ = values_[i];
  places_.resize(std::max(places_.size(), cores.count));
  above_.clear();
  top <= kFewValues ? count_values(cores.count, std::max(top, 0)) : sort_values(cores.count);
  parts_.resize(cores.count);
  for (std::size_t i = 0; i < cores.count; ++i) parts_[places_[i]] = cores.rows[i] & own;
}

template <int N>
void LabelCores<N>::count_values(std::size_t count, int top) {
  above_.assign(static_cast<std::size_t>(top) + 1, 0);
  latest_.assign(above_.size(), 0);
  next_.resize(above_.size());
  for (std::size_t i = 0; i < count; ++i) ++above_[std::max(values_[i], 0)];
  int end = 0;
  for (std::size_t value = above_.size(); value-- > 0;) {
    next_[value] = end;
    end += above_[value];
    above_[value] = end;
  }
  for (std::size_t i = 0; i < count; ++i) places_[i] = static_cast<std::uint32_t>(next_[std::max(values_[i], 0)]++);
}

template <int N>
void LabelCores<N>::sort_values(std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values_[a] > values_[b]; });
  sorted_.resize(count);
  for (std::size_t at = 0; at < count; ++at) {
    places_[order[at]] = static_cast<std::uint32_t>(at);
    sorted_[at] = values_[order[at]];
  }
}

template <int N>
bool LabelCores<N>::search(const Mask& taken, int least) {
  if (above_.empty()) {
    const auto end = std::partition_point(sorted_.begin(), sorted_.end(), [&](int value) { return value >= least; });
    return find_mask_apart(parts_, static_cast<int>(end - sorted_.begin()), taken) >= 0;
  }
  if (above_[least] == 0) return false;
  if (!parts_[latest_[least]].meets(taken)) return true;
  const int found = find_mask_apart(parts_, above_[least], taken);
  if (found >= 0) latest_[least] = found;
  return found >= 0;
}

template class LabelCores<1>;
template class LabelCores<2>;
template class LabelCores<4>;
template class LabelCores<8>;
template class LabelCores<16>;
template class LabelCores<64>;

}  // namespace shortlist
