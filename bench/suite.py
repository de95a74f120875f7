"""Run an engine over a folder of tables, one child process each, one JSON line each, and print what was proved.

    python bench/suite.py ../shared/benchmarks/suite --engine maxsat --regularization 0.05 --time-limit 20

A run goes on where it was cut off: instances that are in the results file are not solved again. With `--optima` every
proved cost is compared with a known one. Tables are `SUITE/QUANT/NAME_trainFOLD.csv.gz`.
"""

from __future__ import annotations

import argparse
import csv
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, order=True)
class Instance:
    """One training table of the suite."""

    quant: str
    dataset: str
    fold: int
    path: Path


def instances(suite: Path, folds: Iterable[int], only: str | None) -> list[Instance]:
    """The tables of these folds, by quantisation and name."""
    found = [
        Instance(path.parent.name, path.name.removesuffix(f"_train{fold}.csv.gz"), fold, path)
        for fold in folds
        for path in suite.glob(f"*/*_train{fold}.csv.gz")
    ]
    return sorted(i for i in found if only is None or only in f"{i.quant}_{i.dataset}")


def solve(instance: Instance, options: argparse.Namespace) -> dict[str, Any]:
    """Fit one table in a child process; a child that dies or hangs costs only its own line."""
    command = [sys.executable, "-m", "shortlist", "fit", str(instance.path), "--json"]
    command += ["--engine", options.engine, "--time-limit", str(options.time_limit)]
    command += ["--memory-limit", str(options.memory_limit)]
    command += ["--perfect"] if options.perfect else ["--regularization", options.regularization]
    began = time.perf_counter()
    head = {"quant": instance.quant, "dataset": instance.dataset, "fold": instance.fold}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=3 * options.time_limit + 120, check=False
        )
    except subprocess.TimeoutExpired:
        return head | {"status": "hung"}
    wall = {"wall_seconds": round(time.perf_counter() - began, 3)}
    if done.returncode != 0:
        return head | wall | {"status": "failed", "message": done.stderr.strip()[-300:]}
    return head | wall | json.loads(done.stdout)


def known_optima(path: Path | None, regularization: str) -> dict[tuple[str, str, int], int]:
    """Proved costs to compare with, by quantisation, name and fold."""
    if path is None:
        return {}
    with path.open(newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if row["lambda"] == regularization]
    return {(row["quant"], row["dataset"], int(row["fold"])): int(row["cost"]) for row in rows}


def read_results(path: Path) -> list[dict[str, Any]]:
    """What an earlier run has written."""
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def run(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Earlier results, then those of the instances that are left, each written as it comes."""
    options.results.parent.mkdir(parents=True, exist_ok=True)
    earlier = read_results(options.results)
    done = {(r["quant"], r["dataset"], r["fold"]) for r in earlier}
    yield from earlier
    left = [
        i for i in instances(options.suite, options.folds, options.only) if (i.quant, i.dataset, i.fold) not in done
    ]
    with options.results.open("a") as stream, ThreadPoolExecutor(options.jobs) as pool:
        for number, record in enumerate(pool.map(lambda instance: solve(instance, options), left), 1):
            stream.write(json.dumps(record) + "\n")
            stream.flush()
            print(f"\r{number}/{len(left)} {record['quant']}_{record['dataset']}".ljust(60), end="", file=sys.stderr)
            yield record
    print(file=sys.stderr)


def print_table(results: list[dict[str, Any]], optima: dict[tuple[str, str, int], int]) -> int:
    """One line an instance and a summary; the number of proved costs that differ from the known ones."""
    different = 0
    print(
        f"{'instance':34}{'rows':>7}{'distinct':>9}{'features':>9}  {'status':9}{'cost':>8}{'bound':>8}{'seconds':>9}"
    )
    for record in sorted(results, key=lambda r: (r["fold"], r["quant"], r["dataset"])):
        name = f"{record['quant']}_{record['dataset']}_{record['fold']}"
        if "cost" not in record:
            print(f"{name:34}{'':25}  {record['status']}: {record.get('message', '')}")
            continue
        known = optima.get((record["quant"], record["dataset"], record["fold"]))
        wrong = record["status"] == "optimal" and known is not None and known != record["cost"]
        different += wrong
        print(
            f"{name:34}{record['rows']:7}{record['distinct_rows']:9}{record['features']:9}  {record['status']:9}"
            f"{record['cost']:8}{record['lower_bound']:8}{record['seconds']:9.3f}{f'  KNOWN: {known}' if wrong else ''}"
        )
    proved = [r for r in results if r["status"] == "optimal"]
    checked = sum((r["quant"], r["dataset"], r["fold"]) in optima for r in proved)
    seconds = [r["seconds"] for r in proved]
    print(f"\nproved {len(proved)} of {len(results)}; {checked} compared with known optima, {different} differ")
    if proved:
        print(f"seconds of the proved: median {statistics.median(seconds):.4f}, total {sum(seconds):.3f}")
    return different


def cactus_plot(results: list[dict[str, Any]], path: Path, title: str) -> None:
    """How many instances are proved within how many seconds each."""
    import matplotlib.pyplot as plt  # noqa: PLC0415  # only this picture needs it

    seconds = sorted(max(r["seconds"], 1e-4) for r in results if r["status"] == "optimal")
    figure, axes = plt.subplots(figsize=(6, 4), layout="constrained")
    axes.step(range(1, len(seconds) + 1), seconds, where="post")
    axes.set(yscale="log", xlabel="instances proved", ylabel="seconds each", title=title)
    axes.grid(visible=True, alpha=0.3)
    figure.savefig(path, dpi=120)


def main() -> int:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--engine", default="maxsat")
    parser.add_argument("--regularization", default="0.05")
    parser.add_argument("--perfect", action="store_true")
    parser.add_argument("--time-limit", type=float, default=20)
    parser.add_argument("--memory-limit", type=int, default=2000)
    parser.add_argument("--folds", type=int, nargs="+", default=[1])
    parser.add_argument("--only", help="only instances whose name contains this")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--optima", type=Path)
    parser.add_argument("--results", type=Path, help="JSON lines (default: bench/results/ENGINE-….jsonl)")
    parser.add_argument("--plot", type=Path, help="write a cactus plot here")
    options = parser.parse_args()
    price = "perfect" if options.perfect else options.regularization
    name = f"{options.engine}-{price}-{options.time_limit:g}s-folds{''.join(map(str, options.folds))}.jsonl"
    options.results = options.results or Path(__file__).parent / "results" / name
    results = list(run(options))
    optima = known_optima(options.optima, "" if options.perfect else options.regularization)
    different = print_table(results, optima)
    if options.plot:
        cactus_plot(results, options.plot, f"{options.engine}, {price}, {options.time_limit:g} s each")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
