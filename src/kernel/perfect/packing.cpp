#include "perfect/packing.hpp"

#include <algorithm>
#include <memory>

#include "packing/pair_packing.hpp"

namespace shortlist {
namespace {

// The same table with a loss for each wrong row.
Problem problem_of(const PerfectTable& t, Cost error_price) {
  const int features = t.literals == 0 ? 0 : t.literal_origin.back().first + 1;
  const auto cells = static_cast<std::size_t>(t.rows) * features;
  const std::unique_ptr<bool[]> values(new bool[cells]());
  const std::unique_ptr<bool[]> literals(new bool[2 * static_cast<std::size_t>(features)]());
  const std::unique_ptr<bool[]> rule_labels(new bool[t.labels]), default_labels(new bool[t.labels]);
  for (int l = 0; l < t.literals; ++l) {
    const auto [feature, positive] = t.literal_origin[l];
    literals[2 * feature + (positive ? 1 : 0)] = true;
    for (int r = 0; r < t.rows; ++r)
      values[static_cast<std::size_t>(r) * features + feature] = has_bit(t.cover_of(l), r) == positive;
  }
  std::vector<Cost> losses;
  for (int r = 0; r < t.rows; ++r)
    for (int label = 0; label < t.labels; ++label) losses.push_back(t.accept(r, label) ? 0 : error_price);
  std::copy(t.rule_label.begin(), t.rule_label.end(), rule_labels.get());
  std::copy(t.default_label.begin(), t.default_label.end(), default_labels.get());
  const std::vector<Cost> weights(t.rows, 1), prices(features, t.literal_price);
  Input in;
  in.rows = t.rows;
  in.features = features;
  in.labels = t.labels;
  in.values = values.get();
  in.losses = losses.data();
  in.weights = weights.data();
  in.literal_prices = prices.data();
  in.rule_labels = rule_labels.get();
  in.default_labels = default_labels.get();
  in.literals = literals.get();
  in.rule_price = t.rule_price;
  return normalise(in);
}

}  // namespace

Cost pair_packing_bound(const PerfectTable& table, Cost known, Monitor& monitor) {
  if (table.labels > kWordBits || table.rows == 0) return 0;
  const Problem problem = problem_of(table, known + 1);
  PairPacking packing(problem, table.labels > 2 || problem.empty_rule_useful, monitor);
  std::vector<Word> rows;
  fill_bits(rows, problem.rows);
  const PackingEffort& effort = problem.rows > kLargeTable ? kQuickPacking : kThoroughPacking;
  const Cost target = (known + problem.unit - 1) / problem.unit;
  const std::vector<PackedPair> pairs = packing.pack(rows.data(), {}, effort, target);
  std::vector<PackedPair> kept;
  return problem.unit * restrict_packing(problem, packing.rows(), pairs, rows.data(), kept);
}

}  // namespace shortlist
