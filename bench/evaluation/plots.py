"""The paper's twelve plots and one of our own, drawn for print and for the colour-blind: colours of Okabe and Ito, markers, dashes."""

from __future__ import annotations

import io
import math
import re
import statistics
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from evaluation.document import Figure
from evaluation.lines import ByInstance, Measure, accuracy, size, solved
from evaluation.means import by_dataset, solved_by_all, values
from evaluation.measures import Record
from evaluation.methods import METHODS

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9")
MARKERS = ("o", "s", "^", "D", "v", "X", "P", "*", "<", ">", "h", "p", "8")
DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)))

Runs = Mapping[str, ByInstance]


def drawn(
    name: str, caption: str, folder: Path, paint: Callable[[Any], None], inches: tuple[float, float] = (4.6, 3.6)
) -> Figure:
    """What is painted on axes, written as SVG and PNG."""
    style = {"svg.hashsalt": name, "svg.fonttype": "none", "font.size": 9}
    with mpl.rc_context(style | {"axes.spines.top": False, "axes.spines.right": False}):
        canvas = Canvas(figsize=inches, layout="constrained")
        axes = canvas.subplots()
        axes.grid(visible=True, color="#dddddd", linewidth=0.6)
        axes.set_axisbelow(True)
        paint(axes)
        stream = io.StringIO()
        canvas.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
        svg = "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
        canvas.savefig(folder / f"{name}.png", dpi=150, metadata={"Software": None})
    # A page holds many pictures, and what refers to a part of one must not find that of another.
    return Figure(name, caption, re.sub(r'(id="|href="#|url\(#)', rf"\g<1>{name}-", svg))


def _logarithmic(*axes: Any) -> None:
    """Powers of ten with twos and fives between, written as plain numbers."""
    for axis in axes:
        axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axis.set_minor_formatter(NullFormatter())


def cactus(kind: str, runs: Runs, measure: Measure, folder: Path, *, note: str = "of solved instances") -> Figure:
    """Each method's values in rising order: how many instances stay below a value."""
    least = -math.inf if measure.least is None else measure.least

    def paint(axes: Any) -> None:
        for place, (method, records) in enumerate(runs.items()):
            found = sorted(max(v, least) for v in values(records.values(), measure.of))
            look = {"color": COLOURS[place % len(COLOURS)], "linestyle": DASHES[place % len(DASHES)]}
            look |= {"marker": MARKERS[place % len(MARKERS)], "markevery": max(len(found) // 8, 1)}
            label = f"{METHODS[method].label} ({len(found)})"
            axes.plot(range(1, len(found) + 1), found, label=label, ms=4, lw=1.2, **look)
        axes.set(xlabel="instances", ylabel=measure.axis)
        if measure.least is not None:
            axes.set_yscale("log")
            _logarithmic(axes.yaxis)
        axes.legend(fontsize=7, frameon=False)

    return drawn(f"{kind}-{measure.name}", f"{kind.capitalize()} models: {measure.name} {note}", folder, paint)


def scatter(pair: tuple[str, str], runs: Runs, measure: Measure, folder: Path) -> Figure:
    """One method over another, a point for each instance that both solve; larger points are several."""
    first, second = (solved(runs[method]) for method in pair)
    both = [(measure.of(first[i]), measure.of(second[i])) for i in first if i in second]
    least = -math.inf if measure.least is None else measure.least
    points = [(max(x, least), max(y, least)) for x, y in both if x is not None and y is not None]
    x_label, y_label = (METHODS[method].label for method in pair)

    def paint(axes: Any) -> None:
        heaps = Counter((round(x, 2), round(y, 2)) for x, y in points)
        area = [14 + 6 * (count - 1) ** 0.7 for count in heaps.values()]
        axes.scatter(*zip(*heaps, strict=True), s=area, facecolors="none", edgecolors=COLOURS[0], linewidths=1)
        low, high = min(map(min, points)), max(map(max, points))
        low, high = (low / 1.2, high * 1.2) if measure.least is not None else (min(low, 0) - 1, high + 2)
        axes.plot([low, high], [low, high], color="#555555", lw=0.8, ls="--")
        if measure.least is not None:
            axes.set(xscale="log", yscale="log")
            _logarithmic(axes.xaxis, axes.yaxis)
        above, below = sum(x < y for x, y in points), sum(x > y for x, y in points)
        axes.set(xlim=(low, high), ylim=(low, high), xlabel=x_label, ylabel=y_label, aspect="equal")
        axes.set_title(f"{len(points)} instances: {above} above, {below} below the diagonal", fontsize=8)

    name = f"{measure.name}-{pair[0]}-{pair[1]}".replace("+", "up")
    caption = f"{measure.name.capitalize()}: {x_label} against {y_label} ({measure.axis})"
    return drawn(
        name, caption, folder, paint if points else lambda axes: axes.set_title("no instance is solved by both")
    )


def accuracy_over_size(name: str, groups: Mapping[str, Sequence[Record]], folder: Path) -> Figure:
    """Each method: mean size, mean test accuracy with its standard error over datasets; without a size, a line."""

    def paint(axes: Any) -> None:
        for place, (method, records) in enumerate(groups.items()):
            found = [*by_dataset(records, accuracy).values()]
            sizes = values(records, size)
            if not found:
                continue
            middle = statistics.fmean(found)
            error = statistics.stdev(found) / math.sqrt(len(found)) if len(found) > 1 else 0
            colour, label = COLOURS[place % len(COLOURS)], METHODS[method].label
            if not sizes:
                axes.axhline(middle, color=colour, lw=1, ls=":", label=label)
                continue
            look = {"marker": MARKERS[place % len(MARKERS)], "color": colour, "ms": 6, "ls": "none"}
            look["mfc"] = "white" if METHODS[method].kind == "rival" else colour
            axes.errorbar(statistics.fmean(sizes), middle, error, label=label, capsize=2, lw=0.8, **look)
        axes.set(xscale="log", xlabel="size: literals + rules, splits + leaves", ylabel="test accuracy, %")
        _logarithmic(axes.xaxis)
        axes.legend(fontsize=6, frameon=False, loc="upper left", bbox_to_anchor=(1, 1))

    caption = "Test accuracy against size on the sample: means, bars are standard errors over datasets; filled are ours; methods that are judged on more than half of the sample; EBM has no size"
    return drawn(name, caption, folder, paint, inches=(7.2, 4.4))


def common(runs: Runs) -> Runs:
    """The runs on the instances that all solve."""
    shared = solved_by_all(runs)
    return {method: {name: records[name] for name in records if name in shared} for method, records in runs.items()}
