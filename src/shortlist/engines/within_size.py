"""What can be proved where the whole proof takes too long: that no list of at most k nodes is cheaper.

Few nodes leave few lists: the search among lists of at most k nodes (`short_rests` in `src/kernel/sparse/`) ends long before that among
all, and takes some times as long for each further node. So sizes rise from that of the best list until the time is over.
"""

from __future__ import annotations

from dataclasses import replace

from shortlist.engines.search import search
from shortlist.models.model import ModelKind
from shortlist.problems.indexed import size_of
from shortlist.problems.limits import Clock
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Solution, Status

_LARGEST = 10**7  # entries of a table that is not too large to be searched again and again


def may_be_narrowed(problem: Problem) -> bool:
    """Is it a sparse list with prices? A budget is a size already, and perfect lists have proofs of another kind."""
    sparse = problem.kind is ModelKind.LIST and not problem.perfect and not problem.is_budget
    return sparse and problem.rows.size <= _LARGEST


def within_size(problem: Problem, size: int) -> Problem:
    """The same problem, of lists of at most so many nodes."""
    return replace(problem, constraints=replace(problem.constraints, max_size=size))


def proved_within_size(problem: Problem, solution: Solution, clock: Clock) -> Solution:
    """The solution with the largest size within which it is proved; a cheaper list that is met takes its place."""
    began, most = solution.seconds, problem.constraints.max_size
    while solution.lists is not None and solution.status is Status.FEASIBLE and clock.left() > 0:
        size = max(size_of(solution.lists[0]), (solution.proved_size or 0) + 1)
        if most is not None and size >= most:
            break  # that is the whole question
        found = search(within_size(problem, size), clock.rest(), incumbent=solution.lists)
        solution = replace(_merged(solution, found, size), seconds=began + clock.elapsed())
        if found.stopped is not None:
            return replace(solution, stopped=found.stopped)
        if price_of_nodes(problem, size + 1) >= (solution.cost or 0):
            return solution.with_bound(solution.cost or 0)
    return solution


def _merged(solution: Solution, found: Solution, size: int) -> Solution:
    """The cheaper list of both; what is proved within the size, if that is."""
    if found.lists is not None and found.cost is not None and found.cost < (solution.cost or 0):
        solution = replace(solution, lists=found.lists, cost=found.cost, proved_size=None)
    return replace(solution, proved_size=size) if found.status is Status.OPTIMAL else solution


def price_of_nodes(problem: Problem, size: int) -> int:
    """What every list of so many nodes costs at least: each rule and literal its price, and errors that no list avoids."""
    cheapest = min([problem.costs.rule, *problem.literal_prices.tolist()])
    return int(cheapest * (size - 1) + problem.costs.default + problem.unavoidable)
