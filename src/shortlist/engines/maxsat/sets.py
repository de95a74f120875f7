"""Decision sets by MaxSAT: the only engine for complete sparse sets, and the witness for all others.

A formula knows only sets of at most N rules. N grows until more rules cannot pay: they cost at least N + 1 times what a rule
with one literal costs, and what no set avoids.
"""

from __future__ import annotations

import numpy as np

from shortlist.encoding.decision_set import decode_set, encode_set, predicted_set_clauses
from shortlist.encoding.examples import set_examples
from shortlist.engines.bracket import PartOfSet
from shortlist.engines.maxsat.growth import Growth, grow
from shortlist.engines.sets import solve_parts
from shortlist.problems.evaluate import cost_of_class, valid_cost
from shortlist.problems.indexed import Lists, set_of
from shortlist.problems.limits import Clock, Limits
from shortlist.problems.problem import Problem
from shortlist.problems.solution import OnProgress, Solution


def set_maxsat(problem: Problem, limits: Limits, *, on_progress: OnProgress | None = None) -> Solution:
    """The cheapest set by MaxSAT over growing numbers of rules: class by class if separated, else all at once."""
    every = tuple(range(len(problem.classes)))
    whole = problem.perfect or problem.is_complete
    labels = [every] if whole else [(label,) for label in every]
    return solve_parts("maxsat", problem, [MaxSatPart(problem, group) for group in labels], limits, on_progress)


class MaxSatPart(PartOfSet):
    """Some classes of a set: all of them, or one of a separated set."""

    def __init__(self, problem: Problem, labels: tuple[int, ...]) -> None:
        super().__init__(labels)
        self._problem, self._n_rules = problem, 0
        self._examples = set_examples(problem, labels)

    def start(self, _: Clock) -> None:
        """No rule at all, if that is allowed."""
        if not self._problem.perfect:
            cost = self._cost(())
            assert cost is not None
            self.offer((), cost)
            self.raise_bound_capped(self._cost_from(0))

    def solve(self, clock: Clock) -> None:
        """Grow N until the bracket is closed or a limit is reached; may be called again with more time."""
        models = Growth(
            predicted_clauses=lambda n_rules: predicted_set_clauses(self._examples, n_rules),
            encode=lambda n_rules, pause: encode_set(self._problem, self._examples, n_rules, pause),
            decode=lambda formula, model: set_of(
                (literals, self.labels[label]) for literals, label in decode_set(formula.variables, model)
            ),
            cost=self._cost,
            cost_from=self._cost_from,
            next_size=self._next_size,
        )
        with self.until_stopped():
            grow(models, self, clock, size=self._n_rules)

    def _next_size(self, n_rules: int) -> int:
        """One rule more; where a limit ends this formula, the next solve begins with it again."""
        self._n_rules = n_rules
        return n_rules + 1

    def _cost(self, lists: Lists) -> int | None:
        if self._problem.perfect or self._problem.is_complete:
            return valid_cost(self._problem, lists)
        return cost_of_class(self._problem, lists, self.labels[0])

    def _cost_from(self, n_rules: int) -> int:
        """What sets of so many rules or more cost: two rules or more have literals, and some errors cannot be avoided."""
        costs, e = self._problem.costs, self._examples
        best = np.zeros(len(e.features), dtype=np.int64)
        np.maximum.at(best, e.row, e.weight)
        unavoidable = costs.error * int(e.weight.sum() - best.sum())
        return unavoidable + n_rules * (costs.rule + (costs.literal if n_rules > 1 else 0))
