"""Summaries of the columns of parts, which add up to those of the whole table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.features.sample import Hashes, hash_entries
from shortlist.scale.stream import Weights
from shortlist.tables.parted import MOST_DISTINCT
from shortlist.tables.summary import NO_ROWS, ColumnSummary, summary_of
from shortlist.tables.table import Column, Kind, LabelledTable

_KEPT_HASHES = 2**12
_ALL_HASHES = 2.0**64


@dataclass(frozen=True, eq=False)
class PartSummary:
    """What some rows tell of a column: a summary, the lowest hashes of its values, and the first and the last value, for the order."""

    seen: ColumnSummary
    lowest: Hashes
    ends: tuple[Any, Any] | None
    order: frozenset[int]
    """1 if values may all rise, −1 if they may all fall."""

    @classmethod
    def of(cls, column: Column, data: LabelledTable) -> PartSummary:
        """Of rows that are at hand."""
        seen = summary_of(column, data)
        lowest = np.sort(hash_entries(seen.column.distinct, column.kind))[:_KEPT_HASHES]
        steps = np.diff(column.codes)
        order = frozenset(sign for sign in (1, -1) if (steps * sign > 0).all())
        ends = (column.values[0], column.values[-1]) if len(column) else None
        return cls(seen, lowest, ends, order).bounded()

    def plus(self, other: PartSummary) -> PartSummary:
        """Of the rows of both, the other's behind."""
        one, two = self.seen, other.seen
        both = np.concatenate((one.column.distinct, two.column.distinct))
        distinct, place = np.unique(both, return_inverse=True)
        counts = np.zeros((len(distinct), one.counts.shape[1]), dtype=np.int64)
        np.add.at(counts, place, np.concatenate((one.counts, two.counts)))
        numbers = np.zeros(len(distinct), dtype=np.int64)
        np.add.at(numbers, place, np.concatenate((one.numbers, two.numbers)))
        complete = one.complete and two.complete
        column = Column(one.name, one.kind, distinct, NO_ROWS)
        seen = ColumnSummary(column, counts, numbers, one.missing + two.missing, len(distinct), complete=complete)
        lowest = np.union1d(self.lowest, other.lowest)[:_KEPT_HASHES]
        ends = (self.ends[0], other.ends[1]) if self.ends and other.ends else self.ends or other.ends
        return PartSummary(seen, lowest, ends, self._order_with(other)).bounded()

    def _order_with(self, other: PartSummary) -> frozenset[int]:
        if self.ends is None or other.ends is None:
            return self.order if other.ends is None else other.order
        if self.seen.has_missing or other.seen.has_missing:
            return frozenset()
        last, first = self.ends[1], other.ends[0]
        return self.order & other.order & {int(first > last) - int(first < last)}

    def bounded(self) -> PartSummary:
        """The same; of too many values only the least, the greatest and one that is not whole are kept, with all counts."""
        seen = self.seen
        if seen.complete and len(seen.column.distinct) <= MOST_DISTINCT:
            return self
        values: NDArray[Any] = seen.column.distinct
        kept = {0, len(values) - 1}
        if seen.kind.is_ordered:
            kept.add(int((values != np.floor(values.astype(np.float64))).argmax()))
        places = sorted(kept)
        numbers = np.zeros(len(places), dtype=np.int64)
        numbers[0] = seen.entries
        counts = np.zeros((len(places), seen.counts.shape[1]), dtype=np.int64)
        counts[0] = seen.counts.sum(axis=0)
        column = Column(seen.name, seen.kind, values[places], NO_ROWS)
        return replace(self, seen=replace(seen, column=column, numbers=numbers, counts=counts, complete=False))

    def finished(self) -> ColumnSummary:
        """The summary, with how many values there are: by the lowest hashes where not all are known."""
        n_distinct = len(self.seen.column.distinct)
        if not self.seen.complete and len(self.lowest) < _KEPT_HASHES:
            n_distinct = len(self.lowest)
        elif not self.seen.complete:
            n_distinct = round((len(self.lowest) - 1) / (float(self.lowest[-1]) / _ALL_HASHES))
        in_order, estimated = bool(self.order) and not self.seen.has_missing, not self.seen.complete
        return replace(self.seen, n_distinct=n_distinct, in_order=in_order, estimated=estimated)


def summarize_part(data: LabelledTable, kinds: Mapping[str, Kind], weights: Weights) -> list[PartSummary]:
    """The summaries of these columns of a part."""
    data = weights.weigh(data)
    return [PartSummary.of(data.table[name], data) for name in kinds]


def combine_summaries(parts: Iterable[Sequence[PartSummary]]) -> list[PartSummary]:
    """The summaries of all parts, in order."""
    return list(reduce(lambda one, two: [a.plus(b) for a, b in zip(one, two, strict=True)], parts))
