#include "lrat/trim.hpp"

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace shortlist {
namespace {

using Number = std::int64_t;

// Reads numbers that are separated by one space, of a line of the proof.
class Line {
 public:
  explicit Line(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}
  Number next() {
    Number value = 0;
    const auto [after, fault] = std::from_chars(at_, end_, value);
    if (fault != std::errc()) throw std::invalid_argument("the solver's proof is not LRAT");
    at_ = after == end_ ? after : after + 1;
    return value;
  }
  bool deletes() const { return at_ != end_ && *at_ == 'd'; }

 private:
  const char *at_, *end_;
};

struct Step {
  std::string_view line;
  Number number;  // the solver's
};

class Trimmer {
 public:
  Trimmer(std::string_view proof, std::size_t given) { read(proof), number_given(given); }

  std::string trimmed() {
    mark();
    std::string out;
    Number next = given_ + 1;
    for (const Step& step : steps_) {
      if (number_of_[place(step.number)] == kUnused) continue;
      number_of_[place(step.number)] = next;
      append(out, next++, step.line);
    }
    return out;
  }

 private:
  static constexpr Number kUnused = 0, kNeeded = -1;

  // All steps that add a clause, up to the empty one.
  void read(std::string_view proof) {
    while (!proof.empty()) {
      const std::size_t end = std::min(proof.find('\n'), proof.size() - 1);
      const std::string_view text = proof.substr(0, end);
      proof.remove_prefix(end + 1);
      Line line(text);
      const Number number = line.next();
      if (line.deletes()) continue;
      steps_.push_back({text, number});
      if (number > largest_) largest_ = number;
      if (line.next() == 0) return;
    }
    throw std::invalid_argument("the solver's proof has no empty clause");
  }

  void number_given(std::size_t given) {
    given_ = static_cast<Number>(given);
    number_of_.assign(static_cast<std::size_t>(largest_ + given_) + 1, kUnused);
    std::vector<bool> derived(number_of_.size());
    for (const Step& step : steps_) derived[place(step.number)] = true;
    Number own = 0;
    for (std::size_t number = 1; number < derived.size() && own < given_; ++number)
      if (!derived[number]) number_of_[number] = ++own;
  }

  // From the empty clause backwards: the clauses that a needed one rests on are needed.
  void mark() {
    number_of_[place(steps_.back().number)] = kNeeded;
    for (std::size_t k = steps_.size(); k-- > 0;) {
      if (number_of_[place(steps_[k].number)] == kUnused) continue;
      Line line(steps_[k].line);
      line.next();
      while (line.next() != 0) continue;
      for (Number hint = line.next(); hint != 0; hint = line.next())
        if (number_of_.at(place(hint)) == kUnused) number_of_[place(hint)] = kNeeded;
    }
  }

  void append(std::string& out, Number number, std::string_view text) const {
    Line line(text);
    line.next();
    out += std::to_string(number);
    for (Number literal = line.next(); literal != 0; literal = line.next()) out += ' ' + std::to_string(literal);
    out += " 0";
    for (Number hint = line.next(); hint != 0; hint = line.next())
      out += ' ' + std::to_string(number_of_.at(place(hint)));
    out += " 0\n";
  }

  static std::size_t place(Number number) { return static_cast<std::size_t>(std::llabs(number)); }

  std::vector<Step> steps_;
  std::vector<Number> number_of_;  // by the solver's number: ours, or whether it is needed
  Number largest_ = 0, given_ = 0;
};

}  // namespace

std::string trimmed_lrat(std::string_view proof, std::size_t given) { return Trimmer(proof, given).trimmed(); }

}  // namespace shortlist
