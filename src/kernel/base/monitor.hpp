// Time, interruption and progress, in one place.
//
// The search reports its work in rough units (one vector operation each); every so often the clock is read
// and the caller is asked. Decisions inside the search depend on the work done, never on the clock, so that
// a search that ends by itself always takes the same path.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/bitset.hpp"

namespace shortlist {

// More bytes than any machine has.
inline constexpr std::size_t kNoMemoryLimit = std::size_t{1} << 60;

enum class StopReason { proved, time, memory, interrupt, work };

// Thrown out of the search when a limit is reached.
struct Stopped {
  StopReason reason;
};

struct Progress {
  double seconds;
  Cost cost;
  Cost lower_bound;
  std::int64_t states;
};

class Monitor {
 public:
  // `tick` is called now and then and at each improvement; false stops the search.
  using Tick = std::function<bool(const Progress&)>;

  Monitor(std::optional<double> time_limit, const std::atomic<bool>* stop, Tick tick);

  void work(std::int64_t units) {
    left_ -= units;
    if (left_ < 0) check();
  }
  std::int64_t work_done() const { return done_ - left_; }
  // From now on stops with the reason `work` soon after so much work has been done; for a part of a search that is
  // given up when it takes too long. The previous limit is returned.
  std::int64_t limit_work(std::int64_t most) { return std::exchange(most_work_, most); }
  void count_state() { ++states_; }
  void count_states(std::int64_t more) { states_ += more; }
  std::int64_t states() const { return states_; }

  // Both in the caller's units. Changes are kept in the trace.
  void improve(Cost cost);
  void raise(Cost lower_bound);
  Cost cost() const { return cost_; }
  Cost lower_bound() const { return lower_bound_; }
  const std::vector<Progress>& trace() const { return trace_; }
  double seconds() const;

 private:
  void check();
  void note();

  std::optional<double> time_limit_;
  const std::atomic<bool>* stop_;
  Tick tick_;
  std::chrono::steady_clock::time_point start_;
  double last_tick_ = 0;
  double moment_began_ = 0;  // of the last entry of the trace
  std::int64_t left_ = 0;
  std::int64_t done_ = 0;
  std::int64_t most_work_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t states_ = 0;
  Cost cost_ = kInfinite;
  Cost lower_bound_ = 0;
  std::vector<Progress> trace_;
};

}  // namespace shortlist
