"""What people and programs see while a solve goes on, on stderr: one live line, or one JSON record for each change."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from shortlist.files.records import progress_record
from shortlist.problems.memory import resident
from shortlist.problems.solution import OnProgress, Progress
from shortlist.show.console import console

_PAUSE = 1.0  # seconds between two lines of a log


class Report(StrEnum):
    """How `fit` tells of its progress: a live line where stderr is a terminal, lines one after the other, JSON records, or not."""

    auto = "auto"
    lines = "lines"
    json = "json"
    none = "none"


@contextmanager
def reporting(report: Report, unit: int = 1, counts: Counts | None = None) -> Iterator[OnProgress | None]:
    """What to call with each moment of a solve; people are told costs in so many units, programs as they are.

    Before the first moment a live line shows the `counts`.
    """
    err = console(stderr=True)
    if report is Report.json:
        yield _print_json
    elif report is Report.lines:
        yield _Lines(unit).follow
    elif report is Report.auto and err.is_terminal:
        line = _Line(unit, counts)
        with Live(line, console=err, refresh_per_second=10, transient=True):
            yield line.follow
    else:
        yield None


class Counts:
    """What is counted while a table is passed over, as a line, with the memory that the process has."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        # A plain text would be looked through for emoji, and all of these loaded.
        self._spinner = Spinner("dots", Text())

    def follow(self, what: str, number: int) -> None:
        """There are so many of these so far."""
        self._counts[what] = number

    def __str__(self) -> str:
        counts = [f"{number:,} {what}" for what, number in self._counts.items()]
        return "   ".join([*counts, f"{resident(os.getpid()) // 2**20:,} MB"] if counts else [])

    def __rich__(self) -> Spinner:
        self._spinner.update(text=Text(str(self)))
        return self._spinner


@contextmanager
def showing(report: Report, counts: Counts) -> Iterator[None]:
    """Show the counts as a live line, where there is one."""
    err = console(stderr=True)
    if report is Report.auto and err.is_terminal:
        with Live(counts, console=err, refresh_per_second=4, transient=True):
            yield
    else:
        yield


def both(*follow: OnProgress | None) -> OnProgress | None:
    """What to call so that all of these are called; None if there is none."""
    known = [one for one in follow if one is not None]
    if not known:
        return None

    def tell(moment: Progress) -> None:
        for one in known:
            one(moment)

    return tell


def _print_json(moment: Progress) -> None:
    print(json.dumps(progress_record(moment)), file=sys.stderr, flush=True)


def told(moment: Progress, unit: int = 1) -> str:
    """A moment in words: the best cost, the bound, and the gap between them."""
    best = "no model yet" if moment.cost is None else f"best cost {_cost(moment.cost, unit)}"
    gap = "" if moment.gap is None else f"   gap {100 * moment.gap:.1f} %"
    states = f"   {moment.states:,} states" if moment.states else ""
    return f"{best}   at least {_cost(moment.lower_bound, unit)}{gap}{states}"


def _cost(cost: int, unit: int) -> str:
    return f"{cost:,}" if unit == 1 else f"{cost / unit:,.1f}"


class _Lines:
    """A line for the first moment, then for what is new, at most one a second: for log files and notebooks."""

    def __init__(self, unit: int) -> None:
        self._last, self._unit = -_PAUSE, unit

    def follow(self, moment: Progress) -> None:
        if moment.seconds - self._last >= _PAUSE:
            self._last = moment.seconds
            print(f"{told(moment, self._unit)}   {moment.seconds:.1f} s", file=sys.stderr, flush=True)


class _Line:
    """The line: it keeps its own time, so that it moves even while the engine has nothing new to tell."""

    def __init__(self, unit: int = 1, counts: Counts | None = None) -> None:
        self._unit, self._counts = unit, counts
        self._began = time.perf_counter()
        # A plain text would be looked through for emoji, and all of these loaded.
        self._spinner = Spinner("dots", Text())
        self._moment: Progress | None = None

    def follow(self, moment: Progress) -> None:
        self._moment = moment

    def __rich__(self) -> Spinner:
        self._spinner.update(text=self._text())
        return self._spinner

    def _text(self) -> Text:
        seconds = f"{time.perf_counter() - self._began:.1f} s"
        if self._moment is None:
            return Text(f"{str(self._counts or '') or 'making features and distinct rows'}   {seconds}")
        return Text(f"{told(self._moment, self._unit)}   {seconds}")
