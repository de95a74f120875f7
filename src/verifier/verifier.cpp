// The letters D, U, K, B, L, X, N, G, R, M, E are those of docs/proofs.md and of verify.py, which say why each is sound.
//
// Counts, prices and costs are at most 2^52, units at most 2^20, amounts of packings at most 10^18, and there are at most
// 10^7 rows: sums and products stay below 2^120, and are 128 bits wide.
#include "verifier.hpp"

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <iterator>
#include <map>
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

constexpr Wide kLargest = Wide{1} << 52;
constexpr int kMostLiterals = 400;
constexpr int kUnlimited = 1'000'000'000;
constexpr std::int64_t kBetweenTicks = 1 << 14;

void demand(bool holds, const char* sentence) {
  if (!holds) throw Rejected(sentence);
}

// --- sets and sums ---

std::size_t words_for(std::size_t bits) { return (bits + 63) / 64; }
bool has(const Bits& set, std::size_t i) { return set[i / 64] >> (i % 64) & 1; }
void put(Bits& set, std::size_t i) { set[i / 64] |= std::uint64_t{1} << (i % 64); }

template <class Combine>
Bits combined(const Bits& a, const Bits& b, Combine combine) {
  Bits out(a.size());
  for (std::size_t w = 0; w < a.size(); ++w) out[w] = combine(a[w], b[w]);
  return out;
}
Bits both(const Bits& a, const Bits& b) {
  return combined(a, b, [](auto x, auto y) { return x & y; });
}
Bits minus(const Bits& a, const Bits& b) {
  return combined(a, b, [](auto x, auto y) { return x & ~y; });
}
Bits either(const Bits& a, const Bits& b) {
  return combined(a, b, [](auto x, auto y) { return x | y; });
}
bool within(const Bits& a, const Bits& b) {
  for (std::size_t w = 0; w < a.size(); ++w)
    if (a[w] & ~b[w]) return false;
  return true;
}
bool empty(const Bits& a) {
  return std::all_of(a.begin(), a.end(), [](auto word) { return word == 0; });
}

VERIFIER_CLONES std::int64_t count_common(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  std::int64_t count = 0;
  for (std::size_t w = 0; w < words; ++w) count += std::popcount(a[w] & b[w]);
  return count;
}

Wide common_divisor(Wide a, Wide b) {
  while (b != 0) a = std::exchange(b, a % b);
  return a;
}

// Amounts as sets of the places whose amount has a binary digit.
class Weights {
 public:
  Weights() = default;
  explicit Weights(const Amounts& amounts) {
    Wide unit = 0, most = 0;
    for (const Wide a : amounts) {
      unit = common_divisor(unit, a);
      most = std::max(most, a);
    }
    for (int k = 0; unit != 0 && (most / unit) >> k != 0; ++k) {
      Bits digit(words_for(amounts.size()));
      for (std::size_t i = 0; i < amounts.size(); ++i)
        if ((amounts[i] / unit) >> k & 1) put(digit, i);
      planes_.emplace_back(unit << k, std::move(digit));
    }
  }
  Wide of(const Bits& set) const {
    Wide sum = 0;
    for (const auto& [weight, plane] : planes_) sum += weight * count_common(set.data(), plane.data(), set.size());
    return sum;
  }

 private:
  std::vector<std::pair<Wide, Bits>> planes_;
};

template <class Holds>
Bits bits_where(std::size_t count, Holds holds) {
  Bits out(words_for(count));
  for (std::size_t i = 0; i < count; ++i)
    if (holds(i)) put(out, i);
  return out;
}

// --- reading ---

std::int64_t number(Text text, Wide most = kLargest) {
  demand(!text.empty() && text.size() <= 18, "expected a whole number");
  std::int64_t value = 0;
  for (const char c : text) {
    demand(c >= '0' && c <= '9', "expected a whole number");
    value = 10 * value + (c - '0');
  }
  demand(value <= most, "a number is too large");
  return value;
}
int limit(Text text) { return text == "*" ? kUnlimited : static_cast<int>(number(text, 1'000'000)); }
std::int64_t signed_number(Text text) { return text.starts_with('-') ? -number(text.substr(1)) : number(text); }

