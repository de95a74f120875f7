"""Literals of categories and codes: one for each value, one for the rarest together, and groups of values where asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.features.literal import Literal, Op
from shortlist.tables.table import Column


def literals_of_categories(column: Column, counts: NDArray[np.int64], *, most: int, grouped: bool) -> Iterator[Literal]:
    """`column == value` for at most so many values, the commonest; the others, if any, are one group.

    `counts` are the weights of each class for each distinct value.
    """
    weights = counts.sum(axis=1)
    order = [k for k in np.argsort(-weights, kind="stable").tolist() if weights[k] > 0]
    asked, rare = sorted(order[:most]), sorted(order[most:])
    values = column.distinct.tolist()
    yield from (Literal(column.name, Op.EQUAL, values[k]) for k in asked)
    if len(rare) == 1:
        yield Literal(column.name, Op.EQUAL, values[rare[0]])
    elif rare:
        yield Literal(column.name, Op.AMONG, tuple(values[k] for k in rare))
    if grouped:
        yield from _groups(column.name, values, counts, order)


def _groups(name: str, values: list[Any], counts: NDArray[np.int64], order: list[int]) -> Iterator[Literal]:
    """Values in the order of the share of a class, cut everywhere: some optimal single split of two classes is among these.

    (Breiman et al., Classification and Regression Trees, 1984, theorem 4.5.)
    """
    n_classes = counts.shape[1]
    for label in range(1, 2) if n_classes == 2 else range(n_classes):
        # Exact shares as fractions would be slow; ties are broken by the place of the value.
        ranked = sorted(order, key=lambda k: (counts[k, label] / counts[k].sum(), k))
        for size in range(2, len(ranked) - 1):
            near, far = ranked[:size], ranked[size:]
            shorter = near if len(near) <= len(far) else far
            yield Literal(name, Op.AMONG, tuple(values[k] for k in sorted(shorter)))
