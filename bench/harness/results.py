"""One resumable run loop: a JSON line for each task, written as it comes; what is in the file is not done again."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

Record = dict[str, Any]
FOLDER = Path(__file__).parents[1] / "results"


def read_results(path: Path) -> dict[str, Record]:
    """What an earlier run has written, by task."""
    lines = path.read_text().splitlines() if path.exists() else []
    return {record["task"]: record for record in map(json.loads, lines)}


def carry_out(
    run: str, tasks: Mapping[str, Callable[[], Record]], *, fresh: bool = False, jobs: int = 1
) -> Iterator[Record]:
    """The earlier results of a run, then those of the tasks that are left, each with the name of its task.

    One at a time they run in this thread, which hears of signals.
    """
    path = FOLDER / f"{run}.jsonl"
    FOLDER.mkdir(parents=True, exist_ok=True)
    if fresh:
        path.unlink(missing_ok=True)
    earlier = read_results(path)
    yield from (earlier[task] for task in tasks if task in earlier)
    left = [task for task in tasks if task not in earlier]
    with path.open("a") as stream, ThreadPoolExecutor(jobs) as pool:
        done = (map if jobs == 1 else pool.map)(lambda name: tasks[name](), left)
        for number, (task, record) in enumerate(zip(left, done, strict=True), 1):
            named = {"task": task} | record
            stream.write(json.dumps(named) + "\n")
            stream.flush()
            print(f"\r{run} {number}/{len(left)} {task}".ljust(78), end="", file=sys.stderr)
            yield named
    if left:
        print(file=sys.stderr)
