// A decision list over the whole table: its cost, its labels, and its simplest form.
#pragma once

#include <vector>

#include "base/rule.hpp"
#include "table/counting.hpp"

namespace shortlist {

// The rows of `within` on which all literals hold.
void intersect_rule(const Problem& problem, const Conjunction& literals, const Word* within, Word* out);

// Best labels for the given conjunctions in the given order; infinite cost when a constraint is violated.
// Ties go to the label that loses least on the whole table, then to the first.
List evaluate(const Problem& problem, const std::vector<Conjunction>& rules);

// Drops rules, then literals, as long as the cost does not rise. The result is deterministic: later rules
// are tried first, and within a rule the last literal first; literals are in feature order.
List simplify(const Problem& problem, const List& list);

}  // namespace shortlist
