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

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError
from shortlist.tables.table import Column, Kind
from shortlist.words import number, printable

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

    def holds(self, column: Column) -> NDArray[np.bool_]:
        """For each entry of the column: does it satisfy this literal?"""
        if self.kind is not None and column.kind is not self.kind:
            raise DataError(f"column {self.column!r} must be of kind {self.kind} for '{self}', got {column.kind}")
        truth = np.asarray(self._compare(column), dtype=np.bool_)
        if self.kind is not None and column.missing.any():
            truth[column.missing] = self._of_missing(int(np.argmax(column.missing)) if len(column) > 1 else None)
        return truth

    def _of_missing(self, row: int | None) -> bool:
        if self.missing is not None:
            return self.missing
        if self.kind in (Kind.CATEGORY, Kind.CODE):
            return self.op is Op.UNEQUAL
        where = "it is missing here" if row is None else f"row {row + 1} is missing"
        raise DataError(f"column {self.column!r} must have no missing entry, as in training, but {where}")

    def _compare(self, column: Column) -> NDArray[np.bool_]:
        values = column.values
        match self.op, self.value:
            case Op.MISSING, _:
                return column.missing.copy()
            case Op.PRESENT, _:
                return ~column.missing
            case Op.EQUAL, _:
                return np.asarray(values == self.value)
            case Op.UNEQUAL, _:
                return np.asarray(values != self.value)
            case Op.AT_MOST, int() | float() as cut:
                return np.asarray(values <= np.float64(cut))
            case Op.ABOVE, int() | float() as cut:
                return np.asarray(values > np.float64(cut))
            case Op.WITHIN, (low, high):
                return np.asarray((values > np.float64(low)) & (values <= np.float64(high)))
            case Op.OUTSIDE, (low, high):
                return np.asarray((values <= np.float64(low)) | (values > np.float64(high)))
        raise DataError(f"literal on column {self.column!r} must compare with a fitting value, got {self.value!r}")

    def __str__(self) -> str:
        text = self._plain_text()
        return f"{text} or missing" if self.missing and self.kind is not None else text

    def _plain_text(self) -> str:
        name = printable(self.column)
        match self.op, self.value:
            case Op.EQUAL, True:
                return name
            case Op.EQUAL, False:
                return f"not {name}"
            case ((Op.MISSING | Op.PRESENT), _):
                return f"{name} {self.op}"
            case Op.WITHIN, (low, high):
                return f"{number(low)} < {name} <= {number(high)}"
            case Op.OUTSIDE, (low, high):
                return f"not {number(low)} < {name} <= {number(high)}"
            case _, bool() | int() | float() as value:
                return f"{name} {self.op} {number(value)}"
        return f"{name} {self.op} {printable(str(self.value))}"
