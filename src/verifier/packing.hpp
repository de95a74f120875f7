// K of docs/proofs.md: amounts on pairs of rows, and on single rows, which are their own partners.
#pragma once

#include "problem.hpp"

namespace verifier {

struct Packing {
  struct Pair {
    Amount near, far, amount;
  };
  Problem& p;
  Amount unit;
  std::vector<Pair> pairs, ended;    // all, and those of two rows
  Adder half, singles;               // of what touches rows, no more lies inside them; of single rows
  std::vector<Adder> suited;         // [label] of single rows that it suits
  Adder weigh;                       // of the pairs with an end that suits a label:
  std::vector<Set> near, far, only;  // [literal] those whose end it covers, and whose near end only

  Packing(Problem& problem, const Words& words) : p(problem), unit(number(words.empty() ? "" : words[0], 1, 1 << 20)) {
    const Amount largest = Amount{1} << 62;
    Numbers charged(p.table.rows), halves = charged, single = charged;
    Wide sum = 0;
    for (std::size_t k = 1; k < words.size(); ++k) {
      const Numbers parts = numbers(split(words[k], ':'), largest);
      const bool alone = parts.size() == 2;
      demand(alone || parts.size() == 3, "a packing has rows and pairs with amounts");
      const Amount i = parts[0], j = parts[alone ? 0 : 1], amount = parts.back();
      demand(std::max(i, j) < std::ssize(charged), "a packing has rows and pairs with amounts");
      demand((sum += amount) <= largest, "the amounts of a packing must add up to at most 2^62");
      const auto suits = [&](Amount c) { return !alone && p.zero[c].has(i) && p.zero[c].has(j); };
      demand(std::ranges::none_of(p.labels, suits), "a pair must have no common best label");
      charged[i] += amount, charged[j] += alone ? 0 : amount;
      pairs.push_back({i, j, amount});
      if (!alone) ended.push_back(pairs.back());
      if (alone) single[i] += amount, halves[i] += amount;
    }
    for (std::size_t i = 0; i < charged.size(); ++i) {
      demand(charged[i] <= Wide{p.cap[i]} * unit, "the amounts of a row must be at most its least excess");
      halves[i] += (charged[i] - halves[i] + 1) / 2;
    }
    half = Adder(halves), singles = Adder(single);
    for (const Set& best : p.zero) {
      Numbers kept = single;
      for (std::size_t i = 0; i < kept.size(); ++i) kept[i] *= best.has(i);
      suited.emplace_back(kept);
    }
    for (const auto c : p.rule_labels) check_label(c);
  }

  bool at_least(const Set& rows, Amount need) const {
    const Wide least = Wide{(need - 1) / p.step * p.step} * unit;  // V is a multiple of the step
    if (half(rows) <= least) return false;
    const Word* word = rows.word();
    const auto inside = [word](std::size_t i) { return static_cast<Amount>(word[i / 64] >> (i % 64) & 1); };
    Wide total = singles(rows), most = 0;
    for (const auto& [i, j, amount] : ended) total += (inside(i) & inside(j)) * amount;
    for (const auto d : p.default_labels) most = std::max<Wide>(most, suited[d](rows));
    for (const auto c : p.rule_labels) most = std::max(most, suited[c](rows) - Wide{p.rule} * unit);
    return total - most > least;
  }

  // Condition (b), of rules of one label.
  void check_label(Amount c) {
    std::vector<Pair> ends;
    Numbers amounts;
    for (Pair pair : pairs) {
      if (!p.zero[c].has(pair.near)) std::swap(pair.near, pair.far);
      if (p.zero[c].has(pair.near)) ends.push_back(pair), amounts.push_back(pair.amount);
    }
    weigh = Adder(amounts), near.clear(), far.clear(), only.clear();
    for (const Set& cover : p.table.cover) {
      near.emplace_back(ends.size(), [&](auto k) { return cover.has(ends[k].near); });
      far.emplace_back(ends.size(), [&](auto k) { return ends[k].far != ends[k].near && cover.has(ends[k].far); });
      only.push_back(near.back() - far.back());
    }
    walk(Set(ends.size(), [](auto) { return true; }), Set(ends.size()), p.rule, p.usable, 1);
  }

  // Follows literals whose gain exceeds their price: a shortest conjunction that breaks the packing is among these.
  void walk(const Set& inside, const Set& parted, Amount price, Literals good, Amount length) {
    p.spend(length);
    std::erase_if(good, [&](int k) { return weigh(inside, only[k]) <= Wide{p.prices[k]} * unit; });
    while (!good.empty() && length <= p.limits[1]) {
      const int k = good[0];
      good.erase(good.begin());
      const Set two = inside & near[k] & far[k], one = (parted | (inside - far[k])) & near[k];
      const Amount charged = weigh(one), cost = price + p.prices[k];
      demand(charged <= Wide{cost} * unit, "a packing charges a rule more than its price");
      if (charged + weigh(two) > Wide{cost + p.cheapest} * unit) walk(two, one, cost, good, length + 1);
    }
  }
};

}  // namespace verifier
