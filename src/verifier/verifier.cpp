// The letters D, U, K, B, L, X, N, G, F, R, M, E are those of docs/proofs.md, which says why each is sound.
#include "verifier.hpp"

#include <deque>
#include <optional>

#include "packing.hpp"

namespace verifier {
namespace {

struct Claim;

// A claim or a packing, for use at conjunctions that contain the literals, in rules of the label.
struct Hint {
  const Claim* claim;
  const Packing* packing;
  Set scope;
  std::optional<Amount> label = {};
};
using Hints = std::vector<const Hint*>;

// Rows, what each label spares them, and m of them.
struct Part {
  Set rows;
  Numbers spared;
  Amount m;
};

struct Claim {
  Amount bound, rules, size;
  bool core, exact;
  Part of;
  std::vector<Hint> hints = {};
};

struct Proof {
  // A conjunction P with the rows of S that it covers, and E of these; of each of its literals the rows without it.
  struct Node {
    Set rows, literals;
    Amount price, lost;
    std::vector<std::pair<int, Set>> without = {};
  };
  Problem& p;
  std::deque<Packing> packings = {};
  std::deque<Claim> claims = {};
  const Claim* claim = nullptr;  // that is looked at, of the rows S
  Amount c = 0, longest = 0;     // label, literals
  Set heavy = Set();
  Hints everywhere = {};  // those of the claim without literals

  void add(const Words& words, Text kind) {
    Claim next = read_claim(words, kind);
    claim = &next;
    const Set& S = next.of.rows;
    demand(alone(next.of) >= next.bound, "a claim does not follow: rule D");
    longest = next.rules > 0 ? std::min(p.limits[1], next.size - 2) : 0;
    for (const auto label : longest > 0 ? p.rule_labels : Numbers()) {
      c = label, heavy = Set(p.table.rows);
      if (next.core) heavy = S & Set(p.table.rows, [&](auto i) { return p.excess[c][i] >= next.bound; });
      Hints hints;
      everywhere.clear();
      for (const Hint& hint : next.hints)
        if (hint.label.value_or(c) == c) (hint.scope.empty() ? everywhere : hints).push_back(&hint);
      expand({S, Set(p.prices.size()), p.rule, p.E[c](S)}, p.usable, hints);
    }
    everywhere.clear(), next.hints.clear();
    claims.push_back(std::move(next));
  }

  // 1 is the claim before this one, 2 the one before that; -1 is the first packing.
  Hint known(Text name) const {
    const Amount last = std::ssize(claims), id = number(name, -kAny, kAny);
    demand(id != 0 && id <= last && -id <= std::ssize(packings), "a hint is not proved where it is used");
    return {id > 0 ? &claims[last - id] : nullptr, id < 0 ? &packings[-id - 1] : nullptr, Set(p.prices.size())};
  }

  Claim read_claim(const Words& words, Text kind) const {
    const auto colon = std::ranges::find(words, ":");
    Numbers head = colon == words.begin() || colon == words.end() ? Numbers() : numbers(split(words[0], '/'));
    demand(head.size() == 1 || head.size() == 3, "a claim must have a bound, limits, rows and hints");
    head.resize(3, kUnlimited);
    Claim out{head[0], head[1], head[2], kind == "core", kind == "exact", {Set(), {}, 0}};
    Set rows = out.core ? Set(p.table.rows) : p.all;
    for (auto word = words.begin() + 1; word != colon; ++word) {
      Set gone = p.all;
      for (const Text part : out.core ? Words() : split(*word, ',')) gone = gone & p.table.cover[p.literal(part)];
      if (!out.core) rows = rows - gone;
      const Numbers range = out.core ? numbers(split(*word, '-'), std::ssize(p.excess[0]) - 1) : Numbers{1, 0};
      demand(range.size() <= 2, "a row or a range of rows is expected");
      for (Amount i = range[0]; i <= range.back(); ++i) rows.put(i);
    }
    out.of = part(out.exact ? rows : rows & p.choosy);
    for (auto word = colon + 1; word != words.end(); ++word) {
      const Words parts = split(*word, '@'), where = split(parts.size() > 1 ? parts[1] : "", '>');
      demand(parts.size() <= 2 && where.size() <= 2, "a hint has a number, and perhaps literals and a label");
      Hint& hint = out.hints.emplace_back(known(parts[0]));
      for (const Text part : where[0].empty() ? Words() : split(where[0], ',')) hint.scope.put(p.literal(part));
      if (where.size() == 2 && !where[1].empty()) hint.label = number(where[1], -kAny, kAny);
    }
    const auto is_fast = [](const Hint& hint) { return hint.claim != nullptr; };
    std::stable_partition(out.hints.begin(), out.hints.end(), is_fast);
    return out;
  }

