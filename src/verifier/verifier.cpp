// The letters D, U, K, B, L, X, N, G, R, M, E are those of docs/proofs.md and of verify.py, which say why each is sound.
//
// Counts, prices and costs are at most 2^52, units at most 2^20, amounts of packings below 10^18, and there are at most
// 10^7 rows: sums and products stay below 2^120, and are 128 bits wide.
#include "verifier.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define VERIFIER_CLONES __attribute__((target_clones("avx2", "popcnt", "default")))
#else
#define VERIFIER_CLONES
#endif

namespace verifier {
namespace {

__extension__ typedef __int128 Wide;
using Bits = std::vector<std::uint64_t>;
using Text = std::string_view;
using Words = std::vector<Text>;
using Amounts = std::vector<Wide>;
using Numbers = std::vector<std::int64_t>;
using Literals = std::vector<int>;

constexpr std::int64_t kLargest = std::int64_t{1} << 52, kUnlimited = 1'000'000'000,
                       kMostAmount = kUnlimited * kUnlimited;
constexpr int kMostLiterals = 400;

void demand(bool holds, const char* sentence) {
  if (!holds) throw Rejected(sentence);
}

std::size_t words_for(std::size_t bits) { return (bits + 63) / 64; }
bool has(const Bits& set, std::size_t i) { return set[i / 64] >> (i % 64) & 1; }
void put(Bits& set, std::size_t i) { set[i / 64] |= std::uint64_t{1} << (i % 64); }
template <class Holds>
Bits bits_where(std::size_t count, Holds holds) {
  Bits out(words_for(count));
  for (std::size_t i = 0; i < count; ++i)
    if (holds(i)) put(out, i);
  return out;
}
template <class Combine>
Bits combined(const Bits& a, const Bits& b, Combine combine) {
  Bits out(a.size());
  for (std::size_t w = 0; w < a.size(); ++w) out[w] = combine(a[w], b[w]);
  return out;
}
Bits both(const Bits& a, const Bits& b) { return combined(a, b, std::bit_and<>()); }
Bits either(const Bits& a, const Bits& b) { return combined(a, b, std::bit_or<>()); }
Bits minus(const Bits& a, const Bits& b) {
  return combined(a, b, [](auto x, auto y) { return x & ~y; });
}
bool empty(const Bits& a) {
  return std::all_of(a.begin(), a.end(), [](auto word) { return word == 0; });
}
bool within(const Bits& a, const Bits& b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](auto x, auto y) { return (x & ~y) == 0; });
}

VERIFIER_CLONES std::int64_t count_common(const std::uint64_t* a, const std::uint64_t* b, const std::uint64_t* c,
                                          std::size_t words) {
  std::int64_t count = 0;
  for (std::size_t w = 0; w < words; ++w) count += std::popcount(a[w] & b[w] & c[w]);
  return count;
}

Wide common_divisor(Wide a, Wide b) {
  while (b != 0) a = std::exchange(b, a % b);
  return a;
}

// Amounts as sets of the places whose amount has a binary digit: adding up is counting bits.
class Adder {
 public:
  Adder() = default;
  explicit Adder(const Amounts& amounts) {
    Wide unit = 0, most = 0;
    for (const Wide a : amounts) unit = common_divisor(unit, a), most = std::max(most, a);
    for (int k = 0; unit != 0 && (most / unit) >> k != 0; ++k)
      planes_.emplace_back(unit << k,
                           bits_where(amounts.size(), [&](std::size_t i) { return (amounts[i] / unit) >> k & 1; }));
  }
  Wide operator()(const Bits& set) const { return operator()(set, set); }
  // Of what two sets have in common.
  Wide operator()(const Bits& a, const Bits& b) const {
    Wide sum = 0;
    for (const auto& [weight, plane] : planes_)
      sum += weight * count_common(a.data(), b.data(), plane.data(), a.size());
    return sum;
  }

 private:
  std::vector<std::pair<Wide, Bits>> planes_;
};

