#include "sparse/label_masks.hpp"

#include "base/dispatch.hpp"

namespace shortlist {
namespace {

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
void LabelMasks::fill(const Board& board, const Prefix& prefix, PairRow& row) const {
  const int n = board.table.literals();
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
                 board.price.data(),
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
  if (!board.links.none() && bounds_.boundary_thresholds()) drop_movable(board, row);
}

// boundary_thresholds (chains.cpp), of the literals that a conjunction may end with: `moves_outward` for all labels at
// once, for every board and prefix passes by here.
void LabelMasks::drop_movable(const Board& board, PairRow& row) const {
  const int n = board.table.literals();
  const Cost* weight = row.scan.weight.data();
  for (const auto& [l, looser] : board.looser) {
    if (row.labels[l] == 0 || board.price[looser] > board.price[l]) continue;
    Word kept = ~Word{0};
    for (int c : problem_.rule_labels) {
      const Cost* benefit = row.scan.count.data() + static_cast<std::size_t>(c) * n;
      if (weight[looser] - benefit[looser] == weight[l] - benefit[l]) kept &= ~label_bit(c);
    }
    row.labels[l] &= kept;
    row.longer[l] &= kept;
  }
}

}  // namespace shortlist
