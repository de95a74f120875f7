#include "sparse/first_list.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace shortlist {
namespace {

constexpr int kGrown = 8;  // literals that are grown into longer rules

struct Prefix {
  std::vector<Conjunction> rules;
  std::vector<Word> rows;  // still undecided
  Cost cost = 0;           // of the rules so far
  Allowance allowance;
};

// A rule of few literals, in place.
struct ShortRule {
  std::array<int, kLongRules> literals{};
  int size = 0;

  void add(int literal) { literals[static_cast<std::size_t>(size++)] = literal; }
  Conjunction conjunction() const { return {literals.begin(), literals.begin() + size}; }
};

struct Step {
  ShortRule rule;
  Cost cost;  // with this rule
  Cost score;
};

class FirstList {
 public:
  FirstList(const Problem& problem, Monitor& monitor, int longest_rule)
      : problem_(problem),
        scoring_(problem),
        monitor_(monitor),
        longest_rule_(std::min(longest_rule, problem.max_literals)),
        table_(problem.table),
        price_(problem.usable_prices()) {}

  List best() && { return evaluate(problem_, rules_); }

  void pass(Cost rest_weight) {
    rest_weight_ = rest_weight;
    std::optional<Prefix> prefix(std::in_place);
    fill_bits(prefix->rows, problem_.rows);
    prefix->allowance = problem_.allowance;
    while (prefix) {
      steps_.clear();
      expand(*prefix);
      prefix = advance(std::move(*prefix));
    }
  }

 private:
  void expand(const Prefix& prefix) {
    total_.resize(table_.columns);
    count_rows(table_, prefix.rows.data(), total_.data());
    finish(prefix);
    const int longest = std::min(longest_rule_, prefix.allowance.rule_length());
    if (longest < 1 || table_.features == 0 || prefix.cost + problem_.rule_price + problem_.least_literal >= cost_)
      return;
    scan(prefix.rows.data(), total_.data(), prefix.allowance.after(1));
    order_.clear();
    for (int l = 0; l < table_.literals(); ++l) {
      if (price_[l] >= kInfinite || scan_.wrong[l] >= kInfinite || scan_.weight[l] == 0) continue;
      const Cost cost = prefix.cost + problem_.rule_price + price_[l] + scan_.wrong[l];
      propose({{l}, 1}, cost, scan_.leaf_rest[l]);
      order_.emplace_back(score(cost, scan_.leaf_rest[l]), l);
    }
    const std::size_t grown = std::min<std::size_t>(order_.size(), kGrown);
    std::partial_sort(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(grown), order_.end());
    for (std::size_t i = 0; i < grown && longest > 1; ++i) grow(prefix, order_[i].second, longest);
  }

  // Adds the best literal, again and again.
  void grow(const Prefix& prefix, int literal, int longest) {
    ShortRule rule;
    cover_ = prefix.rows;
    inside_.resize(table_.columns);
    Cost price = prefix.cost + problem_.rule_price + price_[literal];
    for (int last = literal; rule.size + 1 < longest && price + problem_.least_literal < cost_;) {
      rule.add(last);
      intersect_literal(table_, last, cover_.data(), cover_.data());
      count_rows(table_, cover_.data(), inside_.data());
      scan(cover_.data(), inside_.data(), prefix.allowance.after(rule.size + 1));
      std::pair<Cost, int> best{kInfinite, -1};
      for (int l = 0; l < table_.literals(); ++l) {
        if (price_[l] >= kInfinite || scan_.wrong[l] >= kInfinite || scan_.weight[l] == 0) continue;
        best = std::min(best, {score(price + price_[l] + scan_.wrong[l], scan_.leaf_rest[l]), l});
      }
      last = best.second;
      if (last < 0) return;
      price += price_[last];
      ShortRule longer = rule;
      longer.add(last);
      propose(longer, price + scan_.wrong[last], scan_.leaf_rest[last]);
    }
  }

  void scan(const Word* rows, const Cost* inside, Allowance after) {
    counts_.resize(static_cast<std::size_t>(table_.columns) * table_.stride);
    count_features(table_, rows, counts_.data());
    monitor_.work(static_cast<std::int64_t>(table_.segments.size() + 8) * (table_.stride / 8));
    scan_literals(scoring_, table_.columns, table_.stride, counts_.data(), inside, total_.data(), after.empty_rule(),
                  scan_);
  }

  Cost score(Cost cost, Cost leaf_rest) const { return 4 * cost + rest_weight_ * leaf_rest; }

  void propose(const ShortRule& rule, Cost cost, Cost leaf_rest) {
    if (cost >= cost_) return;
    steps_.push_back({rule, cost, score(cost, leaf_rest)});
  }

  // Ends the list here.
  void finish(const Prefix& prefix) {
    const Cost leaf = scoring_.leaf(total_.data(), prefix.allowance.empty_rule());
    if (prefix.cost + leaf >= cost_) return;
    cost_ = prefix.cost + leaf;
    rules_ = prefix.rules;
    if (leaf < scoring_.leaf(total_.data(), false)) rules_.emplace_back();
  }

  // The prefix with the best rule that decides anything; nothing if there is none.
  std::optional<Prefix> advance(Prefix prefix) {
    std::stable_sort(steps_.begin(), steps_.end(), [](const Step& a, const Step& b) { return a.score < b.score; });
    std::vector<Word> cover(table_.words);
    for (const Step& step : steps_) {
      const Conjunction rule = step.rule.conjunction();
      intersect_rule(problem_, rule, prefix.rows.data(), cover.data());
      if (count_bits(cover.data(), table_.words) == 0) continue;
      remove_bits(prefix.rows.data(), cover.data(), table_.words);
      prefix.cost = step.cost;
      prefix.allowance = prefix.allowance.after(step.rule.size);
      prefix.rules.push_back(rule);
      return prefix;
    }
    return std::nullopt;
  }

  const Problem& problem_;
  Scoring scoring_;
  Monitor& monitor_;
  int longest_rule_;
  const Table& table_;
  std::vector<Cost> price_, total_, inside_, counts_;
  std::vector<Word> cover_;
  std::vector<std::pair<Cost, int>> order_;
  LiteralScan scan_;
  std::vector<Step> steps_;
  Cost rest_weight_ = 4;
  Cost cost_ = kInfinite;
  std::vector<Conjunction> rules_;
};

}  // namespace

List first_list(const Problem& problem, Monitor& monitor, int longest_rule) {
  FirstList made(problem, monitor, longest_rule);
  for (Cost rest_weight : {4, 2, 1}) made.pass(rest_weight);
  return std::move(made).best();
}

}  // namespace shortlist
