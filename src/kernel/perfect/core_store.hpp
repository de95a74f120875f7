// Learned row cores: sets T of active rows with a proof that W(T) >= v.
//
// Claim: a core (T, v) bounds every row set S that contains T: W(S) >= v.
// Why: monotony. Neither the rules before S nor the depth at which the core was proved matter, so one proof serves
//   everywhere, also after rows have become active.
// Source: ours. Holds when: always.
//
// The index is bit-sliced: for each row the set of cores that contain it, for each value the set of cores that prove
// at least that; so the cores within given rows, or those that a new one makes superfluous, are a few operations
// on bit sets. A search keeps, level by level, the list of cores within its rows, filtered from the level above. Under
// the memory limit the cores that were not used for longest are forgotten.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "perfect/core.hpp"

namespace shortlist {

// The cores within some rows, by rising id; few are left a few rules down. What is asked of them again and again is kept
// beside their ids, one behind the other in memory: the values, and the rows while these are short.
template <int N>
struct KnownCores {
  static constexpr bool kHasRows = N <= 2;

  std::vector<std::uint32_t> id;
  std::vector<int> value;
  std::vector<RowMask<N>> rows;
  std::size_t count = 0;         // the vectors may be longer
  std::uint32_t seen = 0;        // ids below are taken care of
  std::uint64_t generation = 0;  // of the numbering

  void reserve(std::size_t most);
  // Without a branch, which could not be predicted: what is not kept is written over. There must be room for one more.
  void put(std::uint32_t next, int proves, const RowMask<N>& mask, bool keep) {
    id[count] = next;
    value[count] = proves;
    if constexpr (kHasRows) rows[count] = mask;
    count += keep ? 1 : 0;
  }
};

template <int N>
class CoreStore {
 public:
  using Mask = RowMask<N>;

  explicit CoreStore(std::size_t byte_limit) : byte_limit_(byte_limit) {}

  // Cores that the new one makes superfluous are dropped.
  void add(const Core<N>& core);

  // The cores within `rows`.
  void inside(const Mask& rows, KnownCores<N>& known);
  // The cores within `rows` = the parent's rows without `gone`.
  void narrow(const KnownCores<N>& parent, const Mask& gone, const Mask& rows, KnownCores<N>& known);
  // Takes in what was added since; `rows` as before.
  void refresh(const Mask& rows, KnownCores<N>& known);

  // Of those without a row of `gone` that prove at least `value` the one with fewest rows outside `near`, then fewest
  // rows; -1 if none. So the rows that a rule leaves need a list of their own only where this finds nothing.
  int best(const KnownCores<N>& known, const Mask& gone, int value, const Mask& near, const LabelBonus& bonus);
  // The same among those of the highest value that is at most `value`.
  int highest(const KnownCores<N>& known, int value, const Mask& near);
  // Those within `set`, and some more that the store may have forgotten; their labels only where these are asked for.
  void gather(const KnownCores<N>& known, const Mask& set, const std::vector<Core<N>>& more, bool with_labels,
              CoreArrays<N>& out) const;

  Core<N> at(int id) const { return {rows_[id], value_[id], labels_[id]}; }
  std::size_t size() const { return live_count_; }
  std::size_t bytes() const;
  // Renumbers and forgets where it has to; only between searches or through `generation`.
  void make_room();

  // All cores, for a store of wider masks.
  template <class Visit>
  void for_each(Visit visit) const {
    for_each_bit(live_.data(), static_cast<int>(live_.size()), [&](int id) { visit(at(id)); });
  }

 private:
  const Mask& rows_of(const KnownCores<N>& known, std::size_t k) const {
    if constexpr (KnownCores<N>::kHasRows) return known.rows[k];
    return rows_[known.id[k]];
  }
  bool is_live(std::uint32_t id) const { return has_bit(live_.data(), static_cast<int>(id)); }
  void append(const Core<N>& core, std::uint32_t used);
  void drop_superfluous(const Mask& rows, int value);
  void rebuild(const std::vector<std::uint32_t>& keep);
  int pick(const KnownCores<N>& known, const Mask& gone, int value, const Mask& near, const LabelBonus& bonus);

  std::size_t byte_limit_;
  std::vector<Mask> rows_;              // [id]
  std::vector<int> value_;              // [id]
  std::vector<Word> labels_;            // [id]
  std::vector<std::uint32_t> used_;     // [id] when last of use
  std::vector<std::vector<Word>> has_;  // [row] ids
  std::vector<std::size_t> has_count_;  // [row] how many
  std::vector<std::vector<Word>> ge_;   // [value] ids that prove at least that
  std::vector<Word> live_;              // ids not dropped
  std::size_t live_count_ = 0;
  std::uint32_t clock_ = 0;  // cores added so far
  std::uint64_t generation_ = 1;
  std::vector<Word> scratch_;
  std::vector<std::pair<std::size_t, const Word*>> with_;  // of each row of a core: how many cores have it, and which
};

}  // namespace shortlist
