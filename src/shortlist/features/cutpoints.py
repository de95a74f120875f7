"""Cut points for numbers: where a column may be cut, and the roundest number that cuts there.

A cut has a *place*: place i is between the i-th and the next of a column's distinct values, in order. A cut between the values
34 and 37 may be any number in [34, 37): people read 35 best.
"""

from __future__ import annotations

import bisect
import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from shortlist.words import EXACT

Places = NDArray[np.intp]
"""Places of cuts, in order."""


def quantile_places(weights: NDArray[np.int64], bins: int) -> Places:
    """Where the weight of values in order is split as evenly as the values allow.

    Cut q stands above the least value that has at least q/bins of the weight at or below it. A value that alone has such a share
    is cut off on both sides: otherwise what is below it could never be told from it.

    >>> quantile_places(np.array([1, 1, 2]), 2).tolist(), quantile_places(np.array([20, 80]), 4).tolist()
    ([1], [0])
    >>> quantile_places(np.array([1, 1, 90, 4, 4]), 4).tolist()
    [1, 2]
    """
    places = set(interval_places(weights, bins).tolist())
    heavy = np.flatnonzero(weights >= -(-int(weights.sum()) // bins))
    places.update((heavy - 1).tolist(), heavy.tolist())
    return np.array(sorted(place for place in places if 0 <= place < len(weights) - 1), dtype=np.intp)


def interval_places(weights: NDArray[np.int64], bins: int) -> Places:
    """At most bins − 1 cuts that split the weight evenly, as the paper quantises; two values are always told apart.

    >>> interval_places(np.array([1, 1, 90, 4, 4]), 4).tolist(), interval_places(np.array([20, 80]), 4).tolist()
    ([2], [0])
    """
    if len(weights) == 2:
        return np.zeros(1, dtype=np.intp)
    below = np.cumsum(weights)
    total = int(below[-1]) if len(below) else 0
    # Python's whole numbers, for a product of weights may need more than 64 bits.
    places = {bisect.bisect_left(below, -(-q * total // bins)) for q in range(1, bins)} if total else set()
    return np.array(sorted(place for place in places if place < len(weights) - 1), dtype=np.intp)


def uniform_places(values: NDArray[np.float64], bins: int) -> Places:
    """At most bins − 1 cuts at equal distances between the least and the greatest of distinct values in order.

    >>> uniform_places(np.array([0.0, 1.0, 99.0]), 3).tolist()
    [1]
    """
    if len(values) < 2:
        return np.zeros(0, dtype=np.intp)
    low, high = Fraction(float(values[0])), Fraction(float(values[-1]))
    # A float compares exactly with a fraction.
    cuts = (low + (high - low) * Fraction(q, bins) for q in range(1, bins))
    return np.array(sorted({bisect.bisect_right(values.tolist(), cut) - 1 for cut in cuts}), dtype=np.intp)


def boundary_places(counts: NDArray[np.int64]) -> Places:
    """Theorem T-B: the cuts that an optimal list may need, from the class counts of each value in order.

    A cut between two values is of no use if all rows at both are of one and the same class: some optimal list has its cuts
    elsewhere. (Move a cut that stands inside such a run outward or inward to its end: the rows passed over are all of the rule's
    class, or none is, so no row gets dearer.) It holds where a row costs the same under every wrong class, and each rule may
    cover as few rows as it likes: see `boundaries_suffice` in `problems/pose.py`.

    >>> boundary_places(np.array([[3, 0], [2, 0], [1, 1], [0, 2], [0, 5]])).tolist()
    [1, 2]
    """
    present = counts > 0
    pure = present.sum(axis=1) == 1
    same = pure[:-1] & pure[1:] & (present[:-1] == present[1:]).all(axis=1)
    return np.flatnonzero(~same)


def cuts_at(values: NDArray[np.float64], places: Places) -> list[float]:
    """The roundest numbers that cut these distinct values, in order, at these places."""
    return [round_cut(values[i], values[i + 1]) for i in places.tolist()]


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
