"""The front of size and errors: for each number of nodes the list with the fewest errors, each proved or with its bracket.

A path of prices gives lists and lines for all sizes at once (`engines/frontier.py`), annealing gives better lists, which make the prices of
proofs higher; what is still open is settled size by size, the small ones first, for they are the easiest and help the others. It can be ended at any
time, and goes on where it was ended when it is given what it had found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from shortlist.checks.recount import recount
from shortlist.choose.state import read_state, write_state
from shortlist.engines.bracket import Stopped
from shortlist.engines.frontier import Frontier, Line
from shortlist.engines.greedy import first_list
from shortlist.engines.size_budget import follow_path
from shortlist.errors import UsageError, WrongAnswerError
from shortlist.features.binarize import Binning
from shortlist.learn import ask
from shortlist.models.model import Model
from shortlist.option import whole
from shortlist.problems.asked import Asked
from shortlist.problems.constraints import FREE, Constraints
from shortlist.problems.indexed import Lists
from shortlist.problems.limits import Clock, Limits
from shortlist.problems.naming import Names
from shortlist.problems.objective import Objective
from shortlist.problems.scope import Scope
from shortlist.problems.solution import Stop
from shortlist.scale.stream import Stream
from shortlist.tables.table import LabelledTable

_PATH_SHARE = 0.3
_ANNEAL_SHARE = 0.1
_SIZE_SHARE = 0.5  # of what is left, for the next size: one proof is worth more than beginnings of many

OnPoint = Callable[["Front"], None]
"""Called with the front whenever a size is settled."""


@dataclass(frozen=True)
class Point:
    """The best list found of at most `size` nodes, which has just so many; all lists of that size make at least `least_errors`."""

    size: int
    errors: int
    least_errors: int
    model: Model

    @property
    def proved(self) -> bool:
        """Does no list of so many nodes make fewer errors?"""
        return self.errors == self.least_errors


@dataclass(frozen=True)
class Front:
    """The points where errors fall, from small to large; `least_errors[k − 1]` is proved of all lists of at most k nodes."""

    points: tuple[Point, ...]
    least_errors: tuple[int, ...]
    rows: int
    scope: Scope
    seconds: float
    stopped: Stop | None = None

    @property
    def proved(self) -> bool:
        """Is the best list of every size proved, so that the points are all there are?"""
        return all(self.best(k).errors == least for k, least in enumerate(self.least_errors, 1))

    def best(self, size: int) -> Point:
        """The point of at most so many nodes with the fewest errors."""
        able = [point for point in self.points if point.size <= size]
        if not able:
            raise UsageError(f"a list has at least one node, got {size}")
        return able[-1]


def front(
    data: LabelledTable | Stream,
    *,
    max_size: int = 15,
    binning: Binning | None = None,
    constraints: Constraints = FREE,
    limits: Limits | None = None,
    jobs: int = 1,
    state: Path | None = None,
    on_point: OnPoint | None = None,
) -> Front:
    """The front up to so many nodes, by so many processes (joblib's, or those of a backend that is set for it).

    What is found is kept in the file `state`, where given, and taken from there the next time.

    >>> from shortlist.tables.read import read_labelled
    >>> found = front(read_labelled("titanic"), max_size=8)
    >>> [(point.size, point.errors) for point in found.points], found.proved
    ([(1, 711), (3, 493), (4, 477), (6, 461)], True)
    """
    max_size, jobs = whole("the largest size", max_size, 1), whole("jobs", jobs, 1)
    clock, sized = (limits or Limits()).start(), replace(constraints, max_size=max_size)
    # What is to be gone on with must have the same questions the next time.
    asked = ask(data, clock, objective=Objective(), binning=binning, constraints=sized, hurry=state is None)
    known = _State(asked, Frontier(asked.problem), clock)
    if state is not None and state.exists():
        read_state(known.frontier, asked.problem, state)
    stopped = _work(known, max_size, jobs, on_point)
    if state is not None:
        write_state(known.frontier, asked.problem, state)
    return known.front(max_size, stopped)


def _work(state: _State, max_size: int, jobs: int, on_point: OnPoint | None) -> Stop | None:
    """Make the front as good as the limits allow; why it ended."""

    def tell() -> None:
        if on_point is not None:
            on_point(state.front(max_size))

    try:
        greedy = first_list(state.asked.problem, state.clock.share(0.1))
        if greedy is not None:
            state.frontier.offer(greedy)
        follow_path(state.frontier, max_size, state.clock.share(_PATH_SHARE))
        tell()
        annealing = state.clock.share(_ANNEAL_SHARE)
        for size in state.open_sizes(max_size):
            state.frontier.anneal(size, annealing)
        for _ in range(2):
            _settle(state, state.open_sizes(max_size), jobs, tell)
    except Stopped as limit:
        return limit.why
    except KeyboardInterrupt:
        return Stop.INTERRUPT
    return None if all(map(state.frontier.proved, range(1, max_size + 1))) else Stop.TIME


def _settle(state: _State, sizes: list[int], jobs: int, tell: Callable[[], None]) -> None:
    """Settle these sizes, each in its part of the time; with several processes as many at once."""
    for start in range(0, len(sizes), jobs):
        now = [k for k in sizes[start : start + jobs] if not state.frontier.proved(k)]
        share = state.clock.share(max(_SIZE_SHARE, jobs / max(len(sizes) - start, 1)))
        for lists, lines in _in_parallel(state.frontier, now, share, jobs):
            for found in lists:
                state.frontier.offer(found)
            state.frontier.lines += [line for line in lines if line not in state.frontier.lines]
        tell()


def _in_parallel(
    frontier: Frontier, sizes: list[int], clock: Clock, jobs: int
) -> Iterable[tuple[list[Lists], list[Line]]]:
    limits = clock.rest()
    if jobs == 1 or len(sizes) < 2:
        return [settled(frontier, size, limits) for size in sizes]
    limits = Limits(limits.seconds, None if limits.memory is None else max(limits.memory // jobs, 1), 1)
    from joblib import Parallel, delayed  # noqa: PLC0415  # only where several processes are asked for

    return list(Parallel(n_jobs=jobs)(delayed(settled)(frontier, size, limits) for size in sizes))


def settled(frontier: Frontier, size: int, limits: Limits) -> tuple[list[Lists], list[Line]]:
    """The lists and lines that are known once a size is settled, or its time is over."""
    try:
        frontier.settle(size, limits.start())
    except Stopped as limit:
        if limit.why is Stop.INTERRUPT:
            raise
    return frontier.lists, frontier.lines


@dataclass
class _State:
    """A front in the making."""

    asked: Asked
    frontier: Frontier
    clock: Clock

    def open_sizes(self, most: int) -> list[int]:
        """The sizes up to this whose best list is not proved."""
        return [size for size in range(1, most + 1) if not self.frontier.proved(size)]

    def front(self, max_size: int, stopped: Stop | None = None) -> Front:
        """What is known now, every list named and recounted from the raw rows."""
        names, points = Names(self.asked.problem, self.asked.data.weighting.scale), []
        for size in range(1, max_size + 1):
            reached, errors, lists = self.frontier.best(size)
            if reached == size:
                model = names.model(lists)
                counted = recount(model, self.asked.data).errors
                if counted != errors:
                    raise WrongAnswerError(
                        f"a list of {size} nodes is said to make {errors} errors, but makes {counted}"
                    )
                points.append(Point(size, errors, self.frontier.least_errors(size), model))
        least = tuple(map(self.frontier.least_errors, range(1, max_size + 1)))
        weight = self.asked.problem.rows.weight
        return Front(tuple(points), least, weight, self.asked.scope, self.clock.elapsed(), stopped)


def supported(points: Iterable[Point]) -> list[Point]:
    """The points that some price of a node makes optimal: the corners of the lower hull, from small to large."""
    hull: list[Point] = []
    for point in points:
        while len(hull) > 1 and _saving(hull[-2], hull[-1]) <= _saving(hull[-1], point):
            hull.pop()
        hull.append(point)
    return hull


def _saving(small: Point, large: Point) -> Fraction:
    """The errors that a node saves from one point to the next."""
    return Fraction(small.errors - large.errors, large.size - small.size)
