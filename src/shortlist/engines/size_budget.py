"""The fewest errors with at most k nodes, then the fewest nodes, by searches with prices (`frontier.py`)."""

from __future__ import annotations

from fractions import Fraction

from shortlist.engines.bracket import Run, Stopped
from shortlist.engines.frontier import Frontier
from shortlist.engines.greedy import first_list
from shortlist.problems.indexed import Lists, size_of
from shortlist.problems.limits import Clock
from shortlist.problems.solution import Stop

_FIRST_SHARE = 0.1
_ANNEAL_SHARE = 0.3


def solve_budget(run: Run, incumbent: Lists | None = None) -> None:
    """Lists from a path of prices, then proofs for this size; what is known when a limit ends it is kept."""
    size = run.problem.constraints.max_size
    assert size is not None
    front = Frontier(run.problem)
    for lists in (incumbent, first_list(run.problem, run.clock.share(_FIRST_SHARE))):
        if lists is not None:
            front.offer(lists)
    with run.until_stopped():
        try:
            front.anneal(size, run.clock.share(_ANNEAL_SHARE))
            follow_path(front, size, run.clock)
            front.settle(size, run.clock)
            _shrink(front, size, run.clock)
        finally:
            _tell(run, front, size)


def follow_path(front: Frontier, size: int, clock: Clock) -> None:
    """Search with ever lower prices until the cheapest list has more nodes or no avoidable error, each for a share of the time.

    A search that its share of the time ends still has a list, and lower prices have others.
    """
    price, share = Fraction(front.best(1)[1], 2), _FIRST_SHARE
    while price > Fraction(1, 2 * size) and clock.left() > 0:
        try:
            front.solve(price, clock.share(share))
        except Stopped as limit:
            if limit.why is not Stop.TIME:
                raise
            share = _FIRST_SHARE / 4
        if size_of(front.cheapest(price)[0]) > size or front.errors_known(size) == front.unavoidable:
            return
        price /= 2


def _shrink(front: Frontier, size: int, clock: Clock) -> None:
    """Find the smallest list with as few errors, and prove it."""
    reached, errors, _ = front.best(size)
    while reached > 1 and front.least_errors(reached - 1) <= errors:
        front.refute(reached - 1, errors, clock)
        reached, errors, _ = front.best(size)


def _tell(run: Run, front: Frontier, size: int) -> None:
    """Pass on the best list, and what is proved of all in the costs of the budget."""
    _, errors, lists = front.best(size)
    run.improve(lists)
    least = front.least_errors(size)
    smallest = next(k for k in range(1, size + 1) if front.least_errors(k) <= errors) if least >= errors else 1
    run.raise_bound_capped(least * run.problem.costs.error + smallest)
