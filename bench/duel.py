"""Two engines on the same tables, turn by turn in one process: how many times faster is the second?

    python bench/duel.py SUITE maxsat search --regularization 0.05 --time-limit 20

Printed is the geometric mean of `first's seconds / second's seconds` (medians of the turns) over the instances that both
prove. In its turn an engine solves again and again for 20 ms, so that a short solve is its mean. An instance that one of
them does not prove in its first turn gets no second turn. Runs go on where they were cut off.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
from pathlib import Path

from shortlist import Limits, read_labelled
from shortlist.learn import ENGINES, pose
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Solution, Status
from suite import Instance, Record, instances, key, known_optima, read_results

_SHORTEST_TURN = 0.02


def duel(instance: Instance, engines: tuple[str, str], regularization: str, limits: Limits, turns: int) -> Record:
    """The seconds of both engines in each turn, and whether both proved the same cost."""
    problem = pose(read_labelled(instance.path), regularization=regularization)
    seconds: dict[str, list[float]] = {engine: [] for engine in engines}
    costs: dict[str, int | None] = {}
    for _ in range(turns):
        for engine in engines:
            solution, mean = take_turn(engine, problem, limits)
            seconds[engine].append(round(mean, 7))
            costs[engine] = solution.cost if solution.status is Status.OPTIMAL else None
        if None in costs.values():
            break
    head = {"quant": instance.quant, "dataset": instance.dataset, "fold": instance.fold}
    return head | {"seconds": seconds, "costs": costs, "both": None not in costs.values()}


def take_turn(engine: str, problem: Problem, limits: Limits) -> tuple[Solution, float]:
    """Solve for a while, at least once; the last solution and the mean of the seconds."""
    solution = ENGINES[engine](problem, limits)
    spent, times = solution.seconds, 1
    while spent < _SHORTEST_TURN:
        solution = ENGINES[engine](problem, limits)
        spent += solution.seconds
        times += 1
    return solution, spent / times


def ratio(record: Record, engines: tuple[str, str]) -> float:
    """First's seconds / second's seconds."""
    first, second = (statistics.median(record["seconds"][engine]) for engine in engines)
    return first / second


def main() -> int:
    """Parse, run, print; an instance on which the two prove different costs fails the run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", type=Path)
    parser.add_argument("engines", nargs=2, choices=list(ENGINES))
    parser.add_argument("--regularization", default="0.05", help="0 for perfect lists")
    parser.add_argument("--time-limit", type=float, default=20)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--folds", type=int, nargs="+", default=[1])
    parser.add_argument("--only", default="", help="only instances whose name contains this")
    parser.add_argument("--known", type=Path, metavar="OPTIMA", help="only instances whose optimum this file knows")
    parser.add_argument(
        "--allow",
        type=float,
        nargs=2,
        metavar=("FACTOR", "SECONDS"),
        help="count where the second takes at most FACTOR × the first + SECONDS",
    )
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    options = parser.parse_args()
    engines = (options.engines[0], options.engines[1])
    name = f"duel-{'-'.join(engines)}-{options.regularization}-{options.time_limit:g}s.jsonl"
    results = Path(__file__).parent / "results" / name
    results.parent.mkdir(parents=True, exist_ok=True)
    if options.fresh:
        results.unlink(missing_ok=True)
    wanted = instances(options.suite, options.folds, options.only)
    if options.known:
        optima = known_optima(options.known, None if options.regularization == "0" else options.regularization)
        wanted = [i for i in wanted if (i.quant, i.dataset, i.fold) in optima]
    done = {key(record): record for record in read_results(results)}
    with results.open("a") as stream:
        for number, instance in enumerate(wanted, 1):
            name = (instance.quant, instance.dataset, instance.fold)
            print(f"\r{number}/{len(wanted)} {instance.dataset}".ljust(60), end="", file=sys.stderr)
            if name not in done:
                limits = Limits(options.time_limit)
                done[name] = duel(instance, engines, options.regularization, limits, options.turns)
                print(json.dumps(done[name]), file=stream, flush=True)
    print(file=sys.stderr)
    records = [done[name] for i in wanted if (name := (i.quant, i.dataset, i.fold)) in done]
    if options.allow:
        print_allowance(records, engines, *options.allow)
    return print_summary(records, engines)


def print_allowance(records: list[Record], engines: tuple[str, str], factor: float, seconds: float) -> None:
    """On how many of the instances that the first proves the second takes little longer."""
    times = [
        tuple(statistics.median(r["seconds"][engine]) for engine in engines)
        for r in records
        if r["costs"][engines[0]] is not None
    ]
    kept = sum(second <= factor * first + seconds for first, second in times)
    print(f"{engines[1]} within {factor:g} × {engines[0]} + {seconds:g} s on {kept} of {len(times)} instances")


def print_summary(records: list[Record], engines: tuple[str, str]) -> int:
    """Each instance that both prove, and the geometric mean; the number of different costs."""
    both = sorted(((ratio(r, engines), r) for r in records if r["both"]), key=lambda pair: pair[0])
    for times, record in both:
        median = {engine: statistics.median(record["seconds"][engine]) for engine in engines}
        print(f"{record['quant']}_{record['dataset']:30}", end="")
        print("".join(f"{engine:>14} {seconds:10.5f} s" for engine, seconds in median.items()), f"{times:10.1f} x")
    different = sum(len(set(r["costs"].values())) > 1 for _, r in both)
    if both:
        mean = math.exp(statistics.fmean(math.log(times) for times, _ in both))
        print(f"\n{engines[0]} seconds / {engines[1]} seconds, geometric mean over {len(both)} instances: {mean:.1f}")
    print(f"{different} proved costs differ")
    return different


if __name__ == "__main__":
    sys.exit(main())
