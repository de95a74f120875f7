"""The rules of one class on some rows: what a separated list is made of, and a separated sparse set.

The class's rules cover rows; a row that none covers is left to others. Charged are the prices of the rules, and one error for
each example of the class that is left out and each example of another class that is covered. A perfect part covers all rows of
the class and none of another.

*Claim.* Beside the parts whose rules all have literals, only the single rule `true` need be looked at.
*Why.* A rule without literals covers everything, so the other rules add nothing but their nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from shortlist.encoding.one_class import OWN
from shortlist.engines.bracket import Bracket, PartOfSet
from shortlist.engines.kernel import rules_of_one_class
from shortlist.features.rows import DistinctRows
from shortlist.models.model import ModelKind
from shortlist.problems.evaluate import cost_of_class
from shortlist.problems.indexed import Conjunction, all_rules, set_of
from shortlist.problems.limits import Clock
from shortlist.problems.objective import Form
from shortlist.problems.problem import Problem


def one_class(problem: Problem, left: NDArray[np.bool_], label: int, others: Sequence[int]) -> Problem:
    """The class (`OWN`) against the rest on the rows that are left, `others` being the classes still to come.

    A perfect part may cover rows or not that are right with the own class and with one still to come: they do not matter.
    """
    counts = problem.rows.counts[left]
    if problem.perfect:
        right = problem.rows.best_classes()[left]
        matters = ~(right[:, label] & right[:, list(others)].any(axis=1))
        pair = np.stack([~right[:, label], right[:, label]], axis=1).astype(np.int64)
    else:
        pair = np.stack([counts.sum(axis=1) - counts[:, label], counts[:, label]], axis=1)
        matters = np.ones(len(counts), dtype=np.bool_)
    features, numbers = problem.rows.features[left][matters], problem.rows.numbers[left][matters]
    rows = DistinctRows(np.ascontiguousarray(features), pair[matters], numbers)
    names = (f"not {problem.classes[label]}", str(problem.classes[label]))
    return replace(problem, rows=rows, classes=names, kind=ModelKind.SET, form=Form.SEPARATED)


def search_part(part: Problem, clock: Clock) -> Bracket:
    """The cheapest rules of the own class, by exact search."""
    if part.perfect:
        return _search_perfect(part, clock)
    search = SparsePart(part, OWN)
    search.solve(clock)
    return search


def _search_perfect(part: Problem, clock: Clock) -> Bracket:
    """The cheapest rules that cover every row of the class and none of another."""
    # Linear programs take a while to load.
    from shortlist.engines.covers.perfect_cover import PerfectCover  # noqa: PLC0415
    from shortlist.engines.covers.pure_rules import CoverTable, Prices  # noqa: PLC0415

    own = part.rows.counts[:, OWN] > 0
    table = CoverTable(part.rows, np.stack([~own, own], axis=1), own, part.literals)
    cover = PerfectCover(table, Prices(part.node_cost, part.node_cost)).solve(clock)
    if cover.lists is not None:
        cover.lists = tuple(sorted(cover.lists))
    return cover


class SparsePart(PartOfSet):
    """One class of a sparse problem, by the search over remaining rows in its one-class form."""

    def __init__(self, problem: Problem, label: int) -> None:
        super().__init__((label,))
        self._problem, self._label = problem, label
        counts = problem.rows.counts
        own = counts[:, label]
        self._losses = np.stack([counts.sum(axis=1) - own, own], axis=1) * problem.costs.error

    def _offer(self, conjunctions: Sequence[Conjunction]) -> None:
        lists = set_of((literals, self._label) for literals in conjunctions)
        self.offer(lists, cost_of_class(self._problem, lists, self._label))

    def start(self, _: Clock) -> None:
        """No rule, or the one rule `true`."""
        self._offer([])
        self._offer([()])
        self.raise_bound_capped(int(self._losses.min(axis=1).sum()))

    def solve(self, clock: Clock) -> None:
        """Narrow the bracket until it is closed or a limit is reached; the search does not look at the rule `true`."""
        known = [literals for literals, _ in all_rules(self.lists or ()) if literals]
        rules, found = rules_of_one_class(self._problem, self._losses, clock, incumbent=known)
        self._offer(rules)
        self._offer([()])
        self.stopped = found.stopped
        self.raise_bound_capped(found.lower_bound)
