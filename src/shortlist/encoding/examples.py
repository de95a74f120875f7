"""The examples a formula is written over: the paper's e_1 … e_M, or the merged rows that stand for them.

n and v of the paper depend on an example's features alone, so rows with equal features share them. What is counted per
example are its *misses*: one soft clause says "this row is given class c", with the weight of the examples that want it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shortlist.problems.problem import Problem

NO_CLASS = -1
"""What a row wants that no rule of the classes at hand should cover."""

_NONE = np.zeros(0, dtype=np.int64)
_NO_MISSES = (_NONE, _NONE, _NONE)


@dataclass(frozen=True, eq=False)
class Examples:
    """Rows with features π_i, the classes that are right for each, and the misses that may be counted.

    Miss l has `weight[l]` and is due when row `row[l]` is not given class `label[l]`, or any if that is NO_CLASS. Every list that classifies all rows
    makes `offset` errors more than the misses count: what merged rows of several classes cannot avoid. A perfect list
    has no misses.
    """

    features: NDArray[np.bool_]
    right: NDArray[np.bool_]
    row: NDArray[np.int64]
    label: NDArray[np.int64]
    weight: NDArray[np.int64]
    offset: int

    @property
    def n_classes(self) -> int:
        """|C| as the user counts classes; two classes are one pseudo-feature in the formula."""
        return int(self.right.shape[1])


def merged_examples(problem: Problem) -> Examples:
    """One row for each distinct row that some prediction can cost anything.

    A row with counts n_c costs Σ_c n_c − n_p when p is predicted. With least = min_c n_c that is
    Σ_{c ≠ p} (n_c − least) + (|C| − 1)·least: misses of weight n_c − least, and a constant. A row that no rule classifies
    is charged Σ_c (n_c − least) and the constant, least too little; no optimal model has such a row all the same, since
    without its last rule's literals the list is smaller and that row is charged no more.
    """
    counts = problem.rows.counts
    least = counts.min(axis=1) if counts.shape[1] > 1 else np.zeros(len(counts), dtype=np.int64)
    kept = (counts > least[:, None]).any(axis=1)
    avoidable = counts[kept] - least[kept, None]
    right = avoidable == avoidable.max(axis=1, keepdims=True)
    features = problem.rows.features[kept]
    if problem.perfect:
        return Examples(features, right, *_NO_MISSES, problem.rows.unavoidable)
    row, label = np.nonzero(avoidable)
    offset = int(least.sum()) * (counts.shape[1] - 1)
    return Examples(features, right, row, label, avoidable[row, label], offset)


def single_examples(problem: Problem) -> Examples:
    """One row for each example, as the paper writes it: equal examples are repeated.

    In a perfect list an example of a row with several classes is right when the row is given its commonest class.
    """
    counts = problem.rows.counts
    distinct, label = np.nonzero(counts)
    times = counts[distinct, label]
    distinct, label = np.repeat(distinct, times), np.repeat(label, times)
    features, right = problem.rows.features[distinct], problem.rows.best_classes()[distinct]
    if problem.perfect:
        return Examples(features, right, *_NO_MISSES, problem.rows.unavoidable)
    return Examples(features, right, np.arange(len(label)), label, np.ones(len(label), dtype=np.int64), 0)


def hybrid_examples(problem: Problem) -> Examples:
    """All distinct rows. Sparse: a miss for each class of a row, since an undecided row is an error for all of them.

    Perfect: a miss for each class that is right for a row with several, of no weight; (H5) keeps one of them.
    """
    counts, right = problem.rows.counts, problem.rows.best_classes()
    if not problem.perfect:
        row, label = np.nonzero(counts)
        return Examples(problem.rows.features, right, row, label, counts[row, label], 0)
    row, label = np.nonzero(right & (right.sum(axis=1, keepdims=True) > 1))
    return Examples(problem.rows.features, right, row, label, np.zeros(len(row), dtype=np.int64), 0)


def set_examples(problem: Problem, labels: Sequence[int]) -> Examples:
    """All distinct rows, for rules of these classes alone; a perfect set has all classes.

    Sparse: a miss for each of the classes, and one for all others together, which want no rule to cover the row.
    """
    rows, own = problem.rows, problem.rows.counts[:, list(labels)]
    if problem.perfect:
        return Examples(rows.features, rows.best_classes(), *_NO_MISSES, 0)
    wishes = np.column_stack([own, rows.counts.sum(axis=1) - own.sum(axis=1)])
    row, label = np.nonzero(wishes)
    return Examples(rows.features, own > 0, row, np.where(label == len(labels), NO_CLASS, label), wishes[row, label], 0)
