// Which rules are worth a try: literal necessity, look-ahead, and their enumeration.
#include <algorithm>
#include <array>

#include "base/dispatch.hpp"
#include "sparse/sparse_search.hpp"

namespace shortlist {
namespace {

Word label_bit(int label) { return Word{1} << (label % kWordBits); }

// Which conjunctions `prefix and l` may be the rule for one label, and which part of a longer one.
// `gain` is the benefit under the label; excess = weight + sign * column.
struct MaskInput {
  int literals;
  Word bit;  // of the label
  const Cost* gain;
  const Cost* weight;
  const Cost* column;
  const Cost* price;
  const Cost* wrong;
  Cost sign;
  Cost prefix_excess;
  Cost prefix_price;  // of the rule without l
  Cost next;          // cheapest literal
  bool pays;
  bool necessity;
  bool priced;  // a literal must remove more than its price, else at least something
  std::array<const Cost*, 2> weight_without, column_without;  // with one literal of the prefix left out
  std::array<Cost, 2> part_price;
};

// Everything is copied to locals and kept in whole numbers, else the loop does not become vector code.
template <int parts>
[[gnu::always_inline]] inline void mask_loop(const MaskInput& in, Word* __restrict__ rule_labels,
                                             Word* __restrict__ longer_labels) {
  const Cost least_gain = in.prefix_price + (in.pays ? 0 : -2 * kInfinite);
  const Cost needs = in.necessity ? 0 : -2 * kInfinite;
  const Cost priced = in.priced ? -1 : 0;
  const Cost next_removes = in.necessity && in.priced ? in.next : -kInfinite;
  const Cost least_weight = in.priced ? 0 : -1;  // a rule covers something; else its mass has been tested
  const Cost sign = in.sign, next = in.next, prefix_excess = in.prefix_excess;
  const Cost bit = static_cast<Cost>(in.bit);
  const Cost* __restrict__ gains = in.gain;
  const Cost* __restrict__ weights = in.weight;
  const Cost* __restrict__ columns = in.column;
  const Cost* __restrict__ prices = in.price;
  const Cost* __restrict__ wrongs = in.wrong;
  const Cost* __restrict__ weight_a = in.weight_without[0];
  const Cost* __restrict__ column_a = in.column_without[0];
  const Cost* __restrict__ weight_b = in.weight_without[1];
  const Cost* __restrict__ column_b = in.column_without[1];
  const Cost price_a = in.part_price[0], price_b = in.part_price[1];
  const int n = in.literals;
  for (int l = 0; l < n; ++l) {
    const Cost price = prices[l], excess = weights[l] + sign * columns[l], gain = gains[l] - price;
    Cost ok = price < kInfinite ? bit : 0;
    ok = wrongs[l] < kInfinite ? ok : 0;
    ok = weights[l] > least_weight ? ok : 0;
    ok = prefix_excess - excess > (price & priced) + needs ? ok : 0;
    ok = gain > least_gain ? ok : 0;
    if constexpr (parts > 0) ok = weight_a[l] + sign * column_a[l] - excess > price_a ? ok : 0;
    if constexpr (parts > 1) ok = weight_b[l] + sign * column_b[l] - excess > price_b ? ok : 0;
    Cost longer = gain > least_gain + next ? ok : 0;
    longer = excess > next_removes ? longer : 0;
    rule_labels[l] |= static_cast<Word>(ok);
    longer_labels[l] |= static_cast<Word>(longer);
  }
}

SHORTLIST_CLONES void mask_none(const MaskInput& in, Word* rule, Word* longer) { mask_loop<0>(in, rule, longer); }
SHORTLIST_CLONES void mask_one(const MaskInput& in, Word* rule, Word* longer) { mask_loop<1>(in, rule, longer); }
SHORTLIST_CLONES void mask_two(const MaskInput& in, Word* rule, Word* longer) { mask_loop<2>(in, rule, longer); }

}  // namespace

// literal_necessity
// Claim: some optimal list for S starts with no rule, or with a rule A -> c in which every literal l removes more
//   excess than it costs: E_c(A without l) - E_c(A) > price(l). It suffices to look at such rules, and if a
//   conjunction fails the test for c, so does every longer one that contains it.
// Why: let B be A without l. B -> c costs price(l) less, E_c(B) - E_c(A) more on the rows B adds, and leaves
//   S \ B within S \ A, which is no dearer by monotony. So an unnecessary literal can go, and the shortest of
//   the optimal lists has none. (If A was l alone, B is the empty rule: a leaf, tried at every state.)
//   The rows only l removes from A are among those only l removes from any part of A that contains l.
// Source: ours; for sets of rules it is the irredundancy of prime implicants, with prices.
// Holds when: monotony does. Under an active min_rows a literal must merely remove some row.
//
// rule_pays
// Claim: some optimal list has only rules with N_c(cover) > price(A).
// Why: dropping. Benefits fall and prices rise with more literals, so a longer rule needs even more.
// Source: CORELS, lower bound on accurate antecedent support; Yu et al. (AAAI-21) have it implicitly.
// Holds when: always.
void SparseSearch::fill_masks(const State& s, const Prefix& prefix, PairRow& row) {
  const int n = s.board.table.literals();
  row.labels.assign(n, 0);
  row.longer.assign(n, 0);
  const bool priced = bounds_.monotone();
  const auto column = [&](const LiteralScan& scan, int label) {
    return scan.count.data() + static_cast<std::size_t>(priced ? label : problem_.mass_column) * n;
  };
  const Cost sign = priced ? -1 : 1;
  const Cost prefix_weight = scoring_.weight(prefix.count);
  for (int c : problem_.rule_labels) {
    if ((prefix.labels & label_bit(c)) == 0) continue;
    const Cost prefix_excess = prefix_weight + sign * prefix.count[priced ? c : problem_.mass_column];
    MaskInput in{n,
                 label_bit(c),
                 row.scan.count.data() + static_cast<std::size_t>(c) * n,
                 row.scan.weight.data(),
                 column(row.scan, c),
                 s.board.price.data(),
                 row.scan.wrong.data(),
                 sign,
                 prefix_excess,
                 prefix.price,
                 problem_.least_literal,
                 bounds_.on(Bound::rule_pays),
                 bounds_.necessity(),
                 priced,
                 {},
                 {},
                 {}};
    const int parts = bounds_.necessity() ? prefix.parts : 0;
    for (int i = 0; i < parts; ++i) {
      in.weight_without[i] = prefix.without[i]->weight.data();
      in.column_without[i] = column(*prefix.without[i], c);
      in.part_price[i] = priced ? prefix.part_price[i] : 0;
    }
    (parts == 0 ? mask_none : parts == 1 ? mask_one : mask_two)(in, row.labels.data(), row.longer.data());
  }
}

// Single literals: necessity against the empty rule.
bool SparseSearch::necessary_alone(const State& s, int literal, Cost more) const {
  const int n = s.table.literals();
  const Cost price = problem_.rule_price + s.price[literal] + more;
  const Cost weight = scoring_.weight(s.total.data());
  for (int c : problem_.rule_labels) {
    const Cost gain = s.scan.count[static_cast<std::size_t>(c) * n + literal];
    if (!bounds_.rule_pays(gain, price)) continue;
    if (!bounds_.necessity() || !bounds_.monotone()) return true;
    const Cost excess = s.scan.weight[literal] - gain;
    if (weight - s.total[c] - excess > s.price[literal] && (more == 0 || excess > more)) return true;
  }
  return false;
}

void SparseSearch::gather_single_rules(State& s) {
  s.candidates.clear();
  s.pool.clear();
  for (int l = 0; l < s.table.literals(); ++l) {
    if (s.longest[l] < 1 || s.scan.wrong[l] >= kInfinite) continue;
    const Cost base = problem_.rule_price + s.price[l] + s.scan.wrong[l];
    if (base + s.rest_bound[l] >= s.ub || !necessary_alone(s, l, 0)) continue;
    s.candidates.push_back({static_cast<int>(s.pool.size()), 1, base, base + s.scan.leaf_rest[l]});
    s.pool.push_back(l);
  }
}

// Whether the literal can be in a rule of two or more.
bool SparseSearch::fits_longer_rule(const State& s, int l) const {
  if (s.longest[l] < 2 || s.scan.wrong[l] >= kInfinite) return false;
  const Cost rest = bounds_.monotone() ? s.rest_bound[l] : 0;
  return bounds_.with_longer_rule(s.price[l], rest) < s.ub && necessary_alone(s, l, problem_.least_literal);
}

void SparseSearch::gather_board(State& s) {
  Board& b = s.board;
  b.features.clear();
  const int stride = s.table.stride;
  for (int f = 0; f < s.table.features; ++f)
    if (fits_longer_rule(s, f) || fits_longer_rule(s, stride + f)) b.features.push_back(f);
  compact(s.table, s.all.data(), b.features, b.table, compact_scratch_);
  const int n = b.table.literals();
  b.literal.assign(n, 0);
  b.price.assign(n, kInfinite);
  b.uses.assign(n, 0);
  b.looked.assign(n, 0);
  if (static_cast<int>(b.rows.size()) < n) b.rows.resize(n);
  b.counts.assign(static_cast<std::size_t>(b.table.columns) * b.table.stride, 0);
  for (int f = 0; f < b.table.features; ++f) {
    for (int c = 0; c < b.table.columns; ++c)
      b.counts[static_cast<std::size_t>(c) * b.table.stride + f] =
          s.counts[static_cast<std::size_t>(c) * stride + b.features[f]];
    for (int negated = 0; negated < 2; ++negated) {
      const int l = f + negated * b.table.stride;
      b.literal[l] = b.features[f] + negated * stride;
      if (fits_longer_rule(s, b.literal[l])) b.price[l] = s.price[b.literal[l]];
    }
  }
  scan_literals(scoring_, b.table.columns, b.table.stride, b.counts.data(), s.total.data(), s.total.data(), false,
                b.scan);
}

void SparseSearch::fill_pair_row(State& s, int first) {
  Board& b = s.board;
  PairRow& row = b.rows[first];
  const int n = b.table.literals();
  s.cover.resize(b.table.words);
  intersect_literal(b.table, first, s.all.data(), s.cover.data());
  s.row_counts.resize(static_cast<std::size_t>(b.table.columns) * b.table.stride);
  count_features(b.table, s.cover.data(), s.row_counts.data());
  monitor_.work(counting_work(b.table) + b.table.stride * problem_.labels);
  s.row_total.resize(b.table.columns);
  for (int c = 0; c < b.table.columns; ++c) s.row_total[c] = b.scan.count[static_cast<std::size_t>(c) * n + first];
  scan_literals(scoring_, b.table.columns, b.table.stride, s.row_counts.data(), s.row_total.data(), s.total.data(),
                s.allowance.after(2).empty_rule(), row.scan);
  const Cost price = problem_.rule_price + b.price[first];
  fill_masks(s, {s.row_total.data(), price, ~Word{0}, 1, {&b.scan}, {b.price[first]}}, row);
  // A feature with itself is no pair.
  row.labels[feature_of(b.table, first)] = row.labels[b.table.stride + feature_of(b.table, first)] = 0;
  row.longer[feature_of(b.table, first)] = row.longer[b.table.stride + feature_of(b.table, first)] = 0;
}

// Tries the pair as the only rule, and says whether rules that contain it can matter.
bool SparseSearch::keep_pair(State& s, int first, int second) {
  Board& b = s.board;
  PairRow& row = b.rows[first];
  if (b.price[second] >= kInfinite || row.labels[second] == 0) return false;
  const int literals[] = {b.literal[first], b.literal[second]};
  const Cost price = problem_.rule_price + b.price[first] + b.price[second];
  improve(s, s.table, price + row.scan.wrong[second] + row.scan.leaf_rest[second], literals, 2);
  const Cost rest = rest_of(s, literals, 2);
  if (s.rule_length < 3 || s.longest[literals[0]] < 3 || s.longest[literals[1]] < 3 ||
      price + problem_.least_literal + rest >= s.ub)
    row.longer[second] = 0;
  if (row.longer[second] == 0 && price + row.scan.wrong[second] + rest >= s.ub) row.labels[second] = 0;
  return row.labels[second] != 0;
}

void SparseSearch::gather_long_rules(State& s) {
  s.candidates.clear();
  s.pool.clear();
  gather_board(s);
  Board& b = s.board;
  if (b.table.features < 2) return;
  for (int first = 0; first < b.table.literals(); ++first)
    if (b.price[first] < kInfinite) fill_pair_row(s, first);
  gather_pairs(s);
  if (bounds_.look_ahead()) look_ahead(s);
  for (std::size_t i = 0; i < b.pairs.size() && !s.closed; ++i) {
    const auto [first, second] = b.pairs[i];
    if (b.price[first] >= kInfinite || !keep_pair(s, first, second)) continue;
    const PairRow& row = b.rows[first];
    prefix_.assign({first, second});
    const Cost price = problem_.rule_price + b.price[first] + b.price[second];
    offer_candidate(s, prefix_, price, row.scan.wrong[second], row.scan.leaf_rest[second]);
    if (row.longer[second] == 0) continue;
    extend(s, prefix_, price, row.longer[second]);
  }
}

// The pairs that can matter, each with its lower feature first.
void SparseSearch::gather_pairs(State& s) {
  Board& b = s.board;
  b.pairs.clear();
  const int features = b.table.features, stride = b.table.stride;
  for (int first = 0; first < b.table.literals(); ++first) {
    if (b.price[first] >= kInfinite) continue;
    const Word* labels = b.rows[first].labels.data();
    for (int half = 0; half < 2; ++half)
      for (int f = feature_of(b.table, first) + 1; f < features; ++f) {
        const int second = f + half * stride;
        if (labels[second] == 0 || !keep_pair(s, first, second)) continue;
        b.pairs.emplace_back(first, second);
        ++b.uses[first];
        ++b.uses[second];
      }
  }
}

// look_ahead
// Claim: a list for S with a rule A that contains l and another literal costs at least
//   rule price + price(l) + cheapest literal + V(S \ l).
// Why: A leaves S \ A, which contains S \ l. One memoised child answers for all such rules at once.
// Source: ours, after the one-step look-ahead of CORELS.
// Holds when: monotony does. The child's budget is not what remains after a rule, so it inherits no limits.
void SparseSearch::look_ahead(State& s) {
  Board& b = s.board;
  for (;;) {
    int busiest = -1;
    for (int l = 0; l < b.table.literals(); ++l)
      if (!b.looked[l] && b.uses[l] > 0 && (busiest < 0 || b.uses[l] > b.uses[busiest])) busiest = l;
    if (busiest < 0) return;
    b.looked[busiest] = 1;
    const int literal = b.literal[busiest];
    const Cost beside = bounds_.with_longer_rule(s.price[literal], 0);
    if (beside + s.rest_bound[literal] < s.ub) {
      const Cost value = child(s, &literal, 1, s.ub - beside, false);
      s.rest_bound[literal] = std::max(s.rest_bound[literal], value);
      if (repack(s)) return;
    }
    if (beside + s.rest_bound[literal] < s.ub) continue;
    b.price[busiest] = kInfinite;
    for (int l = 0; l < b.table.literals(); ++l) {
      const int low = feature_of(b.table, l) < feature_of(b.table, busiest) ? l : busiest;
      const int high = low == l ? busiest : l;
      if (b.uses[l] > 0 && l != busiest && b.price[l] < kInfinite && b.rows[low].labels[high] != 0) --b.uses[l];
    }
    b.uses[busiest] = 0;
  }
}

void SparseSearch::offer_candidate(State& s, const std::vector<int>& rule, Cost price, Cost wrong, Cost leaf_rest) {
  const int begin = static_cast<int>(s.pool.size());
  for (int l : rule) s.pool.push_back(s.board.literal[l]);
  const int length = static_cast<int>(rule.size());
  if (price + wrong + rest_of(s, s.pool.data() + begin, length) >= s.ub) {
    s.pool.resize(static_cast<std::size_t>(begin));
    return;
  }
  s.candidates.push_back({begin, length, price + wrong, price + wrong + leaf_rest});
}

// All longer rules that start with `prefix` and go on with literals of higher features.
void SparseSearch::extend(State& s, std::vector<int>& prefix, Cost price, Word labels) {
  if (repack(s)) return;
  Board& b = s.board;
  const int n = b.table.literals();
  const int length = static_cast<int>(prefix.size());
  if (static_cast<int>(s.prefix_row.size()) <= length) s.prefix_row.resize(static_cast<std::size_t>(length) + 1);
  PairRow& row = s.prefix_row[length];
  s.cover = s.all;
  for (int l : prefix) intersect_literal(b.table, l, s.cover.data(), s.cover.data());
  s.row_counts.resize(static_cast<std::size_t>(b.table.columns) * b.table.stride);
  count_features(b.table, s.cover.data(), s.row_counts.data());
  s.row_total.resize(b.table.columns);
  count_rows(b.table, s.cover.data(), s.row_total.data());
  monitor_.work(counting_work(b.table) + b.table.stride * problem_.labels);
  scan_literals(scoring_, b.table.columns, b.table.stride, s.row_counts.data(), s.row_total.data(), s.total.data(),
                s.allowance.after(length + 1).empty_rule(), row.scan);
  Prefix part{s.row_total.data(), price, labels, 0, {}, {}};
  if (length == 2)
    part = {s.row_total.data(),
            price,
            labels,
            2,
            {&b.rows[prefix[1]].scan, &b.rows[prefix[0]].scan},
            {b.price[prefix[0]], b.price[prefix[1]]}};
  fill_masks(s, part, row);
  const int last = feature_of(b.table, prefix.back());
  for (int l = 0; l < n && !s.closed; ++l) {
    if (feature_of(b.table, l) <= last || row.labels[l] == 0) continue;
    Word common = row.labels[l];
    for (int m : prefix) common &= b.rows[m].longer[l];
    if (common != 0) visit_longer(s, prefix, price, l, row, common);
  }
}

void SparseSearch::visit_longer(State& s, std::vector<int>& prefix, Cost prefix_price, int literal, const PairRow& row,
                                Word labels) {
  Board& b = s.board;
  const Cost price = prefix_price + b.price[literal];
  const Cost wrong = row.scan.wrong[literal], leaf_rest = row.scan.leaf_rest[literal];
  const int length = static_cast<int>(prefix.size()) + 1;
  state_literals_.clear();
  for (int m : prefix) state_literals_.push_back(b.literal[m]);
  state_literals_.push_back(b.literal[literal]);
  for (int l : state_literals_)
    if (length > s.longest[l]) return;
  const Cost rest = rest_of(s, state_literals_.data(), length);
  const bool rule = price + wrong + rest < s.ub;
  const Word longer = row.longer[literal] & labels;
  const bool extensible = longer != 0 && length < s.rule_length && price + problem_.least_literal + rest < s.ub;
  if (!rule && !extensible) return;
  if (length > 3 && bounds_.necessity() && !necessary_parts(s, prefix, literal)) return;
  improve(s, s.table, price + wrong + leaf_rest, state_literals_.data(), length);
  prefix.push_back(literal);
  if (rule) offer_candidate(s, prefix, price, wrong, leaf_rest);
  if (extensible) extend(s, prefix, price, longer);
  prefix.pop_back();
}

// Necessity of the literals of a prefix of three and more, counted one by one.
bool SparseSearch::necessary_parts(State& s, const std::vector<int>& prefix, int literal) {
  const Board& b = s.board;
  const bool priced = bounds_.monotone();
  part_cover_.resize(b.table.words);
  part_count_.resize(b.table.columns);
  const int n = b.table.literals();
  const PairRow& row = s.prefix_row[prefix.size()];
  for (int dropped : prefix) {
    std::copy(s.all.begin(), s.all.end(), part_cover_.begin());
    for (int m : prefix)
      if (m != dropped) intersect_literal(b.table, m, part_cover_.data(), part_cover_.data());
    intersect_literal(b.table, literal, part_cover_.data(), part_cover_.data());
    count_rows(b.table, part_cover_.data(), part_count_.data());
    const Cost weight = scoring_.weight(part_count_.data()) - row.scan.weight[literal];
    bool needed = false;
    for (int c : problem_.rule_labels) {
      const int column = priced ? c : problem_.mass_column;
      const Cost change = part_count_[column] - row.scan.count[static_cast<std::size_t>(column) * n + literal];
      needed |= priced ? weight - change > b.price[dropped] : weight + change > 0;
    }
    if (!needed) return false;
  }
  return true;
}

}  // namespace shortlist
