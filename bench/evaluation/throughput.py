"""How many tasks a second do several workers of a cluster carry out, beside one? Both have the same tasks, turn by turn, on the same machine.

Other load on the machine falls on all alike, for turns are short. Where cores are not free, look at processor seconds a task as well: if several
workers use no more of them than one, nothing but cores keeps them from being as many times faster.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from evaluation import cluster
from evaluation.document import Table
from evaluation.tasks import Task
from evaluation.watching import usage


@dataclass(frozen=True)
class Turn:
    """One pass over the tasks."""

    tasks: int
    seconds: float
    processor_seconds: float

    @property
    def rate(self) -> float:
        """Tasks a second."""
        return self.tasks / self.seconds


def turn(client: Any, tasks: Sequence[Task]) -> Turn:
    """Carry out the tasks; what it took on the clock, and of processor time with client, scheduler and workers."""
    before, began = usage(os.getpid()).seconds, time.monotonic()
    done = sum(1 for _ in cluster.results(client, tasks))
    return Turn(done, time.monotonic() - began, usage(os.getpid()).seconds - before)


def compare(
    tasks: Sequence[Task], workers: Sequence[int], turns: int, say: Callable[[str], None]
) -> dict[int, list[Turn]]:
    """Clusters of so many workers each in turn, forwards and backwards; one turn before, so that all is loaded, is not counted."""
    found: dict[int, list[Turn]] = {count: [] for count in workers}
    with ExitStack() as open_clusters:
        clients = {count: open_clusters.enter_context(cluster.local(count)) for count in workers}
        for count, client in clients.items():
            turn(client, tasks[: 4 * count])
        for number in range(turns):
            for count in workers if number % 2 == 0 else reversed(workers):
                found[count].append(turn(clients[count], tasks))
                say(f"{count} workers: {found[count][-1].rate:.2f} tasks a second")
    return found


def table(found: dict[int, list[Turn]]) -> Table:
    """Medians over the turns; how many times the tasks of the first, turn by turn."""
    first = next(iter(found.values()))
    rows: list[list[object]] = []
    for count, turns in found.items():
        times = statistics.median(mine.rate / other.rate for mine, other in zip(turns, first, strict=True))
        used = statistics.median(1000 * one.processor_seconds / one.tasks for one in turns)
        rate = statistics.median(one.rate for one in turns)
        rows.append([count, turns[0].tasks, len(turns), f"{rate:.2f}", f"{used:.0f}", f"{times:.2f} ×"])
    return Table(["workers", "tasks", "turns", "tasks a second", "CPU ms a task", "of the first"], rows)
