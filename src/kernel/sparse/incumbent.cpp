#include "sparse/incumbent.hpp"

#include <algorithm>

namespace shortlist {
namespace {

constexpr std::int64_t kShare = 4;  // one part in so many of the work so far, each time that it has doubled
constexpr std::int64_t kMostWork = 500'000'000;  // about a second
constexpr std::int64_t kEasy = 3'000'000;        // work below which a table is not worth it

}  // namespace

void Incumbent::offer(const List& list) {
  if (list.cost >= best_.cost) return;
  best_ = simplify(problem_, list);
  monitor_.improve(problem_.constant + problem_.unit * best_.cost);
}

void Incumbent::raise(Cost bound) { monitor_.raise(problem_.constant + problem_.unit * bound); }

void Incumbent::anneal(std::int64_t work) {
  annealing_.run(best_, work, [this](const List& list) { offer(list); });
}

void Incumbent::anneal_if_due(bool hard) {
  const std::int64_t done = monitor_.work_done();
  if (done < next_ || !(hard || annealed_) || done < kEasy) return;
  anneal(annealed_ ? std::min(done / kShare, kMostWork) : done);
  annealed_ = true;
  next_ = 2 * done;
}

}  // namespace shortlist
