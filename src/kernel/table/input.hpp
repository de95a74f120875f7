// What every search gets from its caller: the rows and what may be said of them. Row-major and unowned.
#pragma once

namespace shortlist {

struct CallersTable {
  int rows = 0, features = 0, labels = 0;
  const bool* values = nullptr;          // [rows][features]
  const bool* rule_labels = nullptr;     // [labels] may a rule predict it?
  const bool* default_labels = nullptr;  // [labels] may the default rule predict it?
  const bool* literals = nullptr;        // [features][2] may it be used? negated, positive
  int max_literals = -1;                 // in one rule; negative: no limit
};

}  // namespace shortlist
