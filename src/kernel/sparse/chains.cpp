#include "sparse/chains.hpp"

#include <algorithm>

#include "sparse/state.hpp"
#include "table/chains.hpp"

namespace shortlist {
namespace {

constexpr std::size_t kShortestChain = 3;

// Two features that cost the same on either side, so that one may stand for the other.
bool same_prices(const State& s, int f, int g) {
  return s.price[f] == s.price[g] && s.price[s.table.stride + f] == s.price[s.table.stride + g];
}

// Literals of one chain, tightest first, of which only those that may be used have a bound.
void spread_along(const State& s, const std::vector<int>& literals, std::vector<Cost>& rest) {
  int last = -1;
  for (int l : literals) {
    if (s.price[l] >= kInfinite) continue;
    if (last >= 0) rest[l] = std::max(rest[l], rest[last] - (s.scan.weight[l] - s.scan.weight[last]));
    last = l;
  }
  Cost least = 0;
  for (auto l = literals.rbegin(); l != literals.rend(); ++l) {
    if (s.price[*l] >= kInfinite) continue;
    least = rest[*l] = std::max(rest[*l], least);
  }
}

}  // namespace

Links Links::of_all(const Problem& problem) {
  const Chains chains(problem);
  const auto is_long = [](const std::vector<int>& chain) { return chain.size() >= kShortestChain; };
  Links links;
  if (std::none_of(chains.members.begin(), chains.members.end(), is_long)) return links;
  links.looser.assign(problem.table.features, -1);
  links.tighter.assign(problem.table.features, -1);
  for (const std::vector<int>& chain : chains.members)
    for (std::size_t k = 1; k < chain.size(); ++k) {
      links.looser[chain[k - 1]] = chain[k];
      links.tighter[chain[k]] = chain[k - 1];
    }
  return links;
}

void Links::restrict(const std::vector<int>& features, Links& to) const {
  to.looser.clear();
  to.tighter.clear();
  if (none()) return;
  std::vector<int> place(looser.size(), -1);
  for (std::size_t k = 0; k < features.size(); ++k) place[features[k]] = static_cast<int>(k);
  to.looser.assign(features.size(), -1);
  to.tighter.assign(features.size(), -1);
  for (std::size_t k = 0; k < features.size(); ++k) {
    int next = looser[features[k]];
    while (next >= 0 && place[next] < 0) next = looser[next];
    if (next < 0) continue;
    to.looser[k] = place[next];
    to.tighter[place[next]] = static_cast<int>(k);
  }
}

// boundary_thresholds
// Claim: some optimal list for S starts with no rule, or with a rule A -> c in which no literal l can be exchanged for
//   the next looser one, of no higher price, without covering more excess under c; and for a rule of one literal, none
//   for the next tighter one, of no higher price, with less excess and no less benefit. If a conjunction fails the
//   first test, so does every longer one that contains it.
// Why: let X be the rows by which the looser rule covers more. If E_c(X) = 0 it costs no more on X, and what is left for
//   the tail is less. Inward: with N_c(X) = 0 the rule saves weight(X), which is all that the tail can lose on X. Take an
//   optimal list with the fewest literals, of these one whose first rule has the most benefit less excess, of these
//   one with the loosest literals: either exchange would give another. Within a longer conjunction X is smaller, and
//   E_c(X) = 0 still. Not so inward: there X may be empty, and then nothing is gained by the exchange; so it is
//   asked of whole rules only.
// Source: ours (for cuts between rows of one class Fayyad and Irani, 1992, whose classes are known beforehand).
// Holds when: monotony does; any excess will do, as no other label is asked.
bool LinkedLiterals::moves_outward(int literal, int label) const {
  const int other = links.looser_than(table, literal);
  if (other < 0 || price[other] > price[literal]) return false;
  return scan.weight[other] - benefit(other, label) == scan.weight[literal] - benefit(literal, label);
}

bool LinkedLiterals::moves_inward(int literal, int label) const {
  const int other = links.tighter_than(table, literal);
  if (other < 0 || price[other] > price[literal]) return false;
  return scan.weight[other] < scan.weight[literal] && benefit(other, label) == benefit(literal, label);
}

// equal_features
// Claim: of features of a chain with the same prices that cover rows of the same weight, one is enough; it may be in no
//   longer rules than each of them.
// Why: one covers the rows of the other, and no row has weight zero: they cover the same. A rule with one of them costs
//   what the rule with the other does, so what is excluded for one is excluded for all.
// Source: ours. Holds when: no min_rows is active, under which rows without weight are kept.
void merge_equal_features(const State& from, const LiteralScan& scan, std::vector<int>& kept) {
  std::erase_if(kept, [&](int f) {
    const int other = from.links.looser[f];
    return other >= 0 && scan.weight[other] == scan.weight[f] && same_prices(from, f, other);
  });
}

int longest_of_equals(const State& from, const LiteralScan& scan, int literal) {
  const int stride = from.table.stride, f = feature_of(from.table, literal);
  int longest = from.longest[literal];
  for (int g = from.links.tighter[f]; g >= 0 && scan.weight[g] == scan.weight[f] && same_prices(from, f, g);
       g = from.links.tighter[g])
    longest = std::min(longest, from.longest[is_positive(from.table, literal) ? g : stride + g]);
  return longest;
}

// chained_rests
// Claim: for a literal l and a looser one o of its chain, V(S \ o) <= V(S \ l) <= V(S \ o) + weight(o) - weight(l).
// Why: monotony; and a list for S \ o serves S \ l, too, and loses at most their weight on the rows it was not made for.
// Source: ours; ConTree (Brita et al., AAAI-25) prunes intervals of thresholds in the same way.
// Holds when: monotony does. Both leave the same allowance.
void spread_rests(const State& s, std::vector<Cost>& rest) {
  std::vector<int> chain, negated;
  for (int f = 0; f < s.table.features; ++f) {
    if (s.links.tighter[f] >= 0 || s.links.looser[f] < 0) continue;
    chain.clear();
    for (int g = f; g >= 0; g = s.links.looser[g]) chain.push_back(g);
    negated.assign(chain.rbegin(), chain.rend());
    for (int& l : negated) l += s.table.stride;
    spread_along(s, chain, rest);
    spread_along(s, negated, rest);
  }
}

}  // namespace shortlist
