// Exact search for the cheapest decision list: depth-first over the rows that are left.
//
//   V(S) = min( leaf(S), min over rules A -> c:  price(A) + E_c(S and A) + V(S \ A) )
//
// Every call answers "is V(S) below this budget?", with V itself if so and with a lower bound otherwise; the
// answers are kept per row set. The budget of the whole table rises step by step, so that each pass that
// fails is a proven lower bound and the first that succeeds has found the optimum.
//
// A table that proves hard may be given more threads. What is claimed then, and the list, are the same on every run.
#pragma once

#include <cstdint>
#include <optional>

#include "sparse/helpers.hpp"
#include "table/list.hpp"

namespace shortlist {

struct SparseOptions {
  Switches<Bound> switches;
  std::size_t memory_limit = kNoMemoryLimit;
  std::int64_t pack_after = 70;  // see StatePackings
  int threads = 1;
};

class SparseSearch {
 public:
  SparseSearch(const Problem& problem, const SparseOptions& options, Monitor& monitor);

  // The best list found; optimal when the reason is `proved`.
  struct Answer {
    List list;
    StopReason reason;
  };
  Answer run(const std::optional<List>& incumbent);
  // A good list by so much work of annealing, without end if it is negative; nothing is proved.
  Answer anneal(const std::optional<List>& incumbent, std::int64_t work);
  const List& best() const { return incumbent_.best(); }

 private:
  void begin(const std::optional<List>& incumbent);
  void prove();
  void call_helpers();
  void settle_list();
  std::optional<Cost> search_all(const std::vector<Word>& rows, Cost budget);
  Answer ended(StopReason reason);
  Cost budget_step(Cost proven) const;
  List rebuild(Cost value);

  const Problem& problem_;
  Scoring scoring_;
  Bounds bounds_;
  Monitor& monitor_;
  std::size_t memory_limit_;
  int threads_;
  SharedKnowledge shared_;
  Incumbent incumbent_;
  Cost cost_before_help_ = 0;           // of the best list when the helpers began
  std::int64_t moves_before_help_ = 0;  // of annealing
  Helpers helpers_;
  StateSearch states_;
};

}  // namespace shortlist
