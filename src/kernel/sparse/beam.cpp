#include "sparse/beam.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace shortlist {
namespace {

constexpr int kGrown = 8;          // literals that are grown into longer rules
constexpr int kGrownLiterals = 3;  // up to this length

struct Prefix {
  std::vector<Conjunction> rules;
  std::vector<Word> rows;  // still undecided
  Cost cost = 0;           // of the rules so far
  Allowance allowance;
};

// A rule of few literals, in place.
struct ShortRule {
  std::array<int, kGrownLiterals> literals{};
  int size = 0;

  void add(int literal) { literals[static_cast<std::size_t>(size++)] = literal; }
  Conjunction conjunction() const { return {literals.begin(), literals.begin() + size}; }
};

struct Step {
  std::size_t parent;
  ShortRule rule;
  Cost cost;  // with this rule
  Cost score;
};

class Beam {
 public:
  Beam(const Problem& problem, Monitor& monitor, int width)
      : problem_(problem),
        scoring_(problem),
        monitor_(monitor),
        width_(width),
        table_(problem.table),
        price_(problem.usable_prices()) {}

  List best() && { return evaluate(problem_, rules_); }

  void pass(Cost rest_weight) {
    rest_weight_ = rest_weight;
    std::vector<Prefix> level(1);
    fill_bits(level[0].rows, problem_.rows);
    level[0].allowance = problem_.allowance;
    while (!level.empty()) {
      steps_.clear();
      for (std::size_t i = 0; i < level.size(); ++i) expand(level[i], i);
      level = advance(level);
    }
  }

 private:
  void expand(const Prefix& prefix, std::size_t index) {
    total_.resize(table_.columns);
    count_rows(table_, prefix.rows.data(), total_.data());
    finish(prefix);
    const int longest = std::min(problem_.max_literals, prefix.allowance.rule_length());
    if (longest < 1 || table_.features == 0 || prefix.cost + problem_.rule_price + problem_.least_literal >= cost_)
      return;
    scan(prefix.rows.data(), total_.data(), prefix.allowance.after(1));
    order_.clear();
    for (int l = 0; l < table_.literals(); ++l) {
      if (price_[l] >= kInfinite || scan_.wrong[l] >= kInfinite || scan_.weight[l] == 0) continue;
      const Cost cost = prefix.cost + problem_.rule_price + price_[l] + scan_.wrong[l];
      propose(index, {{l}, 1}, cost, scan_.leaf_rest[l]);
      order_.emplace_back(score(cost, scan_.leaf_rest[l]), l);
    }
    const std::size_t grown = std::min<std::size_t>(order_.size(), kGrown);
    std::partial_sort(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(grown), order_.end());
    for (std::size_t i = 0; i < grown && longest > 1; ++i)
      grow(prefix, index, order_[i].second, std::min(longest, kGrownLiterals));
  }

  // Adds the best literal, again and again.
  void grow(const Prefix& prefix, std::size_t index, int literal, int longest) {
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
      propose(index, longer, price + scan_.wrong[last], scan_.leaf_rest[last]);
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

  void propose(std::size_t index, const ShortRule& rule, Cost cost, Cost leaf_rest) {
    if (cost >= cost_) return;
    steps_.push_back({index, rule, cost, score(cost, leaf_rest)});
  }

  // Ends the list here.
  void finish(const Prefix& prefix) {
    const Cost leaf = scoring_.leaf(total_.data(), prefix.allowance.empty_rule());
    if (prefix.cost + leaf >= cost_) return;
    cost_ = prefix.cost + leaf;
    rules_ = prefix.rules;
    if (leaf < scoring_.leaf(total_.data(), false)) rules_.emplace_back();
  }

  std::vector<Prefix> advance(const std::vector<Prefix>& level) {
    std::stable_sort(steps_.begin(), steps_.end(), [](const Step& a, const Step& b) { return a.score < b.score; });
    std::vector<Prefix> next;
    std::set<std::vector<Word>> seen;
    std::vector<Word> cover(table_.words);
    for (const Step& step : steps_) {
      if (static_cast<int>(next.size()) >= width_) break;
      const Prefix& parent = level[step.parent];
      const Conjunction rule = step.rule.conjunction();
      intersect_rule(problem_, rule, parent.rows.data(), cover.data());
      std::vector<Word> rows = parent.rows;
      remove_bits(rows.data(), cover.data(), table_.words);
      if (rows == parent.rows || !seen.insert(rows).second) continue;
      const Allowance left = parent.allowance.after(step.rule.size);
      Prefix child{parent.rules, std::move(rows), step.cost, left};
      child.rules.push_back(rule);
      next.push_back(std::move(child));
    }
    return next;
  }

  const Problem& problem_;
  Scoring scoring_;
  Monitor& monitor_;
  int width_;
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

List beam_search(const Problem& problem, Monitor& monitor, int width) {
  Beam beam(problem, monitor, width);
  for (Cost rest_weight : {4, 2, 1}) beam.pass(rest_weight);
  return std::move(beam).best();
}

}  // namespace shortlist
