// The letters D, U, K, B, L, X, N, G, F, R, M, E are those of docs/proofs.md, which says why each is sound.
// Losses, excesses and raw rows add up to at most 2^52, amounts of a packing to 2^62, prices are at most 2^52 and
// conjunctions have at most 400 literals: sums of these fit into 64 bits. What is multiplied is 128 bits wide.
#include "verifier.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <numeric>
#include <vector>

namespace verifier {
namespace {

__extension__ typedef __int128 Wide;
using Amount = std::int64_t;
using Word = std::uint64_t;
using Text = std::string_view;
using Numbers = std::vector<Amount>;
using Literals = std::vector<int>;
constexpr Amount kLargest = Amount{1} << 52, kMost = Amount{1} << 62, kUnlimited = 1'000'000'000, kAny = kLargest << 8;

bool demand(bool holds, const char* sentence) { return holds ? true : throw Rejected(sentence); }
bool has(const auto& numbers, Amount wanted) { return std::ranges::find(numbers, wanted) != numbers.end(); }

// A file, read from front to back.
struct Reader {
  Text rest;
  explicit Reader(Text file) : rest(file) {
    const bool plain = std::ranges::all_of(file, [](char c) { return (c >= ' ' && c <= '~') || c == '\n'; });
    demand(plain && file.ends_with('\n'), "a file must be lines of plain ASCII text");
  }
  // Does it go on with this text? Then it is passed over.
  bool take(Text text) {
    const bool here = rest.starts_with(text);
    rest.remove_prefix(here ? text.size() : 0);
    return here;
  }
  bool expect(Text text) { return demand(take(text), "a line must begin or go on with another word"); }
  // Has the line another word? The space before it, or the end of the line, is passed over.
  bool another_word() { return !take("\n") && expect(" "); }
  bool at_number() const { return rest.find_first_of("*-0123456789") == 0; }
  // A whole number; * stands for no limit.
  Amount number(Amount least = 0, Amount most = kLargest) {
    Amount value = kUnlimited;
    if (!take("*")) {
      const auto length = std::from_chars(rest.data(), rest.data() + rest.size(), value).ptr - rest.data();
      demand(length > 0 && length <= (rest[0] == '-' ? 19 : 18), "expected a whole number");
      rest.remove_prefix(length);
    }
    demand(least <= value && value <= most, "a number is too large or too small");
    return value;
  }
  // The numbers of a line that begins with this word; so many, where that is said.
  Numbers line(Text keyword, std::initializer_list<Amount> counts, Amount most = kLargest) {
    Numbers out;
    for (expect(keyword); another_word();) out.push_back(number(0, most));
    demand(counts.size() == 0 || has(counts, std::ssize(out)), "a line has too many or too few numbers");
    return out;
  }
};

// A set of rows, of pairs of rows or of literals. Small sets need no memory of their own.
struct Set {
  std::size_t size;  // in words
  std::array<Word, 4> few{};
  std::vector<Word> many;
  explicit Set(std::size_t count = 0) : size((count + 63) / 64), many(size > few.size() ? size : 0) {}
  Set(std::size_t count, auto holds) : Set(count) {
    for (std::size_t i = 0; i < count; ++i) word()[i / 64] |= Word{holds(i)} << (i % 64);
  }
  const Word* word() const { return many.empty() ? few.data() : many.data(); }
  Word* word() { return many.empty() ? few.data() : many.data(); }
  bool has(std::size_t i) const { return word()[i / 64] >> (i % 64) & 1; }
  void put(std::size_t i) { word()[i / 64] |= Word{1} << (i % 64); }
  Set with(const Set& other, auto combine) const {
    Set out(64 * size);
    std::transform(word(), word() + size, other.word(), out.word(), combine);
    return out;
  }
  static Word without(Word a, Word b) { return a & ~b; }
  static bool is_part(Word a, Word b) { return without(a, b) == 0; }
  Set operator&(const Set& other) const { return with(other, std::bit_and<>()); }
  Set operator|(const Set& other) const { return with(other, std::bit_or<>()); }
  Set operator-(const Set& other) const { return with(other, without); }
  bool operator==(const Set& other) const { return std::equal(word(), word() + size, other.word()); }
  bool within(const Set& other) const { return std::equal(word(), word() + size, other.word(), is_part); }
};

// Adds up amounts of sets by counting bits: for each binary digit it has the set of the places whose amount has it.
struct Adder {
  std::vector<std::pair<Amount, Set>> planes;
  Adder() = default;
  Adder(std::size_t count, auto amount) {
    Amount unit = 0, most = 0;
    for (std::size_t i = 0; i < count; ++i) unit = std::gcd(unit, amount(i)), most = std::max(most, amount(i));
    for (int k = 0; unit > 0 && most / unit >> k != 0; ++k)
      planes.emplace_back(unit << k, Set(count, [&](auto i) { return (amount(i) / unit >> k & 1) != 0; }));
  }
  // Of what two sets have in common; compiled for several processors where that is possible.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__)
  [[gnu::target_clones("popcnt", "default")]]
#endif
  Amount operator()(const Set& a, const Set& b) const {
    Amount sum = 0;
    for (const auto& [weight, plane] : planes) {
      Amount count = 0;
      for (std::size_t w = 0; w < a.size; ++w) count += std::popcount(a.word()[w] & b.word()[w] & plane.word()[w]);
      sum += weight * count;
    }
    return sum;
  }
  Amount operator()(const Set& set) const { return operator()(set, set); }
};

// The table and the header of a proof, and what follows from them.
struct Problem {
  Reader text;  // of the proof
  const std::function<void()>& tick;
  bool perfect;
  Amount steps, rows, features, classes, rule, default_price, cheapest, sides, target, step;
  Numbers prices, errors, rule_labels, default_labels, labels, result, limits;  // of rules, literals, size, raw rows
  Numbers ending, cap;  // of each label its price without literals; of each row its least positive excess
  Literals usable;
  std::vector<Numbers> counts, excess;  // [row][class], the last are of raw rows; [label][row]
  std::vector<Set> cover, live, zero;   // [literal], [label], [label]
  std::vector<Adder> E, gain;           // [label]
  Adder m, raw;
  Set all, choosy, single;

