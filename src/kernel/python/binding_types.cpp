#include "python/binding_types.hpp"

namespace shortlist {

const char* name_of(StopReason reason) {
  switch (reason) {
    case StopReason::proved: return "proved";
    case StopReason::time: return "time";
    case StopReason::memory: return "memory";
    case StopReason::interrupt: return "interrupt";
    case StopReason::work: return "work";
  }
  return "";
}

void require_shape(bool good, const char* message) {
  if (!good) throw std::invalid_argument(message);
}

int limit_of(const std::optional<std::int64_t>& limit, const char* name, int least) {
  if (!limit) return -1;
  if (*limit < least)
    throw std::invalid_argument(std::string(name) + " must be at least " + std::to_string(least) + ", got " +
                                std::to_string(*limit));
  return static_cast<int>(std::min<std::int64_t>(*limit, 1 << 20));
}

std::size_t bytes_of(const std::optional<std::int64_t>& memory_limit) {
  if (!memory_limit) return kNoMemoryLimit;
  return static_cast<std::size_t>(std::max<std::int64_t>(0, *memory_limit));
}

void read_table(const BoolMatrix& features, std::size_t labels, const BoolVector& rule_labels,
                const BoolVector& default_labels, const BoolMatrix& literals, CallersTable& table) {
  require_shape(rule_labels.shape(0) == labels, "rule_labels must have one entry per label");
  require_shape(default_labels.shape(0) == labels, "default_labels must have one entry per label");
  require_shape(literals.shape(0) == features.shape(1) && literals.shape(1) == 2,
                "literals must have two entries per feature");
  require_shape(features.shape(0) < (1U << 30) && features.shape(1) < (1U << 24) && labels < (1U << 24),
                "the table is too large");
  table.rows = static_cast<int>(features.shape(0));
  table.features = static_cast<int>(features.shape(1));
  table.labels = static_cast<int>(labels);
  table.values = features.data();
  table.rule_labels = rule_labels.data();
  table.default_labels = default_labels.data();
  table.literals = literals.data();
}

bool Ticker::operator()(const Progress& progress) {
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

void Ticker::rethrow() {
  if (error_) throw std::move(*error_);
}

Call::Call(std::optional<double> time_limit, Stop* stop, nb::object on_progress)
    : ticker_(std::move(on_progress)),
      monitor_(time_limit, stop == nullptr ? nullptr : &stop->flag,
               [this](const Progress& progress) { return ticker_(progress); }) {}

Result Call::result(std::vector<Rule> rules, StopReason reason) const {
  Result result{std::move(rules),  monitor_.cost(),      monitor_.lower_bound(), name_of(reason),
                monitor_.states(), monitor_.work_done(), monitor_.seconds(),     {}};
  for (const Progress& p : monitor_.trace()) result.trace.emplace_back(p.seconds, p.cost, p.lower_bound);
  return result;
}

}  // namespace shortlist
