"""How exactly time limits are kept: `python bench/limits.py TABLE … [--seconds 0.5 2 10] [--busy]`.

A list is learned from each table by each engine under each limit, from the table in memory to the recounted list; printed is
the time that the call took. A limit is kept if it is overrun by at most 5 % or 0.2 s. With `--busy` every core has a process
that does nothing but count.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shortlist import Limits, Objective, learn, read_labelled
from shortlist.engines.registry import names_of


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


def main() -> int:
    """Parse, run, print; the number of limits that were not kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", type=Path, nargs="+")
    parser.add_argument("--seconds", type=float, nargs="+", default=[0.5, 2, 10])
    parser.add_argument("--engines", nargs="+", default=["auto", "search", "sat", "maxsat"], choices=names_of("list"))
    parser.add_argument("--regularization", default="0.001", help="0 for perfect lists")
    parser.add_argument("--busy", action="store_true", help="keep all cores busy meanwhile")
    options = parser.parse_args()
    broken = 0
    print(f"{'table':28}{'engine':10}{'limit':>8}{'took':>9}  {'kept':6}{'cost':>9}{'bound':>9}")
    with busy_cores(wanted=options.busy):
        for table in options.tables:
            data = read_labelled(table)
            for engine in options.engines:
                for seconds in options.seconds:
                    start = time.perf_counter()
                    solution = learn(
                        data,
                        objective=Objective(options.regularization),
                        engine=engine,
                        limits=Limits(seconds, 2000 * 2**20),
                    ).solution
                    took = time.perf_counter() - start
                    kept = took <= max(1.05 * seconds, seconds + 0.2)
                    broken += not kept
                    name = table.name.removesuffix(".csv.gz")
                    print(
                        f"{name:28}{engine:10}{seconds:8.2f}{took:9.3f}  {'yes' if kept else 'NO':6}"
                        f"{solution.cost!s:>9}{solution.lower_bound:9}",
                        flush=True,
                    )
    print(f"{broken} limits were not kept")
    return broken


if __name__ == "__main__":
    sys.exit(main())
