"""`auto`: `search` in this process while it is short, then in a child, beside others where there are more cores.

The best list and the highest bound of all that take part are one bracket; it is closed as soon as they meet. A child that
is killed, aborts or runs out of memory costs only what it had not told yet.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import sys
import threading
import time
from dataclasses import replace

from shortlist.engines.child import Child, Failure, Message, Task
from shortlist.engines.search import search
from shortlist.models.model import DecisionList
from shortlist.problems.constraints import FREE
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Clock, Limits, OnProgress, Progress, Solution, Status, Stop, bracket

SHORT = 1.0
"""Seconds that are spent in this process at most, if there may be children."""

_ALONE = 2.5  # times as long, at most: children would have begun too late to be of help

_HEAD_START = 0.1
_GRACE = 0.12
_LARGEST_FOR_SAT = 10**6


def auto(problem: Problem, limits: Limits, *, on_progress: OnProgress | None = None) -> Solution:
    """The best list by whatever engines help; what is short never leaves this process."""
    if not may_have_children() or (limits.seconds is not None and limits.seconds <= _ALONE * SHORT):
        return replace(search(problem, limits, on_progress=on_progress), engine="auto")
    team = Team(problem, limits, on_progress)
    try:
        return team.solve()
    finally:
        team.disband()


def may_have_children() -> bool:
    """Not inside a worker of joblib, dask or multiprocessing: whoever started it has shared out the cores already."""
    return (
        bool(sys.executable)
        and multiprocessing.parent_process() is None
        and not multiprocessing.current_process().daemon
    )


class Team:
    """All that take part in one solve, and what is known so far."""

    def __init__(self, problem: Problem, limits: Limits, on_progress: OnProgress | None) -> None:
        self.problem, self.limits, self.on_progress = problem, limits, on_progress
        self.clock: Clock = limits.start()
        self.inbox: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self.children: list[Child] = []
        self.best: tuple[DecisionList, int] | None = None
        self.lower_bound = 0
        self.infeasible = False
        self.stops: list[Stop] = []
        self.notes: list[str] = []
        self.trace: list[Progress] = []
        self._starting = threading.Lock()
        self._disbanded = False

    def solve(self) -> Solution:
        """Search here for a while; meanwhile the children start, and go on with it."""
        starter = threading.Timer(_HEAD_START, self._start_children)
        starter.start()
        try:
            first = search(
                self.problem, Limits(min(SHORT, self.clock.left()), self.limits.memory), on_progress=self._hear
            )
        finally:
            starter.cancel()
        self.trace = list(first.trace)
        self._add(first)
        if first.stopped is Stop.TIME and self.clock.left() > 0:
            self.stops.clear()
            starter.join()
            self._start_children()
            self._listen()
        return self._solution()

    def _start_children(self) -> None:
        with self._starting:
            if self.children or self._disbanded:
                return
            for engine in team_for(self.problem):
                self.children.append(Child(self._task(engine), self.inbox))

    def _task(self, engine: str) -> Task:
        left = self.clock.left()
        deadline = None if left == float("inf") else time.monotonic() + left - _GRACE
        # The search that goes on here works things out of the problem while the child's copy is being written.
        return Task(engine, self.problem.fresh(), deadline, self.limits.memory)

    def _listen(self) -> None:
        """Until the bracket is closed, all have answered, or time is over."""
        waiting = set(self.children)
        try:
            while waiting and not self._closed():
                wait = min(self.clock.left(), 3600)
                if wait <= 0:
                    self.stops.append(Stop.TIME)
                    return
                self._take(waiting, wait)
        except KeyboardInterrupt:
            self.stops.append(Stop.INTERRUPT)
            self._collect(waiting)

    def _collect(self, waiting: set[Child]) -> None:
        """After Ctrl-C: ask all for their best and wait a moment for it."""
        for child in waiting:
            child.stop()
        patience = Limits(_GRACE).start()
        while waiting and patience.left() > 0:
            self._take(waiting, patience.left())

    def _take(self, waiting: set[Child], seconds: float) -> None:
        try:
            message = self.inbox.get(timeout=seconds)
        except queue.Empty:
            return
        match message.said:
            case Progress() as moment:
                self._hear(replace(moment, seconds=self.clock.elapsed()))
            case Solution() as solution:
                waiting.discard(message.sender)
                self._add(solution)
            case Failure(sentence, stop):
                waiting.discard(message.sender)
                # After Ctrl-C a child ends because it was asked to, be it before it had anything to tell.
                if Stop.INTERRUPT not in self.stops:
                    self.stops.append(stop)
                    self.notes.append(sentence)

    def _add(self, solution: Solution) -> None:
        if solution.model is not None and solution.cost is not None:
            self._offer(solution.model, solution.cost)
        self.infeasible |= solution.status is Status.INFEASIBLE
        if solution.stopped is not None:
            self.stops.append(solution.stopped)
        self._raise(solution.lower_bound)

    def _hear(self, moment: Progress) -> None:
        if moment.model is not None and moment.cost is not None:
            self._offer(moment.model, moment.cost)
        self._raise(moment.lower_bound)
        known = None if self.best is None else self.best[1]
        seen = Progress(moment.seconds, _least(moment.cost, known), self.lower_bound, moment.states)
        if not self.trace or (seen.cost, seen.lower_bound) != (self.trace[-1].cost, self.trace[-1].lower_bound):
            self.trace.append(seen)
        if self.on_progress is not None:
            self.on_progress(seen)

    def _offer(self, model: DecisionList, cost: int) -> None:
        if self.best is None or cost < self.best[1]:
            self.best = model, cost

    def _raise(self, lower_bound: int) -> None:
        self.lower_bound = max(self.lower_bound, lower_bound)

    def _closed(self) -> bool:
        return self.infeasible or (self.best is not None and self.best[1] == self.lower_bound)

    def _solution(self) -> Solution:
        stopped = None if self._closed() or not self.stops else self.stops[-1]
        trace, notes = tuple(self.trace), tuple(self.notes)
        if self.best is None:
            status = Status.INFEASIBLE if self.infeasible else Status.UNKNOWN
            return Solution(status, None, None, self.lower_bound, "auto", self.clock.elapsed(), stopped, trace, notes)
        model, cost = self.best
        return bracket(
            model, cost, self.lower_bound, engine="auto", clock=self.clock, stopped=stopped, trace=trace, notes=notes
        )

    def disband(self) -> None:
        """No child is left behind, whatever happened."""
        with self._starting:
            self._disbanded = True
        for child in self.children:
            child.kill()


def team_for(problem: Problem) -> list[str]:
    """Which engines go on with a long solve: `search`, and on a second core SAT.

    Where SAT would need a large formula, or cannot keep to the constraints, greedy lists may be better than the search's.
    """
    team = ["shortlist.engines.search:search"]
    if cores() > 1:
        small = len(problem.rows) * len(problem.features) <= _LARGEST_FOR_SAT
        if small and not problem.constraints.min_rows:
            team.append("shortlist.engines.sat.sat:sat")
        elif not problem.perfect or problem.constraints == FREE:
            team.append("shortlist.engines.greedy:greedy")
    return team


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _least(*costs: int | None) -> int | None:
    return min((cost for cost in costs if cost is not None), default=None)
