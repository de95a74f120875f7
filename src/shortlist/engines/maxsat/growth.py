"""Growing formulas until a proof covers every size: what all MaxSAT engines do.

A formula knows only models of at most n units (nodes, or rules of a set). The best of them is a bound for all models only
together with what larger ones cost at least; so n grows until that is no less than the best cost known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from shortlist.encoding.formula import Formula
from shortlist.engines.bracket import Bracket, Stopped, check_time
from shortlist.engines.sat.oracle import MaxSat, Pause
from shortlist.errors import WrongAnswerError
from shortlist.problems.indexed import Lists
from shortlist.problems.limits import BYTES_PER_CLAUSE, Clock
from shortlist.problems.solution import Stop


@dataclass(frozen=True)
class Growth:
    """The functions that `grow` needs of the models that formulas of growing size speak of.

    `cost` counts what lists cost, apart from the formula; None if they are not perfect as they must be. `cost_from(n)` is what
    every model of size n or more costs at least. `next_size(n)` is above n, but not above the size of the largest better model.
    `offset` is what a model costs more than the formula counts. Where models `must_exist`, a formula without one is a fault.
    """

    predicted_clauses: Callable[[int], int]
    encode: Callable[[int, Pause], Formula[Any]]
    decode: Callable[[Formula[Any], list[int]], Lists]
    cost: Callable[[Lists], int | None]
    cost_from: Callable[[int], int]
    next_size: Callable[[int], int]
    offset: int = 0
    must_exist: bool = False


def grow(models: Growth, bracket: Bracket, clock: Clock, *, size: int, solver: str = "cadical195") -> int:
    """Solve formulas of growing size, beginning above `size`, until the bracket is closed; a limit raises.

    Returned is the size that was reached.
    """
    pause = partial(check_time, clock)
    while not bracket.closed:
        size = models.next_size(size)
        pause()
        if clock.memory is not None and models.predicted_clauses(size) * BYTES_PER_CLAUSE > clock.memory:
            raise Stopped(Stop.MEMORY)
        formula = models.encode(size, pause)
        larger = models.cost_from(size + 1)
        with MaxSat(formula, solver=solver, pause=pause) as maxsat:
            try:
                model = maxsat.best_model()
            finally:
                claimed = maxsat.lower_bound() + models.offset
                bracket.raise_bound_capped(min(claimed, larger))
        if model is not None:
            lists = models.decode(formula, model)
            cost = models.cost(lists)
            if cost != claimed:
                raise WrongAnswerError(f"the MaxSAT solver claims a model of cost {claimed}, but it costs {cost}")
            bracket.offer(lists, claimed)
        elif models.must_exist:
            raise WrongAnswerError(f"the MaxSAT solver finds no model of size {size}, but every size has models")
        bracket.raise_bound_capped(larger)
    return size


def largest_better_size(size: int, errors: int, unavoidable: int, node_cost: int) -> int:
    """A strictly better model has at most this many nodes: size + ⌈(errors − unavoidable) / Λ⌉ − 1.

    A model of k nodes costs at least Λ·k + unavoidable. To beat Λ·size + errors it needs
    k − size < (errors − unavoidable) / Λ.

    >>> largest_better_size(size=3, errors=10, unavoidable=0, node_cost=5)
    4
    """
    return size - (unavoidable - errors) // node_cost - 1