  Part part(const Set& rows) const {
    Numbers spared(p.table.classes);
    for (const auto label : p.labels) spared[label] = p.gain[label](rows);
    return {rows, spared, p.m(rows)};
  }
  // The least E of a default label, or of a rule without literals with its price.
  Amount alone(const Part& part) const {
    Amount most = 0;
    for (const auto d : p.default_labels) most = std::max(most, part.spared[d]);
    for (const auto label : p.rule_labels) most = std::max(most, part.spared[label] - p.rule);
    return part.m - most;
  }

  // B.
  bool by_structure(const Part& part, Amount need, Amount rules, Amount size) const {
    if (alone(part) < need) return false;
    if (p.rule + p.cheapest >= need) return true;
    Numbers spared = part.spared;
    std::ranges::sort(spared, std::greater<>());
    const Amount end = p.usable.empty() || p.rule_labels.empty() ? 1 : std::max<Amount>(std::ssize(p.labels), 2);
    Amount left = part.m;
    for (Amount n = 0; n < end && n <= rules && 2 * n < size; ++n) {
      left -= n < std::ssize(spared) ? spared[n] : 0;
      if (n > 0 && Wide{n} * (p.rule + p.cheapest) + std::max<Amount>(0, left) < need) return false;
    }
    return true;
  }

  // B, U and K.
  bool at_least(const Part& q, Amount need, Amount rules, Amount size, const Hints& hints, bool exact) const {
    if (need <= 0) return true;
    if (alone(q) < need) return false;  // no claim and no packing says more
    if (by_structure(q, need, rules, size)) return true;
    if (p.several && by_structure(part(q.rows & p.single), need, rules, size)) return true;
    const auto proves = [&](const Hint* hint) {
      if (hint->packing != nullptr) return hint->packing->at_least(q.rows, need);
      const Claim& known = *hint->claim;
      if (known.bound < need || rules > known.rules || size > known.size) return false;
      if (known.exact) return exact && known.of.rows == q.rows;
      return known.of.rows.within(q.rows) || known.bound - known.of.m + p.m(known.of.rows, q.rows) >= need;
    };
    return std::ranges::any_of(hints, proves) || std::ranges::any_of(everywhere, proves);
  }

  // Those whose literals are all among these.
  static Hints of_use(const Hints& hints, const Set& literals) {
    Hints out;
    std::ranges::copy_if(hints, std::back_inserter(out), [&](auto hint) { return hint->scope.within(literals); });
    return out;
  }