// A whole number; * stands for no limit.
std::int64_t number(Text text) {
  if (text == "*") return kUnlimited;
  const Text digits = text.substr(text.starts_with('-') ? 1 : 0);
  demand(!digits.empty() && digits.size() <= 18, "expected a whole number");
  std::int64_t value = 0;
  for (const char c : digits) {
    demand(c >= '0' && c <= '9', "expected a whole number");
    value = 10 * value + (c - '0');
  }
  return digits.size() < text.size() ? -value : value;
}
Numbers numbers(const Words& words, std::int64_t most = kLargest) {
  Numbers out;
  for (const Text word : words) {
    out.push_back(number(word));
    demand(out.back() >= 0 && out.back() <= most, "a number is too large or negative");
  }
  return out;
}
Words split(Text text, char at) {
  Words out;
  for (std::size_t start = 0, end = 0; end != Text::npos; start = end + 1) {
    end = text.find(at, start);
    out.push_back(text.substr(start, end == Text::npos ? end : end - start));
  }
  return out;
}
Words some(const Words& words, std::size_t from, std::size_t to) {
  return {words.begin() + static_cast<std::ptrdiff_t>(from), words.begin() + static_cast<std::ptrdiff_t>(to)};
}
std::vector<Words> lines_of(Text data) {
  const auto plain = [](char c) { return (c >= ' ' && c <= '~') || c == '\n'; };
  demand(data.ends_with('\n') && std::all_of(data.begin(), data.end(), plain),
         "a file must be lines of plain ASCII text");
  std::vector<Words> lines;
  for (const Text line : split(data.substr(0, data.size() - 1), '\n')) lines.push_back(split(line, ' '));
  return lines;
}

struct Table {
  std::size_t rows, features, classes;
  std::vector<Numbers> counts;  // of each class, and of raw rows
  std::vector<Bits> cover;      // literal 2f is feature f, 2f + 1 its negation
  Bits all;

  explicit Table(Text data) {
    const std::vector<Words> lines = lines_of(data);
    const Words& head = lines[0];
    demand(head.size() == 5 && head[0] == "shortlist-table" && head[1] == "1", "the table has no head");
    const Numbers sizes = numbers(some(head, 2, 5), 10'000'000);
    rows = sizes[0], features = sizes[1], classes = sizes[2];
    const std::size_t names = 1 + features + classes;
    demand(rows > 0 && classes > 0 && lines.size() == names + rows, "the table must have the lines that it says");
    cover.assign(2 * features, Bits(words_for(rows)));
    for (std::size_t i = 0; i < rows; ++i) {
      const Words& words = lines[names + i];
      const Text bits = features == 0 && words[0] == "-" ? Text() : words[0];
      demand(words.size() == classes + 2 && bits.size() == features, "a row has features, counts and a number");
      demand(i == 0 || lines[names + i - 1][0] < bits, "rows must be different and sorted");
      for (std::size_t f = 0; f < features; ++f) {
        demand(bits[f] == '0' || bits[f] == '1', "features must be 0 or 1");
        put(cover[2 * f + (bits[f] == '0')], i);
      }
      counts.push_back(numbers(some(words, 1, words.size())));
    }
    all = bits_where(rows, [](std::size_t) { return true; });
  }
};

struct Problem {
  const Table& table;
  std::int64_t steps;
  const std::function<void()>& tick;
  std::vector<Words> lines;
  std::size_t at = 0;
  Words digest;
  bool perfect = false;
  Wide rule, default_price, cheapest = 0, cost, bound, target, unavoidable = 0, step = 0;
  Amounts prices;  // [literal]
  Numbers rule_labels, default_labels, limits;
  std::set<std::int64_t> labels;
  Literals usable;
  std::vector<std::pair<std::int64_t, Literals>> list;  // the last is the default rule
  std::vector<Amounts> losses, excess;                  // [label][row]
  Amounts cap;
  std::vector<Adder> E, gain;    // [label]
  std::vector<Bits> live, zero;  // [label]
  std::vector<char> is_default;  // [label]
  Adder m;
  Bits single, choosy;

