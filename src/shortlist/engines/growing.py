"""Growing one rule, literal by literal, on the rows that are left: pure rules of a class, or rules by a beam.

Sums of losses are floats here only because matrix products of floats are fast; they are whole numbers below 2**53, exact.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from shortlist.engines.bracket import Stopped
from shortlist.problems.indexed import Conjunction, IndexedLiteral, IndexedRule
from shortlist.problems.limits import Clock
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Stop

_BYTES_PER_ENTRY = 16  # the features as floats, and a copy of the rows that are looked at

Sums = NDArray[np.float64]
Measure = Callable[[Sums, Sums, Sums], Sums]
"""(losses by class, weights, prices) of candidate rules → how good each is; the last axis of losses is the class."""


class Grower:
    """The rows that are left, and what each class would lose on them."""

    def __init__(self, problem: Problem, clock: Clock) -> None:
        self.problem, self._clock = problem, clock
        if clock.memory is not None and _BYTES_PER_ENTRY * problem.rows.size > clock.memory:
            raise Stopped(Stop.MEMORY)
        self._features = problem.rows.features.astype(np.float64)
        self._losses = problem.losses.astype(np.float64)
        self._weights = problem.rows.counts.sum(axis=1).astype(np.float64)
        self._numbers = problem.rows.numbers.astype(np.float64)
        # What predicting a class loses beyond the unavoidable; a right class loses 0.
        self._wrong = self._losses - self._losses.min(axis=1, keepdims=True)
        # What a row is worth to a rule of its right class; to a rule of another it is worth nothing.
        self._gain = np.where(self._wrong == 0, self._wrong.max(axis=1, keepdims=True), 0)
        self._cares = self._wrong.any(axis=1)
        self._purity = np.concatenate([self._gain, self._wrong, self._cares[:, None]], axis=1)
        self.left = np.ones(len(problem.rows), dtype=np.bool_)
        self._pure: dict[int, tuple[float, IndexedRule, NDArray[np.bool_]]] = {}
        self._first: Sums | None = None

    def loss_left(self) -> Sums:
        """What each class would lose on the rows that are left."""
        return np.asarray(self._losses[self.left].sum(axis=0))

    def settled(self) -> bool:
        """Is there a class that is right for all rows that are left?"""
        return not self._wrong[self.left].sum(axis=0).all()

    def wants(self, label: int) -> bool:
        """Is there a row left for which the class is right, and not every other one, too?"""
        return bool(self._gain[self.left, label].any())

    def take(self, literals: Conjunction) -> Sums:
        """Take the rows of a rule away; what each class would lose on them."""
        taken = self._cover(literals)
        self.left &= ~taken
        self._pure = {label: known for label, known in self._pure.items() if not (known[2] & taken).any()}
        if self._first is not None:
            self._first -= self._by_literal(taken, self._purity[taken])
        return np.asarray(self._losses[taken].sum(axis=0))

    # -- pure rules -----------------------------------------------------------------------------------

    def pure_rule(self) -> IndexedRule | None:
        """The pure rule with the most gain for its size, over all classes; None when the time is over.

        A class's rule is grown again only when rows that it covers were taken away.
        """
        for label in range(self._gain.shape[1]):
            if label not in self._pure and self.wants(label):
                rule = self.pure_rule_of(label)
                if self._clock.left() <= 0:
                    return None
                cover = self._cover(rule[0])
                self._pure[label] = float(self._gain[cover, label].sum() / (len(rule[0]) + 1)), rule, cover
        return max(self._pure.values(), key=lambda known: known[0])[1]

    def pure_rule_of(self, label: int) -> IndexedRule:
        """Add the literal with the best share of gain until nothing wrong is covered.

        Each literal shrinks the cover and keeps a row that wants the label, so this ends.
        """
        cover = self.left & self._cares
        literals: list[IndexedLiteral] = []
        while self._wrong[cover, label].any() and self._clock.left() > 0:
            literal = self._purest_literal(cover, label, first=not literals)
            literals.append(literal)
            cover &= self.problem.rows.features[:, literal[0]] == literal[1]
        return tuple(literals), label

    def _purest_literal(self, cover: NDArray[np.bool_], label: int, *, first: bool) -> IndexedLiteral:
        """The literal with the most gain among what it covers; what the first one covers is kept up to date."""
        which = [label, self._gain.shape[1] + label, -1]
        if first and self._first is None:
            self._first = self._by_literal(self.left, self._purity[self.left])
        gain, wrong, rows = (
            self._first[which]
            if first and self._first is not None
            else self._by_literal(cover, self._purity[cover][:, which])
        )
        shrinks = (rows > 0) & (rows < cover.sum())
        able = shrinks & (gain > 0) & self.problem.literals.T
        score = np.where(able, (gain + 1) / (gain + wrong + 2), -1.0)
        value, feature = np.unravel_index(int(score.argmax()), score.shape)
        return int(feature), bool(value)

    # -- rules by a beam ------------------------------------------------------------------------------

    def beam_rule(self, measure: Measure, width: int) -> tuple[float, Conjunction] | None:
        """The best rule that a beam of this width finds, and how good it is; None without any that keeps the constraints."""
        constraints = self.problem.constraints
        allowed = self.problem.literals.T
        prices = self.problem.literal_prices.astype(np.float64)
        beam: list[tuple[float, Conjunction]] = [(-np.inf, ())]
        best: tuple[float, Conjunction] | None = None
        for _ in range(constraints.max_literals or len(self.problem.features)):
            found: dict[Conjunction, float] = {}
            for _, literals in beam:
                if self._clock.left() <= 0:
                    return best
                price = self.problem.costs.rule + sum(prices[k] for k, _ in literals)
                score = self._scores(literals, allowed, prices + price, measure)
                for flat in np.argsort(-score, axis=None, kind="stable")[:width].tolist():
                    value, feature = divmod(flat, score.shape[1])
                    if score[value, feature] > -np.inf:
                        found[tuple(sorted((*literals, (feature, bool(value)))))] = float(score[value, feature])
            beam = sorted(((score, literals) for literals, score in found.items()), key=lambda b: (-b[0], b[1]))[:width]
            if not beam or (best is not None and beam[0][0] <= best[0]):
                return best
            best = beam[0]
        return best

    def _scores(self, literals: Conjunction, allowed: NDArray[np.bool_], prices: Sums, measure: Measure) -> Sums:
        """How good the rule is with each further literal, by truth value and feature; −∞ where it must not be."""
        cover = self._cover(literals)
        values = np.concatenate([self._losses[cover], self._weights[cover, None], self._numbers[cover, None]], axis=1)
        *losses, weights, numbers = self._by_literal(cover, values)
        shrinks = (weights > 0) & (weights < self._weights[cover].sum())
        kept = shrinks & allowed & (numbers >= self.problem.constraints.min_rows)
        score = measure(np.stack(losses, axis=-1), weights, np.broadcast_to(prices, weights.shape))
        return np.where(kept, score, -np.inf)

    def _by_literal(self, cover: NDArray[np.bool_], values: Sums) -> Sums:
        """For each column of values: its sum over the covered rows, by truth value and feature."""
        holding = self._features[cover].T @ values
        return np.moveaxis(np.stack([values.sum(axis=0) - holding, holding]), -1, 0)

    def _cover(self, literals: Conjunction) -> NDArray[np.bool_]:
        return self.left & self.problem.rows.covers(literals)
