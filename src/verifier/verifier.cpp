// The letters D, U, K, B, L, X, N, G, F, R, M, E are those of docs/proofs.md and of verify.py, which say why each is sound.
//
// Losses, excesses and raw rows add up to at most 2^52, amounts of a packing to 2^62, prices are at most 2^52 and conjunctions have at
// most 400 literals: sums of these fit into 64 bits. Where something is multiplied by a unit or a count it is 128 bits wide.
#include "verifier.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <vector>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define VERIFIER_CLONES __attribute__((target_clones("avx2", "popcnt", "default")))
#else
#define VERIFIER_CLONES
#endif

namespace verifier {
namespace {

__extension__ typedef __int128 Wide;
using Amount = std::int64_t;
using Text = std::string_view;
using Words = std::vector<Text>;
using Numbers = std::vector<Amount>;
using Literals = std::vector<int>;

constexpr Amount kLargest = Amount{1} << 52, kUnlimited = 1'000'000'000, kMostAmount = Amount{1} << 62, kMostLiterals = 400;

void demand(bool holds, const char* sentence) {
  if (!holds) throw Rejected(sentence);
}

// A set of rows, of pairs or of literals; small ones need no memory of their own.
struct Set {
  std::size_t size;  // in words
  std::array<std::uint64_t, 4> few{};
  std::vector<std::uint64_t> many;

  explicit Set(std::size_t count = 0) : size((count + 63) / 64), many(size > few.size() ? size : 0) {}
  template <class Holds>
  Set(std::size_t count, Holds holds) : Set(count) {
    for (std::size_t i = 0; i < count; ++i)
      if (holds(i)) put(i);
  }
  const std::uint64_t* word() const { return many.empty() ? few.data() : many.data(); }
  std::uint64_t* word() { return many.empty() ? few.data() : many.data(); }
  bool has(std::size_t i) const { return word()[i / 64] >> (i % 64) & 1; }
  void put(std::size_t i) { word()[i / 64] |= std::uint64_t{1} << (i % 64); }
  template <class Combine>
  Set with(const Set& other, Combine combine) const {
    Set out(64 * size);
    std::transform(word(), word() + size, other.word(), out.word(), combine);
    return out;
  }
  Set operator&(const Set& other) const { return with(other, std::bit_and<>()); }
  Set operator|(const Set& other) const { return with(other, std::bit_or<>()); }
  Set operator-(const Set& other) const {
    return with(other, [](auto a, auto b) { return a & ~b; });
  }
  bool operator==(const Set& other) const { return std::equal(word(), word() + size, other.word()); }
  // Is what lies inside the mask in the other set?
  bool within(const Set& mask, const Set& other) const {
    std::uint64_t outside = 0;
    for (std::size_t w = 0; w < size; ++w) outside |= word()[w] & mask.word()[w] & ~other.word()[w];
    return outside == 0;
  }
  Literals members() const {
    Literals out;
    for (std::size_t w = 0; w < size; ++w)
      for (std::uint64_t left = word()[w]; left != 0; left &= left - 1) out.push_back(static_cast<int>(64 * w) + std::countr_zero(left));
    return out;
  }
  bool empty() const { return within(*this, Set(64 * size)); }
};

VERIFIER_CLONES Amount count_common(const std::uint64_t* a, const std::uint64_t* b, const std::uint64_t* c, std::size_t words) {
  Amount count = 0;
  for (std::size_t w = 0; w < words; ++w) count += std::popcount(a[w] & b[w] & c[w]);
  return count;
}

// Adds up amounts of sets by counting bits: it has the set of the places whose amount has a binary digit, for each digit.
struct Adder {
  std::vector<std::pair<Amount, Set>> planes;

