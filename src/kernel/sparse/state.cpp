#include "sparse/state.hpp"

#include <numeric>

namespace shortlist {

void State::keep(const Table& from, Cost value, const int* literals, int length) {
  ub = value;
  found = true;
  first_rule.clear();
  for (int i = 0; i < length; ++i) {
    const int feature = from.origin[feature_of(from, literals[i])];
    first_rule.push_back(is_positive(from, literals[i]) ? feature : whole_stride + feature);
  }
}

StatePath::StatePath(const Problem& problem, const Bounds& bounds) : whole_stride_(problem.table.stride) {
  State& whole = at(0);
  whole.table = problem.table;
  std::iota(whole.table.origin.begin(), whole.table.origin.end(), 0);
  fill_bits(whole.all, problem.rows);
  whole.price = problem.usable_prices();
  if (bounds.chains()) whole.links = Links::of_all(problem);
  whole.longest.assign(whole.price.size(), 0);
  for (std::size_t l = 0; l < whole.price.size(); ++l)
    if (problem.usable[l]) whole.longest[l] = problem.max_literals;
}

State& StatePath::at(int depth) {
  while (static_cast<int>(states_.size()) <= depth) {
    states_.push_back(std::make_unique<State>());
    states_.back()->depth = static_cast<int>(states_.size()) - 1;
    states_.back()->whole_stride = whole_stride_;
  }
  return *states_[depth];
}

}  // namespace shortlist
