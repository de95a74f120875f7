"""The time by which a table must be read: whoever reads asks between two pieces whether it is over."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from shortlist.errors import NoListError
from shortlist.words import count, number

_MEGABYTE = 10**6
_SMALL = 2**20
_OF_FETCHING = 0.1  # of the time goes into bytes, the rest into what they mean
_TELLING = 0.005  # of a table must be read before anyone can say how long all of it takes
_MANY_ROWS = 2**15


@dataclass(frozen=True)
class Deadline:
    """So many `seconds` of the time that `elapsed` tells; without an end, infinitely many."""

    seconds: float
    elapsed: Callable[[], float]
    began: float = 0.0

    def begin(self) -> Deadline:
        """The same, with reading begun now."""
        return replace(self, began=self.elapsed())

    def left(self) -> float:
        """Seconds until the end, infinite without one."""
        return self.seconds - self.elapsed()

    def check(self, source: str, done: int, whole: int | None, *, fetching: bool = False) -> None:
        """Refuse to go on if the time is over: so many bytes are read, of so many if anyone knows, or only `fetching` from the disk.

        A small table is read in no time, and there is a list for it however late it is.
        """
        if (whole is not None and whole <= _SMALL) or self.left() > 0:
            return
        reached = f"{source}: the time limit of {number(self.seconds)} s was reached"
        longer = "a longer --time-limit (0 for none) is needed"
        if whole is None:
            raise NoListError(f"{reached} after {_megabytes(done)} were read; {longer}")
        reached = f"{reached} when {_megabytes(done)} of {_megabytes(whole)} were read"
        share = (_OF_FETCHING if fetching else 1) * done / whole
        if share < _TELLING:
            raise NoListError(f"{reached}; {longer}")
        needed = math.ceil(10 * (self.began + (self.elapsed() - self.began) / share)) / 10
        raise NoListError(f"{reached}; reading all of it takes about {number(needed)} s, and {longer}")

    def check_merging(self, done: int, rows: int) -> None:
        """The same while rows are merged, of which so many are done; few rows are merged in no time."""
        if rows < _MANY_ROWS or self.left() > 0:
            return
        raise NoListError(
            f"the time limit was reached when {done} of {count(rows, 'row')} were merged; a longer --time-limit (0 for none) is needed"
        )


NO_DEADLINE = Deadline(math.inf, lambda: 0.0)
"""As long as it takes."""


def _megabytes(size: int) -> str:
    return f"{size / _MEGABYTE:.1f} MB"
