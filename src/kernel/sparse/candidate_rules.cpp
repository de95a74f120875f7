#include "sparse/candidate_rules.hpp"

#include <algorithm>

#include "base/dispatch.hpp"

namespace shortlist {
namespace {

SHORTLIST_CLONES void keep_common(const Word* __restrict__ from, int count, Word* __restrict__ to) {
  for (int i = 0; i < count; ++i) to[i] &= from[i];
}

}  // namespace

// Whether a rule of this literal, or one that costs `more` because it is longer, passes rule_pays and literal_necessity
// (label_masks.cpp) for one of the labels.
bool CandidateRules::necessary_alone(const State& s, int literal, Cost more, Word labels) const {
  const int n = s.table.literals();
  const Cost price = problem_.rule_price + s.price[literal] + more;
  const Cost weight = scoring_.weight(s.total.data());
  const LinkedLiterals linked{s.table, s.links, s.price, s.scan};
  const bool moves = !s.links.none() && bounds_.boundary_thresholds();
  for (int c : problem_.rule_labels) {
    const Cost gain = s.scan.count[static_cast<std::size_t>(c) * n + literal];
    if ((labels & label_bit(c)) == 0 || !bounds_.rule_pays(gain, price)) continue;
    if (moves && (linked.moves_outward(literal, c) || (more == 0 && linked.moves_inward(literal, c)))) continue;
    if (!bounds_.necessity() || !bounds_.monotone()) return true;
    const Cost excess = s.scan.weight[literal] - gain;
    if (weight - s.total[c] - excess > s.price[literal] && (more == 0 || excess > more)) return true;
  }
  return false;
}

void CandidateRules::gather_single_rules(State& s) {
  s.candidates.clear();
  s.pool.clear();
  for (int l = 0; l < s.table.literals(); ++l) {
    if (s.longest[l] < 1 || s.scan.wrong[l] >= kInfinite) continue;
    const Cost base = problem_.rule_price + s.price[l] + s.scan.wrong[l];
    if (base + s.rest_bound[l] >= s.ub || !necessary_alone(s, l, 0, ~Word{0})) continue;
    s.candidates.push_back({static_cast<int>(s.pool.size()), 1, base, base + s.scan.leaf_rest[l]});
    s.pool.push_back(l);
  }
}

// For which labels the literal can be in a rule of two or more, as far as what is left behind it says.
Word CandidateRules::labels_of_longer_rules(const State& s, int l) const {
  return state_bounds_.labels_below(s, &l, 1, ~Word{0}, s.ub - bounds_.with_longer_rule(s.price[l], 0));
}

// Whether the literal can be in a rule of two or more.
bool CandidateRules::fits_longer_rule(const State& s, int l) const {
  if (s.longest[l] < 2 || s.scan.wrong[l] >= kInfinite) return false;
  if (bounds_.with_longer_rule(s.price[l], state_bounds_.rest_of(s, &l, 1, 2)) >= s.ub) return false;
  return necessary_alone(s, l, problem_.least_literal, labels_of_longer_rules(s, l));
}

void CandidateRules::gather_board(State& s) {
  Board& b = s.board;
  b.features.clear();
  const int stride = s.table.stride;
  for (int f = 0; f < s.table.features; ++f)
    if (fits_longer_rule(s, f) || fits_longer_rule(s, stride + f)) b.features.push_back(f);
  compact(s.table, s.all.data(), b.features, b.table, compact_scratch_);
  s.links.restrict(b.features, b.links);
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
  b.looser.clear();
  for (int l = 0; l < n && !b.links.none(); ++l) {
    const int looser = b.price[l] < kInfinite ? b.links.looser_than(b.table, l) : -1;
    if (looser >= 0) b.looser.emplace_back(l, looser);
  }
  scan_literals(scoring_, b.table.columns, b.table.stride, b.counts.data(), s.total.data(), s.total.data(), false,
                b.scan);
}

void CandidateRules::fill_pair_row(State& s, int first) {
  Board& b = s.board;
  PairRow& row = b.rows[first];
  const int n = b.table.literals();
  s.cover.resize(b.table.words);
  intersect_literal(b.table, first, s.all.data(), s.cover.data());
  s.row_counts.resize(static_cast<std::size_t>(b.table.columns) * b.table.stride);
  count_features(b.table, s.cover.data(), s.row_counts.data());
  monitor_.work(counting_work(b.table) + b.table.stride * problem_.labels);
  b.scan.counts_of(first, b.table.columns, n, s.row_total);
  scan_literals(scoring_, b.table.columns, b.table.stride, s.row_counts.data(), s.row_total.data(), s.total.data(),
                s.allowance.after(2).empty_rule(), row.scan);
  const Cost price = problem_.rule_price + b.price[first];
  const Word labels = labels_of_longer_rules(s, b.literal[first]);
  masks_.fill(b, {s.row_total.data(), price, labels, 1, {&b.scan}, {b.price[first]}}, row);
  // A feature with itself is no pair.
  row.labels[feature_of(b.table, first)] = row.labels[b.table.stride + feature_of(b.table, first)] = 0;
  row.longer[feature_of(b.table, first)] = row.longer[b.table.stride + feature_of(b.table, first)] = 0;
}

// What longer rules with these literals leave costs at least; `leaf` is what the default rule costs there.
Cost CandidateRules::rest_of_longer(const State& s, const int* literals, int length, Cost leaf) const {
  const Cost rest = state_bounds_.rest_of(s, literals, length, length + 1);
  const bool last = problem_.limited() && s.allowance.after(length + 1).rule_length() == 0;
  return last && bounds_.on(Bound::short_rests) ? std::max(rest, leaf) : rest;
}

// Tries the pair as the only rule, and says whether rules that contain it can matter.
bool CandidateRules::keep_pair(State& s, int first, int second) {
  Board& b = s.board;
  PairRow& row = b.rows[first];
  if (b.price[second] >= kInfinite || row.labels[second] == 0) return false;
  const int literals[] = {b.literal[first], b.literal[second]};
  const Cost price = problem_.rule_price + b.price[first] + b.price[second];
  s.improve(s.table, price + row.scan.wrong[second] + row.scan.leaf_rest[second], literals, 2);
  const Cost rest = state_bounds_.rest_of(s, literals, 2, 2);
  const bool can_grow =
      s.rule_length >= 3 && s.longest[literals[0]] >= 3 && s.longest[literals[1]] >= 3 &&
      rest_of_longer(s, literals, 2, row.scan.leaf_rest[second]) < s.ub - price - problem_.least_literal;
  Word& longer = row.longer[second];
  longer = can_grow ? state_bounds_.labels_below(s, literals, 2, longer, s.ub - price - problem_.least_literal) : 0;
  const bool is_rule = price + row.scan.wrong[second] + rest < s.ub;
  const Word rule = is_rule ? state_bounds_.labels_below(s, literals, 2, row.labels[second], s.ub - price) : 0;
  return (row.labels[second] = rule | longer) != 0;
}

void CandidateRules::gather_pairs(State& s) {
  Board& b = s.board;
  b.pairs.clear();
  gather_board(s);
  if (b.table.features < 2) return;
  for (int first = 0; first < b.table.literals(); ++first)
    if (b.price[first] < kInfinite) fill_pair_row(s, first);
  if (!b.links.none()) join_pair_rows(b);
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

// The row of a literal tells where the other one of a pair may be moved. A pair must stand both tests.
void CandidateRules::join_pair_rows(Board& b) {
  for (int first = 0; first < b.table.literals(); ++first)
    for (int second = 0; second < first; ++second) {
      if (b.price[first] >= kInfinite || b.price[second] >= kInfinite) continue;
      PairRow &row = b.rows[first], &other = b.rows[second];
      row.labels[second] = other.labels[first] = row.labels[second] & other.labels[first];
      row.longer[second] = other.longer[first] = row.longer[second] & other.longer[first];
    }
}

int CandidateRules::next_to_look_at(Board& b) {
  int busiest = -1;
  for (int l = 0; l < b.table.literals(); ++l)
    if (!b.looked[l] && b.uses[l] > 0 && (busiest < 0 || b.uses[l] > b.uses[busiest])) busiest = l;
  if (busiest >= 0 && !b.links.none()) busiest = middle_of_chain(b, busiest);
  if (busiest >= 0) b.looked[busiest] = 1;
  return busiest;
}

// The middle one of the literals of a chain that are still to be looked at: each look decides half of them.
int CandidateRules::middle_of_chain(const Board& b, int literal) {
  const auto waits = [&](int l) { return !b.looked[l] && b.uses[l] > 0; };
  std::vector<int> waiting;
  int tightest = literal;
  for (int l = literal; l >= 0; l = b.links.tighter_than(b.table, l)) tightest = l;
  for (int l = tightest; l >= 0; l = b.links.looser_than(b.table, l))
    if (waits(l)) waiting.push_back(l);
  return waiting[waiting.size() / 2];
}

void CandidateRules::pass_looser(Board& b, int literal) {
  for (int l = literal; l >= 0; l = b.links.looser_than(b.table, l)) b.looked[l] = 1;
}

void CandidateRules::drop(Board& b, int literal) {
  b.price[literal] = kInfinite;
  for (int l = 0; l < b.table.literals(); ++l) {
    const int low = feature_of(b.table, l) < feature_of(b.table, literal) ? l : literal;
    const int high = low == l ? literal : l;
    if (b.uses[l] > 0 && l != literal && b.price[l] < kInfinite && b.rows[low].labels[high] != 0) --b.uses[l];
  }
  b.uses[literal] = 0;
}

void CandidateRules::gather_long_rules(State& s) {
  s.candidates.clear();
  s.pool.clear();
  const Board& b = s.board;
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

void CandidateRules::offer_candidate(State& s, const std::vector<int>& rule, Cost price, Cost wrong, Cost leaf_rest) {
  const int begin = static_cast<int>(s.pool.size());
  for (int l : rule) s.pool.push_back(s.board.literal[l]);
  const int length = static_cast<int>(rule.size());
  const bool alone = s.allowance.after(length).rule_length() == 0;  // this list was tried when the rule was met
  if (alone || price + wrong + state_bounds_.rest_of(s, s.pool.data() + begin, length, length) >= s.ub) {
    s.pool.resize(static_cast<std::size_t>(begin));
    return;
  }
  s.candidates.push_back({begin, length, price + wrong, price + wrong + leaf_rest});
}

// For each literal of a higher feature the labels for which all pairs of it with a literal of the prefix may be part of
// a longer rule; false if there are none at all.
bool CandidateRules::find_extensions(const Board& b, const std::vector<int>& prefix, Word labels,
                                     std::vector<Word>& out) {
  out.resize(static_cast<std::size_t>(b.table.literals()));
  const int begin = feature_of(b.table, prefix.back()) + 1, count = b.table.features - begin;
  Word any = 0;
  for (int first : {begin, begin + b.table.stride}) {
    std::fill_n(out.begin() + first, count, labels);
    for (int m : prefix) keep_common(b.rows[m].longer.data() + first, count, out.data() + first);
    for (int l = first; l < first + count; ++l) any |= out[static_cast<std::size_t>(l)];
  }
  return any != 0;
}

// All longer rules that start with `prefix` and go on with literals of higher features.
void CandidateRules::extend(State& s, std::vector<int>& prefix, Cost price, Word labels) {
  if (packings_.repack(s)) return;
  Board& b = s.board;
  const int length = static_cast<int>(prefix.size());
  if (static_cast<int>(s.prefix_row.size()) <= length) s.prefix_row.resize(static_cast<std::size_t>(length) + 1);
  PairRow& row = s.prefix_row[length];
  if (!find_extensions(b, prefix, labels, row.extensions)) return;
  const PairRow& shorter = length == 2 ? b.rows[prefix[0]] : s.prefix_row[static_cast<std::size_t>(length) - 1];
  row.cover.resize(b.table.words);
  if (length == 2)
    intersect_literals(b.table, prefix, s.all.data(), row.cover.data());
  else
    intersect_literal(b.table, prefix.back(), shorter.cover.data(), row.cover.data());
  s.row_counts.resize(static_cast<std::size_t>(b.table.columns) * b.table.stride);
  count_features(b.table, row.cover.data(), s.row_counts.data());
  shorter.scan.counts_of(prefix.back(), b.table.columns, b.table.literals(), s.row_total);
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
  masks_.fill(b, part, row);
  for (int half = 0; half < 2; ++half)
    for (int f = feature_of(b.table, prefix.back()) + 1; f < b.table.features && !s.closed; ++f) {
      const int l = f + half * b.table.stride;
      const Word common = row.labels[l] & row.extensions[l];
      if (common != 0) visit_longer(s, prefix, price, l, row, common);
    }
}

void CandidateRules::visit_longer(State& s, std::vector<int>& prefix, Cost prefix_price, int literal,
                                  const PairRow& row, Word labels) {
  Board& b = s.board;
  const Cost price = prefix_price + b.price[literal];
  const Cost wrong = row.scan.wrong[literal], leaf_rest = row.scan.leaf_rest[literal];
  const int length = static_cast<int>(prefix.size()) + 1;
  state_literals_.clear();
  for (int m : prefix) state_literals_.push_back(b.literal[m]);
  state_literals_.push_back(b.literal[literal]);
  for (int l : state_literals_)
    if (length > s.longest[l]) return;
  labels = state_bounds_.labels_below(s, state_literals_.data(), length, labels, s.ub - price);
  if (labels == 0) return;
  const Cost rest = state_bounds_.rest_of(s, state_literals_.data(), length, length);
  const bool rule = price + wrong + rest < s.ub;
  const Word longer = state_bounds_.labels_below(s, state_literals_.data(), length, row.longer[literal] & labels,
                                                 s.ub - price - problem_.least_literal);
  const bool extensible =
      longer != 0 && length < s.rule_length &&
      price + problem_.least_literal + rest_of_longer(s, state_literals_.data(), length, leaf_rest) < s.ub;
  if (!rule && !extensible) return;
  if (length > 3 && bounds_.necessity() && !necessary_parts(s, prefix, literal)) return;
  s.improve(s.table, price + wrong + leaf_rest, state_literals_.data(), length);
  prefix.push_back(literal);
  if (rule) offer_candidate(s, prefix, price, wrong, leaf_rest);
  if (extensible) extend(s, prefix, price, longer);
  prefix.pop_back();
}

// Necessity of the literals of a prefix of three and more: the last one by what is known of the prefix without it, the
// others counted one by one.
bool CandidateRules::necessary_parts(State& s, const std::vector<int>& prefix, int literal) {
  const Board& b = s.board;
  const int n = b.table.literals();
  s.prefix_row[prefix.size() - 1].scan.counts_of(literal, b.table.columns, n, part_count_);
  if (!necessary_part(s, prefix, prefix.back(), literal)) return false;
  part_cover_.resize(b.table.words);
  for (std::size_t i = 0; i + 1 < prefix.size(); ++i) {
    part_ = prefix;
    part_[i] = literal;
    intersect_literals(b.table, part_, s.all.data(), part_cover_.data());
    count_rows(b.table, part_cover_.data(), part_count_.data());
    if (!necessary_part(s, prefix, prefix[i], literal)) return false;
  }
  return true;
}

// Whether a rule of prefix and literal can need `dropped`; `part_count_` has the counts of the rule without it.
bool CandidateRules::necessary_part(const State& s, const std::vector<int>& prefix, int dropped, int literal) const {
  const Board& b = s.board;
  const bool priced = bounds_.monotone();
  const int n = b.table.literals();
  const PairRow& row = s.prefix_row[prefix.size()];
  const Cost weight = scoring_.weight(part_count_.data()) - row.scan.weight[literal];
  bool needed = false;
  for (int c : problem_.rule_labels) {
    const int column = priced ? c : problem_.mass_column;
    const Cost change = part_count_[column] - row.scan.count[static_cast<std::size_t>(column) * n + literal];
    needed |= priced ? weight - change > b.price[dropped] : weight + change > 0;
  }
  return needed;
}

}  // namespace shortlist
