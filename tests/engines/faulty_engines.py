"""Engines that do what an engine must never do; they run in a child process."""

import os
import signal
import time

from shortlist.problems.evaluate import cost_of, majority_list
from shortlist.problems.solution import Progress


def killed(problem, limits, *, on_progress, **options):
    os.kill(os.getpid(), signal.SIGKILL)


def segfaulting(problem, limits, *, on_progress, **options):
    os.kill(os.getpid(), signal.SIGSEGV)


def hungry(problem, limits, *, on_progress, **options):
    hoard = []
    while True:
        hoard.append(bytearray(2**24))


def raising(problem, limits, *, on_progress, **options):
    raise RuntimeError("a bug")


def deaf(problem, limits, *, on_progress, **options):
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    time.sleep(600)


def telling(problem, limits, *, on_progress, **options):
    """Tells of the trivial list and a true bound, and dies."""
    lists = majority_list(problem)
    on_progress(Progress(0.0, cost_of(problem, lists), problem.costs.default + 1, lists=lists))
    os.kill(os.getpid(), signal.SIGKILL)