  Problem(const Table& known, Text proof, std::int64_t most_steps, const std::function<void()>& ticked)
      : table(known), steps(most_steps), tick(ticked), lines(lines_of(proof)) {
    lines.push_back({""});
    const std::size_t n = table.classes;
    demand(take("shortlist-proof") == Words{"1"}, "the proof must be of version 1");
    digest = take("table");
    const Words kind = take("lists");
    demand(kind == Words{"sparse"} || kind == Words{"perfect"}, "lists must be sparse or perfect");
    perfect = kind == Words{"perfect"};
    const Numbers fixed = read("prices", 2, 2), each = read("literals", 1, table.features);
    const Numbers errors = read("errors", 1, n * n);
    rule = fixed[0], default_price = fixed[1];
    for (std::size_t k = 0; k < 2 * table.features; ++k) prices.push_back(each[k / 2 % each.size()]);
    rule_labels = numbers(take("rule-labels"));
    default_labels = numbers(take("default-labels"));
    for (const Numbers& some_labels : {rule_labels, default_labels})
      labels.insert(some_labels.begin(), some_labels.end());
    demand(!default_labels.empty() && *labels.rbegin() < static_cast<std::int64_t>(n),
           "labels must be classes, the default must have one");
    std::vector<char> forbidden(2 * table.features, 0);
    for (const Text word : take("forbidden")) forbidden[literal(word)] = 1;
    for (std::size_t k = 0; k < prices.size(); ++k) {
      if (forbidden[k]) continue;
      cheapest = usable.empty() ? prices[k] : std::min(cheapest, prices[k]);
      usable.push_back(static_cast<int>(k));
    }
    limits = read("limits", 4, 4);
    while (lines[at][0] == "rule") {
      const Words words = take("rule");
      list.emplace_back(number(words.empty() ? Text() : words[0]), Literals());
      for (std::size_t k = 1; k < words.size(); ++k) list.back().second.push_back(literal(words[k]));
    }
    list.emplace_back(read("default", 1, 1)[0], Literals());
    const Numbers result = read("result", 2, 2);
    cost = result[0], bound = result[1];
    losses.assign(n, Amounts(table.rows, 0));
    for (std::size_t c = 0; c < n; ++c)
      for (std::size_t i = 0; i < table.rows; ++i)
        for (std::size_t k = 0; k < n; ++k)
          losses[c][i] += Wide{table.counts[i][k]} * (errors.size() > 1 ? errors[k * n + c] : k == c ? 0 : errors[0]);
    prepare();
  }

  Words take(Text keyword) {
    demand(lines[at][0] == keyword, "a line of the proof begins with a wrong word");
    const Words& line = lines[at++];
    return some(line, 1, line.size());
  }
  Numbers read(Text keyword, std::size_t size, std::size_t other_size) {
    const Numbers out = numbers(take(keyword));
    demand(out.size() == size || out.size() == other_size, "a line of the proof has too many or too few numbers");
    return out;
  }
  int literal(Text word) const {
    const std::int64_t value = number(word), feature = value < 0 ? -value : value;
    demand(feature > 0 && feature <= std::ssize(table.cover) / 2, "literals are numbered by features, from 1");
    return static_cast<int>(2 * (feature - 1) + (value < 0));
  }

