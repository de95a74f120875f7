// Exact search for the cheapest decision list: depth-first over the rows that are left.
//
//   V(S) = min( leaf(S), min over rules A -> c:  price(A) + E_c(S and A) + V(S \ A) )
//
// Every call answers "is V(S) below this budget?", with V itself if so and with a lower bound otherwise; the
// answers are kept per row set. The budget of the whole table rises step by step, so that each pass that
// fails is a proven lower bound and the first that succeeds has found the optimum.
#pragma once

#include <cstdint>
#include <optional>

#include "sparse/state_search.hpp"
#include "table/list.hpp"

namespace shortlist {

class SparseSearch {
 public:
  SparseSearch(const Problem& problem, Switches<Bound> switches, Monitor& monitor, std::size_t memory_limit,
               std::int64_t pack_after);

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
  Cost budget_step(Cost proven) const;
  List rebuild(Cost value);

  const Problem& problem_;
  Scoring scoring_;
  Bounds bounds_;
  Monitor& monitor_;
  std::size_t memory_limit_;
  Incumbent incumbent_;
  StateSearch states_;
};

}  // namespace shortlist
