"""Columns as one who splits rows sees them: groups of neighbouring values, and the splits that there are between them.

A column of numbers or dates is split between two of its groups, `x <= c` against `x > c`; a column of categories into one value and
all others. Rows with a missing entry are on neither side.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shortlist.features.cutpoints import Places, boundary_places
from shortlist.tables.distinct import in_order
from shortlist.tables.summary import class_counts
from shortlist.tables.table import Column, LabelledTable

Sums = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class SplitColumn:
    """For each row the group of its entry, −1 if it is missing; `places` are the cuts between the groups of a number column."""

    name: str
    groups: NDArray[np.int32]
    n_groups: int
    places: Places | None

    def take(self, rows: NDArray[np.generic]) -> SplitColumn:
        """The same column with only these rows; groups that are gone are left out where they are by far the most."""
        groups = self.groups[rows]
        if self.places is None or self.n_groups <= 4 * len(groups):
            return SplitColumn(self.name, groups, self.n_groups, self.places)
        present = groups >= 0
        kept, groups[present] = np.unique(groups[present], return_inverse=True)
        return SplitColumn(self.name, groups, len(kept), self.places[(kept[:-1] + kept[1:]) // 2])

    @property
    def n_splits(self) -> int:
        """How many splits there are."""
        return self.n_groups if self.places is None else len(self.places)

    def sums(self, values: Sums) -> tuple[Sums, Sums]:
        """For each split, and each of the values of rows (in columns): its sum on the near side, and of all that are not missing."""
        n, width = self.n_groups, values.shape[1]
        by_group = np.empty((n, width))
        for k in range(width):
            by_group[:, k] = np.bincount(self.groups + 1, values[:, k], n + 1)[1:]
        near = by_group if self.places is None else by_group.cumsum(axis=0)[:-1]
        return near, by_group.sum(axis=0)

    def side(self, split: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """For each row: is it on the near side of a split, and on the far side?"""
        near = self.groups == split if self.places is None else (self.groups <= split) & (self.groups >= 0)
        return near, ~near & (self.groups >= 0)


def split_columns(
    data: LabelledTable, most: int | None, enough: Callable[[], bool] = lambda: False
) -> list[SplitColumn]:
    """The columns that can be split; of the boundary cuts of numbers at most so many, chosen evenly by weight.

    Once there was `enough` time, the columns so far are taken.
    """
    found: list[SplitColumn] = []
    for column in data.table:
        if found and enough():
            break
        if not column.kind.is_ordered:
            found.append(SplitColumn(column.name, column.codes, len(column.distinct), None))
            continue
        occurs, counts = occurring(column, data)
        places = boundary_places(counts)
        if most is not None and len(places) > most:
            below = counts.sum(axis=1).cumsum()[places]
            evenly = np.searchsorted(below, np.linspace(0, int(below[-1]), most + 1)[1:])
            places = in_order(places[np.minimum(evenly, len(places) - 1)])
        rank = np.cumsum(occurs) - 1
        groups = np.append(np.searchsorted(places, rank), -1).astype(np.int32)
        found.append(SplitColumn(column.name, groups[column.codes], len(places) + 1, places))
    return [column for column in found if column.n_groups > 1]


def split_at(data: LabelledTable, points: Mapping[str, Sequence[float]]) -> list[SplitColumn]:
    """The columns as `split_columns` has them, those of numbers and dates with a split at each of these points, in order, and no other.

    >>> from shortlist.tables.read import read_labelled
    >>> [column.n_splits for column in split_at(read_labelled("penguins"), {"body_mass_g": [4000.0, 5000.0]})]
    [3, 2, 2]
    """
    found: list[SplitColumn] = []
    for column in data.table:
        if not column.kind.is_ordered:
            found.append(SplitColumn(column.name, column.codes, len(column.distinct), None))
        elif len(cuts := points.get(column.name, ())):
            groups = np.append(np.searchsorted(cuts, column.distinct.astype(np.float64)), -1).astype(np.int32)
            found.append(SplitColumn(column.name, groups[column.codes], len(cuts) + 1, np.arange(len(cuts))))
    return [column for column in found if column.n_groups > 1]


def occurring(column: Column, data: LabelledTable) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """For each distinct value of a column: does it occur with some weight? And the class counts of those that do."""
    counts = class_counts(column, data)
    occurs: NDArray[np.bool_] = np.asarray(counts.any(axis=1))
    return occurs, counts[occurs]


def best_split(columns: Sequence[SplitColumn], scores: Sequence[Sums]) -> tuple[int, int, float] | None:
    """The column and split of the highest score; the first of several, None if no score is above −∞."""
    best: tuple[int, int, float] | None = None
    for k, (column, score) in enumerate(zip(columns, scores, strict=True)):
        if column.n_splits:
            split = int(score.argmax())
            if score[split] > (-np.inf if best is None else best[2]):
                best = k, split, float(score[split])
    return best
