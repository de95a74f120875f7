"""Section "Separated Models": the classes are decided one after the other.

The first class gets the cheapest rules of its own (a *part*), on all rows. The rows that they cover are taken away, and the
next class gets the cheapest rules on what is left. The last class is the default rule. Which class comes when is the order:

- fixed: `i+` or `i-`, by increasing or decreasing number of examples, or a permutation of the classes;
- `all`: every permutation, and the cheapest list of them;
- greedy: all classes that are still to come get a part, and one of them is taken: `a+` or `a-` that of the least or the
  greatest accuracy, `c+` or `c-` that of the least or the greatest cost.

What is proved is proved of each part: no rules of its class cost less on the rows that the parts before it leave. Of the
whole list nothing follows: another order, or rules that take turns, can be cheaper, and so can another choice among
equally cheap parts. So its lower bound is the trivial one, which holds for every list.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.encoding.one_class import OWN
from shortlist.engines.bracket import Bracket, Run
from shortlist.engines.registry import ORDERS, load
from shortlist.engines.separated.part import one_class
from shortlist.errors import UsageError
from shortlist.problems.evaluate import answers, class_errors, cost_of, cost_of_class
from shortlist.problems.indexed import IndexedRule, Lists, all_rules, one_list, size_of
from shortlist.problems.limits import Clock, Limits
from shortlist.problems.problem import Problem
from shortlist.problems.solution import OnProgress, Part, Solution, Stop

PartSolver = Callable[[Problem, Clock], Bracket]

_MOST_CLASSES_FOR_ALL = 3

Order = str | tuple[int, ...]
"""The name of an order, or the classes by their indices."""


def separated(
    problem: Problem,
    limits: Limits,
    *,
    order: Order,
    part: str,
    on_progress: OnProgress | None = None,
    **options: Any,
) -> Solution:
    """The separated list of an order; `all!` is `all` for any number of classes.

    Parts are solved by the function that `part` names, called as `function(part, clock, **options)`.
    """
    _check_order(problem, order)
    run = Run.start("separated", problem, limits, on_progress)
    work = _Work(run, partial(load(part), **options))
    start = _Prefix(np.ones(len(problem.rows), dtype=np.bool_), tuple(range(len(problem.classes))))
    if isinstance(order, str) and order in ("a+", "a-", "c+", "c-"):
        return work.solution(work.greedy(start, order))
    return work.solution(work.best(start, _permutations(problem, order)))


def _check_order(problem: Problem, order: Order) -> None:
    n_classes = len(problem.classes)
    if order == "all" and n_classes > _MOST_CLASSES_FOR_ALL:
        raise UsageError(
            f"{n_classes} classes have {math.factorial(n_classes)} orders; 'all' tries those of at most "
            f"{_MOST_CLASSES_FOR_ALL} classes, 'all!' any number"
        )
    if isinstance(order, str) and order not in (*ORDERS, "all!"):
        raise UsageError(f"the order must be one of {', '.join(ORDERS)} or a permutation, got {order!r}")
    if not isinstance(order, str) and sorted(order) != list(range(n_classes)):
        raise UsageError(f"the order must name each of the {n_classes} classes once")


def _permutations(problem: Problem, order: Order) -> Iterable[tuple[int, ...]]:
    """`i+`: the rarest class first; `i-`: the commonest first. Equally common ones in the order of the classes."""
    if not isinstance(order, str):
        return [order]
    if order.startswith("all"):
        return permutations(range(len(problem.classes)))
    sign = 1 if order == "i+" else -1
    counts = problem.rows.counts.sum(axis=0).tolist()
    return [tuple(sorted(range(len(counts)), key=lambda label: sign * counts[label]))]


@dataclass(frozen=True, eq=False)
class _Prefix:
    """The parts so far, the rows that they leave, and the classes that are still to come."""

    left: NDArray[np.bool_]
    to_come: tuple[int, ...]
    rules: tuple[IndexedRule, ...] = ()
    parts: tuple[Part, ...] = ()

    @property
    def complete(self) -> bool:
        """Is there a rule that takes all that is left?"""
        return bool(self.rules) and not self.rules[-1][0]


class _Failed(Exception):  # noqa: N818  # it is no error
    """A perfect part was not found in time."""


class _Work:
    """Extends prefixes by parts; each part is solved once, whichever orders share it."""

    def __init__(self, run: Run, solver: PartSolver) -> None:
        self.run, self.problem, self.solver = run, run.problem, solver

    def best(self, start: _Prefix, orders: Iterable[tuple[int, ...]]) -> _Prefix | None:
        """Part after part in each of these orders, prefixes shared; the cheapest list, the first of them on a tie."""
        known: dict[tuple[int, ...], _Prefix] = {(): start}
        best: _Prefix | None = None
        for order in orders:
            if best is not None and (self.run.stopped is not None or self.run.clock.left() <= 0):
                self.run.stopped = self.run.stopped or Stop.TIME
                break
            try:
                for n, label in enumerate(order):
                    if order[: n + 1] not in known:
                        known[order[: n + 1]] = self.extended(known[order[:n]], label)
            except _Failed:
                continue
            if best is None or self.cost(known[order]) < self.cost(best):
                best = known[order]
        return best

    def greedy(self, prefix: _Prefix, order: str) -> _Prefix | None:
        """Solve all classes to come, take one, go on; `+` takes the least of the measure, `-` the greatest."""
        measure = _accuracy if order[0] == "a" else _cost_of_representation
        sign = 1 if order[1] == "+" else -1
        try:
            while prefix.to_come and not prefix.complete:
                if len(prefix.to_come) == 1:
                    return self.extended(prefix, prefix.to_come[0])
                candidates = [(label, *self._solve(prefix, label)) for label in prefix.to_come]
                values = [sign * measure(part, lists) for _, part, lists, _ in candidates]
                prefix = self._joined(prefix, *candidates[values.index(min(values))])
        except _Failed:
            return None
        return prefix

    def extended(self, prefix: _Prefix, label: int) -> _Prefix:
        """The prefix with the part of one more class; the last class is the default rule."""
        if prefix.complete:
            return prefix
        if len(prefix.to_come) == 1:
            part = one_class(self.problem, prefix.left, label, ())
            default = one_list([((), OWN)])
            return self._joined(prefix, label, part, default, cost_of_class(part, default, OWN))
        return self._joined(prefix, label, *self._solve(prefix, label))

    def _solve(self, prefix: _Prefix, label: int) -> tuple[Problem, Lists, int]:
        """The part of a class as a problem, its rules, and what no others of the class go below."""
        part = one_class(self.problem, prefix.left, label, [other for other in prefix.to_come if other != label])
        if self.run.stopped is Stop.INTERRUPT:
            self.run.clock.stop()
        found = self.solver(part, self.run.clock)
        self.run.stopped = self.run.stopped or found.stopped
        if found.lists is None:
            raise _Failed
        return part, found.lists, found.lower_bound

    def _joined(self, prefix: _Prefix, label: int, part: Problem, lists: Lists, lower_bound: int) -> _Prefix:
        rules = [(literals, label) for literals, _ in all_rules(lists)]
        left = prefix.left & ~answers(self.problem, one_list(rules))[:, label]
        errors = int(class_errors(part, lists)[OWN])
        cost = cost_of_class(part, lists, OWN)
        proved = Part((self.problem.classes[label],), len(rules), size_of(rules), cost, lower_bound, errors)
        to_come = tuple(other for other in prefix.to_come if other != label)
        return _Prefix(left, to_come, (*prefix.rules, *rules), (*prefix.parts, proved))

    def cost(self, prefix: _Prefix) -> int:
        """What the whole list costs, by the one objective of all lists."""
        return cost_of(self.problem, one_list(prefix.rules))

    def solution(self, prefix: _Prefix | None) -> Solution:
        """The list with its parts, and the trivial bound."""
        self.run.lower_bound = self.problem.trivial_bound
        if prefix is not None:
            self.run.improve(one_list(prefix.rules))
            self.run.parts = prefix.parts
        return self.run.solution()


def _accuracy(part: Problem, lists: Lists) -> Fraction:
    """1 − Σ_{c_i = c} m_i / |{i: c_i = c}| over the rows that are left; 1 where the class has none."""
    own = part.rows.counts[:, OWN]
    covered = answers(part, lists)[:, OWN]
    return Fraction(int(own[covered].sum()), int(own.sum())) if own.any() else Fraction(1)


def _cost_of_representation(part: Problem, lists: Lists) -> Fraction:
    """N − Σ_j u_j + ⌈Σ_i m_i / Λ⌉: nodes, and errors in nodes."""
    errors = int(class_errors(part, lists)[OWN])
    return Fraction(size_of(all_rules(lists)) - (-errors // part.node_cost))
