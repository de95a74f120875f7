"""Literals: the smallest statements a rule is made of, such as `age <= 35`, `colour != red` or `weight is missing`.

A literal stands alone: column, comparison, value, and what it says of a missing entry. A *feature* is a literal taken
as one boolean column of the binarised table; its negation is the literal `feature.negated()`.

>>> young = Literal("age", Op.AT_MOST, 35)
>>> str(young), str(young.negated())
('age <= 35', 'age > 35')
>>> str(Literal("age", Op.AT_MOST, 35, missing=False).negated())
'age > 35 or missing'
>>> str(Literal("smoker", Op.EQUAL, True).negated())
'not smoker'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError
from shortlist.tables.table import Column, Kind
from shortlist.words import number, printable

T = TypeVar("T")

Value = str | int | float | bool | tuple[float, float] | None
"""What a column is compared with: a category, a number, true or false, an interval (low, high], or nothing."""


class Op(StrEnum):
    """The comparisons, in pairs of opposites."""

    EQUAL = "=="
    UNEQUAL = "!="
    AT_MOST = "<="
    ABOVE = ">"
    WITHIN = "in"
    OUTSIDE = "not in"
    MISSING = "is missing"
    PRESENT = "is not missing"

    @property
    def opposite(self) -> Op:
        """The comparison that holds exactly where this one does not (missing entries apart)."""
        return _OPPOSITE[self]


_PAIRS = ((Op.EQUAL, Op.UNEQUAL), (Op.AT_MOST, Op.ABOVE), (Op.WITHIN, Op.OUTSIDE), (Op.MISSING, Op.PRESENT))
_KIND_OF_VALUE = {bool: Kind.BOOLEAN, int: Kind.CODE, str: Kind.CATEGORY}
_OPPOSITE = {a: b for pair in _PAIRS for a, b in (pair, pair[::-1])}


@dataclass(frozen=True, slots=True)
class Literal:
    """`column op value`, and whether a missing entry satisfies it.

    `missing` is True or False where the training data had missing entries in this column. It is None where it had none:
    then a missing number or boolean is refused, and a missing code or category counts as one that was never seen,
    which is unequal to every one that was.
    """

    column: str
    op: Op
    value: Value = None
    missing: bool | None = None

    def __hash__(self) -> int:
        # An enumeration's hash is slow, and literals of lists of thousands of rules are looked up all the time.
        return hash((self.column, self.value))

    def negated(self) -> Literal:
        """The literal that holds exactly where this one does not."""
        missing = None if self.missing is None else not self.missing
        if self.value is True or self.value is False:
            return Literal(self.column, self.op, not self.value, missing)
        return Literal(self.column, self.op.opposite, self.value, missing)

    @property
    def kind(self) -> Kind | None:
        """The kind of column this literal can be asked of; None for `is missing`, which any kind answers."""
        if self.op in (Op.MISSING, Op.PRESENT):
            return None
        if self.op in (Op.EQUAL, Op.UNEQUAL):
            return _KIND_OF_VALUE[type(self.value)]
        return Kind.NUMBER

    def match(
        self,
        *,
        true: Callable[[], T],
        false: Callable[[], T],
        equal: Callable[[str | int], T],
        unequal: Callable[[str | int], T],
        at_most: Callable[[float], T],
        above: Callable[[float], T],
        within: Callable[[float, float], T],
        outside: Callable[[float, float], T],
        missing: Callable[[], T],
        present: Callable[[], T],
    ) -> T:
        """Take the literal apart: the result of the one function, of ten, that fits its comparison and its value.

        `true` and `false` are for boolean columns, `equal` and `unequal` for codes and categories, the next four for numbers
        and their cut points, `missing` and `present` for any column. Whether a missing entry satisfies the literal is
        the attribute `missing`, and no case of its own.

        >>> Literal("age", Op.WITHIN, (20, 35)).match(
        ...     true=str, false=str, equal=str, unequal=str, at_most=str, above=str, outside=max, missing=str, present=str,
        ...     within=lambda low, high: f"age > {low} AND age <= {high}",
        ... )
        'age > 20 AND age <= 35'
        """
        plain = self.op in (Op.EQUAL, Op.AT_MOST, Op.WITHIN, Op.MISSING)
        match self.op, self.value:
            case ((Op.EQUAL | Op.UNEQUAL), bool() as value):
                return true() if value == plain else false()
            case ((Op.EQUAL | Op.UNEQUAL), str() | int() as value):
                return equal(value) if plain else unequal(value)
            case ((Op.AT_MOST | Op.ABOVE), int() | float() as cut):
                return at_most(cut) if plain else above(cut)
            case ((Op.WITHIN | Op.OUTSIDE), (low, high)):
                return within(low, high) if plain else outside(low, high)
            case ((Op.MISSING | Op.PRESENT), _):
                return missing() if plain else present()
        raise DataError(f"literal on column {self.column!r} must compare with a fitting value, got {self.value!r}")

    def holds(self, column: Column) -> NDArray[np.bool_]:
        """For each entry of the column: does it satisfy this literal?"""
        return self.truth(column).take(column.codes)

    def truth(self, column: Column) -> NDArray[np.bool_]:
        """For each distinct value of the column, and last for a missing entry: does it satisfy this literal?

        So the codes of the column pick what holds of each row: −1, a missing entry, picks the last.
        """
        kind = self.kind
        if kind is not None and column.kind is not kind:
            raise DataError(f"column {self.column!r} must be of kind {kind} for '{self}', got {column.kind}")
        values: NDArray[Any] = column.distinct
        truth = np.empty(len(values) + 1, dtype=np.bool_)
        truth[:-1] = self.match(
            true=lambda: values,
            false=lambda: ~values,
            equal=lambda value: values == value,
            unequal=lambda value: values != value,
            at_most=lambda cut: values <= np.float64(cut),
            above=lambda cut: values > np.float64(cut),
            within=lambda low, high: (values > np.float64(low)) & (values <= np.float64(high)),
            outside=lambda low, high: (values <= np.float64(low)) | (values > np.float64(high)),
            missing=lambda: np.False_,
            present=lambda: np.True_,
        )
        truth[-1] = self._of_missing(column)
        return truth

    def _of_missing(self, column: Column) -> bool:
        """Does a missing entry satisfy this literal? If training had none, a missing number or boolean is refused."""
        if self.kind is None:
            return self.op is Op.MISSING
        if self.missing is not None:
            return self.missing
        if self.kind in (Kind.CATEGORY, Kind.CODE):
            return self.op is Op.UNEQUAL
        if column.has_missing:
            where = "it is missing here" if len(column) == 1 else f"row {int(np.argmax(column.missing)) + 1} is missing"
            raise DataError(f"column {self.column!r} must have no missing entry, as in training, but {where}")
        return False

    def __str__(self) -> str:
        name = printable(self.column)
        text = self.match(
            true=lambda: name,
            false=lambda: f"not {name}",
            equal=lambda value: f"{name} == {_value_text(value)}",
            unequal=lambda value: f"{name} != {_value_text(value)}",
            at_most=lambda cut: f"{name} <= {number(cut)}",
            above=lambda cut: f"{name} > {number(cut)}",
            within=lambda low, high: f"{number(low)} < {name} <= {number(high)}",
            outside=lambda low, high: f"not {number(low)} < {name} <= {number(high)}",
            missing=lambda: f"{name} is missing",
            present=lambda: f"{name} is not missing",
        )
        return f"{text} or missing" if self.missing and self.kind is not None else text


def _value_text(value: str | int) -> str:
    return printable(value) if isinstance(value, str) else number(value)
