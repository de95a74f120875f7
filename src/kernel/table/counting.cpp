#include "table/counting.hpp"

#include <algorithm>

#include "base/dispatch.hpp"

namespace shortlist {
namespace {

// The innermost loop of the whole search: one masked word of rows against all features. Segments come
// column by column; the first one of a column that counts writes, the others add.
[[gnu::always_inline]] inline void count_loop(const Table& table, const Word* rows, Cost* __restrict__ out) {
  const std::size_t stride = static_cast<std::size_t>(table.stride);
  int column = -1;  // the last one written to
  for (const Segment& segment : table.segments) {
    const Word mask = rows[segment.word] & segment.mask;
    if (mask == 0) continue;
    Cost* __restrict__ target = out + static_cast<std::size_t>(segment.column) * stride;
    const Word* source = table.bits.data() + static_cast<std::size_t>(segment.word) * stride;
    if (segment.column == column) {
      for (std::size_t f = 0; f < stride; ++f)
        target[f] += static_cast<Cost>(std::popcount(mask & source[f])) << segment.shift;
      continue;
    }
    std::fill(out + static_cast<std::size_t>(column + 1) * stride, target, Cost{0});
    column = segment.column;
    for (std::size_t f = 0; f < stride; ++f)
      target[f] = static_cast<Cost>(std::popcount(mask & source[f])) << segment.shift;
  }
  std::fill(out + static_cast<std::size_t>(column + 1) * stride, out + static_cast<std::size_t>(table.columns) * stride,
            Cost{0});
}

SHORTLIST_CLONES void count_common(const Table& table, const Word* rows, Cost* out) { count_loop(table, rows, out); }

#if SHORTLIST_VECTOR_POPCOUNT
// Not among the names `target_clones` knows, so chosen by hand.
[[gnu::target("avx512f,avx512vl,avx512vpopcntdq,prefer-vector-width=512")]] void count_avx512(const Table& table,
                                                                                              const Word* rows,
                                                                                              Cost* out) {
  count_loop(table, rows, out);
}
void count_kernel(const Table& table, const Word* rows, Cost* out) {
  __builtin_cpu_supports("avx512vpopcntdq") ? count_avx512(table, rows, out) : count_common(table, rows, out);
}
#else
void count_kernel(const Table& table, const Word* rows, Cost* out) { count_common(table, rows, out); }
#endif

// Segments of one column lie side by side, and their sum stays in a register.
SHORTLIST_CLONES void total_kernel(const Segment* segments, std::size_t segment_count, const Word* rows, Cost* out) {
  for (std::size_t i = 0; i < segment_count;) {
    const int column = segments[i].column;
    Cost sum = 0;
    for (; i < segment_count && segments[i].column == column; ++i)
      sum += static_cast<Cost>(std::popcount(rows[segments[i].word] & segments[i].mask)) << segments[i].shift;
    out[column] += sum;
  }
}

// The counts of both literals of each feature.
SHORTLIST_CLONES void split_kernel(const Cost* __restrict__ counts, Cost inside, int stride,
                                   Cost* __restrict__ positive, Cost* __restrict__ negated) {
  for (int f = 0; f < stride; ++f) {
    positive[f] = counts[f];
    negated[f] = inside - counts[f];
  }
}

SHORTLIST_CLONES void add_kernel(const Cost* __restrict__ from, int n, Cost* __restrict__ to) {
  for (int i = 0; i < n; ++i) to[i] += from[i];
}

SHORTLIST_CLONES void max_kernel(const Cost* __restrict__ from, int n, Cost* __restrict__ to) {
  for (int i = 0; i < n; ++i) to[i] = to[i] < from[i] ? from[i] : to[i];
}

SHORTLIST_CLONES void max_rest_kernel(const Cost* __restrict__ from, Cost whole, int n, Cost* __restrict__ to) {
  for (int i = 0; i < n; ++i) to[i] = to[i] < whole - from[i] ? whole - from[i] : to[i];
}

SHORTLIST_CLONES void subtract_from_kernel(const Cost* __restrict__ from, int n, Cost* __restrict__ to) {
  for (int i = 0; i < n; ++i) to[i] = from[i] - to[i];
}

SHORTLIST_CLONES void rest_loss_kernel(const Cost* __restrict__ weight, Cost whole, int n, Cost* __restrict__ best) {
  for (int i = 0; i < n; ++i) best[i] = whole - weight[i] - best[i];
}

SHORTLIST_CLONES void min_plus_kernel(const Cost* __restrict__ from, Cost plus, int n, Cost* __restrict__ to) {
  for (int i = 0; i < n; ++i) to[i] = to[i] < from[i] + plus ? to[i] : from[i] + plus;
}

SHORTLIST_CLONES Cost least_kernel(const Cost* __restrict__ price, const Cost* __restrict__ wrong,
                                   const Cost* __restrict__ rest, int n) {
  Cost least = 3 * kInfinite;
  for (int i = 0; i < n; ++i) {
    const Cost value = price[i] + wrong[i] + rest[i];
    least = value < least ? value : least;
  }
  return least;
}

// All of a scan in one sweep, for two labels that everyone may predict: the usual case.
struct TwoLabels {
  const Cost* first;  // counts per feature
  const Cost* second;
  const Cost* inside;
  const Cost* state;
  int stride;
};

SHORTLIST_CLONES void two_label_kernel(const TwoLabels& in, Cost* __restrict__ count, Cost* __restrict__ weight,
                                       Cost* __restrict__ wrong, Cost* __restrict__ rest) {
  const int n = in.stride;
  const Cost a = in.inside[0], b = in.inside[1], s = in.state[0], t = in.state[1];
  for (int f = 0; f < n; ++f) {
    const Cost x = in.first[f], y = in.second[f], u = a - x, v = b - y;
    count[f] = x;
    count[n + f] = u;
    count[2 * n + f] = y;
    count[3 * n + f] = v;
    weight[f] = x + y;
    weight[n + f] = u + v;
    wrong[f] = x < y ? x : y;
    wrong[n + f] = u < v ? u : v;
    rest[f] = s - x < t - y ? s - x : t - y;
    rest[n + f] = s - u < t - v ? s - u : t - v;
  }
}

// Excess of the rows not covered, under the best of the given labels.
void rest_loss(const LiteralScan& scan, const Cost* state, Cost state_weight, const int* labels, int label_count, int n,
               Cost* out) {
  std::fill(out, out + n, 0);
  for (int i = 0; i < label_count; ++i)
    max_rest_kernel(scan.count.data() + static_cast<std::size_t>(labels[i]) * n, state[labels[i]], n, out);
  rest_loss_kernel(scan.weight.data(), state_weight, n, out);
}

void forbid_light_rules(const Scoring& scoring, int n, LiteralScan& scan) {
  const Cost* mass = scan.count.data() + static_cast<std::size_t>(scoring.mass_column) * n;
  for (int i = 0; i < n; ++i)
    if (mass[i] < scoring.min_mass) scan.wrong[i] = kInfinite;
}

// Where an empty rule may close the list, the rest may also take a label only rules can give.
void offer_empty_rule(const Scoring& scoring, int n, const Cost* state, Cost state_weight, LiteralScan& scan) {
  rest_loss(scan, state, state_weight, scoring.rule_labels, scoring.rule_label_count, n, scan.scratch.data());
  if (scoring.mass_column >= 0) {
    const Cost* mass = scan.count.data() + static_cast<std::size_t>(scoring.mass_column) * n;
    for (int i = 0; i < n; ++i)
      if (state[scoring.mass_column] - mass[i] < scoring.min_mass) scan.scratch[i] = kInfinite;
  }
  min_plus_kernel(scan.scratch.data(), scoring.rule_price, n, scan.leaf_rest.data());
}

}  // namespace

Scoring::Scoring(const Problem& p)
    : labels(p.labels),
      rule_labels(p.rule_labels.data()),
      rule_label_count(static_cast<int>(p.rule_labels.size())),
      default_labels(p.default_labels.data()),
      default_label_count(static_cast<int>(p.default_labels.size())),
      weight_column(p.weight_column),
      mass_column(p.mass_column),
      min_mass(p.min_mass),
      rule_price(p.rule_price),
      empty_rule_useful(p.empty_rule_useful),
      two_free_labels(p.table.columns == 2 && labels == 2 && rule_label_count == 2 && default_label_count == 2) {}

Cost Scoring::any_weight(const Cost* count) const {
  if (weight_column >= 0) return count[weight_column];
  Cost sum = 0;
  for (int c = 0; c < labels; ++c) sum += count[c];
  return sum;
}

Cost Scoring::any_rule_loss(const Cost* count) const {
  if (rule_label_count == 0 || (mass_column >= 0 && count[mass_column] < min_mass)) return kInfinite;
  Cost best = 0;
  for (int i = 0; i < rule_label_count; ++i) best = std::max(best, count[rule_labels[i]]);
  return weight(count) - best;
}

Cost Scoring::any_leaf(const Cost* count, bool empty_rule) const {
  Cost best = 0;
  for (int i = 0; i < default_label_count; ++i) best = std::max(best, count[default_labels[i]]);
  const Cost plain = weight(count) - best;
  return empty_rule && empty_rule_useful ? std::min(plain, rule_price + rule_loss(count)) : plain;
}

void LiteralScan::resize(int columns, int literals) {
  count.resize(static_cast<std::size_t>(columns) * literals);
  weight.resize(literals);
  wrong.resize(literals);
  leaf_rest.resize(literals);
  scratch.resize(literals);
}

void count_features(const Table& table, const Word* rows, Cost* out) { count_kernel(table, rows, out); }

void count_rows(const Table& table, const Word* rows, Cost* out) {
  std::fill(out, out + table.columns, 0);
  total_kernel(table.segments.data(), table.segments.size(), rows, out);
}

void scan_literals(const Scoring& scoring, int columns, int stride, const Cost* counts, const Cost* inside,
                   const Cost* state, bool empty_rule, LiteralScan& scan) {
  const int n = 2 * stride;
  scan.resize(columns, n);
  if (scoring.two_free_labels) {
    two_label_kernel({counts, counts + stride, inside, state, stride}, scan.count.data(), scan.weight.data(),
                     scan.wrong.data(), scan.leaf_rest.data());
    return;
  }
  for (int c = 0; c < columns; ++c) {
    Cost* both = scan.count.data() + static_cast<std::size_t>(c) * n;
    split_kernel(counts + static_cast<std::size_t>(c) * stride, inside[c], stride, both, both + stride);
  }
  const auto column = [&](int c) { return scan.count.data() + static_cast<std::size_t>(c) * n; };
  if (scoring.weight_column >= 0) {
    std::copy_n(column(scoring.weight_column), n, scan.weight.data());
  } else {
    std::fill(scan.weight.begin(), scan.weight.end(), 0);
    for (int c = 0; c < scoring.labels; ++c) add_kernel(column(c), n, scan.weight.data());
  }
  std::fill(scan.wrong.begin(), scan.wrong.end(), 0);
  for (int i = 0; i < scoring.rule_label_count; ++i) max_kernel(column(scoring.rule_labels[i]), n, scan.wrong.data());
  subtract_from_kernel(scan.weight.data(), n, scan.wrong.data());
  if (scoring.rule_label_count == 0) std::fill(scan.wrong.begin(), scan.wrong.end(), kInfinite);
  const Cost state_weight = scoring.weight(state);
  rest_loss(scan, state, state_weight, scoring.default_labels, scoring.default_label_count, n, scan.leaf_rest.data());
  if (empty_rule && scoring.empty_rule_useful) offer_empty_rule(scoring, n, state, state_weight, scan);
  if (scoring.mass_column >= 0) forbid_light_rules(scoring, n, scan);
}

BestLiteral best_literal(const LiteralScan& scan, const Cost* price, int literals, Cost base) {
  const Cost least = least_kernel(price, scan.wrong.data(), scan.leaf_rest.data(), literals);
  if (least >= kInfinite) return {};
  for (int i = 0; i < literals; ++i)
    if (price[i] + scan.wrong[i] + scan.leaf_rest[i] == least) return {base + least, i};
  return {};
}

}  // namespace shortlist
