// The sparse search for Python: arrays in, a result object out, the interpreter free in between.
#include "python/binding_types.hpp"
#include "sparse/sparse_search.hpp"

using namespace nanobind::literals;

namespace shortlist {
namespace {

Input input_of(const BoolMatrix& features, const CostMatrix& losses, const CostVector& weights,
               const CostVector& literal_prices, const BoolVector& rule_labels, const BoolVector& default_labels,
               const BoolMatrix& literals) {
  require_shape(losses.shape(0) == features.shape(0), "losses must have one row per row of features");
  require_shape(weights.shape(0) == features.shape(0), "weights must have one entry per row of features");
  require_shape(literal_prices.shape(0) == features.shape(1), "literal_prices must have one entry per feature");
  Input in;
  read_table(features, losses.shape(1), rule_labels, default_labels, literals, in);
  in.losses = losses.data();
  in.weights = weights.data();
  in.literal_prices = literal_prices.data();
  return in;
}

// A feature that is constant, a copy or unused on this table is gone, and a list with it of no use as an incumbent.
int number_of(const Table& table, int feature, bool positive) {
  for (int f = 0; f < table.features; ++f)
    if (table.origin[f] == feature) return positive ? f : table.stride + f;
  return -1;
}

Result search(BoolMatrix features, CostMatrix losses, CostVector weights, Cost rule_price, CostVector literal_prices,
              Cost default_price, BoolVector rule_labels, BoolVector default_labels, BoolMatrix literals,
              std::optional<std::int64_t> max_rules, std::optional<std::int64_t> max_literals,
              std::optional<std::int64_t> max_size, Cost min_rows, std::optional<std::vector<std::string>> bounds,
              std::optional<double> time_limit, std::optional<std::int64_t> memory_limit,
              std::optional<std::vector<Rule>> incumbent, nb::object on_progress, Stop* stop, std::int64_t pack_after,
              std::optional<std::int64_t> only_anneal, std::optional<std::int64_t> most_work, int threads) {
  if (threads < 1) throw std::invalid_argument("threads must be at least 1");
  Input in = input_of(features, losses, weights, literal_prices, rule_labels, default_labels, literals);
  in.rule_price = rule_price;
  in.default_price = default_price;
  in.max_rules = limit_of(max_rules, "max_rules", 0);
  in.max_literals = limit_of(max_literals, "max_literals", 0);
  in.max_size = limit_of(max_size, "max_size", 1);
  in.min_rows = min_rows;
  const Switches<Bound> switches = switches_of<Bound>(bounds, "BOUNDS");

  Call call(time_limit, stop, on_progress);
  if (most_work) call.monitor().limit_work(*most_work);
  std::vector<Rule> rules;
  StopReason reason = StopReason::proved;
  call.run([&] {
    const Problem problem = normalise(in);
    const auto in_callers_numbers = [&](const List& list) {
      return rules_of(list, problem.label_origin, [&](int l) {
        return std::pair(problem.table.origin[feature_of(problem.table, l)], is_positive(problem.table, l));
      });
    };
    SparseSearch sparse(problem, {switches, bytes_of(memory_limit), pack_after, threads}, call.monitor());
    call.ticker().ask([&] { return in_callers_numbers(sparse.best()); });
    const auto first = incumbent_of(
        incumbent, [&](int feature, bool positive) { return number_of(problem.table, feature, positive); },
        [&](const std::vector<Conjunction>& conjunctions) { return evaluate(problem, conjunctions); });
    const SparseSearch::Answer answer = only_anneal ? sparse.anneal(first, *only_anneal) : sparse.run(first);
    rules = in_callers_numbers(answer.list);
    reason = answer.reason;
  });
  return call.result(std::move(rules), reason);
}

}  // namespace

void bind_sparse(nb::module_& m) {
  m.attr("BOUNDS") = bound_names<Bound>();
  m.def("search", &search, "features"_a.noconvert(), "losses"_a.noconvert(), "weights"_a.noconvert(), nb::kw_only(),
        "rule_price"_a, "literal_prices"_a.noconvert(), "default_price"_a, "rule_labels"_a.noconvert(),
        "default_labels"_a.noconvert(), "literals"_a.noconvert(), "max_rules"_a = nb::none(),
        "max_literals"_a = nb::none(), "max_size"_a = nb::none(), "min_rows"_a = 0, "bounds"_a = nb::none(),
        "time_limit"_a = nb::none(), "memory_limit"_a = nb::none(), "incumbent"_a = nb::none(),
        "on_progress"_a = nb::none(), "stop"_a = nb::none(), "pack_after"_a = 70, "only_anneal"_a = nb::none(),
        "most_work"_a = nb::none(), "threads"_a = 1);
}

}  // namespace shortlist
