"""What is proved of raw tables: by `fit` as it is, over every cut point, and along fronts.

    python bench/raw_proofs.py TABLES choosing                          # the usual price and limit
    python bench/raw_proofs.py TABLES choosing --price 0.05 --only iris wine …   # another price, some tables
    python bench/raw_proofs.py TABLES choosing --front 15 --only penguins cancer titanic

TABLES is what `bench/accuracy.py gather` made. A line a table, then counts: how many are proved among all lists over their questions, how
many more among lists of few nodes, and how far the cost is above the bound over every cut point.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from pathlib import Path

from harness.catalogue import HALVES
from shortlist import LabelledTable, Limits, NotProvedWarning, Objective, Status, learn, read_labelled
from shortlist.choose.front import front


def line_of_fit(name: str, data: LabelledTable, price: str | None, limits: Limits) -> tuple[str, str, int | None]:
    """What is to be printed of one table; how it was proved; the gap to the bound over every cut point."""
    learned = learn(data, objective=Objective(price), limits=limits)
    claim = learned.claim
    sized = claim.proved_size
    how = "all" if claim.status is Status.OPTIMAL else "few nodes" if sized is not None else "no"
    every = None if claim.every_cut is None else claim.every_cut.lower_bound
    gap = None if every is None else claim.cost - every
    words = [
        f"{name:13s} {len(data):6d} rows, {len(learned.problem.features):3d} questions: cost {claim.cost:5d}",
        f"at least {claim.lower_bound:5d}, {claim.size:2d} nodes, {learned.solution.seconds:5.1f} s",
        "" if how == "all" else "not proved" if how == "no" else f"proved up to {sized} nodes",
        "" if every is None else f"over every cut point at least {every}",
    ]
    return "; ".join(filter(None, words)), how, gap


def line_of_front(name: str, data: LabelledTable, most: int, limits: Limits) -> str:
    """The errors of each size, with what is proved where that is less."""
    found = front(data, max_size=most, limits=limits)
    sizes = range(1, most + 1)
    errors = [(found.best(k).errors, found.least_errors[k - 1]) for k in sizes]
    shown = " ".join(f"{best}" if best == least else f"{best}(≥{least})" for best, least in errors)
    settled = sum(best == least for best, least in errors)
    questions = found.scope.questions
    return f"{name:13s} {questions:3d} questions: {settled} of {most} sizes proved in {found.seconds:.1f} s: {shown}"


def main() -> int:
    """Parse, do."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", type=Path, help="folder of the gathered tables")
    parser.add_argument("half", choices=HALVES)
    parser.add_argument("--only", nargs="+", help="only these tables")
    parser.add_argument("--price", help="of a node, as a share of the rows; the usual one by default")
    parser.add_argument("--front", type=int, metavar="NODES", help="fronts up to so many nodes instead of one list")
    parser.add_argument("--time-limit", type=float, default=60)
    parser.add_argument("--threads", type=int)
    asked = parser.parse_args()
    warnings.simplefilter("ignore", NotProvedWarning)
    limits = Limits(asked.time_limit, threads=asked.threads)
    proved, gaps = {"all": 0, "few nodes": 0, "no": 0}, []
    for name in asked.only or HALVES[asked.half]:
        data = read_labelled(asked.tables / f"{name}.csv")
        if asked.front is not None:
            print(line_of_front(name, data, asked.front, limits), flush=True)
            continue
        line, how, gap = line_of_fit(name, data, asked.price, limits)
        print(line, flush=True)
        proved[how] += 1
        gaps += [] if gap is None else [gap]
    if asked.front is None:
        print(
            f"proved among all lists {proved['all']}, among lists of few nodes {proved['few nodes']}, not {proved['no']}"
        )
        print(f"cost less the bound over every cut point: {sorted(gaps)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
