"""How exactly time limits are kept: `python bench/limits.py TABLE … [--seconds 0.5 2 10]`.

Each table is posed once and then solved by each engine under each limit; printed is the time that the call took.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from shortlist import Limits, read_labelled
from shortlist.learn import ENGINES, pose


def main() -> None:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", type=Path, nargs="+")
    parser.add_argument("--seconds", type=float, nargs="+", default=[0.5, 2, 10])
    parser.add_argument("--engines", nargs="+", default=["search", "maxsat"])
    parser.add_argument("--regularization", default="0.001")
    options = parser.parse_args()
    print(f"{'table':28}{'engine':10}{'limit':>8}{'took':>9}  {'kept':6}{'cost':>9}{'bound':>9}")
    for table in options.tables:
        problem = pose(read_labelled(table), regularization=options.regularization)
        for engine in options.engines:
            for seconds in options.seconds:
                start = time.perf_counter()
                solution = ENGINES[engine](problem, Limits(seconds, 2000 * 2**20))
                took = time.perf_counter() - start
                kept = "yes" if took <= max(1.05 * seconds, seconds + 0.2) else "NO"
                name = table.name.removesuffix(".csv.gz")
                print(
                    f"{name:28}{engine:10}{seconds:8.2f}{took:9.3f}  {kept:6}{solution.cost!s:>9}{solution.lower_bound:9}"
                )


if __name__ == "__main__":
    main()