  void prepare() {
    Wide most = 0, total = 0;
    Amounts least(table.rows), worst(table.rows, 0);
    std::vector<int> spared(table.rows, 0);
    for (std::size_t i = 0; i < table.rows; ++i) {
      for (const Amounts& loss : losses) least[i] = std::max(least[i], loss[i]);
      demand((most += least[i]) <= kLargest, "losses must add up to at most 2^52");
      for (const auto c : labels) least[i] = std::min(least[i], losses[c][i]);
      unavoidable += least[i];
    }
    target = bound - default_price - (perfect ? 0 : unavoidable);
    for (const Wide price : prices) step = common_divisor(step, price);
    step = common_divisor(step, rule);
    excess.assign(table.classes, Amounts(table.rows, 0));
    cap.assign(table.rows, 0);
    for (const auto c : labels)
      for (std::size_t i = 0; i < table.rows; ++i) {
        Wide& e = excess[c][i] = losses[c][i] - least[i];
        if (perfect && e > 0) e = std::max<Wide>(target, 1);
        worst[i] = std::max(worst[i], e);
        if (e > 0) cap[i] = cap[i] == 0 ? e : std::min(cap[i], e);
        step = common_divisor(step, e);
      }
    step = std::max<Wide>(step, 1);
    for (const Wide w : worst) demand((total += w) <= kLargest, "losses must add up to at most 2^52");
    for (std::int64_t c = 0; c < std::ssize(losses); ++c) {
      Amounts gains(table.rows, 0);
      for (std::size_t i = 0; labels.contains(c) && i < table.rows; ++i) {
        gains[i] = worst[i] - excess[c][i];
        spared[i] += gains[i] > 0;
      }
      E.emplace_back(excess[c]);
      gain.emplace_back(gains);
      live.push_back(bits_where(table.rows, [&](std::size_t i) { return gains[i] > 0; }));
      zero.push_back(bits_where(table.rows, [&](std::size_t i) { return labels.contains(c) && excess[c][i] == 0; }));
      is_default.push_back(std::find(default_labels.begin(), default_labels.end(), c) != default_labels.end());
    }
    m = Adder(worst);
    single = bits_where(table.rows, [&](std::size_t i) { return spared[i] == 1; });
    choosy = bits_where(table.rows, [&](std::size_t i) { return worst[i] > 0; });
  }

  void spend(std::size_t length) {
    demand(--steps >= 0 && length <= kMostLiterals, "the proof needs more steps or longer rules than allowed");
    if (steps % (1 << 14) == 0) tick();
  }

  Wide recount() const {
    Bits left = table.all;
    Wide lost = 0, price = default_price;
    std::int64_t size = 0;
    for (std::size_t k = 0; k < list.size(); ++k) {
      const auto& [label, literals] = list[k];
      const bool last = k + 1 == list.size();
      const Numbers& allowed = last ? default_labels : rule_labels;
      demand(std::find(allowed.begin(), allowed.end(), label) != allowed.end(), "the list uses what is forbidden");
      Bits cover = left;
      std::set<int> features;
      for (const int l : literals) {
        demand(std::binary_search(usable.begin(), usable.end(), l), "the list uses what is forbidden");
        cover = both(cover, table.cover[l]);
        features.insert(l / 2);
        price += prices[l];
      }
      const auto length = std::ssize(literals);
      demand(last || (length > 0 && features.size() == literals.size() && length <= limits[1]),
             "a rule is not allowed");
      Wide decided = 0;
      for (std::size_t i = 0; i < table.rows; ++i)
        if (has(cover, i)) lost += losses[label][i], decided += table.counts[i].back();
      demand(last || decided >= limits[3], "a rule decides too few rows");
      left = minus(left, cover);
      price += last ? 0 : rule;
      size += 1 + length;
    }
    demand(std::ssize(list) - 1 <= limits[0] && size <= limits[2], "the list is too large");
    demand(!perfect || lost == unavoidable, "the list must make no avoidable error");
    return price + (perfect ? 0 : lost);
  }
};

