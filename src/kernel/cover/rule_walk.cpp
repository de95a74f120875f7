#include "cover/rule_walk.hpp"

#include <algorithm>
#include <numeric>

namespace shortlist {
namespace {

constexpr int kByteValues = 256;
constexpr int kBytesPerWord = 8;
constexpr int kRowsToCompare = 256;  // when looking for the barred row with the fewest literals

}  // namespace

RuleWalk::RuleWalk(const PureRules& rules, const PureRules::Question& question, Monitor& monitor, MemoryBudget& budget,
                   RuleBatch& found)
    : rules_(rules),
      question_(question),
      monitor_(monitor),
      budget_(budget),
      found_(found),
      wanted_words_(words_for(rules.wanted())),
      barred_words_(words_for(rules.barred())),
      literal_words_(words_for(rules.literals())),
      known_(rules.wanted(), question.literal_price > 0) {
  sort_rows();
  tabulate();
}

// Rows by falling worth, so that those of no worth are out of the way.
void RuleWalk::sort_rows() {
  order_.resize(rules_.wanted());
  std::iota(order_.begin(), order_.end(), 0);
  const Cost* worth = question_.worth;
  std::stable_sort(order_.begin(), order_.end(), [worth](int a, int b) { return worth[a] > worth[b]; });
  const auto worthy = std::find_if(order_.begin(), order_.end(), [worth](int r) { return worth[r] == 0; });
  worthy_words_ = words_for(static_cast<int>(worthy - order_.begin()));
  compared_words_ = question_.whole ? wanted_words_ : worthy_words_;
  budget_.take(std::size_t(rules_.literals()) * wanted_words_ * sizeof(Word));
  wanted_of_.assign(std::size_t(rules_.literals()) * wanted_words_, 0);
  for (int l = 0; l < rules_.literals(); ++l) {
    Word* mine = wanted_of_.data() + std::size_t(l) * wanted_words_;
    for (int i = 0; i < rules_.wanted(); ++i)
      if (has_bit(rules_.wanted_of(l), order_[i])) add_bit(mine, i);
    monitor_.work(rules_.wanted() / 4);
  }
}

void RuleWalk::tabulate() {
  budget_.take(std::size_t(worthy_words_) * kBytesPerWord * kByteValues * sizeof(Cost));
  table_.assign(std::size_t(worthy_words_) * kBytesPerWord * kByteValues, 0);
  for (int byte = 0; byte < worthy_words_ * kBytesPerWord; ++byte) {
    Cost* sums = table_.data() + std::size_t(byte) * kByteValues;
    for (int value = 1; value < kByteValues; ++value) {
      const int row = byte * 8 + std::countr_zero(static_cast<unsigned>(value));
      sums[value] = sums[value & (value - 1)] + (row < rules_.wanted() ? question_.worth[order_[row]] : 0);
    }
  }
}

Cost RuleWalk::worth_of(const Word* rows, const Word* literal) const {
  Cost total = 0;
  for (int w = 0; w < worthy_words_; ++w) {
    Word rest = rows[w] & literal[w];
    const Cost* sums = table_.data() + std::size_t(w) * kBytesPerWord * kByteValues;
    for (; rest != 0; rest >>= 8, sums += kByteValues) total += sums[rest & 0xFF];
  }
  return total;
}

bool RuleWalk::run() {
  add_level();
  Level& root = levels_[0];
  fill_bits(root.wanted, rules_.wanted());
  fill_bits(root.barred, rules_.barred());
  fill_bits(root.allowed, rules_.literals());
  root.worth.resize(rules_.literals());
  return visit(0, worth_of(root.wanted.data(), root.wanted.data()));
}

void RuleWalk::add_level() {
  const std::size_t depth = levels_.size();
  const std::size_t words = std::size_t(wanted_words_) + (depth + 1) * std::size_t(barred_words_) +
                            std::size_t(literal_words_) + 2 * std::size_t(rules_.literals());
  budget_.take(words * sizeof(Word));
  levels_.emplace_back();
}

bool RuleWalk::visit(int depth, Cost worth) {
  const Cost left = worth - question_.rule_price - question_.literal_price * depth;
  const bool is_pure = count_bits(levels_[depth].barred.data(), barred_words_) == 0;
  if (left - (is_pure ? 0 : question_.literal_price) <= question_.above) return true;
  if (is_pure && question_.whole && is_needless(levels_[depth])) return true;
  if (is_pure) return emit(levels_[depth]);
  if (static_cast<int>(levels_.size()) < depth + 2) add_level();
  keep_viable(levels_[depth], depth);
  const int row = row_with_fewest(levels_[depth]);
  choose_branches(levels_[depth], row);
  drop_dominated(levels_[depth]);
  for (std::size_t k = 0; k < levels_[depth].branches.size(); ++k) {
    Level& level = levels_[depth];
    const int literal = level.branches[k];
    // Later branches are without it, so that each conjunction is met once.
    remove_bit(level.allowed.data(), literal);
    step(level, levels_[depth + 1], depth, literal);
    chosen_.push_back(literal);
    const bool complete = visit(depth + 1, level.worth[literal]);
    chosen_.pop_back();
    if (!complete) return false;
  }
  return true;
}

// Claim: a rule is not needed where one that was found covers all its rows and is no dearer.
bool RuleWalk::is_needless(const Level& level) const {
  return known_.stand_for(level.wanted.data(), static_cast<int>(chosen_.size()), monitor_);
}

bool RuleWalk::emit(const Level& level) {
  PureRule rule;
  for (int l : chosen_) rule.literals.push_back(rules_.origin(l));
  std::sort(rule.literals.begin(), rule.literals.end());
  for_each_bit(level.wanted.data(), wanted_words_, [&](int i) { rule.covered.push_back(order_[i]); });
  std::sort(rule.covered.begin(), rule.covered.end());
  monitor_.work(static_cast<std::int64_t>(rule.covered.size()) * 8);
  found_.add(rule, budget_);
  if (question_.whole) known_.add(level.wanted.data(), static_cast<int>(chosen_.size()), budget_);
  return found_.size() < question_.most;
}

// Claim: a literal that excludes no barred row left, leaves too little worth, or takes from an earlier literal the last
//   barred row that it alone excludes, is in no rule asked for below this node.
// Why: all three stay so as the conjunction grows; and a rule with a literal that excludes nothing alone is pure
//   without it, covers no less and is no dearer: that one is found elsewhere.
void RuleWalk::keep_viable(Level& level, int depth) {
  const Cost paid = question_.rule_price + question_.literal_price * (depth + 1);
  const Level* above = depth > 0 ? &levels_[std::size_t(depth) - 1] : nullptr;
  for_each_bit(level.allowed.data(), literal_words_, [&](int l) {
    if (above != nullptr && above->worth[l] - paid <= question_.above) {
      remove_bit(level.allowed.data(), l);
      return;
    }
    const Word* barred = rules_.barred_of(l);
    Word excluded = 0, stays = 0;
    for (int w = 0; w < barred_words_; ++w) {
      excluded |= level.barred[w] & ~barred[w];
      stays |= level.barred[w] & barred[w];
    }
    bool viable = excluded != 0 && keeps_own(level, depth, l);
    if (viable) {
      level.worth[l] = worth_of(level.wanted.data(), wanted_of(l));
      viable = level.worth[l] - paid - (stays != 0 ? question_.literal_price : 0) > question_.above;
    }
    if (!viable) remove_bit(level.allowed.data(), l);
    monitor_.work(worthy_words_ * 8 + barred_words_ * (depth + 2));
  });
}

bool RuleWalk::keeps_own(const Level& level, int depth, int literal) const {
  const Word* barred = rules_.barred_of(literal);
  for (int m = 0; m < depth; ++m) {
    const Word* own = level.own.data() + std::size_t(m) * barred_words_;
    bool keeps = false;
    for (int w = 0; w < barred_words_ && !keeps; ++w) keeps = (own[w] & barred[w]) != 0;
    if (!keeps) return false;
  }
  return true;
}

// Any barred row would do; of very many only some are looked at.
int RuleWalk::row_with_fewest(const Level& level) const {
  const int total = count_bits(level.barred.data(), barred_words_);
  const int every = std::max(1, total / kRowsToCompare);
  int best = -1, fewest = rules_.literals() + 1, seen = 0;
  for_each_bit(level.barred.data(), barred_words_, [&](int row) {
    if (seen++ % every != 0 || fewest == 0) return;
    const Word* excluding = rules_.excluding(row);
    int n = 0;
    for (int w = 0; w < literal_words_; ++w) n += count_bits(excluding[w] & level.allowed[w]);
    if (n < fewest) {
      fewest = n;
      best = row;
    }
  });
  monitor_.work(std::int64_t{std::min(total, 2 * kRowsToCompare)} * literal_words_);
  return best;
}

void RuleWalk::choose_branches(Level& level, int row) {
  level.branches.clear();
  const Word* excluding = rules_.excluding(row);
  for (int w = 0; w < literal_words_; ++w)
    for (Word rest = excluding[w] & level.allowed[w]; rest != 0; rest &= rest - 1)
      level.branches.push_back(w * kWordBits + std::countr_zero(rest));
  std::stable_sort(level.branches.begin(), level.branches.end(),
                   [&](int a, int b) { return level.worth[a] > level.worth[b]; });
}

// Claim: of two branch literals, one that keeps all the wanted rows of the other and excludes all its barred rows can
//   stand for it in every rule below this node, which then has no need of the other.
// Why: with the one in place of the other a rule stays pure, as long, and covers no less. What replaces it is below
//   this node as well, or, if it has a literal that excludes nothing alone, has a shorter rule that is as good; so
//   replacing ends.
void RuleWalk::drop_dominated(Level& level) {
  std::vector<int>& branches = level.branches;
  std::size_t kept = 0;
  for (std::size_t j = 0; j < branches.size(); ++j) {
    bool dominated = false;
    for (std::size_t i = 0; i < kept && !dominated; ++i) dominated = dominates(level, branches[i], branches[j]);
    for (std::size_t i = j + 1; i < branches.size() && !dominated; ++i)
      dominated = level.worth[branches[i]] == level.worth[branches[j]] && dominates(level, branches[i], branches[j]) &&
                  !dominates(level, branches[j], branches[i]);
    monitor_.work(static_cast<std::int64_t>(branches.size()) * 4);
    if (dominated) {
      remove_bit(level.allowed.data(), branches[j]);
    } else {
      branches[kept++] = branches[j];
    }
  }
  branches.resize(kept);
}

bool RuleWalk::dominates(const Level& level, int i, int j) const {
  const Word *barred_i = rules_.barred_of(i), *barred_j = rules_.barred_of(j);
  for (int w = 0; w < barred_words_; ++w)
    if (level.barred[w] & barred_i[w] & ~barred_j[w]) return false;
  const Word *wanted_i = wanted_of(i), *wanted_j = wanted_of(j);
  for (int w = 0; w < compared_words_; ++w)
    if (level.wanted[w] & wanted_j[w] & ~wanted_i[w]) return false;
  return true;
}

void RuleWalk::step(const Level& level, Level& next, int depth, int literal) const {
  next.wanted.resize(wanted_words_);
  next.barred.resize(barred_words_);
  next.own.resize(std::size_t(depth + 1) * barred_words_);
  next.worth.resize(rules_.literals());
  next.allowed = level.allowed;
  const Word *wanted = wanted_of(literal), *barred = rules_.barred_of(literal);
  for (int w = 0; w < wanted_words_; ++w) next.wanted[w] = level.wanted[w] & wanted[w];
  for (int w = 0; w < barred_words_; ++w) next.barred[w] = level.barred[w] & barred[w];
  for (int m = 0; m < depth; ++m)
    for (int w = 0; w < barred_words_; ++w) {
      const std::size_t at = std::size_t(m) * barred_words_ + std::size_t(w);
      next.own[at] = level.own[at] & barred[w];
    }
  for (int w = 0; w < barred_words_; ++w)
    next.own[std::size_t(depth) * barred_words_ + std::size_t(w)] = level.barred[w] & ~barred[w];
}

}  // namespace shortlist
