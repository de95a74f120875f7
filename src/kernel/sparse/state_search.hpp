// One set of undecided rows: entering it, closing it early, and trying its rules.
#pragma once

#include <optional>
#include <vector>

#include "sparse/candidate_rules.hpp"
#include "sparse/memo.hpp"

namespace shortlist {

class StateSearch {
 public:
  StateSearch(const Problem& problem, const Bounds& bounds, Incumbent& incumbent, Monitor& monitor,
              std::size_t memo_bytes, const StatePackings::Options& options);

  // V of rows of the whole table if that is below the budget; else a lower bound that is not.
  Cost search(const std::vector<Word>& rows, Allowance allowance, Cost budget);
  // The first rule of a list of value V(rows), valid until the next call; null if that is the default rule alone.
  const Conjunction* first_rule(const std::vector<Word>& rows, Allowance allowance, Cost value);

  StatePackings& packings() { return packings_; }

 private:
  Cost child(State& s, const int* literals, int length, Cost budget, bool inherit);
  Cost enter(const State& from, State& s, bool inherit);
  std::optional<Cost> remembered(State& s);
  Cost close(State& s, Cost bound);
  void settle(const State& from, State& s, bool inherit);
  void solve(State& s);
  void look_ahead(State& s);
  void branch(State& s);
  void try_candidate(State& s, const Candidate& candidate);

  const Problem& problem_;
  Scoring scoring_;
  const Bounds& bounds_;
  Monitor& monitor_;
  StatePath path_;
  Memo memo_;
  StateBounds state_bounds_;
  StatePackings packings_;
  CandidateRules candidates_;
  CompactScratch compact_scratch_;
};

}  // namespace shortlist
