// The Python module: arrays in, a result object out, the interpreter free in between.
#include "python/binding_types.hpp"
#include "sparse/sparse_search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace shortlist {
namespace {

// The caller's list in our numbers. A literal of a feature that is constant, a copy or unused on this table
// is found by its original index; where that feature is gone the list is no use as an incumbent.
std::optional<List> incumbent_of(const Problem& p, const std::optional<std::vector<Rule>>& rules) {
  if (!rules) return std::nullopt;
  std::vector<Conjunction> conjunctions;
  for (const auto& [literals, label] : *rules) {
    Conjunction conjunction;
    for (const auto& [feature, positive] : literals) {
      int found = -1;
      for (int f = 0; f < p.table.features; ++f)
        if (p.table.origin[f] == feature) found = f;
      if (found < 0) return std::nullopt;
      conjunction.push_back(positive ? found : p.table.stride + found);
    }
    conjunctions.push_back(std::move(conjunction));
  }
  if (!conjunctions.empty() && conjunctions.back().empty()) conjunctions.pop_back();
  const List list = evaluate(p, conjunctions);
  if (list.cost >= kInfinite) return std::nullopt;
  return list;
}

std::vector<Rule> rules_of(const Problem& p, const List& list) {
  std::vector<Rule> rules;
  for (const LabelledRule& rule : list.rules) {
    Literals literals;
    for (int l : rule.literals) literals.emplace_back(p.table.origin[feature_of(p.table, l)], is_positive(p.table, l));
    rules.emplace_back(std::move(literals), p.label_origin[rule.label]);
  }
  rules.emplace_back(Literals{}, p.label_origin[list.default_label]);
  return rules;
}

Input input_of(const BoolMatrix& features, const CostMatrix& losses, const CostVector& weights,
               const CostVector& literal_prices, const BoolVector& rule_labels, const BoolVector& default_labels,
               const BoolMatrix& literals) {
  require_shape(losses.shape(0) == features.shape(0), "losses must have one row per row of features");
  require_shape(weights.shape(0) == features.shape(0), "weights must have one entry per row of features");
  require_shape(literal_prices.shape(0) == features.shape(1), "literal_prices must have one entry per feature");
  require_shape(rule_labels.shape(0) == losses.shape(1), "rule_labels must have one entry per label");
  require_shape(default_labels.shape(0) == losses.shape(1), "default_labels must have one entry per label");
  require_shape(literals.shape(0) == features.shape(1) && literals.shape(1) == 2,
                "literals must have two entries per feature");
  require_shape(features.shape(0) < (1U << 30) && features.shape(1) < (1U << 24) && losses.shape(1) < (1U << 24),
                "the table is too large");
  Input in;
  in.rows = static_cast<int>(features.shape(0));
  in.features = static_cast<int>(features.shape(1));
  in.labels = static_cast<int>(losses.shape(1));
  in.values = features.data();
  in.losses = losses.data();
  in.weights = weights.data();
  in.literal_prices = literal_prices.data();
  in.rule_labels = rule_labels.data();
  in.default_labels = default_labels.data();
  in.literals = literals.data();
  return in;
}

Result search(BoolMatrix features, CostMatrix losses, CostVector weights, Cost rule_price, CostVector literal_prices,
              Cost default_price, BoolVector rule_labels, BoolVector default_labels, BoolMatrix literals,
              std::optional<std::int64_t> max_rules, std::optional<std::int64_t> max_literals,
              std::optional<std::int64_t> max_size, Cost min_rows, std::optional<std::vector<std::string>> bounds,
              std::optional<double> time_limit, std::optional<std::int64_t> memory_limit,
              std::optional<std::vector<Rule>> incumbent, nb::object on_progress, Stop* stop, std::int64_t pack_after) {
  Input in = input_of(features, losses, weights, literal_prices, rule_labels, default_labels, literals);
  in.rule_price = rule_price;
  in.default_price = default_price;
  in.max_rules = limit_of(max_rules, "max_rules", 0);
  in.max_literals = limit_of(max_literals, "max_literals", 0);
  in.max_size = limit_of(max_size, "max_size", 1);
  in.min_rows = min_rows;
  const Switches<Bound> switches = switches_of<Bound>(bounds, "BOUNDS");
  constexpr std::int64_t kNoLimit = std::int64_t{1} << 60;
  const auto bytes = static_cast<std::size_t>(memory_limit.value_or(kNoLimit));

  Ticker ticker(on_progress);
  Monitor monitor(time_limit, stop == nullptr ? nullptr : &stop->flag,
                  [&ticker](const Progress& progress) { return ticker(progress); });
  Result result;
  {
    nb::gil_scoped_release release;
    const Problem problem = normalise(in);
    SparseSearch sparse(problem, switches, monitor, bytes, pack_after);
    ticker.ask([&] { return rules_of(problem, sparse.best()); });
    const SparseSearch::Answer answer = sparse.run(incumbent_of(problem, incumbent));
    result.rules = rules_of(problem, answer.list);
    result.stop = name_of(answer.reason);
  }
  ticker.rethrow();
  report(monitor, result);
  return result;
}

}  // namespace
}  // namespace shortlist

NB_MODULE(_kernel, m) {
  using namespace shortlist;
  m.doc() = "Exact search for the cheapest decision list of a table.";
  m.attr("BOUNDS") = bound_names<Bound>();

  nb::class_<Stop>(m, "Stop", "A flag that stops a running search; may be set from any thread.")
      .def(nb::init<>())
      .def("set", [](Stop& stop) { stop.flag.store(true); })
      .def_prop_ro("is_set", [](const Stop& stop) { return stop.flag.load(); });

  nb::class_<Result>(m, "SearchResult")
      .def_ro("rules", &Result::rules)
      .def_ro("cost", &Result::cost)
      .def_ro("lower_bound", &Result::lower_bound)
      .def_ro("stop", &Result::stop)
      .def_ro("states", &Result::states)
      .def_ro("work", &Result::work)
      .def_ro("seconds", &Result::seconds)
      .def_ro("trace", &Result::trace);

  // Arrays are taken as they are: a silent conversion could cut off fractions.
  m.def("search", &search, "features"_a.noconvert(), "losses"_a.noconvert(), "weights"_a.noconvert(), nb::kw_only(),
        "rule_price"_a, "literal_prices"_a.noconvert(), "default_price"_a, "rule_labels"_a.noconvert(),
        "default_labels"_a.noconvert(), "literals"_a.noconvert(), "max_rules"_a = nb::none(),
        "max_literals"_a = nb::none(), "max_size"_a = nb::none(), "min_rows"_a = 0, "bounds"_a = nb::none(),
        "time_limit"_a = nb::none(), "memory_limit"_a = nb::none(), "incumbent"_a = nb::none(),
        "on_progress"_a = nb::none(), "stop"_a = nb::none(), "pack_after"_a = 70);
  bind_perfect(m);
  bind_covers(m);
}
