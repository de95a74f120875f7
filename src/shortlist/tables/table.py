"""A table of typed, named columns: what was read, before anything is decided about it.

A column is of one of four kinds: `boolean`; `number`, ordered and compared with cut points; `code`, whole numbers
that are only ever compared for equality; `category`, texts likewise. It is kept as its distinct values and, for each
row, the place of the row's value among them, so that a value is looked at once however often it occurs. A missing
entry has the place −1, so that no value has to stand for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError
from shortlist.tables.distinct import distinct_codes
from shortlist.words import EXACT

Label = str | int | float | bool
"""A class as the user wrote it."""


class Kind(StrEnum):
    """What the entries of a column are, and so which comparisons a rule may make with them."""

    BOOLEAN = "boolean"
    NUMBER = "number"
    CODE = "code"
    CATEGORY = "category"


_DTYPES: dict[Kind, np.dtype[Any]] = {
    Kind.BOOLEAN: np.dtype(np.bool_),
    Kind.NUMBER: np.dtype(np.float64),
    Kind.CODE: np.dtype(np.int64),
    Kind.CATEGORY: np.dtype(object),
}
_FILLERS: dict[Kind, object] = {Kind.BOOLEAN: False, Kind.NUMBER: np.nan, Kind.CODE: 0, Kind.CATEGORY: None}


@dataclass(frozen=True, eq=False, slots=True)
class Column:
    """One named column: row i has the value `distinct[codes[i]]`, or none at all where `codes[i]` is −1.

    `distinct` is sorted and without repetition: bool, float64, int64 or str objects by kind.

    >>> Column.of("colour", Kind.CATEGORY, ["red", "blue", "red"])
    Column(name='colour', kind=<Kind.CATEGORY: 'category'>, distinct=array(['blue', 'red'], dtype=object), codes=array([1, 0, 1], dtype=int32))
    """

    name: str
    kind: Kind
    distinct: NDArray[np.generic]
    codes: NDArray[np.int32]

    @classmethod
    def of(
        cls,
        name: str,
        kind: Kind,
        values: Sequence[Any] | NDArray[np.generic],
        missing: Sequence[bool] | NDArray[np.bool_] | None = None,
    ) -> Column:
        """The column of one value for each row; where `missing`, the value is not looked at.

        >>> column = Column.of("age", Kind.NUMBER, [35, 0, 20, 35], [False, True, False, False])
        >>> column.distinct.tolist(), column.codes.tolist()
        ([20.0, 35.0], [1, -1, 0, 1])
        """
        entries = np.empty(len(values), dtype=object) if kind is Kind.CATEGORY else np.asarray(values)
        if kind is Kind.CATEGORY:
            entries[:] = values
        present = slice(None) if missing is None else ~np.asarray(missing, dtype=np.bool_)
        codes = np.full(len(values), -1, dtype=np.int32)
        distinct, codes[present] = distinct_codes(entries[present].astype(_DTYPES[kind]))
        return cls(name, kind, distinct, codes)

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def missing(self) -> NDArray[np.bool_]:
        """For each row: has it no entry here?"""
        return np.asarray(self.codes < 0)

    @property
    def has_missing(self) -> bool:
        """Is there a row without an entry?"""
        return int(self.codes.min(initial=0)) < 0

    @property
    def values(self) -> NDArray[np.generic]:
        """For each row its value; False, NaN, 0 or None (by kind) where it is missing."""
        filled = np.empty(len(self.distinct) + 1, dtype=self.distinct.dtype)
        filled[:-1], filled[-1] = self.distinct, _FILLERS[self.kind]
        return filled[self.codes]

    def take(self, rows: NDArray[np.generic]) -> Column:
        """The same column with only these rows (indices or a boolean mask).

        Values that no longer occur may stay in `distinct`; they go where there are fewer rows than values.
        """
        codes = self.codes[rows]
        if len(codes) >= len(self.distinct):
            return Column(self.name, self.kind, self.distinct, codes)
        if len(codes) == 1:
            # Tables are explained row by row, so one row must not wait for a sort.
            kept_one = self.distinct[codes] if codes[0] >= 0 else self.distinct[:0]
            return Column(self.name, self.kind, kept_one, np.minimum(codes, 0))
        present = codes >= 0
        places = np.full(len(codes), -1, dtype=np.int32)
        kept, places[present] = np.unique(codes[present], return_inverse=True)
        return Column(self.name, self.kind, self.distinct[kept], places)


@dataclass(frozen=True, eq=False)
class Table:
    """Columns of equal length under different names.

    >>> smoker = Column.of("smoker", Kind.BOOLEAN, [True, False])
    >>> table = Table((smoker,), 2)
    >>> len(table), table.names
    (2, ('smoker',))
    """

    columns: tuple[Column, ...]
    n_rows: int

    def __post_init__(self) -> None:
        seen: set[str] = set()
        for column in self.columns:
            if column.name in seen:
                raise DataError(f"column names must be different, but {column.name!r} stands twice")
            if len(column) != self.n_rows:
                raise DataError(f"column {column.name!r} must have {self.n_rows} entries, got {len(column)}")
            seen.add(column.name)

    def __len__(self) -> int:
        return self.n_rows

    def __iter__(self) -> Iterator[Column]:
        return iter(self.columns)

    @property
    def names(self) -> tuple[str, ...]:
        """The column names, in order."""
        return tuple(column.name for column in self.columns)

    def __contains__(self, name: object) -> bool:
        return any(column.name == name for column in self.columns)

    def __getitem__(self, name: str) -> Column:
        for column in self.columns:
            if column.name == name:
                return column
        raise DataError(f"column {name!r} is needed but not in the table")

    def take(self, rows: NDArray[np.generic]) -> Table:
        """The same columns with only these rows (indices or a boolean mask)."""
        picked = tuple(column.take(rows) for column in self.columns)
        return Table(picked, int(np.arange(self.n_rows)[rows].size))


@dataclass(frozen=True)
class Weighting:
    """What the whole-number weights of rows mean: `scale` of them are one of the user's.

    `column` is where they were read; `classes` are the weights of classes that they were multiplied by, as exact fractions.
    """

    scale: int = 1
    column: str | None = None
    classes: tuple[str, ...] = ()

    def units(self, n_classes: int) -> list[Fraction]:
        """For each class: what a row of the user's weight 1 counts."""
        return [self.scale * Fraction(factor) for factor in self.classes or ("1",) * n_classes]


