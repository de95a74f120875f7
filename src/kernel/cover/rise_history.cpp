#include "cover/rise_history.hpp"

#include <algorithm>
#include <cstddef>

namespace shortlist {
namespace {

constexpr double kPrior = 2;  // how many rises of its own weigh as much as those of all columns
constexpr double kLeast = 1e-4;

double distance(double x, RiseHistory::Side side) { return side == RiseHistory::in ? 1 - x : x; }

}  // namespace

RiseHistory::RiseHistory(int columns, MemoryBudget& budget)
    : held_(budget, static_cast<std::size_t>(columns) * 2 * sizeof(Mean)),
      of_column_(static_cast<std::size_t>(columns)) {}

void RiseHistory::note(int column, double x, Side side, double rise) {
  const double each = std::max(rise, 0.0) / distance(x, side);
  for (Mean* mean : {&of_column_[static_cast<std::size_t>(column)][side], &of_all_[side]}) {
    mean->sum += each;
    ++mean->times;
  }
}

double RiseHistory::expected(int column, Side side) const {
  const Mean &mine = of_column_[static_cast<std::size_t>(column)][side], &all = of_all_[side];
  const double usual = all.times > 0 ? all.sum / all.times : 1.0;
  return (mine.sum + kPrior * usual) / (mine.times + kPrior);
}

double RiseHistory::promise(int column, double x) const {
  double product = 1;
  for (const Side side : {in, out}) product *= std::max(expected(column, side) * distance(x, side), kLeast);
  return product;
}

}  // namespace shortlist
