"""The way in and out beside others, side by side: `python bench/edges.py FOLDER [--rows 1000000] [--turns 3] [--only NAME …]`.

A table of 30 mixed columns is made in the folder. Each step runs in a process of its own, turn by turn with its rival, imports not
counted; the table printed has the medians of processor time, their ratio, and the peak memory of our process. Start-up is compared
with an older version if there is one, by `pip install --target FOLDER/before`. Then come tables larger than memory, and Dask
(`bench/scale.py`), which make up to 10⁸ rows in the folder.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

BEFORE = "before"
"""The folder that an older version may be in."""

Step = Callable[[Path], Callable[[], Any]]
"""What prepares a step, and gives what is measured."""

N_RULES = 8


def make(path: Path, n: int) -> None:
    """Whole numbers, decimals, categories, truth values and missing entries, with a class that some of them tell."""
    import polars as pl  # noqa: PLC0415  # only the parent needs it

    rng = np.random.default_rng(0)
    most, decimals, n_values = [100, 10, 1000, 10**5, 50, 10**6], [2, 4, 6, 1], [3, 5, 12, 50, 200, 3, 8, 1000]
    columns: dict[str, Any] = {f"i{k}": rng.integers(0, high, n) for k, high in enumerate(most)}
    columns |= {f"f{k}": (rng.normal(size=n) * 10 ** (k % 4)).round(decimals[k % 4]) for k in range(8)}
    columns |= {f"c{k}": np.char.add(f"c{k}_", rng.integers(0, m, n).astype(str)) for k, m in enumerate(n_values)}
    columns |= {f"b{k}": rng.random(n) < 0.3 if k % 2 else rng.integers(0, 2, n) for k in range(5)}
    frame = pl.DataFrame(columns | {"m0": rng.integers(18, 90, n), "m1": rng.random(n).round(3)})
    gone = [pl.when(pl.Series(rng.random(n) < 0.03)).then(None).otherwise(pl.col(k)).alias(k) for k in ("m0", "m1")]
    held = (columns["i0"] > 50) & (columns["c0"] == "c0_1") | (columns["f0"] > 1.2) | (rng.random(n) < 0.1)
    frame = frame.with_columns(*gone, y=pl.Series(np.where(held, "yes", "no")))
    frame.write_csv(path / "table.csv")
    frame.write_parquet(path / "table.parquet")


def read_ours(folder: Path) -> Callable[[], Any]:
    """Our reader."""
    import pyarrow.csv  # noqa: F401, PLC0415  # imports are not counted

    from shortlist import read_labelled  # noqa: PLC0415  # a step imports what it needs

    return lambda: read_labelled(folder / "table.csv")


def read_polars(folder: Path) -> Callable[[], Any]:
    """Polars, which guesses types and keeps no text."""
    import polars as pl  # noqa: PLC0415  # a step imports what it needs

    return lambda: pl.read_csv(folder / "table.csv")


def merge_ours(cuts: str) -> Step:
    """From the file to distinct rows."""

    def step(folder: Path) -> Callable[[], Any]:
        from shortlist import Binning  # noqa: PLC0415  # a step imports what it needs
        from shortlist.problems.pose import pose  # noqa: PLC0415  # likewise

        read = read_ours(folder)
        return lambda: pose(read(), binning=Binning(cuts))

    return step


def _encode(frame: Any) -> Any:
    """What users of scikit-learn write."""
    from sklearn.preprocessing import KBinsDiscretizer, OneHotEncoder  # noqa: PLC0415  # a step imports what it needs

    numbers = frame.select_dtypes("number")
    others = frame.drop(columns=[*numbers.columns, "y"]).astype(str)
    bins = KBinsDiscretizer(8, encode="onehot", strategy="quantile", quantile_method="averaged_inverted_cdf")
    return bins.fit_transform(numbers.fillna(numbers.median())), OneHotEncoder().fit_transform(others)


def merge_pandas(folder: Path) -> Callable[[], Any]:
    """pandas, KBinsDiscretizer and OneHotEncoder."""
    import pandas as pd  # noqa: PLC0415  # a step imports what it needs
    import sklearn.preprocessing  # noqa: F401, PLC0415  # imports are not counted

    return lambda: _encode(pd.read_csv(folder / "table.csv"))


def frame_ours(folder: Path) -> Callable[[], Any]:
    """From a data frame to distinct rows."""
    import pandas as pd  # noqa: PLC0415  # a step imports what it needs

    from shortlist.problems.pose import pose  # noqa: PLC0415  # a step imports what it needs
    from shortlist.tables.frames import table_of_frame  # noqa: PLC0415  # likewise
    from shortlist.tables.labels import labelled  # noqa: PLC0415  # likewise

    frame = pd.read_parquet(folder / "table.parquet")
    return lambda: pose(labelled(table_of_frame(frame.drop(columns="y")), "y", frame["y"].to_numpy()))


def frame_pandas(folder: Path) -> Callable[[], Any]:
    """From a data frame to scikit-learn's codes."""
    import pandas as pd  # noqa: PLC0415  # a step imports what it needs

    frame = pd.read_parquet(folder / "table.parquet")
    return lambda: _encode(frame)


