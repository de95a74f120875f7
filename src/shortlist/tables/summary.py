"""What is known of a column without its rows: its distinct values, and for each of them how many rows have it, by class and weight.

Questions are made of this alone, so that they are the same wherever the rows lie: in memory, in files, on other machines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.tables.column import Column, Kind
from shortlist.tables.distinct import in_order
from shortlist.tables.table import LabelledTable

NO_ROWS = np.zeros(0, dtype=np.int32)


@dataclass(frozen=True, eq=False, slots=True)
class ColumnSummary:
    """The values of `column`, which has no rows here; value k has the weight `counts[k, c]` in class c, in `numbers[k]` rows.

    In `missing` rows there is no entry. A column of very many values is not `complete`: then these are the values of a sample of the
    rows, or few that tell their range, and how many there are in all, `n_distinct`, may be `estimated`. `in_order` says that each row has a greater value than the one
    before it, or that each has a lesser one.
    """

    column: Column
    counts: NDArray[np.int64]
    numbers: NDArray[np.int64]
    missing: int
    n_distinct: int
    in_order: bool = False
    complete: bool = True
    estimated: bool = False

    @property
    def name(self) -> str:
        """The name of the column."""
        return self.column.name

    @property
    def kind(self) -> Kind:
        """The kind of the column."""
        return self.column.kind

    @property
    def has_missing(self) -> bool:
        """Is there a row without an entry?"""
        return self.missing > 0

    @property
    def entries(self) -> int:
        """How many rows have an entry."""
        return int(self.numbers.sum())


def summary_of(column: Column, data: LabelledTable | None = None, *, exact: bool = True) -> ColumnSummary:
    """The summary of a column whose rows are at hand, of values that some row has; without classes unless they are given.

    Unless `exact`, very many numbers that are not in order yet are left so, and the summary is not complete.

    >>> seen = summary_of(Column.of("age", Kind.NUMBER, [20, 35, 0, 35], [False, False, True, False]))
    >>> seen.column.distinct.tolist(), seen.numbers.tolist(), seen.missing
    ([20.0, 35.0], [1, 2], 1)
    """
    if column.numbers is not None and not exact:
        return _of_range(column, 0 if data is None else len(data.classes))
    numbers = np.bincount(column.codes + 1, minlength=len(column.distinct) + 1)
    occurs = numbers[1:] > 0
    counts = np.zeros((len(column.distinct), 0), dtype=np.int64) if data is None else class_counts(column, data)
    return ColumnSummary(
        Column(column.name, column.kind, column.distinct[occurs], NO_ROWS),
        counts[occurs],
        numbers[1:][occurs],
        int(numbers[0]),
        int(np.count_nonzero(occurs)),
        in_order=np.count_nonzero(numbers) == len(column) and _in_order(column.codes),
    )


def _in_order(codes: NDArray[np.integer[Any]]) -> bool:
    """Is each greater than the one before it, or each lesser?"""
    steps = np.diff(codes)
    return bool((steps > 0).all() or (steps < 0).all())


def _of_range(column: Column, n_classes: int) -> ColumnSummary:
    """What a look at very many numbers tells; how many are different is only found where all are whole and none is missing."""
    values: NDArray[np.float64] = column.values.astype(np.float64, copy=False)
    there = values[~np.isnan(values)] if column.has_missing else values
    broken = there != np.floor(there)
    whole = len(there) == len(values) and not broken.any()
    some = in_order(np.array([there.min(), there[int(broken.argmax())], there.max()]))
    numbers = np.zeros(len(some), dtype=np.int64)
    numbers[0] = len(there)
    steps = np.diff(there) if whole else np.zeros(1)
    return ColumnSummary(
        Column(column.name, column.kind, some, NO_ROWS),
        np.zeros((len(some), n_classes), dtype=np.int64),
        numbers,
        len(values) - len(there),
        len(column.distinct) if whole else len(there),
        in_order=bool((steps > 0).all() or (steps < 0).all()),
        complete=False,
    )


def class_counts(column: Column, data: LabelledTable) -> NDArray[np.int64]:
    """For each distinct value of a column and each class: the weight of its rows."""
    n = len(data.classes)
    # Whole numbers up to 2**53 stay exact as floats, and that is the most that all weights may add up to.
    flat = np.bincount((column.codes + 1) * n + data.labels, data.weights, (len(column.distinct) + 1) * n)
    return flat.reshape(-1, n)[1:].astype(np.int64)