  Problem(Text table, Text proof, Text sha256, Amount most_steps, const std::function<void()>& ticked)
      : text(proof), tick(ticked), steps(most_steps) {
    read_table(Reader(table));
    demand(text.take("shortlist-proof 1\n"), "the proof must be of version 1");
    demand(text.take("table ") && text.take(sha256) && text.take("\n"), "the proof is of another table");
    perfect = text.take("lists perfect\n") || !text.expect("lists sparse\n");  // nothing else
    const Numbers fixed = text.line("prices", {2}), each = text.line("literals", {1, features});
    rule = fixed[0], default_price = fixed[1];
    errors = text.line("errors", {1, classes * classes});
    rule_labels = text.line("rule-labels", {}, classes - 1);
    default_labels = text.line("default-labels", {}, classes - 1);
    for (Amount c = 0; c < classes; ++c) ending.push_back(has(default_labels, c) ? 0 : rule);
    for (Amount c = 0; c < classes; ++c)
      if (has(default_labels, c) || has(rule_labels, c)) labels.push_back(c);
    for (int k = 0; k < 2 * features; ++k) prices.push_back(each[k / 2 % each.size()]), usable.push_back(k);
    Set forbidden(cover.size());
    for (text.expect("forbidden"); text.another_word();) forbidden.put(literal());
    std::erase_if(usable, [&](int k) { return forbidden.has(k); });
    cheapest = usable.empty() ? 0 : prices[std::ranges::min(usable, {}, [&](int k) { return prices[k]; })];
    sides = usable.empty() || rule_labels.empty() ? 0 : std::max<Amount>(std::ssize(labels) - 1, 1);
    limits = text.line("limits", {4});
    read_list();
  }
  void read_table(Reader lines) {
    demand(lines.take("shortlist-table 1"), "the table has no head");
    const Numbers sizes = lines.line("", {3}, 10'000'000);
    rows = sizes[0], features = sizes[1], classes = sizes[2];
    for (Amount k = 0; k < features + classes; ++k) lines.rest.remove_prefix(lines.rest.find('\n') + 1);  // names
    std::vector<Text> bits;
    for (Amount total = 0; std::ssize(bits) < rows && !lines.rest.empty();) {
      if (features == 0) lines.take("-");
      bits.push_back(lines.rest.substr(0, features));
      lines.expect(bits.back());
      counts.push_back(lines.line("", {classes + 1}));
      demand((total += counts.back()[classes]) <= kLargest, "rows must add up to at most 2^52");
    }
    demand(rows > 0 && std::ssize(bits) == rows && lines.rest.empty(), "the table must have the lines that it says");
    const bool rising = std::ranges::adjacent_find(bits, std::greater_equal<>()) == bits.end();
    const auto good = [](Text flags) { return std::ranges::all_of(flags, [](char c) { return (c | 1) == '1'; }); };
    demand(rising && std::ranges::all_of(bits, good), "rows must be sorted and different, with all features");
    cover.assign(2 * features, Set(rows));
    for (Amount i = 0; i < rows; ++i)
      for (Amount k = 0; k < features; ++k) cover[2 * k + (bits[i][k] == '0')].put(i);
    raw = Adder(rows, [&](auto i) { return counts[i][classes]; }), all = Set(rows, [](auto) { return true; });
  }
  int literal() {  // 2f is feature f, 2f + 1 its negation
    const Amount value = text.number(-features, features);
    demand(value != 0, "literals are numbered by features, from 1");
    return static_cast<int>(value < 0 ? -2 * value - 1 : 2 * value - 2);
  }
  void spend(Amount length) {
    demand(--steps >= 0 && length <= 400, "the proof needs more steps or longer rules than allowed");
    if (steps % (1 << 14) == 0) tick();
  }
  // The list must cost what is said, and keep to every limit.
  void read_list() {
    std::vector<std::pair<Amount, Set>> decided;  // the rows of each label
    Set left = all;
    Wide cost = 0, lost = 0;
    Amount size = 1;
    while (text.take("rule ")) {
      auto& [label, covered] = decided.emplace_back(text.number(), left);
      bool good = has(rule_labels, label);
      Literals asked;  // features
      while (text.another_word()) {
        const int k = literal();
        good = good && std::ranges::binary_search(usable, k) && !has(asked, k / 2);
        asked.push_back(k / 2), covered = covered & cover[k], cost += prices[k];
      }
      demand(good && std::ssize(asked) <= limits[1] && raw(covered) >= limits[3], "a rule of the list is not allowed");
      cost += rule, left = left - covered, size += 1 + std::ssize(asked);
    }
    demand(std::ssize(decided) <= limits[0] && size <= limits[2], "the list is too large");
    decided.emplace_back(text.line("default", {1})[0], left);
    demand(has(default_labels, decided.back().first), "the default label is forbidden");
    result = text.line("result", {2});
    normalise();
    for (const auto& [label, covered] : decided) lost += E[label](covered);
    demand(!perfect || lost == 0, "the list must make no avoidable error");
    cost += lost + result[1] - target;  // the default rule and what is unavoidable
    demand(result[0] == cost && result[1] <= cost, "the list costs something else, or less than the bound");
  }
  void normalise() {
    const Amount n = classes;
    Numbers worst(rows);
    Wide losses = 0, excesses = 0, unavoidable = 0;
    target = result[1] - default_price;  // of perfect lists
    step = std::reduce(prices.begin(), prices.end(), rule, std::gcd<Amount, Amount>);
    excess.assign(n, worst), cap = worst;
    for (Amount i = 0; i < rows; ++i) {
      std::vector<Wide> loss(n);
      for (Amount k = 0; k < n * n; ++k)  // of class k / n, predicted k % n
        loss[k % n] += Wide{errors.size() > 1 ? errors[k] : errors[0] * (k / n != k % n)} * counts[i][k / n];
      const Wide least = loss[std::ranges::min(labels, {}, [&](auto c) { return loss[c]; })];
      for (const auto c : labels) {
        Amount& e = excess[c][i] = static_cast<Amount>(std::min<Wide>(loss[c] - least, kLargest));
        if (perfect && e > 0) e = std::max<Amount>(target, 1);
        if (e > 0) cap[i] = cap[i] > 0 ? std::min(cap[i], e) : e;
        worst[i] = std::max(worst[i], e), step = std::gcd(step, e);
      }
      losses += std::ranges::max(loss), excesses += worst[i], unavoidable += least;
      demand(std::max(losses, excesses) <= kLargest, "losses must add up to at most 2^52");
    }
    target -= perfect ? 0 : static_cast<Amount>(unavoidable), step = std::max<Amount>(step, 1);
    for (const Numbers& e : excess) {
      E.emplace_back(rows, [&](auto i) { return e[i]; });
      gain.emplace_back(rows, [&](auto i) { return worst[i] - e[i]; });
      live.emplace_back(rows, [&](auto i) { return e[i] < worst[i]; });
      zero.emplace_back(rows, [&](auto i) { return e[i] == 0; });
    }
    m = Adder(rows, [&](auto i) { return worst[i]; }), choosy = Set(rows, [&](auto i) { return worst[i] > 0; });
    const auto spares = [&](auto i) { return [this, i](auto c) { return live[c].has(i); }; };
    single = Set(rows, [&](auto i) { return std::ranges::count_if(labels, spares(i)) == 1; });
  }
};

// K: amounts on pairs of rows, and on single rows, which are their own partners.
struct Packing {
  Problem& p;
  Amount unit, total = 0;
  std::vector<std::array<Amount, 3>> pairs;  // with their amounts
  Adder weigh, singles, half;                // of pairs; of single rows; of what touches rows, no more lies inside them
  std::vector<Set> near, only;  // [literal] pairs of which it covers the end that suits a label, and this end only
  explicit Packing(Problem& problem) : p(problem), unit(p.text.number(1, 1 << 20)) {
    Numbers charged(p.rows), single = charged;
    while (p.text.another_word()) {
      Numbers parts;  // row:amount, or row:other:amount:other:amount
      for (bool more = true; more; more = p.text.take(":")) parts.push_back(p.text.number(0, kAny));
      const bool alone = parts.size() == 2;
      demand(alone || (parts.size() > 2 && parts.size() % 2 == 1), "a packing has rows and pairs with amounts");
      for (std::size_t k = alone ? 0 : 1; k < parts.size(); k += 2) {
        const Amount i = parts[0], j = parts[k], amount = parts[k + 1];
        demand(std::max(i, j) < p.rows && (total += amount) <= kMost, "a packing has unknown rows, or above 2^62");
        const auto suits = [&](Amount c) { return p.zero[c].has(i) && p.zero[c].has(j); };
        demand(alone || std::ranges::none_of(p.labels, suits), "a pair must have no common best label");
        charged[i] += amount, (alone ? single[i] : charged[j]) += amount;
        pairs.push_back({i, j, amount});
      }
    }
    for (Amount i = 0; i < p.rows; ++i)
      demand(charged[i] <= Wide{p.cap[i]} * unit, "the amounts of a row must be at most its least excess");
    weigh = Adder(pairs.size(), [&](auto k) { return pairs[k][2]; });
    singles = Adder(p.rows, [&](auto i) { return single[i]; });
    half = Adder(p.rows, [&](auto i) { return single[i] + (charged[i] - single[i] + 1) / 2; });
    for (const auto c : p.rule_labels) check_label(c);
  }

