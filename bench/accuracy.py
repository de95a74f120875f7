"""How good are lists on tables as people have them? Accuracy on held-out rows beside trees and logistic regression.

    python bench/accuracy.py gather TABLES                    # fetch packages, write one CSV a table
    python bench/accuracy.py run TABLES choosing              # one JSON line a table, fold and method
    python bench/accuracy.py run TABLES choosing --ours guess='{"cuts": "guess"}' --methods guess
    python bench/accuracy.py report choosing                  # Markdown

Settings are chosen on the tables of one half, `choosing`; the other, `judging`, is run once they are fixed. A run goes on
where it was cut off; `--fresh` begins the methods that it names anew, which is due whenever what they run has changed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from functools import partial
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numbers are imported: a fit has one core, here as in its child

from harness.accuracy_report import report
from harness.catalogue import HALVES
from harness.gathering import gather_all
from harness.methods import METHODS
from harness.results import FOLDER, carry_out, read_results
from harness.trials import FOLDS, Options, method_of, trial_in_a_child


def run_file(half: str, name: str, options: Options, seconds: float) -> str:
    """What the results of a method are called."""
    limit = f"-{seconds:g}s" if method_of(name, options).limited else ""
    return f"accuracy-{half}-{name}{limit}"


def run(asked: argparse.Namespace) -> int:
    """Do the trials that are left; how many methods could not be tried."""
    ours: dict[str, Options] = {name: json.loads(text) for name, _, text in (o.partition("=") for o in asked.ours)}
    methods = asked.methods or [*METHODS, *ours]
    tables = [name for name in HALVES[asked.half] if not asked.only or name in asked.only]
    missing = 0
    for name in methods:
        method = method_of(name, ours.get(name))
        if method.missing:
            print(f"{name} is not run: {method.needs} is not installed")
            missing += 1
            continue
        tasks = {
            f"{table}/{fold}": partial(
                trial_in_a_child, asked.tables / f"{table}.csv", fold, name, ours.get(name), asked.time_limit
            )
            for table in tables
            for fold in range(asked.folds)
        }
        file = run_file(asked.half, name, ours.get(name), asked.time_limit)
        failed = [r for r in carry_out(file, tasks, fresh=asked.fresh, jobs=asked.jobs) if r["status"] == "failed"]
        print(f"{name}: {len(tasks)} trials, {len(failed)} failed", flush=True)
    return missing


def print_report(asked: argparse.Namespace) -> int:
    """Everything that has been run on a half, in the order of the methods, and those that have not."""
    start, order = f"accuracy-{asked.half}-", list(METHODS)
    found = {path.stem.removeprefix(start): read_results(path) for path in sorted(FOLDER.glob(f"{start}*.jsonl"))}
    method = {name: re.sub(r"-[\d.]+s$", "", name) for name in found}
    names = sorted(found, key=lambda name: order.index(method[name]) if method[name] in order else len(order))
    names += [name for name in order if name not in method.values()]
    print(
        report(
            {n: found.get(n, {}) for n in asked.methods or names},
            against=asked.against,
            tables=list(HALVES[asked.half]),
        )
    )
    return 0


def main() -> int:
    """Parse, do."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    gathering = commands.add_parser("gather")
    gathering.add_argument("tables", type=Path, help="folder for packages and tables")
    running = commands.add_parser("run")
    running.add_argument("tables", type=Path, help="folder of the gathered tables")
    running.add_argument("half", choices=HALVES)
    running.add_argument("--methods", nargs="+", help="names; all by default")
    running.add_argument("--ours", nargs="+", default=[], metavar="NAME=OPTIONS", help="our estimator, options as JSON")
    running.add_argument("--only", nargs="+", help="only these tables")
    running.add_argument("--folds", type=int, default=FOLDS, choices=range(1, FOLDS + 1), help="how many of the folds")
    running.add_argument("--time-limit", type=float, default=3)
    running.add_argument("--jobs", type=int, default=1)
    running.add_argument("--fresh", action="store_true", help="forget earlier results of these methods")
    reporting = commands.add_parser("report")
    reporting.add_argument("half", choices=HALVES)
    reporting.add_argument("--methods", nargs="+", help="names of runs, such as default-3s; all by default")
    reporting.add_argument("--against", default="cart-8", help="whom differences are taken to")
    asked = parser.parse_args()
    if asked.command == "gather":
        return gather_all(asked.tables, partial(print, flush=True))
    return run(asked) if asked.command == "run" else print_report(asked)


if __name__ == "__main__":
    sys.exit(main())
