// Pair packing at work: every state inherits a packing, and a state that proves hard gets one of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "sparse/incumbent.hpp"
#include "sparse/packed_states.hpp"
#include "sparse/state_bounds.hpp"

namespace shortlist {

// Thrown out of deeper states when the one of this depth is closed: by a packing, by another thread, or, for the depth 0,
// because the question about the whole table is out of date.
struct Closed {
  int depth;
};

// Work decides when something is packed, never the clock.
class StatePackings {
 public:
  struct Options {
    std::size_t memory_limit;
    std::int64_t pack_after;  // work spent on a state, in percent of what packing it costs
  };
  // Without an incumbent neither lists are made nor the whole table is packed: another thread does both.
  StatePackings(const Problem& problem, const Bounds& bounds, const StateBounds& state_bounds, Incumbent* incumbent,
                StatePath& path, PackedStates& packed, Monitor& monitor, const Options& options);

  // From now on work counts as spent on the whole table.
  void start() { work_before_ = monitor_.work_done(); }

  // Restricts the packing of `from` to the rows of `s`, or takes the one made for them before: V is at least this.
  Cost adopt(const State& from, State& s);
  // Raises `rest_bound`: the packing restricted to the rows outside each literal, for all literals in one sweep.
  void raise_rests(State& s);
  // Packs what is due, and widens the beam if that is. True when the state is closed by it; throws Closed when one
  // above it is.
  bool repack(State& s);
  // Called whenever the whole table has been packed.
  void when_table_is_packed(std::function<void()> call) { table_is_packed_ = std::move(call); }
  // Takes over the packing that another thread has made of the whole table.
  void take_table_packing();
  // V of the whole table is at least this by its packing.
  Cost table_bound() const { return table_bound_; }

 private:
  bool is_outdated() const;
  bool table_packing_due() const;
  bool state_packing_due(const State& s) const;
  void prepare_packing();
  void add_up_rests(const State& s, int label);
  Cost served_by_default(const State& s) const;
  void pack_table(const State& here);
  void pack_state(State& s);
  void use_packing(State& s, const std::vector<PackedPair>& pairs, Cost bound);

  const Problem& problem_;
  const Bounds& bounds_;
  const StateBounds& state_bounds_;
  Incumbent* incumbent_;
  StatePath& path_;
  Monitor& monitor_;
  Options options_;
  std::unique_ptr<PairPacking> packing_;  // once it is worth it
  PackedStates& packed_;
  std::shared_ptr<const TablePacking> taken_;  // from another thread
  std::function<void()> table_is_packed_;
  std::vector<Cost> row_masks_;     // [row][literal of the whole table] all ones where it does not hold
  std::vector<Cost> no_literal_;    // [literal of the whole table] all ones
  std::vector<Cost> packed_rests_;  // [literal of the whole table]
  Cost table_bound_ = 0;
  int table_packings_ = 0;
  std::int64_t next_table_packing_ = 0;
  std::int64_t work_before_ = 0;
  std::int64_t packing_cost_per_row_ = 40'000;  // a first guess
};

}  // namespace shortlist
