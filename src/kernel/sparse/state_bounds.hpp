// What can be said about a state before, and between, the searches of its children.
#pragma once

#include <optional>

#include "base/monitor.hpp"
#include "sparse/bounds.hpp"
#include "sparse/state.hpp"

namespace shortlist {

class StateBounds {
 public:
  StateBounds(const Problem& problem, const Bounds& bounds, Monitor& monitor)
      : problem_(problem), scoring_(problem), bounds_(bounds), monitor_(monitor) {}

  // Sets the leaf value and the upper bound; answers states in which a rule cannot pay.
  std::optional<Cost> without_search(State& s) const;

  // Sets `rest_bound` to what structure alone implies.
  void bound_rests(State& s) const;
  // Shortens the rules that literals may be in, by `rest_bound` and the upper bound.
  void limit_literals(State& s) const;
  // Tries all lists of two single-literal rules, and raises `rest_bound` by what they say.
  void try_two_rules(State& s) const;
  // What the rows outside a rule of so many literals, with these among them, cost at least.
  Cost rest_of(const State& s, const int* literals, int count, int length) const;
  // Those of the labels for which a rule that has these literals, beside its price, leaves less than `room`.
  Word labels_below(const State& s, const int* literals, int length, Word labels, Cost room) const;

  // Whether the rows outside `s.cover`, that of a rule of so many literals, cost `budget`, by similar rules tried before.
  bool siblings_reach(State& s, int length, Cost budget) const;
  // Keeps the value of the rows outside `s.cover`, that of a rule of so many literals.
  static void remember_sibling(State& s, int length, Cost value);

 private:
  bool worth_a_rule(const State& s, int literal) const;
  void two_rules_after(State& s, int literal) const;
  int longest_rule(const State& s, int literal, Cost rest) const;
  Cost rest_within_size(const State& s, const int* literals, int count, Allowance after) const;

  const Problem& problem_;
  Scoring scoring_;
  const Bounds& bounds_;
  Monitor& monitor_;
};

}  // namespace shortlist
