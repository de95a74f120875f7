"""Let `sat` confirm the perfect optima that another engine has proved: it must refute every list that is one node smaller.

    python bench/witness.py SUITE RESULTS.jsonl … [--largest 20] [--time-limit 60]

RESULTS are written by `bench/evaluate.py run SUITE --methods pdl`. Each proved optimum up to the largest size is tried once; answers are kept
as JSON lines, and a run goes on where it was cut off (`--fresh` begins anew). Exit code 1 means that a claim is wrong.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from pathlib import Path

from evaluation.store import read_lines
from harness.instances import Instance, instances
from harness.results import Record, carry_out
from shortlist import Limits, Objective, read_labelled
from shortlist.engines.sat.sat import refutes
from shortlist.problems.pose import pose

VERDICTS = {True: "confirmed", False: "WRONG", None: "open"}


def claims(paths: list[Path], largest: int) -> list[Record]:
    """The proved perfect optima among the results, each instance once, small ones first."""
    found = {
        record["instance"]: record
        for path in paths
        for record in read_lines(path)
        if record["method"].partition("@")[0] == "pdl" and record["status"] == "optimal" and record["cost"] <= largest
    }
    return sorted(found.values(), key=lambda record: (record["cost"], record["instance"]))


def confirm(instance: Instance, claim: Record, limits: Limits) -> Record:
    """Ask for a list of one node less."""
    problem = pose(read_labelled(instance.path), objective=Objective(0))
    began = time.perf_counter()
    answer = refutes(problem, claim["cost"] - 1, limits)
    seconds = round(time.perf_counter() - began, 3)
    return {"method": claim["method"], "size": claim["cost"], "verdict": VERDICTS[answer], "seconds": seconds}


def main() -> int:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", type=Path)
    parser.add_argument("results", type=Path, nargs="+")
    parser.add_argument("--largest", type=int, default=20)
    parser.add_argument("--time-limit", type=float, default=60)
    parser.add_argument("--memory-limit", type=int, default=2000)
    parser.add_argument("--fresh", action="store_true", help="forget earlier verdicts")
    options = parser.parse_args()
    limits = Limits(options.time_limit, options.memory_limit * 2**20)
    named = {instance.name: instance for instance in instances(options.suite, range(1, 6))}
    tasks = {
        f"{claim['instance']} size {claim['cost']}": partial(confirm, named[claim["instance"]], claim, limits)
        for claim in claims(options.results, options.largest)
    }
    counts = dict.fromkeys(VERDICTS.values(), 0)
    print(f"{'instance':38}{'method':10}{'size':>5}  {'size − 1 is':12}{'seconds':>9}")
    for record in carry_out(f"witness-{options.time_limit:g}s", tasks, fresh=options.fresh):
        name = record["task"].partition(" ")[0]
        said = {"confirmed": "refuted", "WRONG": "POSSIBLE", "open": "open"}[record["verdict"]]
        print(f"{name:38}{record['method']:10}{record['size']:5}  {said:12}{record['seconds']:9.3f}", flush=True)
        counts[record["verdict"]] += 1
    print("\n" + ", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    return 1 if counts["WRONG"] else 0


if __name__ == "__main__":
    sys.exit(main())
