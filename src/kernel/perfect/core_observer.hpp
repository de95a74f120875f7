// Whoever wants to hear of every core that is learned, with the cores that it may rest on.
#pragma once

#include <vector>

#include "base/bitset.hpp"

namespace shortlist {

struct ObservedCore {
  std::vector<int> rows;  // of the table, in no order
  Cost value = 0;         // W of these rows is at least this
};

class CoreObserver {
 public:
  CoreObserver() = default;
  CoreObserver(const CoreObserver&) = delete;
  CoreObserver& operator=(const CoreObserver&) = delete;
  virtual ~CoreObserver() = default;
  // `within` are cores inside this one; what class counts prove may be among them.
  virtual void learned(const ObservedCore& core, const std::vector<ObservedCore>& within) = 0;
};

}  // namespace shortlist
