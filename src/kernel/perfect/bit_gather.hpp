// The bits of a word that a mask has, side by side at the low end.
//
// Source: Warren, Hacker's Delight, section 7-4. What depends on the mask alone is worked out once, and
// loops over many words are left to the vector instructions of any processor.
#pragma once

#include <array>

#include "base/bitset.hpp"

namespace shortlist {

class BitGather {
 public:
  explicit BitGather(Word mask) : mask_(mask) {
    Word to_go = ~mask << 1;
    for (std::size_t i = 0; i < moved_.size(); ++i) {
      Word odd = to_go;  // bits with an odd number of gaps below them, of the gaps not yet closed
      for (int shift = 1; shift < kWordBits; shift *= 2) odd ^= odd << shift;
      moved_[i] = odd & mask;
      mask = (mask ^ moved_[i]) | (moved_[i] >> (1U << i));
      to_go &= ~odd;
    }
  }

  [[gnu::always_inline]] Word operator()(Word bits) const {
    bits &= mask_;
    for (std::size_t i = 0; i < moved_.size(); ++i) {
      const Word moved = bits & moved_[i];
      bits = (bits ^ moved) | (moved >> (1U << i));
    }
    return bits;
  }

 private:
  Word mask_;
  std::array<Word, 6> moved_{};  // [step] bits that go down by 2^step
};

}  // namespace shortlist
