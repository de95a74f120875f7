"""What differs between SQL databases: quotes, numbers, truth values, dates, and floats that are not numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from shortlist.errors import UsageError
from shortlist.export.plan import check_names
from shortlist.tables.dates import date_of, seconds_of
from shortlist.tables.table import Label
from shortlist.words import number

_NUL = re.compile("\0")
_SHORT = re.compile(r"(?=-?(?:\d\.?){1,15}$)-?\d+(?:\.\d{1,4})?")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one database writes names, values and columns.

    `number` is a cut point; `moment` a date that a column `as_moment` is compared with. `without_nan` is a column of numbers in which
    NaN, where the database has it, is NULL: NaN is above all numbers there, while to a model it is missing.
    """

    name: str
    quote: str
    true: str
    false: str
    number: Callable[[float], str]
    as_moment: str
    moment: Callable[[float], str]
    without_nan: str = "{}"
    tells_case: bool = True
    has_values: bool = False

    def identifier(self, name: str) -> str:
        """A name in quotes."""
        check_names([name], _NUL, "SQL", "a NUL character")
        if not name:
            raise UsageError("SQL cannot hold a name without a letter")
        return f"{self.quote}{name.replace(self.quote, 2 * self.quote)}{self.quote}"

    def value(self, value: Label) -> str:
        """A class, or a value that a column is compared with."""
        if isinstance(value, bool):
            return self.true if value else self.false
        if isinstance(value, str):
            check_names([value], _NUL, "SQL", "a NUL character")
            escaped = value.replace("'", "''")
            return f"'{escaped}'"
        return str(value) if isinstance(value, int) else self.number(value)

    def cut(self, cut: float | str) -> str:
        """A cut point: a number, or a date as ISO writes it."""
        if not isinstance(cut, str):
            return self.number(cut)
        seconds = seconds_of(cut)
        assert seconds is not None, "a literal with another text is refused before"
        return self.moment(seconds)


def _approximate(value: float) -> str:
    """A number with an exponent, which is how SQL tells floats from decimals; whole numbers need none.

    >>> _approximate(35.0), _approximate(0.1), _approximate(1e300)
    ('35', '0.1E0', '1e+300')
    """
    text = number(value)
    return text if re.fullmatch(r"-?\d+|.*e.*", text) else f"{text}E0"


def _by_halving(value: float) -> str:
    """A number as every SQLite reads it exactly.

    It takes whole numbers as they are, but decimals m / 10^k it may first round to the 64 bits of a long double, then to 53. Twice
    rounded is wrong only where m / 10^k is within 2^-11 units of the middle of two floats, and not nearer to it than 5^-k units: that
    cannot be for k <= 4. All others are written as whole numbers, halved as often as need be, which is exact.

    >>> _by_halving(0.1), _by_halving(0.30000000000000004)
    ('0.1', '(1351079888211149 / CAST(4503599627370496 AS REAL))')
    """
    text = number(value)
    if _SHORT.fullmatch(text):
        return text
    mantissa, exponent = math.frexp(value)
    whole, power = int(mantissa * 2**53), exponent - 53
    while whole % 2 == 0:
        whole, power = whole // 2, power + 1
    sign = "/" if power < 0 else "*"
    halvings = [f" {sign} CAST({2 ** min(abs(power) - done, 60)} AS REAL)" for done in range(0, abs(power), 60)]
    return f"({whole}{''.join(halvings)})"


def _timestamp(seconds: float) -> str:
    return f"TIMESTAMP '{date_of(seconds).replace(tzinfo=None).isoformat(' ', timespec='auto')}'"


def _text_of_moment(seconds: float) -> str:
    """A date as SQLite writes it, to the millisecond, which is all that it keeps; rounded down."""
    return f"'{date_of(seconds).replace(tzinfo=None).isoformat(' ', timespec='milliseconds')}'"


_NAN_IS_NULL = "NULLIF({}, CAST('NaN' AS DOUBLE PRECISION))"
_TIMESTAMP = "CAST({} AS TIMESTAMP)"

DIALECTS = {
    dialect.name: dialect
    for dialect in (
        Dialect("ansi", '"', "TRUE", "FALSE", _approximate, _TIMESTAMP, _timestamp, has_values=True),
        Dialect("duckdb", '"', "TRUE", "FALSE", _approximate, _TIMESTAMP, _timestamp, _NAN_IS_NULL, tells_case=False),
        Dialect("postgres", '"', "TRUE", "FALSE", _approximate, _TIMESTAMP, _timestamp, _NAN_IS_NULL),
        # A name in double quotes that SQLite does not know is a text to it, and no error; one in backticks is an error.
        Dialect(
            "sqlite",
            "`",
            "1",
            "0",
            _by_halving,
            "strftime('%Y-%m-%d %H:%M:%f', {})",
            _text_of_moment,
            tells_case=False,
        ),
    )
}
"""Every dialect by its name; the first is what all databases should read."""