  explicit Adder(const Numbers& amounts = {}) {
    Amount unit = 0, most = 0;
    for (const Amount a : amounts) unit = std::gcd(unit, a), most = std::max(most, a);
    Numbers digits(amounts);
    for (Amount& a : digits) a /= std::max<Amount>(unit, 1);
    for (int k = 0; unit != 0 && (most / unit) >> k != 0; ++k)
      planes.emplace_back(unit << k, Set(amounts.size(), [&](auto i) { return digits[i] >> k & 1; }));
  }
  Amount operator()(const Set& set) const { return operator()(set, set); }
  // Of what two sets have in common.
  Amount operator()(const Set& a, const Set& b) const {
    Amount sum = 0;
    for (const auto& [weight, plane] : planes) sum += weight * count_common(a.word(), b.word(), plane.word(), a.size);
    return sum;
  }
};

// A whole number; * stands for no limit.
Amount number(Text text) {
  if (text == "*") return kUnlimited;
  const Text digits = text.substr(text.starts_with('-') ? 1 : 0);
  demand(!digits.empty() && digits.size() <= 18 && digits.find_first_not_of("0123456789") == Text::npos, "expected a whole number");
  const Amount value = std::accumulate(digits.begin(), digits.end(), Amount{0}, [](Amount v, char c) { return 10 * v + (c - '0'); });
  return digits.size() < text.size() ? -value : value;
}
Numbers numbers(const Words& words, std::size_t first = 0, Amount most = kLargest) {
  Numbers out;
  for (std::size_t k = first; k < words.size(); ++k) {
    out.push_back(number(words[k]));
    demand(out.back() >= 0 && out.back() <= most, "a number is too large or negative");
  }
  return out;
}
Words split(Text text, char at) {
  Words out;
  for (std::size_t start = 0, end = 0; end != Text::npos; start = end + 1)
    out.push_back(text.substr(start, (end = text.find(at, start)) == Text::npos ? end : end - start));
  return out;
}
std::vector<Words> lines_of(Text data) {
  const auto plain = [](char c) { return (c >= ' ' && c <= '~') || c == '\n'; };
  demand(data.ends_with('\n') && std::all_of(data.begin(), data.end(), plain), "a file must be lines of plain ASCII text");
  std::vector<Words> lines;
  for (const Text line : split(data.substr(0, data.size() - 1), '\n')) lines.push_back(split(line, ' '));
  return lines;
}

struct Table {
  std::size_t rows, features, classes;
  std::vector<Numbers> counts;  // of each class, and of raw rows
  std::vector<Set> cover;       // literal 2f is feature f, 2f + 1 its negation

  explicit Table(Text data) {
    const std::vector<Words> lines = lines_of(data);
    demand(lines[0].size() == 5 && lines[0][0] == "shortlist-table" && lines[0][1] == "1", "the table has no head");
    const Numbers sizes = numbers(lines[0], 2, 10'000'000);
    rows = sizes[0], features = sizes[1], classes = sizes[2];
    const std::size_t names = 1 + features + classes;
    demand(rows > 0 && classes > 0 && lines.size() == names + rows, "the table must have the lines that it says");
    cover.assign(2 * features, Set(rows));
    std::vector<std::uint64_t*> word;
    for (Set& set : cover) word.push_back(set.word());
    for (std::size_t i = 0; i < rows; ++i) {
      const Words& words = lines[names + i];
      const Text bits = features == 0 && words[0] == "-" ? Text() : words[0];
      const bool good = words.size() == classes + 2 && bits.size() == features && bits.find_first_not_of("01") == Text::npos;
      demand(good && (i == 0 || lines[names + i - 1][0] < bits), "rows must be sorted and different, with features, counts and a number");
      for (std::size_t f = 0; f < features; ++f) word[2 * f + (bits[f] == '0')][i / 64] |= std::uint64_t{1} << (i % 64);
      counts.push_back(numbers(words, 1));
    }
  }
};

// What is asked: the header of a proof, and the normal form of its problem.
struct Problem {
  const Table& table;
  std::int64_t steps;
  const std::function<void()>& tick;
  std::vector<Words> lines;
  std::size_t at = 0;
  Words digest;
  bool perfect;
  Amount rule, cheapest = 0, cost, bound, target, unavoidable = 0, step;
  Numbers fixed, prices, rule_labels, default_labels, labels, limits, cap;  // prices: [literal]; limits: rules, literals, size, rows
  Literals usable;
  std::vector<std::pair<Amount, Literals>> list;  // the last is the default rule
  std::vector<Numbers> excess;                    // [label][row]
  std::vector<Adder> E, gain;                     // [label]
  std::vector<Set> live, zero;                    // [label]
  Adder m, number_of;
  Set all, single, choosy;

