"""Merged rows against the paper's one row for each example, side by side: `python bench/merging.py TABLE …`.

Same engine, same solver, same machine, turn by turn; printed is the ratio of the median times.
"""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path

from shortlist import Limits, Objective, read_labelled
from shortlist.engines.maxsat.lists import maxsat
from shortlist.problems.pose import pose


def main() -> None:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", type=Path, nargs="+")
    parser.add_argument("--regularization", default="0.05")
    parser.add_argument("--solver", default="cadical195")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--time-limit", type=float, default=120)
    options = parser.parse_args()
    print(f"{'table':24}{'rows':>8}{'distinct':>10}{'merged s':>10}{'unmerged s':>12}{'ratio':>8}")
    for table in options.tables:
        problem = pose(read_labelled(table), objective=Objective(options.regularization))
        seconds: dict[bool, list[float]] = {True: [], False: []}
        costs = set()
        for _ in range(options.turns):
            for merge in (True, False):
                solution = maxsat(problem, Limits(options.time_limit), merge=merge, solver=options.solver)
                seconds[merge].append(solution.seconds)
                costs.add((solution.status, solution.cost))
        merged, unmerged = statistics.median(seconds[True]), statistics.median(seconds[False])
        at_least = "≥" if unmerged >= options.time_limit else ""
        print(
            f"{table.name.removesuffix('.csv.gz'):24}{problem.rows.weight:8}{len(problem.rows):10}"
            f"{merged:10.3f}{unmerged:12.3f}{f'{at_least}{unmerged / merged:.0f}':>8}  {sorted((str(s), c) for s, c in costs)}"
        )


if __name__ == "__main__":
    main()
