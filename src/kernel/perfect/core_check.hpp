// Proves a core again, slowly and by another way: for tests.
#pragma once

#include <map>
#include <vector>

#include "perfect/table.hpp"

namespace shortlist {

class CoreCheck {
 public:
  explicit CoreCheck(const PerfectTable& table) : table_(table) {}

  // Throws std::logic_error unless W(rows) >= value. Tries every pure rule on every set of rows.
  void verify(const std::vector<int>& rows, Cost value) const;

 private:
  const PerfectTable& table_;
};

}  // namespace shortlist
