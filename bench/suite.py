"""Run an engine over a folder of tables, one child process each, one JSON line each, and print what was proved.

    python bench/suite.py SUITE --engine search --regularization 0.05 --time-limit 20 --optima optima.csv

A run goes on where it was cut off: instances that are in the results file are not solved again (`--fresh` begins anew).
Limits begin once a table is read. With `--optima` every proved cost is compared with a known one.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from harness.child import learn_in_a_child
from harness.instances import Instance, chosen_instances, known_optima, suite_parser
from harness.pictures import cactus_plot
from harness.results import Record, carry_out, proved


@dataclass(frozen=True)
class Run:
    """An engine, an objective and limits; a regularization of 0 means perfect lists."""

    engine: str = "search"
    regularization: str = "0.05"
    time_limit: float = 20
    memory_limit: int = 2000

    @property
    def name(self) -> str:
        """What the run is called in file names and titles."""
        price = "perfect" if self.regularization == "0" else self.regularization
        return f"{self.engine}-{price}-{self.time_limit:g}s"

    def records(self, instances: Sequence[Instance], *, fresh: bool = False, jobs: int = 1) -> Iterator[Record]:
        """What is learned from these tables."""
        options = {
            "engine": self.engine,
            "regularization": self.regularization,
            "time_limit": self.time_limit,
            "memory_limit": self.memory_limit,
        }
        tasks = {instance.name: partial(learn_in_a_child, instance.path, **options) for instance in instances}
        return carry_out(self.name, tasks, fresh=fresh, jobs=jobs)


def print_table(results: list[Record], optima: dict[str, int]) -> int:
    """One line an instance and a summary; the number of proved costs that differ from the known ones."""
    print(
        f"{'instance':34}{'rows':>7}{'distinct':>9}{'features':>9}  {'status':9}{'cost':>8}{'bound':>8}{'seconds':>9}"
    )
    for record in sorted(results, key=lambda r: r["task"]):
        if record.get("cost") is None:
            print(f"{record['task']:34}{'':25}  {record['status']} {record.get('message', '')}")
            continue
        print(
            f"{record['task']:34}{record['rows']:7}{record['distinct_rows']:9}{record['features']:9}  {record['status']:9}"
            f"{record['cost']:8}{record['lower_bound']:8}{record['seconds']:9.3f}{differs(record, optima)}"
        )
    done = proved(results)
    different = sum(bool(differs(r, optima)) for r in results)
    checked = sum(r["task"] in optima for r in done)
    print(f"\nproved {len(done)} of {len(results)}; {checked} compared with known optima, {different} differ")
    if done:
        seconds = [r["seconds"] for r in done]
        print(f"seconds of the proved: median {statistics.median(seconds):.4f}, total {sum(seconds):.3f}")
    ratios = [r["cost"] / r["lower_bound"] for r in results if r["status"] == "feasible" and r["lower_bound"]]
    if ratios:
        print(f"cost / lower bound of the {len(ratios)} not proved: median {statistics.median(ratios):.2f}")
    peaks = [r["peak_memory_mb"] for r in results if r.get("peak_memory_mb")]
    if peaks:
        print(f"largest memory of a solve: {max(peaks):.0f} MB")
    return different


def differs(record: Record, optima: dict[str, int]) -> str:
    """A note if a proved cost is not the known one, or if a bound is above it.

    Known sizes of perfect lists are of tables in which tied rows were given one of their classes; here such rows are free,
    and a smaller list is right.
    """
    known = optima.get(record["task"])
    if known is None or record.get("cost") is None:
        return ""
    smaller = record["perfect"] and record["tied_rows"] > 0 and record["cost"] < known
    wrong = record["cost"] != known and not smaller
    if record["status"] != "optimal":
        wrong = record["lower_bound"] > known
    return f"  KNOWN: {known}" if wrong else ""


def main() -> int:
    """Parse, run, print."""
    parser = suite_parser(__doc__)
    parser.add_argument("--engine", default="search")
    parser.add_argument("--regularization", default="0.05")
    parser.add_argument("--perfect", action="store_true")
    parser.add_argument("--time-limit", type=float, default=20)
    parser.add_argument("--memory-limit", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--optima", type=Path)
    parser.add_argument("--plot", type=Path, help="write a cactus plot here")
    options = parser.parse_args()
    price = "0" if options.perfect else options.regularization
    run = Run(options.engine, price, options.time_limit, options.memory_limit)
    results = list(run.records(chosen_instances(options), fresh=options.fresh, jobs=options.jobs))
    different = print_table(results, known_optima(options.optima, price))
    if options.plot:
        cactus_plot({run.name: results}, options.plot)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
