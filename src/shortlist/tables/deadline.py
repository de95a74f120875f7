"""The time by which a table must be read: whoever reads asks between two pieces whether it is over."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from shortlist.errors import NoListError
from shortlist.words import count, number

_MEGABYTE = 10**6
_SMALL = 2**20
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

    def check(self, source: str, done: int, whole: int | None) -> None:
        """Refuse to go on if the time is over: so many bytes are read, of so many if anyone knows.

        A small table is read in no time, and there is a list for it however late it is.
        """
        if (whole is not None and whole <= _SMALL) or self.left() > 0:
            return
        reached = f"{source}: the time limit of {number(self.seconds)} s was reached"
        if whole is None or not done:
            raise NoListError(f"{reached} after {_megabytes(done)} were read; a longer --time-limit is needed")
        took = self.elapsed() - self.began
        needed = math.ceil(10 * (self.began + took * whole / done)) / 10
        raise NoListError(
            f"{reached} when {_megabytes(done)} of {_megabytes(whole)} were read; reading all of it takes about "
            f"{number(needed)} s, and a longer --time-limit (0 for none) is needed"
        )

    def check_merging(self, done: int, columns: int, rows: int) -> None:
        """The same while rows are merged, of which so many columns are done; few rows are merged in no time."""
        if rows < _MANY_ROWS or self.left() > 0:
            return
        raise NoListError(
            f"the time limit was reached when {done} of {count(columns, 'column')} of {rows} rows were merged; a longer "
            "--time-limit (0 for none) is needed"
        )


NO_DEADLINE = Deadline(math.inf, lambda: 0.0)
"""As long as it takes."""


def _megabytes(size: int) -> str:
    return f"{size / _MEGABYTE:.1f} MB"
