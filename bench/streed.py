"""STreeD's trees beside our lists, turn by turn in one process: how many times as long does STreeD take?

    python bench/streed.py SUITE --regularization 0.05 0.01 0.005 --every 3

Both are given the whole table in memory, 0/1 columns and classes, and the same price: of a node of a list, of a split of a tree of
at most this depth. Counted is processor time of a whole call, for STreeD `fit`, for us `learn`, which also merges rows, names the rules
and recounts them; short calls are repeated for 20 ms, and the least of some turns is taken. Printed is the geometric mean of STreeD's
seconds / ours over the tables where both prove their optimum. The engine alone is printed beside it.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from pystreed import STreeDClassifier

from harness.instances import Instance, instances
from shortlist import Limits, Objective, Status, learn, read_labelled
from shortlist.engines.registry import solve
from shortlist.features.binarize import Binning, binarize

_SHORTEST_TURN = 0.02


def seconds_of(call: Callable[[], object]) -> float:
    """Processor seconds of one call, the mean of as many as fill a short turn."""
    began, times = time.process_time(), 0
    while times == 0 or time.process_time() - began < _SHORTEST_TURN:
        call()
        times += 1
    return (time.process_time() - began) / times


def compared(instance: Instance, price: str, options: argparse.Namespace) -> tuple[float, float, float] | None:
    """Seconds of STreeD, of `learn` and of the engine alone; None unless both prove."""
    data = read_labelled(instance.path)
    matrix, limits = binarize(data, Binning()).matrix.astype(np.intc), Limits(options.time_limit)
    labels = data.labels.astype(np.intc)
    tree = STreeDClassifier(
        "cost-complex-accuracy",
        max_depth=options.depth,
        cost_complexity=float(price),
        time_limit=math.ceil(options.time_limit),
    )

    def list_of() -> Status:
        return learn(data, objective=Objective(price), engine="search", limits=limits).solution.status

    tree.fit(matrix, labels)
    problem = learn(data, objective=Objective(price), engine="search", limits=limits).problem
    if not tree.fit_result.is_optimal() or list_of() is not Status.OPTIMAL:
        return None
    calls: Sequence[Callable[[], object]] = (
        lambda: tree.fit(matrix, labels),
        list_of,
        lambda: solve("search", problem, limits),
    )
    turns = [[seconds_of(call) for call in calls] for _ in range(options.turns)]
    theirs, ours, engine = (min(column) for column in zip(*turns, strict=True))
    return theirs, ours, engine


def mean_ratio(pairs: Sequence[tuple[float, float]]) -> float:
    """The geometric mean of first / second."""
    return math.exp(sum(math.log(first / second) for first, second in pairs) / len(pairs))


def main() -> None:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--regularization", nargs="+", default=["0.05", "0.01", "0.005"])
    parser.add_argument("--every", type=int, default=1, help="only every so-manieth instance of fold 1")
    parser.add_argument("--only", default="", help="only instances whose name contains this")
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--time-limit", type=float, default=10)
    parser.add_argument("--turns", type=int, default=3)
    options = parser.parse_args()
    chosen = instances(options.suite, only=options.only)[:: options.every]
    for price in options.regularization:
        found = []
        for instance in chosen:
            times = compared(instance, price, options)
            if times is not None:
                found.append(times)
                told = "   ".join(f"{seconds * 1000:10.2f} ms" for seconds in times)
                print(f"{price:>6}  {instance.name:32} {told}", flush=True)
        if found:
            whole = mean_ratio([(theirs, ours) for theirs, ours, _ in found])
            alone = mean_ratio([(theirs, engine) for theirs, _, engine in found])
            print(
                f"{price:>6}  both prove {len(found)} of {len(chosen)}: STreeD / learn {whole:.2f}, / engine {alone:.2f}"
            )


if __name__ == "__main__":
    main()
