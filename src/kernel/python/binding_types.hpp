// What the bindings of all searches share: arrays, the result object, the stop flag, and the way back to Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/monitor.hpp"
#include "base/switches.hpp"

namespace shortlist {

namespace nb = nanobind;

using Literals = std::vector<std::pair<int, bool>>;
using Rule = std::pair<Literals, int>;

using BoolMatrix = nb::ndarray<const bool, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using BoolVector = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using CostMatrix = nb::ndarray<const Cost, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using CostVector = nb::ndarray<const Cost, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// A flag that another thread or a signal handler may set.
struct Stop {
  std::atomic<bool> flag{false};
};

struct Result {
  std::vector<Rule> rules;
  Cost cost;
  Cost lower_bound;
  std::string stop;
  std::int64_t states;
  std::int64_t work;
  double seconds;
  std::vector<std::tuple<double, Cost, Cost>> trace;
};

inline const char* name_of(StopReason reason) {
  switch (reason) {
    case StopReason::proved: return "proved";
    case StopReason::time: return "time";
    case StopReason::memory: return "memory";
    case StopReason::interrupt: return "interrupt";
    case StopReason::work: break;  // only inside a search
  }
  return "";
}

inline void require_shape(bool good, const char* message) {
  if (!good) throw std::invalid_argument(message);
}

inline int limit_of(const std::optional<std::int64_t>& limit, const char* name, int least) {
  if (!limit) return -1;
  if (*limit < least)
    throw std::invalid_argument(std::string(name) + " must be at least " + std::to_string(least) + ", got " +
                                std::to_string(*limit));
  return static_cast<int>(std::min<std::int64_t>(*limit, 1 << 20));
}

// The bounds that the caller names, all others off; all on if nothing is said. `list` is what the names come from.
template <class Bound>
Switches<Bound> switches_of(const std::optional<std::vector<std::string>>& names, const char* list) {
  Switches<Bound> switches;
  if (!names) return switches;
  const auto& all = BoundNames<Bound>::all;
  for (std::size_t i = 0; i < all.size(); ++i) switches.set(static_cast<Bound>(i), false);
  for (const std::string& name : *names) {
    const auto found = std::find(all.begin(), all.end(), name);
    if (found == all.end())
      throw std::invalid_argument(std::string("bounds must be names from ") + list + ", got '" + name + "'");
    switches.set(static_cast<Bound>(found - all.begin()), true);
  }
  return switches;
}

template <class Bound>
nb::tuple bound_names() {
  const auto& all = BoundNames<Bound>::all;
  return nb::tuple(nb::cast(std::vector<std::string>(all.begin(), all.end())));
}

// Asks the interpreter for signals and the caller for leave to go on. Ctrl-C stops the search and keeps its
// result; any other exception is the caller's and is kept for later. A list that is new is told with its cost.
class Ticker {
 public:
  explicit Ticker(nb::object on_progress) : on_progress_(std::move(on_progress)) {}

  // How to ask the search for its best list; valid as long as the search runs.
  void ask(std::function<std::vector<Rule>()> best) { best_ = std::move(best); }

  bool operator()(const Progress& progress) {
    nb::gil_scoped_acquire hold;
    if (PyErr_CheckSignals() != 0) {
      if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) {
        PyErr_Clear();
      } else {
        error_.emplace();
      }
      return false;
    }
    if (on_progress_.is_none()) return true;
    try {
      const nb::object rules = progress.cost < told_ && best_ ? nb::cast(best_()) : nb::none();
      told_ = progress.cost;
      const nb::object answer =
          on_progress_(progress.cost, progress.lower_bound, progress.states, progress.seconds, rules);
      return !answer.is(nb::borrow(Py_False));
    } catch (nb::python_error& error) {
      error_.emplace(std::move(error));
      return false;
    }
  }

  void rethrow() {
    if (error_) throw std::move(*error_);
  }

 private:
  nb::object on_progress_;
  std::function<std::vector<Rule>()> best_;
  Cost told_ = kInfinite;
  std::optional<nb::python_error> error_;
};

// What the monitor knows, into the result.
inline void report(const Monitor& monitor, Result& result) {
  result.cost = monitor.cost();
  result.lower_bound = monitor.lower_bound();
  result.states = monitor.states();
  result.work = monitor.work_done();
  result.seconds = monitor.seconds();
  for (const Progress& p : monitor.trace()) result.trace.emplace_back(p.seconds, p.cost, p.lower_bound);
}

void bind_perfect(nb::module_& m);
void bind_covers(nb::module_& m);

}  // namespace shortlist
