// The Python side of pure rules and covers.
#include "cover/cover_search.hpp"
#include "cover/local_cover.hpp"
#include "cover/pure_rules.hpp"
#include "python/binding_types.hpp"

namespace shortlist {
namespace {

using namespace nb::literals;

using Numbers = nb::ndarray<nb::numpy, const Cost, nb::ndim<1>>;
using RowNumbers = nb::ndarray<const Cost, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

struct Batch : RuleBatch {
  std::string stop;
  bool complete = false;
};

// One of the arrays of a batch, as a view that keeps the batch alive.
template <std::vector<Cost> RuleBatch::* array>
Numbers view(const Batch& batch) {
  return Numbers((batch.*array).data(), {(batch.*array).size()});
}

// Runs `search` with the interpreter free; a limit or Ctrl-C ends it, and its name is the answer.
template <class Search>
std::string run(std::optional<double> time_limit, Stop* stop, Search search) {
  Call call(time_limit, stop, nb::none());
  StopReason reason = StopReason::proved;
  call.run([&] {
    try {
      search(call.monitor());
    } catch (const Stopped& stopped) {
      reason = stopped.reason;
    }
  });
  return name_of(reason);
}

void make_rules(PureRules* self, BoolMatrix features, BoolVector wanted, BoolVector barred, BoolMatrix literals) {
  require_shape(wanted.shape(0) == features.shape(0), "wanted must have one entry per row of features");
  require_shape(barred.shape(0) == features.shape(0), "barred must have one entry per row of features");
  require_shape(literals.shape(0) == features.shape(1) && literals.shape(1) == 2,
                "literals must have two entries per feature");
  require_shape(features.shape(0) < (1U << 30) && features.shape(1) < (1U << 24), "the table is too large");
  const PureRules::Input input{features.data(),
                               static_cast<int>(features.shape(0)),
                               static_cast<int>(features.shape(1)),
                               wanted.data(),
                               barred.data(),
                               literals.data()};
  Monitor monitor(std::nullopt, nullptr, nullptr);
  nb::gil_scoped_release release;
  new (self) PureRules(input, monitor);  // the place is the interpreter's, and so is its end
}

Batch find(const PureRules& rules, CostVector worth, Cost rule_price, Cost literal_price, Cost above, std::size_t most,
           bool whole, std::optional<double> time_limit, std::optional<std::int64_t> memory_limit, Stop* stop) {
  require_shape(static_cast<int>(worth.shape(0)) == rules.wanted(), "worth must have one entry per wanted row");
  for (std::size_t i = 0; i < worth.shape(0); ++i) require_shape(worth.data()[i] >= 0, "worth must not be negative");
  Batch batch;
  MemoryBudget budget(bytes_of(memory_limit));
  const PureRules::Question question{worth.data(), rule_price, literal_price, above, most, whole};
  batch.stop =
      run(time_limit, stop, [&](Monitor& monitor) { batch.complete = rules.find(question, monitor, budget, batch); });
  return batch;
}

// A rule for each row that the rules before do not cover, grown towards many such rows. A row that no pure rule covers
// has none, and then the batch is not complete.
Batch grow(const PureRules& rules, std::optional<double> time_limit, std::optional<std::int64_t> memory_limit,
           Stop* stop) {
  Batch batch;
  MemoryBudget budget(bytes_of(memory_limit));
  batch.stop = run(time_limit, stop, [&](Monitor& monitor) {
    budget.take(rules.bytes_to_grow());
    PureRules::Goal open;
    fill_bits(open.rows, rules.wanted());
    bool complete = true;
    for (int row = 0; row < rules.wanted(); ++row) {
      PureRule rule;
      if (!has_bit(open.rows.data(), row)) continue;
      if (!rules.grow(row, open, monitor, rule)) {
        complete = false;
        continue;
      }
      for (int r : rule.covered) remove_bit(open.rows.data(), r);
      batch.add(rule, budget);
    }
    batch.complete = complete;
  });
  return batch;
}

// A rule through each row that is worth something, grown towards much worth, if it is worth more than it costs.
Batch grow_worth(const PureRules& rules, CostVector worth, Cost rule_price, Cost literal_price, Cost above,
                 std::optional<double> time_limit, std::optional<std::int64_t> memory_limit, Stop* stop) {
  require_shape(static_cast<int>(worth.shape(0)) == rules.wanted(), "worth must have one entry per wanted row");
  PureRules::Goal goal{std::vector<Word>(static_cast<std::size_t>(words_for(rules.wanted())), 0), worth.data()};
  for (int row = 0; row < rules.wanted(); ++row)
    if (worth.data()[row] > 0) add_bit(goal.rows.data(), row);
  Batch batch;
  MemoryBudget budget(bytes_of(memory_limit));
  batch.stop = run(time_limit, stop, [&](Monitor& monitor) {
    budget.take(rules.bytes_to_grow());
    for (int row = 0; row < rules.wanted(); ++row) {
      PureRule rule;
      if (!has_bit(goal.rows.data(), row) || !rules.grow(row, goal, monitor, rule)) continue;
      Cost total = -rule_price - literal_price * static_cast<Cost>(rule.literals.size());
      for (int r : rule.covered) total += goal.worth[r];
      if (total > above) batch.add(rule, budget);
    }
  });
  return batch;
}

struct CoverResult {
  std::optional<std::vector<int>> columns;
  std::string stop;
  std::int64_t nodes = 0;
  int reduced_rows = 0;
  int reduced_columns = 0;
};

Cover covering_problem(int rows, const RowNumbers& start, const RowNumbers& entries, const CostVector& cost) {
  require_shape(start.shape(0) == cost.shape(0) + 1, "start must have one entry more than cost");
  require_shape(start.data()[0] == 0 && start.data()[cost.shape(0)] == static_cast<Cost>(entries.shape(0)),
                "start must begin at 0 and end at the number of entries");
  Cover cover;
  cover.rows = rows;
  for (std::size_t j = 0; j < cost.shape(0); ++j) {
    const Cost first = start.data()[j], last = start.data()[j + 1];
    require_shape(first <= last && cost.data()[j] >= 0, "start must rise, and no cost may be negative");
    for (Cost k = first; k < last; ++k) {
      const Cost row = entries.data()[k];
      require_shape(row >= (k == first ? 0 : entries.data()[k - 1] + 1) && row < rows,
                    "the rows of a column must rise and be rows");
      cover.entries.push_back(static_cast<int>(row));
    }
    cover.start.push_back(static_cast<int>(cover.entries.size()));
    cover.cost.push_back(cost.data()[j]);
  }
  return cover;
}

// The cheapest cover and what it took, into the result, also when a limit ends the search.
void search_cover(const Cover& cover, Cost below, Cost enough, Monitor& monitor, MemoryBudget& budget,
                  CoverResult& result) {
  const HeldBytes held(budget, cover.bytes());
  const ReducedCover reduced = reduce(cover, monitor, budget);
  result.reduced_rows = reduced.cover.rows;
  result.reduced_columns = reduced.cover.columns();
  CoverSearch search(reduced.cover, below, enough, monitor, budget);
  const auto keep = [&] {
    result.nodes = search.nodes();
    if (!search.best()) return;
    result.columns.emplace();
    for (int j : *search.best()) result.columns->push_back(reduced.column_origin[j]);
  };
  try {
    search.run();
  } catch (const Stopped&) {
    keep();
    throw;
  }
  keep();
}

CoverResult least_cover(int rows, RowNumbers start, RowNumbers entries, CostVector cost, Cost below, Cost enough,
                        std::optional<int> most_columns, std::optional<double> time_limit,
                        std::optional<std::int64_t> memory_limit, Stop* stop) {
  Cover cover = covering_problem(rows, start, entries, cost);
  cover.most_columns = most_columns.value_or(-1);
  CoverResult result;
  result.stop = run(time_limit, stop, [&](Monitor& monitor) {
    try {
      MemoryBudget budget(bytes_of(memory_limit));
      search_cover(cover, below, enough, monitor, budget, result);
    } catch (const Stopped& stopped) {
      if (stopped.reason != StopReason::memory || result.columns) throw;
      const std::optional<ChosenColumns> some = greedy_cover(cover);
      if (some && some->cost < below) result.columns = some->columns;
      throw;
    }
  });
  if (result.columns) std::sort(result.columns->begin(), result.columns->end());
  return result;
}

CoverResult local_cover_of(int rows, RowNumbers start, RowNumbers entries, CostVector cost, std::int64_t work,
                           Cost enough, std::optional<double> time_limit, Stop* stop) {
  const Cover cover = covering_problem(rows, start, entries, cost);
  CoverResult result;
  result.stop = run(time_limit, stop, [&](Monitor& monitor) {
    std::optional<ChosenColumns> some = greedy_cover(cover);
    if (!some) return;
    try {
      improve_cover(cover, *some, work, enough, monitor);
    } catch (const Stopped&) {
      result.columns = some->columns;
      throw;
    }
    result.columns = some->columns;
  });
  if (result.columns) std::sort(result.columns->begin(), result.columns->end());
  return result;
}

}  // namespace

void bind_covers(nb::module_& m) {
  nb::class_<Batch>(m, "RuleBatch")
      .def_prop_ro("literal_start", &view<&RuleBatch::literal_start>, nb::rv_policy::reference_internal)
      .def_prop_ro("literals", &view<&RuleBatch::literals>, nb::rv_policy::reference_internal)
      .def_prop_ro("row_start", &view<&RuleBatch::row_start>, nb::rv_policy::reference_internal)
      .def_prop_ro("rows", &view<&RuleBatch::rows>, nb::rv_policy::reference_internal)
      .def_ro("complete", &Batch::complete)
      .def_ro("stop", &Batch::stop);

  nb::class_<PureRules>(m, "PureRules", "Conjunctions that cover wanted rows and no barred row.")
      .def("__init__", &make_rules, "features"_a.noconvert(), "wanted"_a.noconvert(), "barred"_a.noconvert(),
           "literals"_a.noconvert())
      .def("find", &find, "worth"_a.noconvert(), nb::kw_only(), "rule_price"_a, "literal_price"_a, "above"_a, "most"_a,
           "whole"_a = false, "time_limit"_a = nb::none(), "memory_limit"_a = nb::none(), "stop"_a = nb::none())
      .def("grow", &grow, nb::kw_only(), "time_limit"_a = nb::none(), "memory_limit"_a = nb::none(),
           "stop"_a = nb::none())
      .def("grow_worth", &grow_worth, "worth"_a.noconvert(), nb::kw_only(), "rule_price"_a, "literal_price"_a,
           "above"_a, "time_limit"_a = nb::none(), "memory_limit"_a = nb::none(), "stop"_a = nb::none());

  nb::class_<CoverResult>(m, "CoverResult")
      .def_ro("columns", &CoverResult::columns)
      .def_ro("nodes", &CoverResult::nodes)
      .def_ro("reduced_rows", &CoverResult::reduced_rows)
      .def_ro("reduced_columns", &CoverResult::reduced_columns)
      .def_ro("stop", &CoverResult::stop);

  m.def("least_cover", &least_cover, "rows"_a, "start"_a.noconvert(), "entries"_a.noconvert(), "cost"_a.noconvert(),
        nb::kw_only(), "below"_a, "enough"_a = 0, "most_columns"_a = nb::none(), "time_limit"_a = nb::none(),
        "memory_limit"_a = nb::none(), "stop"_a = nb::none());
  m.def("local_cover", &local_cover_of, "rows"_a, "start"_a.noconvert(), "entries"_a.noconvert(), "cost"_a.noconvert(),
        nb::kw_only(), "work"_a, "enough"_a = 0, "time_limit"_a = nb::none(), "stop"_a = nb::none());
}

}  // namespace shortlist