  Problem(const Table& known, Text proof, std::int64_t most_steps, const std::function<void()>& ticked)
      : table(known), steps(most_steps), tick(ticked), lines(lines_of(proof)), all(known.rows, [](auto) { return true; }) {
    lines.push_back({""});
    const std::size_t n = table.classes;
    demand(take("shortlist-proof") == Words{"1"}, "the proof must be of version 1");
    digest = take("table");
    const Words kind = take("lists");
    demand(kind == Words{"sparse"} || kind == Words{"perfect"}, "lists must be sparse or perfect");
    perfect = kind == Words{"perfect"};
    fixed = read("prices", 2, 2), rule = fixed[0];
    const Numbers each = read("literals", 1, table.features), errors = read("errors", 1, n * n);
    for (std::size_t k = 0; k < 2 * table.features; ++k) prices.push_back(each[k / 2 % each.size()]);
    rule_labels = numbers(take("rule-labels")), default_labels = numbers(take("default-labels"));
    std::set<Amount> named(rule_labels.begin(), rule_labels.end());
    named.insert(default_labels.begin(), default_labels.end());
    labels.assign(named.begin(), named.end());
    const bool known_labels = !labels.empty() && labels.back() < static_cast<Amount>(n);
    demand(!default_labels.empty() && known_labels, "labels must be classes, the default must have one");
    std::set<int> forbidden;
    for (const Text word : take("forbidden")) forbidden.insert(literal(word));
    for (int k = 0; k < std::ssize(prices); ++k)
      if (!forbidden.contains(k)) usable.push_back(k);
    for (const int k : usable) cheapest = k == usable[0] ? prices[k] : std::min(cheapest, prices[k]);
    limits = read("limits", 4, 4);
    for (bool last = false; !last;) {
      last = lines[at][0] != "rule";
      const Words words = take(last ? "default" : "rule");
      demand(!words.empty() && (!last || words.size() == 1), "a rule has a label, the default rule nothing else");
      list.emplace_back(number(words[0]), Literals());
      for (std::size_t k = 1; k < words.size(); ++k) list.back().second.push_back(literal(words[k]));
    }
    const Numbers result = read("result", 2, 2);
    cost = result[0], bound = result[1];
    normalise(errors);
  }

  Words take(Text keyword) {
    demand(lines[at][0] == keyword, "a line of the proof must begin with another word");
    const Words& line = lines[at++];
    return {line.begin() + 1, line.end()};
  }
  Numbers read(Text keyword, std::size_t size, std::size_t other_size) {
    const Numbers out = numbers(take(keyword));
    demand(out.size() == size || out.size() == other_size, "a line of the proof has too many or too few numbers");
    return out;
  }
  int literal(Text word) const {
    const Amount value = number(word), feature = value < 0 ? -value : value;
    demand(feature > 0 && feature <= std::ssize(table.cover) / 2, "literals are numbered by features, from 1");
    return static_cast<int>(2 * (feature - 1) + (value < 0));
  }
  Set heavy(Amount c, Amount least) const {
    return Set(table.rows, [&](auto i) { return excess[c][i] >= least; });
  }
  void spend(Amount length) {
    demand(--steps >= 0 && length <= kMostLiterals, "the proof needs more steps or longer rules than allowed");
    if (steps % (1 << 14) == 0) tick();
  }

