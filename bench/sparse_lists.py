"""The table of sparse lists: what `search` proves at three regularizations, and its time against `maxsat`.

    python bench/sparse_lists.py SUITE --optima optima.csv [--folds 1 2] [--plot cactus.png]

Runs are resumable and shared with `bench/suite.py`.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

from harness.instances import chosen_instances, known_optima, suite_parser
from harness.pictures import cactus_plot
from harness.results import Record, proved
from suite import Run, differs

RUNS = (("0.05", 1.0), ("0.01", 10.0), ("0.005", 10.0))


def geometric_mean_ratio(slow: list[Record], fast: list[Record]) -> tuple[float, int]:
    """Mean of slow/fast seconds over the instances both prove, and how many these are; at least a microsecond each."""
    fast_seconds = {r["task"]: r["seconds"] for r in proved(fast)}
    both = [
        math.log(max(r["seconds"], 1e-6) / max(fast_seconds[r["task"]], 1e-6))
        for r in proved(slow)
        if r["task"] in fast_seconds
    ]
    return (math.exp(sum(both) / len(both)) if both else math.nan), len(both)


def main() -> int:
    """Parse, run, print."""
    parser = suite_parser(__doc__)
    parser.add_argument("--optima", type=Path)
    parser.add_argument("--maxsat-limit", type=float, default=20, help="seconds for maxsat; 0 leaves it out")
    parser.add_argument("--plot", type=Path, help="write a cactus plot here")
    options = parser.parse_args()
    results: dict[str, list[Record]] = {}
    different = 0
    print(
        "| engine | λ | limit | instances | proved | seconds for all proved | differ from known |\n|---|---|---|---|---|---|---|"
    )
    plans = [Run("search", price, limit) for price, limit in RUNS]
    if options.maxsat_limit:
        plans.append(Run("maxsat", "0.05", options.maxsat_limit))
    for run in plans:
        records = results[run.name] = list(run.records(chosen_instances(options), fresh=options.fresh))
        optima = known_optima(options.optima, run.regularization)
        wrong = sum(bool(differs(r, optima)) for r in records)
        seconds = sum(r["seconds"] for r in proved(records))
        print(
            f"| {run.engine} | {run.regularization} | {run.time_limit:g} s | {len(records)} | {len(proved(records))} "
            f"| {seconds:.2f} | {wrong} |",
            flush=True,
        )
        different += wrong
    if options.maxsat_limit:
        ratio, both = geometric_mean_ratio(results[plans[-1].name], results[plans[0].name])
        print(f"\nmaxsat time / search time, λ = 0.05, geometric mean over {both} instances both prove: {ratio:.0f}")
    if options.plot:
        cactus_plot(results, options.plot)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
