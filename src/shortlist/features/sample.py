"""A sample of a table's distinct rows that depends on their entries alone: not on chance, nor on the order or the place of rows.

Each row has a hash of its entries, and the distinct rows with the lowest hashes are the sample, each with its weight in each class.
So the samples of parts of a table make up the sample of the whole (`combine`), in whatever order the parts are looked at, and rows
whose hash is too high to stay are passed over at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
        return len(np.unique(self.hashes))

    @property
    def is_whole(self) -> bool:
        """Are all rows in it?"""
        return int(self.data.weights.sum()) == self.weight

    @property
    def bound(self) -> np.uint64:
        """The highest hash that a row may have to be in the sample."""
        full = self.n_distinct >= MOST_ROWS
        return self.hashes[-1] if full else np.uint64(np.iinfo(np.uint64).max)

    def share_of(self, weight: int) -> int:
        """What so much weight of the table is in the sample, rounded up."""
        return -(-weight * int(self.data.weights.sum()) // self.weight)


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
    return lowest(data, hash_rows(data.table), len(data), int(data.weights.sum()))


def combine_samples(parts: Iterable[Sample]) -> Sample:
    """The sample of the table that these are samples of parts of."""
    whole: Sample | None = None
    for part in parts:
        if whole is None:
            whole = part
            continue
        both = stacked([whole.data, part.data])
        hashes = np.concatenate((whole.hashes, part.hashes))
        whole = lowest(both, hashes, whole.n_rows + part.n_rows, whole.weight + part.weight)
    assert whole is not None
    return whole


def lowest(data: LabelledTable, hashes: Hashes, n_rows: int, weight: int) -> Sample:
    """Of these rows the distinct ones with the lowest hashes, as a sample of so many rows and so much weight.

    Rows of equal hash and class become one.
    """
    distinct = np.unique(hashes)
    if len(distinct) > MOST_ROWS:
        kept = hashes <= distinct[MOST_ROWS - 1]
        data, hashes = data.take(kept), hashes[kept]
    order = np.lexsort((data.labels, hashes))
    labels, hashes = data.labels[order], hashes[order]
    is_first = np.ones(len(order), dtype=np.bool_)
    is_first[1:] = (hashes[1:] != hashes[:-1]) | (labels[1:] != labels[:-1])
    first = np.flatnonzero(is_first)
    weights = np.add.reduceat(data.weights[order], first) if len(first) else data.weights
    return Sample(replace(data.take(order[first]), weights=weights), hashes[first], n_rows, weight)
