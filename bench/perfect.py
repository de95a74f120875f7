"""Perfect lists by SAT: what `sat` proves, and its time against the paper's own form of the formula.

    python bench/perfect.py SUITE --optima optima.csv [--known] [--limit 20] [--turns 3]

`maxsat-paper` (one row for each example, Glucose 3) is given the instances that `sat` proves, turn by turn with it
(`bench/duel.py`). `--known` takes only instances whose optimum is known. A run goes on where it was cut off. Known optima
are of rows that are labelled before, so where rows are tied ours can be smaller, never larger.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from duel import duel, print_summary
from harness.instances import chosen_instances, known_optima, suite_parser
from harness.results import Record, carry_out, proved
from shortlist import Limits
from suite import Run

ENGINES = ("maxsat-paper", "sat")


def main() -> int:
    """Parse, run, print."""
    parser = suite_parser(__doc__)
    parser.add_argument("--optima", type=Path)
    parser.add_argument("--known", action="store_true", help="only instances with a known optimum")
    parser.add_argument("--limit", type=float, default=20, help="seconds for each solve")
    parser.add_argument("--turns", type=int, default=3, help="turns of the duel; 0 leaves it out")
    options = parser.parse_args()
    optima = known_optima(options.optima, "0")
    wanted = chosen_instances(options, optima if options.known else None)
    print(
        "| engine | limit | instances | proved | seconds for all proved | above a known optimum |\n|---|---|---|---|---|---|"
    )
    run = Run("sat", "0", options.limit)
    witness = list(run.records(wanted, fresh=options.fresh))
    wrong = report("sat", options.limit, witness, optima)
    if options.turns:
        done = {record["task"] for record in proved(witness)}
        limits = Limits(options.limit)
        tasks = {i.name: partial(duel, i, ENGINES, "0", limits, options.turns) for i in wanted if i.name in done}
        wrong += print_summary(list(carry_out(f"duel-{run.name}", tasks, fresh=options.fresh)), ENGINES)
    return 1 if wrong else 0


def report(engine: str, limit: float, records: list[Record], optima: dict[str, int]) -> int:
    """One line of the table; how many sizes are above a known optimum."""
    done = proved(records)
    wrong = sum(record["lower_bound"] > optima.get(record["task"], record["lower_bound"]) for record in done)
    seconds = sum(record["seconds"] for record in done)
    print(f"| {engine} | {limit:g} s | {len(records)} | {len(done)} | {seconds:.2f} | {wrong} |", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
