#include "cover/vectors.hpp"

#include <algorithm>

#include "base/dispatch.hpp"

namespace shortlist {
namespace {

constexpr int kLanes = 8;
constexpr double kNextToNothing = 1e-100;  // instead of what must not be divided by
constexpr double kNoRatio = 1e100;

double total(const double (&sums)[kLanes]) {
  double sum = 0;
  for (double lane : sums) sum += lane;
  return sum;
}

}  // namespace

SHORTLIST_CLONES double product(const double* __restrict a, const double* __restrict b, int n) {
  double sums[kLanes] = {};
  int k = 0;
  for (; k + kLanes <= n; k += kLanes)
    for (int lane = 0; lane < kLanes; ++lane) sums[lane] += a[k + lane] * b[k + lane];
  for (int lane = 0; k < n; ++k, ++lane) sums[lane] += a[k] * b[k];
  return total(sums);
}

SHORTLIST_CLONES void subtract_multiple(double* __restrict to, const double* __restrict from, double factor, int n) {
  for (int k = 0; k < n; ++k) to[k] -= factor * from[k];
}

SHORTLIST_CLONES double least_ratio(const double* __restrict reduced, const double* __restrict slope, double sign,
                                    double tolerance, double smallest, int n) {
  double least = kNoRatio;
  for (int v = 0; v < n; ++v) {
    const double rise = sign * slope[v];
    const double ratio = (std::max(reduced[v], 0.0) + tolerance) / (rise > smallest ? rise : kNextToNothing);
    least = std::min(least, ratio);
  }
  return least;
}

SHORTLIST_CLONES double largest_within(const double* __restrict reduced, const double* __restrict slope, double sign,
                                       double bound, double smallest, int n) {
  double largest = smallest;
  for (int v = 0; v < n; ++v) {
    const double rise = sign * slope[v];
    largest = std::max(largest, std::max(reduced[v], 0.0) <= bound * rise ? rise : 0.0);
  }
  return largest;
}

SHORTLIST_CLONES double subtract_with_product(double* __restrict row, const double* __restrict other, double factor,
                                              int n) {
  double sums[kLanes] = {};
  int k = 0;
  for (; k + kLanes <= n; k += kLanes)
    for (int lane = 0; lane < kLanes; ++lane) {
      sums[lane] += row[k + lane] * other[k + lane];
      row[k + lane] -= factor * other[k + lane];
    }
  for (int lane = 0; k < n; ++k, ++lane) {
    sums[lane] += row[k] * other[k];
    row[k] -= factor * other[k];
  }
  return total(sums);
}

}  // namespace shortlist
