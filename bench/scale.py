"""Tables larger than memory: time and memory of merging 10⁶ to 10⁸ × 30 rows in Parquet files, and Dask by one worker and by two.

    python bench/scale.py FOLDER [--rows 1e6 1e7 1e8] [--plot docs/pictures/scale.png]
    python bench/scale.py FOLDER --dask 2e6

The tables are made in FOLDER, a million rows a file, and stay there. Each is then passed over in a process of its own: kinds and
classes, what columns hold, a sample and its cut points, cells and their counts, a list, and its recount from the rows. Times are those
of the processor, all threads together; memory is the most that the process ever had (resident).
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

PER_FILE = 10**6
N_TYPES = 5000


def main() -> None:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rows", nargs="+", type=float, default=[1e6, 1e7, 1e8])
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--dask", type=float, metavar="ROWS")
    parser.add_argument("--pass-over", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.pass_over is not None:
        print(json.dumps(pass_over(options.pass_over)))
    elif options.dask is not None:
        print_dask(make_table(options.folder, int(options.dask)))
    else:
        found = [measured(make_table(options.folder, int(rows)), options.folder) for rows in options.rows]
        print_table(found)
        if options.plot is not None:
            plot(found, options.plot)


# -- the tables ---------------------------------------------------------------------------------------


def make_table(folder: Path, n_rows: int) -> Path:
    """A folder of Parquet files with so many rows together, made unless it is there."""
    table = folder / f"rows-{n_rows}"
    table.mkdir(parents=True, exist_ok=True)
    for number, first in enumerate(range(0, n_rows, PER_FILE)):
        file = table / f"part-{number:03}.parquet"
        if not file.exists():
            write_part(file, number, min(PER_FILE, n_rows - first))
    return table


def write_part(file: Path, seed: int, n_rows: int) -> None:
    """Rows of 5000 types, some much commoner than others, which 27 columns describe; two columns are measured, and the class is noisy."""
    import pyarrow as pa  # noqa: PLC0415  # an extra
    import pyarrow.parquet as pq  # noqa: PLC0415

    of_type, dice = np.random.default_rng(0), np.random.default_rng(seed + 1)
    types = np.minimum(dice.zipf(1.3, n_rows) - 1, dice.integers(0, N_TYPES, n_rows))
    columns: dict[str, pa.Array] = {}
    for k in range(9):
        columns[f"price{k}"] = pa.array(np.round(of_type.lognormal(3, 1, N_TYPES), 2)[types])
    for k in range(8):
        columns[f"count{k}"] = pa.array(of_type.integers(0, 3 + 5 * k, N_TYPES)[types])
    for k in range(6):
        names = pa.array([f"kind {i}" for i in range(3 + 4 * k)])
        codes = pa.array(of_type.integers(0, 3 + 4 * k, N_TYPES)[types].astype(np.int32))
        columns[f"category{k}"] = pa.DictionaryArray.from_arrays(codes, names).cast(pa.string())
    for k in range(4):
        columns[f"flag{k}"] = pa.array((of_type.random(N_TYPES) < 0.2 + 0.1 * k)[types])
    age, income = np.round(dice.normal(50, 15, n_rows), 1), np.round(dice.lognormal(10, 1, n_rows), 2)
    columns["age"] = pa.array(age, mask=dice.random(n_rows) < 0.02)
    columns["income"] = pa.array(income)
    likely = (age > 55) & (np.asarray(columns["price0"]) > 20) | (income > 60_000) & np.asarray(columns["flag2"])
    columns["bought"] = pa.array(np.where(likely ^ (dice.random(n_rows) < 0.1), "yes", "no"))
    unfinished = file.with_suffix(".unfinished")
    pq.write_table(pa.table(columns), unfinished, row_group_size=2**18)
    unfinished.rename(file)


# -- one machine --------------------------------------------------------------------------------------


def measured(table: Path, folder: Path) -> dict[str, float]:
    """What a process of its own needs for a table."""
    command = [sys.executable, __file__, str(folder), "--pass-over", str(table)]
    answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, float] = json.loads(answer.stdout)
    print(json.dumps(found), file=sys.stderr, flush=True)
    return found


def pass_over(table: Path) -> dict[str, float]:
    """Learn from a table, and count the seconds of each pass."""
    from shortlist.learn import ask, learn  # noqa: PLC0415  # only the child needs it
    from shortlist.problems.limits import Limits  # noqa: PLC0415
    from shortlist.problems.objective import Objective  # noqa: PLC0415
    from shortlist.scale.duck import DuckRows  # noqa: PLC0415
    from shortlist.scale.in_files import stream_of  # noqa: PLC0415
    from shortlist.tables.parted import survey  # noqa: PLC0415

    seconds = {}
    began, wall = time.process_time(), time.perf_counter()

    def lap(name: str) -> None:
        nonlocal began
        seconds[name], began = round(time.process_time() - began, 2), time.process_time()

    known = survey(table)
    lap("kinds")
    stream = stream_of(known, DuckRows(known), exact=False)
    lap("hash of files")
    stream.summaries()
    lap("columns")
    stream.sample()
    lap("sample")
    objective = Objective("0.01")
    asked = ask(stream, Limits().start(), objective=objective)
    lap("merge")
    merged = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    learned = learn(stream, objective=objective, limits=Limits(5, 400 * 2**20), engine="search")
    seconds["search"] = round(learned.solution.seconds, 2)
    lap("list and recount")
    return {
        "rows": len(stream),
        "distinct": len(asked.problem.rows),
        "questions": len(asked.problem.features),
        "cost": learned.solution.cost or 0,
        **seconds,
        "merged": round(sum(seconds[k] for k in ("kinds", "columns", "sample", "merge")), 1),
        "merged_mb": round(merged),
        "all_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "wall": round(time.perf_counter() - wall, 1),
    }


def print_table(found: list[dict[str, float]]) -> None:
    """One line a table."""
    print("| rows | distinct | kinds | columns | sample | merge | together | per 10⁶ rows | peak memory |")
    print("|---|---|---|---|---|---|---|---|---|")
    for one in found:
        passes = " | ".join(f"{one[name]:.1f} s" for name in ("kinds", "columns", "sample", "merge", "merged"))
        per_million = one["merged"] / one["rows"] * 10**6
        print(f"| {one['rows']:,} | {one['distinct']:,} | {passes} | {per_million:.2f} s | {one['merged_mb']} MB |")


def plot(found: list[dict[str, float]], path: Path) -> None:
    """Time and memory by rows."""
    from matplotlib.figure import Figure  # noqa: PLC0415  # an extra

    figure = Figure(figsize=(9, 3.5), layout="tight")
    left, right = figure.subplots(1, 2)
    rows = [one["rows"] for one in found]
    left.loglog(rows, [one["merged"] for one in found], "o-")
    left.set(xlabel="rows", ylabel="seconds of processor time", title="Parquet files to merged rows")
    right.semilogx(rows, [one["merged_mb"] for one in found], "o-")
    right.set(xlabel="rows", ylabel="MB", title="peak memory", ylim=(0, None))
    figure.savefig(path, dpi=120)


# -- several workers ----------------------------------------------------------------------------------


def print_dask(table: Path) -> None:
    """The same partitions by one worker and by two: seconds on the clock to find columns, sample and merged rows."""
    from dask.dataframe import read_parquet  # noqa: PLC0415  # an extra
    from distributed import Client, LocalCluster, wait  # noqa: PLC0415

    from shortlist.learn import ask  # noqa: PLC0415
    from shortlist.problems.limits import Limits  # noqa: PLC0415
    from shortlist.problems.objective import Objective  # noqa: PLC0415
    from shortlist.scale.dask_frames import dask_stream  # noqa: PLC0415

    taken = []
    for n_workers in (1, 2):
        with (
            LocalCluster(n_workers=n_workers, threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster),
        ):
            frame = read_parquet(table, split_row_groups=1).persist()
            wait(frame)
            columns, target = frame.drop(columns=["bought"]), frame["bought"]
            dask_stream(columns.partitions[:2], target.partitions[:2]).summaries()  # so that all is imported
            began = time.perf_counter()
            asked = ask(dask_stream(columns, target), Limits().start(), objective=Objective("0.01"))
            taken.append(time.perf_counter() - began)
            distinct = len(asked.problem.rows)
            print(
                f"{n_workers} workers: {frame.npartitions} partitions, {distinct:,} distinct rows, {taken[-1]:.1f} s",
                flush=True,
            )
    print(f"two workers are {taken[0] / taken[1]:.2f} times as fast as one")


if __name__ == "__main__":
    main()