// K. The walk follows literals whose gain exceeds their price: a shortest conjunction that breaks the packing is among these.
class Packing {
 public:
  Packing(Problem& problem, const Words& words) : p_(problem) {
    unit_ = numbers(words.empty() ? Words{""} : some(words, 0, 1), 1 << 20)[0];
    Amounts left(p_.cap), touching(left.size(), 0);
    for (Wide& cap : left) cap *= unit_;
    for (std::size_t k = 1; k < words.size(); ++k) {
      const Numbers parts = numbers(split(words[k], ':'), kMostAmount);
      const bool alone = parts.size() == 2;
      demand(alone || parts.size() == 3, "a packing has rows and pairs with amounts");
      for (std::size_t j = 0; j + 1 < parts.size(); ++j) {
        demand(parts[j] < std::ssize(left), "a packing has rows and pairs with amounts");
        left[parts[j]] -= parts.back();
        touching[parts[j]] += parts.back() * Wide{alone ? 2 : 1};
      }
      for (const Bits& best : p_.zero)
        demand(alone || !has(best, parts[0]) || !has(best, parts[1]), "a pair must have no common best label");
      pairs_.push_back({parts[0], alone ? -1 : parts[1], parts.back()});
    }
    const bool kept = std::all_of(left.begin(), left.end(), [](Wide rest) { return rest >= 0; });
    demand(unit_ > 0 && kept, "the amounts of a row must be at most its least excess");
    touching_ = Adder(touching);
    for (const auto c : p_.rule_labels) check_label(c);
  }

  bool at_least(const Bits& rows, Wide need) const {
    const Wide least = (need - 1) / p_.step * p_.step * unit_;
    if (touching_(rows) <= 2 * least) return false;
    Wide total = 0;
    Amounts served(p_.table.classes, 0);
    for (const Pair& pair : pairs_) {
      if (!has(rows, pair.first) || (pair.second >= 0 && !has(rows, pair.second))) continue;
      total += pair.amount;
      for (const auto d : p_.default_labels)
        if (pair.second < 0 && has(p_.zero[d], pair.first)) served[d] += pair.amount;
    }
    return total - *std::max_element(served.begin(), served.end()) > least;
  }

 private:
  struct Pair {
    std::int64_t first, second;  // negative: the first stands alone
    Wide amount;
  };

  void check_label(std::int64_t c) {
    std::vector<Pair> ends;
    Amounts amounts;
    for (Pair pair : pairs_) {
      if (pair.second >= 0 && !has(p_.zero[c], pair.first)) std::swap(pair.first, pair.second);
      if (!has(p_.zero[c], pair.first)) continue;
      ends.push_back(pair);
      amounts.push_back(pair.amount);
    }
    weigh_ = Adder(amounts);
    near_.clear(), far_.clear(), only_.clear();
    for (const Bits& cover : p_.table.cover) {
      near_.push_back(bits_where(ends.size(), [&](std::size_t k) { return has(cover, ends[k].first); }));
      far_.push_back(
          bits_where(ends.size(), [&](auto k) { return ends[k].second >= 0 && has(cover, ends[k].second); }));
    }
    for (std::size_t k = 0; k < near_.size(); ++k) only_.push_back(minus(near_[k], far_[k]));
    walk(bits_where(ends.size(), [](std::size_t) { return true; }), Bits(words_for(ends.size())), p_.rule, p_.usable,
         1);
  }

  void walk(const Bits& inside, const Bits& parted, Wide price, const Literals& candidates, int length) {
    p_.spend(length);
    Literals good;
    for (const int k : candidates)
      if (weigh_(inside, only_[k]) > p_.prices[k] * unit_) good.push_back(k);
    for (; !good.empty() && length <= p_.limits[1]; good.erase(good.begin())) {
      const int k = good[0];
      const Bits two = both(both(inside, near_[k]), far_[k]),
                 one = both(either(parted, minus(inside, far_[k])), near_[k]);
      demand(weigh_(one) <= (price + p_.prices[k]) * unit_, "a packing charges a rule more than its price");
      if (weigh_(either(one, two)) > (price + p_.prices[k] + p_.cheapest) * unit_)
        walk(two, one, price + p_.prices[k], Literals(good.begin() + 1, good.end()), length + 1);
    }
  }

  Problem& p_;
  Wide unit_;
  std::vector<Pair> pairs_;
  Adder touching_, weigh_;
  std::vector<Bits> near_, far_, only_;  // [literal] pairs whose end it covers, and whose near end only
};

struct Hint {
  Bits scope;
  std::optional<std::int64_t> label;
  std::int64_t id;
};

struct Claim {
  Wide bound;
  bool row_branching;
  std::int64_t rules, size;
  Bits rows;
  std::vector<Hint> hints;
  Wide weight = 0;  // m of its rows
};

