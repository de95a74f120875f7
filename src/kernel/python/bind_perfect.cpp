// The perfect search for Python.
#include "perfect/search.hpp"
#include "python/binding_types.hpp"

using namespace nanobind::literals;

namespace shortlist {
namespace {

PerfectInput input_of(const BoolMatrix& features, const BoolMatrix& acceptable, const BoolVector& rule_labels,
                      const BoolVector& default_labels, const BoolMatrix& literals) {
  require_shape(acceptable.shape(0) == features.shape(0), "acceptable must have one row per row of features");
  require_shape(rule_labels.shape(0) == acceptable.shape(1), "rule_labels must have one entry per label");
  require_shape(default_labels.shape(0) == acceptable.shape(1), "default_labels must have one entry per label");
  require_shape(literals.shape(0) == features.shape(1) && literals.shape(1) == 2,
                "literals must have two entries per feature");
  require_shape(features.shape(0) < (1U << 28) && features.shape(1) < (1U << 20) && acceptable.shape(1) < (1U << 20),
                "the table is too large");
  PerfectInput in;
  in.rows = static_cast<int>(features.shape(0));
  in.features = static_cast<int>(features.shape(1));
  in.labels = static_cast<int>(acceptable.shape(1));
  in.values = features.data();
  in.acceptable = acceptable.data();
  in.rule_labels = rule_labels.data();
  in.default_labels = default_labels.data();
  in.literals = literals.data();
  return in;
}

// The caller's list in our numbers, if it is perfect. A literal that is always true here is left out; a copy is
// found by the rows on which it holds.
std::optional<List> incumbent_of(const PerfectTable& t, const std::optional<std::vector<Rule>>& rules) {
  if (!rules) return std::nullopt;
  std::vector<Conjunction> conjunctions;
  for (const auto& [literals, label] : *rules) {
    Conjunction conjunction;
    for (const auto& literal : literals) {
      const auto found = std::find(t.literal_origin.begin(), t.literal_origin.end(), literal);
      if (found == t.literal_origin.end()) return std::nullopt;
      conjunction.push_back(static_cast<int>(found - t.literal_origin.begin()));
    }
    conjunctions.push_back(std::move(conjunction));
  }
  if (!conjunctions.empty() && conjunctions.back().empty()) conjunctions.pop_back();
  const List list = perfect_list(t, conjunctions);
  return list.cost >= kInfinite ? std::nullopt : std::optional(list);
}

std::vector<Rule> rules_of(const PerfectTable& t, const List& list) {
  std::vector<Rule> rules;
  if (list.cost >= kInfinite) return rules;
  for (const LabelledRule& rule : list.rules) {
    Literals literals;
    for (const int l : rule.literals) literals.push_back(t.literal_origin[l]);
    std::sort(literals.begin(), literals.end());
    rules.emplace_back(std::move(literals), t.label_origin[rule.label]);
  }
  rules.emplace_back(Literals{}, t.label_origin[list.default_label]);
  return rules;
}

Result perfect(BoolMatrix features, BoolMatrix acceptable, Cost rule_price, Cost literal_price, Cost default_price,
               BoolVector rule_labels, BoolVector default_labels, BoolMatrix literals,
               std::optional<std::int64_t> max_literals, std::optional<std::vector<std::string>> bounds,
               std::optional<double> time_limit, std::optional<std::int64_t> memory_limit,
               std::optional<std::vector<Rule>> incumbent, nb::object on_progress, Stop* stop, std::int64_t seed,
               std::int64_t cores_alone, std::int64_t blank_rows, bool check_cores) {
  PerfectInput in = input_of(features, acceptable, rule_labels, default_labels, literals);
  in.rule_price = rule_price;
  in.literal_price = literal_price;
  in.default_price = default_price;
  in.max_literals = limit_of(max_literals, "max_literals", 0);
  PerfectOptions options;
  options.switches = switches_of<PerfectBound>(bounds, "PERFECT_BOUNDS");
  if (memory_limit) options.memory_limit = static_cast<std::size_t>(std::max<std::int64_t>(0, *memory_limit));
  options.seed = static_cast<std::uint64_t>(seed);
  options.blank_rows = limit_of(blank_rows, "blank_rows", 0);
  options.cores_alone = cores_alone;
  options.check_cores = check_cores;
  Ticker ticker(on_progress);
  Monitor monitor(time_limit, stop == nullptr ? nullptr : &stop->flag,
                  [&ticker](const Progress& progress) { return ticker(progress); });
  Result result;
  {
    nb::gil_scoped_release release;
    const PerfectTable table = make_perfect_table(in);
    PerfectSearch search(table, options, monitor);
    ticker.ask([&] { return rules_of(table, search.best()); });
    const PerfectSearch::Answer answer = search.run(incumbent_of(table, incumbent));
    result.rules = rules_of(table, answer.list);
    result.stop = name_of(answer.reason);
  }
  ticker.rethrow();
  report(monitor, result);
  return result;
}

}  // namespace

void bind_perfect(nb::module_& m) {
  m.attr("PERFECT_BOUNDS") = bound_names<PerfectBound>();
  m.def("perfect", &perfect, "features"_a.noconvert(), "acceptable"_a.noconvert(), nb::kw_only(), "rule_price"_a = 1,
        "literal_price"_a = 1, "default_price"_a = 1, "rule_labels"_a.noconvert(), "default_labels"_a.noconvert(),
        "literals"_a.noconvert(), "max_literals"_a = nb::none(), "bounds"_a = nb::none(), "time_limit"_a = nb::none(),
        "memory_limit"_a = nb::none(), "incumbent"_a = nb::none(), "on_progress"_a = nb::none(), "stop"_a = nb::none(),
        "seed"_a = 0, "cores_alone"_a = PerfectOptions{}.cores_alone, "blank_rows"_a = 0, "check_cores"_a = false);
}

}  // namespace shortlist
