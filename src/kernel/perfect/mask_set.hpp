// A set of row masks that is filled and emptied again and again.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "perfect/row_mask.hpp"

namespace shortlist {

template <int N>
class MaskSet {
 public:
  MaskSet() : slots_(256), stamp_(256, 0) {}

  void clear() {
    size_ = 0;
    if (++now_ == 0) {
      std::fill(stamp_.begin(), stamp_.end(), 0);
      now_ = 1;
    }
  }

  // False when it was there before.
  bool insert(const RowMask<N>& mask) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    return place(mask);
  }

 private:
  bool place(const RowMask<N>& mask) {
    const std::size_t last = slots_.size() - 1;
    std::size_t i = mask.hash() & last;
    for (; stamp_[i] == now_; i = (i + 1) & last)
      if (slots_[i] == mask) return false;
    slots_[i] = mask;
    stamp_[i] = now_;
    ++size_;
    return true;
  }

  void grow() {
    const std::vector<RowMask<N>> old = std::move(slots_);
    const std::vector<std::uint32_t> stamp = std::move(stamp_);
    slots_.assign(2 * old.size(), {});
    stamp_.assign(2 * old.size(), 0);
    size_ = 0;
    for (std::size_t i = 0; i < old.size(); ++i)
      if (stamp[i] == now_) place(old[i]);
  }

  std::vector<RowMask<N>> slots_;
  std::vector<std::uint32_t> stamp_;
  std::uint32_t now_ = 1;
  std::size_t size_ = 0;
};

}  // namespace shortlist
