// Bounds that can be switched off by name, for tests and measurements.
#pragma once

#include <cstdint>

namespace shortlist {

// The names of the bounds in an enum, in its order. Each such enum has a specialisation with the array `all`.
template <class Bound>
struct BoundNames;

// One bit for each bound of an enum; all are on at first.
template <class Bound>
class Switches {
 public:
  bool on(Bound bound) const { return (bits_ >> static_cast<unsigned>(bound)) & 1U; }
  void set(Bound bound, bool value) {
    const std::uint32_t bit = std::uint32_t{1} << static_cast<unsigned>(bound);
    bits_ = value ? bits_ | bit : bits_ & ~bit;
  }

 private:
  std::uint32_t bits_ = ~std::uint32_t{0};
};

}  // namespace shortlist
