"""The rows that SAT is asked about: one of each class at first, then rows that a list gets wrong."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from shortlist.problems.problem import Problem

_ALL_AT_ONCE = 32
_SHARE_OF_WRONG = 8


class Witnesses:
    """The rows T of a problem, and for each row how close it is to rows of T that want another class.

    Closeness is Σ 2^−distance over the rows of T that have no right class in common with it; the distance of two rows is
    the number of features in which they differ. A close row is told from the others by few literals, so it asks most.
    """

    def __init__(self, problem: Problem, pause: Callable[[], None]) -> None:
        self._pause = pause
        self._features = problem.rows.features.astype(np.float32)
        self._ones = self._features.sum(axis=1)
        self._right = problem.avoidable == 0
        self._perfect = problem.perfect
        self._closeness = np.zeros(len(problem.rows))
        self.chosen = np.zeros(0, dtype=np.int64)
        if len(problem.rows) <= _ALL_AT_ONCE:
            self.chosen = np.flatnonzero(problem.avoidable.any(axis=1))
        else:
            self._take_one_of_each_class(problem)

    def add(self, lost: NDArray[np.int64]) -> NDArray[np.int64]:
        """Choose among the rows that a list loses something on; what it loses counts, too, where losses are added up.

        An eighth of them, since one row seldom settles anything, but T grows by no more than half of itself.
        """
        wrong = np.flatnonzero(lost)
        before = len(self.chosen)
        for _ in range(1 + min(len(wrong) // _SHARE_OF_WRONG, before // 2)):
            worth = self._closeness[wrong] if self._perfect else (self._closeness[wrong] + 2.0**-20) * lost[wrong]
            best = int(worth.argmax())
            self._add_row(int(wrong[best]))
            wrong = np.delete(wrong, best)
        return self.chosen[before:]

    def _take_one_of_each_class(self, problem: Problem) -> None:
        """Of the rows that only one class is right for, those that lose most with another."""
        decided = np.where(self._right.sum(axis=1) == 1, problem.avoidable.max(axis=1), 0)
        for label in range(len(problem.classes)):
            candidates = np.where(self._right[:, label], decided, 0)
            if candidates.any():
                self._add_row(int(candidates.argmax()))

    def _add_row(self, row: int) -> None:
        self._pause()
        own = self._features[row]
        distance = self._ones + own.sum() - 2 * (self._features @ own)
        opposed = ~(self._right & self._right[row]).any(axis=1)
        self._closeness += np.where(opposed, np.exp2(-distance), 0)
        self.chosen = np.append(self.chosen, row)
