"""What does a second core bring? Proofs within a limit on the clock, with one thread and with two.

    python bench/threads.py SUITE [--price 0.005] [--time-limit 10] [--threads 2]

Run it on idle cores: the limit is one of the clock. What one thread proves within a tenth of the limit is not tried with two, and
counts for both. Answers are kept as JSON lines, and a run goes on where it was cut off.
"""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from functools import partial

from harness.instances import Instance, chosen_instances, suite_parser
from harness.results import Record, carry_out
from shortlist import Limits, Objective, read_labelled
from shortlist.engines.search import search
from shortlist.problems.pose import pose
from shortlist.problems.problem import Problem


def timed(problem: Problem, seconds: float, threads: int) -> Record:
    """Status, bounds and seconds on the clock of one search."""
    began = time.monotonic()
    solution = search(problem, Limits(seconds, threads=threads))
    return {
        "proved": solution.status == "optimal",
        "cost": solution.cost,
        "bound": solution.lower_bound,
        "seconds": round(time.monotonic() - began, 3),
    }


def compare(instance: Instance, options: Namespace) -> Record:
    """One table: one thread, then several, unless one had its proof at once."""
    problem = pose(read_labelled(instance.path), objective=Objective(options.price))
    alone = timed(problem, options.time_limit, 1)
    at_once = alone["proved"] and alone["seconds"] < options.time_limit / 10
    return {"alone": alone, "together": alone if at_once else timed(problem, options.time_limit, options.threads)}


def main() -> int:
    """Parse, run, print."""
    parser = suite_parser(__doc__)
    parser.add_argument("--price", default="0.005")
    parser.add_argument("--time-limit", type=float, default=10)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    tasks = {instance.name: partial(compare, instance, options) for instance in chosen_instances(options)}
    name = f"threads-{options.threads}-{options.price}-{options.time_limit:g}s"
    records = list(carry_out(name, tasks, fresh=options.fresh))
    for way in ("alone", "together"):
        print(f"{way:9} {sum(record[way]['proved'] for record in records)} of {len(records)} proved")
    for record in records:
        alone, together = record["alone"], record["together"]
        if (alone["proved"], alone["bound"]) == (together["proved"], together["bound"]):
            continue
        print(
            f"{record['task']:40} {alone['bound']}..{alone['cost']} in {alone['seconds']:.2f} s, "
            f"{together['bound']}..{together['cost']} in {together['seconds']:.2f} s"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
