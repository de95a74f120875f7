#include "perfect/beam.hpp"

#include <algorithm>

namespace shortlist {
namespace {

constexpr int kGrown = 6;     // partial rules of each length
constexpr int kLongest = 12;  // literals of a rule, unless none is pure by then
constexpr int kWidest = 1024;
constexpr int kMostRules = 40;       // by which a prefix is extended
constexpr int kLayersAhead = 13;     // that are being filled, about
constexpr std::int64_t kShare = 40;  // one part in so many of all work

}  // namespace

PerfectBeam::PerfectBeam(const PerfectTable& table, std::size_t byte_limit, Monitor& monitor)
    : table_(table), monitor_(monitor) {
  const std::size_t prefix = sizeof(Prefix) + (static_cast<std::size_t>(table.row_words) + 16) * sizeof(Word);
  widest_ = static_cast<int>(std::clamp<std::size_t>(byte_limit / (prefix * kMostRules * kLayersAhead), 1, kWidest));
}

bool PerfectBeam::wants_more() const {
  return next_width() <= widest_ && (!warmed_up() || (spent_ + 2 * last_) * kShare <= monitor_.work_done());
}

List PerfectBeam::next(Cost limit) {
  const std::int64_t before = monitor_.work_done();
  const int sharpness[] = {8, 4, 16};
  sharpness_ = sharpness[turns_ % 3];
  width_ = next_width();
  ++turns_;
  List list = run(limit);
  last_ = monitor_.work_done() - before;
  spent_ += last_;
  return list;
}

List PerfectBeam::run(Cost limit) {
  made_.assign(1, {});
  fill_bits(made_[0].left, table_.rows);
  if (finished(made_[0].left)) return unwind(0);
  layers_.clear();
  layers_[0] = {0};
  while (!layers_.empty()) {
    const Cost price = layers_.begin()->first;
    std::vector<int> layer = std::move(layers_.begin()->second);
    layers_.erase(layers_.begin());
    trim(layer);
    for (const int index : layer) {
      if (finished(made_[index].left)) return unwind(index);
      extend(index, price, limit);
      made_[index].left = {};
    }
  }
  return {};
}

// Keeps the prefixes that leave the fewest unlike pairs, each set of rows once.
void PerfectBeam::trim(std::vector<int>& layer) {
  std::stable_sort(layer.begin(), layer.end(), [&](int a, int b) { return made_[a].pairs < made_[b].pairs; });
  std::vector<int> kept;
  for (const int index : layer) {
    const auto same = [&](int k) { return made_[k].pairs == made_[index].pairs && made_[k].left == made_[index].left; };
    if (static_cast<int>(kept.size()) < width_ && std::none_of(kept.begin(), kept.end(), same)) {
      kept.push_back(index);
    } else {
      made_[index].left = {};
    }
  }
  layer = std::move(kept);
}

void PerfectBeam::extend(int index, Cost price, Cost limit) {
  pure_.clear();
  for (int label = 0; label < table_.labels; ++label)
    if (table_.rule_label[label]) grow_rules(made_[index].left, label);
  std::stable_sort(pure_.begin(), pure_.end(), [&](const Pure& a, const Pure& b) {
    return a.rows * table_.rule_cost(static_cast<int>(b.literals.size())) >
           b.rows * table_.rule_cost(static_cast<int>(a.literals.size()));
  });
  const auto most = static_cast<std::size_t>(std::min(2 * width_ + 2, kMostRules));
  for (std::size_t i = 0; i < std::min(most, pure_.size()); ++i) {
    const Cost next = price + table_.rule_cost(static_cast<int>(pure_[i].literals.size()));
    if (next < limit) add_prefix(index, pure_[i], next);
  }
}

void PerfectBeam::add_prefix(int parent, const Pure& rule, Cost price) {
  std::vector<Word> left = made_[parent].left, cover;
  intersect_rule(table_, rule.literals, left, cover);
  remove_bits(left.data(), cover.data(), table_.row_words);
  const std::int64_t pairs = unlike_pairs(left);
  made_.push_back({std::move(left), pairs, parent, rule.literals});
  layers_[price].push_back(static_cast<int>(made_.size()) - 1);
}

void PerfectBeam::grow_rules(const std::vector<Word>& left, int label) {
  std::vector<Partial> level(1);
  level[0].cover = left;
  for (int length = 1; length <= table_.max_literals && !level.empty(); ++length) {
    if (length > kLongest && !pure_.empty()) return;
    level = longer(level, label);
  }
}

// The best partial rules with one literal more; pure ones are set aside.
std::vector<PerfectBeam::Partial> PerfectBeam::longer(const std::vector<Partial>& level, int label) {
  choices_.clear();
  const Word* accepting = table_.accepting(label);
  for (std::size_t i = 0; i < level.size(); ++i) {
    const Kept whole = count_kept(level[i].cover.data(), level[i].cover.data(), accepting, table_.row_words);
    for (int l = 0; l < table_.literals; ++l) {
      const Kept kept = count_kept(level[i].cover.data(), table_.rows_with(l), accepting, table_.row_words);
      if (kept.positive == 0 || kept.negative == whole.negative) continue;
      if (kept.negative > 0) {
        choices_.push_back({score(kept.positive, kept.negative), static_cast<int>(i), l});
        continue;
      }
      pure_.push_back({level[i].literals, kept.positive});
      pure_.back().literals.push_back(l);
    }
    monitor_.work(static_cast<std::int64_t>(table_.literals) * (table_.row_words / 4 + 4));
  }
  const auto looked_at = static_cast<std::ptrdiff_t>(std::min<std::size_t>(4 * kGrown, choices_.size()));
  std::partial_sort(choices_.begin(), choices_.begin() + looked_at, choices_.end());
  choices_.resize(static_cast<std::size_t>(looked_at));
  std::vector<Partial> next;
  for (const Choice& choice : choices_) {
    if (static_cast<int>(next.size()) >= kGrown) break;
    Partial partial{level[choice.from].cover, level[choice.from].literals, choice.score};
    partial.literals.push_back(choice.literal);
    for (int w = 0; w < table_.row_words; ++w) partial.cover[w] &= table_.rows_with(choice.literal)[w];
    const auto same = [&](const Partial& p) { return p.score == partial.score && p.cover == partial.cover; };
    if (std::none_of(next.begin(), next.end(), same)) next.push_back(std::move(partial));
  }
  return next;
}

// Positives times a power of the purity.
double PerfectBeam::score(std::int64_t positive, std::int64_t negative) const {
  const double purity = static_cast<double>(positive) / static_cast<double>(positive + negative);
  double result = static_cast<double>(positive);
  for (int k = 0; k < sharpness_; ++k) result *= purity;
  return result;
}

std::int64_t PerfectBeam::unlike_pairs(const std::vector<Word>& rows) const {
  const std::int64_t all = count_bits(rows.data(), table_.row_words);
  std::int64_t pairs = 0;
  for (int label = 0; label < table_.labels; ++label) {
    std::int64_t count = 0;
    for (int w = 0; w < table_.row_words; ++w) count += count_bits(rows[w] & table_.accepting(label)[w]);
    pairs += count * (all - count);
  }
  return pairs;
}

bool PerfectBeam::finished(const std::vector<Word>& left) const {
  for (int label = 0; label < table_.labels; ++label) {
    Word rejecting = 0;
    for (int w = 0; w < table_.row_words; ++w) rejecting |= left[w] & ~table_.accepting(label)[w];
    if (rejecting == 0 && table_.default_label[label]) return true;
  }
  return false;
}

List PerfectBeam::unwind(int index) const {
  std::vector<Conjunction> rules;
  for (int i = index; made_[i].parent >= 0; i = made_[i].parent) rules.push_back(made_[i].rule);
  std::reverse(rules.begin(), rules.end());
  return perfect_list(table_, rules);
}

}  // namespace shortlist
