"""How a model does on a table, beside how it did in training: what is right, which classes are mistaken, what each rule is worth.

The counting is that of `recount`, of what `predict` answers: a row that the rules leave undecided is given the most probable class,
and is right where that is its own; how many rows these are is told beside it. A row of a class that was never seen in training is an error.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Self

from shortlist.checks.recount import Confusion, Recount
from shortlist.grid import Grid, paragraphs
from shortlist.models.model import Model, ModelKind
from shortlist.tables.table import PLAIN, ROUNDING, Label, LabelledTable, Weighed, Weighting
from shortlist.words import amount, count, percent, printable

_Z = 1.959963984540054  # the normal distribution has 95 % within so many deviations
_WORST = 3


@dataclass(frozen=True, slots=True)
class Tally:
    """Rows that were answered, and those of them that were answered rightly; a row of weight 2 counts as two.

    To the interval a unit of weight is only as much as `effective` rows of equal weight are, see `Weighed`.

    >>> Tally(20, 19).share, [round(end, 3) for end in Tally(20, 19).interval]
    (0.95, [0.764, 0.991])
    >>> [round(end, 3) for end in Tally(20_000, 19_000, 0.001).interval]
    [0.764, 0.991]
    """

    rows: float
    right: float
    effective: float = 1.0

    @property
    def share(self) -> float | None:
        """The share of the rows that is right; None without a row."""
        return self.right / self.rows if self.rows else None

    @property
    def missed(self) -> Tally:
        """The same of the rows that were not answered rightly."""
        return Tally(self.rows, self.rows - self.right, self.effective)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval: the shares of right rows among all that may come of which these are not a surprise (95 %)."""
        if not self.rows:
            return 0.0, 1.0
        rows = self.rows * self.effective
        share, z2 = self.right / self.rows, _Z**2 / rows
        half = _Z * math.sqrt(share * (1 - share) / rows + z2 / (4 * rows))
        low, high = ((share + z2 / 2 + end) / (1 + z2) for end in (-half, half))
        # The share itself is within, whatever the last digits say.
        return max(min(low, share), 0.0), min(max(high, share), 1.0)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{percent(self.share)} ({100 * low:.0f}–{100 * high:.0f})" if self.rows else "–"


@dataclass(frozen=True)
class Result:
    """What a model does on a table: the confusion table, and how often each rule is right where it answers.

    `confusion[c]` are the rows of class c that are given each of the model's classes. `undecided` are those among them that no rule
    answers, or that rules contradict each other on. `weighed` says how many rows there are; None where no one knows.
    """

    classes: tuple[Label, ...]
    confusion: tuple[tuple[float, ...], ...]
    rules: tuple[Tally, ...]
    undecided: Tally
    weighed: Weighed | None = field(default=None, compare=False)

    @classmethod
    def of(
        cls,
        model: Model,
        classes: tuple[Label, ...],
        counted: Recount,
        weighting: Weighting,
        weighed: Weighed | None = None,
    ) -> Self:
        """What a recount says of a model, in the user's weights of rows; the model's classes are the first of these."""
        confusion, undecided = (_in_units(table, classes, weighting) for table in (counted.given, counted.undecided))
        counts = in_weights(counted.counts, weighting, len(classes))
        rules = [
            Tally(sum(mine), mine[classes.index(rule.label)], _effective(weighed))
            for rule, mine in zip(model.rules, counts, strict=True)
        ]
        known = len(model.classes)  # no other class is given
        left = Tally(sum(map(sum, undecided)), sum(row[c] for c, row in enumerate(undecided[:known])))
        return cls(classes, tuple(row[:known] for row in confusion), tuple(rules), left, weighed)

    @property
    def total(self) -> Tally:
        """All rows, and those that are given their own class."""
        right = sum(row[c] for c, row in enumerate(self.confusion[: self._known]))
        return Tally(sum(map(sum, self.confusion)), right, _effective(self.weighed))

    @property
    def rows_text(self) -> str:
        """How many rows there are, and what they weigh where that is something else."""
        return rows_text(self.total.rows, self.weighed)

    @property
    def accuracy(self) -> float | None:
        """The share of the rows that are given their own class."""
        return self.total.share

    @property
    def balanced_accuracy(self) -> float | None:
        """The mean, over the classes that occur, of the share of each that is found."""
        shares = [share for share in (tally.share for tally in self.by_class) if share is not None]
        return sum(shares) / len(shares) if shares else None

    @property
    def by_class(self) -> list[Tally]:
        """For each class: its rows, and those of them that are given the class."""
        effective = _effective(self.weighed)
        return [Tally(sum(row), row[c] if c < self._known else 0, effective) for c, row in enumerate(self.confusion)]

    @property
    def unseen(self) -> dict[Label, float]:
        """The classes of which the model does not know, each with its rows."""
        return {c: sum(row) for c, row in zip(self.classes[self._known :], self.confusion[self._known :], strict=True)}

    @property
    def _known(self) -> int:
        return len(self.confusion[0])


