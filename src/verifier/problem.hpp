// What is asked: the canonical table, the header of a proof, and the normal form of docs/proofs.md.
//
// Losses, excesses and raw rows add up to at most 2^52, amounts of a packing to 2^62, prices are at most 2^52 and
// conjunctions have at most 400 literals: sums of these fit into 64 bits. What is multiplied is 128 bits wide.
#pragma once

#include <charconv>

#include "sets.hpp"
#include "verifier.hpp"

namespace verifier {

__extension__ typedef __int128 Wide;
using Text = std::string_view;
using Words = std::vector<Text>;
using Literals = std::vector<int>;
constexpr Amount kLargest = Amount{1} << 52, kUnlimited = 1'000'000'000, kAny = 1'000'000'000'000'000'000;

inline void demand(bool holds, const char* sentence) {
  if (!holds) throw Rejected(sentence);
}

// A whole number; * stands for no limit.
inline Amount number(Text text, Amount least = 0, Amount most = kLargest) {
  Amount value = kUnlimited;
  const char* end = text.data() + text.size();
  const bool whole = !text.empty() && (text == "*" || std::from_chars(text.data(), end, value).ptr == end);
  demand(whole && text.size() <= (text[0] == '-' ? 19 : 18), "expected a whole number");
  demand(least <= value && value <= most, "a number is too large or too small");
  return value;
}
inline Words split(Text text, char at) {
  Words out;
  for (std::size_t start = 0, end = 0; end != Text::npos; start = end + 1)
    out.push_back(text.substr(start, (end = text.find(at, start)) == Text::npos ? end : end - start));
  return out;
}
inline Numbers numbers(const Words& words, Amount most = kLargest) {
  Numbers out;
  for (const Text word : words) out.push_back(number(word, 0, most));
  return out;
}
inline Words lines_of(Text data) {
  const bool plain = std::ranges::all_of(data, [](char c) { return (c >= ' ' && c <= '~') || c == '\n'; });
  demand(plain && data.ends_with('\n'), "a file must be lines of plain ASCII text");
  return split(data.substr(0, data.size() - 1), '\n');
}

struct Table {
  std::size_t rows, features, classes;
  std::vector<Numbers> counts;  // [class] of each row; the last are of raw rows
  std::vector<Set> cover;       // literal 2f is feature f, 2f + 1 its negation

  explicit Table(Text data) {
    const Words lines = lines_of(data), head = split(lines[0], ' ');
    demand(head.size() == 5 && head[0] == "shortlist-table" && head[1] == "1", "the table has no head");
    const Numbers sizes = numbers({head.begin() + 2, head.end()}, 10'000'000);
    rows = sizes[0], features = sizes[1], classes = sizes[2];
    const bool complete = lines.size() == 1 + features + classes + rows;
    demand(rows > 0 && classes > 0 && complete, "the table must have the lines that it says");
    Words bits;
    counts.resize(classes + 1);
    for (auto line = lines.end() - sizes[0]; line != lines.end(); ++line) {
      Words words = split(*line, ' ');
      if (features == 0 && words[0] == "-") words[0] = Text();
      const bool rising = bits.empty() || bits.back() < words[0], full = words.size() == classes + 2;
      const bool good = words[0].size() == features && words[0].find_first_not_of("01") == Text::npos;
      demand(rising && full && good, "rows must be sorted and different, with features, counts and a number");
      bits.push_back(words[0]);
      for (std::size_t c = 0; c <= classes; ++c) counts[c].push_back(number(words[c + 1]));
    }
    for (std::size_t k = 0; k < 2 * features; ++k)
      cover.emplace_back(rows, [&](auto i) { return ((bits[i][k / 2] ^ k) & 1) != 0; });
  }
};

// The header of a proof, and what follows from it and the table.
struct Problem : Table {
  std::int64_t steps;
  const std::function<void()>& tick;
  Words lines;
  std::size_t at = 0;
  bool perfect;
  Amount rule, default_price, cheapest = 0, sides, target, unavoidable = 0, step;
  Numbers prices, rule_labels, default_labels, labels, limits, result;  // limits: rules, literals, size, raw rows
  Numbers ending, cap;  // of each label its price without literals; of each row its least positive excess
  Literals usable;
  std::vector<Numbers> excess;  // [label][row]
  std::vector<Adder> E, gain;   // [label]
  std::vector<Set> live, zero;  // [label]
  Adder m, raw;
  Set all, choosy, single;

  Problem(Text table, Text proof, Text sha256, std::int64_t most_steps, const std::function<void()>& ticked)
      : Table(table), steps(most_steps), tick(ticked), lines(lines_of(proof)) {
    lines.emplace_back();
    demand(lines[at++] == "shortlist-proof 1", "the proof must be of version 1");
    demand(take("table") == Words{sha256}, "the proof is of another table");
    perfect = lines[at] == "lists perfect";
    demand(perfect || lines[at] == "lists sparse", "lists must be sparse or perfect");
    ++at;
    const std::size_t n = classes, literals = cover.size();
    const Numbers fixed = read("prices", 2, 2), each = read("literals", features, 1);
    const Numbers errors = read("errors", n * n, 1);
    rule = fixed[0], default_price = fixed[1];
    const auto last_class = static_cast<Amount>(n) - 1;
    rule_labels = numbers(take("rule-labels"), last_class),
    default_labels = numbers(take("default-labels"), last_class);
    demand(!default_labels.empty(), "the default rule must have a label");
    for (Amount c = 0; c <= last_class; ++c) {
      const bool ends = std::ranges::count(default_labels, c) > 0;
      ending.push_back(ends ? 0 : rule);
      if (ends || std::ranges::count(rule_labels, c) > 0) labels.push_back(c);
    }
    Set forbidden(literals);
    for (const Text word : take("forbidden")) forbidden.put(literal(word));
    for (std::size_t k = 0; k < literals; ++k) {
      prices.push_back(each[k / 2 % each.size()]);
      if (forbidden.has(k)) continue;
      cheapest = usable.empty() ? prices[k] : std::min(cheapest, prices[k]);
      usable.push_back(static_cast<int>(k));
    }
    sides = usable.empty() || rule_labels.empty() ? 0 : std::max<Amount>(std::ssize(labels) - 1, 1);
    limits = read("limits", 4, 4);
    std::vector<Words> list;
    while (next() == "rule") list.push_back(take("rule"));
    list.push_back(take("default")), result = read("result", 2, 2);
    normalise(errors);
    recount(list);
  }