  bool at_least(const Set& rows, Amount need) const {
    const Wide least = Wide{(need - 1) / p.step * p.step} * unit;  // V is a multiple of the step
    if (total <= least || half(rows) <= least) return false;
    Wide held = 0, spared = 0;
    for (const auto& [i, j, amount] : pairs) held += (rows.has(i) & rows.has(j)) * amount;
    for (const auto c : p.labels) spared = std::max(spared, singles(rows, p.zero[c]) - Wide{p.ending[c]} * unit);
    return held - spared > least;
  }
  // Condition (b), of rules of one label.
  void check_label(Amount c) {
    const auto touching = [&](const Set& rows) {
      return Set(pairs.size(), [&](auto k) { return rows.has(pairs[k][0]) || rows.has(pairs[k][1]); });
    };
    near.clear(), only.clear();
    for (const Set& cover : p.cover) {
      near.push_back(touching(cover & p.zero[c]));
      only.push_back(near.back() - touching(cover - p.zero[c]));
    }
    walk(Set(pairs.size(), [](auto) { return true; }), Set(pairs.size()), p.rule, p.usable, 1);
  }
  // Follows literals whose gain exceeds their price: a shortest conjunction that breaks the packing is among these.
  void walk(const Set& inside, const Set& parted, Amount price, Literals good, Amount length) {
    p.spend(length);
    std::erase_if(good, [&](int k) { return weigh(inside, only[k]) <= Wide{p.prices[k]} * unit; });
    for (auto next = good.begin(); next != good.end() && length <= p.limits[1];) {
      const int k = *next++;
      const Set two = (inside & near[k]) - only[k], one = (parted & near[k]) | (inside & only[k]);
      const Amount charged = weigh(one), cost = price + p.prices[k];
      demand(charged <= Wide{cost} * unit, "a packing charges a rule more than its price");
      if (charged + weigh(two) > Wide{cost + p.cheapest} * unit) walk(two, one, cost, {next, good.end()}, length + 1);
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

struct Proof : Problem {
  using Problem::Problem;
  std::vector<Packing> packings;
  std::vector<Claim> claims;
  std::vector<Hint> hints;       // of the claim
  const Claim* claim = nullptr;  // that is looked at, of the rows S
  Amount c = 0, longest = 0;     // label, literals
  Set heavy;                     // rows to which c costs the whole bound

  bool add_claim() {
    const bool core = text.take("core "), exact = !core && text.take("exact ");
    if (!core && !exact && !text.take("rest ")) return false;
    Claim next{text.number(), kUnlimited, kUnlimited, exact, core ? Set(rows) : all};
    if (text.take("/")) next.rules = text.number(), text.expect("/"), next.size = text.number();
    while (!text.take(" :") && text.expect(" ")) {
      if (core) {
        demand(!text.take("-"), "rows are numbered from 0");
        const Amount first = text.number(0, rows - 1), last = text.take("-") ? text.number(0, rows - 1) : first;
        for (Amount i = first; i <= last; ++i) next.rows.put(i);
      } else {
        Set gone = all;
        for (bool more = true; more; more = text.take(",")) gone = gone & cover[literal()];
        next.rows = next.rows - gone;
      }
    }
    if (!exact) next.rows = next.rows & choosy;
    while (text.another_word()) read_hint(false);
    demand(alone(next.rows) >= next.bound, "a claim does not follow: rule D");
    claim = &next, longest = next.rules > 0 ? std::min(limits[1], next.size - 2) : 0;
    for (const auto label : longest > 0 ? rule_labels : Numbers()) {
      c = label, heavy = Set(rows, [&](auto i) { return core && excess[c][i] >= next.bound; });
      expand({next.rows, Set(cover.size()), rule, E[c](next.rows)}, usable);
    }
    claims.push_back(next), hints.clear();
    return true;
  }
  // 1 is the claim before this one, 2 the one before that; -1 is the first packing.
  void read_hint(bool goal) {
    const Amount last = std::ssize(claims), id = text.number(-kAny, kAny);
    demand(id != 0 && id <= last && -id <= std::ssize(packings), "a hint is not proved where it is used");
    Hint& hint = hints.emplace_back(Hint{id > 0 ? last - id : id, Set(cover.size())});
    if (goal || !text.take("@")) return;
    for (bool more = text.at_number(); more; more = text.take(",")) hint.literals.put(literal());
    if (text.take(">") && text.at_number()) hint.label = text.number(-kAny, kAny);
  }
  // The least E of a default label, or of a rule without literals with its price.
  Amount alone(const Set& some) const {
    Amount least = kAny;
    for (const auto label : labels) least = std::min(least, ending[label] + E[label](some));
    return least;
  }
  bool by_structure(const Set& some, Amount need, Amount rules, Amount size) const {  // B
    const Amount each = rule + cheapest, most = std::min({rules, (size - 1) / 2, sides}), ends = alone(some);
    if (most <= 0 || need <= each || ends < need) return ends >= need;
    if (most == sides && need > Wide{most} * each) return false;  // these rules suffice for all labels
    Numbers spared(classes + 1);
    for (const auto label : labels) spared[label] = gain[label](some);
    std::ranges::sort(spared, std::greater<>());
    Amount left = m(some) - spared[0], n = 1;
    while (n <= most && Wide{n} * each + std::max<Amount>(0, left -= spared[n]) >= need) ++n;
    return n > most;
  }
  // B, U and K, by hints of a rule's literals.
  bool at_least(const Set& some, Amount need, Amount rules, Amount size, const Set& literals, bool exact) const {
    if (need <= 0 || by_structure(some, need, rules, size)) return true;
    if (alone(some) < need) return false;  // no claim and no packing says more
    if (!some.within(single) && by_structure(some & single, need, rules, size)) return true;
    const Set outside = all - some;
    return std::ranges::any_of(hints, [&](const Hint& hint) {
      if ((hint.label != c && hint.label != kAny) || !hint.literals.within(literals)) return false;
      if (hint.id < 0) return packings[-hint.id - 1].at_least(some, need);
      const Claim& known = claims[hint.id];
      if (known.bound < need || rules > known.rules || size > known.size) return false;
      return known.exact ? exact && known.rows == some : known.bound - m(known.rows, outside) >= need;
    });
  }
  // Closes all conjunctions that add allowed literals to that of the node.
  void expand(const Node& node, const Literals& allowed) {
    const Amount length = std::ssize(node.without) + 1, rules = claim->rules - 1, size = claim->size - length - 1;
    spend(length);
    auto [branch, later] = branches(node.rows, allowed);
    std::vector<Node> seen;
    std::vector<std::size_t> open;  // among these
    for (const int k : branch) {
      if (gain[c](node.rows, cover[k]) <= node.price + prices[k]) continue;  // G
      Node next{node.rows & cover[k], node.literals, node.price + prices[k], E[c](node.rows, cover[k]), node.without};
      if (claim->exact && raw(next.rows) < limits[3]) continue;  // F
      next.literals.put(k);
      for (auto& [l, more] : next.without) more = more & cover[k];
      const auto keeps_little = [&](int l, const Set& more, Amount lost) {
        return claim->exact ? more == next.rows : lost - next.lost <= prices[l];
      };
      const auto needless = [&](const auto& part) { return keeps_little(part.first, part.second, E[c](part.second)); };
      if (keeps_little(k, node.rows, node.lost) || std::ranges::any_of(next.without, needless)) continue;  // N
      next.without.emplace_back(k, node.rows);
      const auto same = [&](const Node& other) { return other.price <= next.price && other.rows == next.rows; };
      if (std::ranges::any_of(seen, same)) continue;  // E
      const Set left = claim->rows - next.rows, unpaid = claim->rows - (next.rows & live[c]);
      const Amount need = claim->bound - next.price - next.lost, longer = claim->bound - next.price - cheapest;
      demand(at_least(left, need, rules, size, next.literals, claim->exact), "a claim does not follow: rule L");
      const bool closed = length >= longest || (next.lost <= cheapest && !claim->exact) ||  // X; then by L
                          at_least(unpaid, longer, rules, size - 1, next.literals, false) ||
                          by_structure(left, longer, rules, size - 1);  // of fewer rows hints say no more
      if (!closed) open.push_back(seen.size());
      seen.push_back(std::move(next));
    }
    for (auto at = open.rbegin(); at != open.rend(); ++at) {
      if (!later.empty()) expand(seen[*at], later);
      later.insert(later.begin(), seen[*at].without.back().first);
    }
  }
  // R and M: the literals to begin with, and those for later.
  std::pair<Literals, Literals> branches(const Set& covered, const Literals& allowed) const {
    if ((covered & heavy) == Set(rows)) return {allowed, {}};
    Amount fewest = kAny, row = 0;
    for (Amount i = 0; i < rows; ++i) {
      if (!covered.has(i) || !heavy.has(i)) continue;
      const Amount failing = std::ranges::count_if(allowed, [&](int k) { return !cover[k].has(i); });
      if (failing < fewest) fewest = failing, row = i;
    }
    const Set good = covered & zero[c], bad = covered - good - live[c], other = covered - good - bad;
    Literals failing, later, kept;
    for (const int k : allowed) (cover[k].has(row) ? later : failing).push_back(k);
    const auto no_worse = [&](int l, int k) {
      const Set &a = cover[l], &b = cover[k];
      return prices[l] <= prices[k] && (good & b).within(a) && (bad & a).within(b) && (other & a) == (other & b);
    };
    for (const int k : failing) {
      const auto better = [&](int l) { return no_worse(l, k) && (l < k || !no_worse(k, l)); };
      if (std::ranges::none_of(failing, better)) kept.push_back(k);
    }
    return {kept, later};
  }
};

}  // namespace

std::pair<Amount, Amount> verify(Text proof, Text table, Text sha256, Amount steps, const std::function<void()>& tick) {
  Proof p(table, proof, sha256, steps, tick);
  while (p.text.take("pack ")) p.packings.emplace_back(p);
  while (p.add_claim()) continue;
  for (p.text.expect("goal"); p.text.another_word();) p.read_hint(true);
  demand(p.text.rest.empty(), "the proof must end with its goal");
  demand(p.at_least(p.all, p.target, p.limits[0], p.limits[2], Set(p.cover.size()), true), "the bound does not follow");
  return {p.result[1], p.result[0]};
}

}  // namespace verifier
