"""Targets that are numbers: ranges of them as classes, and the refusal of those that have too many values to be classes.

A class that is a range is written `<= 1500`, `1500 < … <= 3000` or `> 3000`. So its name alone says which numbers are meant, and a
model that has such classes can be checked against a table that has the numbers.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError, UsageError
from shortlist.words import number

_FEW, _MANY = 20, 100
"""A target of so few different numbers is one of classes, of so many it is not; in between, if each has 20 rows on average."""

_DIGITS = r"(-?[\d.e+-]+)"
_RANGE = re.compile(rf"<= {_DIGITS}|> {_DIGITS}|{_DIGITS} < … <= {_DIGITS}")


def range_names(cuts: Sequence[float]) -> list[str]:
    """The ranges between these numbers, in order.

    >>> range_names([3000, 1500])
    ['<= 1500', '1500 < … <= 3000', '> 3000']
    """
    ordered = sorted(set(map(float, cuts)))
    if not ordered or not all(map(math.isfinite, ordered)):
        raise UsageError(f"the target must be cut at finite numbers, got {', '.join(map(str, cuts)) or 'none'}")
    between = (f"{number(low)} < … <= {number(high)}" for low, high in pairwise(ordered))
    return [f"<= {number(ordered[0])}", *between, f"> {number(ordered[-1])}"]


def ranges_of(values: Sequence[float], cuts: Sequence[float]) -> list[str]:
    """For each number the range that it is in.

    >>> ranges_of([1500, 1500.5, 9000], [1500, 3000])
    ['<= 1500', '1500 < … <= 3000', '> 3000']
    """
    names, ordered = range_names(cuts), sorted(set(map(float, cuts)))
    return [names[bisect_left(ordered, value)] for value in values]


def cuts_of(classes: Sequence[Any]) -> list[float] | None:
    """The numbers between classes that are ranges, all of them and in order; None if the classes are others.

    >>> cuts_of(["<= 1500", "1500 < … <= 3000", "> 3000"]), cuts_of(["low", "high"])
    ([1500.0, 3000.0], None)
    """
    found = [_RANGE.fullmatch(str(label)) for label in classes]
    try:
        cuts = sorted({float(text) for match in found if match for text in match.groups() if text})
    except ValueError:
        return None
    return cuts if cuts and range_names(cuts) == list(map(str, classes)) else None


def check_few(values: Sequence[float], counts: NDArray[np.integer[Any]], where: str, how: str) -> None:
    """Refuse a target of very many different numbers, each with its rows; `how` is the way to cut it, with a place for cuts."""
    rows = int(counts.sum())
    if len(values) <= max(_FEW, min(rows // 20, _MANY)):
        return
    order = np.argsort(values)
    below = np.cumsum(counts[order])
    thirds = [values[order[int(np.searchsorted(below, share * rows / 3))]] for share in (1, 2)]
    cuts = [number(float(cut)) for cut in dict.fromkeys(thirds)]
    raise DataError(
        f"{where}: the target has {len(values)} different numbers, such as {number(float(values[0]))} and "
        f"{number(float(values[1]))}, which are too many to be classes; cut it into ranges: {how.format(','.join(cuts))}"
    )
