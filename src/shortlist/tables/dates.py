"""Dates and times: ISO texts as seconds since 1970, and back; the parts of a date that can be asked for by themselves.

A date is midnight of its day. A time with an offset is told in UTC, one without is taken as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

_ISO = re.compile(
    r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:\s?(?:Z|[+-]\d{2}:?\d{2}))?)?", re.ASCII
)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
FIRST, LAST = -62135596800.0, 253402300800.0
"""The years 1 to 9999, in seconds: from the first of these, and before the last."""


def seconds_of(text: str) -> float | None:
    """The seconds since 1970 that an ISO date or date-time means; None if the text is no such date.

    >>> [seconds_of(text) for text in ("1970-01-02", "1970-01-01T00:01", "1970-01-01 01:00:00.5+01:00", "2021-02-30", "3/4/21")]
    [86400.0, 60.0, 0.5, None, None]
    """
    if not _ISO.fullmatch(text):
        return None
    try:
        return seconds_of_date(datetime.fromisoformat(text.replace(",", ".").replace(" +", "+").replace(" -", "-")))
    except ValueError:
        return None


def seconds_of_date(value: date) -> float:
    """The seconds since 1970 of a date or a date-time."""
    moment = value if isinstance(value, datetime) else datetime(value.year, value.month, value.day, tzinfo=UTC)
    moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
    return (moment - _EPOCH) // _MICROSECOND / 10**6


def date_of(seconds: float) -> datetime:
    """The moment so many seconds after 1970 began, in UTC."""
    whole = int(seconds // 1)
    return _EPOCH + timedelta(seconds=whole, microseconds=round((seconds - whole) * 10**6))


def date_text(seconds: float, *, time: bool = False) -> str:
    """The date as ISO has it; with the time of day if it is not midnight, or is asked for.

    >>> date_text(86400), date_text(86400, time=True), date_text(90000), date_text(0.5)
    ('1970-01-02', '1970-01-02T00:00', '1970-01-02T01:00', '1970-01-01T00:00:00.500000')
    """
    moment = date_of(seconds).replace(tzinfo=None)
    if moment.time() == datetime.min.time() and not time:
        return moment.date().isoformat()
    return moment.isoformat(timespec="auto" if moment.second or moment.microsecond else "minutes")


def are_days(seconds: NDArray[np.generic]) -> bool:
    """Are all of these moments midnights, so that they are dates without a time?"""
    return bool((np.asarray(seconds, dtype=np.float64) % 86400 == 0).all())


def _months(moments: NDArray[np.datetime64]) -> NDArray[np.int64]:
    return moments.astype("datetime64[M]").astype(np.int64)


def _days(moments: NDArray[np.datetime64]) -> NDArray[np.int64]:
    return moments.astype("datetime64[D]").astype(np.int64)


def _names(names: tuple[str, ...], numbers: NDArray[np.int64]) -> NDArray[np.object_]:
    return np.array(names, dtype=object)[numbers]


PARTS: dict[str, Callable[[NDArray[np.datetime64]], NDArray[Any]]] = {
    "year": lambda t: _months(t) // 12 + 1970,
    "quarter": lambda t: _months(t) % 12 // 3 + 1,
    "month": lambda t: _months(t) % 12 + 1,
    "day": lambda t: _days(t) - _days(t.astype("datetime64[M]")) + 1,
    "hour": lambda t: t.astype(np.int64) // 3600 % 24,
    "weekday": lambda t: _names(_WEEKDAYS, (_days(t) + 3) % 7),
    "monthname": lambda t: _names(_MONTHS, _months(t) % 12),
}
"""The parts of a date: numbers, but for the names of weekdays and months, which are categories."""


def parts_of(seconds: NDArray[np.generic], part: str) -> NDArray[Any]:
    """The part of each date, numbers or names.

    >>> [parts_of(np.array([-86400.0, 5e9]), part).tolist() for part in ("year", "weekday", "day")]
    [[1969, 2128], ['Wednesday', 'Friday'], [31, 11]]
    """
    return PARTS[part](np.floor(np.asarray(seconds, dtype=np.float64)).astype(np.int64).astype("datetime64[s]"))


def whole_and_part(name: str) -> tuple[str, str] | None:
    """The column and the part that a name such as `signed.year` means, if it ends with a part.

    >>> whole_and_part("signed.year"), whole_and_part("signed")
    (('signed', 'year'), None)
    """
    whole, _, part = name.rpartition(".")
    return (whole, part) if whole and part in PARTS else None
