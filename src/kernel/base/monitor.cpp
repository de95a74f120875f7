#include "base/monitor.hpp"

#include <algorithm>
#include <utility>

namespace shortlist {
namespace {

constexpr std::int64_t kUnitsBetweenChecks = 200'000;  // well below a millisecond
constexpr double kSecondsBetweenTicks = 0.05;
constexpr double kMoment = 1e-4;

}  // namespace

Monitor::Monitor(std::optional<double> time_limit, const std::atomic<bool>* stop, Tick tick)
    : time_limit_(time_limit), stop_(stop), tick_(std::move(tick)), start_(std::chrono::steady_clock::now()) {}

double Monitor::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void Monitor::improve(Cost cost) {
  if (cost >= cost_) return;
  cost_ = cost;
  note();
}

void Monitor::raise(Cost lower_bound) {
  lower_bound = std::min(lower_bound, cost_);
  if (lower_bound <= lower_bound_) return;
  lower_bound_ = lower_bound;
  note();
}

// The next check reports the change. What changes within a moment is one entry of the trace.
void Monitor::note() {
  const double now = seconds();
  if (trace_.empty() || now - moment_began_ >= kMoment) {
    moment_began_ = now;
    trace_.emplace_back();
  }
  trace_.back() = {now, cost_, lower_bound_, states_};
  last_tick_ = -kSecondsBetweenTicks;
}

void Monitor::check() {
  done_ += kUnitsBetweenChecks;
  left_ += kUnitsBetweenChecks;
  if (left_ < 0) {  // one call reported a great deal
    done_ -= left_;
    left_ = 0;
  }
  if (work_done() >= most_work_) throw Stopped{StopReason::work};
  if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) throw Stopped{StopReason::interrupt};
  const double now = seconds();
  if (time_limit_ && now >= *time_limit_) throw Stopped{StopReason::time};
  if (tick_ && now - last_tick_ >= kSecondsBetweenTicks) {
    last_tick_ = now;
    if (!tick_({now, cost_, lower_bound_, states_})) throw Stopped{StopReason::interrupt};
  }
}

}  // namespace shortlist