@dataclass(frozen=True)
class Score:
    """What a model does on a table, `here`, beside what it did in `training` (None where no one knows)."""

    model: Model
    target: str
    here: Result
    training: Result | None = None

    @property
    def accuracy(self) -> float | None:
        """The share of the rows here that are given their own class."""
        return self.here.accuracy

    @property
    def balanced_accuracy(self) -> float | None:
        """The mean, over the classes that occur here, of the share of each that is found."""
        return self.here.balanced_accuracy

    @property
    def commonest(self) -> tuple[Label, float | None] | None:
        """The commonest class of training, and the share of the rows here that always saying it would get right."""
        if self.training is None:
            return None
        sizes = [tally.rows for tally in self.training.by_class]
        best = sizes.index(max(sizes))
        return self.training.classes[best], Tally(self.here.total.rows, self.here.by_class[best].rows).share

    def sentences(self) -> list[str]:
        """What there is to say, beside the tables."""
        here, there = self.here, self.training
        beside = "" if there is None else f", {percent(there.accuracy)} in training"
        always = "" if self.commonest is None else f"; always {_name(self.commonest[0])}: {percent(self.commonest[1])}"
        balanced = "" if there is None else f", {percent(there.balanced_accuracy)} in training"
        said = [
            f"{percent(here.accuracy)} right on {here.rows_text}{beside}{always}.",
            f"Balanced over the classes: {percent(here.balanced_accuracy)}{balanced}.",
        ]
        if here.undecided.rows:
            said.append(undecided_text(here.undecided))
        said += [
            f"{_name(label)} was never seen in training: {_all_wrong(rows)}." for label, rows in here.unseen.items()
        ]
        return said

    def rules_grid(self, *, brief: bool = False) -> Grid:
        """One line a rule: what it says, how many rows it answers, and how many of these rightly, here and in training.

        If `brief`, there is no interval of what was in training.
        """
        before = () if self.training is None else self.training.rules
        trained = [percent(tally.share) if brief else str(tally) for tally in before] or [""] * len(self.model.rules)
        headers = ("", "condition", printable(self.target), "rows", "right (95 %)", "in training")
        rows = [
            (
                str(number),
                rule.condition(brief=True) if rule.literals or self.model.kind is ModelKind.SET else "otherwise",
                _name(rule.label),
                amount(tally.rows),
                str(tally),
                trained[number - 1],
            )
            for number, (rule, tally) in enumerate(zip(self.model.rules, self.here.rules, strict=True), 1)
        ]
        grid = Grid(headers, tuple(rows), frozenset({0, 3, 4, 5}))
        return grid if self.training is not None else grid.only(range(5))

    def confusion_grid(self) -> Grid:
        """One line a class: its rows by the class that they are given, and the share of them that is found."""
        given = [f"→ {_name(label)}" for label in self.model.classes]
        rows = [
            (_name(label), *map(amount, row), percent(tally.share))
            for label, row, tally in zip(self.here.classes, self.here.confusion, self.here.by_class, strict=True)
        ]
        headers = (printable(self.target), *given, "found")
        return Grid(headers, tuple(rows), frozenset(range(1, len(headers))))

    def classes_grid(self) -> Grid:
        """The same for many classes: how many rows of each are found, and what the others are most often taken for."""
        rows = [
            (_name(label), amount(tally.rows), percent(tally.share), self._mistaken(c, row))
            for c, (label, row, tally) in enumerate(
                zip(self.here.classes, self.here.confusion, self.here.by_class, strict=True)
            )
        ]
        return Grid((printable(self.target), "rows", "found", "mostly taken for"), tuple(rows), frozenset({1, 2}))

    def _mistaken(self, c: int, row: Sequence[float]) -> str:
        names = [*map(_name, self.model.classes)]
        wrong = sorted(((n, -p) for p, n in enumerate(row) if p != c and n), reverse=True)
        return ", ".join(f"{names[-p]} {amount(n)}" for n, p in wrong[:_WORST])

    def grid_of_classes(self, width: int) -> Grid:
        """The confusion table, or what of it fits."""
        whole = self.confusion_grid()
        return whole if whole.width <= width else self.classes_grid()

    def __str__(self) -> str:
        return "\n".join([str(self.rules_grid()), "", str(self.grid_of_classes(100)), "", *self.sentences()])

    def _repr_html_(self) -> str:
        return self.rules_grid().html() + self.grid_of_classes(200).html() + paragraphs(*self.sentences())


