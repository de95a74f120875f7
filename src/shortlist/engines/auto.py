"""`auto`: `search` in this process while it is short, then in a child: on all cores, or beside SAT for a perfect list.

The best list and the highest bound of all that take part are one bracket; it is closed as soon as they meet. A child that
is killed, aborts or runs out of memory costs only what it had not told yet.
"""

from __future__ import annotations

import queue
import sys
import threading
import time
from dataclasses import replace

from shortlist.engines.bracket import Run
from shortlist.engines.child import Child, Failure, Inbox, Task
from shortlist.engines.registry import ENGINES
from shortlist.engines.search import search
from shortlist.problems.cores import cores, is_worker
from shortlist.problems.limits import (
    ALONE,
    CHILD_AT_LEAST,
    CHILD_NEEDS,
    GRACE,
    HEAD_START,
    LOOK_EVERY,
    SHORT,
    Limits,
)
from shortlist.problems.problem import Problem
from shortlist.problems.solution import OnProgress, Progress, Solution, Status, Stop

_LARGEST_FOR_SAT = 10**6


def auto(problem: Problem, limits: Limits, *, on_progress: OnProgress | None = None) -> Solution:
    """The best list by whatever engines help; what is short never leaves this process."""
    if not may_have_children() or (limits.seconds is not None and limits.seconds <= ALONE):
        return replace(search(problem, limits, on_progress=on_progress), engine="auto")
    team = Team(Run.start("auto", problem, limits, on_progress))
    try:
        found = team.solve()
    finally:
        team.disband()
    return replace(found, peak_memory=sum(child.peak_memory for child in team.children))


def may_have_children() -> bool:
    """Not inside a worker, whose cores are shared out already."""
    return bool(sys.executable) and not is_worker()


class Team:
    """All that take part in one solve; `run` is what is known so far."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.inbox: Inbox = queue.SimpleQueue()
        self.children: list[Child] = []
        self.waiting: set[Child] = set()
        self._starting = threading.Lock()
        self._started = False

    def solve(self) -> Solution:
        """Search here for a while; meanwhile the children start, and go on with it. Ctrl-C asks all for their best."""
        with self.run.until_stopped():
            self._search_here()
            if self.run.stopped in (Stop.TIME, Stop.MEMORY) and self.run.clock.left() > 0:
                self.run.stopped = None
                self._start_children()
                if self.children:
                    self._listen()
                else:  # none could be started: go on here from the best list so far
                    rest = self.run.clock.rest()
                    self._add(search(self.run.problem, rest, on_progress=self.run.update, incumbent=self.run.lists))
        if self.run.stopped is Stop.INTERRUPT:
            self._collect()
        return self.run.solution()

    def _search_here(self) -> None:
        """The first second; on one core a child would only take time from it."""
        starter = threading.Timer(HEAD_START if cores() > 1 else SHORT, self._start_children)
        starter.start()
        try:
            memory = self.run.clock.memory
            # The children, which start meanwhile, are to have most of it, and the other cores.
            limits = Limits(min(SHORT, self.run.clock.left()), None if memory is None else max(memory // 4, 1), 1)
            self._add(search(self.run.problem, limits, on_progress=self.run.update))
        finally:
            starter.cancel()
            starter.join()

    def _start_children(self) -> None:
        with self._starting:
            if self._started:
                return
            self._started = True
            for task in self._tasks():
                try:
                    self.children.append(Child(task, self.inbox))
                except OSError as error:
                    self.run.notes.append(f"the process of {task.name} could not be started ({error})")
            self.waiting = set(self.children)

    def _tasks(self) -> list[Task]:
        """What the children are to do: as many of the team as there is memory for, each with its part of what is left."""
        engines, memory = team_for(self.run.problem), self.run.clock.memory
        if memory is not None:
            engines = engines[: memory // (CHILD_NEEDS + CHILD_AT_LEAST)]
            memory = memory // max(len(engines), 1) - CHILD_NEEDS
        deadline = time.monotonic() + self.run.clock.left() - GRACE
        threads = self.run.clock.threads if len(engines) == 1 else 1
        options = {"incumbent": self.run.lists}
        return [Task(engine, self.run.problem, deadline, memory, threads, options) for engine in engines]

    def _listen(self) -> None:
        """Until the bracket is closed, all have answered, or a limit is reached."""
        while self.waiting and not self.run.closed:
            self.run.pause()
            self._receive(min(self.run.clock.left(), LOOK_EVERY))

    def _collect(self) -> None:
        """After Ctrl-C: ask all for their best and wait a moment for it."""
        for child in self.waiting:
            child.stop()
        patience = Limits(GRACE).start()
        while self.waiting and patience.left() > 0:
            self._receive(patience.left())

    def _receive(self, seconds: float) -> None:
        """Take the next message, if one comes in time."""
        try:
            sender, content = self.inbox.get(timeout=seconds)
        except queue.Empty:
            return
        match content:
            case Progress() as moment:
                self.run.update(moment)
            case Solution() as solution:
                self.waiting.discard(sender)
                self._add(solution)
            case Failure(sentence, stop):
                self.waiting.discard(sender)
                # After Ctrl-C a child ends because it was asked to, be it before it had anything to tell.
                if self.run.stopped is not Stop.INTERRUPT:
                    self.run.stopped = stop
                    self.run.notes.append(sentence)

    def _add(self, solution: Solution) -> None:
        """Take what one that took part has found."""
        run = self.run
        run.update(Progress(solution.seconds, solution.cost, solution.lower_bound, lists=solution.lists))
        run.infeasible |= solution.status is Status.INFEASIBLE
        if solution.stopped is not None and run.stopped is not Stop.INTERRUPT:
            run.stopped = solution.stopped

    def disband(self) -> None:
        """No child is left behind, whatever happened."""
        with self._starting:
            self._started = True
        for child in self.children:
            child.kill()


def team_for(problem: Problem) -> list[str]:
    """Which engines go on with a long solve: `search`, which uses all cores for a sparse list.

    The search for a perfect list has one thread, so that SAT gets a second core where its formula is small.
    """
    team = ["search"]
    small = len(problem.rows) * len(problem.features) <= _LARGEST_FOR_SAT
    if problem.perfect and cores() > 1 and small and not ENGINES["list"]["sat"].refused(problem):
        team.append("sat")
    return [ENGINES["list"][name].function for name in team]