  // Closes all conjunctions that add allowed literals to that of the node.
  void expand(const Node& node, const Literals& allowed, const Hints& hints) {
    p.spend(std::ssize(node.without) + 1);
    const auto [branch, later] = branches(node.rows, allowed);
    std::vector<Node> seen, open;
    for (const int k : branch) {
      const Set& cover = p.table.cover[k];
      if (p.gain[c](node.rows, cover) <= node.price + p.prices[k]) continue;  // G
      Node next{node.rows & cover, node.literals, node.price + p.prices[k], 0};
      next.lost = p.E[c](next.rows);
      if (claim->exact && p.raw(next.rows) < p.limits[3]) continue;  // F
      const auto same = [&](const Node& other) {
        return other.lost == next.lost && other.price <= next.price && other.rows == next.rows;
      };
      if (std::ranges::any_of(seen, same)) continue;  // E
      seen.push_back(next);
      if (is_needless(node, next, k)) continue;
      next.literals.put(k);
      for (const auto& [l, more] : node.without) next.without.emplace_back(l, more & cover);
      next.without.emplace_back(k, node.rows);
      if (!is_closed(next, of_use(hints, next.literals))) open.push_back(std::move(next));
    }
    for (std::size_t at = 0; at < open.size(); ++at) {
      Literals others;
      for (std::size_t k = at + 1; k < open.size(); ++k) others.push_back(open[k].without.back().first);
      others.insert(others.end(), later.begin(), later.end());
      Set met = open[at].literals;
      for (const int k : others) met.put(k);
      if (!others.empty()) expand(open[at], others, of_use(hints, met));
    }
  }

  // N: some literal of P with k.
  bool is_needless(const Node& node, const Node& next, int k) const {
    const Set& cover = p.table.cover[k];
    const auto needless = [&](const auto& step) {
      const auto& [l, more] = step;
      return claim->exact ? (more & cover) == next.rows : p.E[c](more, cover) - next.lost <= p.prices[l];
    };
    if (claim->exact ? node.rows == next.rows : node.lost - next.lost <= p.prices[k]) return true;
    return std::ranges::any_of(node.without, needless);
  }

  // L is demanded of P; X: are all longer ones closed?
  bool is_closed(const Node& node, const Hints& hints) const {
    const Amount length = std::ssize(node.without), rules = claim->rules - 1, size = claim->size - length - 1;
    const Amount need = claim->bound - node.price - node.lost, longer = claim->bound - node.price - p.cheapest;
    const Part left = part(claim->of.rows - node.rows);
    demand(at_least(left, need, rules, size, hints, claim->exact), "a claim does not follow: rule L");
    if (length >= longest || at_least(left, longer, rules, size - 1, hints, false)) return true;
    return at_least(part(claim->of.rows - (node.rows & p.live[c])), longer, rules, size - 1, hints, false);
  }

  // R and M: the literals to begin with, and those for later.
  std::pair<Literals, Literals> branches(const Set& covered, const Literals& allowed) const {
    const Set wrong = covered & heavy;
    if (wrong.empty()) return {allowed, {}};
    std::size_t fewest = allowed.size() + 1, best = 0;
    for (std::size_t i = 0; i < p.table.rows; ++i) {
      if (!wrong.has(i)) continue;
      const std::size_t failing = std::ranges::count_if(allowed, [&](int k) { return !p.table.cover[k].has(i); });
      if (failing < fewest) fewest = failing, best = i;
    }
    const Set good = covered & p.zero[c], bad = covered - good - p.live[c], other = covered - good - bad;
    Literals failing, kept, later;
    for (const int k : allowed) (p.table.cover[k].has(best) ? later : failing).push_back(k);
    const auto no_worse = [&](int l, int k) {
      const Set &a = p.table.cover[l], &b = p.table.cover[k];
      return p.prices[l] <= p.prices[k] && b.within(good, a) && a.within(bad, b) && a.within(other, b) &&
             b.within(other, a);
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
  const Table known(table);
  Problem p(known, proof, table_sha256, steps, tick);
  Proof proved{p};
  while (p.next() == "pack") proved.packings.emplace_back(p, p.take("pack"));
  for (Text kind = p.next(); kind == "core" || kind == "rest" || kind == "exact"; kind = p.next())
    proved.add(p.take(kind), kind);
  std::deque<Hint> goal;
  Hints hints;
  for (const Text word : p.take("goal")) hints.push_back(&goal.emplace_back(proved.known(word)));
  demand(p.at + 1 == p.lines.size(), "the proof must end with its goal");
  const bool follows = proved.at_least(proved.part(p.all), p.target, p.limits[0], p.limits[2], hints, true);
  demand(follows, "the bound does not follow");
  return {p.result[1], p.result[0]};
}

}  // namespace verifier