class Proof {
 public:
  explicit Proof(Problem& problem) : p_(problem) {}

  void add_packing(const Words& words) { packings_.emplace_back(p_, words); }

  std::int64_t known(Text name) const {
    const std::int64_t id = number(name);
    demand((id > 0 && id <= std::ssize(claims_)) || (id < 0 && -id <= std::ssize(packings_)), "a hint is not proved");
    return id;
  }

  // U, then B, then K.
  bool at_least(const Bits& rows, Wide need, std::int64_t rules, std::int64_t size, const Numbers& hints) const {
    for (const auto id : hints) {
      if (id < 0) continue;
      const Claim& claim = claims_[id - 1];
      if (claim.bound < need || rules > claim.rules || size > claim.size) continue;
      if (claim.bound - claim.weight + p_.m(claim.rows, rows) >= need) return true;
    }
    if (need <= 0 || structure(rows, rules, size) >= need || structure(both(rows, p_.single), rules, size) >= need)
      return true;
    return std::any_of(hints.begin(), hints.end(),
                       [&](auto id) { return id < 0 && packings_[-id - 1].at_least(rows, need); });
  }

  void add_claim(const Words& words) {
    claims_.push_back(read_claim(words));
    const Claim claim = claims_.back();
    claims_.pop_back();  // it may not use itself
    for (const auto d : p_.default_labels)
      demand(p_.E[d](claim.rows) >= claim.bound, "a claim does not follow: rule D");
    claim_ = &claim;
    longest_ = claim.rules > 0 ? std::min(p_.limits[1], claim.size - 2) : 0;
    const Literals literals = distinct(claim.rows, p_.usable);
    for (const auto c : p_.rule_labels) {
      if (longest_ <= 0) break;
      label_ = c;
      heavy_ = bits_where(p_.table.rows, [&](auto i) { return claim.row_branching && p_.excess[c][i] >= claim.bound; });
      std::vector<const Hint*> hints;
      for (const Hint& hint : claim.hints)
        if (!hint.label || hint.label == c) hints.push_back(&hint);
      expand({}, claim.rows, literals, p_.rule, Bits(words_for(p_.table.cover.size())), hints);
    }
    claims_.push_back(claim);
    claims_.back().weight = p_.m(claim.rows);
  }

 private:
  using Path = std::vector<std::pair<int, Bits>>;  // literals of P, and the rows of S & P without each
  struct Open {
    int literal;
    Bits rows;
    Wide cost;
    Path without;
  };

  Claim read_claim(const Words& words) const {
    const std::size_t end = std::find(words.begin(), words.end(), "using") - words.begin();
    const bool shape = end >= 5 && end < words.size() && (words[1] == "-" || words[1] == "r");
    demand(shape && (words[4] == "rows" || words[4] == "minus"),
           "a claim must have bound, flag, limits, rows and hints");
    const Numbers sizes = numbers({words[0], words[2], words[3]});
    Claim claim{sizes[0], words[1] == "r", sizes[1], sizes[2], p_.choosy, {}};
    Bits named(claim.rows.size());
    for (const Text word : some(words, 5, end)) {
      if (words[4] == "rows") {
        put(named, numbers({word}, std::ssize(p_.cap) - 1)[0]);
        continue;
      }
      Bits gone = p_.table.all;
      for (const Text part : split(word, ',')) gone = both(gone, p_.table.cover[p_.literal(part)]);
      claim.rows = minus(claim.rows, gone);
    }
    if (words[4] == "rows") claim.rows = both(claim.rows, named);
    for (const Text word : some(words, end + 1, words.size())) {
      const std::size_t at = word.find('@');
      const Text where = at == Text::npos ? Text() : word.substr(at + 1), scope = where.substr(0, where.find('>'));
      const Text label = scope.size() == where.size() ? Text() : where.substr(scope.size() + 1);
      Hint hint{Bits(words_for(p_.table.cover.size())), {}, known(split(word, '@')[0])};
      for (const Text part : scope.empty() ? Words() : split(scope, ',')) put(hint.scope, p_.literal(part));
      if (!label.empty()) hint.label = number(label);
      claim.hints.push_back(std::move(hint));
    }
    return claim;
  }

