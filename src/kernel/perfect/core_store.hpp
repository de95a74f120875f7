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

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "perfect/row_mask.hpp"

namespace shortlist {

template <int N>
struct Core {
  RowMask<N> rows;
  int value = 0;
  Word labels = 0;  // that some of its rows accept, as bits; all where there are too many
};

// What rows of further labels add to a core. The argument stands at RowBound::new_labels.
struct LabelBonus {
  Word present = 0;  // labels that some row here accepts alone; none where the bonus does not hold
  int each = 0;      // what a label adds that the core does not know

  int of(Word labels) const { return each * count_bits(present & ~labels); }
  // A core that proves less than this by itself is of no use. It knows two labels, or it would prove nothing.
  int least(int value) const { return std::max(1, value - each * std::max(0, count_bits(present) - 2)); }
};

// Cores within some row set, by falling value: the form in which a bound is asked for again and again.
template <int N>
struct CoreList {
  std::vector<RowMask<N>> rows;
  std::vector<int> above;   // [value] how many prove at least that
  std::vector<int> latest;  // [value] where the last one asked for was found: mostly the next one is the same
  std::vector<int> value;
  std::vector<Word> labels;

  // Whether a core within `set` proves at least `least`.
  bool any(const RowMask<N>& set, int least);
  // The same with what further labels add.
  bool any(const RowMask<N>& set, int least, const LabelBonus& bonus);
};

// The cores within some rows, by rising id; a list, since few are left a few rules down.
struct CoreIds {
  std::vector<std::uint32_t> id;
  std::uint32_t seen = 0;        // ids below are taken care of
  std::uint64_t generation = 0;  // of the numbering
};

template <int N>
class CoreStore {
 public:
  using Mask = RowMask<N>;

  explicit CoreStore(std::size_t byte_limit) : byte_limit_(byte_limit) {}

  // Cores that the new one makes superfluous are dropped.
  void add(const Core<N>& core);

  // The cores within `rows`.
  void inside(const Mask& rows, CoreIds& ids);
  // The cores within `rows` = the parent's rows without `gone`.
  void narrow(const CoreIds& parent, const Mask& gone, const Mask& rows, CoreIds& ids);
  // Takes in what was added since; `rows` as before.
  void refresh(const Mask& rows, CoreIds& ids);

  // Of those that prove at least `value` the one with fewest rows outside `near`, then fewest rows; -1 if none.
  int best(const CoreIds& ids, int value, const Mask& near, const LabelBonus& bonus);
  // The same among those of the highest value that is at most `value`.
  int highest(const CoreIds& ids, int value, const Mask& near);
  // Those within `set`, and some more that the store may have forgotten.
  void gather(const CoreIds& ids, const Mask& set, const std::vector<Core<N>>& more, CoreList<N>& out);

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
  bool is_live(std::uint32_t id) const { return has_bit(live_.data(), static_cast<int>(id)); }
  void append(const Core<N>& core, std::uint32_t used);
  void drop_superfluous(const Mask& rows, int value);
  void rebuild(const std::vector<std::uint32_t>& keep);
  int pick(const CoreIds& ids, int value, const Mask& near, const LabelBonus& bonus);

  std::size_t byte_limit_;
  std::vector<Mask> rows_;              // [id]
  std::vector<int> value_;              // [id]
  std::vector<Word> labels_;            // [id]
  std::vector<std::uint32_t> used_;     // [id] when last of use
  std::vector<std::vector<Word>> has_;  // [row] ids
  std::vector<std::vector<Word>> ge_;   // [value] ids that prove at least that
  std::vector<Word> live_;              // ids not dropped
  std::size_t live_count_ = 0;
  std::uint32_t clock_ = 0;  // cores added so far
  std::uint64_t generation_ = 1;
  std::vector<Word> scratch_;
  std::vector<Core<N>> gathered_;
  std::vector<int> place_;
};

}  // namespace shortlist