  void normalise(const Numbers& errors) {
    const std::size_t n = table.classes, rows = table.rows;
    Numbers worst(rows, 0), raw(rows);
    Wide most = 0, most_excess = 0, all_raw = 0;
    target = bound - fixed[1];  // of perfect lists
    step = std::accumulate(prices.begin(), prices.end(), rule, [](Amount a, Amount b) { return std::gcd(a, b); });
    excess.assign(n, Numbers(rows, 0)), cap.assign(rows, kLargest);
    std::vector<int> spared(rows, 0);
    for (std::size_t i = 0; i < rows; ++i) {
      std::vector<Wide> loss(n, 0);
      for (std::size_t k = 0; k < n * n; ++k) {  // of class k / n, predicted k % n
        const Amount price = errors.size() > 1 ? errors[k] : k / n == k % n ? 0 : errors[0];
        demand((loss[k % n] += table.counts[i][k / n] * Wide{price}) <= kLargest, "losses and rows must add up to at most 2^52");
      }
      Wide least = kLargest;
      for (const auto c : labels) least = std::min(least, loss[c]);
      for (const auto c : labels) {
        Amount& e = excess[c][i] = static_cast<Amount>(loss[c] - least);
        if (perfect && e > 0) e = std::max<Amount>(target, 1);
        worst[i] = std::max(worst[i], e), step = std::gcd(step, e);
        if (e > 0) cap[i] = std::min(cap[i], e);
      }
      if (worst[i] == 0) cap[i] = 0;
      unavoidable += static_cast<Amount>(least), most_excess += worst[i];
      most += *std::max_element(loss.begin(), loss.end()), all_raw += raw[i] = table.counts[i].back();
      demand(std::max({most, most_excess, all_raw}) <= kLargest, "losses and rows must add up to at most 2^52");
      for (const auto c : labels) spared[i] += worst[i] > excess[c][i];
    }
    if (!perfect) target -= unavoidable;
    step = std::max<Amount>(step, 1);
    E.resize(n), gain.resize(n), live.resize(n), zero.resize(n, Set(rows));
    for (const auto c : labels) {
      Numbers gains(rows);
      std::transform(worst.begin(), worst.end(), excess[c].begin(), gains.begin(), std::minus<>());
      E[c] = Adder(excess[c]), gain[c] = Adder(gains);
      live[c] = Set(rows, [&](auto i) { return gains[i] > 0; });
      zero[c] = Set(rows, [&](auto i) { return excess[c][i] == 0; });
    }
    m = Adder(worst), number_of = Adder(raw);
    single = Set(rows, [&](auto i) { return spared[i] == 1; });
    choosy = Set(rows, [&](auto i) { return worst[i] > 0; });
  }

  // What the list costs; it must keep to every limit.
  Wide recount() const {
    Set left = all;
    Wide lost = 0, price = fixed[1];
    Amount size = 0;
    for (std::size_t r = 0; r < list.size(); ++r) {
      const auto& [label, literals] = list[r];
      const bool last = r + 1 == list.size();
      const Numbers& allowed = last ? default_labels : rule_labels;
      bool good = std::find(allowed.begin(), allowed.end(), label) != allowed.end() && std::ssize(literals) <= limits[1];
      Set cover = left;
      std::set<int> features;
      for (const int l : literals) {
        good = good && std::binary_search(usable.begin(), usable.end(), l) && features.insert(l / 2).second;
        cover = cover & table.cover[l], price += prices[l];
      }
      demand(good, "the list uses what is forbidden");
      demand(last || number_of(cover) >= limits[3], "a rule decides too few rows");
      lost += E[label](cover), price += last ? 0 : rule;
      left = left - cover, size += 1 + std::ssize(literals);
    }
    demand(std::ssize(list) - 1 <= limits[0] && size <= limits[2], "the list is too large");
    demand(!perfect || lost == 0, "the list must make no avoidable error");
    return price + (perfect ? 0 : lost + unavoidable);
  }

