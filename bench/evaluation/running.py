"""The run: what is missing is carried out here, one by one, or on a cluster, and written as it comes."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from evaluation import store
from evaluation.child import carry_out
from evaluation.measures import Record
from evaluation.methods import METHODS
from evaluation.tasks import Task

FAILURES = ("failed", "died", "timeout", "memory", "missing")


def left(tasks: Sequence[Task], path: Path, *, retry: bool = False) -> list[Task]:
    """The tasks without a result; with `retry` also those that failed. A package that is there now is tried again anyway."""
    done = {record["address"]: record for record in store.read_lines(path)}

    def is_left(task: Task) -> bool:
        record = done.get(task.address)
        if record is None or (retry and record["status"] in FAILURES):
            return True
        return record["status"] == "missing" and not METHODS[task.method].missing

    return [task for task in tasks if is_left(task)]


def run(tasks: Sequence[Task], path: Path, results: Iterable[Record]) -> int:
    """Write results as they come, and tell of them; how many there were."""
    began, number = time.monotonic(), 0
    for number, record in enumerate(results, 1):
        store.append(path, [record])
        told = f"{number}/{len(tasks)} {record['instance']} {record['method']}: {record['status']}"
        if sys.stderr.isatty():
            print(f"\r{told}".ljust(100), end="", file=sys.stderr, flush=True)
        elif number == len(tasks) or number % 50 == 0:
            print(f"{told} after {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return number


def one_by_one(tasks: Iterable[Task]) -> Iterator[Record]:
    """Here, one after the other."""
    return (carry_out(task) for task in tasks)
