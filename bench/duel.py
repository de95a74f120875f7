"""Two engines on the same tables, turn by turn in one process: how many times faster is the second?

    python bench/duel.py SUITE maxsat search --regularization 0.05 --time-limit 20

Printed is the geometric mean of `first's seconds / second's seconds` (medians of the turns) over the instances that both
prove. In its turn an engine solves again and again for 20 ms, so that a short solve is its mean. An instance that one of
them does not prove in its first turn gets no second turn. Runs go on where they were cut off.
"""

from __future__ import annotations

import math
import statistics
import sys
from functools import partial
from pathlib import Path

from harness.instances import Instance, chosen_instances, known_optima, suite_parser
from harness.results import Record, carry_out
from shortlist import Limits, Objective, Solution, Status, read_labelled
from shortlist.engines.registry import names_of, solve
from shortlist.problems.pose import pose
from shortlist.problems.problem import Problem

_SHORTEST_TURN = 0.02


def duel(instance: Instance, engines: tuple[str, str], regularization: str, limits: Limits, turns: int) -> Record:
    """The seconds of both engines in each turn, and whether both proved the same cost."""
    problem = pose(read_labelled(instance.path), objective=Objective(regularization))
    seconds: dict[str, list[float]] = {engine: [] for engine in engines}
    costs: dict[str, int | None] = {}
    for _ in range(turns):
        for engine in engines:
            solution, mean = take_turn(engine, problem, limits)
            seconds[engine].append(round(mean, 7))
            costs[engine] = solution.cost if solution.status is Status.OPTIMAL else None
        if None in costs.values():
            break
    return {"seconds": seconds, "costs": costs, "both": None not in costs.values()}


def take_turn(engine: str, problem: Problem, limits: Limits) -> tuple[Solution, float]:
    """Solve for a while, at least once; the last solution and the mean of the seconds."""
    solution = solve(engine, problem, limits)
    spent, times = solution.seconds, 1
    while spent < _SHORTEST_TURN:
        solution = solve(engine, problem, limits)
        spent += solution.seconds
        times += 1
    return solution, spent / times


def ratio(record: Record, engines: tuple[str, str]) -> float:
    """First's seconds / second's seconds."""
    first, second = (statistics.median(record["seconds"][engine]) for engine in engines)
    return first / second


def main() -> int:
    """Parse, run, print; an instance on which the two prove different costs fails the run."""
    parser = suite_parser(__doc__)
    parser.add_argument("engines", nargs=2, choices=names_of("list"))
    parser.add_argument("--regularization", default="0.05", help="0 for perfect lists")
    parser.add_argument("--time-limit", type=float, default=20)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--known", type=Path, metavar="OPTIMA", help="only instances whose optimum this file knows")
    parser.add_argument(
        "--allow",
        type=float,
        nargs=2,
        metavar=("FACTOR", "SECONDS"),
        help="count where the second takes at most FACTOR × the first + SECONDS",
    )
    options = parser.parse_args()
    engines = (options.engines[0], options.engines[1])
    known = known_optima(options.known, options.regularization) if options.known else None
    limits = Limits(options.time_limit)
    tasks = {
        instance.name: partial(duel, instance, engines, options.regularization, limits, options.turns)
        for instance in chosen_instances(options, known)
    }
    name = f"duel-{'-'.join(engines)}-{options.regularization}-{options.time_limit:g}s"
    records = list(carry_out(name, tasks, fresh=options.fresh))
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
        print(f"{record['task']:36}", end="")
        print("".join(f"{engine:>14} {seconds:10.5f} s" for engine, seconds in median.items()), f"{times:10.1f} x")
    different = sum(len(set(r["costs"].values())) > 1 for _, r in both)
    if both:
        mean = math.exp(statistics.fmean(math.log(times) for times, _ in both))
        print(f"\n{engines[0]} seconds / {engines[1]} seconds, geometric mean over {len(both)} instances: {mean:.1f}")
    print(f"{different} proved costs differ")
    return different


if __name__ == "__main__":
    sys.exit(main())