Words split(Text text, char at) {
  Words out;
  for (std::size_t start = 0;;) {
    const std::size_t end = text.find(at, start);
    out.push_back(text.substr(start, end == Text::npos ? end : end - start));
    if (end == Text::npos) return out;
    start = end + 1;
  }
}

std::vector<Words> lines_of(Text data) {
  demand(!data.empty() && data.back() == '\n', "a file must end with a line feed");
  for (const char c : data) demand((c >= ' ' && c <= '~') || c == '\n', "a file must be plain ASCII text");
  std::vector<Words> lines;
  for (const Text line : split(data.substr(0, data.size() - 1), '\n')) lines.push_back(split(line, ' '));
  return lines;
}

struct Table {
  std::size_t rows = 0, features = 0, classes = 0;
  std::vector<std::vector<std::int64_t>> counts;
  Amounts numbers;
  std::vector<Bits> cover;  // literal 2f is feature f, 2f + 1 its negation
  Bits all;

  explicit Table(Text data) {
    const std::vector<Words> lines = lines_of(data);
    const Words& head = lines[0];
    demand(head.size() == 5 && head[0] == "shortlist-table" && head[1] == "1",
           "the table must begin with shortlist-table 1");
    const auto size = [&](std::size_t k) { return static_cast<std::size_t>(number(head[k], 10'000'000)); };
    rows = size(2), features = size(3), classes = size(4);
    const std::size_t names = 1 + features + classes;
    demand(rows > 0 && classes > 0 && lines.size() == names + rows, "the table must have the lines that it says");
    cover.assign(2 * features, Bits(words_for(rows)));
    Text before;
    for (std::size_t i = 0; i < rows; ++i) {
      const Words& words = lines[names + i];
      demand(words.size() == classes + 2, "a row must have features, counts and a number");
      demand(features == 0 ? words[0] == "-" || words[0].empty() : words[0].size() == features,
             "a row has wrong features");
      for (std::size_t f = 0; f < features; ++f) {
        demand(words[0][f] == '0' || words[0][f] == '1', "features must be 0 or 1");
        put(cover[2 * f + (words[0][f] == '0' ? 1 : 0)], i);
      }
      demand(i == 0 || before < words[0], "rows must be different and sorted");
      before = words[0];
      counts.emplace_back();
      for (std::size_t c = 0; c < classes; ++c) counts.back().push_back(number(words[c + 1]));
      numbers.push_back(number(words.back()));
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
  Text digest;
  bool perfect = false;
  Wide rule = 0, default_price = 0, cheapest = 0, cost = 0, bound = 0, target = 0, unavoidable = 0, step = 0;
  std::vector<Wide> prices;  // [literal]
  std::vector<int> rule_labels, default_labels, labels, usable;
  std::vector<char> is_default, may_use;
  int most_rules = 0, most_literals = 0, most_size = 0;
  Wide least_rows = 0;
  std::vector<std::pair<int, std::vector<int>>> list;
  int default_label = 0;
  std::vector<Amounts> losses, excess;  // [label][row]
  Amounts cap;
  std::vector<Bits> best;  // [label] rows that it costs nothing
  std::vector<Weights> E, gain;
  std::vector<Bits> live;
  Weights m, mass;
  Bits single, choosy;

  Problem(const Table& known, Text proof, std::int64_t most_steps, const std::function<void()>& ticked)
      : table(known), steps(most_steps), tick(ticked), lines(lines_of(proof)) {
    demand(one({"shortlist-proof"}) == "1", "the proof must be of version 1");
    digest = one({"table"});
    const Text kind = one({"lists"});
    demand(kind == "sparse" || kind == "perfect", "lists must be sparse or perfect");
    perfect = kind == "perfect";
    rule = number(one({"price", "rule"}));
    default_price = number(one({"price", "default"}));
    const std::size_t n = table.classes;
    const Words each = take({"price", "literals"});
    demand(each.size() == 1 || each.size() == table.features,
           "there must be one price of literals, or one for each feature");
    for (std::size_t k = 0; k < std::max(2 * table.features, each.size()); ++k) {
      const Wide price = number(each[each.size() == 1 ? 0 : std::min(k / 2, each.size() - 1)]);
      if (k < 2 * table.features) prices.push_back(price);
    }
    const Words errors = take({"price", "errors"});
    demand(errors.size() == 1 || errors.size() == n * n,
           "there must be one price of errors, or one for each pair of classes");
    rule_labels = labels_of("rules");
    default_labels = labels_of("default");
    demand(!default_labels.empty(), "the default rule must have a label");
    std::set_union(rule_labels.begin(), rule_labels.end(), default_labels.begin(), default_labels.end(),
                   std::back_inserter(labels));
    is_default.assign(n, 0);
    for (const int d : default_labels) is_default[d] = 1;
    may_use.assign(2 * table.features, 1);
    for (const Text word : take({"forbidden"})) may_use[literal(word)] = 0;
    for (std::size_t k = 0; k < may_use.size(); ++k) {
      if (!may_use[k]) continue;
      cheapest = usable.empty() ? prices[k] : std::min(cheapest, prices[k]);
      usable.push_back(static_cast<int>(k));
    }
    most_rules = limit(one({"most", "rules"}));
    most_literals = limit(one({"most", "literals"}));
    most_size = limit(one({"most", "size"}));
    least_rows = number(one({"least", "rows"}));
    while (next_is("rule")) {
      const Words words = take({"rule"});
      list.emplace_back(static_cast<int>(number(words.empty() ? "" : words[0], 10'000'000)), std::vector<int>());
      for (std::size_t k = 1; k < words.size(); ++k) list.back().second.push_back(static_cast<int>(literal(words[k])));
    }
    default_label = static_cast<int>(number(one({"default"}), 10'000'000));
    cost = number(one({"cost"}));
    bound = number(one({"bound"}));
    for (std::size_t c = 0; c < n; ++c) {
      losses.emplace_back();
      for (std::size_t i = 0; i < table.rows; ++i) {
        Wide sum = 0;
        for (std::size_t k = 0; k < n; ++k)
          sum += Wide{table.counts[i][k]} * (errors.size() > 1 ? number(errors[k * n + c])
                                             : k == c          ? 0
                                                               : number(errors[0]));
        losses.back().push_back(sum);
      }
    }
    prepare();
  }

  bool next_is(Text keyword) const { return at < lines.size() && lines[at][0] == keyword; }
  Words take(std::initializer_list<Text> keywords) {
    demand(at < lines.size() && lines[at].size() >= keywords.size() &&
               std::equal(keywords.begin(), keywords.end(), lines[at].begin()),
           "a line of the proof begins with a wrong word");
    const Words& line = lines[at++];
    return Words(line.begin() + static_cast<std::ptrdiff_t>(keywords.size()), line.end());
  }
  Text one(std::initializer_list<Text> keywords) {
    const Words words = take(keywords);
    return words.size() == 1 ? words[0] : Text();
  }
  std::vector<int> labels_of(Text whose) {
    std::vector<int> out;
    for (const Text word : take({"labels", whose})) {
      out.push_back(static_cast<int>(number(word, static_cast<Wide>(table.classes) - 1)));
      demand(out.size() < 2 || out[out.size() - 2] < out.back(), "labels must be different and sorted");
    }
    return out;
  }
  std::size_t literal(Text word) const {
    const bool negated = word.starts_with('-');
    const auto value =
        static_cast<std::size_t>(number(word.substr(negated ? 1 : 0), static_cast<Wide>(table.features)));
    demand(value > 0, "literals are numbered from 1");
    return 2 * (value - 1) + (negated ? 1 : 0);
  }
  // The literals of 3,-4>1 and its label, -1 without one.
  std::pair<std::vector<std::size_t>, int> scope(Text word) const {
    const std::size_t bar = word.find('>');
    const int label =
        bar == Text::npos ? -1 : static_cast<int>(number(word.substr(bar + 1), static_cast<Wide>(table.classes) - 1));
    demand(label < 0 || std::binary_search(labels.begin(), labels.end(), label), "a label must be one of those in use");
    std::vector<std::size_t> out;
    for (const Text part : split(word.substr(0, bar), ',')) out.push_back(literal(part));
    return {out, label};
  }

  void prepare() {
    Wide most = 0, total = 0;
    Amounts least(table.rows), worst(table.rows, 0);
    for (std::size_t i = 0; i < table.rows; ++i) {
      Wide dearest = 0;
      for (const Amounts& loss : losses) dearest = std::max(dearest, loss[i]);
      demand((most += dearest) <= kLargest, "losses must add up to at most 2^52");
      least[i] = dearest;
      for (const int c : labels) least[i] = std::min(least[i], losses[c][i]);
      unavoidable += least[i];
    }
    target = bound - default_price - (perfect ? 0 : unavoidable);
    excess.assign(table.classes, Amounts(table.rows, 0));
    cap.assign(table.rows, 0);
    for (const Wide price : prices) step = common_divisor(step, price);
    step = common_divisor(step, rule);
    for (const int label : labels)
      for (std::size_t i = 0; i < table.rows; ++i) {
        Wide& e = excess[label][i];
        e = losses[label][i] - least[i];
        if (perfect && e > 0) e = std::max<Wide>(target, 1);
        worst[i] = std::max(worst[i], e);
        if (e > 0) cap[i] = cap[i] == 0 ? e : std::min(cap[i], e);
        step = common_divisor(step, e);
      }
    step = std::max<Wide>(step, 1);
    for (const Wide w : worst) demand((total += w) <= kLargest, "losses must add up to at most 2^52");
    std::vector<int> spared(table.rows, 0);
    for (std::size_t c = 0; c < table.classes; ++c) {
      Amounts gains(table.rows, 0);
      const bool in_use = std::binary_search(labels.begin(), labels.end(), static_cast<int>(c));
      for (std::size_t i = 0; in_use && i < table.rows; ++i) {
        gains[i] = worst[i] - excess[c][i];
        spared[i] += gains[i] > 0 ? 1 : 0;
      }
      E.emplace_back(excess[c]);
      gain.emplace_back(gains);
      live.push_back(bits_where(table.rows, [&](std::size_t i) { return gains[i] > 0; }));
      best.push_back(bits_where(table.rows, [&](std::size_t i) { return in_use && excess[c][i] == 0; }));
    }
    m = Weights(worst);
    mass = Weights(table.numbers);
    choosy = bits_where(table.rows, [&](std::size_t i) { return worst[i] > 0; });
    single = bits_where(table.rows, [&](std::size_t i) { return spared[i] == 1; });
  }

  void spend(int length) {
    demand(--steps >= 0, "the proof needs more steps than are allowed");
    demand(length <= kMostLiterals, "the proof needs rules of too many literals");
    if (steps % kBetweenTicks == 0) tick();
  }

  Wide recount() const {
    Bits left = table.all;
    Wide lost = 0, price = default_price;
    std::int64_t size = 1;
    const auto decide = [&](const Bits& cover, int label, const std::vector<int>& allowed) {
      demand(std::binary_search(allowed.begin(), allowed.end(), label), "the list must use labels that are allowed");
      for (std::size_t i = 0; i < table.rows; ++i)
        if (has(cover, i)) lost += losses[label][i];
      left = minus(left, cover);
    };
    for (const auto& [label, literals] : list) {
      Bits cover = left;
      std::set<int> features;
      price += rule;
      for (const int k : literals) {
        demand(may_use[k], "the list must use no forbidden literal");
        cover = both(cover, table.cover[k]);
        features.insert(k / 2);
        price += prices[k];
      }
      demand(!literals.empty() && features.size() == literals.size(), "a rule must ask for each feature once");
      demand(std::ssize(literals) <= most_literals, "a rule of the list is too long");
      demand(mass.of(cover) >= least_rows, "a rule of the list decides too few rows");
      decide(cover, label, rule_labels);
      size += 1 + std::ssize(literals);
    }
    decide(Bits(left), default_label, default_labels);
    demand(std::ssize(list) <= most_rules && size <= most_size, "the list is too large");
    demand(!perfect || lost == unavoidable, "the list must make no avoidable error");
    return price + (perfect ? 0 : lost);
  }
};

// --- bounds ---

// K. The walk follows literals whose gain exceeds their price: a shortest conjunction that breaks the packing is among these.
class Packing {
 public:
  Packing(Problem& problem, const Words& words) : p_(problem), unit_(number(words.empty() ? "" : words[0], 1 << 20)) {
    Amounts left(p_.cap), touching(p_.table.rows, 0);
    for (Wide& cap : left) cap *= unit_;
    for (std::size_t k = 1; k < words.size(); ++k) {
      const Words parts = split(words[k], ':');
      demand(parts.size() == 2 || parts.size() == 3, "a packing has rows and pairs of rows with an amount each");
      const auto row = [&](std::size_t j) {
        return static_cast<int>(number(parts[j], static_cast<Wide>(p_.table.rows) - 1));
      };
      const Pair pair{row(0), parts.size() == 3 ? row(1) : -1, number(parts.back(), kMostAmount)};
      for (const Bits& best : p_.best)
        demand(pair.second < 0 || !has(best, pair.first) || !has(best, pair.second),
               "a pair must have no common best label");
      left[pair.first] -= pair.amount;
      touching[pair.first] += pair.second < 0 ? 2 * pair.amount : pair.amount;
      if (pair.second >= 0) left[pair.second] -= pair.amount, touching[pair.second] += pair.amount;
      pairs_.push_back(pair);
    }
    demand(unit_ > 0 && *std::min_element(left.begin(), left.end()) >= 0,
           "the amounts of a row must be at most its least excess");
    touching_ = Weights(touching);
    for (const int c : p_.rule_labels) check_label(c);
  }

  bool at_least(const Bits& rows, Wide need) const {
    if (rounded_up(touching_.of(rows) / 2) < need) return false;
    Wide total = 0;
    std::vector<Wide> served(p_.table.classes, 0);
    for (const Pair& pair : pairs_) {
      if (!has(rows, pair.first) || (pair.second >= 0 && !has(rows, pair.second))) continue;
      total += pair.amount;
      for (const int d : p_.default_labels)
        if (pair.second < 0 && has(p_.best[d], pair.first)) served[d] += pair.amount;
    }
    return rounded_up(total - *std::max_element(served.begin(), served.end())) >= need;
  }

 private:
  struct Pair {
    int first, second;  // negative: the first stands alone
    Wide amount;
  };
  static constexpr Wide kMostAmount = Wide{1'000'000'000} * 1'000'000'000;

  Wide rounded_up(Wide amount) const {
    const Wide whole = unit_ * p_.step;
    return amount <= 0 ? 0 : (amount + whole - 1) / whole * p_.step;
  }

  void check_label(int c) {
    std::vector<Pair> ends;
    Amounts amounts;
    for (Pair pair : pairs_) {
      if (pair.second >= 0 && !has(p_.best[c], pair.first)) std::swap(pair.first, pair.second);
      if (!has(p_.best[c], pair.first)) continue;
      ends.push_back(pair);
      amounts.push_back(pair.amount);
    }
    weights_ = Weights(amounts);
    near_.clear();
    far_.clear();
    for (const Bits& cover : p_.table.cover) {
      near_.push_back(bits_where(ends.size(), [&](std::size_t k) { return has(cover, ends[k].first); }));
      far_.push_back(
          bits_where(ends.size(), [&](std::size_t k) { return ends[k].second >= 0 && has(cover, ends[k].second); }));
    }
    walk(bits_where(ends.size(), [](std::size_t) { return true; }), Bits(words_for(ends.size())), p_.rule, p_.usable,
         1);
  }

  void walk(const Bits& inside, const Bits& parted, Wide price, const std::vector<int>& candidates, int length) {
    p_.spend(length);
    std::vector<int> good;
    for (const int k : candidates)
      if (weights_.of(minus(both(inside, near_[k]), far_[k])) > p_.prices[k] * unit_) good.push_back(k);
    if (length > p_.most_literals) return;
    for (std::size_t at = 0; at < good.size(); ++at) {
      const int k = good[at];
      const Bits two = both(both(inside, near_[k]), far_[k]),
                 one = both(either(parted, minus(inside, far_[k])), near_[k]);
      const Wide most = price + p_.prices[k];
      demand(weights_.of(one) <= most * unit_, "a packing charges a rule more than its price");
      if (weights_.of(either(one, two)) > (most + p_.cheapest) * unit_)
        walk(two, one, most, std::vector<int>(good.begin() + static_cast<std::ptrdiff_t>(at) + 1, good.end()),
             length + 1);
    }
  }

  Problem& p_;
  Wide unit_;
  std::vector<Pair> pairs_;
  Weights touching_, weights_;
  std::vector<Bits> near_, far_;  // [literal] pairs whose end it covers
};

struct Hint {
  Bits scope;
  int label;
  std::int64_t id;
};

struct Claim {
  Wide bound = 0;
  char flag = '-';
  int rules = 0, size = 0;
  Bits rows;
  std::vector<Hint> hints;

  Claim(const Problem& p, const Words& words) {
    const auto using_at = std::find(words.begin(), words.end(), "using");
    demand(using_at - words.begin() >= 5 && using_at != words.end() && (words[4] == "rows" || words[4] == "minus"),
           "a claim must have bound, flag, limits, rows and hints");
    bound = number(words[0]);
    demand(words[1] == "-" || words[1] == "r" || words[1] == "x", "the flag of a claim must be -, r or x");
    flag = words[1][0];
    rules = limit(words[2]);
    size = limit(words[3]);
    rows = words[4] == "rows" ? Bits(p.table.all.size()) : p.table.all;
    for (auto word = words.begin() + 5; word != using_at; ++word) {
      if (words[4] == "rows") {
        put(rows, static_cast<std::size_t>(number(*word, static_cast<Wide>(p.table.rows) - 1)));
        continue;
      }
      const auto [literals, label] = p.scope(*word);
      Bits gone = label < 0 ? p.table.all : p.live[label];
      for (const std::size_t k : literals) gone = both(gone, p.table.cover[k]);
      rows = minus(rows, gone);
    }
    if (flag != 'x') rows = both(rows, p.choosy);
    for (auto word = using_at + 1; word != words.end(); ++word) {
      Hint hint{Bits(words_for(p.table.cover.size())), -1, 0};
      const std::size_t at = word->find('@');
      if (at != Text::npos) {
        const auto [literals, label] = p.scope(word->substr(at + 1));
        for (const std::size_t k : literals) put(hint.scope, k);
        hint.label = label;
      }
      hint.id = signed_number(word->substr(0, at));
      hints.push_back(std::move(hint));
    }
  }
};

// --- proofs ---

class Proof {
 public:
  explicit Proof(Problem& problem) : p_(problem) {}

  void add_packing(const Words& words) { packings_.emplace_back(p_, words); }

  void check_hint(std::int64_t id) const {
    demand((id > 0 && id <= std::ssize(claims_)) || (id < 0 && -id <= std::ssize(packings_)), "a hint is not proved");
  }

  // U, then B, then K.
  bool at_least(const Bits& rows, Wide need, int rules, int size, const std::vector<std::int64_t>& hints,
                bool exact) const {
    if (need <= 0) return true;
    for (const std::int64_t id : hints) {
      if (id < 0) continue;
      const Claim& claim = claims_[id - 1];
      if (claim.bound < need || rules > claim.rules || size > claim.size) continue;
      if (claim.flag == 'x' && !(exact && claim.rows == rows)) continue;
      if (claim.bound - p_.m.of(minus(claim.rows, rows)) >= need) return true;
    }
    if (structure(rows, rules, size) >= need || structure(both(rows, p_.single), rules, size) >= need) return true;
    return std::any_of(hints.begin(), hints.end(),
                       [&](auto id) { return id < 0 && packings_[-id - 1].at_least(rows, need); });
  }

  void add(Claim&& claim) {
    for (const Hint& hint : claim.hints) check_hint(hint.id);
    for (const int d : p_.default_labels)
      demand(p_.E[d].of(claim.rows) >= claim.bound, "a claim does not follow: rule D");
    claim_ = &claim;
    longest_ = claim.rules > 0 ? std::min(p_.most_literals, claim.size - 2) : 0;
    const std::vector<int> literals = distinct(claim.rows, p_.usable);
    for (const int c : p_.rule_labels) {
      if (longest_ <= 0) break;
      label_ = c;
      heavy_ =
          bits_where(p_.table.rows, [&](std::size_t i) { return claim.flag == 'r' && p_.excess[c][i] >= claim.bound; });
      std::vector<const Hint*> hints;
      for (const Hint& hint : claim.hints)
        if (hint.label < 0 || hint.label == c) hints.push_back(&hint);
      expand({}, claim.rows, literals, p_.rule, Bits(words_for(p_.table.cover.size())), hints);
    }
    claims_.push_back(std::move(claim));
  }

 private:
  using Path = std::vector<std::pair<int, Bits>>;  // literals of P, and the rows of S & P without each
  struct Open {
    int literal;
    Bits rows;
    Wide cost;
    Path without;
  };

  Wide structure(const Bits& rows, int rules, int size) const {
    const Wide total = p_.m.of(rows);
    Amounts spared;
    Wide most = 0;
    for (const int c : p_.labels) {
      spared.push_back(p_.gain[c].of(rows));
      if (p_.is_default[c]) most = std::max(most, spared.back());
    }
    Wide bound = total - most;
    std::sort(spared.begin(), spared.end(), std::greater<>());
    const int labels = static_cast<int>(spared.size());
    Wide sum = spared[0];
    for (int n = 1; !p_.usable.empty() && !p_.rule_labels.empty() && n < std::max(labels, 2); ++n) {
      if (n < labels) sum += spared[n];
      if (n <= rules && 2 * n + 1 <= size)
        bound = std::min(bound, n * (p_.rule + p_.cheapest) + std::max<Wide>(0, total - sum));
    }
    return bound;
  }

  // E.
  std::vector<int> distinct(const Bits& covered, const std::vector<int>& literals) const {
    std::map<Bits, Wide> least{{Bits(covered.size()), 0}};
    std::vector<int> kept;
    for (const int k : literals) {
      const auto [known, fresh] = least.emplace(both(covered, p_.table.cover[k]), p_.prices[k]);
      if (!fresh && known->second <= p_.prices[k]) continue;
      known->second = p_.prices[k];
      kept.push_back(k);
    }
    return kept;
  }

  void expand(const Path& path, const Bits& covered, const std::vector<int>& allowed, Wide price, const Bits& scope,
              const std::vector<const Hint*>& hints) {
    const Claim& claim = *claim_;
    const int c = label_, length = static_cast<int>(path.size()) + 1, size = claim.size - length - 1;
    const bool exact = claim.flag == 'x';
    p_.spend(length);
    std::vector<int> first = allowed, later;
    branch(covered, first, later);
    std::vector<Open> open;
    for (const int k : distinct(covered, first)) {
      Open next{k, both(covered, p_.table.cover[k]), price + p_.prices[k], {}};
      if (p_.gain[c].of(next.rows) <= next.cost) continue;  // G
      if (exact && p_.mass.of(next.rows) < p_.least_rows) continue;
      const Wide lost = p_.E[c].of(next.rows);
      for (const auto& [j, more] : path) next.without.emplace_back(j, both(more, p_.table.cover[k]));
      next.without.emplace_back(k, covered);
      const auto needless = [&](const auto& step) {
        return exact ? step.second == next.rows : p_.E[c].of(step.second) - lost <= p_.prices[step.first];
      };
      if ((!path.empty() || p_.is_default[c]) && std::any_of(next.without.begin(), next.without.end(), needless))
        continue;  // N
      Bits inside = scope;
      put(inside, k);
      std::vector<std::int64_t> tried;
      for (const Hint* hint : hints)
        if (within(hint->scope, inside)) tried.push_back(hint->id);
      const Bits left = minus(claim.rows, next.rows);
      demand(at_least(left, claim.bound - next.cost - lost, claim.rules - 1, size, tried, exact),
             "a claim does not follow: rule L");
      const Wide need = claim.bound - next.cost - p_.cheapest;  // X
      if (length < longest_ && !at_least(left, need, claim.rules - 1, size - 1, tried, false) &&
          !at_least(minus(claim.rows, both(next.rows, p_.live[c])), need, claim.rules - 1, size - 1, tried, false))
        open.push_back(std::move(next));
    }
    for (std::size_t at = 0; at < open.size(); ++at) {
      std::vector<int> others;
      for (std::size_t k = at + 1; k < open.size(); ++k) others.push_back(open[k].literal);
      others.insert(others.end(), later.begin(), later.end());
      if (others.empty()) continue;
      Bits inside = scope;
      put(inside, open[at].literal);
      Bits reachable = inside;
      for (const int k : others) put(reachable, k);
      std::vector<const Hint*> useful;
      for (const Hint* hint : hints)
        if (within(hint->scope, reachable)) useful.push_back(hint);
      expand(open[at].without, open[at].rows, others, open[at].cost, inside, useful);
    }
  }

  // R and M.
  void branch(const Bits& covered, std::vector<int>& first, std::vector<int>& later) const {
    const Bits wrong = both(covered, heavy_);
    if (empty(wrong)) return;
    std::vector<int> fewest;
    bool found = false;
    for (std::size_t i = 0; i < p_.table.rows; ++i) {
      if (!has(wrong, i)) continue;
      std::vector<int> failing;
      for (const int k : first)
        if (!has(p_.table.cover[k], i)) failing.push_back(k);
      if (!found || failing.size() < fewest.size()) fewest = failing;
      found = true;
    }
    const Bits good = both(covered, p_.best[label_]), bad = minus(minus(covered, p_.best[label_]), p_.live[label_]);
    const Bits other = minus(minus(covered, good), bad);
    struct Part {
      Bits good, bad, other;
    };
    std::vector<Part> parts;
    for (const int k : fewest)
      parts.push_back({both(p_.table.cover[k], good), minus(bad, p_.table.cover[k]), both(p_.table.cover[k], other)});
    std::vector<int> kept;
    for (std::size_t a = 0; a < parts.size(); ++a) {
      bool dominated = false;
      for (std::size_t b = 0; b < parts.size() && !dominated; ++b) {
        const Part &one = parts[a], &two = parts[b];
        const Wide price = p_.prices[fewest[a]], other_price = p_.prices[fewest[b]];
        const bool no_worse =
            one.other == two.other && other_price <= price && within(one.good, two.good) && within(one.bad, two.bad);
        const bool same = one.good == two.good && one.bad == two.bad && other_price == price;
        dominated = no_worse && (!same || fewest[b] < fewest[a]);
      }
      if (!dominated) kept.push_back(fewest[a]);
    }
    for (const int k : first)
      if (std::find(fewest.begin(), fewest.end(), k) == fewest.end()) later.push_back(k);
    first = kept;
  }

  Problem& p_;
  std::vector<Packing> packings_;
  std::vector<Claim> claims_;
  const Claim* claim_ = nullptr;
  int label_ = 0, longest_ = 0;
  Bits heavy_;
};

}  // namespace

Verdict verify(Text proof, Text table, Text table_sha256, std::int64_t steps, const std::function<void()>& tick) {
  const Table known(table);
  Problem p(known, proof, steps, tick);
  demand(p.digest == table_sha256, "the proof is of another table");
  const Wide cost = p.recount();
  demand(cost == p.cost, "the list costs something else");
  demand(p.bound <= cost, "the bound must not be above the cost of the list");
  Proof proved(p);
  while (p.next_is("pack")) proved.add_packing(p.take({"pack"}));
  while (p.next_is("claim")) proved.add(Claim(p, p.take({"claim"})));
  std::vector<std::int64_t> hints;
  for (const Text word : p.take({"goal"})) hints.push_back(signed_number(word));
  for (const std::int64_t id : hints) proved.check_hint(id);
  demand(p.at == p.lines.size(), "the proof must end with its goal");
  demand(proved.at_least(known.all, p.target, p.most_rules, p.most_size, hints, true), "the bound does not follow");
  return {static_cast<std::int64_t>(p.bound), static_cast<std::int64_t>(cost)};
}

}  // namespace verifier
