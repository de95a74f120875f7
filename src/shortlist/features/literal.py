"""Literals: the smallest statements a rule is made of, such as `age <= 35`, `colour != red` or `weight is missing`.

A literal is a column, a comparison and a value. No comparison holds for a missing entry, neither `age <= 35` nor `age > 35`,
as in SQL; only `age is missing` does. A *feature* is a literal taken as one boolean column of the binarised table.

>>> young = Literal("age", Op.AT_MOST, 35)
>>> str(young), str(young.negated())
('age <= 35', 'age > 35')
>>> str(Literal("signed", Op.ABOVE, "2021-03-04"))
'signed > 2021-03-04'
>>> str(Literal("smoker", Op.EQUAL, True).negated()), str(Literal("state", Op.AMONG, ("CA", "NY")))
('not smoker', 'state in {CA, NY}')
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError
from shortlist.tables.dates import seconds_of
from shortlist.tables.table import Column, Kind
from shortlist.words import number, printable

T = TypeVar("T")

Cut = float | str
"""What a column is cut at: a number, or a date as ISO writes it."""

Values = tuple[str, ...] | tuple[int, ...]
Value = str | int | float | bool | tuple[Cut, Cut] | Values | None
"""What a column is compared with: a category, a cut, true or false, an interval (low, high], categories, or nothing."""

_MOST_SHOWN = 6


class Op(StrEnum):
    """The comparisons, in pairs of opposites."""

    EQUAL = "=="
    UNEQUAL = "!="
    AT_MOST = "<="
    ABOVE = ">"
    WITHIN = "in"
    OUTSIDE = "not in"
    AMONG = "among"
    NOT_AMONG = "not among"
    MISSING = "is missing"
    PRESENT = "is not missing"

    @property
    def opposite(self) -> Op:
        """The comparison that holds for the entries, among those that are there, for which this one does not."""
        return _OPPOSITE[self]


_PAIRS = (
    (Op.EQUAL, Op.UNEQUAL),
    (Op.AT_MOST, Op.ABOVE),
    (Op.WITHIN, Op.OUTSIDE),
    (Op.AMONG, Op.NOT_AMONG),
    (Op.MISSING, Op.PRESENT),
)
_OF_ORDERED = frozenset({Op.AT_MOST, Op.ABOVE, Op.WITHIN, Op.OUTSIDE})
_KIND_OF_VALUE = {bool: Kind.BOOLEAN, int: Kind.CODE, str: Kind.CATEGORY}
_OPPOSITE = {a: b for pair in _PAIRS for a, b in (pair, pair[::-1])}


@dataclass(frozen=True, slots=True)
class Literal:
    """`column op value`."""

    column: str
    op: Op
    value: Value = None

    def __hash__(self) -> int:
        # An enumeration's hash is slow, and literals of lists of thousands of rules are looked up all the time.
        return hash((self.column, self.value))

    def negated(self) -> Literal:
        """The literal that holds for the entries, among those that are there, for which this one does not."""
        if self.value is True or self.value is False:
            return Literal(self.column, self.op, not self.value)
        return Literal(self.column, self.op.opposite, self.value)

    @property
    def is_negation(self) -> bool:
        """Does it say what an entry is not? `age > 35` does not, it is as plain as `age <= 35`."""
        if isinstance(self.value, bool):
            return self.value != (self.op is Op.EQUAL)
        return self.op in (Op.UNEQUAL, Op.OUTSIDE, Op.NOT_AMONG, Op.PRESENT)

    @property
    def values(self) -> tuple[Any, ...]:
        """What entries are compared with: one value, the two ends of an interval, those of a group; nothing for `is missing`."""
        if self.op in (Op.MISSING, Op.PRESENT):
            return ()
        return self.value if isinstance(self.value, tuple) else (self.value,)

    @property
    def kind(self) -> Kind | None:
        """The kind of column this literal can be asked of; None for `is missing`, which any kind answers."""
        if not self.values:
            return None
        first = self.values[0]
        if self.op in _OF_ORDERED:
            return Kind.DATE if isinstance(first, str) else Kind.NUMBER
        return _KIND_OF_VALUE[type(first)]

    def match(
        self,
        *,
        true: Callable[[], T],
        false: Callable[[], T],
        equal: Callable[[str | int], T],
        unequal: Callable[[str | int], T],
        at_most: Callable[[Cut], T],
        above: Callable[[Cut], T],
        within: Callable[[Cut, Cut], T],
        outside: Callable[[Cut, Cut], T],
        among: Callable[[Values], T],
        not_among: Callable[[Values], T],
        missing: Callable[[], T],
        present: Callable[[], T],
    ) -> T:
        """Take the literal apart: the result of the one function, of twelve, that fits its comparison and its value.

        `true` and `false` are for boolean columns, `equal` and `unequal` for codes and categories, the next four for numbers,
        dates and their cut points, `among` and `not_among` for groups of codes or categories, `missing` and `present` for any column.
        For a missing entry only `missing` holds.

        >>> Literal("age", Op.WITHIN, (20, 35)).match(
        ...     true=str, false=str, equal=str, unequal=str, at_most=str, above=str, outside=max, among=str, not_among=str,
        ...     missing=str, present=str, within=lambda low, high: f"age > {low} AND age <= {high}",
        ... )
        'age > 20 AND age <= 35'
        """
        plain = self.op in (Op.EQUAL, Op.AT_MOST, Op.WITHIN, Op.AMONG, Op.MISSING)
        match self.op, self.value:
            case ((Op.EQUAL | Op.UNEQUAL), bool() as value):
                return true() if value == plain else false()
            case ((Op.EQUAL | Op.UNEQUAL), str() | int() as value):
                return equal(value) if plain else unequal(value)
            case ((Op.AT_MOST | Op.ABOVE), int() | float() | str() as cut) if _is_cut(cut):
                return at_most(cut) if plain else above(cut)
            case (
                (Op.WITHIN | Op.OUTSIDE),
                (int() | float() | str() as low, int() | float() | str() as high),
            ) if _is_cut(low) and _is_cut(high):
                return within(low, high) if plain else outside(low, high)
            case ((Op.AMONG | Op.NOT_AMONG), (first, *_) as values) if isinstance(first, str | int):
                return among(values) if plain else not_among(values)  # type: ignore[arg-type]
            case ((Op.MISSING | Op.PRESENT), _):
                return missing() if plain else present()
        raise DataError(f"literal on column {self.column!r} must compare with a fitting value, got {self.value!r}")

    @property
    def points(self) -> tuple[float, ...]:
        """The numbers that entries are compared with; none for a comparison of another kind."""
        return tuple(float(cut_point(cut)) for cut in self.values) if self.op in _OF_ORDERED else ()

    def holds(self, column: Column) -> NDArray[np.bool_]:
        """For each entry of the column: does it satisfy this literal?"""
        if column.numbers is None or self.op in (Op.MISSING, Op.PRESENT):
            return column.missing ^ (self.op is Op.PRESENT) if self.kind is None else column.pick(self.truth(column))
        self._check_kind(column)
        return np.asarray(self._compare(column.numbers))  # no comparison holds for NaN

    def truth(self, column: Column) -> NDArray[np.bool_]:
        """For each distinct value of the column, and last for a missing entry: does it satisfy this literal?

        So the codes of the column pick what holds of each row: −1, a missing entry, picks the last.
        """
        self._check_kind(column)
        truth = np.empty(len(column.distinct) + 1, dtype=np.bool_)
        truth[:-1] = self._compare(column.distinct)
        truth[-1] = self.op is Op.MISSING
        return truth

    def _check_kind(self, column: Column) -> None:
        kind = self.kind
        if kind is not None and column.kind is not kind:
            raise DataError(f"column {self.column!r} must be of kind {kind} for '{self}', got {column.kind}")

    def _compare(self, values: NDArray[Any]) -> Any:
        """For each of these values, which are there: does it satisfy this literal?"""
        if self.op is Op.EQUAL and self.value is True:  # most questions of most tables: worth a shorter way
            return values
        point = partial(_point_among, values)
        return self.match(
            true=lambda: values,
            false=lambda: ~values,
            equal=lambda value: values == value,
            unequal=lambda value: values != value,
            at_most=lambda cut: values <= point(cut),
            above=lambda cut: values > point(cut),
            within=lambda low, high: (values > point(low)) & (values <= point(high)),
            outside=lambda low, high: (values <= point(low)) | (values > point(high)),
            among=lambda known: np.isin(values, known),
            not_among=lambda known: ~np.isin(values, known),
            missing=lambda: np.False_,
            present=lambda: np.True_,
        )

    def __str__(self) -> str:
        name = printable(self.column)
        return self.match(
            true=lambda: name,
            false=lambda: f"not {name}",
            equal=lambda value: f"{name} == {value_text(value)}",
            unequal=lambda value: f"{name} != {value_text(value)}",
            at_most=lambda cut: f"{name} <= {cut_text(cut)}",
            above=lambda cut: f"{name} > {cut_text(cut)}",
            within=lambda low, high: f"{cut_text(low)} < {name} <= {cut_text(high)}",
            outside=lambda low, high: f"not {cut_text(low)} < {name} <= {cut_text(high)}",
            among=lambda values: f"{name} in {_values_text(values)}",
            not_among=lambda values: f"{name} not in {_values_text(values)}",
            missing=lambda: f"{name} is missing",
            present=lambda: f"{name} is not missing",
        )


def cut_point(cut: Cut) -> np.float64:
    """The number that entries are compared with; for a date its seconds since 1970.

    >>> float(cut_point(35)), float(cut_point("1970-01-02"))
    (35.0, 86400.0)
    """
    point = seconds_of(cut) if isinstance(cut, str) else cut
    assert point is not None, "a literal with another text is refused before"
    return np.float64(point)


def _point_among(values: NDArray[Any], cut: Cut) -> np.floating[Any]:
    """The cut as a number of these values' type, rounded down: no value of the type is between the two.

    >>> float(_point_among(np.zeros(1, np.float32), 0.1)) <= 0.1 < float(np.float32(0.1))
    True
    """
    exact = cut_point(cut)
    if values.dtype != np.float32:
        return exact
    with np.errstate(over="ignore"):
        near = np.float32(exact)
    return np.nextafter(near, np.float32(-np.inf)) if float(near) > float(exact) else near


def _is_cut(cut: Cut) -> bool:
    return not isinstance(cut, str) or seconds_of(cut) is not None


def cut_text(cut: Cut) -> str:
    """A cut as it is printed."""
    return cut if isinstance(cut, str) else number(cut)


def value_text(value: str | float) -> str:
    """A value as it is printed."""
    return printable(value) if isinstance(value, str) else number(value)


def _values_text(values: Values) -> str:
    """The values in braces; of many only the first."""
    more = len(values) - _MOST_SHOWN
    shown = ", ".join(value_text(value) for value in (values if more <= 1 else values[:_MOST_SHOWN]))
    return f"{{{shown}}}" if more <= 1 else f"{{{shown}, … {more} more}}"
