"""Exact search over the rows that remain, in native code: the fastest engine, for every price and constraint.

With V(S) the least cost of a list for the rows S,

    V(S) = min( default(S), min over rules π of price(π) + wrong(S ∩ π) + V(S ∖ π) ).

The kernel remembers V for each S it has seen and closes most of them by bounds; `src/kernel/` has the arguments.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from shortlist import _kernel
from shortlist.constraints import FREE
from shortlist.engines.greedy import greedy_list
from shortlist.errors import DataError
from shortlist.model import DecisionList
from shortlist.problem import Problem
from shortlist.solution import Limits, OnProgress, Progress, Solution, Status, Stop, bracket

LARGEST_LOSS = 2**52
_STOPS = {"proved": None, "time": Stop.TIME, "memory": Stop.MEMORY, "interrupt": Stop.INTERRUPT}


def search(problem: Problem, limits: Limits, *, on_progress: OnProgress | None = None) -> Solution:
    """The best list by branch and bound over row sets.

    A perfect list is the cheapest one when an avoidable error costs more than the nodes of some perfect list.
    """
    clock = limits.start()
    start = greedy_list(problem, clock) if problem.perfect and problem.constraints == FREE else None
    error_price = _price_of_avoidable_error(problem, start) if problem.perfect else 1
    shift = problem.unavoidable * error_price if problem.perfect else 0
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
        incumbent=None if start is None else problem.indexed(start),
        on_progress=_reporter(on_progress, shift, error_price if problem.perfect else None),
    )
    trace = tuple(
        Progress(seconds, _perfect_cost(cost - shift, error_price if problem.perfect else None), bound - shift)
        for seconds, cost, bound in result.trace
    )
    model = problem.decision_list([(tuple(literals), label) for literals, label in result.rules])
    lower_bound, stopped = result.lower_bound - shift, _STOPS[result.stop]
    if problem.perfect and problem.loss(model) > problem.unavoidable:
        status = Status.INFEASIBLE if stopped is None else Status.UNKNOWN
        return Solution(status, None, None, lower_bound, "search", clock.elapsed(), stopped, trace)
    return bracket(model, result.cost - shift, lower_bound, engine="search", clock=clock, stopped=stopped, trace=trace)


def _price_of_avoidable_error(problem: Problem, known: DecisionList | None) -> int:
    """More than the prices of some perfect list, so that the cheapest list is perfect if any is.

    One rule for each distinct row, with a literal for each feature, is perfect; a known list is mostly far shorter.
    """
    if known is not None:
        return problem.prices(known) + 1
    one_rule = problem.costs.rule + int(problem.costs.literal_prices(len(problem.features)).sum())
    return len(problem.rows) * one_rule + problem.costs.default + 1


def _reporter(
    on_progress: OnProgress | None, shift: int, error_price: int | None
) -> Callable[[int, int, int, float], None] | None:
    if on_progress is None:
        return None

    def report(cost: int, lower_bound: int, states: int, seconds: float) -> None:
        on_progress(Progress(seconds, _perfect_cost(cost - shift, error_price), lower_bound - shift, states))

    return report


def _perfect_cost(cost: int, error_price: int | None) -> int | None:
    """The cost of an incumbent, None while a perfect list is wanted and it is not perfect."""
    return None if error_price is not None and cost >= error_price else cost
