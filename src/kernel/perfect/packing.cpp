#include "perfect/packing.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace shortlist {
namespace {

constexpr std::int64_t kBetweenPackings = 8;  // times what the last one cost

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

PackedTable::PackedTable(const PerfectTable& table, Cost known, Monitor& monitor)
    : monitor_(monitor),
      problem_(priced(table, known + 1)),
      packing_(problem_, table.labels > 2 || problem_.empty_rule_useful, monitor) {
  fill_bits(rows_, problem_.rows);
}

Cost PackedTable::next(Cost known) {
  const std::int64_t before = monitor_.work_done();
  const Cost target = (known + problem_.unit - 1) / problem_.unit;
  const PackingEffort effort = effort_for_table(problem_.rows, packings_++);
  std::vector<PackedPair> pairs = packing_.pack(rows_.data(), pairs_, effort, target), kept;
  const Cost bound = problem_.unit * restrict_packing(problem_, packing_.rows(), pairs, rows_.data(), kept);
  if (bound > bound_) {
    bound_ = bound;
    pairs_ = std::move(pairs);
  }
  due_ = monitor_.work_done() + kBetweenPackings * (monitor_.work_done() - before);
  return bound_;
}

}  // namespace shortlist
