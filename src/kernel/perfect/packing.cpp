#include "perfect/packing.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace shortlist {
namespace {

constexpr int kIterations = 300, kRoughIterations = 20;  // of a program with discounts
constexpr int kBetweenPackings = 8;                      // times the work of the last one,
constexpr int kBetweenDiscounts =
    1;  // and of the last one with discounts, whose units take longer; more if that was in vain
constexpr std::size_t kMostPlaces = 4'000'000;  // some 100 MB

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

// Small enough for a program with discounts, which has a row for each label that suits a row, and each feature.
bool is_small(const Problem& p) {
  std::size_t suited = 0;
  for (int c : p.rule_labels)
    for (int r = 0; r < p.rows; ++r) suited += p.excess(r, c) == 0 ? 1 : 0;
  return p.rows <= kLargeTable && suited * static_cast<std::size_t>(p.table.features) <= kMostPlaces;
}

}  // namespace

PackedTable::PackedTable(const PerfectTable& table, Cost known, Discounts discounts, Monitor& monitor)
    : monitor_(monitor),
      problem_(priced(table, known + 1)),
      discounts_(is_small(problem_) ? discounts : Discounts::never),
      packing_(problem_, default_cover(), monitor) {
  fill_bits(rows_, problem_.rows);
}

bool PackedTable::wants_discounts(bool cores_lag_behind) const {
  if (discounts_ == Discounts::rough_at_once) return discounted_ == nullptr;
  return cores_lag_behind && discounts_ == Discounts::later && packings_ > 0 && monitor_.work_done() >= discounts_due_;
}

Cost PackedTable::next(Cost known, bool cores_lag_behind) {
  const std::int64_t before = monitor_.work_done();
  const auto after = [&](int times) { return monitor_.work_done() + times * (monitor_.work_done() - before); };
  if (wants_discounts(cores_lag_behind)) {
    const Cost bound = pack_with_discounts();
    in_vain_ = bound > bound_ ? 0 : in_vain_ + 1;
    bound_ = std::max(bound_, bound);
    discounts_due_ = after(kBetweenDiscounts * (1 + in_vain_));
  } else {
    bound_ = std::max(bound_, pack_plainly(known));
    due_ = after(kBetweenPackings);
  }
  return bound_;
}

Cost PackedTable::pack_with_discounts() {
  if (discounted_ == nullptr)
    discounted_ = std::make_unique<DiscountedPacking>(problem_, packing_.rows(), pairs_, packing_.lessons(),
                                                      default_cover(), monitor_);
  const Cost bound =
      problem_.unit * discounted_->improve(discounts_ == Discounts::later ? kIterations : kRoughIterations);
  if (discounted_->is_hopeless()) discounts_ = Discounts::never;
  return bound;
}

Cost PackedTable::pack_plainly(Cost known) {
  const Cost target = (known + problem_.unit - 1) / problem_.unit;
  const PackingEffort effort = effort_for_table(problem_.rows, packings_++);
  std::vector<PackedPair> pairs = packing_.pack(rows_.data(), pairs_, effort, target), kept;
  const Cost bound = problem_.unit * restrict_packing(problem_, packing_.rows(), pairs, rows_.data(), kept);
  if (bound > bound_) pairs_ = std::move(pairs);
  return bound;
}

}  // namespace shortlist
