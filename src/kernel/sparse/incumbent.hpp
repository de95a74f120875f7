// The best list so far, and what is told of it and of the lower bound.
#pragma once

#include <cstdint>

#include "base/monitor.hpp"
#include "table/list.hpp"

namespace shortlist {

class Incumbent {
 public:
  Incumbent(const Problem& problem, Monitor& monitor) : problem_(problem), monitor_(monitor) {}

  const List& best() const { return best_; }
  Cost cost() const { return best_.cost; }

  // Takes the list, in its simplest form, if it is cheaper.
  void offer(const List& list);
  // Every list costs at least this.
  void raise(Cost bound);
  // Offers the list of a wider beam when one is due: beams take a small part of the work.
  void widen_beam();

 private:
  const Problem& problem_;
  Monitor& monitor_;
  List best_;
  int beam_width_ = 4;
  std::int64_t next_beam_ = 60'000'000;  // work after which a wider beam is tried
};

}  // namespace shortlist