  // The literals that fail on one of the rows, that where fewest do, and the others.
  std::pair<Literals, Literals> failing_on(const Set& rows, const Literals& literals) const {
    std::ptrdiff_t best = 0, fewest = std::ssize(literals) + 1;
    for (const int i : rows.members()) {
      const auto failing = std::count_if(literals.begin(), literals.end(), [&](int k) { return !table.cover[k].has(i); });
      if (failing < fewest) fewest = failing, best = i;
    }
    std::pair<Literals, Literals> out;
    for (const int k : literals) (table.cover[k].has(best) ? out.second : out.first).push_back(k);
    return out;
  }
};

// K. Amounts on pairs of rows, and on single rows, which are their own partners.
struct Packing {
  struct Pair {
    Amount first, second, amount;
  };
  Problem& p;
  Amount unit, sum = 0;
  std::vector<Pair> pairs;
  Adder weigh;                       // of what follows:
  std::vector<Set> near, far, only;  // [literal] pairs whose end it covers, and whose near end only

  Packing(Problem& problem, const Words& words) : p(problem) {
    unit = numbers({words.empty() ? Text() : words[0]}, 0, 1 << 20)[0];
    std::vector<Wide> left;
    for (const Amount cap : p.cap) left.push_back(Wide{cap} * unit);
    for (std::size_t k = 1; k < words.size(); ++k) {
      const Numbers parts = numbers(split(words[k], ':'), 0, kMostAmount);
      const bool alone = parts.size() == 2;
      demand(alone || parts.size() == 3, "a packing has rows and pairs with amounts");
      const Amount i = parts[0], j = parts[alone ? 0 : 1], amount = parts.back();
      demand(std::max(i, j) < std::ssize(left), "a packing has rows and pairs with amounts");
      left[i] -= amount, left[j] -= alone ? 0 : amount;
      for (const auto c : p.labels) demand(alone || !p.zero[c].has(i) || !p.zero[c].has(j), "a pair must have no common best label");
      demand((sum += amount) <= kMostAmount, "the amounts of a packing must add up to at most 2^62");
      pairs.push_back({i, j, amount});
    }
    const bool kept = std::all_of(left.begin(), left.end(), [](Wide rest) { return rest >= 0; });
    demand(unit > 0 && kept, "the amounts of a row must be at most its least excess");
    for (const auto c : p.rule_labels) check_label(c);
  }

  bool at_least(const Set& rows, Amount need) const {
    Wide total = 0, most = 0;
    Numbers suited(p.table.classes, 0);
    for (const auto& [i, j, amount] : pairs) {
      if (!rows.has(i) || !rows.has(j)) continue;
      total += amount;
      for (std::size_t c = 0; i == j && c < suited.size(); ++c) suited[c] += p.zero[c].has(i) ? amount : 0;
    }
    for (const auto d : p.default_labels) most = std::max<Wide>(most, suited[d]);
    for (const auto c : p.rule_labels) most = std::max(most, suited[c] - Wide{p.rule} * unit);
    return total - most > Wide{(need - 1) / p.step * p.step} * unit;
  }

  void check_label(Amount c) {
    std::vector<Pair> ends;
    Numbers amounts;
    for (Pair pair : pairs) {
      if (!p.zero[c].has(pair.first)) std::swap(pair.first, pair.second);
      if (p.zero[c].has(pair.first)) ends.push_back(pair), amounts.push_back(pair.amount);
    }
    weigh = Adder(amounts);
    near.clear(), far.clear(), only.clear();
    for (const Set& cover : p.table.cover) {
      near.emplace_back(ends.size(), [&](auto k) { return cover.has(ends[k].first); });
      far.emplace_back(ends.size(), [&](auto k) { return ends[k].second != ends[k].first && cover.has(ends[k].second); });
      only.push_back(near.back() - far.back());
    }
    walk(Set(ends.size(), [](auto) { return true; }), Set(ends.size()), p.rule, p.usable, 1);
  }

