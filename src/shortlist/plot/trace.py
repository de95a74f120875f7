"""A solve as a picture: the cost of the best model and the bound that no model goes below, over time."""

from __future__ import annotations

from typing import Any

from shortlist.errors import UsageError
from shortlist.plot.looks import HAIRLINE, INK, OPEN, PROVED, SECOND, axes_for, quiet
from shortlist.problems.solution import Solution, Status
from shortlist.words import amount

_SHORTEST = 1e-4  # seconds; a logarithmic axis has no zero
_HIGHEST = 1.45  # times the last cost: what is above is cut off, and said to be


def plot_trace(source: Any, *, unit: float = 1, ax: Any = None) -> Any:
    """Draw a `Solution`, what `learn` gives, or a fitted estimator: cost and bound over seconds, the gap between them shaded.

    Costs are divided by `unit`, for prices that are whole numbers of a fraction.
    """
    solution: Solution = getattr(source, "solution_", getattr(source, "solution", source))
    found = [moment for moment in solution.trace if moment.cost is not None]
    if not found or solution.cost is None:
        raise UsageError("a picture of a solve needs its trace, but this one has none with a cost")
    ax = axes_for(ax, 6.4, 3.6)
    from matplotlib.ticker import LogLocator  # noqa: PLC0415  # an extra

    seconds = [max(moment.seconds, _SHORTEST) for moment in found]
    costs = [(moment.cost or 0) / unit for moment in found]
    bounds = [moment.lower_bound / unit for moment in found]
    # The bound may be proved apart from the engine, after the last moment.
    seconds.append(max(solution.seconds, 1.05 * seconds[-1]))
    costs.append(solution.cost / unit)
    bounds.append(solution.lower_bound / unit)
    proved = solution.status is Status.OPTIMAL
    end = PROVED if proved else OPEN
    ax.fill_between(seconds, bounds, costs, step="post", color=OPEN, alpha=0.14, linewidth=0, label="not known yet")
    ax.step(seconds, costs, where="post", color=INK, linewidth=1.8, label="best found")
    ax.step(
        seconds,
        bounds,
        where="post",
        color=SECOND,
        linewidth=1.8,
        linestyle=(0, (4, 2)),
        label="bound, over these questions",
    )
    ax.plot([seconds[-1]] * 2, [costs[-1], bounds[-1]], "o", color=end, markersize=6, clip_on=False, zorder=3)
    top = _HIGHEST * costs[-1] or 1
    cut = f" (axis cut: starts at {amount(max(costs))})" if max(costs) > top else ""
    said = (
        f"cost and bound meet at {amount(costs[-1])}"
        if proved
        else f"between {amount(bounds[-1])} and {amount(costs[-1])}"
    )
    ax.set_title(f"{said} after {solution.seconds:.2g} s", loc="left", fontsize=10, color=end)
    ax.set(
        xscale="log", xlabel="seconds (logarithmic)", ylabel=f"cost{cut}", ylim=(0, min(1.08 * max(costs), top) or 1)
    )
    ax.xaxis.set_major_locator(LogLocator(subs=(1.0,) if seconds[-1] > 20 * seconds[0] else (1.0, 2.0, 5.0)))
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    ax.xaxis.set_minor_formatter(lambda *_: "")
    ax.grid(axis="y", color=HAIRLINE, linewidth=1)
    ax.set_axisbelow(True)
    quiet(ax)
    ax.legend(frameon=False, fontsize=9, labelcolor=INK)
    return ax
