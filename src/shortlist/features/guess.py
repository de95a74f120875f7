"""Guessed cut points: the thresholds of boosted stumps, and of one tree that never leaves fewer rows than a rule must win.

Boosting asks again and again for the one cut that helps most against what is still wrong, so its thresholds are those that rules
want. Of a large table they see a sample (`sample.py`). There is no randomness, and the order of rows does not matter. Guessing decides only which questions are asked; what is then
proved is proved over these questions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from shortlist.features.cutpoints import Places
from shortlist.features.sample import Sample
from shortlist.features.splits import SplitColumn, Sums, best_split, occurring, split_columns
from shortlist.features.stumps import gains_of_stumps
from shortlist.tables.table import LabelledTable

MOST_PLACES = 255  # candidate cuts of a column

Gains = defaultdict[tuple[str, int], float]
"""How much each cut, a column and a place, has helped."""


Guessed = dict[str, tuple[NDArray[np.float64], Places]]
"""For each column of numbers the values that a sample has, and the places of the cuts between them."""


def guess(sample: Sample, *, most: int, min_leaf: int, enough: Callable[[], bool] = lambda: False) -> Guessed:
    """For each column of numbers: at most so many cuts, at boundaries between classes (theorem T-B).

    `min_leaf` is the least weight of a leaf of the tree, of which the sample has its share. With 0 the tree grows until every leaf
    has one class or equal rows only: then its cuts tell apart all rows of the sample that any cuts tell apart and that differ in
    class, and all of them are kept. Once there was `enough` time, what was found so far is taken.

    >>> from shortlist.features.sample import sample_of
    >>> from shortlist.tables.read import read_labelled
    >>> found = guess(sample_of(read_labelled("penguins")), most=3, min_leaf=20)
    >>> {name: len(places) for name, (_, places) in found.items()}
    {'bill_length_mm': 3, 'bill_depth_mm': 3, 'flipper_length_mm': 3, 'body_mass_g': 3, 'year': 0}
    """
    data, min_leaf = sample.data, sample.share_of(min_leaf)
    columns = split_columns(data, MOST_PLACES, enough)
    numbers = [column.name for column in columns if column.places is not None]
    if not numbers:
        return {}
    of_stumps = _ranked(_of_stumps(columns, data, enough))
    fine = columns if min_leaf else split_columns(data, None, enough)
    of_tree = _ranked(_of_tree(fine, data, max(min_leaf, 1), enough))
    found: Guessed = {}
    for name in numbers:
        kept = of_tree[name][: most // 2 if min_leaf else None]
        others = [place for place in of_stumps[name] if place not in kept]
        places = np.array(sorted([*kept, *others[: max(most - len(kept), 0)]]), dtype=np.intp)
        column = data.table[name]
        found[name] = column.distinct[occurring(column, data)[0]].astype(np.float64), places
    return found


def _ranked(gains: Gains) -> defaultdict[str, list[int]]:
    """The places of each column, those that gained most first."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for name, place in sorted(gains, key=lambda cut: (-gains[cut], cut)):
        found[name].append(place)
    return found


def _of_stumps(columns: Sequence[SplitColumn], data: LabelledTable, enough: Callable[[], bool]) -> Gains:
    """The cuts of boosted stumps with what each gained."""
    gains: Gains = defaultdict(float)
    for (k, split), gain in gains_of_stumps(columns, data, enough).items():
        column = columns[k]
        if column.places is not None:
            gains[column.name, int(column.places[split])] += gain
    return gains


# -- one tree -----------------------------------------------------------------------------------------


def _of_tree(columns: Sequence[SplitColumn], data: LabelledTable, min_leaf: int, enough: Callable[[], bool]) -> Gains:
    """The cuts of a tree that splits greedily by Gini impurity until no leaf can be split, with what each gained."""
    gains: Gains = defaultdict(float)
    own = np.zeros((len(data), len(data.classes)))
    own[np.arange(len(data)), data.labels] = data.weights
    nodes = [np.arange(len(data))]
    while nodes and not enough():
        rows = nodes.pop()
        counts = own[rows]
        if len(rows) < 2 or np.count_nonzero(counts.sum(axis=0)) < 2:
            continue
        here = [column.take(rows) for column in columns]
        best = best_split(here, [_gini_gain(*column.sums(counts), min_leaf) for column in here])
        if best is None:
            continue
        column, split, gain = here[best[0]], best[1], best[2]
        if column.places is not None:
            gains[column.name, int(column.places[split])] += gain
        near, far = column.side(split)
        missing = ~near & ~far
        nodes += [rows[side] for side in (near, far, missing) if side.any()]
    return gains


def _gini_gain(near: Sums, whole: Sums, min_leaf: int) -> Sums:
    """For each split: by how much it lowers weight × Gini impurity; −∞ where a side is too light."""
    far = whole - near
    light = np.minimum(near.sum(axis=1), far.sum(axis=1)) < min_leaf

    def purity(sums: Sums) -> Sums:
        total = np.maximum(sums.sum(axis=-1), 1e-300)
        return np.asarray((sums**2).sum(axis=-1) / total)

    return np.where(light, -np.inf, purity(near) + purity(far) - purity(whole))