  // Follows literals whose gain exceeds their price: a shortest conjunction that breaks the packing is among these.
  void walk(const Set& inside, const Set& parted, Amount price, const Literals& candidates, Amount length) {
    p.spend(length);
    Literals good;
    for (const int k : candidates)
      if (weigh(inside, only[k]) > Wide{p.prices[k]} * unit) good.push_back(k);
    for (; !good.empty() && length <= p.limits[1]; good.erase(good.begin())) {
      const int k = good[0];
      const Set two = inside & near[k] & far[k], one = (parted | (inside - far[k])) & near[k];
      const Amount charged = weigh(one), cost = price + p.prices[k];
      demand(charged <= Wide{cost} * unit, "a packing charges a rule more than its price");
      const Literals later(good.begin() + 1, good.end());
      if (charged + weigh(two) > Wide{cost + p.cheapest} * unit) walk(two, one, cost, later, length + 1);
    }
  }
};

struct Claim;
struct Hint {
  Set scope;
  Amount label;  // negative: any
  const Claim* claim;
  const Packing* packing;
};
using Hints = std::vector<const Hint*>;

struct Claim {
  Amount bound, rules, size;
  bool core, exact;
  Set rows;
  std::vector<Hint> hints;
  Amount weight;  // m of its rows
};

struct Proof {
  struct Open {
    int literal;
    Set rows;
    Amount cost;
  };
  using Path = std::vector<std::pair<int, Set>>;  // literals of P, and the rows of S & P without each
  Problem& p;
  std::vector<std::unique_ptr<Packing>> packings;
  std::vector<std::unique_ptr<Claim>> claims;
  const Claim* claim = nullptr;  // that is looked at, S its rows
  Amount c = 0, longest = 0;     // label, literals
  Set heavy;

  explicit Proof(Problem& problem) : p(problem) {}

  void add_claim(const Words& words, Text kind) {
    auto next = std::make_unique<Claim>(read_claim(words, kind));
    claim = next.get();
    demand(alone(claim->rows, gains(claim->rows)) >= claim->bound, "a claim does not follow: rule D");
    longest = claim->rules > 0 ? std::min(p.limits[1], claim->size - 2) : 0;
    for (const auto label : longest > 0 ? p.rule_labels : Numbers()) {
      c = label;
      heavy = claim->core ? p.heavy(c, claim->bound) : Set(p.table.rows);
      Hints hints;
      for (const Hint& hint : claim->hints)
        if (hint.label < 0 || hint.label == c) hints.push_back(&hint);
      expand({}, claim->rows, p.usable, p.rule, Set(p.prices.size()), hints);
    }
    claims.push_back(std::move(next));
  }

  // 1 is the claim before this one, 2 the one before that; -1 is the first packing.
  Hint known(Text name) const {
    const Amount id = number(name);
    demand((id > 0 && id <= std::ssize(claims)) || (id < 0 && -id <= std::ssize(packings)), "a hint is not proved where it is used");
    return {Set(p.prices.size()), -1, id > 0 ? claims[claims.size() - id].get() : nullptr, id < 0 ? packings[-id - 1].get() : nullptr};
  }

  Claim read_claim(const Words& words, Text kind) const {
    const std::size_t end = std::find(words.begin(), words.end(), ":") - words.begin();
    Numbers head = end == 0 || end == words.size() ? Numbers() : numbers(split(words[0], '/'));
    demand(head.size() == 1 || head.size() == 3, "a claim must have a bound, limits, rows and hints");
    if (head.size() == 1) head.insert(head.end(), 2, kUnlimited);
    Claim out{head[0], head[1], head[2], kind == "core", kind == "exact", kind == "core" ? Set(p.table.rows) : p.all, {}, 0};
    for (std::size_t k = 1; k < end; ++k) {
      Set gone = p.all;
      for (const Text part : split(words[k], out.core ? '-' : ',')) {
        if (!out.core) gone = gone & p.table.cover[p.literal(part)];
      }
      if (!out.core) out.rows = out.rows - gone;
      const Numbers range = out.core ? numbers(split(words[k], '-'), 0, static_cast<Amount>(p.table.rows) - 1) : Numbers{1, 0};
      demand(range.size() <= 2, "a row or a range of rows is expected");
      for (Amount i = range[0]; i <= range.back(); ++i) out.rows.put(i);
    }
    if (!out.exact) out.rows = out.rows & p.choosy;
    out.weight = p.m(out.rows);
    for (std::size_t k = end + 1; k < words.size(); ++k) {
      const Text word = words[k], name = word.substr(0, word.find('@')), where = word.substr(std::min(word.size(), name.size() + 1));
      const Text scope = where.substr(0, where.find('>')), label = where.substr(std::min(where.size(), scope.size() + 1));
      Hint& hint = out.hints.emplace_back(known(name));
      for (const Text part : scope.empty() ? Words() : split(scope, ',')) hint.scope.put(p.literal(part));
      if (!label.empty()) hint.label = number(label);
    }
    return out;
  }

