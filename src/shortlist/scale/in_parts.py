"""Rows in parts, each of which fits memory: what is asked of all rows is asked of each part, and the answers are added up."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from shortlist.checks.recount import Recount, add_recounts, recount
from shortlist.features.sample import Sample, combine_samples, sample_of
from shortlist.models.model import Model
from shortlist.scale.cells import Cells, packed, unpacked, words_of
from shortlist.scale.part_summary import combine_summaries, summarize_part
from shortlist.scale.stream import Weights
from shortlist.tables.parted import PartedTable
from shortlist.tables.parts import ROWS_READ, Tell, tell_no_one
from shortlist.tables.summary import ColumnSummary
from shortlist.tables.table import Column, Kind, Label, LabelledTable, Table

Answer = TypeVar("Answer")


class Parts(Protocol):
    """Parts of a table, each as a labelled table with the weights that its rows were given."""

    def reduce(
        self,
        ask: Callable[[LabelledTable], Answer],
        combine: Callable[[Iterable[Answer]], Answer],
        columns: Collection[str],
    ) -> Answer:
        """Ask each part, with these columns at least, and combine the answers in the order of the parts."""


@dataclass(frozen=True, eq=False)
class FileParts:
    """The parts of files, one after the other."""

    table: PartedTable
    tell: Tell = tell_no_one

    def reduce(  # noqa: D102
        self,
        ask: Callable[[LabelledTable], Answer],
        combine: Callable[[Iterable[Answer]], Answer],
        columns: Collection[str],
    ) -> Answer:
        def answers() -> Iterable[Answer]:
            done = 0
            for part in self.table.parts(columns):
                yield ask(part)
                done += len(part)
                self.tell(ROWS_READ, done)

        return combine(answers())


@dataclass(frozen=True, eq=False)
class PartRows:
    """The rows of parts, see `stream.Rows`."""

    parts: Parts
    target: str
    classes: tuple[Label, ...]

    def summaries(  # noqa: D102
        self,
        kinds: Mapping[str, Kind],
        weights: Weights,
        *,
        exact: bool,  # noqa: ARG002
    ) -> list[ColumnSummary]:
        ask = partial(summarize_part, kinds=kinds, weights=weights)
        return [seen.finished() for seen in self.parts.reduce(ask, combine_summaries, kinds)]

    def sample(self, kinds: Mapping[str, Kind], weights: Weights) -> Sample:  # noqa: D102
        return self.parts.reduce(partial(_sample_part, kinds=kinds, weights=weights), combine_samples, kinds)

    def count_cells(self, cells: Sequence[Cells]) -> tuple[LabelledTable, NDArray[np.int64]]:  # noqa: D102
        names = [mine.name for mine in cells]
        keys, numbers = self.parts.reduce(partial(_count_part, cells=cells), _combine_counts, names)
        return table_of_cells(cells, keys, self.target, self.classes), numbers

    def recount(self, model: Model, weights: Weights) -> Recount:  # noqa: D102
        return self.parts.reduce(partial(_recount_part, model=model, weights=weights), add_recounts, model.columns)


def only(data: LabelledTable, names: Iterable[str]) -> Table:
    """Some columns of a table, in this order."""
    return Table(tuple(data.table[name] for name in names), len(data))


def _sample_part(data: LabelledTable, kinds: Mapping[str, Kind], weights: Weights) -> Sample:
    return sample_of(weights.weigh(replace(data, table=only(data, kinds))))


def _recount_part(data: LabelledTable, model: Model, weights: Weights) -> Recount:
    return recount(model, weights.weigh(data))


Counts = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Keys, one a row: cells packed into whole numbers, the label and the given weight; and how many rows have each."""


def _count_part(data: LabelledTable, cells: Sequence[Cells]) -> Counts:
    words = [packed(word, [mine.codes(data.table[mine.name]) for mine in word]) for word in words_of(cells)]
    return _grouped(np.stack([*words, data.labels, data.weights], axis=1), np.ones(len(data), dtype=np.int64))


def _combine_counts(parts: Iterable[Counts]) -> Counts:
    return reduce(lambda one, two: _grouped(np.concatenate((one[0], two[0])), np.concatenate((one[1], two[1]))), parts)


def _grouped(keys: NDArray[np.int64], numbers: NDArray[np.int64]) -> Counts:
    """Each key once, with the sum of its numbers."""
    if not len(keys):
        return keys, numbers
    order = np.lexsort(keys.T[::-1])
    keys, numbers = keys[order], numbers[order]
    is_first = np.ones(len(keys), dtype=np.bool_)
    is_first[1:] = (keys[1:] != keys[:-1]).any(axis=1)
    first = np.flatnonzero(is_first)
    return keys[first], np.add.reduceat(numbers, first)


def table_of_cells(
    cells: Sequence[Cells], keys: NDArray[np.int64], target: str, classes: tuple[Label, ...]
) -> LabelledTable:
    """The rows that these keys are, with entries that stand for cells."""
    columns: list[Column] = []
    for position, word in enumerate(words_of(cells)):
        columns += unpacked(word, keys[:, position])
    return LabelledTable(Table(tuple(columns), len(keys)), target, classes, keys[:, -2], keys[:, -1])
