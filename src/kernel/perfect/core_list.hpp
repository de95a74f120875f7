// Cores within some row set, in the form in which a bound is asked for again and again.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
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

// The cores in groups of equal labels, for all of a group gain as much from further labels; in each by falling value.
template <int N>
class CoreList {
 public:
  // Takes these cores; where no labels are to be added they are one group.
  void assign(std::span<const Core<N>> cores, bool by_labels);
  // What `any` adds to the cores in the one case and in the other.
  void set_bonus(bool which, const LabelBonus& bonus) {
    bonus_[which].clear();
    for (const Word labels : labels_) bonus_[which].push_back(bonus.of(labels));
  }
  // Whether a core within `set`, with the bonus of this case, proves at least `least`.
  bool any(const RowMask<N>& set, int least, bool which) {
    for (std::size_t group = 0; group < labels_.size(); ++group)
      if (any_in(static_cast<int>(group), set, std::max(1, least - bonus_[which][group]))) return true;
    return false;
  }

  std::size_t size() const { return rows_.size(); }
  const RowMask<N>& rows(std::size_t i) const { return rows_[i]; }
  int value(std::size_t i) const { return value_[i]; }

 private:
  void find_groups(std::span<const Core<N>> cores, bool by_labels);
  void count_values(std::span<const Core<N>> cores);
  bool any_in(int group, const RowMask<N>& set, int least) {
    if (least >= values_) return false;
    const int at = group * values_ + least;
    if (above_[at] == begin_[group]) return false;
    return rows_[latest_[at]].within(set) || search(group, set, least);
  }
  bool search(int group, const RowMask<N>& set, int least);

  std::vector<RowMask<N>> rows_;
  std::vector<int> value_;
  std::vector<Word> labels_;               // [group]
  std::array<std::vector<int>, 2> bonus_;  // [case][group]
  std::vector<int> begin_;                 // [group] its first core
  int values_ = 0;                         // that are told apart: 0, 1 ...
  std::vector<int> above_;                 // [group][value] the end of those that prove at least that
  std::vector<int> latest_;  // [group][value] where the last one asked for was found: mostly the next one is the same
  std::vector<int> group_;   // [core as given]
  std::vector<int> place_;   // [group][value] where the next core belongs
};

}  // namespace shortlist
