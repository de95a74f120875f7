"""A short list fast, by separate and conquer: grow a rule literal by literal, take it, go on with the rows that are left.

It proves nothing beyond the trivial bound. Exact engines start from its list.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from shortlist.constraints import IndexedLiteral, IndexedRule
from shortlist.model import DecisionList
from shortlist.problem import Problem
from shortlist.solution import Clock


def greedy_list(problem: Problem, clock: Clock) -> DecisionList | None:
    """The best prefix of a greedily grown list; None if a perfect list was not complete when the time was over."""
    grower = _Grower(problem, clock)
    rules: list[IndexedRule] = []
    best = problem.majority_list if problem.is_trivial or not problem.perfect else None
    while not grower.settled():
        rule = grower.grow()
        if rule is None:
            return best
        rules.append(rule)
        if not problem.perfect:
            candidate = problem.decision_list([*rules, ((), 0)])
            if best is None or problem.cost(candidate) < problem.cost(best):
                best = candidate
            elif problem.prices(candidate) >= problem.cost(best):
                return best
    return problem.decision_list([*rules, ((), grower.final_class())]) if problem.perfect else best


def greedy_cover(problem: Problem, label: int, clock: Clock) -> list[IndexedRule] | None:
    """Rules of one class that cover all rows for which it is right, and no other; None if the time was over before."""
    grower = _Grower(problem, clock)
    rules: list[IndexedRule] = []
    while grower.wants(label):
        rules.append(grower.grow_for(label))
        if clock.left() <= 0:
            return None
    return rules


class _Grower:
    """The rows that are left, and how each of them would like to be classified."""

    def __init__(self, problem: Problem, clock: Clock) -> None:
        self._clock = clock
        counts = problem.rows.counts
        self._features = problem.rows.features
        # What predicting class c costs beyond the unavoidable; a right class costs 0.
        self._wrong = counts.max(axis=1, keepdims=True) - counts
        # What a row is worth to a rule of its right class; rows of other classes are worth nothing to it.
        self._gain = np.where(self._wrong == 0, self._wrong.max(axis=1, keepdims=True), 0)
        self._left = self._wrong.any(axis=1)

    def settled(self) -> bool:
        """Is there a class that is right for all rows that are left?"""
        return not self._wrong[self._left].sum(axis=0).all()

    def final_class(self) -> int:
        """That class."""
        return int(self._wrong[self._left].sum(axis=0).argmin())

    def grow(self) -> IndexedRule | None:
        """The rule with the most gain for its size, over all classes; its rows are taken away. None when time is over."""
        wanted = np.flatnonzero(self._gain[self._left].any(axis=0))
        candidates = [self._rule_for(int(label)) for label in wanted]
        if self._clock.left() <= 0:
            return None
        _, literals, label = max(candidates, key=lambda candidate: candidate[0] / (len(candidate[1]) + 1))
        self._left &= ~self._cover(literals)
        return tuple(literals), label

    def wants(self, label: int) -> bool:
        """Is there a row left for which the class is right?"""
        return bool(self._gain[self._left, label].any())

    def grow_for(self, label: int) -> IndexedRule:
        """A rule of this class; its rows are taken away."""
        _, literals, _ = self._rule_for(label)
        self._left &= ~self._cover(literals)
        return tuple(literals), label

    def _rule_for(self, label: int) -> tuple[int, list[IndexedLiteral], int]:
        """Add the literal with the best share of gain until nothing wrong is covered.

        Each literal shrinks the cover and keeps a row that wants the label, so this ends.
        """
        cover, literals = self._left.copy(), []
        while self._wrong[cover, label].any() and self._clock.left() > 0:
            literal = self._best_literal(cover, label)
            literals.append(literal)
            cover &= self._features[:, literal[0]] == literal[1]
        return int(self._gain[cover, label].sum()), literals, label

    def _best_literal(self, cover: NDArray[np.bool_], label: int) -> IndexedLiteral:
        inside = self._features[cover]
        gain, wrong = self._gain[cover, label], self._wrong[cover, label]
        with_gain, with_wrong = gain @ inside, wrong @ inside
        gains = np.stack([gain.sum() - with_gain, with_gain])
        wrongs = np.stack([wrong.sum() - with_wrong, with_wrong])
        shrinks = np.stack([inside.any(axis=0), ~inside.all(axis=0)])
        score = np.where(shrinks & (gains > 0), (gains + 1) / (gains + wrongs + 2), -1.0)
        value, feature = np.unravel_index(int(score.argmax()), score.shape)
        return int(feature), bool(value)

    def _cover(self, literals: list[IndexedLiteral]) -> NDArray[np.bool_]:
        held: NDArray[np.bool_] = self._left.copy()
        for feature, value in literals:
            held &= self._features[:, feature] == value
        return held
