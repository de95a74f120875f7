"""A table whose rows stay where they lie, as `learn` takes it: in files, in a database, on the workers of a cluster.

Whoever holds the rows (`Rows`) answers four questions about them, each by one pass: what the columns hold, a sample, how many rows
lie in which cells, and what a model does with them. All answers are sums over parts, so they do not depend on how rows are
divided or in which order they come.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from shortlist.checks.recount import Recount
from shortlist.errors import DataError
from shortlist.features.literal import Literal
from shortlist.features.questions import evaluate
from shortlist.features.rows import DistinctRows, merge
from shortlist.features.sample import Sample
from shortlist.models.model import Model
from shortlist.scale.cells import Cells, cells_of
from shortlist.tables.hints import Ways, screened_columns, target_notes
from shortlist.tables.summary import NO_ROWS, ColumnSummary
from shortlist.tables.table import (
    Column,
    Kind,
    Label,
    LabelledTable,
    Source,
    Table,
    Weighed,
    Weighting,
    check_weights,
)
from shortlist.tables.weights import class_weighted


@dataclass(frozen=True, eq=False)
class Weights:
    """The whole weights of rows: a row of the label c that was given the weight `given[k]` has the weight `whole[k, c]`.

    `numbers[k, c]` rows have these; where there is none, the weight is 0.
    """

    given: NDArray[np.int64]
    whole: NDArray[np.int64]
    numbers: NDArray[np.int64]

    @classmethod
    def of(cls, pairs: Mapping[tuple[int, int], int], n_classes: int) -> Weights:
        """Of labels and given weights, each with the number of its rows."""
        given = np.array(sorted({weight for _, weight in pairs}), dtype=np.int64)
        numbers = np.zeros((len(given), n_classes), dtype=np.int64)
        for (label, weight), n in pairs.items():
            numbers[np.searchsorted(given, weight), label] += n
        return cls(given, np.where(numbers > 0, given[:, None], 0), numbers)

    @property
    def total(self) -> int:
        """The weight of all rows."""
        return int(sum(w * n for w, n in zip(self.whole.ravel().tolist(), self.numbers.ravel().tolist(), strict=True)))

    def weighed(self, weighting: Weighting) -> Weighed:
        """How many rows there are, and what their weights tell, if this is what they mean."""
        units = np.array([float(unit) for unit in weighting.units(self.whole.shape[1])])
        return Weighed.of((self.whole / units).ravel(), self.numbers.ravel())

    def weigh(self, data: LabelledTable) -> LabelledTable:
        """Rows with the weights that they were given as rows with their whole weights, without those of weight 0."""
        weights = self.whole[np.searchsorted(self.given, data.weights), data.labels]
        return replace(data, weights=weights).counted()

    def for_classes(self, data: LabelledTable, weights: str | Mapping[Label, Any] | None) -> tuple[Weights, Weighting]:
        """The same times weights of classes, and what the weights then mean; `data` says what they mean now."""
        place, label = np.nonzero(self.numbers)
        pairs = replace(data, table=Table((), len(place)), labels=label, weights=self.whole[place, label])
        weighed = class_weighted(pairs, weights, self.numbers[place, label])
        whole = np.zeros_like(self.whole)
        whole[place, label] = weighed.weights
        return replace(self, whole=whole), weighed.weighting


class Rows(Protocol):
    """Rows, wherever they lie. Those of weight 0 do not count but for a recount, where they weigh nothing."""

    def summaries(self, kinds: Mapping[str, Kind], weights: Weights, *, exact: bool) -> list[ColumnSummary]:
        """What these columns hold; unless `exact`, columns of numbers may be left incomplete."""

    def sample(self, kinds: Mapping[str, Kind], weights: Weights) -> Sample:
        """The sample of the rows with these columns, see `features/sample.py`."""

    def count_cells(self, cells: Sequence[Cells]) -> tuple[LabelledTable, NDArray[np.int64]]:
        """One row for all that lie in the same cells and have the same class and given weight, and how many these are."""

    def recount(self, model: Model, weights: Weights) -> Recount:
        """What a model does with all rows, counted from the rows themselves."""


@dataclass(frozen=True, eq=False)
class Stream:
    """The rows, and what is known of them: `head` is the table without rows; `exact` is as in `Rows.summaries`."""

    rows: Rows
    head: LabelledTable
    weights: Weights
    n_rows: int
    exact: bool = True

    def __post_init__(self) -> None:
        check_weights(np.array([self.weights.total], dtype=object))
        if not self.n_rows:
            raise DataError("there must be at least one row")

    def __len__(self) -> int:
        return self.n_rows

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its columns, in order."""
        return self.head.table.names

    @property
    def classes(self) -> tuple[Label, ...]:
        """The classes of its rows."""
        return self.head.classes

    @property
    def weighting(self) -> Weighting:
        """What its weights mean."""
        return self.head.weighting

    @property
    def weight(self) -> int:
        """The weight of all rows."""
        return self.weights.total

    @property
    def notes(self) -> tuple[str, ...]:
        """What was noticed."""
        return self.head.notes

    @cached_property
    def _summaries(self) -> list[ColumnSummary]:
        return self.rows.summaries(self.head.table.kinds, self.weights, exact=self.exact)

    def summaries(self) -> list[ColumnSummary]:
        """What is known of each column."""
        return self._summaries

    @cached_property
    def _sample(self) -> Sample:
        return self.rows.sample(self.head.table.kinds, self.weights)

    def sample(self) -> Sample:
        """A sample of the rows."""
        return self._sample

    def merged(self, literals: Sequence[Literal]) -> tuple[LabelledTable, NDArray[np.int64]]:
        """The cells of the rows as a table of few rows, of which each literal says the same, and how many rows each is."""
        known = self._merged.get(tuple(literals))
        if known is None:
            known = self._merged[tuple(literals)] = self._merge(literals)
        return known

    @cached_property
    def _merged(self) -> dict[tuple[Literal, ...], tuple[LabelledTable, NDArray[np.int64]]]:
        return {}

    def _merge(self, literals: Sequence[Literal]) -> tuple[LabelledTable, NDArray[np.int64]]:
        data, numbers = self.rows.count_cells(cells_of(literals, self.head.table.kinds))
        given = np.searchsorted(self.weights.given, data.weights)
        whole = self.weights.whole[given, data.labels] * numbers
        kept = whole > 0
        data = replace(data, classes=self.classes, weights=whole).take(kept)
        known = self.head
        data = replace(data, target=known.target, notes=known.notes, kinds_read=known.kinds_read)
        return replace(data, weighting=known.weighting, source=known.source), numbers[kept]

    def distinct_rows(self, literals: Sequence[Literal]) -> DistinctRows:
        """The rows, as far as these literals tell them apart."""
        return distinct_rows(*self.merged(literals), literals)

    def recount(self, model: Model) -> Recount:
        """What a model does with the rows, counted from the rows themselves."""
        return self.rows.recount(model, self.weights)

    def screened(self, *, named: Collection[str], most_categories: int, ways: Ways) -> Stream:
        """The same without columns that had better not be asked for, and with notes, see `tables/hints.py`."""
        known = self.summaries()
        kept, notes = screened_columns(known, named=named, most_categories=most_categories, ways=ways)
        notes = [*notes, *target_notes(self.head.target, self.classes, len(self))]
        table = Table(tuple(column for column in self.head.table if column.name in kept), 0)
        head = replace(self.head, table=table, notes=(*self.head.notes, *notes), kinds_read=self.head.kinds)
        smaller = replace(self, head=head)
        smaller.__dict__["_summaries"] = [seen for seen in known if seen.name in kept]
        return smaller

    def weighed(self, class_weight: str | Mapping[Label, Any] | None) -> Stream:
        """The same with weights of classes."""
        if class_weight is None:
            return self
        weights, weighting = self.weights.for_classes(self.head, class_weight)
        return replace(self, weights=weights, head=replace(self.head, weighting=weighting))


def head_of(
    kinds: Mapping[str, Kind],
    target: str,
    classes: tuple[Label, ...],
    weighting: Weighting,
    *,
    notes: tuple[str, ...] = (),
    source: Source | None = None,
) -> LabelledTable:
    """The table of these columns without rows."""
    nothing = np.zeros(0, dtype=np.int64)
    columns = tuple(Column(name, kind, np.zeros(0), NO_ROWS) for name, kind in kinds.items())
    return LabelledTable(
        Table(columns, 0), target, classes, nothing, nothing, notes, weighting=weighting, source=source
    )


def distinct_rows(data: LabelledTable, numbers: NDArray[np.int64], literals: Sequence[Literal]) -> DistinctRows:
    """The distinct rows of a table whose row i stands for `numbers[i]` rows, all of its class, that weigh `weights[i]` together."""
    features, n_classes = evaluate(literals, data.table), len(data.classes)
    rows = merge(features, data.labels, n_classes, data.weights, single=True)
    merged = merge(features, data.labels, n_classes, numbers).counts.sum(axis=1)
    return DistinctRows.of_bits(rows.bits, rows.n_features, rows.counts, merged)
