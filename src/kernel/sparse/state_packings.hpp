// Pair packing at work: every state inherits a packing, and a state that proves hard gets one of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "packing/pair_packing.hpp"
#include "sparse/incumbent.hpp"
#include "sparse/state_bounds.hpp"

namespace shortlist {

// Thrown out of deeper states when a new packing closes the one of this depth.
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
  StatePackings(const Problem& problem, const Bounds& bounds, const StateBounds& state_bounds, Incumbent& incumbent,
                StatePath& path, Monitor& monitor, const Options& options);

  // From now on work counts as spent on the whole table.
  void start() { work_before_ = monitor_.work_done(); }

  // Restricts the packing of `from` to the rows of `s`, or takes the one made for them before: V is at least this.
  Cost adopt(const State& from, State& s);
  // Raises `rest_bound`: the packing restricted to the rows outside each literal, for all literals in one sweep.
  void raise_rests(State& s);
  // Packs what is due, and widens the beam if that is. True when the state is closed by it; throws Closed when one
  // above it is.
  bool repack(State& s);
  // V of the whole table is at least this by its packing.
  Cost table_bound() const { return table_bound_; }

 private:
  struct Packed {
    std::vector<Word> key;
    std::vector<PackedPair> pairs;
  };

  bool table_packing_due() const;
  bool state_packing_due(const State& s) const;
  void prepare_packing();
  void pack_table(const State& here);
  void pack_state(State& s);
  void use_packing(State& s, const std::vector<PackedPair>& pairs, Cost bound);

  const Problem& problem_;
  const Bounds& bounds_;
  const StateBounds& state_bounds_;
  Incumbent& incumbent_;
  StatePath& path_;
  Monitor& monitor_;
  Options options_;
  std::unique_ptr<PairPacking> packing_;     // once it is worth it
  std::unordered_map<Word, Packed> packed_;  // states with a packing of their own, by the hash of their key
  std::size_t packed_bytes_ = 0;
  std::vector<Cost> row_masks_;     // [row][literal of the whole table] all ones where it does not hold
  std::vector<Cost> packed_rests_;  // [literal of the whole table]
  Cost table_bound_ = 0;
  int table_packings_ = 0;
  std::int64_t next_table_packing_ = 0;
  std::int64_t work_before_ = 0;
  std::int64_t packing_cost_per_row_ = 40'000;  // a first guess
};

}  // namespace shortlist
