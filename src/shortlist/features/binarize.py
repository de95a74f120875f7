"""Tables to yes/no questions with the user's names: one literal a column of the matrix.

Booleans stay as they are; each code and category gets `column == value`; numbers and dates are cut, by thresholds `column <= c` or
into intervals; a column with missing entries gets `column is missing`. No comparison holds for a missing entry, so in such a column
a literal and its opposite are two questions, of which neither is the negation of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError, UsageError, together
from shortlist.features.categories import literals_of_categories
from shortlist.features.cutpoints import (
    Places,
    boundary_places,
    cuts_at,
    interval_places,
    quantile_places,
    uniform_places,
)
from shortlist.features.date_cuts import checked_cuts, round_date
from shortlist.features.guess import Guessed, guess
from shortlist.features.literal import Cut, Literal, Op, cut_text
from shortlist.features.questions import ChosenQuestions, ColumnQuestions, Questions
from shortlist.features.sample import Sample, sample_of
from shortlist.option import by_name, check_columns, one_of, option, several, whole
from shortlist.tables.dates import are_days
from shortlist.tables.deadline import NO_DEADLINE, Deadline
from shortlist.tables.summary import ColumnSummary, summary_of
from shortlist.tables.table import Kind, LabelledTable
from shortlist.words import printable

CUTS = {"guess": 21, "wide": 21, "quantile": 8, "uniform": 8, "all": None, "intervals": 4}
"""How numbers are cut, and into how many bins unless said otherwise."""

_WORDS = {
    "guess": "{which}guessed cut points{hurried}, at most {m} a column",
    "wide": "guessed cut points{hurried}, at most {m} a column",
    "quantile": "cut points at quantiles, {n} bins a column",
    "uniform": "cut points at equal distances, {n} bins a column",
    "all": "every cut point",
    "intervals": "{n} intervals a column",
}
HURRIED = "cut short by the time limit"
"""What is said of cut points where there was no time to guess all of them."""

USEFUL = "the most useful"
"""And where only these of the guessed ones were kept."""

_WORDS_OF_SAMPLE = "cut points guessed from {rows:,} distinct rows{hurried}, at most {m} a column"
_FEW_VALUES = 10
_CUT = [kind for kind in Kind if kind.is_ordered]
_GROUPED = [Kind.CODE, Kind.CATEGORY]


@dataclass(frozen=True)
class Binning:
    """How columns become yes/no questions.

    Numbers are cut where boosted stumps and a tree would; of these cuts all are kept (`wide`), or for a sparse list those that good
    lists and the stumps use most, so that more is proved (`guess`). Or they are cut into bins of equal weight (`quantile`) or equal width
    (`uniform`), at every cut that can matter (`all`), or, as the paper has it, into `intervals` of equal weight. Columns of at
    most ten different whole numbers are cut everywhere, but for the paper.
    """

    cuts: str = option(
        "guess",
        f"Where to cut numbers: {', '.join(CUTS)} (the paper's: 20 < age <= 35 is one literal).",
        metavar="NAME",
    )
    bins: int | None = option(
        None, "Most bins of a column of numbers (default: 21 for guess and wide, 4 for intervals, else 8)."
    )
    cut: Mapping[str, Sequence[Cut]] | None = option(
        None,
        "Cut points of a column, numbers or dates, in the place of chosen ones.",
        metavar="COLUMN=NUMBER,…",
        each="cut",
    )
    max_categories: int = option(
        50, "Most categories of a column that are asked for one by one; the rarest are one group."
    )
    group: Sequence[str] = option(
        (), "Column whose categories may be asked for together: state in {CA, NY}.", metavar="COLUMN", each="group"
    )

    def __post_init__(self) -> None:
        one_of("cuts", self.cuts, list(CUTS))
        if self.bins is not None:
            object.__setattr__(self, "bins", whole("bins", self.bins, 2))
            if CUTS[self.cuts] is None:
                raise UsageError(f"cuts {self.cuts} have no number of bins: every cut point is asked for (bins)")
        object.__setattr__(self, "max_categories", whole("max_categories", self.max_categories, 1))
        object.__setattr__(self, "group", several("group", self.group))
        if self.cut is not None:
            cuts = by_name("cut", self.cut)
            object.__setattr__(self, "cut", {name: checked_cuts(name, given) for name, given in cuts.items()})

    @property
    def most_bins(self) -> int:
        """How many bins a column of numbers may have."""
        return self.bins or CUTS[self.cuts] or 0

    @property
    def guesses(self) -> bool:
        """Are cut points guessed?"""
        return self.cuts in ("guess", "wide")

    @property
    def most_guessed(self) -> int:
        """How many cuts of a column are guessed at most; the others that it may have are for what a first list would rather ask."""
        return self.most_bins - 1 - (self.most_bins - 1) // 4

    def words(
        self,
        numbers: Sequence[str],
        guessed_from: int | None = None,
        *,
        hurried: bool = False,
        useful: bool = False,
    ) -> str:
        """How these columns of numbers were cut, and which categories may be asked for together.

        `guessed_from` is how many distinct rows cuts were guessed from, where these were not all; `hurried` says that the time was
        over before all were guessed, `useful` that only the most useful of them were kept.

        >>> Binning(cut={"age": [18, 65]}).words(["age", "income"])
        'guessed cut points, at most 20 a column; age at 18, 65'
        >>> Binning().words(["age"], 20_000)
        'cut points guessed from 20,000 distinct rows, at most 20 a column'
        >>> Binning().words(["age"], useful=True)
        'the most useful guessed cut points, at most 20 a column'
        >>> Binning().words(["age"], hurried=True)
        'guessed cut points, cut short by the time limit, at most 20 a column'
        """
        chosen = [name for name in numbers if name not in (self.cut or {})]
        words = _WORDS[self.cuts] if guessed_from is None else _WORDS_OF_SAMPLE
        which = f"{USEFUL} " if useful else ""
        how = {"rows": guessed_from, "hurried": f", {HURRIED}" if hurried else "", "which": which}
        said = [words.format(n=self.most_bins, m=self.most_bins - 1, **how)] if chosen or hurried else []
        given = {name: cuts for name, cuts in (self.cut or {}).items() if name in numbers}
        said += [f"{printable(name)} at {', '.join(map(cut_text, cuts))}" for name, cuts in given.items()]
        if self.group:
            said.append(f"values of {', '.join(map(printable, self.group))} in groups")
        return "; ".join(said)

    def check_kinds(self, kinds: Mapping[str, Kind]) -> None:
        """Refuse what names no column, or one of a kind that it means nothing to."""
        together(
            [
                lambda: _check_kinds("cut points (--cut)", self.cut or (), kinds, _CUT),
                lambda: _check_kinds("groups of values (--group)", self.group, kinds, _GROUPED),
            ]
        )


def _check_kinds(what: str, names: Iterable[str], kinds: Mapping[str, Kind], fit: Sequence[Kind]) -> None:
    """Refuse columns that there are none of, or of other kinds than these."""
    names = list(names)
    check_columns(what, names, list(kinds))
    for name in names:
        if kinds[name] not in fit:
            raise UsageError(
                f"{what} must be for columns of kind {' or '.join(fit)}, but {name!r} is of kind {kinds[name]}"
            )


USUAL = Binning()
"""What nobody asked otherwise."""


@dataclass(frozen=True)
class Choosing:
    """What the choice of cuts has to know of the problem: `min_leaf` is what a rule must win, and `enough` ends the guess, see `guess.py`;
    `boundaries` says that only cuts between classes can matter (theorem T-B).

    `groups`, where given, are the columns to ask for, the cheapest first. The cuts of a column are guessed beside columns of its own
    group and of those before it: what is dear, or serves no rule, takes no cuts away from what rules would rather use.
    """

    min_leaf: int = 0
    boundaries: bool = True
    enough: Callable[[], bool] = lambda: False
    groups: tuple[frozenset[str], ...] | None = None

    def groups_of(self, names: Iterable[str]) -> tuple[frozenset[str], ...]:
        """The groups of columns to ask for: all of them together unless said otherwise."""
        return (frozenset(names),) if self.groups is None else self.groups

    def asked(self, names: Iterable[str]) -> frozenset[str]:
        """The columns to ask for."""
        return frozenset().union(*self.groups_of(names))


def choose_literals(
    columns: Sequence[ColumnSummary], sample: Callable[[], Sample], binning: Binning, how: Choosing
) -> tuple[list[tuple[ColumnSummary, list[Literal]]], Sample | None]:
    """The literals of columns of which this is known, and the rows that cuts were guessed from.

    A sample of the rows is only asked for where it is needed: to guess cuts, or because of very many values.
    """
    guessed: Guessed = {}
    seen: Sample | None = None
    groups = how.groups_of(column.name for column in columns)
    columns = [column for column in columns if any(column.name in group for group in groups)]
    partly = [column for column in columns if not column.complete]
    for column in partly:
        if not column.kind.is_ordered or binning.cuts == "all":
            many = f"column {column.name!r} has about {column.n_distinct:,} different values, too many"
            advice = "to ask for; drop it" if not column.kind.is_ordered else "for every cut point; guess them"
            raise DataError(f"{many} {advice}")
    if partly or (binning.guesses and any(column.kind.is_ordered for column in columns)):
        seen = sample()
        columns = [column if column.complete else _of_sample(column, seen.data) for column in columns]
    if seen is not None and binning.guesses:
        guessed = _guessed(seen, binning, how, groups)
    found = [
        (column, list(literals_of_column(column, binning, guessed.get(column.name), boundaries=how.boundaries)))
        for column in columns
    ]
    return found, seen


def _guessed(sample: Sample, binning: Binning, how: Choosing, groups: Sequence[frozenset[str]]) -> Guessed:
    """The cuts of each group of columns, guessed beside those before it."""
    found: Guessed = {}
    for k, group in enumerate(groups):
        if any(column.kind.is_ordered and column.name in group for column in sample.data.table):
            beside = sample.only(frozenset().union(*groups[: k + 1]))
            found = guess(beside, most=binning.most_guessed, min_leaf=how.min_leaf, enough=how.enough) | found
    return found


def _of_sample(seen: ColumnSummary, sample: LabelledTable) -> ColumnSummary:
    """The values that a column has in a sample; that entries are missing is known of all rows."""
    return replace(summary_of(sample.table[seen.name], sample), missing=seen.missing)


def choose_questions(
    columns: Sequence[ColumnSummary], sample: Callable[[], Sample], binning: Binning, how: Choosing
) -> ChosenQuestions:
    """The questions about rows that are not at hand, see `choose_literals`; what holds for all of them or none is left out."""
    found, seen = choose_literals(columns, sample, binning, how)
    return ChosenQuestions(tuple(found), seen)


def binarize(
    data: LabelledTable,
    binning: Binning,
    how: Choosing | None = None,
    *,
    deadline: Deadline = NO_DEADLINE,
) -> Questions:
    """The questions of the rows that count in a training table, see `choose_literals`; what holds for all or none is left out.

    Once the `deadline` has passed, a table of many rows is refused.
    """
    binning.check_kinds(data.table.kinds)
    data, how = data.counted(), how or Choosing()
    table = data.table.only(how.asked(data.table.names))
    deadline.check_merging(0, len(data))
    # Guessed cuts come from a sample, so that very many numbers need not be put in order. Nothing is counted of booleans.
    columns = [
        summary_of(column, data, exact=not binning.guesses) for column in table if column.kind is not Kind.BOOLEAN
    ]
    found, seen = choose_literals(columns, partial(sample_of, data), binning, how)
    literals = {column.name: chosen for column, chosen in found}
    asked, n_rows = [], len(data)
    for column in table:
        deadline.check_merging(0, n_rows)
        chosen = literals.get(column.name)
        asked.append(ColumnQuestions.of_boolean(column) if chosen is None else ColumnQuestions.of(column, chosen))
    return Questions(tuple(questions for questions in asked if questions.literals), seen)


def literals_of_column(
    seen: ColumnSummary, binning: Binning, guessed: tuple[NDArray[np.float64], Places] | None, *, boundaries: bool
) -> Iterator[Literal]:
    """The literals that this column can be asked for: of values that occur with some weight."""
    if seen.kind is Kind.BOOLEAN:
        yield Literal(seen.name, Op.EQUAL, True)
    elif seen.kind.is_ordered:
        yield from _literals_of_cuts(seen.name, _cuts(seen, binning, guessed, boundaries=boundaries), binning)
    else:
        yield from literals_of_categories(
            seen.column, seen.counts, most=binning.max_categories, grouped=seen.name in binning.group
        )


def _cuts(
    seen: ColumnSummary, binning: Binning, guessed: tuple[NDArray[np.float64], Places] | None, *, boundaries: bool
) -> list[Cut]:
    """The cut points of a column of numbers or dates, in order."""
    given = (binning.cut or {}).get(seen.name)
    if given is not None:
        if any(isinstance(cut, str) != (seen.kind is Kind.DATE) for cut in given):
            raise UsageError(f"the cut points of column {seen.name!r} must be {seen.kind}s, got {list(given)}")
        return list(given)
    occurs = seen.counts.any(axis=1)
    values, counts = seen.column.distinct[occurs].astype(np.float64), seen.counts[occurs]
    places = _places(values, counts, binning, boundaries=boundaries)
    if places is None:
        values, places = (values, np.zeros(0, dtype=np.intp)) if guessed is None else guessed
    if seen.kind is Kind.NUMBER:
        return [*cuts_at(values, places)]
    time = not are_days(values)
    return [round_date(float(values[i]), float(values[i + 1]), time=time) for i in places.tolist()]


def are_few(values: NDArray[Any]) -> bool:
    """Are these the values of a column that is cut between all of them: few whole numbers?"""
    return len(values) <= _FEW_VALUES and bool((values == np.floor(values)).all())


def _places(
    values: NDArray[np.float64],
    counts: NDArray[np.int64],
    binning: Binning,
    *,
    boundaries: bool,
) -> Places | None:
    """The places of cuts between the distinct values of a column, by their class counts; None if they are to be guessed."""
    if binning.cuts == "intervals":
        return interval_places(counts.sum(axis=1), binning.most_bins)
    if binning.cuts == "all" or are_few(values):
        return boundary_places(counts) if boundaries else np.arange(max(len(values) - 1, 0))
    if binning.cuts == "quantile":
        return quantile_places(counts.sum(axis=1), binning.most_bins)
    if binning.cuts == "uniform":
        return uniform_places(values, binning.most_bins)
    return None


def _literals_of_cuts(name: str, cuts: Sequence[Cut], binning: Binning) -> Iterator[Literal]:
    if binning.cuts != "intervals" or len(cuts) == 1:
        yield from (Literal(name, Op.AT_MOST, cut) for cut in cuts)
    elif cuts:
        yield Literal(name, Op.AT_MOST, cuts[0])
        yield from (Literal(name, Op.WITHIN, (low, high)) for low, high in pairwise(cuts))
        yield Literal(name, Op.ABOVE, cuts[-1])
