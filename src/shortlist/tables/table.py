"""A table of typed, named columns: what was read, before anything is decided about it; and one with classes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError, UsageError, together
from shortlist.tables.column import Column, Kind
from shortlist.tables.dates import PARTS, whole_and_part
from shortlist.words import EXACT, did_you_mean

__all__ = ["Column", "Kind", "Label", "LabelledTable", "Table", "check_weights", "stacked"]

Label = str | int | float | bool
"""A class as the user wrote it."""


@dataclass(frozen=True, eq=False)
class Table:
    """Columns of equal length under different names; of a date `signed` it also has `signed.year` and the like, if asked for.

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

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The column names, in order."""
        return tuple(column.name for column in self.columns)

    @cached_property
    def ordered(self) -> tuple[Column, ...]:
        """The columns that are compared with cut points."""
        return tuple(column for column in self.columns if column.kind.is_ordered)

    @property
    def kinds(self) -> dict[str, Kind]:
        """The kind of each column, in order."""
        return {column.name: column.kind for column in self.columns}

    @cached_property
    def _by_name(self) -> dict[str, Column]:
        return {column.name: column for column in self.columns}

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __getitem__(self, name: str) -> Column:
        if name in self._by_name:
            return self._by_name[name]
        found = whole_and_part(name)
        if found is not None and found[0] in self and self[found[0]].kind is Kind.DATE:
            return self[found[0]].part(found[1])
        raise DataError(f"column {name!r} is needed but not in the table")

    def with_parts(self, parts: Mapping[str, Sequence[str]]) -> Table:
        """The table with these parts of dates as columns behind its own."""
        more = together(partial(self._part, name, part) for name, wanted in parts.items() for part in wanted)
        return Table((*self.columns, *{column.name: column for column in more}.values()), self.n_rows)

    def _part(self, name: str, part: str) -> Column:
        if name not in self:
            raise UsageError(f"there is no column {name!r} to take parts of{did_you_mean(name, self.names)}")
        if part not in PARTS:
            raise UsageError(
                f"the parts of a date must be among {', '.join(PARTS)}, got {part!r}{did_you_mean(part, PARTS)}"
            )
        if self[name].kind is not Kind.DATE:
            raise UsageError(f"only dates have parts, but column {name!r} is of kind {self[name].kind}")
        if f"{name}.{part}" in self:
            raise UsageError(f"there is a column {f'{name}.{part}'!r} already, beside the {part} of column {name!r}")
        return self[name].part(part)

    def only(self, names: Collection[str]) -> Table:
        """The table with none but these of its columns."""
        return Table(tuple(column for column in self.columns if column.name in names), self.n_rows)

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


ROUNDING = Fraction(1, 10**6)
"""What rounding to whole numbers can take from a weight that is multiplied by one of a class, or add to it, as a part of it."""

PLAIN = Weighting()
"""Each row counts once."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """How many rows there are, and how much their weights tell: `effective` rows of equal weight for each unit of weight.

    That is Kish's Σw / Σw²: 1 where each row weighs 1, and 1/1000 where each weighs 1000.
    """

    rows: int
    effective: float

    @classmethod
    def of(cls, weights: NDArray[np.float64], numbers: NDArray[np.int64] | None = None) -> Weighed:
        """Of rows of these weights, or of so many of each; those of weight 0 are none."""
        numbers = np.ones(len(weights), dtype=np.int64) if numbers is None else numbers
        squares = float((numbers * weights**2).sum())
        effective = float(f"{float((numbers * weights).sum()) / squares:.6g}") if squares else 1.0
        return cls(int(numbers[weights > 0].sum()), effective)


@dataclass(frozen=True, slots=True)
class HeldOut:
    """Which rows of a table were held out: the share of them, an exact fraction, and the seed that they were drawn by."""

    share: str
    seed: int

    def __str__(self) -> str:
        return f"share {self.share}, seed {self.seed}"


@dataclass(frozen=True, slots=True)
class Source:
    """The file that the rows of a table are from, and SHA-256 of its bytes; they are all its rows, or all but those held out."""

    name: str
    sha256: str
    held_out: HeldOut | None = None


@dataclass(frozen=True, eq=False)
class LabelledTable:
    """A table whose row i is of class `classes[labels[i]]`, counted `weights[i]` times; `target` names the class column.

    `notes` are sentences for whoever gave the table: what was found in it, and what was left out. `kinds_read` are the kinds of
    all its columns, those left out among them, where these are others than the table's. `weighting` says what these weights are to
    the user, `source` which file they are from. `elsewhere` tells of rows that are not held here.
    """

    table: Table
    target: str
    classes: tuple[Label, ...]
    labels: NDArray[np.int64]
    weights: NDArray[np.int64]
    notes: tuple[str, ...] = ()
    kinds_read: Mapping[str, Kind] | None = None
    weighting: Weighting = PLAIN
    source: Source | None = None
    elsewhere: Weighed | None = None

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

    @property
    def kinds(self) -> dict[str, Kind]:
        """The kind of each column that was read, in order, and then of each that was made of others."""
        return {**(self.kinds_read or {}), **self.table.kinds}

    @property
    def weighed(self) -> Weighed | None:
        """How many rows these are, and what their weights tell, without those of classes; None where no one knows."""
        return Weighed.of(self.own_weights) if len(self) else self.elsewhere

    @property
    def own_weights(self) -> NDArray[np.float64]:
        """What each row weighs by the user, without the weights of classes: 1 where rows have no weights."""
        units = np.array([float(unit) for unit in self.weighting.units(len(self.classes))])
        found = np.asarray(self.weights / units[self.labels], dtype=np.float64)
        near = np.abs(found - np.round(found)) <= float(ROUNDING) * found if self.weighting.classes else False
        return np.where(near, np.round(found), found)

    def take(self, rows: NDArray[np.generic]) -> LabelledTable:
        """The same classes with only these rows (indices or a boolean mask)."""
        kept = self.table.take(rows)
        return replace(self, table=kept, labels=self.labels[rows], weights=self.weights[rows], source=None)

    def counted(self) -> LabelledTable:
        """The same without the rows of weight 0."""
        return self if self._all_count else replace(self.take(self.weights > 0), source=self.source)

    @cached_property
    def _all_count(self) -> bool:
        return bool((self.weights > 0).all())

    @cached_property
    def weight(self) -> int:
        """The weight of all rows."""
        return int(self.weights.sum())


def stacked(parts: Sequence[LabelledTable]) -> LabelledTable:
    """The rows of all these tables, which have the same columns and classes, one after the other."""
    first = parts[0]
    columns = []
    for k, column in enumerate(first.table):
        mine = [part.table.columns[k] for part in parts]
        values, missing = (np.concatenate([getattr(each, what) for each in mine]) for what in ("values", "missing"))
        columns.append(Column.of(column.name, column.kind, values, missing))
    labels, weights = (np.concatenate([getattr(part, what) for part in parts]) for what in ("labels", "weights"))
    return replace(first, table=Table(tuple(columns), len(labels)), labels=labels, weights=weights, source=None)


def check_weights(weights: NDArray[np.int64]) -> None:
    """Weights must not be negative, nor add up to more than 2**53: sums and products of them then stay exact."""
    low, high = int(weights.min(initial=0)), int(weights.max(initial=0))
    # NumPy's sum is of 64 bits and says nothing where they do not suffice.
    total = int(weights.sum()) if high * len(weights) <= EXACT else sum(weights.tolist())
    if total > EXACT or low < 0:
        raise DataError(f"weights must not be negative, nor above 2**53 together, got {weights.min()} and {total}")
