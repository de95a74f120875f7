"""A table of typed, named columns: what was read, before anything is decided about it.

A column is of one of four kinds: `boolean`; `number`, ordered and compared with cut points; `code`, whole numbers
that are only ever compared for equality; `category`, texts likewise. Missing entries are marked apart, so that no
value has to stand for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError
from shortlist.words import EXACT

Label = str | int | float | bool
"""A class as the user wrote it."""


class Kind(StrEnum):
    """What the entries of a column are, and so which comparisons a rule may make with them."""

    BOOLEAN = "boolean"
    NUMBER = "number"
    CODE = "code"
    CATEGORY = "category"


@dataclass(frozen=True, eq=False, slots=True)
class Column:
    """One named column: `values` (bool, float64, int64 or str objects by kind) and where it is `missing`."""

    name: str
    kind: Kind
    values: NDArray[np.generic]
    missing: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.values)

    def take(self, rows: NDArray[np.generic]) -> Column:
        """The same column with only these rows (indices or a boolean mask)."""
        return Column(self.name, self.kind, self.values[rows], self.missing[rows])


@dataclass(frozen=True, eq=False)
class Table:
    """Columns of equal length under different names.

    >>> smoker = Column("smoker", Kind.BOOLEAN, np.array([True, False]), np.zeros(2, bool))
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


@dataclass(frozen=True, eq=False)
class LabelledTable:
    """A table whose row i is of class `classes[labels[i]]`, counted `weights[i]` times; `target` names the class column."""

    table: Table
    target: str
    classes: tuple[Label, ...]
    labels: NDArray[np.int64]
    weights: NDArray[np.int64]

    def __post_init__(self) -> None:
        check_weights(self.weights)

    def __len__(self) -> int:
        return len(self.table)

    def counted(self) -> LabelledTable:
        """The same without the rows of weight 0."""
        kept = self.weights > 0
        if kept.all():
            return self
        return LabelledTable(self.table.take(kept), self.target, self.classes, self.labels[kept], self.weights[kept])


def check_weights(weights: NDArray[np.int64]) -> None:
    """Weights must not be negative, nor add up to more than 2**53: sums and products of them then stay exact."""
    total = sum(weights.tolist())
    if total > EXACT or (weights < 0).any():
        raise DataError(f"weights must not be negative, nor above 2**53 together, got {weights.min()} and {total}")