def predict(kind: str, *, tree: bool) -> Step:
    """Classes of as many rows as the table has, given as an array or a frame, by a list or by a tree of as many leaves."""

    def step(folder: Path) -> Callable[[], Any]:
        import pandas as pd  # noqa: PLC0415  # a step imports what it needs
        import polars as pl  # noqa: PLC0415  # likewise
        from sklearn.tree import DecisionTreeClassifier  # noqa: PLC0415  # likewise

        from shortlist import DecisionListClassifier  # noqa: PLC0415  # likewise

        n, rng = pl.scan_parquet(folder / "table.parquet").select(pl.len()).collect().item(), np.random.default_rng(0)
        numbers = rng.integers(0, 9, (n, 30)) if kind == "int8" else rng.normal(size=(n, 30))
        array = numbers.astype(kind if kind in ("int8", "float32") else np.float64)
        y = ((array[:, 0] > 0.3) & (array[:, 1] < 0.5)) | ((array[:, 2] > 1) & (array[:, 5] < 0)) | (array[:, 7] > 2)
        makers = {"pandas": pd.DataFrame, "polars": pl.DataFrame}
        rows: Any = (
            makers[kind](dict(zip(map("c{}".format, range(30)), array.T, strict=True))) if kind in makers else array
        )
        known = slice(0, 2000)
        if tree:
            fitted = DecisionTreeClassifier(max_leaf_nodes=N_RULES, random_state=0).fit(array[known], y[known])
            return lambda: fitted.predict(array)
        ours = DecisionListClassifier(max_size=3 * N_RULES, engine="greedy", time_limit=5).fit(rows[known], y[known])
        ours.predict(rows[known])
        return lambda: ours.predict(rows)

    return step


def start_up(_: Path) -> Callable[[], Any]:
    """The command on a small table."""
    return lambda: subprocess.run(
        [sys.executable, "-m", "shortlist", "fit", "titanic"], check=True, stdout=subprocess.DEVNULL
    )


def start_up_before(folder: Path) -> Callable[[], Any]:
    """The same by an older version, in the same environment."""
    command, before = [sys.executable, "-m", "shortlist", "fit", "titanic"], {"PYTHONPATH": str(folder / BEFORE)}
    return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=os.environ | before)


STEPS: dict[str, tuple[str, Step, Step]] = {
    "read": ("read CSV, against polars.read_csv", read_ours, read_polars),
    "merge": ("CSV → merged rows, against pandas.read_csv + KBinsDiscretizer + OneHotEncoder", merge_ours("guess"), merge_pandas),
    "quantile": ("the same, cuts at quantiles as theirs are", merge_ours("quantile"), merge_pandas),
    "frame": ("pandas frame → merged rows, against KBinsDiscretizer + OneHotEncoder", frame_ours, frame_pandas),
    **{
        f"predict-{kind}": (f"predict, {kind}, against DecisionTreeClassifier.predict", predict(kind, tree=False), predict(kind, tree=True))
        for kind in ("float64", "float32", "int8", "pandas", "polars")
    },
    "start-up": ("start-up: shortlist fit titanic, against the version before", start_up, start_up_before),
}  # fmt: skip

LARGE = {"scale": ["--rows", "1e6", "1e7", "1e8"], "dask": ["--dask", "2e6"]}
"""What `bench/scale.py` is asked for."""


def child(name: str, which: int, folder: Path) -> None:
    """Prepare a step, run it once, and print what it took."""
    warnings.simplefilter("ignore")
    prepared = STEPS[name][1 + which](folder)  # type: ignore[operator]
    before = paid()
    result = prepared()
    print(json.dumps({"cpu": paid() - before, "peak": peak()}))
    del result


def paid() -> float:
    """Processor time of this process and of its children that have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime


def peak() -> float:
    """The most memory that this process had, in GB; what it inherits from its parent does not count, as it does in `ru_maxrss`."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 10**6


def measured(name: str, which: int, folder: Path) -> dict[str, float]:
    """What a step takes in a process of its own."""
    command = [sys.executable, __file__, str(folder), "--step", name, str(which)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rows", type=int, default=10**6)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--only", nargs="*", choices=[*STEPS, *LARGE], default=[*STEPS, *LARGE])
    parser.add_argument("--step", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.step:
        child(options.step[0], int(options.step[1]), options.folder)
        return
    options.folder.mkdir(parents=True, exist_ok=True)
    steps = [name for name in options.only if name in STEPS]
    if steps:
        make(options.folder, options.rows)
        print("| measure | ours, s | theirs, s | ratio | our peak, GB |\n|---|--:|--:|--:|--:|")
    for name in steps:
        print(line(name, options.folder, options.turns), flush=True)
    for name in [name for name in options.only if name in LARGE]:
        print(flush=True)
        subprocess.run([sys.executable, Path(__file__).with_name("scale.py"), options.folder, *LARGE[name]], check=True)


def line(name: str, folder: Path, turns: int) -> str:
    """The line of a step: medians of so many turns."""
    rivals = 1 if name == "start-up" and not (folder / BEFORE).exists() else 2
    taken = [[measured(name, which, folder) for which in range(rivals)] for _ in range(turns)]
    ours, *theirs = (statistics.median(turn[which]["cpu"] for turn in taken) for which in range(rivals))
    beside = f"{theirs[0]:.3f} | {ours / theirs[0]:.2f}" if theirs else " | "
    peak_of_ours = statistics.median(turn[0]["peak"] for turn in taken)
    return f"| {STEPS[name][0]} | {ours:.3f} | {beside} | {peak_of_ours:.2f} |"


if __name__ == "__main__":
    main()
