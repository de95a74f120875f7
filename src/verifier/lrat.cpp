#include "lrat.hpp"

#include <cstdlib>
#include <string>
#include <vector>

#include "verifier.hpp"

namespace verifier {
namespace {

using Literals = std::span<const std::int32_t>;
constexpr std::int64_t kTickEvery = 4096, kMostLooks = 100'000'000'000;
constexpr std::size_t kMostDigits = 18;

// The words of one line, one by one; each is a whole number.
class Words {
 public:
  Words(std::string_view line, std::int64_t step) : rest_(line), step_(step) {}

  [[noreturn]] void reject(const char* why) const { throw Rejected("step " + std::to_string(step_) + " " + why); }
  std::int64_t next(std::int64_t least, std::int64_t most) {
    if (done_) reject("has not the form of one");
    const std::size_t end = std::min(rest_.find(' '), rest_.size());
    std::string_view digits = rest_.substr(0, end);
    word_ = digits;
    done_ = end == rest_.size();
    rest_.remove_prefix(done_ ? end : end + 1);
    const bool negative = digits.starts_with('-');
    if (negative) digits.remove_prefix(1);
    if (digits.empty() || digits.size() > kMostDigits) reject("has not the form of one");
    std::int64_t value = 0;
    for (const char c : digits) {
      if (c < '0' || c > '9') reject("has not the form of one");
      value = 10 * value + (c - '0');
    }
    if (negative) value = -value;
    if (value < least || value > most) reject("names what there is not");
    return value;
  }
  // Was the last word the 0 that ends a part of the line?
  bool ended() const { return word_ == "0"; }
  bool done() const { return done_; }
  std::string_view word() const { return word_; }

 private:
  std::string_view rest_, word_;
  std::int64_t step_;
  bool done_ = false;
};

// All clauses so far: those that are given, and behind them those that were derived.
class Clauses {
 public:
  explicit Clauses(Literals given) : given_(given) {
    std::size_t start = 0;
    for (std::size_t at = 0; at < given.size(); ++at)
      if (given[at] == 0) given_starts_.push_back(start), start = at + 1;
    if (start != given.size()) throw Rejected("the last clause must end");
    given_starts_.push_back(start);
  }
  std::int64_t count() const { return given_count() + static_cast<std::int64_t>(starts_.size()) - 1; }
  Literals operator[](std::int64_t number) const {
    if (number <= given_count()) {
      const auto k = static_cast<std::size_t>(number - 1);
      return given_.subspan(given_starts_[k], given_starts_[k + 1] - given_starts_[k] - 1);
    }
    const auto k = static_cast<std::size_t>(number - given_count() - 1);
    return Literals(derived_).subspan(starts_[k], starts_[k + 1] - starts_[k]);
  }
  void add(const std::vector<std::int32_t>& clause) {
    derived_.insert(derived_.end(), clause.begin(), clause.end());
    starts_.push_back(derived_.size());
  }

 private:
  std::int64_t given_count() const { return static_cast<std::int64_t>(given_starts_.size()) - 1; }

  Literals given_;
  std::vector<std::size_t> given_starts_, starts_{0};
  std::vector<std::int32_t> derived_;
};

// Which literals are true while one step is checked: those that carry its number.
class Truth {
 public:
  explicit Truth(std::int32_t variables) : step_of_(2 * (static_cast<std::size_t>(variables) + 1)) {}
  bool holds(std::int32_t literal, std::int64_t step) const { return step_of_[place(literal)] == step; }
  void set(std::int32_t literal, std::int64_t step) { step_of_[place(literal)] = step; }

 private:
  static std::size_t place(std::int32_t literal) {
    return 2 * static_cast<std::size_t>(std::abs(literal)) + (literal < 0 ? 1 : 0);
  }
  std::vector<std::int64_t> step_of_;
};

// The clause of the step follows by unit propagation: of each clause that is named one literal at most is not false,
// and it is then true, up to the last, of which none is left.
std::vector<std::int32_t> derive(Words& words, const Clauses& clauses, Truth& truth, std::int32_t variables,
                                 std::int64_t& looks) {
  const std::int64_t step = clauses.count() + 1;
  words.next(step, step);
  if (words.word() != std::to_string(step)) words.reject("has not the form of one");
  std::vector<std::int32_t> clause;
  for (;;) {
    const auto literal = static_cast<std::int32_t>(words.next(-variables, variables));
    if (words.ended()) break;
    if (literal == 0) words.reject("has a literal 0");
    clause.push_back(literal);
    truth.set(-literal, step);
  }
  bool follows = false;
  for (;;) {
    const std::int64_t hint = words.next(0, step - 1);
    if (words.ended()) break;
    if (hint == 0 || follows) words.reject("does not follow from the clauses that it names");
    std::int32_t left = 0;
    looks -= static_cast<std::int64_t>(clauses[hint].size());
    if (looks < 0) throw Rejected("the proof has more and longer steps than allowed");
    for (const std::int32_t literal : clauses[hint]) {
      if (truth.holds(-literal, step)) continue;
      if (left != 0) words.reject("does not follow from the clauses that it names");
      left = literal;
    }
    follows = left == 0;
    if (!follows) truth.set(left, step);
  }
  if (!words.done()) words.reject("has not the form of one");
  if (!follows) words.reject("does not follow");
  return clause;
}

}  // namespace

void refute(std::span<const std::int32_t> given, std::int32_t variables, std::string_view steps,
            const std::function<void()>& tick) {
  for (const std::int32_t literal : given)
    if (std::abs(static_cast<std::int64_t>(literal)) > variables) throw Rejected("a clause has an unknown variable");
  Clauses clauses(given);
  Truth truth(variables);
  std::int64_t looks = kMostLooks;
  bool empty = false;
  while (!steps.empty()) {
    const std::size_t end = steps.find('\n');
    if (end == std::string_view::npos) throw Rejected("a file must be lines of plain ASCII text");
    Words words(steps.substr(0, end), clauses.count() + 1);
    steps.remove_prefix(end + 1);
    const std::vector<std::int32_t> clause = derive(words, clauses, truth, variables, looks);
    empty = clause.empty();
    clauses.add(clause);
    if (clauses.count() % kTickEvery == 0) tick();
  }
  if (!empty) throw Rejected("the proof must end with the empty clause");
}

}  // namespace verifier
