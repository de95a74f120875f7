// The letters D, U, K, B, L, X, N, G, F, R, M, E are those of docs/proofs.md, which says why each is sound.
#include "verifier.hpp"

#include "problem.hpp"

namespace verifier {
namespace {

// K: amounts on pairs of rows, and on single rows, which are their own partners.
struct Packing {
  Problem& p;
  Amount unit;
  Wide total = 0;
  std::vector<std::array<Amount, 3>> pairs;  // with their amounts
  Adder half;                                // of what touches rows, no more lies inside them
  std::vector<Adder> suited;                 // [label] single rows that it suits
  Adder weigh;                               // of the pairs with an end that suits a label:
  std::vector<Set> near, only;               // [literal] those whose suited end it covers, and this end only

  Packing(Problem& problem, const Words& words) : p(problem), unit(number(words.empty() ? "" : words[0], 1, 1 << 20)) {
    Numbers charged(p.rows), single = charged, halves = charged;
    for (auto word = words.begin() + 1; word != words.end(); ++word) {
      const Numbers parts = numbers(split(*word, ':'), kAny);  // row:amount, or row:other:amount:other:amount
      const bool alone = parts.size() == 2;
      demand(alone || (parts.size() > 2 && parts.size() % 2 == 1), "a packing has rows and pairs with amounts");
      for (std::size_t k = alone ? 0 : 1; k < parts.size(); k += 2) {
        const Amount i = parts[0], j = parts[k], amount = parts[k + 1];
        demand(std::max(i, j) < std::ssize(charged), "a packing has rows and pairs with amounts");
        demand((total += amount) <= Amount{1} << 62, "the amounts of a packing must add up to at most 2^62");
        const auto suits = [&](Amount c) { return p.zero[c].has(i) && p.zero[c].has(j); };
        demand(alone || std::ranges::none_of(p.labels, suits), "a pair must have no common best label");
        charged[i] += amount, (alone ? single[i] : charged[j]) += amount;
        pairs.push_back({i, j, amount});
      }
    }
    for (std::size_t i = 0; i < charged.size(); ++i) {
      demand(charged[i] <= Wide{p.cap[i]} * unit, "the amounts of a row must be at most its least excess");
      halves[i] = single[i] + (charged[i] - single[i] + 1) / 2;
    }
    half = Adder(halves);
    for (const Set& best : p.zero) {
      for (std::size_t i = 0; i < single.size(); ++i) halves[i] = best.has(i) ? single[i] : 0;
      suited.emplace_back(halves);
    }
    for (const auto c : p.rule_labels) check_label(c);
  }

  bool at_least(const Set& rows, Amount need) const {
    const Wide least = Wide{(need - 1) / p.step * p.step} * unit;  // V is a multiple of the step
    if (total <= least || half(rows) <= least) return false;
    Wide held = 0, spared = 0;
    for (const auto& [i, j, amount] : pairs) held += (rows.has(i) & rows.has(j)) * amount;
    for (const auto c : p.labels) spared = std::max(spared, suited[c](rows) - Wide{p.ending[c]} * unit);
    return held - spared > least;
  }

  // Condition (b), of rules of one label.
  void check_label(Amount c) {
    std::vector<std::array<Amount, 2>> ends;
    Numbers amounts;
    for (auto [i, j, amount] : pairs) {
      if (!p.zero[c].has(i)) std::swap(i, j);
      if (p.zero[c].has(i)) ends.push_back({i, j}), amounts.push_back(amount);
    }
    weigh = Adder(amounts), near.clear(), only.clear();
    for (const Set& cover : p.cover) {
      const auto covers_other = [&](auto k) { return ends[k][1] != ends[k][0] && cover.has(ends[k][1]); };
      near.emplace_back(ends.size(), [&](auto k) { return cover.has(ends[k][0]); });
      only.push_back(near.back() - Set(ends.size(), covers_other));
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
      const Set two = (inside & near[k]) - only[k], one = (parted & near[k]) | (inside & only[k]);
      const Amount charged = weigh(one), cost = price + p.prices[k];
      demand(charged <= Wide{cost} * unit, "a packing charges a rule more than its price");
      if (charged + weigh(two) > Wide{cost + p.cheapest} * unit) walk(two, one, cost, good, length + 1);
    }
  }
};

struct Claim {
  Amount bound, rules, size;
  bool exact;
  Set rows;
};

// Claim 0, 1, 2 ... or packing -1, -2 ..., for use at conjunctions that contain the literals, in rules of the label.
struct Hint {
  Amount id;
  Set literals;
  Amount label = kAny;
};

// A conjunction P with the rows of S that it covers, and E of these; of each of its literals the rows without it.
struct Node {
  Set rows, literals;
  Amount price, lost;
  std::vector<std::pair<int, Set>> without = {};
};

struct Proof {
  Problem& p;
  std::vector<Packing> packings = {};
  std::vector<Claim> claims = {};
  std::vector<Hint> hints = {};  // of the claim
  const Claim* claim = nullptr;  // that is looked at, of the rows S
  Amount c = 0, longest = 0;     // label, literals
  Set heavy = Set();             // rows to which c costs the whole bound

