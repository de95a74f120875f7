"""How time grows with rows, features and 1/λ: `python bench/scaling.py TABLE --plot scaling.png`.

Rows: the first half, quarter and eighth of the table. Features: the first eighth to all of them. Each point is the time to
a proof, or to the limit (drawn hollow).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from shortlist import LabelledTable, Limits, Objective, Table, read_labelled
from shortlist.engines.search import search
from shortlist.problems.pose import pose

Point = tuple[float, float, bool]


def measure(data: LabelledTable, regularization: str, seconds: float) -> tuple[float, bool]:
    """Seconds until the proof, or until the limit."""
    solution = search(pose(data, objective=Objective(regularization)), Limits(seconds, 2000 * 2**20))
    return solution.seconds, solution.stopped is None


def part(data: LabelledTable, rows: int, columns: int) -> LabelledTable:
    """The first rows and columns, in an order that is random but always the same."""
    chosen = np.random.default_rng(0).permutation(len(data))[:rows]
    order = np.random.default_rng(1).permutation(len(data.table.columns))[:columns]
    table = Table(tuple(data.table.columns[i] for i in sorted(order)), len(data)).take(chosen)
    return LabelledTable(table, data.target, data.classes, data.labels[chosen], data.weights[chosen])


def main() -> None:
    """Parse, run, print, draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", type=Path)
    parser.add_argument("--regularization", default="0.05")
    parser.add_argument("--time-limit", type=float, default=60)
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    data = read_labelled(options.table)
    m, k = len(data), len(data.table.columns)
    series: dict[str, list[Point]] = {"rows": [], "columns": [], "1/λ": []}
    for share in (8, 4, 2, 1):
        rows = part(data, m // share, k)
        series["rows"].append((m // share, *measure(rows, options.regularization, options.time_limit)))
        columns = part(data, m, max(1, k // share))
        series["columns"].append((k // share, *measure(columns, options.regularization, options.time_limit)))
    for price in ("0.2", "0.1", "0.05", "0.03", "0.02"):
        series["1/λ"].append((1 / float(price), *measure(data, price, options.time_limit)))
    for name, points in series.items():
        for x, seconds, proved in points:
            print(f"{name:10}{x:10.0f}{seconds:10.4f} s  {'proved' if proved else 'limit'}")
    if options.plot:
        draw(series, options.plot, options.table.name.removesuffix(".csv.gz"))


def draw(series: dict[str, list[Point]], path: Path, title: str) -> None:
    """Three panels, both axes logarithmic."""
    import matplotlib.pyplot as plt  # noqa: PLC0415  # only this picture needs it

    figure, panels = plt.subplots(1, 3, figsize=(10, 3.4), layout="constrained", sharey=True)
    for axes, (name, points) in zip(panels, series.items(), strict=True):
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        axes.loglog(xs, ys, "-", color="tab:blue")
        axes.scatter(
            xs, ys, facecolors=["tab:blue" if p[2] else "white" for p in points], edgecolors="tab:blue", zorder=3
        )
        axes.set(xlabel=name)
        axes.set_xticks(xs, [f"{x:.0f}" for x in xs])
        axes.minorticks_off()
        axes.grid(visible=True, alpha=0.3)
    panels[0].set(ylabel="seconds to a proof")
    figure.suptitle(f"search on {title}")
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    main()