  Numbers gains(const Set& rows) const {
    Numbers out(p.table.classes, 0);
    for (const auto label : p.labels) out[label] = p.gain[label](rows);
    return out;
  }

  // The least E of a default label, or of a rule without literals with its price.
  Amount alone(const Set& rows, const Numbers& spared) const {
    Amount most = 0;
    for (const auto d : p.default_labels) most = std::max(most, spared[d]);
    for (const auto label : p.rule_labels) most = std::max(most, spared[label] - p.rule);
    return p.m(rows) - most;
  }

  // B.
  bool by_structure(const Set& rows, Amount need, Amount rules, Amount size) const {
    Numbers spared = gains(rows);
    if (alone(rows, spared) < need) return false;
    std::sort(spared.begin(), spared.end(), std::greater<>());
    spared.push_back(0);
    const std::int64_t end = p.usable.empty() || p.rule_labels.empty() ? 1 : std::max<std::int64_t>(std::ssize(p.labels), 2);
    Amount left = p.m(rows) - spared[0];
    for (std::int64_t n = 1; n < end && n <= rules && 2 * n + 1 <= size; ++n) {
      left -= spared[n];
      if (Wide{n} * (p.rule + p.cheapest) + std::max<Amount>(0, left) < need) return false;
    }
    return true;
  }

  // B, U and K.
  bool at_least(const Set& rows, Amount need, Amount rules, Amount size, const Hints& hints, bool exact) const {
    if (need <= 0 || by_structure(rows, need, rules, size)) return true;
    if (!rows.within(rows, p.single) && by_structure(rows & p.single, need, rules, size)) return true;
    return std::any_of(hints.begin(), hints.end(), [&](const Hint* hint) {
      if (hint->packing != nullptr) return hint->packing->at_least(rows, need);
      const Claim& known = *hint->claim;
      if (known.bound < need || rules > known.rules || size > known.size) return false;
      if (known.exact) return exact && known.rows == rows;
      return known.rows.within(known.rows, rows) || known.bound - known.weight + p.m(known.rows, rows) >= need;
    });
  }

