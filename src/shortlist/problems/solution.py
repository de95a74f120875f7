"""What an engine answers: a list, its cost, a proven lower bound, and why it stopped.

A status says only what was proved: `optimal` means that the cost equals the lower bound, and the constructor refuses
anything else.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Generic, TypeVar

from shortlist.errors import UsageError
from shortlist.models.hybrid import DecisionLists
from shortlist.models.model import DecisionList, DecisionSet
from shortlist.tables.table import Label


class Status(StrEnum):
    """What is known about the model of a solution."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


class Stop(StrEnum):
    """Why an engine gave up before its proof was complete."""

    TIME = "time"
    MEMORY = "memory"
    INTERRUPT = "interrupt"
    FAULT = "fault"


def relative_gap(cost: int | None, lower_bound: int) -> float | None:
    """(cost − lower bound) / cost, None without a cost.

    >>> relative_gap(50, 40), relative_gap(None, 3), relative_gap(0, 0)
    (0.2, None, 0.0)
    """
    if cost is None:
        return None
    return (cost - lower_bound) / cost if cost else 0.0


@dataclass(frozen=True, slots=True)
class Progress:
    """One moment of a solve: seconds since its start, cost of the best list so far, proven lower bound.

    `states` counts what a search has looked at, 0 for engines that do not count. `model` is the best list where it is new.
    """

    seconds: float
    cost: int | None
    lower_bound: int
    states: int = 0
    model: DecisionList | None = field(default=None, compare=False, repr=False)

    @property
    def gap(self) -> float | None:
        """(cost − lower bound) / cost: 0 when proved, None without a list."""
        return relative_gap(self.cost, self.lower_bound)


OnProgress = Callable[[Progress], None]
"""Called whenever the best list or the bound has improved."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long an engine may take and how much memory it may use; None is no limit."""

    seconds: float | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        seconds, memory = self.seconds, self.memory
        if seconds is not None and not (isinstance(seconds, int | float) and seconds >= 0):
            raise UsageError(f"the time limit must be at least 0 seconds, got {seconds!r}")
        if memory is not None and not (isinstance(memory, int) and memory > 0):
            raise UsageError(f"the memory limit must be positive, got {memory!r}")

    def start(self, began: float | None = None) -> Clock:
        """Begin to count, now or from an earlier reading of `time.perf_counter`."""
        return Clock(self.seconds, began)

    def rest(self, clock: Clock) -> Limits:
        """What is left of these limits."""
        return self if self.seconds is None else replace(self, seconds=max(clock.left(), 0.0))

    def sparing(self, seconds: float) -> Limits:
        """Limits that leave about so many seconds for what comes after the engine, two thirds of them at most."""
        return self if self.seconds is None else replace(self, seconds=max(self.seconds - seconds, self.seconds / 3))


class Clock:
    """Seconds since the start, and whether a limit has passed."""

    def __init__(self, seconds: float | None, began: float | None = None) -> None:
        self._start = time.perf_counter() if began is None else began
        self._limit = seconds

    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self._start

    def left(self) -> float:
        """Seconds until the limit, infinite without one; not above 0 once it has passed."""
        return float("inf") if self._limit is None else self._limit - self.elapsed()


@dataclass(frozen=True, slots=True)
class Part:
    """The rules of one class in a separated list: their nodes, their own errors, and what is proved of them.

    Its cost is what the class alone is charged, on the rows that earlier parts leave: its nodes, and one error for each row
    of the class that its rules leave out and each row of another class that they cover.
    """

    label: Label
    size: int
    errors: int
    cost: int
    lower_bound: int

    @property
    def status(self) -> Status:
        """Optimal if no rules of this class cost less on the rows that earlier parts leave."""
        return Status.OPTIMAL if self.cost == self.lower_bound else Status.FEASIBLE


Model = TypeVar("Model")


@dataclass(frozen=True)
class Found(Generic[Model]):
    """The best model found, its cost, and a bound that no model goes below; `notes` say what went wrong on the way.

    A status says only what was proved.
    """

    status: Status
    model: Model | None
    cost: int | None
    lower_bound: int
    engine: str
    seconds: float = 0.0
    stopped: Stop | None = None
    trace: tuple[Progress, ...] = field(default=(), repr=False)
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if (self.model is not None and self.cost is not None) != (self.status in (Status.OPTIMAL, Status.FEASIBLE)):
            raise ValueError(f"a solution has a model exactly when it is optimal or feasible, got {self.status}")
        if self.cost is not None and self.cost < self.lower_bound:
            raise ValueError(f"a cost must not be below the lower bound {self.lower_bound}, got {self.cost}")
        if self.status is Status.OPTIMAL and self.cost != self.lower_bound:
            raise ValueError(f"an optimal cost must equal the lower bound {self.lower_bound}, got {self.cost}")

    @property
    def gap(self) -> float | None:
        """(cost − lower bound) / cost: 0 when proved, None without a model."""
        return relative_gap(self.cost, self.lower_bound)


@dataclass(frozen=True)
class Solution(Found[DecisionList]):
    """What an engine found of decision lists. A separated list has `parts`, one for each class decided, in order."""

    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class SetPart:
    """The rules of some classes of a decision set that have nothing to do with the others, and what is proved of them.

    Mostly that is one class; rows with several commonest classes hold these together in a perfect set.
    """

    labels: tuple[Label, ...]
    rules: int
    size: int
    cost: int
    lower_bound: int

    @property
    def status(self) -> Status:
        """Optimal if no rules of these classes cost less."""
        return Status.OPTIMAL if self.cost == self.lower_bound else Status.FEASIBLE


@dataclass(frozen=True)
class SetSolution(Found[DecisionSet]):
    """What an engine found of decision sets: its cost and bound are the sums of its parts, if it was solved by parts."""

    parts: tuple[SetPart, ...] = ()


@dataclass(frozen=True)
class HybridSolution(Found[DecisionLists]):
    """What an engine found of lists side by side, and the errors that they make."""

    errors: int | None = None


def bracket(
    model: DecisionList,
    cost: int,
    lower_bound: int,
    *,
    engine: str,
    clock: Clock,
    stopped: Stop | None = None,
    trace: tuple[Progress, ...] = (),
    notes: tuple[str, ...] = (),
) -> Solution:
    """A solution with a model: optimal where bound and cost meet, else feasible."""
    if cost == lower_bound:
        return Solution(Status.OPTIMAL, model, cost, lower_bound, engine, clock.elapsed(), None, trace, notes)
    return Solution(Status.FEASIBLE, model, cost, lower_bound, engine, clock.elapsed(), stopped, trace, notes)
