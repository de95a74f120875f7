"""Exact search in native code: the fastest engine, for every price and constraint.

With V(S) the least cost of a list for the rows S,

    V(S) = min( default(S), min over rules π of price(π) + wrong(S ∩ π) + V(S ∖ π) ).

For sparse lists the kernel remembers V for each S it has seen and closes most of them by bounds. For perfect lists it learns
small sets of rows that alone need so many nodes, and uses each of them wherever it is contained in what is left.
`src/kernel/` has the arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from shortlist import _kernel
from shortlist.errors import DataError
from shortlist.problems.constraints import IndexedRule
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Clock, Limits, OnProgress, Progress, Solution, Status, Stop, bracket

LARGEST_LOSS = 2**52
"""The kernel adds up no more than this."""

_NO_COST = 2**60  # what the kernel says where there is no list
_STOPS = {"proved": None, "time": Stop.TIME, "memory": Stop.MEMORY, "interrupt": Stop.INTERRUPT}

_Rules = Sequence[tuple[Sequence[tuple[int, bool]], int]]
_Report = Callable[[int, int, int, float, _Rules | None], None]


def search(problem: Problem, limits: Limits, *, on_progress: OnProgress | None = None) -> Solution:
    """The best list, by learned cores where it must be perfect, else by branch and bound over row sets."""
    if problem.perfect and learned_cores_apply(problem):
        return _perfect(problem, limits, on_progress)
    return _priced(problem, limits, on_progress)


def learned_cores_apply(problem: Problem) -> bool:
    """Do all literals cost the same, and do the constraints, if any, speak of single rules only?"""
    constraints = problem.constraints
    whole_list = (constraints.max_rules, constraints.max_size, constraints.min_rows or None)
    return problem.costs.by_feature is None and all(limit is None for limit in whole_list)


def _perfect(problem: Problem, limits: Limits, on_progress: OnProgress | None) -> Solution:
    """The smallest list that gives every row a class that costs it no more than is unavoidable."""
    clock = limits.start()
    n_features, n_classes = len(problem.features), len(problem.classes)
    result = _kernel.perfect(
        problem.rows.features,
        problem.avoidable == 0,
        rule_price=problem.costs.rule,
        literal_price=problem.costs.literal,
        default_price=problem.costs.default,
        rule_labels=problem.constraints.classes(n_classes),
        default_labels=np.ones(n_classes, dtype=np.bool_),
        literals=problem.constraints.allowed(n_features),
        max_literals=problem.constraints.max_literals,
        time_limit=None if limits.seconds is None else max(clock.left(), 0.0),
        memory_limit=limits.memory,
        on_progress=_reporter(problem, on_progress, 0, _NO_COST),
    )
    return _solution(problem, result, clock, shift=0, most=_NO_COST)


def _priced(problem: Problem, limits: Limits, on_progress: OnProgress | None) -> Solution:
    """The cheapest list; it is perfect if an avoidable error costs more than the nodes of some perfect list."""
    clock = limits.start()
    error_price = _price_of_avoidable_error(problem) if problem.perfect else 1
    shift = problem.unavoidable * error_price if problem.perfect else 0
    most = error_price if problem.perfect else _NO_COST
    if problem.rows.weight * error_price > LARGEST_LOSS or int(problem.losses.sum()) * error_price > LARGEST_LOSS:
        raise DataError(
            "the weights of all rows, times the price of an error, must not be above 2**52 for the engine search"
        )
    n_features, n_classes = len(problem.features), len(problem.classes)
    result = _kernel.search(
        problem.rows.features,
        problem.losses * error_price,
        np.asarray(problem.rows.counts.sum(axis=1)),
        rule_price=problem.costs.rule,
        literal_prices=problem.costs.literal_prices(n_features),
        default_price=problem.costs.default,
        rule_labels=problem.constraints.classes(n_classes),
        default_labels=np.ones(n_classes, dtype=np.bool_),
        literals=problem.constraints.allowed(n_features),
        max_rules=problem.constraints.max_rules,
        max_literals=problem.constraints.max_literals,
        max_size=problem.constraints.max_size,
        min_rows=problem.constraints.min_rows,
        time_limit=None if limits.seconds is None else max(clock.left(), 0.0),
        memory_limit=limits.memory,
        on_progress=_reporter(problem, on_progress, shift, most),
    )
    return _solution(problem, result, clock, shift=shift, most=most)


def _solution(problem: Problem, result: _kernel.SearchResult, clock: Clock, *, shift: int, most: int) -> Solution:
    """What the kernel found; a list of cost `most` or more, before the shift, is none that was asked for."""
    trace = tuple(
        [Progress(seconds, _known(cost - shift, most), bound - shift) for seconds, cost, bound in result.trace]
    )
    stopped = _STOPS[result.stop]
    cost = _known(result.cost - shift, most)
    if cost is None:
        status = Status.INFEASIBLE if stopped is None else Status.UNKNOWN
        lower_bound = min(result.lower_bound, most) - shift
        return Solution(status, None, None, lower_bound, "search", clock.elapsed(), stopped, trace)
    model = problem.decision_list(_indexed(result.rules))
    lower_bound = result.lower_bound - shift
    return bracket(model, cost, lower_bound, engine="search", clock=clock, stopped=stopped, trace=trace)


def _reporter(problem: Problem, on_progress: OnProgress | None, shift: int, most: int) -> _Report | None:
    if on_progress is None:
        return None

    def report(cost: int, lower_bound: int, states: int, seconds: float, rules: _Rules | None) -> None:
        known = _known(cost - shift, most)
        model = None if rules is None or known is None else problem.decision_list(_indexed(rules))
        on_progress(Progress(seconds, known, lower_bound - shift, states, model))

    return report


def _known(cost: int, most: int) -> int | None:
    return cost if cost < most else None


def _indexed(rules: _Rules) -> list[IndexedRule]:
    return [(tuple(literals), label) for literals, label in rules]


def _price_of_avoidable_error(problem: Problem) -> int:
    """More than the prices of some perfect list, so that the cheapest list is perfect if any is.

    One rule for each distinct row, with a literal for each feature, is perfect.
    """
    one_rule = problem.costs.rule + int(problem.costs.literal_prices(len(problem.features)).sum())
    return len(problem.rows) * one_rule + problem.costs.default + 1
