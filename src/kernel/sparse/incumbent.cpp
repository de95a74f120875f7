#include "sparse/incumbent.hpp"

#include <algorithm>

#include "sparse/first_list.hpp"

namespace shortlist {
namespace {

constexpr std::int64_t kShare = 4;        // one part in so many of the work so far, each time that it has doubled
constexpr std::int64_t kSmallShare = 16;  // the same where the last time brought nothing
// Rows up to which there is a small share. On larger tables proofs were lost with less annealing (adult r3, 0.01: from
// 3 s to more than 10 s); why is not known.
constexpr int kSmallTable = 1000;
constexpr std::int64_t kFewWork = 300'000'000;   // half a second, in which nothing is no bad sign
constexpr std::int64_t kMostWork = 500'000'000;  // about a second
constexpr std::int64_t kWorkAtOnce = 100'000;
constexpr std::int64_t kEasy = 3'000'000;  // work below which a table is not worth it

}  // namespace

void Incumbent::offer(const List& list) {
  if (list.cost < best_.cost) keep(simplify(problem_, list));
}

void Incumbent::keep(const List& list) {
  best_ = list;
  monitor_.improve(problem_.constant + problem_.unit * best_.cost);
}

void Incumbent::raise(Cost bound) { monitor_.raise(problem_.constant + problem_.unit * bound); }

void Incumbent::anneal(std::int64_t work) {
  annealing_.run(best_, work, [this](const List& list) {
    by_annealing_ = list;
    if (list.cost < cost()) keep(list);
  });
}

bool Incumbent::attained_within(std::int64_t moves) {
  const Cost value = cost();
  List found = by_annealing_;
  while (found.cost > value && annealing_.moves() < moves)
    annealing_.run({}, kWorkAtOnce, [&](const List& list) { found = list; });
  if (found.cost > value || annealing_.moves_to_best() > moves) return false;
  best_ = found;
  return true;
}

void Incumbent::anneal_if_due(bool hard) {
  const std::int64_t done = monitor_.work_done();
  if (done < next_ || !(hard || annealed_) || done < kEasy) return;
  const bool less = problem_.rows <= kSmallTable && done > kFewWork && !fruitful_;
  const std::int64_t share = less ? kSmallShare : kShare;
  const Cost before = cost();
  if (!annealed_) offer(first_list(problem_, monitor_, kLongRules));
  anneal(annealed_ ? std::min(done / share, kMostWork) : done);
  annealed_ = true;
  fruitful_ = cost() < before;
  next_ = 2 * done;
}

}  // namespace shortlist
