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
#include "base/rule.hpp"
#include "base/switches.hpp"
#include "table/input.hpp"

namespace shortlist {

namespace nb = nanobind;

using Literals = std::vector<std::pair<int, bool>>;  // feature, positive
using Rule = std::pair<Literals, int>;               // literals, label

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

const char* name_of(StopReason reason);

void require_shape(bool good, const char* message);

// A limit as the searches take it: -1 is none.
int limit_of(const std::optional<std::int64_t>& limit, const char* name, int least);

std::size_t bytes_of(const std::optional<std::int64_t>& memory_limit);

// The arrays that `search` and `perfect` have in common; each keeps its own limit on the size of tables.
void read_table(const BoolMatrix& features, std::size_t labels, const BoolVector& rule_labels,
                const BoolVector& default_labels, const BoolMatrix& literals, CallersTable& table);

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

// The caller's list in our numbers. `number_of` maps (feature, positive) to a literal, -1 where the table has none;
// `evaluate` gives the conjunctions their labels and cost. Nothing if it is of no use here.
template <class NumberOf, class Evaluate>
std::optional<List> incumbent_of(const std::optional<std::vector<Rule>>& rules, NumberOf number_of, Evaluate evaluate) {
  if (!rules) return std::nullopt;
  std::vector<Conjunction> conjunctions;
  for (const auto& [literals, label] : *rules) {
    Conjunction conjunction;
    for (const auto& [feature, positive] : literals) {
      conjunction.push_back(number_of(feature, positive));
      if (conjunction.back() < 0) return std::nullopt;
    }
    conjunctions.push_back(std::move(conjunction));
  }
  if (!conjunctions.empty() && conjunctions.back().empty()) conjunctions.pop_back();
  const List list = evaluate(conjunctions);
  return list.cost >= kInfinite ? std::nullopt : std::optional(list);
}

// The list in the caller's numbers, the default rule last; empty if there is none. `origin_of` maps a literal to
// (feature, positive).
template <class OriginOf>
std::vector<Rule> rules_of(const List& list, const std::vector<int>& label_origin, OriginOf origin_of) {
  std::vector<Rule> rules;
  if (list.cost >= kInfinite) return rules;
  for (const LabelledRule& rule : list.rules) {
    Literals literals;
    for (const int l : rule.literals) literals.push_back(origin_of(l));
    std::sort(literals.begin(), literals.end());
    rules.emplace_back(std::move(literals), label_origin[rule.label]);
  }
  rules.emplace_back(Literals{}, label_origin[list.default_label]);
  return rules;
}

// Checks for signals and reports progress to the caller, who may stop the search. Ctrl-C stops it and keeps its result;
// any other exception is kept, to be raised when the search has ended. A new list is reported with its cost.
class Ticker {
 public:
  explicit Ticker(nb::object on_progress) : on_progress_(std::move(on_progress)) {}

  // How the best list of the search is obtained; called only while the search runs.
  void ask(std::function<std::vector<Rule>()> best) { best_ = std::move(best); }
  // False stops the search.
  bool operator()(const Progress& progress);
  void rethrow();

 private:
  nb::object on_progress_;
  std::function<std::vector<Rule>()> best_;
  Cost told_ = kInfinite;
  std::optional<nb::python_error> error_;
};

// One call from Python: the limits of a search, and its way back while it runs with the interpreter free.
class Call {
 public:
  Call(std::optional<double> time_limit, Stop* stop, nb::object on_progress);
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  Monitor& monitor() { return monitor_; }
  Ticker& ticker() { return ticker_; }

  template <class Work>
  void run(Work work) {
    {
      nb::gil_scoped_release release;
      work();
    }
    ticker_.rethrow();
  }

  // The rules found and why the search ended, with what the monitor knows.
  Result result(std::vector<Rule> rules, StopReason reason) const;

 private:
  Ticker ticker_;
  Monitor monitor_;
};

void bind_sparse(nb::module_& m);
void bind_perfect(nb::module_& m);
void bind_covers(nb::module_& m);
void bind_certify(nb::module_& m);
void bind_lrat(nb::module_& m);

}  // namespace shortlist