  void add(const Words& words, Text kind) {
    const auto colon = std::ranges::find(words, ":");
    Numbers head = colon == words.begin() || colon == words.end() ? Numbers() : numbers(split(words[0], '/'));
    demand(head.size() == 1 || head.size() == 3, "a claim must have a bound, limits, rows and hints");
    head.resize(3, kUnlimited);
    const Claim next{head[0], head[1], head[2], kind == "exact", rows_of({words.begin() + 1, colon}, kind)};
    hints.clear();
    for (auto word = colon + 1; word != words.end(); ++word) read_hint(*word);
    demand(alone(next.rows) >= next.bound, "a claim does not follow: rule D");
    claim = &next, longest = next.rules > 0 ? std::min(p.limits[1], next.size - 2) : 0;
    for (const auto label : longest > 0 ? p.rule_labels : Numbers()) {
      c = label, heavy = Set(p.rows, [&](auto i) { return kind == "core" && p.excess[c][i] >= next.bound; });
      expand({next.rows, Set(p.prices.size()), p.rule, 0}, p.usable);
    }
    claims.push_back(next);
  }

  Set rows_of(const Words& words, Text kind) const {
    Set rows = kind == "core" ? Set(p.rows) : p.all;
    for (const Text word : words) {
      if (kind == "core") {
        const Numbers range = numbers(split(word, '-'), std::ssize(p.cap) - 1);
        demand(range.size() <= 2, "a row or a range of rows is expected");
        for (Amount i = range[0]; i <= range.back(); ++i) rows.put(i);
      } else {
        Set gone = p.all;
        for (const Text part : split(word, ',')) gone = gone & p.cover[p.literal(part)];
        rows = rows - gone;
      }
    }
    return kind == "exact" ? rows : rows & p.choosy;
  }

  // 1 is the claim before this one, 2 the one before that; -1 is the first packing.
  void read_hint(Text word) {
    const Words parts = split(word, '@'), where = split(parts.size() > 1 ? parts[1] : "", '>');
    demand(parts.size() <= 2 && where.size() <= 2, "a hint has a number, and perhaps literals and a label");
    const Amount last = std::ssize(claims), id = number(parts[0], -kAny, kAny);
    demand(id != 0 && id <= last && -id <= std::ssize(packings), "a hint is not proved where it is used");
    Hint& hint = hints.emplace_back(Hint{id > 0 ? last - id : id, Set(p.prices.size())});
    for (const Text part : where[0].empty() ? Words() : split(where[0], ',')) hint.literals.put(p.literal(part));
    if (where.size() == 2 && !where[1].empty()) hint.label = number(where[1], -kAny, kAny);
  }

  // The least E of a default label, or of a rule without literals with its price.
  Amount alone(const Set& rows) const {
    Amount least = kAny;
    for (const auto label : p.labels) least = std::min(least, p.ending[label] + p.E[label](rows));
    return least;
  }

  bool by_structure(const Set& rows, Amount need, Amount rules, Amount size) const {  // B
    const Amount each = p.rule + p.cheapest, most = std::min({rules, (size - 1) / 2, p.sides});
    if (most <= 0 || need <= each || alone(rows) < need) return alone(rows) >= need;
    Numbers spared(p.classes + 1);
    for (const auto label : p.labels) spared[label] = p.gain[label](rows);
    std::ranges::sort(spared, std::greater<>());
    Amount left = p.m(rows) - spared[0], n = 1;
    while (n <= most && Wide{n} * each + std::max<Amount>(0, left -= spared[n]) >= need) ++n;
    return n > most;
  }

  // B, U and K, by hints of a rule's literals.
  bool at_least(const Set& rows, Amount need, Amount rules, Amount size, const Set& literals, bool exact) const {
    if (need <= 0) return true;
    if (alone(rows) < need) return false;  // no claim and no packing says more
    if (by_structure(rows, need, rules, size) || by_structure(rows & p.single, need, rules, size)) return true;
    const Set outside = p.all - rows;
    const auto proves = [&](const Hint& hint) {
      if ((hint.label != c && hint.label != kAny) || !hint.literals.within(literals)) return false;
      if (hint.id < 0) return packings[-hint.id - 1].at_least(rows, need);
      const Claim& known = claims[hint.id];
      if (known.bound < need || rules > known.rules || size > known.size) return false;
      if (known.exact) return exact && known.rows == rows;
      return known.bound - p.m(known.rows, outside) >= need;
    };
    return std::ranges::any_of(hints, proves);
  }

