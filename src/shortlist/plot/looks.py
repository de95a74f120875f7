"""How pictures look: one colour, shape and hatch a class, told apart by all eyes and in print; and axes to draw on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from shortlist.errors import ShortlistError

INK, SECOND, HAIRLINE, GROUND = "#1a1d21", "#565d66", "#e2e5e9", "#ffffff"
PROVED, OPEN = "#17704a", "#8a5200"


@dataclass(frozen=True, slots=True)
class Look:
    """How a class is drawn."""

    colour: str
    marker: str
    hatch: str


LOOKS = (Look("#bd5500", "o", ""), Look("#4b3b9e", "s", "////"), Look("#2a9da8", "^", "...."), Look("#7d848d", "D", ""))
"""The first three differ for every kind of colour blindness; the last, grey, is for all others."""


def looks_of(sizes: Sequence[float]) -> list[Look]:
    """How classes of these sizes are drawn: in order where there are few; of many, all but the three largest are grey.

    >>> [look.marker for look in looks_of([5, 9, 2])], [look.marker for look in looks_of([1, 9, 2, 8, 7])]
    (['o', 's', '^'], ['D', 'o', 'D', 's', '^'])
    """
    if len(sizes) <= len(LOOKS):
        return list(LOOKS[: len(sizes)])
    largest = sorted(sorted(range(len(sizes)), key=lambda c: -sizes[c])[: len(LOOKS) - 1])
    return [LOOKS[largest.index(c)] if c in largest else LOOKS[-1] for c in range(len(sizes))]


def pyplot() -> Any:
    """Matplotlib's door, which is opened only where a picture is asked for."""
    try:
        import matplotlib.pyplot as plt  # noqa: PLC0415  # an extra, and slow to import
    except ImportError:
        raise ShortlistError("pictures need matplotlib: pip install 'shortlist[plot]'") from None
    return plt


def axes_for(ax: Any, width: float, height: float) -> Any:
    """The axes that were given, or those of a new figure of this size in inches."""
    return ax if ax is not None else pyplot().subplots(figsize=(width, height), layout="constrained")[1]


def quiet(ax: Any) -> None:
    """Hairlines instead of boxes."""
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        ax.spines[side].set_color(SECOND)
    ax.tick_params(colors=SECOND, labelcolor=INK)
