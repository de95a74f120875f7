"""Perfect lists by SAT: what `sat` proves, and its time against the paper's own form of the formula.

    python bench/perfect.py SUITE --optima optima.csv [--known] [--limit 20] [--paper-limit 20]

`maxsat-paper` (one row for each example, Glucose 3) is run on the instances that `sat` proves. `--known` takes only
instances whose optimum is known. Runs are resumable and shared with `bench/suite.py`. Known optima are of rows that are
labelled before, so where rows are tied ours can be smaller, never larger.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sparse import geometric_mean_ratio
from suite import Instance, Record, Run, carry_out, instances, key, known_optima

Optima = dict[tuple[str, str, int], int]


def main() -> int:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--optima", type=Path)
    parser.add_argument("--known", action="store_true", help="only instances with a known optimum")
    parser.add_argument("--folds", type=int, nargs="+", default=[1])
    parser.add_argument("--limit", type=float, default=20, help="seconds for sat")
    parser.add_argument("--paper-limit", type=float, default=20, help="seconds for maxsat-paper; 0 leaves it out")
    options = parser.parse_args()
    optima = known_optima(options.optima, None)
    folds = tuple(options.folds)
    wanted = instances(options.suite, folds, "")
    if options.known:
        wanted = [instance for instance in wanted if _key(instance) in optima]
    print(
        "| engine | limit | instances | proved | seconds for all proved | above a known optimum |\n|---|---|---|---|---|---|"
    )
    witness = list(carry_out(Run(options.suite, "sat", None, options.limit, folds=folds), wanted))
    wrong = report("sat", options.limit, witness, optima)
    if options.paper_limit:
        proved = {key(record) for record in witness if record["status"] == "optimal"}
        both = [instance for instance in wanted if _key(instance) in proved]
        paper = list(carry_out(Run(options.suite, "maxsat-paper", None, options.paper_limit, folds=folds), both))
        wrong += report("maxsat-paper", options.paper_limit, paper, optima)
        ratio, count = geometric_mean_ratio(paper, witness)
        print(f"\nmaxsat-paper time / sat time, geometric mean over {count} instances both prove: {ratio:.0f}")
        wrong += disagreements(paper, witness)
    return 1 if wrong else 0


def _key(instance: Instance) -> tuple[str, str, int]:
    return instance.quant, instance.dataset, instance.fold


def report(engine: str, limit: float, records: list[Record], optima: Optima) -> int:
    """One line of the table; how many sizes are above a known optimum."""
    proved = [record for record in records if record["status"] == "optimal"]
    wrong = sum(record["lower_bound"] > optima.get(key(record), record["lower_bound"]) for record in proved)
    seconds = sum(record["seconds"] for record in proved)
    print(f"| {engine} | {limit:g} s | {len(records)} | {len(proved)} | {seconds:.2f} | {wrong} |", flush=True)
    return wrong


def disagreements(one: list[Record], other: list[Record]) -> int:
    """How many instances both prove with different sizes; each is printed."""
    sizes = {key(record): record["cost"] for record in other if record["status"] == "optimal"}
    different = [r for r in one if r["status"] == "optimal" and sizes.get(key(r), r["cost"]) != r["cost"]]
    for record in different:
        print(f"{key(record)}: {record['engine']} proves {record['cost']}, sat {sizes[key(record)]}")
    return len(different)


if __name__ == "__main__":
    sys.exit(main())