  // Closes all conjunctions that add allowed literals to that of the node.
  void expand(const Node& node, const Literals& allowed) {
    const Amount length = std::ssize(node.without) + 1, rules = claim->rules - 1, size = claim->size - length - 1;
    p.spend(length);
    const auto [branch, later] = branches(node.rows, allowed);
    std::vector<Node> seen, open;
    for (const int k : branch) {
      const Set& cover = p.cover[k];
      if (p.gain[c](node.rows, cover) <= node.price + p.prices[k]) continue;  // G
      Node next{node.rows & cover, node.literals, node.price + p.prices[k], p.E[c](node.rows, cover), node.without};
      if (claim->exact && p.raw(next.rows) < p.limits[3]) continue;  // F
      next.literals.put(k);
      for (auto& [l, more] : next.without) more = more & cover;
      next.without.emplace_back(k, node.rows);
      const auto needless = [&](const auto& literal) {
        const auto& [l, more] = literal;
        return claim->exact ? more == next.rows : p.E[c](more) - next.lost <= p.prices[l];
      };
      if (std::ranges::any_of(next.without, needless)) continue;  // N
      const auto same = [&](const Node& other) { return other.price <= next.price && other.rows == next.rows; };
      if (std::ranges::any_of(seen, same)) continue;  // E
      const Set left = claim->rows - next.rows, unpaid = claim->rows - (next.rows & p.live[c]);
      const Amount need = claim->bound - next.price - next.lost, longer = claim->bound - next.price - p.cheapest;
      demand(at_least(left, need, rules, size, next.literals, claim->exact), "a claim does not follow: rule L");
      const bool closed = length >= longest || (next.lost <= p.cheapest && !claim->exact) ||  // X; then by L
                          at_least(unpaid, longer, rules, size - 1, next.literals, false) ||
                          by_structure(left, longer, rules, size - 1);  // of fewer rows hints say no more
      seen.push_back(next);
      if (!closed) open.push_back(std::move(next));
    }
    Literals others = later;
    for (auto at = open.rbegin(); at != open.rend(); ++at) {
      if (!others.empty()) expand(*at, others);
      others.insert(others.begin(), at->without.back().first);
    }
  }

  // R and M: the literals to begin with, and those for later.
  std::pair<Literals, Literals> branches(const Set& covered, const Literals& allowed) const {
    const Set wrong = covered & heavy;
    if (wrong.empty()) return {allowed, {}};
    std::size_t fewest = allowed.size() + 1, best = 0;
    for (std::size_t i = 0; i < p.rows; ++i) {
      if (!wrong.has(i)) continue;
      const std::size_t failing = std::ranges::count_if(allowed, [&](int k) { return !p.cover[k].has(i); });
      if (failing < fewest) fewest = failing, best = i;
    }
    const Set good = covered & p.zero[c], bad = covered - good - p.live[c], other = covered - good - bad;
    Literals failing, kept, later;
    for (const int k : allowed) (p.cover[k].has(best) ? later : failing).push_back(k);
    const auto no_worse = [&](int l, int k) {
      const Set &a = p.cover[l], &b = p.cover[k];
      return p.prices[l] <= p.prices[k] && (good & b).within(a) && (bad & a).within(b) && (other & a) == (other & b);
    };
    for (const int k : failing) {
      const auto better = [&](int l) { return no_worse(l, k) && (l < k || !no_worse(k, l)); };
      if (std::ranges::none_of(failing, better)) kept.push_back(k);
    }
    return {kept, later};
  }
};

}  // namespace

Verdict verify(Text proof, Text table, Text table_sha256, std::int64_t steps, const std::function<void()>& tick) {
  Problem p(table, proof, table_sha256, steps, tick);
  Proof proved{p};
  while (p.next() == "pack") proved.packings.emplace_back(p, p.take("pack"));
  for (Text kind = p.next(); kind == "core" || kind == "rest" || kind == "exact"; kind = p.next())
    proved.add(p.take(kind), kind);
  proved.hints.clear();
  for (const Text word : p.take("goal"))
    proved.read_hint(word.substr(0, word.find('@') == Text::npos ? word.size() : 0));
  demand(p.at + 1 == p.lines.size(), "the proof must end with its goal");
  const bool follows = proved.at_least(p.all, p.target, p.limits[0], p.limits[2], Set(p.prices.size()), true);
  demand(follows, "the bound does not follow");
  return {p.result[1], p.result[0]};
}

}  // namespace verifier