  void expand(const Path& path, const Set& covered, const Literals& allowed, Amount price, const Set& scope, const Hints& hints) {
    const Amount length = std::ssize(path) + 1, rules = claim->rules - 1, size = claim->size - length - 1;
    p.spend(length);
    const auto [branch, later] = branches(covered, allowed);
    Hints tried;                              // first those whose literals are all in P
    std::multimap<int, const Hint*> waiting;  // [literal] that lack only this one
    for (const Hint* hint : hints) {
      const Literals lacking = (hint->scope - scope).members();
      if (lacking.empty()) tried.push_back(hint);
      if (lacking.size() == 1) waiting.emplace(lacking[0], hint);
    }
    const std::size_t ready = tried.size();
    std::vector<Open> seen, open;
    for (const int k : branch) {
      if (p.gain[c](covered, p.table.cover[k]) <= price + p.prices[k]) continue;  // G
      const Open next{k, covered & p.table.cover[k], price + p.prices[k]};
      if (claim->exact && p.number_of(next.rows) < p.limits[3]) continue;  // F
      const auto same = [&](const Open& other) { return other.cost <= next.cost && other.rows == next.rows; };
      if (std::any_of(seen.begin(), seen.end(), same)) continue;  // E
      seen.push_back(next);
      if (is_needless(path, covered, next)) continue;  // N
      tried.resize(ready);
      for (auto [it, last] = waiting.equal_range(k); it != last; ++it) tried.push_back(it->second);
      const Set left = claim->rows - next.rows;
      const Amount need = claim->bound - next.cost - p.E[c](next.rows), longer = claim->bound - next.cost - p.cheapest;
      demand(at_least(left, need, rules, size, tried, claim->exact), "a claim does not follow: rule L");
      if (length < longest && !at_least(left, longer, rules, size - 1, tried, false) &&
          !at_least(claim->rows - (next.rows & p.live[c]), longer, rules, size - 1, tried, false))  // X
        open.push_back(next);
    }
    for (std::size_t at = 0; at < open.size(); ++at) {
      const auto& [literal, rows, cost] = open[at];
      Literals others = later;
      for (std::size_t k = open.size() - 1; k > at; --k) others.insert(others.begin(), open[k].literal);
      Path longer;
      for (const auto& [k, more] : path) longer.emplace_back(k, more & p.table.cover[literal]);
      longer.emplace_back(literal, covered);
      Set inside = scope;
      inside.put(literal);
      if (!others.empty()) expand(longer, rows, others, cost, inside, hints);
    }
  }

  bool is_needless(const Path& path, const Set& covered, const Open& next) const {
    const Amount lost = p.E[c](next.rows);
    const auto needless = [&](int k, const Set& more, const Set& cover) {
      return claim->exact ? (more & cover) == next.rows : p.E[c](more, cover) - lost <= p.prices[k];
    };
    const auto earlier = [&](const auto& step) { return needless(step.first, step.second, p.table.cover[next.literal]); };
    return needless(next.literal, covered, covered) || std::any_of(path.begin(), path.end(), earlier);
  }

  // R and M: the literals to begin with, and those for later.
  std::pair<Literals, Literals> branches(const Set& covered, const Literals& allowed) const {
    const Set wrong = covered & heavy;
    if (wrong.empty()) return {allowed, {}};
    const auto [failing, later] = p.failing_on(wrong, allowed);
    const Set good = covered & p.zero[c], bad = covered - good - p.live[c], other = covered - good - bad;
    const auto no_worse = [&](int l, int k) {
      const Set &a = p.table.cover[l], &b = p.table.cover[k];
      return p.prices[l] <= p.prices[k] && b.within(good, a) && a.within(bad, b) && a.within(other, b) && b.within(other, a);
    };
    Literals kept;
    for (const int k : failing)
      if (std::none_of(failing.begin(), failing.end(), [&](int l) { return no_worse(l, k) && (l < k || !no_worse(k, l)); }))
        kept.push_back(k);
    return {kept, later};
  }
};

}  // namespace

Verdict verify(Text proof, Text table, Text table_sha256, std::int64_t steps, const std::function<void()>& tick) {
  const Table known(table);
  Problem p(known, proof, steps, tick);
  demand(p.digest == Words{table_sha256}, "the proof is of another table");
  const Wide cost = p.recount();
  demand(cost == p.cost && p.bound <= cost, "the list costs something else, or less than the bound");
  Proof proved(p);
  const auto next = [&] { return p.lines[p.at][0]; };
  while (next() == "pack") proved.packings.push_back(std::make_unique<Packing>(p, p.take("pack")));
  for (Text kind = next(); kind == "core" || kind == "rest" || kind == "exact"; kind = next()) proved.add_claim(p.take(kind), kind);
  std::vector<Hint> goal;
  Hints hints;
  for (const Text word : p.take("goal")) goal.push_back(proved.known(word));
  for (const Hint& hint : goal) hints.push_back(&hint);
  demand(p.at + 1 == p.lines.size(), "the proof must end with its goal");
  demand(proved.at_least(p.all, p.target, p.limits[0], p.limits[2], hints, true), "the bound does not follow");
  return {p.bound, p.cost};
}

}  // namespace verifier
