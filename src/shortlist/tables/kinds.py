"""Kinds of columns: one inference from distinct values, whether they come from texts, data frames or arrays.

A text is first given its meaning: a truth value, a whole number, a number, or the text itself. The kind of a column then
follows from all its distinct values; nothing is guessed from a part of them and nothing is changed silently. `NA` and
the like mark a missing entry only in a column whose other texts are all numbers, truth values or dates, the empty text marks one
everywhere, and a column with leading zeros stays text. What a rule says of a missing entry is in `features/literal.py`, which
feature it gets in `features/binarize.py`; a missing target is refused in `labels.py`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Sequence
from typing import Any

from shortlist.errors import DataError
from shortlist.tables.dates import seconds_of
from shortlist.tables.table import Column, Kind
from shortlist.tables.texts import MARKS, AnyColumn, NumberColumn
from shortlist.words import EXACT

Value = str | int | float | bool
"""An entry that is not missing."""

Where = Callable[[int], str]
"""File, line and column of the first row with the k-th distinct entry, for the error sentence."""

_MOST_DIGITS = 300
_NUMBER = re.compile(r"(-?(?:0|[1-9]\d*))|[+-]?(?:0|[1-9]\d*|(?:0|[1-9]\d*)?\.\d+|(?:0|[1-9]\d*)\.)(?:[eE][+-]?\d+)?")
_INFINITE = re.compile(r"[+-]?inf(inity)?", re.IGNORECASE)
ALWAYS_MISSING = ("",)
"""Texts that mark a missing entry in every column; others are the user's to name."""

_TRUTH_WORDS = {"false": False, "true": True}
_EXPECTED = {
    Kind.BOOLEAN: "0, 1, true or false",
    Kind.CODE: "a whole number of at most 2**53",
    Kind.NUMBER: "a finite number",
    Kind.DATE: "a date such as 2021-03-31 or 2021-03-31T12:00",
}


def kind_of(values: Collection[Value]) -> Kind:
    """The kind of a column with these distinct values, missing entries left out.

    Truth values, and numbers that are all 0 or 1, are boolean; other numbers are numbers, for whole numbers are mostly
    quantities: only the user can say that they are codes. Texts are categories, as is a column without any value, and one
    of whole numbers beyond 2**53: these are names.

    >>> [str(kind_of(v)) for v in ([True], [0.0, 1], [1], [1, 2, 3], [1, 2.5], ["red"], [])]
    ['boolean', 'boolean', 'boolean', 'number', 'number', 'category', 'category']
    """
    types = set(map(type, values))
    if types == {bool}:
        return Kind.BOOLEAN
    if not types <= {int, float} or not types:
        return Kind.CATEGORY
    if all(value in (0, 1) for value in values):
        return Kind.BOOLEAN
    names = types == {int} and not -EXACT <= min(values) <= max(values) <= EXACT  # type: ignore[operator]
    return Kind.CATEGORY if names else Kind.NUMBER


def meaning(text: str) -> Value | None:
    """What a text means when it stands alone; None if it marks a missing entry.

    >>> [meaning(text) for text in ("True", "12", "1e3", "007", "red", "NA")]
    [True, 12, 1000.0, '007', 'red', None]
    """
    if found := _NUMBER.fullmatch(text):
        if found[1] is None:
            return float(text)
        # What has hundreds of digits is a name, and too long for a float.
        return int(text) if len(text) < _MOST_DIGITS else text
    lowered = text.lower()
    if lowered in MARKS:
        return None
    return float(text) if _INFINITE.fullmatch(text) else _TRUTH_WORDS.get(lowered, text)


def are_dates(values: Collection[Any]) -> bool:
    """Are these texts, and there is one, all ISO dates?"""
    return bool(values) and all(isinstance(value, str) and seconds_of(value) is not None for value in values)


def is_missing(value: Any) -> bool:
    """None, NaN or pandas' NA, which is of no truth value."""
    return value is None or type(value).__name__ == "NAType" or bool(value != value)


def column_of_texts(
    name: str, texts: AnyColumn, where: Where, *, missing: Collection[str] = ALWAYS_MISSING, kind: Kind | None = None
) -> Column:
    """The typed column; `kind` is inferred from all texts unless given, and then each text must fit it."""
    if isinstance(texts, NumberColumn):
        return Column.of_numbers(name, Kind.NUMBER, texts.values)
    stripped = [text.strip() for text in texts.distinct]
    meanings = [None if text in missing else meaning(text) for text in stripped]
    present = [value for value in meanings if value is not None]
    kind = kind or (Kind.DATE if are_dates(present) else kind_of(present))
    if kind is Kind.CATEGORY:
        absent = [text in missing for text in stripped]
        return Column.of(name, kind, stripped, absent).take(texts.codes)
    entries = _fitting(meanings, kind)
    for code, (entry, value) in enumerate(zip(entries, meanings, strict=True)):
        if entry is None and value is not None:
            raise DataError(f"{where(code)}: must be {_EXPECTED[kind]}, got {stripped[code]!r}")
    absent = [entry is None for entry in entries]
    values = [False if entry is None else entry for entry in entries] if any(absent) else entries
    # Texts that mean the same become one value here.
    return Column.of(name, kind, values, absent).take(texts.codes)


def _fitting(values: Sequence[Value | None], kind: Kind) -> list[Value | None]:
    """The values as ones of this kind, None for what is not of the kind."""
    # Truth values are no numbers here, so isinstance would not do.
    numbers: list[Any] = [value if type(value) in (int, float) else None for value in values]
    match kind:
        case Kind.BOOLEAN:
            return [bool(value) if value in (0, 1) else None for value in values]
        case Kind.CODE:
            return [None if x is None or abs(x) > EXACT or x != int(x) else int(x) for x in numbers]
        case Kind.NUMBER:
            return [None if x is None or not math.isfinite(x) else float(x) for x in numbers]
        case Kind.DATE:
            return [seconds_of(value) if isinstance(value, str) else None for value in values]
    return [value if isinstance(value, str) else None for value in values]
