// The best list so far, and what is told of it and of the lower bound.
#pragma once

#include <cstdint>

#include "anneal/annealing.hpp"
#include "base/monitor.hpp"
#include "table/list.hpp"

namespace shortlist {

class Incumbent {
 public:
  Incumbent(const Problem& problem, Monitor& monitor)
      : problem_(problem), monitor_(monitor), annealing_(problem, monitor, kSeed, unit_of_change(problem)) {}

  const List& best() const { return best_; }
  Cost cost() const { return best_.cost; }

  // Takes the list, in its simplest form, if it is cheaper.
  void offer(const List& list);
  // Takes another list of the same cost.
  void replace(const List& list) { best_ = simplify(problem_, list); }
  // Moves of annealing so far.
  std::int64_t moves() const { return annealing_.moves(); }
  // Whether annealing comes to a list of the best cost within so many moves, counted from its beginning; if so, the
  // first such list is taken. It depends on nothing that other threads do.
  bool attained_within(std::int64_t moves);
  // Every list costs at least this.
  void raise(Cost bound);
  // Looks for a better list by annealing, for so much work; without end if it is negative.
  void anneal(std::int64_t work);
  // The same when it is due: first when the table has proved `hard`, then as a small part of the work.
  void anneal_if_due(bool hard);

 private:
  void keep(const List& list);

  static constexpr std::uint64_t kSeed = 1;

  const Problem& problem_;
  Monitor& monitor_;
  List best_;
  List by_annealing_;
  Annealing annealing_;
  bool annealed_ = false;
  bool fruitful_ = false;  // annealing was, the last time
  std::int64_t next_ = 0;  // work after which annealing is due again
};

}  // namespace shortlist
