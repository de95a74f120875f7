"""Proofs of what `search` proves: how many can be had, how long they take to make and to check, how large they are.

    python bench/certificates.py SUITE [--prices 0.05 0.01 0.005 0] [--count 20] [--time-limit 10] [--certify-limit 60] [--plain-limit 60] [--quick 0.33]

A price of 0 asks for perfect lists. All tables are solved first (`--solve-only`: that is all); what is proved is certified, and the proof is
checked by the fast verifier, by the plain one in a process of its own, and with a bound that is one too high, which the fast one must reject.
The search is given the table in memory, so what the fast verifier takes to read it is told apart. `--quick` adds a line of what was solved so fast.
Seconds are of the processor, also those of limits, and there is one thread. A run goes on where it was cut off (`--fresh` makes proofs anew,
but solves nothing again). Exit code 1 means that a verifier was wrong.
"""

from __future__ import annotations

import gzip
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import shortlist_verifier.verify
from harness.attacks import is_fooled
from harness.instances import Instance, chosen_instances, known_optima, suite_parser
from harness.processor import processor_limit
from harness.results import Record, carry_out
from shortlist import Objective, read_labelled
from shortlist.certify.checking import ProofRejectedError, verified
from shortlist.certify.proof import Proof, certify
from shortlist.engines.search import search
from shortlist.problems.pose import pose
from shortlist.problems.problem import Problem

HEAD = """| price | tables | proved | certified | produce ÷ solve | fast check + reading ÷ solve | plain check in time | bytes: median, p90, largest | packed: median, largest |
|---|---|---|---|---|---|---|---|---|"""


def posed(instance: Instance, price: str) -> Problem:
    """The problem of a table."""
    return pose(read_labelled(instance.path), objective=Objective(price))


def solve(instance: Instance, price: str, options: Namespace) -> Record:
    """One table: solved."""
    problem = posed(instance, price)
    began = time.process_time()
    with processor_limit(options.time_limit) as limits:
        solution = search(problem, limits)
    rules = solution.lists[0] if solution.status == "optimal" and solution.lists else None
    return {"status": str(solution.status), "solve": time.process_time() - began, "rules": rules}


def measure(instance: Instance, price: str, rules: list[Any], options: Namespace) -> Record:
    """One list that is proved to be the best: certified, checked."""
    problem = posed(instance, price)
    given = tuple((tuple((feature, value) for feature, value in literals), label) for literals, label in rules)
    began = time.process_time()
    with processor_limit(options.certify_limit) as limits:
        proof = certify(problem, given, limits=limits)
    record: Record = {"produce": time.process_time() - began, "certified": proof.optimal, "bytes": len(proof.text)}
    record["packed"] = len(gzip.compress(proof.text))
    began = time.process_time()
    record["verified"] = verified(proof.text, proof.table, fast=True).optimal
    record["fast"] = time.process_time() - began
    record["read"] = reading_seconds(proof)
    return record | {"plain": plain_seconds(proof, options.plain_limit), "fooled": is_fooled(proof)}


def reading_seconds(proof: Proof) -> float:
    """Seconds in which the fast verifier reads the table: then it sees that there is no proof."""
    began = time.process_time()
    with suppress(ProofRejectedError):
        verified(b"shortlist-proof\n", proof.table, fast=True)
    return time.process_time() - began


def plain_seconds(proof: Proof, limit: float) -> float | None:
    """Seconds that the plain verifier takes, as its user runs it; None if it does not accept the proof in time."""
    if not limit:
        return None
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("proof", "table")]
        for path, text in zip(paths, (proof.text, proof.table), strict=True):
            path.write_bytes(text)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        command = [sys.executable, shortlist_verifier.verify.__file__, *map(str, paths)]
        seconds = int(limit) + 1

        def bounded() -> None:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

        done = subprocess.run(command, capture_output=True, check=False, preexec_fn=bounded)
        spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return spent if done.returncode == 0 else None


def line(price: str, tables: int, records: Sequence[Record]) -> str:
    """The figures of one price: of so many tables these records are of what is proved."""
    good = [r for r in records if r["certified"] and r["verified"]]
    if not good:
        return f"| {price} | {tables} | {len(records)} | 0 | | | | | |"

    def spread(name: str, *, p90: bool) -> str:
        sizes = sorted(r[name] for r in good)
        middle = [sizes[len(sizes) * 9 // 10]] if p90 else []
        return ", ".join(f"{size:.0f}" for size in (statistics.median(sizes), *middle, sizes[-1]))

    solve = sum(r["solve"] for r in good)
    produce, fast, read = (sum(r[name] for r in good) / solve for name in ("produce", "fast", "read"))
    plain = [r["plain"] for r in good if r["plain"] is not None]
    told = f"{len(plain)} (slowest {max(plain, default=0):.1f} s)"
    cells = [price, tables, len(records), len(good), f"{produce:.2f}", f"{fast - read:.2f} + {read:.2f}", told]
    return f"| {' | '.join(map(str, [*cells, spread('bytes', p90=True), spread('packed', p90=False)]))} |"


def main() -> int:
    """Parse, run, print."""
    parser = suite_parser(__doc__)
    parser.add_argument("--prices", nargs="+", default=["0.05", "0.01", "0.005", "0"])
    parser.add_argument("--count", type=int, help="only the first so many instances")
    parser.add_argument("--time-limit", type=float, default=10, help="seconds for each solve")
    parser.add_argument("--certify-limit", type=float, default=60, help="seconds for each proof")
    parser.add_argument("--plain-limit", type=float, default=60, help="seconds for the plain verifier; 0 leaves it out")
    parser.add_argument("--quick", type=float, help="one more line, of what was solved in so many seconds")
    parser.add_argument("--known", type=Path, help="only instances with a known optimum, of this file")
    parser.add_argument("--solve-only", action="store_true", help="solve the tables, and make no proofs")
    options = parser.parse_args()
    print(HEAD)
    fooled = 0
    for price in options.prices:
        known = known_optima(options.known, price) if options.known else None
        wanted = {instance.name: instance for instance in chosen_instances(options, known)[: options.count]}
        run = f"{price}-{options.time_limit:g}s"
        tasks = {name: partial(solve, instance, price, options) for name, instance in wanted.items()}
        proved = {r["task"]: r for r in carry_out(f"certificates-solved-{run}", tasks) if r["rules"]}
        if options.solve_only:
            continue
        tasks = {name: partial(measure, wanted[name], price, r["rules"], options) for name, r in proved.items()}
        records = [proved[r["task"]] | r for r in carry_out(f"certificates-{run}", tasks, fresh=options.fresh)]
        print(line(price, len(wanted), records), flush=True)
        if options.quick:
            quick = [r for r in records if r["solve"] <= options.quick]
            print(line(f"{price} in {options.quick:g} s", len(wanted), quick), flush=True)
        missing = [r["task"] for r in records if not (r["certified"] and r["verified"])]
        if missing:
            print(f"  not certified: {', '.join(missing)}", file=sys.stderr)
        fooled += sum(r["fooled"] for r in records)
    return 1 if fooled else 0


if __name__ == "__main__":
    sys.exit(main())
