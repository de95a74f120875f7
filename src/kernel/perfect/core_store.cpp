#include "perfect/core_store.hpp"

#include <algorithm>

#include "base/dispatch.hpp"

namespace shortlist {
namespace {

constexpr std::size_t kFewCores = 1024;  // always kept
constexpr int kTopIndex = 4096;          // larger values share this place in the index

int index_of(int value) { return std::min(value, kTopIndex); }

// First of `count` one-word sets that meets nothing of `outside`, or -1.
SHORTLIST_CLONES int find_within(const Word* sets, int count, Word outside) {
  constexpr int kBlock = 16;
  int i = 0;
  for (; i + kBlock <= count; i += kBlock) {
    Word found = 0;
    for (int k = 0; k < kBlock; ++k) found |= (sets[i + k] & outside) == 0 ? 1U : 0U;
    if (found == 0) continue;
    while ((sets[i] & outside) != 0) ++i;
    return i;
  }
  for (; i < count; ++i)
    if ((sets[i] & outside) == 0) return i;
  return -1;
}

void grow_to(std::vector<Word>& set, std::size_t words) {
  if (set.size() < words) set.resize(words, 0);
}

}  // namespace

template <int N>
bool CoreList<N>::any(const RowMask<N>& set, int least) {
  if (least > kTopIndex || least >= static_cast<int>(above.size())) return false;
  const int count = above[least];
  if (count == 0) return false;
  if (rows[latest[least]].within(set)) return true;
  int found = -1;
  if constexpr (N == 1) {
    found = find_within(rows.data()->word.data(), count, ~set.word[0]);
  } else {
    for (int i = 0; i < count && found < 0; ++i)
      if (rows[i].within(set)) found = i;
  }
  if (found >= 0) latest[least] = found;
  return found >= 0;
}

template <int N>
bool CoreList<N>::any(const RowMask<N>& set, int least, const LabelBonus& bonus) {
  const int lowest = bonus.least(least);
  if (lowest == least) return any(set, least);
  if (lowest > kTopIndex || lowest >= static_cast<int>(above.size())) return false;
  const auto proves = [&](int i) { return rows[i].within(set) && value[i] + bonus.of(labels[i]) >= least; };
  if (above[lowest] > 0 && proves(latest[lowest])) return true;
  for (int i = 0; i < above[lowest]; ++i) {
    if (!proves(i)) continue;
    latest[lowest] = i;
    return true;
  }
  return false;
}

template <int N>
void CoreStore<N>::append(const Core<N>& core, std::uint32_t used) {
  const auto id = static_cast<int>(rows_.size());
  const std::size_t words = rows_.size() / kWordBits + 1;
  rows_.push_back(core.rows);
  value_.push_back(core.value);
  labels_.push_back(core.labels);
  used_.push_back(used);
  if (has_.size() < static_cast<std::size_t>(Mask::capacity())) has_.resize(Mask::capacity());
  if (static_cast<int>(ge_.size()) <= index_of(core.value)) ge_.resize(index_of(core.value) + 1);
  core.rows.for_each([&](int row) {
    grow_to(has_[row], words);
    add_bit(has_[row].data(), id);
  });
  for (int v = 0; v <= index_of(core.value); ++v) {
    grow_to(ge_[v], words);
    add_bit(ge_[v].data(), id);
  }
  grow_to(live_, words);
  add_bit(live_.data(), id);
  ++live_count_;
}

// Drops cores with more rows that prove no more.
template <int N>
void CoreStore<N>::drop_superfluous(const Mask& rows, int value) {
  scratch_ = live_;
  rows.for_each([&](int row) {
    if (has_.empty()) return;
    for (std::size_t w = 0; w < scratch_.size(); ++w) scratch_[w] &= w < has_[row].size() ? has_[row][w] : 0;
  });
  if (value >= kTopIndex) return;
  if (value + 1 < static_cast<int>(ge_.size())) {
    const std::vector<Word>& more = ge_[value + 1];
    for (std::size_t w = 0; w < more.size(); ++w) scratch_[w] &= ~more[w];
  }
  live_count_ -= static_cast<std::size_t>(count_bits(scratch_.data(), static_cast<int>(scratch_.size())));
  for (std::size_t w = 0; w < live_.size(); ++w) live_[w] &= ~scratch_[w];
}

template <int N>
void CoreStore<N>::add(const Core<N>& core) {
  if (core.rows.empty()) return;
  drop_superfluous(core.rows, core.value);
  append(core, ++clock_);
}

template <int N>
void CoreStore<N>::inside(const Mask& rows, CoreIds& ids) {
  scratch_ = live_;
  for (std::size_t row = 0; row < has_.size(); ++row) {
    if (rows.has(static_cast<int>(row))) continue;
    for (std::size_t w = 0; w < has_[row].size(); ++w) scratch_[w] &= ~has_[row][w];
  }
  ids.id.clear();
  for_each_bit(scratch_.data(), static_cast<int>(scratch_.size()),
               [&](int id) { ids.id.push_back(static_cast<std::uint32_t>(id)); });
  ids.seen = static_cast<std::uint32_t>(rows_.size());
  ids.generation = generation_;
}

template <int N>
void CoreStore<N>::narrow(const CoreIds& parent, const Mask& gone, const Mask& rows, CoreIds& ids) {
  if (parent.generation != generation_) {
    inside(rows, ids);
    return;
  }
  ids.id.clear();
  for (const std::uint32_t id : parent.id)
    if (!rows_[id].meets(gone) && is_live(id)) ids.id.push_back(id);
  ids.seen = parent.seen;
  ids.generation = generation_;
  refresh(rows, ids);
}

template <int N>
void CoreStore<N>::refresh(const Mask& rows, CoreIds& ids) {
  if (ids.generation != generation_) {
    inside(rows, ids);
    return;
  }
  for (std::uint32_t id = ids.seen; id < rows_.size(); ++id)
    if (rows_[id].within(rows)) ids.id.push_back(id);
  ids.seen = static_cast<std::uint32_t>(rows_.size());
}

template <int N>
int CoreStore<N>::pick(const CoreIds& ids, int value, const Mask& near, const LabelBonus& bonus) {
  int best = -1, best_key = 0;
  for (const std::uint32_t id : ids.id) {
    if (value_[id] + bonus.of(labels_[id]) < value || !is_live(id)) continue;
    const int key = rows_[id].without(near).count() * Mask::capacity() + rows_[id].count();
    if (best >= 0 && key >= best_key) continue;
    best = static_cast<int>(id);
    best_key = key;
  }
  if (best >= 0) used_[best] = clock_;
  return best;
}

template <int N>
int CoreStore<N>::best(const CoreIds& ids, int value, const Mask& near, const LabelBonus& bonus) {
  const int id = pick(ids, value, near, {});
  return id >= 0 || bonus.least(value) == value ? id : pick(ids, value, near, bonus);
}

template <int N>
int CoreStore<N>::highest(const CoreIds& ids, int value, const Mask& near) {
  int best = 0;
  for (const std::uint32_t id : ids.id)
    if (value_[id] <= value && is_live(id)) best = std::max(best, value_[id]);
  return best == 0 ? -1 : pick(ids, best, near, {});
}

template <int N>
void CoreStore<N>::gather(const CoreIds& ids, const Mask& set, const std::vector<Core<N>>& more, CoreList<N>& out) {
  gathered_ = more;
  for (const std::uint32_t id : ids.id)
    if (rows_[id].within(set) && is_live(id)) gathered_.push_back(at(static_cast<int>(id)));
  int highest = 0;
  for (const Core<N>& core : gathered_) highest = std::max(highest, index_of(core.value));
  out.above.assign(highest + 1, 0);
  out.latest.assign(highest + 1, 0);
  for (const Core<N>& core : gathered_) ++out.above[index_of(core.value)];
  for (int v = highest; v > 0; --v) out.above[v - 1] += out.above[v];
  place_.assign(highest + 1, 0);
  for (int v = 0; v < highest; ++v) place_[v] = out.above[v + 1];
  out.rows.resize(gathered_.size());
  out.value.resize(gathered_.size());
  out.labels.resize(gathered_.size());
  for (const Core<N>& core : gathered_) {
    const int at = place_[index_of(core.value)]++;
    out.rows[at] = core.rows;
    out.value[at] = core.value;
    out.labels[at] = core.labels;
  }
}

template <int N>
std::size_t CoreStore<N>::bytes() const {
  const std::size_t index_words = (has_.size() + ge_.size() + 1) * live_.size();
  return rows_.size() * (sizeof(Core<N>) + sizeof(std::uint32_t)) + index_words * sizeof(Word);
}

template <int N>
void CoreStore<N>::rebuild(const std::vector<std::uint32_t>& keep) {
  CoreStore fresh(byte_limit_);
  for (const std::uint32_t id : keep) fresh.append(at(static_cast<int>(id)), used_[id]);
  fresh.clock_ = clock_;
  fresh.generation_ = generation_ + 1;
  *this = std::move(fresh);
}

template <int N>
void CoreStore<N>::make_room() {
  const bool full = bytes() > byte_limit_ && live_count_ > 2 * kFewCores;
  if (!full && rows_.size() < 2 * live_count_ + kFewCores) return;
  std::vector<std::uint32_t> keep;
  for_each_bit(live_.data(), static_cast<int>(live_.size()),
               [&](int id) { keep.push_back(static_cast<std::uint32_t>(id)); });
  if (full) {
    const std::size_t half = std::max(kFewCores, keep.size() / 2);
    std::stable_sort(keep.begin(), keep.end(), [&](auto a, auto b) { return used_[a] > used_[b]; });
    keep.resize(std::min(half, keep.size()));
    std::sort(keep.begin(), keep.end());
  }
  rebuild(keep);
}

#define SHORTLIST_INSTANTIATE(N) \
  template struct CoreList<N>;   \
  template class CoreStore<N>;
SHORTLIST_INSTANTIATE(1)
SHORTLIST_INSTANTIATE(2)
SHORTLIST_INSTANTIATE(4)
SHORTLIST_INSTANTIATE(8)
SHORTLIST_INSTANTIATE(16)
SHORTLIST_INSTANTIATE(64)
#undef SHORTLIST_INSTANTIATE

}  // namespace shortlist
