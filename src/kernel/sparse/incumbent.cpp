#include "sparse/incumbent.hpp"

#include <algorithm>
#include <limits>

#include "sparse/beam.hpp"

namespace shortlist {
namespace {

constexpr std::int64_t kBeamShare = 12;  // one part in so many goes to beams
constexpr int kWidestBeam = 3000;

}  // namespace

void Incumbent::offer(const List& list) {
  if (list.cost >= best_.cost) return;
  best_ = simplify(problem_, list);
  monitor_.improve(problem_.constant + problem_.unit * best_.cost);
}

void Incumbent::raise(Cost bound) { monitor_.raise(problem_.constant + problem_.unit * bound); }

void Incumbent::widen_beam() {
  const std::int64_t before = monitor_.work_done();
  if (before < next_beam_) return;
  beam_width_ = std::min(3 * beam_width_, kWidestBeam);
  offer(beam_search(problem_, monitor_, beam_width_));
  const std::int64_t now = monitor_.work_done();
  next_beam_ =
      beam_width_ < kWidestBeam ? now + kBeamShare * 3 * (now - before) : std::numeric_limits<std::int64_t>::max();
}

}  // namespace shortlist
