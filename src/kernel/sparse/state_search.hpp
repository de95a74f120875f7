// One set of undecided rows: entering it, closing it early, and trying its rules. One thread's work.
#pragma once

#include <optional>
#include <vector>

#include "sparse/candidate_rules.hpp"
#include "sparse/memo.hpp"
#include "sparse/trails.hpp"

namespace shortlist {

// What the threads of a search have in common.
struct SharedKnowledge {
  SharedKnowledge(const Problem& problem, std::size_t memo_bytes, std::size_t packing_bytes, int threads)
      : memo(problem.table.words + (problem.limited() ? 1 : 0), memo_bytes, threads),
        packed(packing_bytes),
        trails(threads) {}

  Memo memo;
  PackedStates packed;
  Trails trails;
};

class StateSearch {
 public:
  // Threads are numbered from 0, which has the incumbent.
  StateSearch(const Problem& problem, const Bounds& bounds, SharedKnowledge& shared, int thread, Incumbent* incumbent,
              Monitor& monitor, const StatePackings::Options& options);

  // V of rows of the whole table if that is below the budget; else a lower bound that is not.
  Cost search(const std::vector<Word>& rows, Allowance allowance, Cost budget);
  // The first rule of a list of value V(rows), valid until the next call; null if that is the default rule alone.
  const Conjunction* first_rule(const std::vector<Word>& rows, Allowance allowance, Cost value);

  StatePackings& packings() { return packings_; }

 private:
  // How a child is asked for: whether it inherits limits of literals, and whether it may wait if another thread is in
  // it. If so the answer is kWaits.
  struct Manner {
    bool inherit;
    bool may_wait;
  };
  static constexpr Cost kWaits = -1;

  Cost child(State& s, const int* literals, int length, Allowance allowance, Cost budget, Manner manner);
  Cost enter(const State& from, State& s, Manner manner);
  Cost search_rows(const State& from, State& s, bool inherit);
  std::optional<Cost> remembered(State& s);
  Cost close(State& s, Cost bound);
  void settle(const State& from, State& s, bool inherit);
  void solve(State& s);
  void share_rests(State& s) const;
  void look_ahead(State& s);
  bool look_at(State& s, int on_board, bool may_wait);
  void branch(State& s);
  bool try_candidate(State& s, const Candidate& candidate, bool may_wait);
  bool is_closed(State& s);

  const Problem& problem_;
  Scoring scoring_;
  const Bounds& bounds_;
  Monitor& monitor_;
  SharedKnowledge& shared_;
  int thread_;
  StatePath path_;
  StateBounds state_bounds_;
  StatePackings packings_;
  CandidateRules candidates_;
  CompactScratch compact_scratch_;
  std::vector<int> inherited_;  // [literal of the parent] limits of those that were merged
};

}  // namespace shortlist
