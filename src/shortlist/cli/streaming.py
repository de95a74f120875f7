"""Commands on tables that are not held in memory: whether one is, what is told meanwhile, and how far it may go; see `streamed`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shortlist.errors import NoListError, UsageError
from shortlist.problems.limits import Clock
from shortlist.show.progress import Counts, Report, showing
from shortlist.tables.parts import bytes_in_memory, files_of, is_several
from shortlist.tables.sources import EMBEDDED

_SHARE = 0.25  # of the memory limit, or of the memory there is, that a table may take about


def is_streamed(data: str, stream: bool | None, memory: int | None = None) -> bool:  # noqa: FBT001
    """Are the rows passed over in files? As it is said, else where they would take too much memory; a folder always."""
    if data == "-" or (data in EMBEDDED and not Path(data).exists()):
        if stream:
            raise UsageError(f"--stream passes over rows several times, so there must be a file, got {data}")
        return False
    if is_several(data):
        if stream is False:
            raise UsageError(f"--no-stream must be for one file, but {data} is a folder or a pattern")
        return True
    if stream is None:
        return Path(data).is_file() and bytes_in_memory(files_of(data)) > _SHARE * min(memory or _memory(), _memory())
    return stream


def _memory() -> int:
    """The bytes of memory that this machine has."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 2**32


class Watch:
    """What passes over the rows of a table tell: it is counted, and they end where the time is over."""

    def __init__(self, data: str, clock: Clock | None) -> None:
        self._data, self._clock = data, clock
        self.counts = Counts()

    def __call__(self, what: str, number: int) -> None:
        """There are so many of these so far."""
        self.counts.follow(what, number)
        if self._clock is not None and self._clock.left() < 0:
            seconds = self._clock.elapsed()
            raise NoListError(
                f"{self._data}: no list was found before the time limit, which was over after {number:,} {what} ({seconds:.1f} s); "
                "give it more (--time-limit, 0 for no limit)"
            )


@contextmanager
def watching(data: str, clock: Clock | None = None, report: Report = Report.auto) -> Iterator[Watch]:
    """A watch over passes that a live line shows."""
    watch = Watch(data, clock)
    with showing(report, watch.counts):
        yield watch