def score_of(
    model: Model,
    data: LabelledTable,
    counted: Recount,
    training: Recount | None = None,
    *,
    weighting: Weighting = PLAIN,
    weighed: Weighed | None = None,
) -> Score:
    """What was counted on a table, whose first classes are the model's, beside what the model did in training.

    `weighting` and `weighed` are of the training rows; weights of classes are taken out of it, for here rows count as they are. Of the table
    only classes, target and what its weights mean are looked at.
    """
    here = Result.of(model, data.classes, counted, data.weighting, data.weighed)
    there = None if training is None else Result.of(model, model.classes, training, weighting, weighed)
    return Score(model, data.target, here, there)


def rows_text(weight: float, weighed: Weighed | None) -> str:
    """So many rows, and what they weigh where that is something else.

    >>> rows_text(120, Weighed(120, 1)), rows_text(136.5, Weighed(120, 0.8)), rows_text(136.5, None)
    ('120 rows', '120 rows of weight 136.5', '136.5 rows')
    """
    if weighed is None or weighed.rows == weight:
        return count(weight, "row")
    return f"{count(weighed.rows, 'row')} of weight {amount(weight)}"


def _effective(weighed: Weighed | None) -> float:
    return 1.0 if weighed is None else weighed.effective


def _all_wrong(rows: float) -> str:
    return "its 1 row counts as an error" if rows == 1 else f"its {amount(rows)} rows count as errors"


def undecided_text(undecided: Tally) -> str:
    """How many rows the rules leave undecided, and what comes of these.

    >>> undecided_text(Tally(30, 18))
    'The rules leave 30 rows undecided, which are given the most probable class: 18 of them are right.'
    """
    return (
        f"The rules leave {count(undecided.rows, 'row')} undecided, which are given the most probable class: "
        f"{amount(undecided.right)} of them are right."
    )


def _in_units(table: Confusion, classes: tuple[Label, ...], weighting: Weighting) -> tuple[tuple[float, ...], ...]:
    """For each class its rows, in the user's weights of them; empty for an empty table."""
    units = weighting.units(len(classes))
    error = _rounding(weighting)
    return tuple(tuple(_weight(n, unit, error) for n in row) for row, unit in zip(table, units, strict=False))


def in_weights(counts: Iterable[Sequence[int]], weighting: Weighting, n_classes: int) -> list[list[float]]:
    """Counts of each class, a row of them for each rule or group, in the user's weights of rows."""
    units, error = weighting.units(n_classes), _rounding(weighting)
    return [[_weight(n, unit, error) for n, unit in zip(row, units, strict=True)] for row in counts]


def _rounding(weighting: Weighting) -> Fraction:
    return ROUNDING if weighting.classes else Fraction(0)


def _weight(n: int, unit: Fraction, error: Fraction) -> float:
    """So many units as the user's weight; rounding of weights, so much of each at most, is rounded away."""
    exact = n / unit
    whole = round(exact)
    return whole if abs(exact - whole) <= exact * error else round(float(exact), 4)


def _name(label: Label) -> str:
    return printable(str(label))