PLAIN = Weighting()
"""Each row counts once."""


@dataclass(frozen=True, eq=False)
class LabelledTable:
    """A table whose row i is of class `classes[labels[i]]`, counted `weights[i]` times; `target` names the class column.

    `weighting` says what these weights are to the user.
    """

    table: Table
    target: str
    classes: tuple[Label, ...]
    labels: NDArray[np.int64]
    weights: NDArray[np.int64]
    weighting: Weighting = PLAIN

    def __post_init__(self) -> None:
        check_weights(self.weights)

    def __len__(self) -> int:
        return len(self.table)

    def equal_rows(self) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
        """For each distinct row, equal in every column: the first of its rows, and its weight in each class."""
        number = np.zeros(len(self), dtype=np.int64)
        for column in self.table:
            _, number = np.unique(number * (len(column.distinct) + 1) + column.codes + 1, return_inverse=True)
        _, first, number = np.unique(number, return_index=True, return_inverse=True)
        n = len(self.classes)
        # Whole numbers up to 2**53 stay exact as floats, and that is the most that all weights may add up to.
        counts = np.bincount(number * n + self.labels, self.weights, len(first) * n)
        return first, counts.reshape(-1, n).astype(np.int64)

    def scattered(self) -> NDArray[np.intp]:
        """The rows in an order that looks random but depends on their entries, classes and weights alone."""
        key = self.labels.astype(np.uint64)
        for column in self.table:
            key = key * np.uint64(0x9E3779B97F4A7C15) + column.codes.astype(np.int64).view(np.uint64)
            key ^= key >> np.uint64(29)
        return np.lexsort((self.weights, key))

    def take(self, rows: NDArray[np.generic]) -> LabelledTable:
        """The same with only these rows (indices or a boolean mask)."""
        return replace(self, table=self.table.take(rows), labels=self.labels[rows], weights=self.weights[rows])

    def counted(self) -> LabelledTable:
        """The same without the rows of weight 0."""
        kept = self.weights > 0
        return self if kept.all() else self.take(kept)


def check_weights(weights: NDArray[np.int64]) -> None:
    """Weights must not be negative, nor add up to more than 2**53: sums and products of them then stay exact."""
    low, high = int(weights.min(initial=0)), int(weights.max(initial=0))
    # NumPy's sum is of 64 bits and says nothing where they do not suffice.
    total = int(weights.sum()) if high * len(weights) <= EXACT else sum(weights.tolist())
    if total > EXACT or low < 0:
        raise DataError(f"weights must not be negative, nor above 2**53 together, got {weights.min()} and {total}")
