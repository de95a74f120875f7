"""LRAT proofs of what `search` proves: how many there are within a time, how long they take to make and to check, how large they are.

    python bench/lrat_proofs.py SUITE [--prices 0.05 0] [--count N] [--time-limit 60] [--plain-limit 4000000]

A price of 0 asks for perfect lists. Each table is solved within 10 s; what is proved gets an LRAT proof, which native code checks, and plain
Python, too, where it has at most so many bytes. All seconds, the limits among them, are of the processor. A run goes on where it was cut
off (`--fresh` begins anew). Exit code 1 means that a false bound was accepted.
"""

from __future__ import annotations

import gzip
import statistics
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from functools import partial

time.perf_counter = time.process_time

from harness.attacks import is_fooled  # noqa: E402
from harness.instances import Instance, chosen_instances, suite_parser  # noqa: E402
from harness.results import Record, carry_out  # noqa: E402
from shortlist import Limits, Objective, read_labelled  # noqa: E402
from shortlist.certify.checking import verified  # noqa: E402
from shortlist.certify.witness import certify_by_clauses  # noqa: E402
from shortlist.engines.search import search  # noqa: E402
from shortlist.errors import NoProofError, UsageError  # noqa: E402
from shortlist.problems.pose import pose  # noqa: E402

HEAD = """| price | tables | proved | LRAT proofs | too large | no time | clauses: median, largest | seconds to make: median, sum | to check, native: median, largest | plain: median, largest | bytes: median, p90, largest | packed: median, largest |
|---|---|---|---|---|---|---|---|---|---|---|---|"""


def measure(instance: Instance, price: str, options: Namespace) -> Record:
    """One table: solved, certified, checked."""
    problem = pose(read_labelled(instance.path), objective=Objective(price))
    solution = search(problem, Limits(10))
    record: Record = {"status": str(solution.status), "rows": len(problem.rows), "features": len(problem.features)}
    if solution.status != "optimal" or solution.lists is None:
        return record
    began = time.process_time()
    try:
        proof = certify_by_clauses(problem, solution.lists[0], limits=Limits(options.time_limit, memory=4000 * 2**20))
    except (UsageError, NoProofError) as refusal:
        return record | {"outcome": "too large" if isinstance(refusal, UsageError) else "no time"}
    record |= {"outcome": "proof", "make": time.process_time() - began, "bytes": len(proof.text)}
    record["packed"] = len(gzip.compress(proof.text))
    record["clauses"] = int(proof.text.partition(b"\nformula ")[2].partition(b"\n")[0].split(b" ")[1])
    for name, fast in (("native", True), ("plain", False)):
        if fast or len(proof.text) <= options.plain_limit:
            began = time.process_time()
            assert verified(proof.text, proof.table, fast=fast).optimal
            record[name] = time.process_time() - began
    return record | {"fooled": is_fooled(proof)}


def line(price: str, records: Sequence[Record]) -> str:
    """The figures of one price."""
    proved = [r for r in records if r["status"] == "optimal"]
    good = [r for r in proved if r["outcome"] == "proof"]

    def spread(name: str, form: str, *, p90: bool = False) -> str:
        values = sorted(r[name] for r in good if name in r) or [0]
        middle = [values[len(values) * 9 // 10]] if p90 else []
        return ", ".join(format(value, form) for value in (statistics.median(values), *middle, values[-1]))

    failed = [sum(r["outcome"] == why for r in proved) for why in ("too large", "no time")]
    made = f"{statistics.median([r['make'] for r in good] or [0]):.2f}, {sum(r['make'] for r in good):.0f}"
    cells = [price, len(records), len(proved), len(good), *failed, spread("clauses", ".0f"), made]
    cells += [
        spread("native", ".2f"),
        spread("plain", ".1f"),
        spread("bytes", ".0f", p90=True),
        spread("packed", ".0f"),
    ]
    return f"| {' | '.join(map(str, cells))} |"


def main() -> int:
    """Parse, run, print."""
    parser = suite_parser(__doc__)
    parser.add_argument("--prices", nargs="+", default=["0.05", "0"])
    parser.add_argument("--count", type=int, help="only so many instances, the smallest files first")
    parser.add_argument("--time-limit", type=float, default=60, help="seconds for each proof")
    parser.add_argument(
        "--plain-limit", type=int, default=4_000_000, help="bytes of a proof that plain Python checks, too"
    )
    options = parser.parse_args()
    print(HEAD)
    fooled = 0
    for price in options.prices:
        smallest_first = sorted(chosen_instances(options), key=lambda instance: instance.path.stat().st_size)
        tasks = {i.name: partial(measure, i, price, options) for i in smallest_first[: options.count]}
        records = list(carry_out(f"lrat-{price}-{options.time_limit:g}s", tasks, fresh=options.fresh))
        print(line(price, records), flush=True)
        fooled += sum(r.get("fooled", False) for r in records)
    return 1 if fooled else 0


if __name__ == "__main__":
    sys.exit(main())
