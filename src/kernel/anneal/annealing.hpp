// Good lists at once: simulated annealing over decision lists. Nothing is proved.
//
// The state is a list of conjunctions, each with the best label for the rows that reach it. A move changes one rule or
// the order, and is evaluated from the first rule that changes on. The cost that is still accepted is drawn first,
//
//   limit = cost - temperature * ln(u),  u one of 4096 numbers evenly between 0 and 1,
//
// so that a move is given up as soon as its rules alone cost more. The temperature falls from two units to a fraction
// of one over a cycle; later cycles begin at the best list, or anew. Every draw comes from one seed and the length of a
// run is counted in work, never in seconds: the same lists on every run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/monitor.hpp"
#include "table/list.hpp"

namespace shortlist {

// What a change of a list costs or saves at least: a node, or an error where nodes cost less.
Cost unit_of_change(const Problem& problem);

// Short lists are found by many short cycles. Long ones take cycles that grow with all the moves before them.
enum class Cycles { even, growing };

class Annealing {
 public:
  // Called with every list that is cheaper than all before, in its simplest form.
  using Better = std::function<void(const List&)>;

  // `unit` is that of the temperature.
  Annealing(const Problem& problem, Monitor& monitor, std::uint64_t seed, Cost unit, Cycles cycles = Cycles::even);

  // Goes on for about so much work, or without end if it is negative; `best` is the best list known, whoever found it.
  // Where the work is divided does not matter: as long as no better list is given, the lists are those of one long run.
  void run(const List& best, std::int64_t work, const Better& better);
  // Moves so far, and so far when the best list was found.
  std::int64_t moves() const { return moves_; }
  std::int64_t moves_to_best() const { return moves_to_best_; }

 private:
  enum class Move { insert_rule, remove_rule, move_rule, replace_literal, add_literal, drop_literal, negate_literal };

  // A rule with what every evaluation asks for.
  struct Rule {
    Conjunction literals;
    std::vector<Word> cover;  // of all rows
    Cost price = 0;
  };

  // What a move did; a rule that was changed or taken out is in `former_`.
  struct Change {
    Move move = Move::insert_rule;
    std::size_t rule = 0;   // the rule changed, taken out or put in
    std::size_t other = 0;  // where a rule was moved to

    // The first rule that is another one, and the first from which on all are those before.
    std::size_t first() const { return move == Move::move_rule ? std::min(rule, other) : rule; }
    std::size_t end() const {
      return move == Move::move_rule ? std::max(rule, other) + 1 : rule + (move == Move::remove_rule ? 0 : 1);
    }
    // How many rules there are more.
    std::ptrdiff_t added() const { return move == Move::insert_rule ? 1 : move == Move::remove_rule ? -1 : 0; }
  };

  // What precedes a rule.
  struct Place {
    std::vector<Word> rows;  // that reach it
    Cost spent = 0;          // by the rules before it
    Cost paid = 0;           // of this, their prices
  };

  void begin_cycle();
  void start_from(std::vector<Conjunction> rules);
  void try_move();
  bool draw(Change& change);
  bool draw_rule(Change& change);
  bool draw_literal(Change& change);
  bool change_literal(Move move, Conjunction& literals);
  void undo(const Change& change);
  // The cost of the changed list, infinite if it is above the limit; the places behind its first rule up to
  // `evaluated_` are in `trial_`, all others have the rows that they had.
  Cost cost_after(const Change& change, Cost limit);
  void complete(Rule& rule) const;  // sets cover and price from the literals
  void put_in(std::size_t at, Rule&& rule);
  Rule take_out(std::size_t at);
  double exponential();
  void accept(const Change& change, Cost cost);
  void keep_best();

  Move random_move();
  int random_literal(const Conjunction& rule);
  int neighbour_of(int literal);
  std::size_t below(std::size_t n) { return static_cast<std::size_t>((random() >> 32) * n >> 32); }
  double uniform() { return static_cast<double>((random() >> 11) + 1) * 0x1.0p-53; }
  std::uint64_t random();

  bool fits(int rules, int size) const;
  bool may_close() const { return fits(static_cast<int>(rules_.size()) + 1, size() + 1); }
  int size() const { return literals_ + static_cast<int>(rules_.size()) + 1; }

  const Problem& problem_;
  Scoring scoring_;
  Monitor& monitor_;
  std::uint64_t seed_;
  Cycles growth_;
  std::vector<int> usable_;  // literals
  std::vector<Cost> price_;  // [literal]
  double unit_;              // of temperature
  std::vector<Rule> rules_;
  Rule spare_;                 // its memory is used for the next new rule
  Rule former_;                // the rule before it was changed or taken out
  Cost paid_ = 0;              // the prices of all rules
  int literals_ = 0;           // of all rules
  std::vector<Place> places_;  // [rules + 1]
  std::vector<Place> trial_;   // the same for the changed list, behind the first changed rule
  std::size_t evaluated_ = 0;  // the end of these
  bool closable_ = false;      // whether the list may end with a rule without literals
  std::vector<Word> cover_;
  std::vector<Cost> count_;
  Cost cost_ = kInfinite;
  std::vector<Conjunction> best_;
  Cost best_cost_ = kInfinite;
  double temperature_ = 0, cooling_ = 1;
  std::int64_t moves_left_ = 0;  // in this cycle
  std::int64_t moves_ = 0, moves_to_best_ = 0;
  int cycles_ = 0;
  int cycle_ = 1 << 16;  // moves from hot to cold; fewer on large tables
};

}  // namespace shortlist
