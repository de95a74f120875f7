// The certifiers for Python: a table and a bound in, a proof of the bound out.
#include "certify/core_proofs.hpp"
#include "certify/proof_log.hpp"
#include "certify/sparse_certifier.hpp"
#include "perfect/search.hpp"
#include "python/binding_types.hpp"

using namespace nanobind::literals;

namespace shortlist {
namespace {

struct Certified {
  std::string proof;  // packings, claims and goal
  Cost bound = 0;     // what it proves of V
  std::string stop;   // "proved", "false" where V is below the target, or what ended it
  std::size_t claims = 0, packings = 0;
  std::int64_t states = 0;
  double seconds = 0;
};

// The verifier takes the cheapest of all literals that may be used, also of those that are gone here.
void use_verifiers_least_literal(const Input& in, Problem& problem) {
  for (int f = 0; f < in.features; ++f)
    if (in.literals[2 * f] || in.literals[2 * f + 1])
      problem.least_literal = std::min(problem.least_literal, problem.literal_price[f]);
}

Certified certify(BoolMatrix features, CostMatrix losses, CostVector numbers, Cost rule_price,
                  CostVector literal_prices, BoolVector rule_labels, BoolVector default_labels, BoolMatrix literals,
                  std::optional<std::int64_t> max_rules, std::optional<std::int64_t> max_literals,
                  std::optional<std::int64_t> max_size, Cost min_rows, Cost target, std::optional<double> time_limit,
                  std::optional<std::int64_t> memory_limit, nb::object on_progress, Stop* stop) {
  require_shape(losses.shape(0) == features.shape(0), "losses must have one row per row of features");
  require_shape(numbers.shape(0) == features.shape(0), "numbers must have one entry per row of features");
  require_shape(literal_prices.shape(0) == features.shape(1), "literal_prices must have one entry per feature");
  Input in;
  read_table(features, losses.shape(1), rule_labels, default_labels, literals, in);
  in.losses = losses.data();
  in.weights = numbers.data();
  in.literal_prices = literal_prices.data();
  in.rule_price = rule_price;
  in.max_rules = limit_of(max_rules, "max_rules", 0);
  in.max_literals = limit_of(max_literals, "max_literals", 0);
  in.max_size = limit_of(max_size, "max_size", 1);
  in.min_rows = min_rows;

  Call call(time_limit, stop, on_progress);
  Certified out;
  call.run([&] {
    Problem problem = normalise(in);
    use_verifiers_least_literal(in, problem);
    ProofLog log;
    SparseCertifier certifier(problem, bytes_of(memory_limit), call.monitor(), log);
    std::vector<int> goals;
    try {
      const bool proved = certifier.prove((target + problem.unit - 1) / problem.unit);
      out.stop = proved ? "proved" : "false";
      goals = certifier.goals();
      out.bound = proved ? target : certifier.fallback(goals) * problem.unit;
    } catch (const Stopped& stopped) {
      out.stop = name_of(stopped.reason);
      out.bound = std::min(target, certifier.fallback(goals) * problem.unit);
    }
    out.proof = log.text(goals);
    out.claims = log.claims();
    out.packings = log.packings();
  });
  out.states = call.monitor().states();
  out.seconds = call.monitor().seconds();
  return out;
}

Certified certify_perfect(BoolMatrix features, BoolMatrix acceptable, Cost rule_price, Cost literal_price,
                          BoolVector rule_labels, BoolVector default_labels, BoolMatrix literals,
                          std::optional<std::int64_t> max_literals, Cost target, std::optional<double> time_limit,
                          std::optional<std::int64_t> memory_limit, nb::object on_progress, Stop* stop) {
  require_shape(acceptable.shape(0) == features.shape(0), "acceptable must have one row per row of features");
  PerfectInput in;
  read_table(features, acceptable.shape(1), rule_labels, default_labels, literals, in);
  in.acceptable = acceptable.data();
  in.rule_price = rule_price;
  in.literal_price = literal_price;
  in.default_price = 0;
  in.max_literals = limit_of(max_literals, "max_literals", 0);
  PerfectOptions options;
  for (const PerfectBound bound : {PerfectBound::new_labels, PerfectBound::pair_packing})
    options.switches.set(bound, false);
  options.memory_limit = bytes_of(memory_limit) / 2;
  options.cores_alone = std::numeric_limits<std::int64_t>::max();

  Call call(time_limit, stop, on_progress);
  Certified out;
  call.run([&] {
    const PerfectTable table = make_perfect_table(in);
    const Cost goal = (target + table.unit - 1) / table.unit;
    ProofLog log;
    CoreProofs proofs(table, goal, options.memory_limit);
    PerfectSearch search(table, options, call.monitor());
    try {
      out.stop = search.reaches(goal, proofs) ? "proved" : "false";
    } catch (const Stopped& stopped) {
      out.stop = name_of(stopped.reason);
    }
    Cost bound = 0;
    try {
      bound = out.stop == "proved" ? proofs.write(log, call.monitor()) : proofs.write_early(log);
    } catch (const Stopped& stopped) {
      out.stop = name_of(stopped.reason);
      bound = proofs.write_early(log);
    }
    out.bound = out.stop == "proved" ? target : std::min(target, bound * table.unit);
    out.claims = log.claims();
    out.proof = log.text(out.claims == 0 ? std::vector<int>{} : std::vector{static_cast<int>(out.claims)});
  });
  out.states = call.monitor().states();
  out.seconds = call.monitor().seconds();
  return out;
}

}  // namespace

void bind_certify(nb::module_& m) {
  nb::class_<Certified>(m, "Certified")
      .def_ro("proof", &Certified::proof)
      .def_ro("bound", &Certified::bound)
      .def_ro("stop", &Certified::stop)
      .def_ro("claims", &Certified::claims)
      .def_ro("packings", &Certified::packings)
      .def_ro("states", &Certified::states)
      .def_ro("seconds", &Certified::seconds);
  m.def("certify", &certify, "features"_a.noconvert(), "losses"_a.noconvert(), "numbers"_a.noconvert(), nb::kw_only(),
        "rule_price"_a, "literal_prices"_a.noconvert(), "rule_labels"_a.noconvert(), "default_labels"_a.noconvert(),
        "literals"_a.noconvert(), "max_rules"_a = nb::none(), "max_literals"_a = nb::none(), "max_size"_a = nb::none(),
        "min_rows"_a = 0, "target"_a, "time_limit"_a = nb::none(), "memory_limit"_a = nb::none(),
        "on_progress"_a = nb::none(), "stop"_a = nb::none());
  m.def("certify_perfect", &certify_perfect, "features"_a.noconvert(), "acceptable"_a.noconvert(), nb::kw_only(),
        "rule_price"_a, "literal_price"_a, "rule_labels"_a.noconvert(), "default_labels"_a.noconvert(),
        "literals"_a.noconvert(), "max_literals"_a = nb::none(), "target"_a, "time_limit"_a = nb::none(),
        "memory_limit"_a = nb::none(), "on_progress"_a = nb::none(), "stop"_a = nb::none());
}

}  // namespace shortlist
