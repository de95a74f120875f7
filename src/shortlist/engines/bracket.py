"""What an engine knows while it runs: the best rules, their cost, what all cost at least, and how it came to them.

A bound above a known cost is a wrong answer and ends the solve.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from shortlist.errors import WrongAnswerError
from shortlist.problems.evaluate import valid_cost
from shortlist.problems.indexed import Lists
from shortlist.problems.limits import Clock, Limits
from shortlist.problems.problem import Problem
from shortlist.problems.solution import OnProgress, Part, Progress, Solution, Status, Stop


class Stopped(Exception):  # noqa: N818  # it is no error
    """A limit was reached."""

    def __init__(self, why: Stop) -> None:
        super().__init__(why)
        self.why = why


def check_limits(clock: Clock, needed: float = 0.0) -> None:
    """Stop when the time is over, or is not enough for what needs so many seconds, or when too much memory is held."""
    if clock.left() <= needed:
        raise Stopped(Stop.TIME)
    if clock.out_of_memory():
        raise Stopped(Stop.MEMORY)


@dataclass
class Bracket:
    """The best lists so far, their cost, and a bound below all costs; `on_change` is called when one of them improves."""

    lists: Lists | None = None
    cost: int | None = None
    lower_bound: int = 0
    stopped: Stop | None = None
    infeasible: bool = False
    on_change: Callable[[], None] | None = None

    @property
    def closed(self) -> bool:
        """Is there nothing left to prove?"""
        return self.infeasible or self.cost == self.lower_bound

    def offer(self, lists: Lists, cost: int) -> bool:
        """Keep the lists if they are the cheapest so far; return whether they were."""
        if cost < self.lower_bound:
            raise WrongAnswerError(f"a bound of {self.lower_bound} was claimed, but a model of cost {cost} is known")
        if self.cost is not None and cost >= self.cost:
            return False
        self.lists, self.cost = lists, cost
        self._changed()
        return True

    def raise_bound(self, bound: int) -> None:
        """Keep the bound if it is the highest so far; one above a known cost is a wrong answer."""
        if self.cost is not None and bound > self.cost:
            raise WrongAnswerError(f"a bound of {bound} was claimed, but a model of cost {self.cost} is known")
        if bound > self.lower_bound:
            self.lower_bound = bound
            self._changed()

    def raise_bound_capped(self, bound: int) -> None:
        """Raise the bound, but not above the best known cost: it is a bound of models that are not known yet."""
        self.raise_bound(bound if self.cost is None else min(bound, self.cost))

    def _changed(self) -> None:
        if self.on_change is not None:
            self.on_change()

    @contextmanager
    def until_stopped(self) -> Iterator[None]:
        """Within the block a limit or Ctrl-C ends the work; what is known is kept, and why it ended."""
        self.stopped = None
        try:
            yield
        except Stopped as limit:
            self.stopped = limit.why
        except KeyboardInterrupt:
            self.stopped = Stop.INTERRUPT


class PartOfSet(Bracket):
    """Classes of a set that are solved for themselves; the costs are in the problem's own units."""

    def __init__(self, labels: tuple[int, ...]) -> None:
        super().__init__()
        self.labels = labels
        self.hardness = 0  # a guess, for the order in which parts are solved: the least first

    def start(self, clock: Clock) -> None:
        """Find some rules at once."""
        raise NotImplementedError

    def solve(self, clock: Clock) -> None:
        """Narrow the bracket until it is closed or a limit is reached; may be called again with more time."""
        raise NotImplementedError


@dataclass(kw_only=True)
class Run(Bracket):
    """One engine at work on one problem: the bracket, the limits that it keeps to, and whom it tells."""

    engine: str
    problem: Problem
    clock: Clock
    on_progress: OnProgress | None = None
    trace: list[Progress] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    parts: tuple[Part, ...] = ()

    @classmethod
    def start(cls, engine: str, problem: Problem, limits: Limits, on_progress: OnProgress | None) -> Run:
        """Begin now."""
        return cls(engine=engine, problem=problem, clock=limits.start(), on_progress=on_progress)

    def pause(self, needed: float = 0.0) -> None:
        """Stop when a limit is reached, or the time is not enough for what needs so many seconds."""
        check_limits(self.clock, needed)

    def improve(self, lists: Lists) -> bool:
        """Offer lists whose cost is counted here; a model that must be perfect and is not is a wrong answer."""
        cost = valid_cost(self.problem, lists)
        if cost is None:
            raise WrongAnswerError("a perfect model must make no avoidable error, but the one found does")
        return self.offer(lists, cost)

    def update(self, moment: Progress) -> None:
        """Take what an engine tells that works for this run; its cost and bound may be no news."""
        if moment.lists is not None and moment.cost is not None:
            self.offer(moment.lists, moment.cost)
        self.raise_bound(moment.lower_bound)
        if moment.states:
            self.report(states=moment.states)

    def _changed(self) -> None:
        self.report(lists=self.lists)

    def report(self, *, states: int = 0, lists: Lists | None = None) -> None:
        """Enter this moment into the trace if cost or bound are new, and pass it on."""
        moment = Progress(self.clock.elapsed(), self.cost, self.lower_bound, states, lists)
        if not self.trace or (moment.cost, moment.lower_bound) != (self.trace[-1].cost, self.trace[-1].lower_bound):
            self.trace.append(moment)
        elif not states:
            return
        if self.on_progress is not None:
            self.on_progress(moment)

    def solution(self) -> Solution:
        """What is known now."""
        status = (
            Status.INFEASIBLE
            if self.infeasible
            else Status.UNKNOWN
            if self.cost is None
            else Status.OPTIMAL
            if self.cost == self.lower_bound
            else Status.FEASIBLE
        )
        return Solution(
            status,
            self.lists,
            self.cost,
            self.lower_bound,
            self.engine,
            self.clock.elapsed(),
            None if self.closed else self.stopped,
            tuple(self.trace),
            tuple(self.notes),
            self.parts,
        )