  Text next() const { return lines[at].substr(0, lines[at].find(' ')); }
  // The other words of the next line, which begins with this one.
  Words take(Text keyword) {
    demand(next() == keyword, "a line of the proof must begin with another word");
    const Words words = split(lines[at++], ' ');
    return {words.begin() + 1, words.end()};
  }
  Numbers read(Text keyword, std::size_t size, std::size_t other_size) {
    const Numbers out = numbers(take(keyword));
    demand(out.size() == size || out.size() == other_size, "a line of the proof has too many or too few numbers");
    return out;
  }
  int literal(Text word) const {
    const Amount most = static_cast<Amount>(features), value = number(word, -most, most);
    demand(value != 0, "literals are numbered by features, from 1");
    return static_cast<int>(value < 0 ? -2 * value - 1 : 2 * value - 2);
  }
  void spend(Amount length) {
    demand(--steps >= 0 && length <= 400, "the proof needs more steps or longer rules than allowed");
    if (steps % (1 << 14) == 0) tick();
  }

  void normalise(const Numbers& errors) {
    const std::size_t n = classes;
    Numbers worst(rows);
    Wide most = 0, most_excess = 0, all_raw = 0;
    target = result[1] - default_price;  // of perfect lists
    step = std::reduce(prices.begin(), prices.end(), rule, std::gcd<Amount, Amount>);
    excess.assign(n, worst), cap = worst;
    for (std::size_t i = 0; i < rows; ++i) {
      std::vector<Wide> loss(n);
      for (std::size_t k = 0; k < n * n; ++k)  // of class k / n, predicted k % n
        loss[k % n] += Wide{errors.size() > 1 ? errors[k] : errors[0] * (k / n != k % n)} * counts[k / n][i];
      Wide least = kLargest;
      for (const auto c : labels) least = std::min(least, loss[c]);
      most += std::ranges::max(loss), all_raw += counts[n][i];
      demand(std::max(most, all_raw) <= kLargest, "losses and rows must add up to at most 2^52");
      for (const auto c : labels) {
        Amount& e = excess[c][i] = static_cast<Amount>(loss[c] - least);
        if (perfect && e > 0) e = std::max<Amount>(target, 1);
        if (e > 0) cap[i] = cap[i] > 0 ? std::min(cap[i], e) : e;
        worst[i] = std::max(worst[i], e), step = std::gcd(step, e);
      }
      unavoidable += static_cast<Amount>(least), most_excess += worst[i];
      demand(most_excess <= kLargest, "losses and rows must add up to at most 2^52");
    }
    target -= perfect ? 0 : unavoidable, step = std::max<Amount>(step, 1);
    for (const Numbers& e : excess) {
      Numbers gains = worst;
      for (std::size_t i = 0; i < rows; ++i) gains[i] -= e[i];
      E.emplace_back(e), gain.emplace_back(gains);
      live.emplace_back(rows, [&](auto i) { return gains[i] > 0; });
      zero.emplace_back(rows, [&](auto i) { return e[i] == 0; });
    }
    m = Adder(worst), raw = Adder(counts[n]), all = Set(rows, [](auto) { return true; });
    choosy = Set(rows, [&](auto i) { return worst[i] > 0; });
    const auto spares = [&](auto i) { return [this, i](auto c) { return live[c].has(i); }; };
    single = Set(rows, [&](auto i) { return std::ranges::count_if(labels, spares(i)) == 1; });
  }

  // The list must cost what is said, and keep to every limit.
  void recount(const std::vector<Words>& list) const {
    Set left = all;
    Wide cost = default_price, lost = 0;
    Amount size = 0;
    for (const Words& words : list) {
      const bool last = &words == &list.back();
      const Numbers& allowed = last ? default_labels : rule_labels;
      const Amount label = number(words.empty() ? "" : words[0]), length = std::ssize(words) - 1;
      bool good = std::ranges::count(allowed, label) > 0 && length <= (last ? 0 : limits[1]);
      Set decided = left, asked(features);
      for (std::size_t w = 1; w < words.size(); ++w) {
        const int k = literal(words[w]);
        good = good && std::ranges::binary_search(usable, k) && !asked.has(k / 2);
        asked.put(k / 2), decided = decided & cover[k], cost += prices[k];
      }
      demand(good, "the list uses what is forbidden");
      demand(last || raw(decided) >= limits[3], "a rule decides too few rows");
      lost += E[label](decided), cost += last ? 0 : rule, left = left - decided, size += 1 + length;
    }
    demand(std::ssize(list) - 1 <= limits[0] && size <= limits[2], "the list is too large");
    demand(!perfect || lost == 0, "the list must make no avoidable error");
    cost += perfect ? 0 : lost + unavoidable;
    demand(result[0] == cost && result[1] <= cost, "the list costs something else, or less than the bound");
  }
};

}  // namespace verifier
