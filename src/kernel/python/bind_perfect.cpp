// The perfect search for Python.
#include "perfect/search.hpp"
#include "python/binding_types.hpp"

using namespace nanobind::literals;

namespace shortlist {
namespace {

PerfectInput input_of(const BoolMatrix& features, const BoolMatrix& acceptable, const BoolVector& rule_labels,
                      const BoolVector& default_labels, const BoolMatrix& literals) {
  require_shape(acceptable.shape(0) == features.shape(0), "acceptable must have one row per row of features");
  require_shape(features.shape(0) < (1U << 28) && features.shape(1) < (1U << 20) && acceptable.shape(1) < (1U << 20),
                "the table is too large");
  PerfectInput in;
  read_table(features, acceptable.shape(1), rule_labels, default_labels, literals, in);
  in.acceptable = acceptable.data();
  return in;
}

// A literal that holds on all rows, on none, or where an earlier one does is gone.
int number_of(const PerfectTable& table, int feature, bool positive) {
  const auto found = std::find(table.literal_origin.begin(), table.literal_origin.end(), std::pair(feature, positive));
  return found == table.literal_origin.end() ? -1 : static_cast<int>(found - table.literal_origin.begin());
}

Result perfect(BoolMatrix features, BoolMatrix acceptable, Cost rule_price, Cost literal_price, Cost default_price,
               BoolVector rule_labels, BoolVector default_labels, BoolMatrix literals,
               std::optional<std::int64_t> max_literals, std::optional<std::vector<std::string>> bounds,
               std::optional<double> time_limit, std::optional<std::int64_t> memory_limit,
               std::optional<std::vector<Rule>> incumbent, nb::object on_progress, Stop* stop, std::int64_t seed,
               std::int64_t cores_alone, std::int64_t blank_rows, bool rough_discounts, bool check_cores) {
  PerfectInput in = input_of(features, acceptable, rule_labels, default_labels, literals);
  in.rule_price = rule_price;
  in.literal_price = literal_price;
  in.default_price = default_price;
  in.max_literals = limit_of(max_literals, "max_literals", 0);
  PerfectOptions options;
  options.switches = switches_of<PerfectBound>(bounds, "PERFECT_BOUNDS");
  options.memory_limit = bytes_of(memory_limit);
  options.seed = static_cast<std::uint64_t>(seed);
  options.blank_rows = limit_of(blank_rows, "blank_rows", 0);
  options.cores_alone = cores_alone;
  options.rough_discounts = rough_discounts;
  options.check_cores = check_cores;

  Call call(time_limit, stop, on_progress);
  std::vector<Rule> rules;
  StopReason reason = StopReason::proved;
  call.run([&] {
    const PerfectTable table = make_perfect_table(in);
    const auto in_callers_numbers = [&](const List& list) {
      return rules_of(list, table.label_origin, [&](int l) { return table.literal_origin[l]; });
    };
    PerfectSearch search(table, options, call.monitor());
    call.ticker().ask([&] { return in_callers_numbers(search.best()); });
    const PerfectSearch::Answer answer = search.run(incumbent_of(
        incumbent, [&](int feature, bool positive) { return number_of(table, feature, positive); },
        [&](const std::vector<Conjunction>& conjunctions) { return perfect_list(table, conjunctions); }));
    rules = in_callers_numbers(answer.list);
    reason = answer.reason;
  });
  return call.result(std::move(rules), reason);
}

}  // namespace

void bind_perfect(nb::module_& m) {
  m.attr("PERFECT_BOUNDS") = bound_names<PerfectBound>();
  m.def("perfect", &perfect, "features"_a.noconvert(), "acceptable"_a.noconvert(), nb::kw_only(), "rule_price"_a = 1,
        "literal_price"_a = 1, "default_price"_a = 1, "rule_labels"_a.noconvert(), "default_labels"_a.noconvert(),
        "literals"_a.noconvert(), "max_literals"_a = nb::none(), "bounds"_a = nb::none(), "time_limit"_a = nb::none(),
        "memory_limit"_a = nb::none(), "incumbent"_a = nb::none(), "on_progress"_a = nb::none(), "stop"_a = nb::none(),
        "seed"_a = 0, "cores_alone"_a = PerfectOptions{}.cores_alone, "blank_rows"_a = 0, "rough_discounts"_a = false,
        "check_cores"_a = false);
}

}  // namespace shortlist
