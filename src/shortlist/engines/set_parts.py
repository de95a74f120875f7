"""The parts of a decision set that have nothing to do with each other: each narrows a bracket of its own.

A part has `rules` (None before there are any), their `cost`, a proven `lower_bound`, and `solve`, which may be called again
with more time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from shortlist import _kernel
from shortlist.engines.covers.perfect_cover import PerfectCover
from shortlist.engines.covers.pure_rules import Prices, Rights, seconds_left
from shortlist.engines.search import LARGEST_LOSS
from shortlist.errors import DataError
from shortlist.problems.constraints import IndexedRule
from shortlist.problems.set_problem import SetObjective, SetProblem
from shortlist.problems.solution import Clock, Stop

_STOPS = {"proved": None, "time": Stop.TIME, "memory": Stop.MEMORY, "interrupt": Stop.INTERRUPT}


class Part(Protocol):
    """What the engine asks of a part; costs are in the problem's own units."""

    labels: tuple[int, ...]
    stopped: Stop | None
    on_bracket: Callable[[], None] | None

    @property
    def rules(self) -> list[IndexedRule] | None:
        """The best so far."""

    @property
    def cost(self) -> int | None:
        """What these cost."""

    @property
    def lower_bound(self) -> int:
        """What all cost at least."""

    @property
    def is_infeasible(self) -> bool:
        """Is it proved that there are none?"""

    def start(self, clock: Clock) -> None:
        """Find some rules at once."""

    def solve(self, clock: Clock) -> None:
        """Narrow the bracket until it is closed or a limit is reached."""


class PerfectPart:
    """Classes of a perfect set: all their rows covered, each for one right class. `mds2*` is solved in two steps.

    First the fewest rules, then the fewest literals of so few rules.
    """

    def __init__(self, problem: SetProblem, rights: Rights) -> None:
        self.labels = tuple(np.flatnonzero(rights.right[rights.needed].any(axis=0)).tolist())
        self.stopped: Stop | None = None
        self.on_bracket: Callable[[], None] | None = None
        self._problem = problem
        self._first = PerfectCover(rights, Prices(1, int(problem.objective is SetObjective.OPT)), on_bracket=self._tell)
        self._second: PerfectCover | None = None

    def _tell(self) -> None:
        if self.on_bracket is not None:
            self.on_bracket()

    @property
    def rules(self) -> list[IndexedRule] | None:
        """The best so far."""
        return self._first.rules if self._second is None else self._second.rules

    @property
    def cost(self) -> int | None:
        """What these cost."""
        return None if self.rules is None else self._problem.prices(self.rules)

    @property
    def lower_bound(self) -> int:
        """What all cost at least."""
        bound = self._problem.costs.rule * self._first.lower_bound
        return bound if self._second is None else bound + self._second.lower_bound

    @property
    def is_infeasible(self) -> bool:
        """Is it proved that there are none?"""
        return self._first.is_infeasible

    def start(self, clock: Clock) -> None:
        """Find some rules at once."""
        self._first.start(clock)

    def solve(self, clock: Clock) -> None:
        """Narrow the bracket until it is closed or a limit is reached."""
        if not self._first.is_proved:
            self._first.solve(clock)
            self.stopped = self._first.stopped
        if self._problem.objective is not SetObjective.MDS2_STAR or not self._first.is_proved:
            return
        if self._second is None:
            prices = Prices(0, 1, self._first.cost)
            self._second = PerfectCover(self._first.rights, prices, self._first.rules, on_bracket=self._tell)
        self._second.solve(clock)
        self.stopped = self._second.stopped


class SparsePart:
    """One class of a separated sparse set, by the search over remaining rows in its one-class form.

    All rules predict the class, so their order does not matter; the default leaves rows out, and is free.
    """

    is_infeasible = False

    def __init__(self, problem: SetProblem, label: int) -> None:
        self.labels: tuple[int, ...] = (label,)
        self.stopped: Stop | None = None
        self.on_bracket: Callable[[], None] | None = None
        self.lower_bound = 0
        self._problem, self._label = problem, label
        counts = problem.rows.counts
        own = counts[:, label]
        self._losses = np.stack([counts.sum(axis=1) - own, own], axis=1) * problem.costs.error
        if int(self._losses.sum()) > LARGEST_LOSS:
            raise DataError("the weights of all rows, times the price of an error, must not be above 2**52")
        self.rules: list[IndexedRule] = []
        self.cost = self._cost(self.rules)

    def _cost(self, rules: list[IndexedRule]) -> int:
        covered = self._problem.votes(rules)[:, self._label]
        loss = int(self._losses[covered, 0].sum() + self._losses[~covered, 1].sum())
        return self._problem.prices(rules) + loss

    def start(self, _: Clock) -> None:
        """No rule, or the one rule `true`, which the search does not look at."""
        everything: list[IndexedRule] = [((), self._label)]
        if self._cost(everything) < self.cost:
            self.rules, self.cost = everything, self._cost(everything)
        self.lower_bound = int(self._losses.min(axis=1).sum())

    def solve(self, clock: Clock) -> None:
        """Narrow the bracket until it is closed or a limit is reached."""
        problem, n_features = self._problem, len(self._problem.features)
        result = _kernel.search(
            problem.rows.features,
            self._losses,
            np.asarray(problem.rows.counts.sum(axis=1)),
            rule_price=problem.costs.rule,
            literal_prices=problem.costs.literal_prices(n_features),
            default_price=0,
            rule_labels=np.array([True, False]),
            default_labels=np.array([False, True]),
            literals=problem.literals,
            time_limit=seconds_left(clock),
            incumbent=[*((literals, 0) for literals, _ in self.rules if literals), ((), 1)],
        )
        self.stopped = _STOPS[result.stop]
        rules = [(tuple(literals), self._label) for literals, _ in result.rules[:-1]]
        if self._cost(rules) < self.cost:
            self.rules, self.cost = rules, self._cost(rules)
        self.lower_bound = max(self.lower_bound, min(result.lower_bound, self.cost))
        if self.on_bracket is not None:
            self.on_bracket()
