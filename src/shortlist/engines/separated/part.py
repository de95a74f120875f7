"""The rules of one class on some rows: what a separated list is made of.

The class's rules cover rows; a row that none covers is left to others. Charged are Λ for each node, and one error for each
example of the class that is left out and each example of another class that is covered. A perfect part covers all rows of
the class and none of another.

*Claim.* Beside the parts whose rules all have literals, only the single rule `true` need be looked at.
*Why.* A rule without literals covers everything, so the other rules add nothing but their nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from shortlist.encoding.one_class import OWN
from shortlist.engines.kernel import rules_of_one_class
from shortlist.features.rows import DistinctRows
from shortlist.problems.evaluate import covered_by_any
from shortlist.problems.indexed import Conjunction, all_rules
from shortlist.problems.limits import Limits
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Stop


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
        return cls(replace(problem, rows=rows, classes=labels))

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
        return covered_by_any(self.problem, rules)

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
    """The cheapest rules, the one rule `true` among them, which the kernel does not look at."""
    losses = np.ascontiguousarray(part.problem.losses[:, [OWN, 1 - OWN]])
    rules, found = rules_of_one_class(part.problem, losses, limits.start())
    everything = part.cost([()])
    if found.cost is None or everything < found.cost:
        rules = ((),)
    return Answer(rules, min(found.lower_bound, everything), found.stopped)


def _search_perfect(part: OneClass, limits: Limits) -> Answer:
    """The cheapest rules that cover every row of the class and none of another."""
    # Linear programs take a while to load.
    from shortlist.engines.covers.perfect_cover import PerfectCover  # noqa: PLC0415
    from shortlist.engines.covers.pure_rules import CoverTable, Prices  # noqa: PLC0415

    rows = part.problem.rows
    wanted, barred = rows.counts[:, OWN] > 0, rows.counts[:, 1 - OWN] > 0
    if not barred.any():
        return Answer(((),), part.cost([()]))
    table = CoverTable(np.ascontiguousarray(rows.features), ~barred[:, None], wanted, part.problem.literals)
    cover = PerfectCover(table, Prices(part.problem.node_cost, part.problem.node_cost)).solve(limits.start())
    rules = None if cover.lists is None else tuple(sorted(literals for literals, _ in all_rules(cover.lists)))
    return Answer(rules, cover.lower_bound, cover.stopped)
