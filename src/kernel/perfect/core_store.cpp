#include "perfect/core_store.hpp"

#include <algorithm>
#include <array>

#include "base/dispatch.hpp"

namespace shortlist {
namespace {

constexpr std::size_t kFewCores = 1024;  // always kept
constexpr std::size_t kBlock = 8;        // words
constexpr std::size_t kBlockOfCores = 16;
constexpr int kTopIndex = 4096;  // larger values share this place in the index

int index_of(int value) { return std::min(value, kTopIndex); }

void grow_to(std::vector<Word>& set, std::size_t words) {
  if (set.size() < words) set.resize(words, 0);
}

// Whether one of a block of cores proves `least` without a row of `gone`.
SHORTLIST_CLONES bool one_proves(const int* values, const Word* rows, int least, Word gone) {
  Word found = 0;
  for (std::size_t k = 0; k < kBlockOfCores; ++k)
    found |= static_cast<Word>(values[k] >= least) & static_cast<Word>((rows[k] & gone) == 0);
  return found != 0;
}

// The first core from `k` on that may prove `least` without a row of `gone`, or the end. Few do, and blocks of cores in
// which none does are passed over at once.
template <int N>
std::size_t next_that_proves(const KnownCores<N>& known, std::size_t k, int least, const RowMask<N>& gone) {
  if constexpr (N == 1)
    while (k + kBlockOfCores <= known.count &&
           !one_proves(known.value.data() + k, known.rows.data()->word.data() + k, least, gone.word[0]))
      k += kBlockOfCores;
  while (k < known.count && known.value[k] < least) ++k;
  return k;
}

}  // namespace

template <int N>
void KnownCores<N>::reserve(std::size_t most) {
  if (id.size() >= most) return;
  id.resize(most);
  value.resize(most);
  if constexpr (kHasRows) rows.resize(most);
}

template <int N>
void CoreStore<N>::append(const Core<N>& core, std::uint32_t used) {
  const auto id = static_cast<int>(rows_.size());
  const std::size_t words = rows_.size() / kWordBits + 1;
  rows_.push_back(core.rows);
  value_.push_back(core.value);
  labels_.push_back(core.labels);
  used_.push_back(used);
  if (has_.empty()) {
    has_.resize(Mask::capacity());
    has_count_.assign(Mask::capacity(), 0);
  }
  if (static_cast<int>(ge_.size()) <= index_of(core.value)) ge_.resize(index_of(core.value) + 1);
  core.rows.for_each([&](int row) {
    grow_to(has_[row], words);
    add_bit(has_[row].data(), id);
    ++has_count_[row];
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
  if (value >= kTopIndex || has_.empty()) return;
  with_.clear();
  std::size_t words = live_.size();
  rows.for_each([&](int row) {
    with_.push_back({has_count_[row], has_[row].data()});
    words = std::min(words, has_[row].size());
  });
  // Rows that few cores have come first, so that most blocks are done with after a few rows.
  std::sort(with_.begin(), with_.end());
  const std::vector<Word>* more = value + 1 < static_cast<int>(ge_.size()) ? &ge_[value + 1] : nullptr;
  for (std::size_t begin = 0; begin < words; begin += kBlock) {
    const std::size_t end = std::min(words, begin + kBlock);
    std::array<Word, kBlock> common{};
    std::copy(live_.begin() + static_cast<std::ptrdiff_t>(begin), live_.begin() + static_cast<std::ptrdiff_t>(end),
              common.begin());
    Word any = ~Word{0};
    for (std::size_t k = 0; k < with_.size() && any != 0; ++k) {
      any = 0;
      for (std::size_t w = begin; w < end; ++w) any |= common[w - begin] &= with_[k].second[w];
    }
    if (any == 0) continue;
    for (std::size_t w = begin; w < end; ++w) {
      Word gone = common[w - begin];
      if (more != nullptr && w < more->size()) gone &= ~(*more)[w];
      live_count_ -= static_cast<std::size_t>(count_bits(gone));
      live_[w] &= ~gone;
    }
  }
}

template <int N>
void CoreStore<N>::add(const Core<N>& core) {
  if (core.rows.empty()) return;
  drop_superfluous(core.rows, core.value);
  append(core, ++clock_);
}

template <int N>
void CoreStore<N>::inside(const Mask& rows, KnownCores<N>& known) {
  scratch_ = live_;
  for (std::size_t row = 0; row < has_.size(); ++row) {
    if (rows.has(static_cast<int>(row))) continue;
    for (std::size_t w = 0; w < has_[row].size(); ++w) scratch_[w] &= ~has_[row][w];
  }
  const int words = static_cast<int>(scratch_.size());
  known.count = 0;
  known.reserve(static_cast<std::size_t>(count_bits(scratch_.data(), words)) + 1);
  for_each_bit(scratch_.data(), words,
               [&](int id) { known.put(static_cast<std::uint32_t>(id), value_[id], rows_[id], true); });
  known.seen = static_cast<std::uint32_t>(rows_.size());
  known.generation = generation_;
}

template <int N>
void CoreStore<N>::narrow(const KnownCores<N>& parent, const Mask& gone, const Mask& rows, KnownCores<N>& known) {
  if (parent.generation != generation_) {
    inside(rows, known);
    return;
  }
  known.count = 0;
  known.reserve(parent.count + 1);
  for (std::size_t k = 0; k < parent.count; ++k) {
    const Mask& mask = rows_of(parent, k);
    known.put(parent.id[k], parent.value[k], mask, !mask.meets(gone) & is_live(parent.id[k]));
  }
  known.seen = parent.seen;
  known.generation = generation_;
  refresh(rows, known);
}

template <int N>
void CoreStore<N>::refresh(const Mask& rows, KnownCores<N>& known) {
  if (known.generation != generation_) {
    inside(rows, known);
    return;
  }
  known.reserve(known.count + rows_.size() - known.seen + 1);
  for (std::uint32_t id = known.seen; id < rows_.size(); ++id)
    known.put(id, value_[id], rows_[id], rows_[id].within(rows));
  known.seen = static_cast<std::uint32_t>(rows_.size());
}

template <int N>
int CoreStore<N>::pick(const KnownCores<N>& known, const Mask& gone, int value, const Mask& near,
                       const LabelBonus& bonus) {
  int best = -1, best_key = 0;
  const int least = bonus.present == 0 ? value : bonus.least(value);
  for (std::size_t k = 0; (k = next_that_proves(known, k, least, gone)) < known.count; ++k) {
    const std::uint32_t id = known.id[k];
    if (known.value[k] < value && known.value[k] + bonus.of(labels_[id]) < value) continue;
    const Mask& rows = rows_of(known, k);
    if (rows.meets(gone) || !is_live(id)) continue;
    const int key = rows.without(near).count() * Mask::capacity() + rows.count();
    if (best >= 0 && key >= best_key) continue;
    best = static_cast<int>(id);
    best_key = key;
  }
  if (best >= 0) used_[best] = clock_;
  return best;
}

template <int N>
int CoreStore<N>::best(const KnownCores<N>& known, const Mask& gone, int value, const Mask& near,
                       const LabelBonus& bonus) {
  const int id = pick(known, gone, value, near, {});
  return id >= 0 || bonus.least(value) == value ? id : pick(known, gone, value, near, bonus);
}

template <int N>
int CoreStore<N>::highest(const KnownCores<N>& known, int value, const Mask& near) {
  int best = 0;
  for (std::size_t k = 0; k < known.count; ++k)
    if (known.value[k] > best && known.value[k] <= value && is_live(known.id[k])) best = known.value[k];
  return best == 0 ? -1 : pick(known, {}, best, near, {});
}

template <int N>
void CoreStore<N>::gather(const KnownCores<N>& known, const Mask& set, const std::vector<Core<N>>& more,
                          bool with_labels, CoreArrays<N>& out) const {
  out.count = 0;
  out.reserve(more.size() + known.count + 1);
  for (const Core<N>& core : more) out.put(core, true);
  for (std::size_t k = 0; k < known.count; ++k) {
    const std::uint32_t id = known.id[k];
    const Mask& rows = rows_of(known, k);
    out.put({rows, known.value[k], with_labels ? labels_[id] : 0}, rows.within(set) & is_live(id));
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
  template struct KnownCores<N>; \
  template class CoreStore<N>;
SHORTLIST_INSTANTIATE(1)
SHORTLIST_INSTANTIATE(2)
SHORTLIST_INSTANTIATE(4)
SHORTLIST_INSTANTIATE(8)
SHORTLIST_INSTANTIATE(16)
SHORTLIST_INSTANTIATE(64)
#undef SHORTLIST_INSTANTIATE

}  // namespace shortlist
