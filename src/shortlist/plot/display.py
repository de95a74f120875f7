"""A model as a picture: what each rule asks for, the rows that it answers by class, and how sure it is.

>>> from shortlist import DecisionListClassifier
>>> X = [[0, 0], [0, 1], [1, 0], [1, 1]] * 5
>>> clf = DecisionListClassifier(0.05).fit(X, [0, 0, 0, 1] * 5)
>>> display = DecisionListDisplay.from_estimator(clf)
>>> display.counts
((0, 5), (15, 0))
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, Self

import numpy as np

from shortlist.checks.score import Tally
from shortlist.errors import UsageError
from shortlist.models.model import SILENT, Model, ModelKind
from shortlist.models.text import CONDITIONAL
from shortlist.plot.looks import GROUND, HAIRLINE, INK, SECOND, Look, axes_for, looks_of
from shortlist.tables.table import Label
from shortlist.words import amount, count, percent, printable

_WRAP, _MOST_LINES, _LONGEST_NAME = 38, 8, 20  # letters of a line, lines of a condition, letters of a class
_LINE, _WIDTH = 0.23, 10  # inches
_TEXT, _BARS, _SHARE = (0.0, 0.5), (0.52, 0.25), (0.79, 0.13)  # where each panel begins, and its width


class DecisionListDisplay:
    """The rules of a model, with the rows of each class that they answer; as scikit-learn's displays.

    Attributes:
        model, classes, counts, target, said: what is drawn; `counts` are rows of each class for each rule, `said` tells which rows, and to
            the intervals a unit of weight is as much as `effective` rows of equal weight.
        ax_, figure_: where it was drawn.
    """

    def __init__(
        self,
        model: Model,
        *,
        classes: Sequence[Label],
        counts: Sequence[Sequence[float]],
        target: str = "class",
        said: str = "training rows",
        effective: float = 1.0,
    ) -> None:
        self._effective = effective
        self.model, self.target, self.said = model, target, said
        self.classes, self.counts = tuple(classes), tuple(map(tuple, counts))
        self._zoom = 1.0
        self.ax_: Any = None
        self.figure_: Any = None

    @classmethod
    def of(cls, source: Any) -> Self:
        """What a model, a model file, what `learn` gives, or a fitted estimator did in training."""
        file = getattr(source, "model_file_", source)
        model: Model = getattr(file, "model", file)
        target = getattr(getattr(file, "data", file), "target", "class")
        if not all(rule.counts for rule in model.rules):
            raise UsageError(
                "a picture of rules needs the rows that each of them answers, but this model has no counts"
            )
        counts = [[n / model.scale if model.scale > 1 else n for n in rule.counts] for rule in model.rules]
        weighed = getattr(file, "weighed", None)
        effective = 1.0 if weighed is None else weighed.effective
        return cls(model, classes=model.classes, counts=counts, target=target, effective=effective)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any = None, y: Any = None, *, ax: Any = None) -> Self:  # noqa: N803
        """Draw a fitted estimator: what its rules did in training, or what they do on the rows that are given."""
        display = cls.of(estimator)
        if (X is None) != (y is None):
            raise UsageError("rows and their classes, X and y, must be given together")
        if X is not None:
            classes, counts = _counted(estimator, display.model, X, y)
            said = f"{count(len(y), 'row')} given"
            display = cls(display.model, classes=classes, counts=counts, target=display.target, said=said)
        return display.plot(ax=ax)

    def plot(self, *, ax: Any = None) -> Self:
        """Draw it, on these axes or on a figure of its own."""
        rows = [*self._rows()]
        tops = np.cumsum([0, *(0.75 * len(texts) + 1.1 for _, texts in rows)])
        ax = axes_for(ax, _WIDTH, _LINE * tops[-1] + 1.15)
        ax.axis("off")
        self._zoom = min(1.0, ax.get_position().width * ax.figure.get_figwidth() / (0.775 * _WIDTH))
        middles = (tops[:-1] + tops[1:]) / 2
        ax.set(xlim=(0, 1), ylim=(tops[-1], 0))
        firsts = np.cumsum([0, *map(len, self.model.lists)]).tolist()
        for k, top in enumerate(tops):
            between = self.model.kind is ModelKind.HYBRID and k in firsts
            ax.plot([0, 1], [top, top], color=SECOND if between else HAIRLINE, linewidth=1, clip_on=False)
        panels = [ax.inset_axes((left, 0.0, width, 1.0)) for left, width in (_TEXT, _BARS, _SHARE)]
        for panel in panels:
            panel.set(ylim=(tops[-1], 0), yticks=[], facecolor="none")
            for side in panel.spines.values():
                side.set_visible(False)
        looks = looks_of(np.sum(self.counts, axis=0).tolist() if self.counts else [0] * len(self.classes))
        self._draw_texts(panels[0], rows, middles, looks)
        self._draw_bars(panels[1], middles, looks)
        self._draw_shares(panels[2], middles, looks)
        self._draw_legend(ax, looks)
        self.ax_, self.figure_ = ax, ax.figure
        return self

    def _rows(self) -> Iterator[tuple[str, list[str]]]:
        """Of each rule how it begins, and its condition in lines."""
        for word, rule in self.model.beginnings():
            yield word, _in_lines(rule.condition() if word in CONDITIONAL else "")

    def _draw_texts(self, panel: Any, rows: Any, middles: Any, looks: Sequence[Look]) -> None:
        """Conditions to the left, classes with their shapes to the right."""
        panel.set(xlim=(0, 1), xticks=[])
        for (word, texts), middle, rule in zip(rows, middles, self.model.rules, strict=True):
            look = looks[self.classes.index(rule.label)]
            panel.text(0.0, middle, word, va="center", color=SECOND, fontsize=9 * self._zoom)
            panel.text(0.105, middle, _plain("\n".join(texts)), va="center", color=INK, fontsize=9.5 * self._zoom)
            panel.plot([0.755], [middle], look.marker, color=look.colour, markersize=7 * self._zoom, clip_on=False)
            name = _name(rule.label)
            panel.text(
                0.785, middle, _plain(name), va="center", color=INK, fontsize=9.5 * self._zoom, fontweight="bold"
            )
        panel.set_title(
            _plain(f"then {printable(self.target)}"), loc="left", x=0.785, fontsize=9 * self._zoom, color=SECOND
        )

    def _draw_bars(self, panel: Any, middles: Any, looks: Sequence[Look]) -> None:
        """The rows of each class that a rule answers, its own class first."""
        most = max((sum(counts) for counts in self.counts), default=1) or 1
        for counts, middle, rule in zip(self.counts, middles, self.model.rules, strict=True):
            own = self.classes.index(rule.label)
            left = 0.0
            for c in sorted(range(len(counts)), key=lambda c: (c != own, -counts[c])):
                if counts[c]:
                    look = looks[c]
                    panel.barh(
                        middle, counts[c], left=left, height=0.8, color=look.colour, hatch=look.hatch, edgecolor=GROUND, linewidth=0.8
                    )  # fmt: skip
                    left += counts[c]
            panel.text(left + 0.03 * most, middle, amount(left), va="center", color=INK, fontsize=9 * self._zoom)
        panel.set(xlim=(0, 1.22 * most), xticks=[])
        panel.set_title(f"{self.said}, by class", loc="left", fontsize=9 * self._zoom, color=SECOND)

    def _draw_legend(self, ax: Any, looks: Sequence[Look]) -> None:
        """Which colour is which class; of many, those that are grey together."""
        from matplotlib.patches import Patch  # noqa: PLC0415  # an extra

        by_look: dict[Look, list[str]] = {}
        for look, label in zip(looks, self.classes, strict=True):
            by_look.setdefault(look, []).append(_name(label))
        patches = [
            Patch(facecolor=look.colour, hatch=look.hatch, edgecolor=GROUND, label=_plain(names[0] if len(names) == 1 else f"{len(names)} other classes"))
            for look, names in by_look.items()
        ]  # fmt: skip
        ax.legend(
            handles=patches, loc="upper left", bbox_to_anchor=(0.045, -0.02), ncols=len(patches), frameon=False,
            fontsize=9 * self._zoom, labelcolor=INK, handlelength=1.2, columnspacing=1.2, borderaxespad=0.2,
        )  # fmt: skip

    def _draw_shares(self, panel: Any, middles: Any, looks: Sequence[Look]) -> None:
        """The share of right rows, with Wilson's interval."""
        tallies = [
            Tally(sum(counts), counts[self.classes.index(rule.label)], self._effective)
            for counts, rule in zip(self.counts, self.model.rules, strict=True)
        ]
        ends = [tally.interval[0] for tally in tallies if tally.rows]
        low = np.floor(10 * min(ends, default=0)) / 10
        across = panel.get_yaxis_transform()
        for tally, middle, rule in zip(tallies, middles, self.model.rules, strict=True):
            if tally.share is None:
                continue
            look = looks[self.classes.index(rule.label)]
            panel.plot(tally.interval, [middle, middle], color=INK, linewidth=1.4, solid_capstyle="butt")
            panel.plot(
                [tally.share], [middle], look.marker, color=look.colour, markersize=6.5 * self._zoom, clip_on=False
            )
            panel.text(
                1.62,
                middle,
                percent(tally.share),
                ha="right",
                va="center",
                color=INK,
                fontsize=9 * self._zoom,
                transform=across,
            )
        panel.set(xlim=(low, 1.0), xticks=[low, 1.0], xticklabels=[f"{100 * low:.0f} %", "100 %"])
        panel.tick_params(length=0, labelsize=9 * self._zoom, labelcolor=SECOND)
        panel.set_title("right, with Wilson's 95 % interval", loc="left", fontsize=9 * self._zoom, color=SECOND)


