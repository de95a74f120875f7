"""Perfect lists by SAT: what `sat` proves, and its time against the paper's own form of the formula.

    python bench/perfect.py SUITE --optima optima.csv [--known] [--limit 20] [--turns 3]

`maxsat-paper` (one row for each example, Glucose 3) is given the instances that `sat` proves, turn by turn with it
(`bench/duel.py`). `--known` takes only instances whose optimum is known. A run goes on where it was cut off. Known optima
are of rows that are labelled before, so where rows are tied ours can be smaller, never larger.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path

from duel import duel, ratio
from shortlist import Limits
from suite import Instance, Record, Run, carry_out, instances, key, known_optima, read_results

Optima = dict[tuple[str, str, int], int]
ENGINES = ("maxsat-paper", "sat")


def main() -> int:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--optima", type=Path)
    parser.add_argument("--known", action="store_true", help="only instances with a known optimum")
    parser.add_argument("--folds", type=int, nargs="+", default=[1])
    parser.add_argument("--limit", type=float, default=20, help="seconds for each solve")
    parser.add_argument("--turns", type=int, default=3, help="turns of the duel; 0 leaves it out")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    options = parser.parse_args()
    optima = known_optima(options.optima, None)
    folds = tuple(options.folds)
    wanted = instances(options.suite, folds, "")
    if options.known:
        wanted = [instance for instance in wanted if _key(instance) in optima]
    print(
        "| engine | limit | instances | proved | seconds for all proved | above a known optimum |\n|---|---|---|---|---|---|"
    )
    run = Run(options.suite, "sat", None, options.limit, folds=folds)
    duels = run.folder / f"perfect-{run.name}-duel.jsonl"
    if options.fresh:
        run.results.unlink(missing_ok=True)
        duels.unlink(missing_ok=True)
    witness = list(carry_out(run, wanted))
    wrong = report("sat", options.limit, witness, optima)
    if options.turns:
        proved = {key(record) for record in witness if record["status"] == "optimal"}
        both = [instance for instance in wanted if _key(instance) in proved]
        wrong += summary(list(carry_out_duels(both, duels, Limits(options.limit), options.turns)))
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


def carry_out_duels(wanted: list[Instance], results: Path, limits: Limits, turns: int) -> Iterator[Record]:
    """Earlier duels, then new ones, each written as it comes."""
    earlier = {key(record): record for record in read_results(results)}
    with results.open("a") as stream:
        for instance in wanted:
            record = earlier.get(_key(instance))
            if record is None:
                record = duel(instance, ENGINES, "0", limits, turns)
                print(json.dumps(record), file=stream, flush=True)
            yield record


def summary(duels: list[Record]) -> int:
    """The mean ratio over what both prove; how many sizes differ."""
    both = [record for record in duels if record["both"]]
    mean = math.exp(sum(math.log(ratio(record, ENGINES)) for record in both) / max(len(both), 1))
    different = [key(record) for record in both if len(set(record["costs"].values())) > 1]
    print(
        f"\nmaxsat-paper time / sat time, geometric mean over {len(both)} of {len(duels)} instances that both prove: {mean:.1f}"
        f"\nproved by both with different sizes: {different or 'none'}"
    )
    return len(different)


if __name__ == "__main__":
    sys.exit(main())
