"""Decision sets by MaxSAT: the only engine for complete sparse sets, and the witness for all others.

A formula knows only sets of at most N rules. N grows until more rules cannot pay: they cost at least N + 1 times what a rule
with one literal costs, and what no set avoids.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from shortlist.encoding.decision_set import (
    SetExamples,
    decode_set,
    encode_set,
    predicted_set_clauses,
)
from shortlist.engines.bracket import Stopped, check_time
from shortlist.engines.maxsat.lists import BYTES_PER_CLAUSE
from shortlist.engines.sat.oracle import MaxSat
from shortlist.engines.sets import Parts
from shortlist.errors import UsageError, WrongAnswerError
from shortlist.problems.constraints import FREE, IndexedRule
from shortlist.problems.set_problem import SetForm, SetProblem
from shortlist.problems.solution import Clock, Limits, OnProgress, SetSolution, Stop


def set_maxsat(problem: SetProblem, limits: Limits, *, on_progress: OnProgress | None = None) -> SetSolution:
    """The cheapest set by MaxSAT over growing numbers of rules: class by class if separated, else all at once."""
    if problem.constraints != FREE:
        raise UsageError("the engine maxsat knows no constraints; use the engine search")
    every = tuple(range(len(problem.classes)))
    whole = problem.perfect or problem.form is SetForm.COMPLETE
    labels = [every] if whole else [(label,) for label in every]
    parts = [MaxSatPart(problem, group, limits.memory) for group in labels]
    return Parts(problem, parts, limits.start(), on_progress).solve("maxsat")


class MaxSatPart:
    """Some classes of a set: all of them, or one of a separated set."""

    def __init__(self, problem: SetProblem, labels: tuple[int, ...], memory: int | None) -> None:
        self.labels = labels
        self.stopped: Stop | None = None
        self.on_bracket: Callable[[], None] | None = None
        self.rules: list[IndexedRule] | None = None
        self.lower_bound = 0
        self.is_infeasible = False
        self._problem, self._memory, self._n_rules = problem, memory, 0
        self._examples = self._asked()

    def _asked(self) -> SetExamples:
        rows = self._problem.rows
        if self._problem.perfect:
            return SetExamples.perfect(rows.features, rows.best_classes())
        own = rows.counts[:, list(self.labels)]
        return SetExamples.sparse(rows.features, np.column_stack([own, rows.counts.sum(axis=1) - own.sum(axis=1)]))

    @property
    def cost(self) -> int | None:
        """What the best rules so far cost."""
        return None if self.rules is None else self._cost(self.rules)

    def _cost(self, rules: list[IndexedRule]) -> int:
        problem = self._problem
        if problem.perfect or problem.form is SetForm.COMPLETE:
            return problem.cost(rules)
        return problem.prices(rules) + problem.costs.error * int(problem.class_errors(rules)[self.labels[0]])

    def start(self, _: Clock) -> None:
        """No rule at all, if that is allowed."""
        if not self._problem.perfect:
            self.rules = []
            self._raise(self._cost_from(0))

    def _cost_from(self, n_rules: int) -> int:
        """What sets of so many rules or more cost: two rules or more have literals, and some errors cannot be avoided."""
        costs, counts = self._problem.costs, self._problem.rows.counts
        unavoidable = 0
        if not self._problem.perfect:
            own = counts[:, list(self.labels)]
            rest = counts.sum(axis=1) - own.sum(axis=1)
            best = np.column_stack([own, rest]).max(axis=1)
            unavoidable = int((counts.sum(axis=1) - best).sum()) * costs.error
        return unavoidable + n_rules * (costs.rule + (costs.literal if n_rules > 1 else 0))

    def solve(self, clock: Clock) -> None:
        """Grow N until the bracket is closed or a limit is reached."""
        self.stopped = None
        try:
            while self.cost is None or self.cost != self.lower_bound:
                self._grow(clock)
        except Stopped as limit:
            self.stopped = limit.why
        except KeyboardInterrupt:
            self.stopped = Stop.INTERRUPT

    def _grow(self, clock: Clock) -> None:
        """The best set of one rule more than before."""
        n_rules = self._n_rules + 1

        pause = partial(check_time, clock)
        pause()
        if (
            self._memory is not None
            and predicted_set_clauses(self._examples, n_rules) * BYTES_PER_CLAUSE > self._memory
        ):
            raise Stopped(Stop.MEMORY)
        formula = encode_set(self._problem.costs, self._examples, n_rules, pause=pause)
        with MaxSat(formula, solver="cadical195", pause=pause) as solver:
            try:
                model = solver.best_model()
            finally:
                claimed = solver.lower_bound()
                self._raise(min(claimed, self._cost_from(n_rules + 1)))
        if model is not None:
            self._believe(decode_set(formula.variables, model), claimed)
        self._n_rules = n_rules
        self._raise(self._cost_from(n_rules + 1))

    def _believe(self, found: list[IndexedRule], claimed: int) -> None:
        """Keep the rules if they are the best so far; they must cost what the solver says."""
        rules = [(literals, self.labels[label]) for literals, label in found]
        cost = self._cost(rules)
        if cost != claimed or (self._problem.perfect and self._problem.errors(rules) != self._problem.rows.unavoidable):
            raise WrongAnswerError(f"the MaxSAT solver claims a set of cost {claimed}, but it costs {cost}")
        if self.cost is None or cost < self.cost:
            self.rules = rules
            self._tell()

    def _raise(self, bound: int) -> None:
        cost = self.cost
        bound = bound if cost is None else min(bound, cost)
        if bound > self.lower_bound:
            self.lower_bound = bound
            self._tell()

    def _tell(self) -> None:
        if self.on_bracket is not None:
            self.on_bracket()
