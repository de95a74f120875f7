// Bytes that a search may hold, counted by those who hold them.
#pragma once

#include <cstddef>
#include <utility>

#include "base/monitor.hpp"

namespace shortlist {

class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t limit) : left_(limit) {}
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  // Stops the search if there are not so many left.
  void take(std::size_t bytes) {
    if (bytes > left_) throw Stopped{StopReason::memory};
    left_ -= bytes;
  }
  void give_back(std::size_t bytes) { left_ += bytes; }

 private:
  std::size_t left_;
};

// Bytes that are taken as long as this lives; a copy takes as many again. The budget must live longer.
class HeldBytes {
 public:
  HeldBytes(MemoryBudget& budget, std::size_t bytes) : budget_(&budget), bytes_(bytes) { budget_->take(bytes_); }
  HeldBytes(const HeldBytes& other) : HeldBytes(*other.budget_, other.bytes_) {}
  HeldBytes(HeldBytes&& other) noexcept : budget_(other.budget_), bytes_(std::exchange(other.bytes_, 0)) {}
  HeldBytes& operator=(HeldBytes other) noexcept {
    std::swap(budget_, other.budget_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~HeldBytes() { budget_->give_back(bytes_); }

 private:
  MemoryBudget* budget_;
  std::size_t bytes_;
};

}  // namespace shortlist
