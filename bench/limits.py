"""How exactly time limits are kept: `python bench/limits.py TABLE … [--seconds 0.5 2 10] [--busy] [--command]`.

A list is learned from each table by each engine under each limit, from the table in memory to the recounted list; printed is
the time that the call took. A limit is kept if it is overrun by at most 5 % or 0.2 s. With `--busy` every core has a process
that does nothing but count. With `--command` it is the whole command that is measured, from its start over reading to its end, with one
thread: on the clock, or by the processor time of its processes where this is less, so that what else the machine does does not matter.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from shortlist import Limits, Objective, learn, read_labelled
from shortlist.engines.registry import names_of

OUT_OF_TIME = 3
"""The exit code of a command whose time was over before there was a list."""


@contextmanager
def busy_cores(*, wanted: bool) -> Iterator[None]:
    """One process for each core that keeps it busy."""
    burners = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1) if wanted
    ]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


@dataclass(frozen=True)
class Kept:
    """How long something took under a limit, and the cost and bound that it ended with."""

    seconds: float
    took: float
    cost: str
    bound: str

    def __bool__(self) -> bool:
        return self.took <= max(1.05 * self.seconds, self.seconds + 0.2)


def by_call(table: Path, engine: str, regularization: str, limits: Sequence[float]) -> Iterator[Kept]:
    """What `learn` takes, with the table in memory."""
    data = read_labelled(table)
    for seconds in limits:
        start, objective = time.perf_counter(), Objective(regularization)
        found = learn(data, objective=objective, engine=engine, limits=Limits(seconds, 2000 * 2**20)).solution
        yield Kept(seconds, time.perf_counter() - start, str(found.cost), str(found.lower_bound))


def by_command(table: Path, engine: str, regularization: str, limits: Sequence[float]) -> Iterator[Kept]:
    """What `shortlist fit` takes on the clock, or of processor time where this is less: others may keep it waiting."""
    for seconds in limits:
        words = ["fit", str(table), "-r", regularization, "--engine", engine, "--time-limit", str(seconds)]
        before, began = paid_by_children(), time.perf_counter()
        command = [sys.executable, "-m", "shortlist", *words, "--threads", "1", "--json"]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        took = min(paid_by_children() - before, time.perf_counter() - began)
        if ended.returncode == OUT_OF_TIME:
            yield Kept(seconds, took, "none", "–")
        else:
            record = json.loads(ended.stdout)
            yield Kept(seconds, took, str(record["cost"]), str(record["lower_bound"]))


def paid_by_children() -> float:
    """Processor seconds of all processes that were started here and have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> int:
    """Parse, run, print; the number of limits that were not kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", type=Path, nargs="+")
    parser.add_argument("--seconds", type=float, nargs="+", default=[0.5, 2, 10])
    parser.add_argument("--engines", nargs="+", default=["auto", "search", "sat", "maxsat"], choices=names_of("list"))
    parser.add_argument("--regularization", default="0.001", help="0 for perfect lists")
    parser.add_argument("--busy", action="store_true", help="keep all cores busy meanwhile")
    parser.add_argument("--command", action="store_true", help="measure the whole command, by processor time")
    options = parser.parse_args()
    measured, broken = by_command if options.command else by_call, 0
    print(f"{'table':28}{'engine':10}{'limit':>8}{'took':>9}  {'kept':6}{'cost':>9}{'bound':>9}")
    with busy_cores(wanted=options.busy):
        for table, engine in product(options.tables, options.engines):
            for kept in measured(table, engine, options.regularization, options.seconds):
                broken += not kept
                name = table.name.removesuffix(".gz").removesuffix(".csv")
                print(
                    f"{name:28}{engine:10}{kept.seconds:8.2f}{kept.took:9.3f}  {'yes' if kept else 'NO':6}"
                    f"{kept.cost:>9}{kept.bound:>9}",
                    flush=True,
                )
    print(f"{broken} limits were not kept")
    return broken


if __name__ == "__main__":
    sys.exit(main())
