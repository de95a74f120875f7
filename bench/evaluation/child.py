"""A task in a process of its own, watched from outside: time, memory, crashes and hangs end in a line like any other.

A time limit is of processor time, of the process with all that it has started, for learning alone: how busy a machine is does not decide what
is proved on it. On the clock a task may take `CLOCK` times as long. Both times are recorded.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from typing import Any

from evaluation.measures import Record
from evaluation.methods import METHODS
from evaluation.tasks import Task
from evaluation.watching import NOTHING, Usage, usage

LOOK_EVERY = 0.05
CLOCK = 10.0
"""How many times longer learning may take on the clock than of processor time: what only waits must end, too."""
READING = 600.0
"""Seconds on the clock for reading, and again for judging: they are not measured, but must end."""
SLACK = 512
"""Megabytes beyond the limit: a system that counts its own memory does not count libraries."""

LOADED = (
    *("search", "auto", "sets", "sat.sat", "separated.orders", "separated.part"),
    *("maxsat.lists", "maxsat.part", "maxsat.sets"),
)
"""Engines that are loaded before a task begins, so that learning is not about loading."""

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(
    ["evaluation.cluster", "evaluation.running", *(f"shortlist.engines.{name}" for name in LOADED)]
)


def _start_server() -> None:
    """Start what children are forked from, with all loaded; before Python 3.13 it is not told where modules are, and loads nothing."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    try:
        forkserver.ensure_running()
    finally:
        os.environ.pop("PYTHONPATH")
        if before is not None:
            os.environ["PYTHONPATH"] = before


def processor_seconds() -> float:
    """What this process and its ended children have used."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


@contextmanager
def _interrupted_after(seconds: float) -> Iterator[None]:
    """Within the block processor time beyond the limit is what Ctrl-C is: a system that heeds it gives its best so far."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGPROF, interrupt)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _work(pipe: Connection, task: Task) -> None:
    """Read, learn, judge; tell when each begins, and send the record in the end."""
    os.setsid()
    threading.Thread(target=_end_with_the_parent, args=(pipe,), daemon=True).start()
    method = METHODS[task.method]
    work = method.on(task.instance.path, task.instance.test_path)
    try:
        began, used = time.perf_counter(), processor_seconds()
        work.read()
        waits = (time.perf_counter() - began) / (processor_seconds() - used)
        pipe.send("learning")
        began, used = time.perf_counter(), processor_seconds()
        # Rivals look at the clock, which goes on while others have the processor: about as much as while the table was read.
        clock = task.seconds * (CLOCK if method.is_ours else min(max(waits, 1.0), CLOCK))
        with _interrupted_after(task.seconds if method.is_ours else 0):
            record = work.learn(clock, task.megabytes)
        record |= {
            "seconds": round(time.perf_counter() - began, 6),
            "processor_seconds": round(processor_seconds() - used, 6),
            "peak_megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10,
        }
        pipe.send("judging")
        pipe.send(record | work.judge())
    except KeyboardInterrupt:
        pipe.send(_unsolved("timeout", "out of time before there was a model"))
    except Exception as error:  # noqa: BLE001  # whatever happens to a method is its own line
        pipe.send(_unsolved("failed", f"{type(error).__name__}: {error}"[:300]))


def _unsolved(status: str, message: str) -> Record:
    return {"status": status, "solved": False, "message": message}


def _end_with_the_parent(pipe: Connection) -> None:
    """Whoever watches this task is gone when the pipe ends: nobody will read the answer."""
    try:
        pipe.recv()
    except (EOFError, OSError):
        os.killpg(0, signal.SIGKILL)


def carry_out(task: Task) -> Record:
    """The result of a task, whatever happens to it."""
    method = METHODS[task.method]
    if method.missing:
        return task.header | _unsolved("missing", f"{method.package} is not installed")
    _start_server()
    ours, theirs = _context.Pipe()
    child = _context.Process(target=_work, args=(theirs, task))
    child.start()
    theirs.close()
    try:
        return task.header | _Watch(task, ours, child).record()
    finally:
        _end(child)
        ours.close()


def _end(child: Any) -> None:
    """The process with all that it has started."""
    child.join(0.2)
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        child.kill()
    child.join()


@dataclass
class _Watch:
    """Waits for the record of a child, and says what became of one that sends none."""

    task: Task
    pipe: Connection
    child: Any
    phase: str = "reading"
    began: float = field(default_factory=time.monotonic)
    before: Usage = NOTHING
    now: Usage = NOTHING
    peak: int = 0

    def record(self) -> Record:
        """What the child sends, or what became of it."""
        while True:
            try:
                said = self.pipe.recv() if self.pipe.poll(LOOK_EVERY) else None
            except EOFError:
                self.child.join()
                return self._lost("died", f"exit code {self.child.exitcode} while {self.phase}")
            if isinstance(said, dict):
                return self._within_limits(said)
            self.now = usage(self.child.pid)
            self.peak = max(self.peak, self.now.megabytes)
            if said is not None:
                self.phase, self.began, self.before = said, time.monotonic(), self.now
            why = self._beyond()
            if why is not None:
                return self._lost(*why)

    def _beyond(self) -> tuple[str, str] | None:
        """Which limit the child is beyond."""
        if self.peak > self.task.megabytes + SLACK:
            return "memory", f"held {self.peak} MB while {self.phase}"
        learning = self.phase == "learning"
        if time.monotonic() - self.began > (CLOCK * self._allowance() if learning else READING):
            return "timeout", f"ended from outside by the clock while {self.phase}"
        if learning and self._used() > self._allowance():
            return "timeout", "ended from outside while learning"
        return None

    def _within_limits(self, record: Record) -> Record:
        """The record of a child that ended by itself: an answer that came too late is none, and one beyond the limit proves nothing."""
        self.peak = max(self.peak, record.get("peak_megabytes", 0))
        if "seconds" not in record:
            return self._lost(record["status"], record["message"])
        used = record["processor_seconds"]
        times = {"seconds": record["seconds"], "processor_seconds": used, "peak_megabytes": self.peak}
        if used > self._allowance():
            return _unsolved("timeout", "took longer than it may") | times
        if self.peak > self.task.megabytes + SLACK:
            return _unsolved("memory", f"held {self.peak} MB") | times
        in_time = used <= 1.05 * self.task.seconds + 0.2
        return record | times | {"solved": bool(record["solved"]) and in_time}

    def _allowance(self) -> float:
        """Seconds of processor time for learning: whoever heeds limits is given a moment more to name and recount what it found."""
        seconds = self.task.seconds
        return 1.5 * seconds + 5 if METHODS[self.task.method].heeds_limits else seconds

    def _used(self) -> float:
        return self.now.seconds - self.before.seconds

    def _lost(self, status: str, message: str) -> Record:
        record = _unsolved(status, message) | {"seconds": round(time.monotonic() - self.began, 3)}
        if self.phase == "learning":
            record["processor_seconds"] = round(self._used(), 3)
        return record | {"peak_megabytes": self.peak}
