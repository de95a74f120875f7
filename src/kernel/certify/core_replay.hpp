// Checks a row core as a verifier will, to learn which other cores its proof needs.
//
// Claim: if the cores inside T close every rule on T, in whatever order conjunctions are looked at, so do they here: the
//   bounds are monotone, and every pure rule is closed by what it leaves.
// The order, and with it the hints that are needed, is that of the verifier: rules R, M, E, G, N, L and X of
// docs/proofs.md, in which a wrong label costs `dear`.
#pragma once

#include <vector>

#include "perfect/row_mask.hpp"
#include "perfect/table.hpp"

namespace shortlist {

// Another core as the replay sees it.
struct UsableCore {
  const std::vector<int>& rows;  // of the table, all of them in T
  Cost value;
};

class CoreReplay {
 public:
  // `dear` is what a wrong label costs: the goal of the whole proof.
  CoreReplay(const PerfectTable& table, Cost dear) : table_(table), dear_(dear), place_(table.rows, 0) {}

  // The cores that prove W(rows) >= bound, by their place in `cores`; throws std::logic_error if they do not.
  std::vector<int> needed(const std::vector<int>& rows, Cost bound, const std::vector<UsableCore>& cores);

 private:
  template <int N>
  std::vector<int> run(const std::vector<int>& rows, Cost bound, const std::vector<UsableCore>& cores);

  const PerfectTable& table_;
  Cost dear_;
  std::vector<int> place_;  // [row of the table] in T
};

}  // namespace shortlist