def _counted(estimator: Any, model: Model, X: Any, y: Any) -> tuple[list[Label], list[list[int]]]:  # noqa: N803
    """The rows of each class that each rule answers; classes that were never seen come last."""
    labels = np.asarray(y).tolist()
    classes = [*model.classes, *sorted(set(labels) - set(model.classes), key=str)]
    counts = [[0] * len(classes) for _ in model.rules]
    for label, answers in zip(labels, np.asarray(estimator.apply(X)).reshape(len(labels), -1).tolist(), strict=True):
        for answer in answers:
            if answer != SILENT:
                counts[answer][classes.index(label)] += 1
    return classes, counts


def _in_lines(condition: str) -> list[str]:
    """A condition in short lines, which begin with `and` where that is possible.

    >>> _in_lines("island == Dream and bill_length_mm > 42.3")
    ['island == Dream', 'and bill_length_mm > 42.3']
    """
    lines = [""]
    for k, part in enumerate(condition.split(" and ")):
        text = f"and {part}" if k else part
        joined = f"{lines[-1]} {text}".strip()
        if len(joined) <= _WRAP:
            lines[-1] = joined
        else:
            # What is not shown need not be cut into lines.
            lines += textwrap.wrap(text[: _WRAP * _MOST_LINES], _WRAP, break_on_hyphens=False)
    kept = [line for line in lines if line] or [""]
    return kept if len(kept) <= _MOST_LINES else [*kept[: _MOST_LINES - 1], "…"]


def _name(label: Label) -> str:
    """A class as it is written in a picture, shortened where it is very long."""
    text = printable(str(label))
    return text if len(text) <= _LONGEST_NAME else f"{text[: _LONGEST_NAME - 1]}…"


def _plain(text: str) -> str:
    """The text with nothing that matplotlib would read as mathematics."""
    return text.replace("$", r"\$")


def plot_list(source: Any, *, ax: Any = None) -> Any:
    """Draw a model, a model file, what `learn` gives or a fitted estimator, on these axes or on a figure of its own; the axes are given back."""
    return DecisionListDisplay.of(source).plot(ax=ax).ax_
