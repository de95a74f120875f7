// Loops over arrays of floats, as fast as the processor allows. Sums are of eight lanes side by side, so that they are the
// same on every machine.
#pragma once

#include <span>

namespace shortlist {

double product(const double* a, const double* b, int n);

// to -= factor * from.
void subtract_multiple(double* to, const double* from, double factor, int n);

// row -= factor * other; gives the product of the two before.
double subtract_with_product(double* row, const double* other, double factor, int n);

// The least of max(reduced, 0) + tolerance over sign * slope, where this is above `smallest`; more than 1e50 without any.
double least_ratio(const double* reduced, const double* slope, double sign, double tolerance, double smallest, int n);

// The largest sign * slope above `smallest` among those with max(reduced, 0) <= bound * sign * slope; else `smallest`.
double largest_within(const double* reduced, const double* slope, double sign, double bound, double smallest, int n);

// The sum of some entries of a row.
inline double sum_of(const double* row, std::span<const int> places) {
  double sums[4] = {};
  std::size_t k = 0;
  for (; k + 4 <= places.size(); k += 4)
    for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += row[places[k + lane]];
  for (; k < places.size(); ++k) sums[0] += row[places[k]];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace shortlist
