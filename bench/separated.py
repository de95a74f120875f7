"""Separated lists over a folder of tables: what is proved of all parts, and in how many seconds together.

    python bench/separated.py SUITE [--order i+] [--regularization 0.05 | --perfect] [--engine search] [--time-limit 10]

One JSON line an instance; a run goes on where it was cut off (`--fresh` begins anew). An instance counts as proved when
every part is: no rules of its class cost less on the rows that earlier parts leave.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from shortlist import Limits, learn, read_labelled
from shortlist.problems.solution import Status
from suite import Instance, Record, instances, key, read_results


def solve(instance: Instance, order: str, regularization: str, engine: str, limits: Limits) -> Record:
    """Learn one table in this process; the seconds are the engine's."""
    learned = learn(
        read_labelled(instance.path), regularization=regularization, separate=order, engine=engine, limits=limits
    )
    solution, model = learned.solution, learned.solution.model
    return {
        "quant": instance.quant,
        "dataset": instance.dataset,
        "fold": instance.fold,
        "proved": model is not None and all(part.status is Status.OPTIMAL for part in solution.parts),
        "cost": solution.cost,
        "errors": None if model is None else model.errors,
        "size": None if model is None else model.size,
        "classes": [str(part.label) for part in solution.parts],
        "part_costs": [part.cost for part in solution.parts],
        "part_bounds": [part.lower_bound for part in solution.parts],
        "seconds": round(solution.seconds, 6),
    }


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The options of a run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--order", default="i+")
    parser.add_argument("--regularization", default="0.05")
    parser.add_argument("--perfect", action="store_true")
    parser.add_argument("--engine", default="search")
    parser.add_argument("--time-limit", type=float, default=10)
    parser.add_argument("--folds", type=int, nargs="+", default=[1])
    parser.add_argument("--only", default="", help="only instances whose name contains this")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    return parser.parse_args(arguments)


def carry_out(options: argparse.Namespace) -> Iterator[Record]:
    """Earlier results, then those of the instances that are left, each written as it comes."""
    price = "0" if options.perfect else options.regularization
    name = f"separated-{options.order}-{options.engine}-{price}-{options.time_limit:g}s"
    path = Path(__file__).parent / "results" / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    if options.fresh:
        path.unlink(missing_ok=True)
    earlier = {key(r): r for r in read_results(path)}
    with path.open("a") as stream:
        for instance in instances(options.suite, options.folds, options.only):
            record = earlier.get((instance.quant, instance.dataset, instance.fold))
            if record is None:
                limits = Limits(options.time_limit, 2000 * 2**20)
                record = solve(instance, options.order, price, options.engine, limits)
                stream.write(json.dumps(record) + "\n")
                stream.flush()
            yield record


def main() -> None:
    """Run, print."""
    results = []
    for record in carry_out(parse()):
        print(json.dumps(record), flush=True)
        results.append(record)
    proved, seconds = sum(r["proved"] for r in results), sum(r["seconds"] for r in results)
    print(f"\nall parts proved for {proved} of {len(results)}; {seconds:.2f} s together")


if __name__ == "__main__":
    main()
