"""The front of size and errors as a picture: what was found, and what is proved to be empty."""

from __future__ import annotations

import textwrap
from typing import Any

import numpy as np

from shortlist.choose.front import Front
from shortlist.plot.looks import GROUND, HAIRLINE, INK, OPEN, PROVED, SECOND, axes_for, quiet
from shortlist.words import amount


def plot_front(source: Any, *, ax: Any = None) -> Any:
    """Draw a `Front`, or a fitted `DecisionListFront`: a point for each list that is the best of its size.

    No list is in the hatched region: so many errors are proved to be the least for lists of so many nodes. A point that is proved is
    filled; one that is not is open, with a line down to what is proved.
    """
    found: Front = getattr(source, "front_", source)
    ax = axes_for(ax, 6.4, 4.2)
    scale = found.points[0].model.scale
    sizes = np.arange(1, len(found.least_errors) + 1)
    least = np.array(found.least_errors) / scale
    ax.fill_between(
        [*sizes, sizes[-1] + 1], [*least, least[-1]], step="post", facecolor=GROUND, edgecolor=SECOND, hatch="////", linewidth=0.0, alpha=0.45,
        label="proved empty",
    )  # fmt: skip
    ax.step([*sizes, sizes[-1] + 1], [*least, least[-1]], where="post", color=SECOND, linewidth=1)
    labels = set()
    for point in found.points:
        errors, bound = point.errors / scale, point.least_errors / scale
        colour, fill, said = (PROVED, PROVED, "proved") if point.proved else (OPEN, GROUND, "best found, not proved")
        ax.plot([point.size, point.size], [bound, errors], color=OPEN, linewidth=1.5)
        ax.plot(
            [point.size], [errors], "o", color=colour, markerfacecolor=fill, markersize=7, markeredgewidth=1.6,
            label=None if said in labels else said, zorder=3,
        )  # fmt: skip
        labels.add(said)
        ax.annotate(amount(errors), (point.size, errors), (6, 4), textcoords="offset points", color=INK, fontsize=9)
    ax.set_yscale("function", functions=(lambda v: np.sqrt(np.maximum(v, 0)), np.square))
    most = max(point.errors for point in found.points) / scale
    ax.set(
        xlim=(0.5, sizes[-1] + 0.5),
        ylim=(0, 1.2 * most or 1),
        xlabel="nodes (conditions + rules)",
        ylabel="errors (square-root scale)",
    )
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.grid(axis="y", color=HAIRLINE, linewidth=1)
    ax.set_axisbelow(True)
    quiet(ax)
    ax.set_title("\n".join(textwrap.wrap(f"lists over {found.scope}", 90)), loc="left", fontsize=9, color=SECOND)
    ax.legend(frameon=False, fontsize=9, labelcolor=INK)
    return ax
