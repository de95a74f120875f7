"""The rules of one class on some rows: what a separated list is made of.

The class's rules cover rows; a row that none covers is left to others. Charged are Λ for each node, and one error for each
example of the class that is left out and each example of another class that is covered. A perfect part covers all rows of
the class and none of another.

*Claim.* Beside the parts whose rules all have literals, only the single rule `true` need be looked at.
*Why.* A rule without literals covers everything, so the other rules add nothing but their nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shortlist import _kernel
from shortlist.encoding.one_class import OWN
from shortlist.engines.covers.pure_rules import Prices
from shortlist.engines.search import LARGEST_LOSS
from shortlist.errors import DataError
from shortlist.features.rows import DistinctRows
from shortlist.problems.constraints import IndexedLiteral
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Limits, Stop

Conjunction = tuple[IndexedLiteral, ...]
"""The literals of a rule; its class is that of its part."""

_STOPS = {"proved": None, "time": Stop.TIME, "memory": Stop.MEMORY, "interrupt": Stop.INTERRUPT}


@dataclass(frozen=True, eq=False)
class OneClass:
    """Two classes, the others and the own one, and Λ for each node; `problem` has the rows that matter.

    A perfect part may cover rows or not that are right with the own class and with one still to come: they do not matter.
    """

    problem: Problem

    @classmethod
    def of(cls, problem: Problem, left: NDArray[np.bool_], label: int, others: Sequence[int]) -> OneClass:
        """The class against the rest on the rows that are left, `others` being the classes still to come."""
        counts = problem.rows.counts[left]
        if problem.perfect:
            right = problem.rows.best_classes()[left]
            matters = ~(right[:, label] & right[:, list(others)].any(axis=1))
            pair = np.stack([~right[:, label], right[:, label]], axis=1).astype(np.int64)
        else:
            pair = np.stack([counts.sum(axis=1) - counts[:, label], counts[:, label]], axis=1)
            matters = np.ones(len(counts), dtype=np.bool_)
        rows = DistinctRows(np.ascontiguousarray(problem.rows.features[left][matters]), pair[matters])
        labels = (f"not {problem.classes[label]}", str(problem.classes[label]))
        return cls(Problem(rows, problem.features, labels, problem.costs, problem.perfect, problem.constraints))

    @property
    def perfect(self) -> bool:
        """Must all rows of the class be covered, and none of another?"""
        return self.problem.perfect

    def size(self, rules: Sequence[Conjunction]) -> int:
        """Literals + rules."""
        return sum(len(literals) + 1 for literals in rules)

    def errors(self, rules: Sequence[Conjunction]) -> int:
        """Examples of the class that are left out, and examples of others that are covered."""
        return self.missed(rules) + int(self.problem.rows.counts[self._covered(rules), 1 - OWN].sum())

    def missed(self, rules: Sequence[Conjunction]) -> int:
        """Examples of the class that are left out."""
        return int(self.problem.rows.counts[~self._covered(rules), OWN].sum())

    def _covered(self, rules: Sequence[Conjunction]) -> NDArray[np.bool_]:
        covered = np.zeros(len(self.problem.rows), dtype=np.bool_)
        for literals in rules:
            covered |= self.problem.covers(literals)
        return covered

    def cost(self, rules: Sequence[Conjunction]) -> int:
        """Λ·size, and the errors."""
        return self.problem.node_cost * self.size(rules) + self.errors(rules)


@dataclass(frozen=True, slots=True)
class Answer:
    """Rules of one class, what no others of the class go below, and why the solver stopped early, if it did.

    There are no rules at all (None) where a perfect part was not found in time.
    """

    rules: tuple[Conjunction, ...] | None
    lower_bound: int
    stopped: Stop | None = None


PartSolver = Callable[[OneClass, Limits], Answer]


def search_part(part: OneClass, limits: Limits) -> Answer:
    """The cheapest rules of one class, by exact search."""
    if not part.problem.rows.counts[:, OWN].any():
        return Answer((), part.cost([]))
    return _search_perfect(part, limits) if part.perfect else _search_sparse(part, limits)


def _search_sparse(part: OneClass, limits: Limits) -> Answer:
    result = _search(part, limits)
    rules, everything = _rules(result), part.cost([()])
    if everything < result.cost:
        rules = ((),)
    return Answer(rules, min(result.lower_bound, everything), _STOPS[result.stop])


def _search_perfect(part: OneClass, limits: Limits) -> Answer:
    """The cheapest rules that cover every row of the class and none of another."""
    from shortlist.engines.covers.one_class import one_class_perfect  # noqa: PLC0415  # linear programs take a while to load

    wanted, barred = part.problem.rows.counts[:, OWN] > 0, part.problem.rows.counts[:, 1 - OWN] > 0
    if not barred.any():
        return Answer(((),), part.cost([()]))
    prices = Prices(part.problem.node_cost, part.problem.node_cost)
    found = one_class_perfect(part.problem.rows.features, wanted=wanted, barred=barred, prices=prices, limits=limits)
    return Answer(found.rules, found.lower_bound, found.stopped)


def _rules(result: _kernel.SearchResult) -> tuple[Conjunction, ...]:
    return tuple(tuple(literals) for literals, _ in result.rules[:-1])


def _search(part: OneClass, limits: Limits) -> _kernel.SearchResult:
    """The kernel's one-class form: rules are of the own class, and the default, which is free, leaves rows out."""
    problem, constraints = part.problem, part.problem.constraints
    n_features = len(problem.features)
    if int(problem.losses.sum()) > LARGEST_LOSS:
        raise DataError("the weights of all rows must not be above 2**52 for the engine search")
    return _kernel.search(
        problem.rows.features,
        problem.losses,
        np.asarray(problem.rows.counts.sum(axis=1)),
        rule_price=problem.costs.rule,
        literal_prices=problem.costs.literal_prices(n_features),
        default_price=0,
        rule_labels=np.array([False, True]),
        default_labels=np.array([True, False]),
        literals=constraints.allowed(n_features),
        max_literals=constraints.max_literals,
        min_rows=constraints.min_rows,
        time_limit=limits.seconds,
        memory_limit=limits.memory,
    )