  Wide structure(const Bits& rows, std::int64_t rules, std::int64_t size) const {
    const Wide total = p_.m(rows);
    Amounts spared;
    Wide most = 0, sum = 0;
    for (const auto c : p_.labels) {
      spared.push_back(p_.gain[c](rows));
      if (p_.is_default[c]) most = std::max(most, spared.back());
    }
    std::sort(spared.begin(), spared.end(), std::greater<>());
    Wide bound = total - most;
    const std::int64_t labels = std::ssize(spared),
                       end = p_.usable.empty() || p_.rule_labels.empty() ? 1 : std::max<std::int64_t>(labels, 2);
    for (std::int64_t n = 0; n < end && n <= rules && 2 * n + 1 <= size; ++n) {
      sum += n < labels ? spared[n] : 0;
      if (n > 0) bound = std::min(bound, n * (p_.rule + p_.cheapest) + std::max<Wide>(0, total - sum));
    }
    return bound;
  }

  // E.
  Literals distinct(const Bits& covered, const Literals& literals) const {
    std::map<Bits, Wide> least{{Bits(covered.size()), 0}};
    Literals kept;
    for (const int k : literals) {
      const auto [seen, fresh] = least.emplace(both(covered, p_.table.cover[k]), p_.prices[k]);
      if (!fresh && seen->second <= p_.prices[k]) continue;
      seen->second = p_.prices[k];
      kept.push_back(k);
    }
    return kept;
  }

  void expand(const Path& path, const Bits& covered, const Literals& allowed, Wide price, const Bits& scope,
              const std::vector<const Hint*>& hints) {
    const Claim& claim = *claim_;
    const auto c = label_, length = std::ssize(path) + 1, rules = claim.rules - 1, size = claim.size - length - 1;
    p_.spend(length);
    const auto [branch, later] = split_allowed(covered, allowed);
    std::vector<Open> open;
    Numbers ready;                   // hints whose literals are all in P
    std::map<int, Numbers> waiting;  // [literal] those that lack only this one
    for (const Hint* hint : hints) {
      const Bits lacking = minus(hint->scope, scope);
      int count = 0, last = 0;
      for (std::size_t w = 0; w < lacking.size(); ++w) {
        count += std::popcount(lacking[w]);
        if (lacking[w] != 0) last = static_cast<int>(64 * w) + std::countr_zero(lacking[w]);
      }
      if (count < 2) (count == 0 ? ready : waiting[last]).push_back(hint->id);
    }
    // G. A literal that covers the same rows as one that is closed, and is dearer, is closed as well.
    Literals promising;
    for (const int k : branch)
      if (p_.gain[c](covered, p_.table.cover[k]) > price + p_.prices[k]) promising.push_back(k);
    for (const int k : distinct(covered, promising)) {
      Open next{k, both(covered, p_.table.cover[k]), price + p_.prices[k], {}};
      const Wide lost = p_.E[c](next.rows);
      for (const auto& [j, more] : path) next.without.emplace_back(j, both(more, p_.table.cover[k]));
      next.without.emplace_back(k, covered);
      const auto needless = [&](const auto& step) { return p_.E[c](step.second) - lost <= p_.prices[step.first]; };
      const bool some_needless = std::any_of(next.without.begin(), next.without.end(), needless);
      if ((!path.empty() || p_.is_default[c]) && some_needless) continue;  // N
      Numbers tried = ready;
      if (const auto found = waiting.find(k); found != waiting.end())
        tried.insert(tried.end(), found->second.begin(), found->second.end());
      const Bits left = minus(claim.rows, next.rows), more = minus(claim.rows, both(next.rows, p_.live[c]));
      demand(at_least(left, claim.bound - next.cost - lost, rules, size, tried), "a claim does not follow: rule L");
      const Wide need = claim.bound - next.cost - p_.cheapest;  // X
      if (length < longest_ && !at_least(left, need, rules, size - 1, tried) &&
          !at_least(more, need, rules, size - 1, tried))
        open.push_back(std::move(next));
    }
    for (std::size_t at = 0; at < open.size(); ++at) {
      Literals others;
      for (std::size_t k = at + 1; k < open.size(); ++k) others.push_back(open[k].literal);
      others.insert(others.end(), later.begin(), later.end());
      Bits inside = scope;
      put(inside, open[at].literal);
      Bits reachable = inside;
      for (const int k : others) put(reachable, k);
      std::vector<const Hint*> useful;
      for (const Hint* hint : hints)
        if (within(hint->scope, reachable)) useful.push_back(hint);
      if (!others.empty()) expand(open[at].without, open[at].rows, others, open[at].cost, inside, useful);
    }
  }

