#include "perfect/packing.hpp"

#include <algorithm>
#include <memory>

#include "packing/pair_packing.hpp"

namespace shortlist {
namespace {

// The same table with a loss for each wrong row.
Problem priced(const PerfectTable& t, Cost error_price) {
  Input in;
  in.rows = t.rows;
  in.features = t.literals == 0 ? 0 : t.literal_origin.back().first + 1;
  in.labels = t.labels;
  in.rule_price = t.rule_price;
  const auto width = static_cast<std::size_t>(in.features);
  const auto values = std::make_unique<bool[]>(static_cast<std::size_t>(t.rows) * width);
  const auto literals = std::make_unique<bool[]>(2 * width);
  for (int l = 0; l < t.literals; ++l) {
    const auto [feature, positive] = t.literal_origin[l];
    literals[2 * feature + (positive ? 1 : 0)] = true;
    for (int r = 0; r < t.rows; ++r)
      values[static_cast<std::size_t>(r) * width + feature] = has_bit(t.rows_with(l), r) == positive;
  }
  const auto labels_of = [](const std::vector<bool>& allowed) {
    auto labels = std::make_unique<bool[]>(allowed.size());
    std::copy(allowed.begin(), allowed.end(), labels.get());
    return labels;
  };
  const auto rule_labels = labels_of(t.rule_label), default_labels = labels_of(t.default_label);
  std::vector<Cost> losses;
  for (int r = 0; r < t.rows; ++r)
    for (int label = 0; label < t.labels; ++label) losses.push_back(t.accept(r, label) ? 0 : error_price);
  const std::vector<Cost> weights(t.rows, 1), prices(width, t.literal_price);
  in.values = values.get();
  in.literals = literals.get();
  in.rule_labels = rule_labels.get();
  in.default_labels = default_labels.get();
  in.losses = losses.data();
  in.weights = weights.data();
  in.literal_prices = prices.data();
  return normalise(in);
}

}  // namespace

Cost pair_packing_bound(const PerfectTable& table, Cost known, Monitor& monitor) {
  if (table.labels > kWordBits || table.rows == 0) return 0;
  const Problem problem = priced(table, known + 1);
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
