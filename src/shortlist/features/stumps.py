"""Boosted stumps: which splits of columns help most, one after the other, against what is still wrong.

There is no randomness, and the order of rows does not matter.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np

from shortlist.features.splits import SplitColumn, Sums, best_split
from shortlist.tables.table import LabelledTable

ROUNDS = 60  # stumps; with several classes as many for each of them, but no more than MOST_STUMPS
MOST_STUMPS = 180
LEAST_STUMPS = 6  # for each class, however little time there is
RATE = 0.3
_RIDGE = 1e-9

SplitGains = defaultdict[tuple[int, int], float]
"""How much each split, the number of a column and of its split, has helped."""


def gains_of_stumps(
    columns: Sequence[SplitColumn], data: LabelledTable, enough: Callable[[], bool] = lambda: False
) -> SplitGains:
    """What each split gained that boosted stumps ask for, by Newton steps for the logistic loss of each class against the others.

    Once there was `enough` time, what was found so far is taken.

    >>> from shortlist.features.splits import split_columns
    >>> from shortlist.tables.read import read_labelled
    >>> titanic = read_labelled("titanic")
    >>> gains = gains_of_stumps(split_columns(titanic, None), titanic)
    >>> titanic.table.names[max(gains, key=gains.get)[0]]
    'sex'
    """
    labels, weights = data.labels, data.weights / data.weights.sum()
    n_classes = len(data.classes)
    classes = range(1, 2) if n_classes == 2 else range(n_classes)
    gains: SplitGains = defaultdict(float)
    for label in classes:
        margin = np.zeros(len(labels))
        own = (labels == label).astype(np.float64)
        for number in range(min(ROUNDS, MOST_STUMPS // len(classes) + 1)):
            chance = 1 / (1 + np.exp(-margin))
            steps = np.stack([weights * (own - chance), weights * chance * (1 - chance)], axis=1)
            best = best_split(columns, [_newton_gain(*column.sums(steps)) for column in columns])
            if best is None or best[2] <= 0 or (number >= LEAST_STUMPS and enough()):
                break
            k, split, gain = best
            for side in columns[k].side(split):
                pull, curve = steps[side].sum(axis=0)
                margin[side] += RATE * pull / (curve + _RIDGE)
            gains[k, split] += gain
    return gains


def _newton_gain(near: Sums, whole: Sums) -> Sums:
    """For each split: what one Newton step on each side gains over one step for both."""
    far = whole - near

    def gain(sums: Sums) -> Sums:
        return np.asarray(sums[..., 0] ** 2 / (sums[..., 1] + _RIDGE))

    return gain(near) + gain(far) - gain(whole)
