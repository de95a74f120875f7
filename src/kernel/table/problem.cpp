#include "table/problem.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>

namespace shortlist {
namespace {

// Sums of a few totals must fit 63 bits, and the packing multiplies by a power of two.
constexpr Cost kLargestTotal = Cost{1} << 52;

void check_amount(Cost amount, const char* name) {
  if (amount < 0)
    throw std::invalid_argument(std::string(name) + " must not be negative, got " + std::to_string(amount));
}

void check_prices(const Input& in) {
  check_amount(in.rule_price, "rule_price");
  check_amount(in.default_price, "default_price");
  check_amount(in.min_rows, "min_rows");
  for (int f = 0; f < in.features; ++f) check_amount(in.literal_prices[f], "literal_prices");
  if (in.default_price > kLargestTotal) throw std::invalid_argument("default_price must be at most 2**52");
}

void choose_labels(const Input& in, Problem& p) {
  for (int c = 0; c < in.labels; ++c) {
    if (!in.rule_labels[c] && !in.default_labels[c]) continue;
    if (in.rule_labels[c]) p.rule_labels.push_back(p.labels);
    if (in.default_labels[c]) p.default_labels.push_back(p.labels);
    p.empty_rule_useful |= !in.default_labels[c];
    p.label_origin.push_back(c);
    ++p.labels;
  }
  if (p.default_labels.empty()) throw std::invalid_argument("default_labels must allow at least one label");
}

// Excess of every usable label for every row; returns the greatest common divisor of all of them.
Cost excess_of_rows(const Input& in, Problem& p, std::vector<Cost>& excess) {
  excess.resize(static_cast<std::size_t>(in.rows) * p.labels);
  Cost divisor = 0, loss_total = 0, weight_total = 0;
  for (int r = 0; r < in.rows; ++r) {
    check_amount(in.weights[r], "weights");
    if (in.weights[r] > kLargestTotal || (weight_total += in.weights[r]) > kLargestTotal)
      throw std::invalid_argument("weights must add up to at most 2**52");
    const Cost* loss = in.losses + static_cast<std::size_t>(r) * in.labels;
    Cost* row = excess.data() + static_cast<std::size_t>(r) * p.labels;
    Cost least = kInfinite, most = 0;
    for (int c = 0; c < p.labels; ++c) {
      row[c] = loss[p.label_origin[c]];
      check_amount(row[c], "losses");
      least = std::min(least, row[c]);
      most = std::max(most, row[c]);
    }
    if (most > kLargestTotal || (loss_total += most) > kLargestTotal)
      throw std::invalid_argument("losses must add up to at most 2**52");
    p.constant += least;
    for (int c = 0; c < p.labels; ++c) {
      row[c] -= least;
      if (row[c] != 0) divisor = std::gcd(divisor, row[c]);
    }
    p.total_weight += most - least;
  }
  return divisor;
}

// No rule is ever worth more than the total weight, so a larger price may be cut down to one that never pays.
void set_prices(const Input& in, Problem& p, Cost divisor) {
  divisor = std::gcd(divisor, in.rule_price);
  for (int f = 0; f < in.features; ++f) divisor = std::gcd(divisor, in.literal_prices[f]);
  p.unit = std::max<Cost>(divisor, 1);
  p.total_weight /= p.unit;
  const auto price = [&](Cost amount) { return std::min(amount / p.unit, p.total_weight + 1); };
  p.rule_price = price(in.rule_price);
  p.literal_price.resize(in.features);
  for (int f = 0; f < in.features; ++f) p.literal_price[f] = price(in.literal_prices[f]);
}

// Rows by best label and falling weight, so that each column's segments are few.
void choose_rows(const Input& in, Problem& p, const std::vector<Cost>& excess) {
  const auto heaviest = [&](int r) {
    const Cost* row = excess.data() + static_cast<std::size_t>(r) * p.labels;
    return *std::max_element(row, row + p.labels);
  };
  const auto best = [&](int r) {
    const Cost* row = excess.data() + static_cast<std::size_t>(r) * p.labels;
    return static_cast<int>(std::min_element(row, row + p.labels) - row);
  };
  Cost least_mass = kInfinite;
  for (int r = 0; r < in.rows; ++r)
    if (heaviest(r) > 0) least_mass = std::min(least_mass, in.weights[r]);
  p.min_mass = in.min_rows > least_mass ? in.min_rows : 0;
  std::vector<std::tuple<int, Cost, int>> order;
  for (int r = 0; r < in.rows; ++r)
    if (heaviest(r) > 0 || p.min_mass > 0) order.emplace_back(best(r), -heaviest(r), r);
  std::sort(order.begin(), order.end());
  p.rows = static_cast<int>(order.size());
  p.row_origin.reserve(order.size());
  for (const auto& [label, weight, r] : order) p.row_origin.push_back(r);
}

void set_benefits(Problem& p, const std::vector<Cost>& excess) {
  p.benefit.resize(static_cast<std::size_t>(p.rows) * p.labels);
  p.weight.resize(p.rows);
  bool summed = true;
  for (int i = 0; i < p.rows; ++i) {
    const Cost* row = excess.data() + static_cast<std::size_t>(p.row_origin[i]) * p.labels;
    const Cost heaviest = *std::max_element(row, row + p.labels);
    Cost sum = 0;
    for (int c = 0; c < p.labels; ++c) {
      const Cost benefit = (heaviest - row[c]) / p.unit;
      p.benefit[static_cast<std::size_t>(i) * p.labels + c] = benefit;
      sum += benefit;
    }
    p.weight[i] = heaviest / p.unit;
    summed &= sum == p.weight[i];
  }
  int columns = p.labels;
  if (!summed) p.weight_column = columns++;
  if (p.min_mass > 0) p.mass_column = columns++;
  p.table.columns = columns;
}

void add_segments(Table& table, int column, const std::vector<Cost>& amount) {
  const Cost most = amount.empty() ? 0 : *std::max_element(amount.begin(), amount.end());
  for (int shift = 0; (most >> shift) != 0; ++shift) {
    for (int w = 0; w < table.words; ++w) {
      Word mask = 0;
      for (int i = w * kWordBits; i < std::min(table.rows, (w + 1) * kWordBits); ++i)
        mask |= static_cast<Word>((amount[i] >> shift) & 1) << (i % kWordBits);
      if (mask != 0) table.segments.push_back({mask, w, column, shift});
    }
  }
}

void set_segments(const Input& in, Problem& p) {
  std::vector<Cost> amount(p.rows);
  for (int c = 0; c < p.labels; ++c) {
    for (int i = 0; i < p.rows; ++i) amount[i] = p.benefit[static_cast<std::size_t>(i) * p.labels + c];
    add_segments(p.table, c, amount);
  }
  if (p.weight_column >= 0) add_segments(p.table, p.weight_column, p.weight);
  if (p.mass_column >= 0) {
    for (int i = 0; i < p.rows; ++i) amount[i] = in.weights[p.row_origin[i]];
    add_segments(p.table, p.mass_column, amount);
  }
}

// All columns of the kept rows as feature-major bit sets.
std::vector<Word> pack_columns(const Input& in, const Problem& p) {
  const int words = words_for(p.rows);
  std::vector<Word> column(static_cast<std::size_t>(words) * in.features, 0);
  std::vector<Word> block(in.features);
  for (int w = 0; w < words; ++w) {
    std::fill(block.begin(), block.end(), 0);
    for (int i = w * kWordBits; i < std::min(p.rows, (w + 1) * kWordBits); ++i) {
      const bool* row = in.values + static_cast<std::size_t>(p.row_origin[i]) * in.features;
      const int bit = i % kWordBits;
      for (int f = 0; f < in.features; ++f) block[f] |= static_cast<Word>(row[f]) << bit;
    }
    for (int f = 0; f < in.features; ++f) column[static_cast<std::size_t>(f) * words + w] = block[f];
  }
  return column;
}

// Features that can matter: not constant, some literal allowed, and not a copy (or the complement) of an
// earlier one with the same price and the same allowed literals.
std::vector<int> useful_features(const Input& in, const Problem& p, const std::vector<Word>& column) {
  const int words = words_for(p.rows);
  std::vector<Word> all;
  fill_bits(all, p.rows);
  std::vector<std::tuple<std::vector<Word>, Cost, bool, bool>> key(in.features);
  std::vector<int> candidates;
  for (int f = 0; f < in.features; ++f) {
    const bool negated = in.literals[2 * f], positive = in.literals[2 * f + 1];
    const auto begin = column.begin() + static_cast<std::ptrdiff_t>(f) * words;
    std::vector<Word> bits(begin, begin + words);
    const int count = count_bits(bits.data(), words);
    if (count == 0 || count == p.rows || !(negated || positive)) continue;
    const bool flip = bits[0] & 1U;
    if (flip)
      for (int w = 0; w < words; ++w) bits[w] = all[w] & ~bits[w];
    key[f] = {std::move(bits), in.literal_prices[f], flip ? positive : negated, flip ? negated : positive};
    candidates.push_back(f);
  }
  std::vector<int> sorted = candidates;
  std::sort(sorted.begin(), sorted.end(), [&](int a, int b) { return std::tie(key[a], a) < std::tie(key[b], b); });
  std::vector<int> kept;
  for (std::size_t i = 0; i < sorted.size(); ++i)
    if (i == 0 || key[sorted[i]] != key[sorted[i - 1]]) kept.push_back(sorted[i]);
  std::sort(kept.begin(), kept.end());
  return kept;
}

void build_table(const Input& in, Problem& p) {
  Table& t = p.table;
  t.rows = p.rows;
  t.words = words_for(p.rows);
  const std::vector<Word> column = pack_columns(in, p);
  t.origin = useful_features(in, p, column);
  t.features = static_cast<int>(t.origin.size());
  t.stride = stride_for(t.features);
  t.bits.assign(static_cast<std::size_t>(t.words) * t.stride, 0);
  p.usable.assign(2 * static_cast<std::size_t>(t.stride), 0);
  p.least_literal = p.total_weight + 1;
  p.cover.resize(static_cast<std::size_t>(t.features) * t.words);
  for (int g = 0; g < t.features; ++g) {
    const int f = t.origin[g];
    for (int w = 0; w < t.words; ++w) {
      const Word word = column[static_cast<std::size_t>(f) * t.words + w];
      t.bits[static_cast<std::size_t>(w) * t.stride + g] = word;
      p.cover[static_cast<std::size_t>(g) * t.words + w] = word;
    }
    p.usable[g] = in.literals[2 * f + 1];
    p.usable[t.stride + g] = in.literals[2 * f];
    p.least_literal = std::min(p.least_literal, p.literal_price[f]);
  }
}

}  // namespace

Cost Problem::price_of_rule(const Conjunction& literals) const {
  Cost price = rule_price;
  for (int l : literals) price += price_of_literal(l);
  return price;
}

std::vector<Cost> Problem::usable_prices() const {
  std::vector<Cost> prices(table.literals(), kInfinite);
  for (int l = 0; l < table.literals(); ++l)
    if (usable[l]) prices[l] = price_of_literal(l);
  return prices;
}

Problem normalise(const Input& in) {
  Problem p;
  check_prices(in);
  choose_labels(in, p);
  p.allowance = {in.max_rules, in.max_size};
  if (in.max_literals >= 0) p.max_literals = in.max_literals;
  std::vector<Cost> excess;
  set_prices(in, p, excess_of_rows(in, p, excess));
  p.constant += in.default_price;
  choose_rows(in, p, excess);
  set_benefits(p, excess);
  build_table(in, p);
  set_segments(in, p);
  return p;
}

}  // namespace shortlist
