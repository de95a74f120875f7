"""What an engine answers: lists of rules by index, their cost, a proven lower bound, and why it stopped.

A status says only what was proved: `optimal` means that the cost equals the lower bound, and the constructor refuses
anything else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from shortlist.models.model import Model
from shortlist.problems.indexed import Lists
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

    @property
    def noun(self) -> str:
        """What ended it, in a sentence."""
        return {"time": "time limit", "memory": "memory limit", "interrupt": "interruption", "fault": "fault"}[self]


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
    """One moment of a solve: seconds since its start, cost of the best model so far, proven lower bound.

    `states` counts what a search has looked at, 0 for engines that do not count. `lists` are the best model's rules by
    index where they are new; `model` names them, once `learn` has said how.
    """

    seconds: float
    cost: int | None
    lower_bound: int
    states: int = 0
    lists: Lists | None = field(default=None, compare=False, repr=False)
    name: Callable[[Lists], Model] | None = field(default=None, compare=False, repr=False)

    @property
    def gap(self) -> float | None:
        """(cost − lower bound) / cost: 0 when proved, None without a model."""
        return relative_gap(self.cost, self.lower_bound)

    @property
    def model(self) -> Model | None:
        """The best model so far, where it is new."""
        return None if self.lists is None or self.name is None else self.name(self.lists)


OnProgress = Callable[[Progress], None]
"""Called whenever the best model or the bound has improved."""


@dataclass(frozen=True, slots=True)
class Part:
    """The rules of some classes that are charged for themselves, and what is proved of them.

    In a separated list a part is one class on the rows that earlier parts leave: its cost are its nodes, one error for
    each row of the class that its rules leave out and one for each row of another class that they cover. In a decision set
    a part is classes that have nothing to do with the others: mostly one, but rows with several commonest classes hold these
    together in a perfect set, where `errors` is None.
    """

    labels: tuple[Label, ...]
    rules: int
    size: int
    cost: int
    lower_bound: int
    errors: int | None = None

    @property
    def status(self) -> Status:
        """Optimal if no rules of these classes cost less on these rows."""
        return Status.OPTIMAL if self.cost == self.lower_bound else Status.FEASIBLE


@dataclass(frozen=True)
class Solution:
    """The best model found, its cost, and a bound that no model goes below; `notes` say what went wrong on the way.

    `lists` are rules by the indices of features and classes: one list for a decision list, one rule in each for a set. Where a list
    is not proved to be the best of all, it may be so among those of at most `proved_size` nodes.
    """

    status: Status
    lists: Lists | None
    cost: int | None
    lower_bound: int
    engine: str
    seconds: float = 0.0
    stopped: Stop | None = None
    trace: tuple[Progress, ...] = field(default=(), repr=False)
    notes: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    peak_memory: int = 0
    proved_size: int | None = None

    def __post_init__(self) -> None:
        if (self.lists is not None and self.cost is not None) != (self.status in (Status.OPTIMAL, Status.FEASIBLE)):
            raise ValueError(f"a solution has a model exactly when it is optimal or feasible, got {self.status}")
        if self.cost is not None and self.cost < self.lower_bound:
            raise ValueError(f"a cost must not be below the lower bound {self.lower_bound}, got {self.cost}")
        if self.status is Status.OPTIMAL and self.cost != self.lower_bound:
            raise ValueError(f"an optimal cost must equal the lower bound {self.lower_bound}, got {self.cost}")

    def with_bound(self, lower_bound: int) -> Solution:
        """The same with a bound that was proved apart from the engine, where it is higher."""
        if lower_bound <= self.lower_bound:
            return self
        status = Status.OPTIMAL if lower_bound == self.cost else self.status
        return replace(self, lower_bound=lower_bound, status=status)

    @property
    def gap(self) -> float | None:
        """(cost − lower bound) / cost: 0 when proved, None without a model."""
        return relative_gap(self.cost, self.lower_bound)
