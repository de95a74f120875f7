"""Run an engine over a folder of tables, one child process each, one JSON line each, and print what was proved.

    python bench/suite.py SUITE --engine search --regularization 0.05 --time-limit 20 --optima optima.csv

A run goes on where it was cut off: instances that are in the results file are not solved again (`--fresh` begins anew).
Limits begin once a table is read. With `--optima` every proved cost is compared with a known one. Tables are `SUITE/QUANT/NAME_trainFOLD.csv.gz`.
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
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Record = dict[str, Any]


@dataclass(frozen=True, order=True)
class Instance:
    """One training table of the suite."""

    quant: str
    dataset: str
    fold: int
    path: Path


@dataclass(frozen=True)
class Run:
    """An engine, an objective and limits, over some folds of a suite; no regularization means perfect lists."""

    suite: Path
    engine: str = "search"
    regularization: str | None = "0.05"
    time_limit: float = 20
    memory_limit: int = 2000
    folds: tuple[int, ...] = (1,)
    only: str = ""
    jobs: int = 1
    folder: Path = field(default=Path(__file__).parent / "results")

    @property
    def name(self) -> str:
        """What the run is called in file names and titles."""
        price = self.regularization or "perfect"
        return f"{self.engine}-{price}-{self.time_limit:g}s-folds{''.join(map(str, self.folds))}"

    @property
    def results(self) -> Path:
        """Where its JSON lines are."""
        return self.folder / f"{self.name}.jsonl"


def instances(suite: Path, folds: Iterable[int], only: str) -> list[Instance]:
    """The tables of these folds, by quantisation and name."""
    found = [
        Instance(path.parent.name, path.name.removesuffix(f"_train{fold}.csv.gz"), fold, path)
        for fold in folds
        for path in suite.glob(f"*/*_train{fold}.csv.gz")
    ]
    return sorted(i for i in found if only in f"{i.quant}_{i.dataset}")


def solve(instance: Instance, run: Run) -> Record:
    """Learn a list from one table; without a regularization it is a perfect one."""
    return in_a_child(
        instance,
        {
            "regularization": run.regularization or 0,
            "engine": run.engine,
            "seconds": run.time_limit,
            "megabytes": run.memory_limit,
        },
    )


def in_a_child(instance: Instance, options: Record) -> Record:
    """Learn from one table in a child process (`bench/one.py`); one that dies or hangs costs only its own line."""
    command = [sys.executable, str(Path(__file__).with_name("one.py")), str(instance.path), json.dumps(options)]
    began = time.perf_counter()
    head = {"quant": instance.quant, "dataset": instance.dataset, "fold": instance.fold}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=3 * options["seconds"] + 120, check=False
        )
    except subprocess.TimeoutExpired:
        return head | {"status": "hung"}
    wall = {"wall_seconds": round(time.perf_counter() - began, 3)}
    if not done.stdout:
        return head | wall | {"status": "failed", "message": done.stderr.strip()[-300:]}
    return head | wall | json.loads(done.stdout)


def known_optima(path: Path | None, regularization: str | None) -> dict[tuple[str, str, int], int]:
    """Proved costs to compare with, by quantisation, name and fold."""
    if path is None:
        return {}
    with path.open(newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if row["lambda"] == (regularization or "")]
    return {(row["quant"], row["dataset"], int(row["fold"])): int(row["cost"]) for row in rows}


def key(record: Record) -> tuple[str, str, int]:
    """Which instance a record is of."""
    return record["quant"], record["dataset"], record["fold"]


def read_results(path: Path) -> list[Record]:
    """What an earlier run has written."""
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def carry_out(run: Run, wanted: list[Instance] | None = None) -> Iterator[Record]:
    """Earlier results, then those of the instances that are left, each written as it comes; all instances unless some are given."""
    run.folder.mkdir(parents=True, exist_ok=True)
    wanted = instances(run.suite, run.folds, run.only) if wanted is None else wanted
    names = {(i.quant, i.dataset, i.fold) for i in wanted}
    earlier = {key(r): r for r in read_results(run.results) if key(r) in names}
    yield from earlier.values()
    left = [i for i in wanted if (i.quant, i.dataset, i.fold) not in earlier]
    with run.results.open("a") as stream, ThreadPoolExecutor(run.jobs) as pool:
        for number, record in enumerate(pool.map(lambda instance: solve(instance, run), left), 1):
            stream.write(json.dumps(record) + "\n")
            stream.flush()
            print(f"\r{run.name} {number}/{len(left)} {record['dataset']}".ljust(78), end="", file=sys.stderr)
            yield record
    print(file=sys.stderr)


def print_table(results: list[Record], optima: dict[tuple[str, str, int], int]) -> int:
    """One line an instance and a summary; the number of proved costs that differ from the known ones."""
    print(
        f"{'instance':34}{'rows':>7}{'distinct':>9}{'features':>9}  {'status':9}{'cost':>8}{'bound':>8}{'seconds':>9}"
    )
    for record in sorted(results, key=lambda r: (r["fold"], r["quant"], r["dataset"])):
        name = f"{record['quant']}_{record['dataset']}_{record['fold']}"
        if record.get("cost") is None:
            print(f"{name:34}{'':25}  {record['status']} {record.get('message', '')}")
            continue
        print(
            f"{name:34}{record['rows']:7}{record['distinct_rows']:9}{record['features']:9}  {record['status']:9}"
            f"{record['cost']:8}{record['lower_bound']:8}{record['seconds']:9.3f}{differs(record, optima)}"
        )
    proved = [r for r in results if r["status"] == "optimal"]
    different = sum(bool(differs(r, optima)) for r in results)
    checked = sum(key(r) in optima for r in proved)
    print(f"\nproved {len(proved)} of {len(results)}; {checked} compared with known optima, {different} differ")
    if proved:
        seconds = [r["seconds"] for r in proved]
        print(f"seconds of the proved: median {statistics.median(seconds):.4f}, total {sum(seconds):.3f}")
    ratios = [r["cost"] / r["lower_bound"] for r in results if r["status"] == "feasible" and r["lower_bound"]]
    if ratios:
        print(f"cost / lower bound of the {len(ratios)} not proved: median {statistics.median(ratios):.2f}")
    peaks = [r["peak_memory_mb"] for r in results if r.get("peak_memory_mb")]
    if peaks:
        print(f"largest memory of a process: {max(peaks):.0f} MB")
    return different


def differs(record: Record, optima: dict[tuple[str, str, int], int]) -> str:
    """A note if a proved cost is not the known one, or if a bound is above it.

    Known sizes of perfect lists are of tables in which tied rows were given one of their classes; here such rows are free,
    and a smaller list is right.
    """
    known = optima.get(key(record))
    if known is None or record.get("cost") is None:
        return ""
    smaller = record["perfect"] and record["tied_rows"] > 0 and record["cost"] < known
    wrong = record["cost"] != known and not smaller
    if record["status"] != "optimal":
        wrong = record["lower_bound"] > known
    return f"  KNOWN: {known}" if wrong else ""


def cactus_plot(runs: dict[str, list[Record]], path: Path) -> None:
    """How many instances are proved within how many seconds each, a line for each run."""
    import matplotlib.pyplot as plt  # noqa: PLC0415  # only this picture needs it

    figure, axes = plt.subplots(figsize=(6.4, 4), layout="constrained")
    for name, results in runs.items():
        seconds = sorted(max(r["seconds"], 1e-4) for r in results if r["status"] == "optimal")
        axes.step(range(1, len(seconds) + 1), seconds, where="post", label=f"{name}: {len(seconds)}")
    axes.set(yscale="log", xlabel="instances proved", ylabel="seconds each")
    axes.legend()
    axes.grid(visible=True, alpha=0.3)
    figure.savefig(path, dpi=120)


def main() -> int:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--engine", default="search")
    parser.add_argument("--regularization", default="0.05")
    parser.add_argument("--perfect", action="store_true")
    parser.add_argument("--time-limit", type=float, default=20)
    parser.add_argument("--memory-limit", type=int, default=2000)
    parser.add_argument("--folds", type=int, nargs="+", default=[1])
    parser.add_argument("--only", default="", help="only instances whose name contains this")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--optima", type=Path)
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    parser.add_argument("--plot", type=Path, help="write a cactus plot here")
    options = parser.parse_args()
    run = Run(
        options.suite,
        options.engine,
        None if options.perfect else options.regularization,
        options.time_limit,
        options.memory_limit,
        tuple(options.folds),
        options.only,
        options.jobs,
    )
    if options.fresh:
        run.results.unlink(missing_ok=True)
    results = list(carry_out(run))
    different = print_table(results, known_optima(options.optima, run.regularization))
    if options.plot:
        cactus_plot({run.name: results}, options.plot)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
