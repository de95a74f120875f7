"""Our cost beside that of other systems, each by its own objective: ours must never be above theirs.

    python bench/rivals.py SUITE rivals.csv [--time-limit 10]

`corels_mcK` is compared by CORELS' objective, errors + λ·M for each rule of at most K literals; the authors' programs
(`proto:sdl_…`) by the paper's, errors + ⌈λ·M⌉ for each node. One JSON line a comparison; a run goes on where it was cut
off (`--fresh` begins anew), and fails if any of ours is above.
"""

from __future__ import annotations

import argparse
import csv
import sys
from fractions import Fraction
from functools import partial
from pathlib import Path

from harness.results import Record, carry_out
from shortlist import Constraints, LabelledTable, Learned, Limits, Objective, learn, read_labelled


def comparable(row: dict[str, str]) -> bool:
    """Did the system end with a list, for an objective that we share?"""
    return row["status"] == "solved" and row["system"].startswith(("corels_mc", "proto:sdl_")) and bool(row["lambda"])


def name_of(row: dict[str, str]) -> str:
    """Which comparison this is."""
    return f"{row['system']}[{row['lambda']}] {row['quant']}_{row['dataset']}_{row['fold']}"


def learn_by_its_objective(row: dict[str, str], data: LabelledTable, limits: Limits) -> Learned:
    """Ask ourselves for the same."""
    if not row["system"].startswith("corels"):
        return learn(data, objective=Objective(row["lambda"]), engine="search", limits=limits)
    few_literals = Constraints(max_literals=int(row["system"].removeprefix("corels_mc")))
    return learn(
        data, objective=Objective(row["lambda"], "corels"), constraints=few_literals, engine="search", limits=limits
    )


def compare(row: dict[str, str], suite: Path, limits: Limits) -> Record:
    """Both costs by the system's own objective, in errors."""
    data = read_labelled(suite / row["quant"] / f"{row['dataset']}_train{row['fold']}.csv.gz")
    learned = learn_by_its_objective(row, data, limits)
    costs, solution = learned.problem.costs, learned.solution
    rules, literals, errors = int(row["rules"]), int(row["literals"]), int(row["train_errors"])
    theirs = costs.rule * (rules - 1) + costs.literal * literals + costs.default + costs.error * errors
    assert solution.cost is not None
    return {
        "ours": float(Fraction(solution.cost, costs.error)),
        "bound": float(Fraction(solution.lower_bound, costs.error)),
        "theirs": float(Fraction(theirs, costs.error)),
        "above": solution.cost > theirs,
        "below": solution.cost < theirs,
        "status": str(solution.status),
        "seconds": round(solution.seconds, 4),
        "their_seconds": float(row["seconds"]),
    }


def main() -> int:
    """Parse, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", type=Path)
    parser.add_argument("rivals", type=Path)
    parser.add_argument("--time-limit", type=float, default=10)
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    options = parser.parse_args()
    with options.rivals.open(newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if comparable(row)]
    limits = Limits(options.time_limit, 2000 * 2**20)
    tasks = {name_of(row): partial(compare, row, options.suite, limits) for row in rows}
    results = list(carry_out(f"rivals-{options.time_limit:g}s", tasks, fresh=options.fresh))
    for verdict in ("above", "below"):
        print(f"ours {verdict} theirs: {sum(r[verdict] for r in results)} of {len(results)}")
    proved = sum(r["status"] == "optimal" for r in results)
    print(f"ours proved optimal: {proved}; seconds {sum(r['seconds'] for r in results):.2f}")
    return 1 if any(r["above"] for r in results) else 0


if __name__ == "__main__":
    sys.exit(main())
