"""Cut points for numbers: where to cut (quantiles or equal widths), and the roundest number that cuts there.

A cut between the neighbouring values 34 and 37 may be any number in [34, 37): people read 35 best.
"""

from __future__ import annotations

import bisect
import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from shortlist.words import EXACT


def quantile_cuts(values: NDArray[np.float64], weights: NDArray[np.int64], bins: int) -> list[float]:
    """At most bins − 1 cuts that split the weight as evenly as the values allow.

    The values are distinct and in order, each with its weight. Cut q stands above the least value that has at least q/bins
    of the weight at or below it.

    >>> quantile_cuts(np.array([1.0, 2.0, 3.0]), np.array([1, 1, 2]), 2)
    [2]
    """
    below = np.cumsum(weights)
    total = int(below[-1]) if len(below) else 0
    # Python's whole numbers, for a product of weights may need more than 64 bits.
    places = {bisect.bisect_left(below, -(-q * total // bins)) for q in range(1, bins)} if total else set()
    return [round_cut(values[i], values[i + 1]) for i in sorted(places) if i + 1 < len(values)]


def uniform_cuts(values: NDArray[np.float64], bins: int) -> list[float]:
    """At most bins − 1 cuts at equal distances between the least and the greatest of distinct values in order.

    >>> uniform_cuts(np.array([0.0, 1.0, 99.0]), 3)
    [50]
    """
    if len(values) < 2:
        return []
    low, high = Fraction(float(values[0])), Fraction(float(values[-1]))
    # A float compares exactly with a fraction.
    cuts = (low + (high - low) * Fraction(q, bins) for q in range(1, bins))
    places = {bisect.bisect_right(values.tolist(), cut) - 1 for cut in cuts}
    return [round_cut(values[i], values[i + 1]) for i in sorted(places)]


def round_cut(low: float, high: float) -> float:
    """The roundest number c with low ≤ c < high; whole numbers come as int.

    >>> round_cut(34, 37), round_cut(0.123, 0.2), round_cut(-1, 1), round_cut(99.5, 100.5), round_cut(41, 43)
    (35, 0.15, 0, 100, 42)
    """
    if not low < high:
        raise ValueError(f"a cut needs two different values in order, got {low} and {high}")
    exact_low, exact_high = Fraction(float(low)), Fraction(float(high))
    middle = (exact_low + exact_high) / 2
    start = math.floor(math.log10(max(abs(low), abs(high)))) + 1
    for exponent in range(start, start - 20, -1):
        for unit in (10, 5, 2):
            step = unit * Fraction(10) ** (exponent - 1)
            for cut in (math.floor(middle / step) * step, math.ceil(middle / step) * step):
                if exact_low <= cut < exact_high and low <= float(cut) < high:
                    return int(cut) if cut.denominator == 1 and abs(cut) < EXACT else float(cut)
    return float(low)
