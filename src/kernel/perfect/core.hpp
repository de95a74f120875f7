// A row core: rows T with a proof that W(T) is at least some value (see core_store.hpp).
#pragma once

#include <algorithm>
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

// Cores side by side in memory, for loops over all of them.
template <int N>
struct CoreArrays {
  std::vector<RowMask<N>> rows;
  std::vector<int> value;
  std::vector<Word> labels;  // 0 where nobody asks for them
  std::size_t count = 0;     // the vectors may be longer

  void reserve(std::size_t most) {
    if (rows.size() >= most) return;
    rows.resize(most);
    value.resize(most);
    labels.resize(most);
  }
  // Without a branch, which could not be predicted: what is not kept is written over. There must be room for one more.
  void put(const Core<N>& core, bool keep) {
    rows[count] = core.rows;
    value[count] = core.value;
    labels[count] = core.labels;
    count += keep ? 1 : 0;
  }
};

}  // namespace shortlist
