"""A sample of a table's distinct rows that depends on their entries alone: not on chance, nor on the order or the place of rows.

Each row has a hash of its entries, and the distinct rows with the lowest hashes are the sample, each with its weight in each class.
So the samples of parts of a table make up the sample of the whole (`combine_samples`), in whatever order the parts are looked at, and rows
whose hash is too high to stay are passed over at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import reduce
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.tables.distinct import in_order
from shortlist.tables.table import Kind, LabelledTable, Table, stacked

MOST_ROWS = 20_000
"""Distinct rows of a sample."""

Hashes = NDArray[np.uint64]
_MISSING = np.uint64(0x5851F42D4C957F2D)
_ODD = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(32)


@dataclass(frozen=True, eq=False)
class Sample:
    """The distinct rows with the lowest hashes, in the order of these; they are of a table of so many rows and so much weight."""

    data: LabelledTable
    hashes: Hashes
    n_rows: int
    weight: int

    @property
    def n_distinct(self) -> int:
        """How many distinct rows there are in it."""
        return len(in_order(self.hashes))

    @property
    def is_whole(self) -> bool:
        """Are all rows in it?"""
        return self.data.weight == self.weight

    @property
    def bound(self) -> np.uint64:
        """The highest hash that a row may have to be in the sample."""
        full = self.n_distinct >= MOST_ROWS
        return self.hashes[-1] if full else np.uint64(np.iinfo(np.uint64).max)

    def only(self, names: Collection[str]) -> Sample:
        """The same rows with none but these of their columns."""
        return replace(self, data=replace(self.data, table=self.data.table.only(names)))

    def share_of(self, weight: int) -> int:
        """What so much weight of the table is in the sample, rounded up."""
        return -(-weight * self.data.weight // self.weight)


def hash_entries(values: NDArray[Any], kind: Kind) -> Hashes:
    """A hash of each value; equal numbers have equal ones, of whatever type they are."""
    if kind is Kind.CATEGORY:
        digests = (blake2b(str(text).encode(errors="surrogatepass"), digest_size=8).digest() for text in values)
        return np.frombuffer(b"".join(digests), dtype="<u8").astype(np.uint64)
    # Adding 0 makes one zero of two.
    bits = (values.astype(np.float64) + 0.0).view(np.uint64)
    # The finalizer of splitmix64 (Steele, Lea, Flood, OOPSLA 2014).
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(bits ^ (bits >> np.uint64(31)))


def add_column(hashes: Hashes, of_entries: Hashes, missing: NDArray[np.bool_] | None = None) -> Hashes:
    """The hashes of rows that have these entries, too."""
    if missing is not None:
        of_entries = np.where(missing, _MISSING, of_entries)
    mixed = (hashes ^ of_entries) * _ODD
    return np.asarray(mixed ^ (mixed >> _SHIFT))


def hash_rows(table: Table) -> Hashes:
    """A hash of the entries of each row."""
    hashes = np.zeros(len(table), dtype=np.uint64)
    for column in table:
        if column.numbers is not None:
            # Very many numbers are not put in order for this.
            missing = column.missing if column.has_missing else None
            hashes = add_column(hashes, hash_entries(column.numbers, column.kind), missing)
        else:
            known = np.append(hash_entries(column.distinct, column.kind), _MISSING)
            hashes = add_column(hashes, column.pick(known))
    return hashes


def sample_of(data: LabelledTable) -> Sample:
    """The sample of a table, see above.

    >>> from shortlist.tables.read import read_labelled
    >>> sample = sample_of(read_labelled("titanic"))
    >>> sample.n_distinct, len(sample.data), sample.is_whole
    (14, 24, True)
    """
    return lowest(data, hash_rows(data.table), len(data), data.weight)


def combine_samples(parts: Iterable[Sample]) -> Sample:
    """The sample of the table that these are samples of parts of."""

    def plus(one: Sample, two: Sample) -> Sample:
        hashes = np.concatenate((one.hashes, two.hashes))
        return lowest(stacked([one.data, two.data]), hashes, one.n_rows + two.n_rows, one.weight + two.weight)

    return reduce(plus, parts)


def _highest_kept(hashes: Hashes) -> np.uint64:
    """The last of the lowest different hashes that there is room for."""
    n_looked_at = MOST_ROWS
    while True:
        # Nearly all rows are passed over without being put in order.
        n_looked_at = min(2 * n_looked_at, len(hashes))
        distinct = in_order(np.partition(hashes, n_looked_at - 1)[:n_looked_at] if len(hashes) else hashes)
        if len(distinct) > MOST_ROWS:
            return np.uint64(distinct[MOST_ROWS - 1])
        if n_looked_at == len(hashes):
            return np.uint64(np.iinfo(np.uint64).max)


def lowest(data: LabelledTable, hashes: Hashes, n_rows: int, weight: int) -> Sample:
    """Of these rows the distinct ones with the lowest hashes, as a sample of so many rows and so much weight.

    Rows of equal hash and class become one.
    """
    kept = hashes <= _highest_kept(hashes)
    if not kept.all():
        data, hashes = data.take(kept), hashes[kept]
    order = np.lexsort((data.labels, hashes))
    labels, hashes = data.labels[order], hashes[order]
    is_first = np.ones(len(order), dtype=np.bool_)
    is_first[1:] = (hashes[1:] != hashes[:-1]) | (labels[1:] != labels[:-1])
    first = np.flatnonzero(is_first)
    weights = np.add.reduceat(data.weights[order], first) if len(first) else data.weights
    return Sample(replace(data.take(order[first]), weights=weights), hashes[first], n_rows, weight)
