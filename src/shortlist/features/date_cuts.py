"""Cut points for dates: the roundest date between two, as a person would choose it; and cut points that the user gives."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from shortlist.errors import UsageError
from shortlist.features.literal import Cut
from shortlist.option import several
from shortlist.tables.dates import date_of, date_text, seconds_of, seconds_of_date

_YEARS = (100, 50, 20, 10, 5, 2, 1)
_MONTHS = (6, 3, 1)
_TIMES = (
    *(timedelta(hours=h) for h in (24, 12, 6, 1)),
    *(timedelta(minutes=m) for m in (30, 10, 5, 1)),
    *(timedelta(seconds=s) for s in (30, 10, 1)),
)


def round_date(low: float, high: float, *, time: bool = False) -> str:
    """The roundest date c with low ≤ c < high, in seconds: the first of a decade, a year, a month; a day; with `time` a time of it.

    >>> from shortlist.tables.dates import seconds_of
    >>> between = lambda low, high, **time: round_date(seconds_of(low), seconds_of(high), **time)
    >>> between("2014-05-06", "2026-01-01"), between("2020-12-30", "2021-02-15"), between("2021-03-02", "2021-03-06")
    ('2020-01-01', '2021-01-01', '2021-03-04')
    >>> between("2021-03-04T09:10", "2021-03-04T13:00", time=True), between("2021-03-04T22:00", "2021-03-05T01:00", time=True)
    ('2021-03-04T12:00', '2021-03-05T00:00')
    """
    middle = date_of((low + high) / 2)
    for cut in _candidates(middle):
        seconds = seconds_of_date(cut)
        if low <= seconds < high:
            return date_text(seconds, time=time)
    return date_text(low, time=time)


def _candidates(middle: datetime) -> Iterator[datetime]:
    """Dates around the middle, the roundest first; of equally round ones the last before it, then the first after it."""
    for step in _YEARS:
        year = middle.year // step * step
        yield from (datetime(y, 1, 1, tzinfo=middle.tzinfo) for y in (year, year + step) if 1 <= y <= 9999)
    for step in _MONTHS:
        months = (middle.year * 12 + middle.month - 1) // step * step
        for month in (months, months + step):
            if month // 12 <= 9999:
                yield datetime(month // 12, month % 12 + 1, 1, tzinfo=middle.tzinfo)
    midnight = datetime(middle.year, middle.month, middle.day, tzinfo=middle.tzinfo)
    for unit in _TIMES:
        before = midnight + (middle - midnight) // unit * unit
        yield before
        if before < datetime.max.replace(tzinfo=middle.tzinfo) - unit:
            yield before + unit


def checked_cuts(name: str, given: Sequence[Any]) -> tuple[Cut, ...]:
    """Cut points that the user gave, in order and once each: finite numbers, or dates.

    >>> checked_cuts("age", [65, 18.5, 18.5]), checked_cuts("signed", ["2021-03-04", "2020-01-01 12:00"])
    ((18.5, 65), ('2020-01-01T12:00', '2021-03-04'))
    """
    given = several(f"the cut points of column {name!r}", given)
    seconds = [
        seconds_of_date(cut) if isinstance(cut, date) else seconds_of(cut) if isinstance(cut, str) else None
        for cut in given
    ]
    moments = sorted({point for point in seconds if point is not None})
    if moments and None not in seconds:
        return tuple(date_text(point) for point in moments)
    try:
        numbers = sorted({float(cut) for cut in given if not isinstance(cut, str)})
    except (TypeError, ValueError, OverflowError):
        numbers = [math.nan]
    if not all(map(math.isfinite, numbers)) or any(isinstance(cut, str) for cut in given):
        raise UsageError(f"the cut points of column {name!r} must be finite numbers, or dates, got {list(given)}")
    return tuple(int(cut) if cut.is_integer() else cut for cut in numbers)
