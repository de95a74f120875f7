"""A task in a process of its own, watched from outside: time, memory, crashes and hangs end in a line like any other.

Processor time is that of the process and of the children it had, for learning alone; seconds are on the clock.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import sys
import threading
import time
from dataclasses import dataclass
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from typing import Any

import psutil

from evaluation.measures import Record
from evaluation.methods import METHODS
from evaluation.tasks import Task

LOOK_EVERY = 0.05
READING = 300.0
"""Seconds for reading, and again for judging: they are not measured, but must end."""
SLACK = 512
"""Megabytes beyond the limit: a system that counts its own memory does not count libraries."""

LOADED = (
    *("search", "auto", "sets", "sat.sat", "separated.orders", "separated.part"),
    *("maxsat.lists", "maxsat.part", "maxsat.sets"),
)
"""Engines that are loaded before a task begins, so that learning is not about loading."""

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["evaluation.methods", *(f"shortlist.engines.{name}" for name in LOADED)])


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


def _work(pipe: Connection, task: Task) -> None:
    """Read, learn, judge; tell when each begins, and send the record in the end."""
    os.setsid()
    threading.Thread(target=_end_with_the_parent, args=(pipe,), daemon=True).start()
    work = METHODS[task.method].on(task.instance.path, task.instance.test_path)
    try:
        work.read()
        pipe.send("learning")
        began, used = time.perf_counter(), processor_seconds()
        record = work.learn(task.seconds, task.megabytes)
        record |= {
            "seconds": round(time.perf_counter() - began, 6),
            "processor_seconds": round(processor_seconds() - used, 6),
            "peak_megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10,
        }
        pipe.send("judging")
        pipe.send(record | work.judge())
    except Exception as error:  # noqa: BLE001  # whatever happens to a method is its own line
        pipe.send({"status": "failed", "solved": False, "message": f"{type(error).__name__}: {error}"[:300]})


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
        return task.header | {"status": "missing", "solved": False, "message": f"{method.needs} is not installed"}
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
    peak: int = 0

    def record(self) -> Record:
        phase, deadline = "reading", time.monotonic() + READING
        began = time.monotonic()
        while True:
            try:
                said = self.pipe.recv() if self.pipe.poll(LOOK_EVERY) else None
            except EOFError:
                self.child.join()
                return self._lost("died", f"exit code {self.child.exitcode} while {phase}", began)
            now = time.monotonic()
            # An answer that comes too late is none, even if it comes between two looks.
            if now > deadline:
                return self._lost("timeout", f"ended from outside while {phase}", began)
            if isinstance(said, dict):
                return self._in_time(said, began)
            if said is not None:
                phase, began = said, now
                deadline = now + (self._allowance() if phase == "learning" else READING)
            held = self._held()
            self.peak = max(self.peak, held)
            if held > self.task.megabytes + SLACK:
                return self._lost("memory", f"held {held} MB while {phase}", began)

    def _in_time(self, record: Record, began: float) -> Record:
        """The record of a child that ended by itself, if it kept to the limits: it may have been too quick to be seen beyond them."""
        self.peak = max(self.peak, record.get("peak_megabytes", 0))
        if record.get("seconds", 0) > self._allowance():
            return self._lost("timeout", "took longer than it may", began)
        if self.peak > self.task.megabytes + SLACK:
            return self._lost("memory", f"held {self.peak} MB", began)
        return record | {"peak_megabytes": self.peak}

    def _allowance(self) -> float:
        """Seconds of learning: whoever heeds limits is given a moment more to name and recount what it found."""
        seconds = self.task.seconds
        return 1.5 * seconds + 5 if METHODS[self.task.method].heeds_limits else seconds

    def _held(self) -> int:
        """Megabytes that the child and all that it has started hold now."""
        try:
            root = psutil.Process(self.child.pid)
            return sum(_resident(process) for process in (root, *root.children(recursive=True))) >> 20
        except psutil.Error:
            return 0

    def _lost(self, status: str, message: str, began: float) -> Record:
        seconds = round(time.monotonic() - began, 3)
        return {"status": status, "solved": False, "message": message, "seconds": seconds, "peak_megabytes": self.peak}


def _resident(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0
