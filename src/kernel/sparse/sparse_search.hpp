// Exact search for the cheapest decision list: depth-first over the rows that are left.
//
//   V(S) = min( leaf(S), min over rules A -> c:  price(A) + E_c(S and A) + V(S \ A) )
//
// Every call answers "is V(S) below this budget?", with V itself if so and with a lower bound otherwise; the
// answers are kept per row set. The budget of the whole table rises step by step, so that each pass that
// fails is a proven lower bound and the first that succeeds has found the optimum.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/monitor.hpp"
#include "sparse/bounds.hpp"
#include "sparse/memo.hpp"
#include "sparse/state.hpp"
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
  const List& best() const { return best_; }

 private:
  // A conjunction that is being extended: its counts, its price as a rule, and the scans of the conjunctions
  // that lack one of its literals, with that literal's price.
  struct Prefix {
    const Cost* count;
    Cost price;
    Word labels;  // still in question
    int parts;
    std::array<const LiteralScan*, 2> without;
    std::array<Cost, 2> part_price;
  };

  // Thrown out of deeper states when a new packing closes the one of this depth.
  struct Closed {
    int depth;
  };

  // sparse_search.cpp: the whole table
  void prove();
  void offer(const List& list);
  void raise(Cost bound);
  Cost budget_step(Cost proven) const;
  Cost search_rows(const std::vector<Word>& rows, Allowance allowance, Cost budget);
  List rebuild(Cost value);

  // sparse_state.cpp: one row set
  State& state_at(int depth);
  Cost child(State& s, const int* literals, int length, Cost budget, bool inherit);
  Cost enter(const State& from, State& s, bool inherit);
  std::optional<Cost> without_search(State& s);
  std::optional<Cost> remembered(State& s);
  Cost close(State& s, Cost bound);
  void settle(const State& from, State& s, bool inherit);
  void solve(State& s);
  void improve(State& s, const Table& table, Cost value, const int* literals, int length);
  void bound_rests(State& s);
  void limit_literals(State& s);
  void try_two_rules(State& s);
  bool worth_a_rule(const State& s, int literal) const;
  void two_rules_after(State& s, int literal);
  void branch(State& s);
  void try_candidate(State& s, const Candidate& candidate);
  Cost sibling_bound(State& s);
  void remember_sibling(State& s, Cost value);
  Cost rest_of(const State& s, const int* literals, int length) const;

  // sparse_packing.cpp: pair packing at work
  Cost adopt_packing(const State& from, State& s);
  void raise_rests_by_packing(State& s);
  bool table_packing_due() const;
  bool state_packing_due(const State& s) const;
  bool repack(State& s);
  void prepare_packing();
  void pack_table(const State& here);
  void pack_state(State& s);
  void use_packing(State& s, const std::vector<PackedPair>& pairs, Cost bound);
  void improve_incumbent();

  // sparse_candidates.cpp: rules worth a try
  bool necessary_alone(const State& s, int literal, Cost more) const;
  void gather_single_rules(State& s);
  void gather_long_rules(State& s);
  void gather_board(State& s);
  void gather_pairs(State& s);
  bool fits_longer_rule(const State& s, int literal) const;
  void fill_pair_row(State& s, int first);
  void fill_masks(const State& s, const Prefix& prefix, PairRow& row);
  bool keep_pair(State& s, int first, int second);
  void look_ahead(State& s);
  void offer_candidate(State& s, const std::vector<int>& rule, Cost price, Cost wrong, Cost leaf_rest);
  void extend(State& s, std::vector<int>& prefix, Cost price, Word labels);
  void visit_longer(State& s, std::vector<int>& prefix, Cost prefix_price, int literal, const PairRow& row,
                    Word labels);
  bool necessary_parts(State& s, const std::vector<int>& prefix, int literal);

  const Problem& problem_;
  Scoring scoring_;
  Bounds bounds_;
  Monitor& monitor_;
  Memo memo_;
  List best_;
  std::size_t memory_limit_;
  std::vector<std::unique_ptr<State>> states_;  // [depth]; 0 is the whole table, 1 the rows asked about
  bool recording_ = false;                      // the state of depth 1 must find its rule anew

  // Packing. Work decides when, never the clock.
  struct Packed {
    std::vector<Word> key;
    std::vector<PackedPair> pairs;
  };
  std::unique_ptr<PairPacking> packing_;     // once it is worth it
  std::unordered_map<Word, Packed> packed_;  // states with a packing of their own, by the hash of their key
  std::size_t packed_bytes_ = 0;
  std::vector<Cost> row_masks_;     // [row][literal of the whole table] all ones where it does not hold
  std::vector<Cost> packed_rests_;  // [literal of the whole table]
  Cost table_bound_ = 0;            // V of the whole table is at least this by its packing
  int table_packings_ = 0;
  std::int64_t next_table_packing_ = 0;
  std::int64_t work_of_greedy_ = 0;
  std::int64_t pack_after_;                     // work spent on a state, in percent of what packing it costs
  std::int64_t packing_cost_per_row_ = 40'000;  // a first guess

  std::int64_t next_beam_ = 60'000'000;  // work after which a wider beam is tried
  int beam_width_ = 4;

  // Scratch space of one step at a time.
  CompactScratch compact_scratch_;
  std::vector<Cost> part_count_;
  std::vector<Word> part_cover_;
  std::vector<int> prefix_, state_literals_;
};

}  // namespace shortlist
