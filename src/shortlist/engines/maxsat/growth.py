"""Growing formulas until a proof covers every size: what all MaxSAT engines do.

A formula knows only models of at most n units (nodes, or rules of a set). The best of them is a bound for all models only
together with what larger ones cost at least; so n grows until that is no less than the best cost known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from shortlist.encoding.examples import Examples, hybrid_examples, merged_examples, single_examples
from shortlist.encoding.formula import Formula, decode, encode, predicted_clauses
from shortlist.encoding.variables import Variables
from shortlist.engines.bracket import Bracket, Stopped, check_limits
from shortlist.engines.sat.oracle import MaxSat, Pause
from shortlist.errors import WrongAnswerError
from shortlist.models.model import ModelKind
from shortlist.problems.indexed import Lists, with_features
from shortlist.problems.limits import BYTES_PER_CLAUSE, Clock
from shortlist.problems.problem import Problem
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


def grow(models: Growth, bracket: Bracket, clock: Clock, *, size: int, solver: str = "cadical195") -> None:
    """Solve formulas of growing size, beginning above `size`, until the bracket is closed; a limit raises."""
    pause = partial(check_limits, clock)
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


def models_of_nodes(
    problem: Problem,
    bracket: Bracket,
    *,
    cost: Callable[[Lists], int | None],
    finish: Callable[[Lists], Lists] = lambda lists: lists,
    merge: bool = True,
    step: int = 2,
) -> Growth:
    """The models of at most N nodes that the paper's formula knows; `finish` is done to those that it finds.

    N grows by `step`, by two for a rule and a literal, but not beyond what a better model than the bracket's can have. Without
    `merge` there is one row for each example and one column for each feature, as in the paper.
    """
    written, examples, kept = _written(problem, merge=merge)
    price, unavoidable = problem.node_cost, 0 if problem.perfect else problem.unavoidable

    def next_size(n_nodes: int) -> int:
        if bracket.cost is None:
            return n_nodes + step
        return min(n_nodes + step, largest_better_size(bracket.cost, unavoidable, price))

    def restored(formula: Formula[Variables], model: list[int]) -> Lists:
        return finish(tuple(tuple(with_features(rules, kept)) for rules in decode(formula.variables, model)))

    return Growth(
        predicted_clauses=lambda n_nodes: predicted_clauses(examples, n_nodes),
        encode=lambda n_nodes, pause: encode(written, examples, n_nodes, pause=pause),
        decode=restored,
        cost=cost,
        cost_from=lambda n_nodes: price * n_nodes + unavoidable,
        next_size=next_size,
        offset=0 if problem.perfect else examples.offset,
        must_exist=not problem.perfect,
    )


def _written(problem: Problem, *, merge: bool) -> tuple[Problem, Examples, Sequence[int]]:
    """The problem that a formula is written of, its examples, and which features it has."""
    if problem.kind is ModelKind.HYBRID or not merge:
        examples = hybrid_examples if problem.kind is ModelKind.HYBRID else single_examples
        return problem, examples(problem), range(len(problem.features))
    reduced, kept = problem.reduced()
    return reduced, merged_examples(reduced), kept


def largest_better_size(cost: int, unavoidable: int, node_cost: int) -> int:
    """A strictly better model has at most this many nodes: one of k nodes costs at least Λ·k + unavoidable.

    >>> largest_better_size(cost=5 * 3 + 10, unavoidable=0, node_cost=5)
    4
    """
    return (cost - unavoidable - 1) // node_cost
