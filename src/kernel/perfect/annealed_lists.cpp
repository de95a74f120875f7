#include "perfect/annealed_lists.hpp"

#include <algorithm>

namespace shortlist {
namespace {

constexpr Cost kPriceOfError = 16;          // nodes
constexpr std::int64_t kShare = 25;         // per cent of all work
constexpr std::int64_t kLargeShare = 80;    // the same while a proof is far off
constexpr std::int64_t kLargestShare = 95;  // and cores will not get there: by the clock two thirds of the time
constexpr std::int64_t kSmallShare = 2;     // and where it is near, and the last turns brought nothing
constexpr int kFewTurns = 3;
constexpr std::int64_t kShortTurn = 1'000'000;  // work of one, at least
constexpr std::int64_t kTurn = 50'000'000;      // and at most: about a tenth of a second
constexpr std::size_t kMostRules = 200;         // of a list; a move is evaluated from the rule that changes to the last
constexpr std::int64_t kMostEntries = 4'000'000;  // of the table
constexpr std::uint64_t kSeed = 1;

Cost price_of_node(const PerfectTable& t) { return std::max(t.rule_price, t.literal_price); }

// A matrix of truth values that callers' tables point to.
class Flags {
 public:
  Flags(int rows, int columns) : columns_(columns), flags_(std::make_unique<bool[]>(size(rows, columns))) {}
  bool& at(int row, int column) { return flags_[size(row, columns_) + static_cast<std::size_t>(column)]; }
  const bool* data() const { return flags_.get(); }

 private:
  static std::size_t size(int rows, int columns) {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  }
  int columns_;
  std::unique_ptr<bool[]> flags_;
};

}  // namespace

bool AnnealedLists::wants_more(const List& best, Cost proven, bool cores_lag) const {
  const bool small = static_cast<std::int64_t>(table_.rows) * table_.literals <= kMostEntries;
  const bool useful = !best.rules.empty() && best.rules.size() <= kMostRules && price_of_node(table_) > 0;
  return small && useful && spent_ * 100 <= share(best, proven, cores_lag) * monitor_.work_done();
}

std::int64_t AnnealedLists::share(const List& best, Cost proven, bool cores_lag) const {
  if (4 * proven < 3 * best.cost) return cores_lag ? kLargestShare : kLargeShare;
  return in_vain_ < kFewTurns ? kShare : kSmallShare;
}

List AnnealedLists::next(const List& best) {
  if (annealing_ == nullptr) {
    priced_ = std::make_unique<const Priced>(priced());
    annealing_ = std::make_unique<Annealing>(priced_->problem, monitor_, kSeed, price_of_node(table_), Cycles::growing);
  }
  const std::int64_t before = monitor_.work_done();
  List found;
  const List start = evaluate(priced_->problem, renumbered(best, priced_->there));
  annealing_->run(start, std::clamp(before / 4, kShortTurn, kTurn), [&](const List& list) {
    List perfect = perfect_list(table_, renumbered(list, priced_->literal));
    if (perfect.cost < std::min(found.cost, best.cost)) found = std::move(perfect);
  });
  spent_ += monitor_.work_done() - before;
  in_vain_ = found.cost < best.cost ? 0 : in_vain_ + 1;
  return found;
}

AnnealedLists::Priced AnnealedLists::priced() const {
  std::vector<int> features;  // of the caller
  for (const auto& [feature, positive] : table_.literal_origin) features.push_back(feature);
  std::sort(features.begin(), features.end());
  features.erase(std::unique(features.begin(), features.end()), features.end());
  const int n = static_cast<int>(features.size());
  Flags values(table_.rows, n), usable(n, 2), rule_labels(1, table_.labels), default_labels(1, table_.labels);
  std::vector<int> number(2 * features.size(), -1);  // [feature][positive] -> literal
  for (int l = 0; l < table_.literals; ++l) {
    const auto& [feature, positive] = table_.literal_origin[l];
    const int f = static_cast<int>(std::lower_bound(features.begin(), features.end(), feature) - features.begin());
    number[2 * static_cast<std::size_t>(f) + (positive ? 1 : 0)] = l;
    usable.at(f, positive ? 1 : 0) = true;
    for (int r = 0; r < table_.rows; ++r) values.at(r, f) = has_bit(table_.rows_with(l), r) == positive;
  }
  std::vector<Cost> losses, weights(table_.rows, 1), prices(features.size(), table_.literal_price);
  for (int r = 0; r < table_.rows; ++r)
    for (int c = 0; c < table_.labels; ++c)
      losses.push_back(table_.accept(r, c) ? 0 : kPriceOfError * price_of_node(table_));
  for (int c = 0; c < table_.labels; ++c) {
    rule_labels.at(0, c) = table_.rule_label[c];
    default_labels.at(0, c) = table_.default_label[c];
  }
  Input in;
  in.rows = table_.rows, in.features = n, in.labels = table_.labels;
  in.values = values.data(), in.literals = usable.data();
  in.rule_labels = rule_labels.data(), in.default_labels = default_labels.data();
  in.losses = losses.data(), in.weights = weights.data(), in.literal_prices = prices.data();
  in.rule_price = table_.rule_price;
  in.max_literals = table_.max_literals;
  Priced out{normalise(in), {}, std::vector<int>(table_.literals, -1)};
  const Table& there = out.problem.table;
  out.literal.assign(there.literals(), -1);
  for (int f = 0; f < there.features; ++f)
    for (const bool positive : {false, true}) {
      const int l = number[2 * static_cast<std::size_t>(there.origin[f]) + (positive ? 1 : 0)];
      const int literal = positive ? f : there.stride + f;
      out.literal[literal] = l;
      if (l >= 0) out.there[l] = literal;
    }
  return out;
}

// The rules up to one that cannot be said in the other numbers.
std::vector<Conjunction> AnnealedLists::renumbered(const List& list, const std::vector<int>& numbers) const {
  std::vector<Conjunction> rules;
  for (const LabelledRule& rule : list.rules) {
    Conjunction literals;
    for (const int l : rule.literals) literals.push_back(numbers[l]);
    if (std::find(literals.begin(), literals.end(), -1) != literals.end()) break;
    rules.push_back(std::move(literals));
  }
  return rules;
}

}  // namespace shortlist
