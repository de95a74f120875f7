"""Learn decision sets from a folder of tables, one child process each, one JSON line each, and print what was proved.

    python bench/sets.py SUITE --objective opt
    python bench/sets.py SUITE --objective opt --regularization 0.05 --form separated

A run goes on where it was cut off: instances that are in the results file are not solved again (`--fresh` begins anew).
Tables are `SUITE/QUANT/NAME_trainFOLD.csv.gz`.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from suite import Instance, in_a_child, instances, read_results

Record = dict[str, Any]


def solve(instance: Instance, options: argparse.Namespace) -> Record:
    """Learn a set from one table."""
    record = in_a_child(
        instance,
        {
            "regularization": options.regularization or 0,
            "objective": options.objective,
            "form": options.form,
            "engine": options.engine,
            "seconds": options.time_limit,
            "megabytes": options.memory_limit,
        },
    )
    kept = ("quant", "dataset", "fold", "wall_seconds", "message", "status", "cost", "lower_bound", "size", "rules")
    kept += ("errors", "class_errors", "rows", "distinct_rows", "features", "seconds", "stopped", "peak_memory_mb")
    return {name: record[name] for name in kept if name in record}


def print_table(records: list[Record]) -> None:
    """One line an instance and a summary."""
    print(
        f"{'instance':36}{'rows':>7}{'features':>9}  {'status':9}{'rules':>6}{'size':>6}{'cost':>10}{'bound':>10}{'s':>9}"
    )
    for r in sorted(records, key=lambda r: (r["fold"], r["quant"], r["dataset"])):
        name = f"{r['quant']}_{r['dataset']}_{r['fold']}"
        if r.get("cost") is None:
            print(f"{name:36}{r['status']} {r.get('message', '')}")
            continue
        print(
            f"{name:36}{r['distinct_rows']:7}{r['features']:9}  {r['status']:9}{r['rules']:6}{r['size']:6}"
            f"{r['cost']:10}{r['lower_bound']:10}{r['seconds']:9.3f}"
        )
    proved = [r for r in records if r["status"] == "optimal"]
    print(f"\nproved {len(proved)} of {len(records)}")
    if proved:
        seconds = [r["seconds"] for r in proved]
        print(f"seconds of the proved: median {statistics.median(seconds):.3f}, total {sum(seconds):.1f}")


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The options of a run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--objective", default="opt", choices=["opt", "mds2", "mds2*"])
    parser.add_argument("--regularization", help="sparse sets; without it perfect ones")
    parser.add_argument("--form", default="separated", choices=["separated", "complete"])
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--time-limit", type=float, default=10)
    parser.add_argument("--memory-limit", type=int, default=2000)
    parser.add_argument("--folds", type=int, nargs="+", default=[1])
    parser.add_argument("--only", default="", help="only instances whose name contains this")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    return parser.parse_args(arguments)


def carry_out(options: argparse.Namespace) -> Iterator[Record]:
    """Earlier results, then those of the instances that are left, the smallest first, each written as it comes."""
    form = f"{options.form}-{options.regularization}" if options.regularization else "perfect"
    folds = "".join(map(str, options.folds))
    name = f"sets-{options.engine}-{options.objective}-{form}-{options.time_limit:g}s-folds{folds}.jsonl"
    results = Path(__file__).parent / "results" / name
    if options.fresh:
        results.unlink(missing_ok=True)
    wanted = sorted(instances(options.suite, options.folds, options.only), key=lambda i: i.path.stat().st_size)
    names = {(i.quant, i.dataset, i.fold) for i in wanted}
    earlier = [r for r in read_results(results) if (r["quant"], r["dataset"], r["fold"]) in names]
    yield from earlier
    done = {(r["quant"], r["dataset"], r["fold"]) for r in earlier}
    results.parent.mkdir(parents=True, exist_ok=True)
    with results.open("a") as stream:
        for instance in wanted:
            if (instance.quant, instance.dataset, instance.fold) not in done:
                record = solve(instance, options)
                stream.write(json.dumps(record) + "\n")
                stream.flush()
                yield record


if __name__ == "__main__":
    print_table(list(carry_out(parse())))