  // R and M: the literals to begin with, and those for later.
  std::pair<Literals, Literals> split_allowed(const Bits& covered, const Literals& allowed) const {
    const Bits wrong = both(covered, heavy_);
    if (empty(wrong)) return {allowed, {}};
    Literals failing, later, kept;
    std::size_t fewest = allowed.size() + 1;
    for (std::size_t i = 0; i < p_.table.rows; ++i) {
      if (!has(wrong, i)) continue;
      Literals some_failing, rest;
      for (const int k : allowed) (has(p_.table.cover[k], i) ? rest : some_failing).push_back(k);
      if (some_failing.size() >= fewest) continue;
      fewest = some_failing.size();
      failing = some_failing, later = rest;
    }
    const Bits good = both(covered, p_.zero[label_]), bad = minus(minus(covered, good), p_.live[label_]);
    const Bits other = minus(minus(covered, good), bad);
    struct Part {
      Bits good, bad, other;  // kept, dropped, kept
    };
    std::vector<Part> parts;
    for (const int k : failing) {
      const Bits& cover = p_.table.cover[k];
      parts.push_back({both(cover, good), minus(bad, cover), both(cover, other)});
    }
    for (std::size_t one = 0; one < parts.size(); ++one) {
      bool better = false;
      for (std::size_t two = 0; two < parts.size() && !better; ++two) {
        const Part &a = parts[one], &b = parts[two];
        const Wide price = p_.prices[failing[one]], rival = p_.prices[failing[two]];
        const bool no_worse = a.other == b.other && rival <= price && within(a.good, b.good) && within(a.bad, b.bad);
        better = no_worse && (a.good != b.good || a.bad != b.bad || rival != price || failing[two] < failing[one]);
      }
      if (!better) kept.push_back(failing[one]);
    }
    return {kept, later};
  }

  Problem& p_;
  std::vector<Packing> packings_;
  std::vector<Claim> claims_;
  const Claim* claim_ = nullptr;
  std::int64_t label_ = 0, longest_ = 0;
  Bits heavy_;
};

}  // namespace

Verdict verify(Text proof, Text table, Text table_sha256, std::int64_t steps, const std::function<void()>& tick) {
  const Table known(table);
  Problem p(known, proof, steps, tick);
  demand(p.digest == Words{table_sha256}, "the proof is of another table");
  const Wide cost = p.recount();
  demand(cost == p.cost && p.bound <= cost, "the list costs something else, or less than the bound");
  Proof proved(p);
  while (p.lines[p.at][0] == "pack") proved.add_packing(p.take("pack"));
  while (p.lines[p.at][0] == "claim") proved.add_claim(p.take("claim"));
  Numbers hints;
  for (const Text word : p.take("goal")) hints.push_back(proved.known(word));
  demand(p.at + 1 == p.lines.size(), "the proof must end with its goal");
  demand(proved.at_least(known.all, p.target, p.limits[0], p.limits[2], hints), "the bound does not follow");
  return {static_cast<std::int64_t>(p.bound), static_cast<std::int64_t>(cost)};
}

}  // namespace verifier
