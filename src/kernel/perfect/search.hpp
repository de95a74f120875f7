// The shortest perfect list: cores on active rows, counterexamples from the whole table, beams and annealing for the upper
// bound.
//
// Claim: W of the active rows bounds W of the table from below (monotony), and a list for the active rows that is right
//   on the whole table is optimal when nothing cheaper exists for the active rows.
// So the search asks "is W(active) >= lower bound + 1?". A refutation raises the bound; a list that is wrong somewhere
// makes one of its wrong rows active; a list that is right everywhere, or an upper bound that is met, ends it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/monitor.hpp"
#include "perfect/annealed_lists.hpp"
#include "perfect/beam.hpp"
#include "perfect/bounds.hpp"
#include "perfect/packing.hpp"
#include "perfect/refutation.hpp"
#include "perfect/table.hpp"
#include "perfect/window_search.hpp"

namespace shortlist {

struct PerfectOptions {
  Switches<PerfectBound> switches;
  std::size_t memory_limit = kNoMemoryLimit;
  std::uint64_t seed = 0;                 // which row of each label is active first
  int blank_rows = 0;                     // positions left free at the beginning, so that tests need wide masks
  std::int64_t cores_alone = 20'000'000;  // work before packing, beams, annealing and windows get their share
  bool rough_discounts = false;  // for tests: the first packing has them, and is far from solved before it is repaired
  bool check_cores = false;      // prove each core again
};

class PerfectSearch {
 public:
  PerfectSearch(const PerfectTable& table, const PerfectOptions& options, Monitor& monitor);

  // The best list found; optimal when the reason is `proved`, and none exists when its cost is then infinite.
  struct Answer {
    List list;
    StopReason reason;
  };
  Answer run(const std::optional<List>& incumbent);
  const List& best() const { return best_; }

  // Only a list cheaper than `limit`, if there is one; stops by exception and reports nothing.
  std::optional<List> below(Cost limit);

  // Whether W of the table is at least the goal, by cores alone; the observer hears of each. Stops by exception.
  bool reaches(Cost goal, CoreObserver& observer);

 private:
  template <int N>
  void prove(CoreStore<N> store);
  template <int N>
  bool prove_within(CoreStore<N>& store);
  template <int N>
  bool prove_on_active(Refutation<N>& refutation);
  bool judge(const List& list);
  void activate(int row);
  void first_rows();
  void offer(const List& list);
  void raise(Cost bound);
  Cost attainable(Cost price) const;
  void conquer_greedily();
  void improve_incumbent();
  bool cores_lag_behind() const;
  PackedTable::Discounts discounts() const;
  void pack_table();

  const PerfectTable& table_;
  PerfectOptions options_;
  Monitor& monitor_;
  PerfectBeam beam_;
  AnnealedLists annealed_;
  WindowSearch windows_;
  std::unique_ptr<PackedTable> packed_;  // when cores alone have not settled it
  List best_;
  Cost proven_ = 0;   // W of the table is at least this
  Cost refuted_ = 0;  // W of the active rows is at least this, by cores
  bool conquered_ = false;
  bool from_above_ = false;              // looks for any list below a given price, not for the cheapest
  CoreObserver* observer_ = nullptr;     // of a proof that takes one step of the budget after the other
  std::vector<int> active_;              // rows, in the order in which they became active
  std::vector<std::int64_t> activity_;   // [position] how often a row was part of a core
  std::vector<std::int64_t> closeness_;  // [row of the table] to the active rows of other labels
};

}  // namespace shortlist
