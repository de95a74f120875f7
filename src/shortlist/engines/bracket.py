"""What an engine knows while it runs: the best list, the bound, and how it came to them.

A bound above a known cost, or a perfect list that is none, is a wrong answer and ends the solve.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from shortlist.errors import WrongAnswerError
from shortlist.models.model import DecisionList
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Clock, OnProgress, Progress, Solution, Status, Stop, bracket


class Stopped(Exception):  # noqa: N818  # it is no error
    """A limit was reached."""

    def __init__(self, why: Stop) -> None:
        super().__init__(why)
        self.why = why


def check_time(clock: Clock, needed: float = 0.0) -> None:
    """Stop when the time is over, or is not enough for what needs so many seconds."""
    if clock.left() <= needed:
        raise Stopped(Stop.TIME)


@dataclass
class Anytime:
    """The best list and the bound so far."""

    engine: str
    problem: Problem
    clock: Clock
    memory: int | None = None
    on_progress: OnProgress | None = None
    model: DecisionList | None = None
    cost: int | None = None
    lower_bound: int = 0
    trace: list[Progress] = field(default_factory=list)

    def pause(self, needed: float = 0.0) -> None:
        """Stop when the time is over, or is not enough for what needs so many seconds."""
        check_time(self.clock, needed)

    def improve(self, model: DecisionList) -> None:
        """Keep the list if it is the best so far."""
        cost = self.problem.cost(model)
        if self.problem.perfect and self.problem.loss(model) != self.problem.unavoidable:
            raise WrongAnswerError(f"a perfect list must make {self.problem.unavoidable} errors, got {model.errors}")
        if self.cost is None or cost < self.cost:
            self.model, self.cost = model, cost
            self.raise_bound(self.lower_bound)

    def raise_bound(self, bound: int) -> None:
        """Keep the bound if it is the best so far; one that a known list goes below is a wrong answer."""
        if self.cost is not None and bound > self.cost:
            raise WrongAnswerError(f"a bound of {bound} was claimed, but a list of cost {self.cost} is known")
        self.lower_bound = max(self.lower_bound, bound)
        moment = Progress(self.clock.elapsed(), self.cost, self.lower_bound, model=self.model)
        if self.trace and replace(moment, seconds=self.trace[-1].seconds) == self.trace[-1]:
            return
        self.trace.append(moment)
        if self.on_progress is not None:
            self.on_progress(moment)

    def solution(self, stopped: Stop | None) -> Solution:
        """What is known now."""
        trace = tuple(self.trace)
        if self.model is None or self.cost is None:
            seconds = self.clock.elapsed()
            return Solution(Status.UNKNOWN, None, None, self.lower_bound, self.engine, seconds, stopped, trace)
        return bracket(
            self.model, self.cost, self.lower_bound, engine=self.engine, clock=self.clock, stopped=stopped, trace=trace
        )
