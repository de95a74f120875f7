#include "perfect/core_list.hpp"

#include "base/dispatch.hpp"

namespace shortlist {
namespace {

constexpr int kTopValue = 4096;  // larger values are taken for this one

// First of the one-word sets from `at` to `count` that meets nothing of `outside`, or -1.
SHORTLIST_CLONES int find_within(const Word* sets, int at, int count, Word outside) {
  constexpr int kBlock = 16;
  for (; at + kBlock <= count; at += kBlock) {
    Word found = 0;
    for (int k = 0; k < kBlock; ++k) found |= (sets[at + k] & outside) == 0 ? 1U : 0U;
    if (found != 0) break;
  }
  for (; at < count; ++at)
    if ((sets[at] & outside) == 0) return at;
  return -1;
}

// The same of sets of two words.
SHORTLIST_CLONES int find_pair_within(const Word* sets, int at, int count, Word first, Word second) {
  constexpr int kBlock = 16;
  for (; at + kBlock <= count; at += kBlock) {
    const Word* block = sets + 2 * static_cast<std::ptrdiff_t>(at);
    Word found = 0;
    for (int k = 0; k < kBlock; ++k) found |= ((block[2 * k] & first) | (block[2 * k + 1] & second)) == 0 ? 1U : 0U;
    if (found != 0) break;
  }
  for (; at < count; ++at) {
    const Word* set = sets + 2 * static_cast<std::ptrdiff_t>(at);
    if (((set[0] & first) | (set[1] & second)) == 0) return at;
  }
  return -1;
}

template <int N>
int find_within(const std::vector<RowMask<N>>& sets, int at, int count, const RowMask<N>& set) {
  if constexpr (N == 1) return find_within(sets.data()->word.data(), at, count, ~set.word[0]);
  if constexpr (N == 2) return find_pair_within(sets.data()->word.data(), at, count, ~set.word[0], ~set.word[1]);
  for (; at < count; ++at)
    if (sets[at].within(set)) return at;
  return -1;
}

}  // namespace

template <int N>
void CoreList<N>::assign(std::span<const Core<N>> cores, bool by_labels) {
  find_groups(cores, by_labels);
  count_values(cores);
  rows_.resize(cores.size());
  value_.resize(cores.size());
  for (std::size_t i = 0; i < cores.size(); ++i) {
    const int at = place_[group_[i] * values_ + std::min(cores[i].value, kTopValue)]++;
    rows_[at] = cores[i].rows;
    value_[at] = cores[i].value;
  }
}

template <int N>
void CoreList<N>::find_groups(std::span<const Core<N>> cores, bool by_labels) {
  labels_.clear();
  group_.assign(cores.size(), 0);
  if (!by_labels) {
    labels_.push_back(0);
    return;
  }
  for (std::size_t i = 0; i < cores.size(); ++i) {
    const auto known = std::find(labels_.begin(), labels_.end(), cores[i].labels);
    group_[i] = static_cast<int>(known - labels_.begin());
    if (known == labels_.end()) labels_.push_back(cores[i].labels);
  }
}

template <int N>
void CoreList<N>::count_values(std::span<const Core<N>> cores) {
  values_ = 1;
  for (const Core<N>& core : cores) values_ = std::max(values_, std::min(core.value, kTopValue) + 1);
  above_.assign(labels_.size() * static_cast<std::size_t>(values_), 0);
  for (std::size_t i = 0; i < cores.size(); ++i) ++above_[group_[i] * values_ + std::min(cores[i].value, kTopValue)];
  place_.resize(above_.size());
  begin_.resize(labels_.size());
  latest_.resize(above_.size());
  int end = 0;
  for (std::size_t group = 0; group < labels_.size(); ++group) {
    begin_[group] = end;
    for (int value = values_ - 1; value >= 0; --value) {
      const std::size_t at = group * static_cast<std::size_t>(values_) + static_cast<std::size_t>(value);
      place_[at] = end;
      end += above_[at];
      above_[at] = end;
      latest_[at] = begin_[group];
    }
  }
}

template <int N>
bool CoreList<N>::search(int group, const RowMask<N>& set, int least) {
  const int at = group * values_ + least;
  const int found = find_within(rows_, begin_[group], above_[at], set);
  if (found >= 0) latest_[at] = found;
  return found >= 0;
}

template class CoreList<1>;
template class CoreList<2>;
template class CoreList<4>;
template class CoreList<8>;
template class CoreList<16>;
template class CoreList<64>;

}  // namespace shortlist
