"""Rows to learn from and rows to judge by: a share of a table held out, the same whatever order its rows stand in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import UsageError
from shortlist.tables.table import HeldOut, LabelledTable


def held_out(data: LabelledTable, share: Fraction, seed: int = 0) -> tuple[LabelledTable, LabelledTable]:
    """The rows to learn from, which keep their source, and a share of each class to judge by."""
    share = Fraction(str(share))
    drawn = drawn_rows(data, share, seed)
    source = None if data.source is None else replace(data.source, held_out=HeldOut(str(share), seed))
    return replace(data.take(~drawn), source=source), data.take(drawn)


def drawn_rows(data: LabelledTable, share: Fraction, seed: int = 0) -> NDArray[np.bool_]:
    """For each row: is it one of the share of its class that is held out? Every class keeps a row to be learned from.

    Rows are drawn from their sorted order. Equal rows are as good as each other, so the same rows are drawn, as far as anyone
    can tell, however the table is shuffled.
    """
    if not 0 < share < 1:
        raise UsageError(f"the share of rows held out must be between 0 and 1, got {share}")
    sizes = np.bincount(data.labels, minlength=len(data.classes)).tolist()
    drawn = np.zeros(len(data), dtype=np.bool_)
    order, rng = _sorted_rows(data), np.random.default_rng(seed)
    for label, size in enumerate(_sizes(sizes, share)):
        mine = order[data.labels[order] == label]
        drawn[mine[rng.permutation(len(mine))[:size]]] = True
    if not drawn.any():
        raise UsageError(f"the share of rows held out must be larger, for {float(share):g} of {len(data)} rows is none")
    return drawn


def _sizes(sizes: Sequence[int], share: Fraction) -> list[int]:
    """How many rows of each class: the share, rounded so that all add up to the share of all; never all of a class.

    >>> _sizes([10, 5, 1], Fraction(1, 4))
    [3, 1, 0]
    """
    exact = [size * share for size in sizes]
    found = [int(part) for part in exact]
    by_rest = sorted(range(len(sizes)), key=lambda label: (found[label] - exact[label], label))
    for label in by_rest[: round(sum(exact)) - sum(found)]:
        found[label] += 1
    return [min(part, max(size - 1, 0)) for part, size in zip(found, sizes, strict=True)]


def _sorted_rows(data: LabelledTable) -> NDArray[np.intp]:
    """The rows in the order of their entries, column by column by name."""
    columns = sorted(data.table, key=lambda column: column.name)
    return np.lexsort(np.stack([data.weights, *(column.codes for column in columns), data.labels]))
