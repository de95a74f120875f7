"""Engines that do what an engine must never do; they run in a child process."""

import os
import signal
import time

from shortlist.problems.solution import Progress


def killed(problem, limits, *, on_progress):
    os.kill(os.getpid(), signal.SIGKILL)


def segfaulting(problem, limits, *, on_progress):
    os.kill(os.getpid(), signal.SIGSEGV)


def hungry(problem, limits, *, on_progress):
    hoard = []
    while True:
        hoard.append(bytearray(2**24))


def raising(problem, limits, *, on_progress):
    raise RuntimeError("a bug")


def deaf(problem, limits, *, on_progress):
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    time.sleep(600)


def telling(problem, limits, *, on_progress):
    """Tells of the trivial list and a true bound, and dies."""
    model = problem.majority_list
    on_progress(Progress(0.0, problem.cost(model), problem.costs.default + 1, model=model))
    os.kill(os.getpid(), signal.SIGKILL)
