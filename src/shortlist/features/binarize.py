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

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError, UsageError
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
from shortlist.features.rows import DistinctRows, Pattern, merge_patterns
from shortlist.features.sample import Sample, sample_of
from shortlist.option import by_name, check_columns, one_of, option, several, whole
from shortlist.tables.dates import are_days
from shortlist.tables.deadline import NO_DEADLINE, Deadline
from shortlist.tables.summary import ColumnSummary, summary_of
from shortlist.tables.table import Column, Kind, LabelledTable, Table
from shortlist.words import printable

CUTS = {"guess": 21, "quantile": 8, "uniform": 8, "all": None, "intervals": 4}
"""How numbers are cut, and into how many bins unless said otherwise."""

_WORDS = {
    "guess": "guessed cut points, at most {m} a column",
    "quantile": "cut points at quantiles, {n} bins a column",
    "uniform": "cut points at equal distances, {n} bins a column",
    "all": "every cut point",
    "intervals": "{n} intervals a column",
}
_WORDS_OF_SAMPLE = "cut points guessed from {rows:,} distinct rows, at most {m} a column"
_FEW_VALUES = 10
_ROWS_AT_ONCE = 2**13


@dataclass(frozen=True)
class Binning:
    """How columns become yes/no questions.

    Numbers are cut where boosted stumps and a tree would (`guess`), into bins of equal weight (`quantile`) or equal width
    (`uniform`), at every cut that can matter (`all`), or, as the paper has it, into `intervals` of equal weight. Columns of at
    most ten different whole numbers are cut everywhere, but for the paper.
    """

    cuts: str = option(
        "guess",
        f"Where to cut numbers: {', '.join(CUTS)} (the paper's: 20 < age <= 35 is one literal).",
        metavar="NAME",
    )
    bins: int | None = option(
        None, "Most bins of a column of numbers (default: 21 for guess, 4 for intervals, else 8)."
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
    def most_guessed(self) -> int:
        """How many cuts of a column are guessed at most; the others that it may have are for what a first list would rather ask."""
        return self.most_bins - 1 - (self.most_bins - 1) // 4

    def words(self, numbers: Sequence[str], guessed_from: int | None = None) -> str:
        """How these columns of numbers were cut, and which categories may be asked for together.

        `guessed_from` is how many distinct rows cuts were guessed from, where these were not all.

        >>> Binning(cut={"age": [18, 65]}).words(["age", "income"])
        'guessed cut points, at most 20 a column; age at 18, 65'
        >>> Binning().words(["age"], 20_000)
        'cut points guessed from 20,000 distinct rows, at most 20 a column'
        """
        chosen = [name for name in numbers if name not in (self.cut or {})]
        words = _WORDS[self.cuts] if guessed_from is None else _WORDS_OF_SAMPLE
        said = [words.format(n=self.most_bins, m=self.most_bins - 1, rows=guessed_from)] if chosen else []
        given = {name: cuts for name, cuts in (self.cut or {}).items() if name in numbers}
        said += [f"{printable(name)} at {', '.join(map(cut_text, cuts))}" for name, cuts in given.items()]
        if self.group:
            said.append(f"values of {', '.join(map(printable, self.group))} in groups")
        return "; ".join(said)

    def check_names(self, columns: Sequence[str]) -> None:
        """Refuse what names no column."""
        check_columns("cut points and groups", (*(self.cut or ()), *self.group), columns)


@dataclass(frozen=True, eq=False)
class ColumnQuestions:
    """The questions of one column: `truth` says for each of its distinct values, and last for a missing entry, which of them hold.

    Numbers are put into the cells between cuts, so that there are few values. `negatable` says which negations are literals, too.
    """

    column: Column
    literals: tuple[Literal, ...]
    truth: NDArray[np.bool_]
    negatable: NDArray[np.bool_]

    @classmethod
    def of(cls, column: Column, literals: Iterable[Literal]) -> ColumnQuestions:
        """These literals and what goes with them, see `with_opposites`; what holds for all rows or none is left out."""
        asked = list(with_opposites(column, literals))
        if column.numbers is not None:
            column = column.in_cells(np.array(sorted({point for literal, _ in asked for point in literal.points})))
        truth = np.empty((len(column.distinct) + 1, len(asked)), dtype=np.bool_)
        for k, (literal, _) in enumerate(asked):
            truth[:, k] = literal.truth(column)
        seen = truth[column.occurs]
        kept = np.flatnonzero(seen.any(axis=0) & ~seen.all(axis=0))
        negatable = np.array([asked[k][1] for k in kept], dtype=np.bool_)
        return cls(column, tuple(asked[k][0] for k in kept), truth[:, kept], negatable)


@dataclass(frozen=True, eq=False)
class Questions:
    """The features of a table, column by column; `sample` are the rows that cuts were guessed from, where they were guessed."""

    columns: tuple[ColumnQuestions, ...]
    sample: Sample | None = None

    @property
    def guessed_from(self) -> int | None:
        """How many distinct rows cuts were guessed from, where these were not all there are."""
        return _guessed_from(self.sample)

    def with_cuts(self, table: Table, cuts: Mapping[str, Sequence[Cut]], most: int) -> Questions:
        """The same with these cut points, each beside those of its column, as long as a column has no more than so many."""
        asked = {questions.column.name: questions for questions in self.columns}
        for name, new in cuts.items():
            known = asked[name].literals if name in asked else ()
            asked[name] = ColumnQuestions.of(table[name], _with_cuts(name, known, new, most))
        return replace(self, columns=tuple(asked[name] for name in table.names if name in asked))

    @property
    def literals(self) -> tuple[Literal, ...]:
        """The features, in order."""
        return tuple(literal for column in self.columns for literal in column.literals)

    @property
    def negatable(self) -> NDArray[np.bool_]:
        """For each feature: is its negation a literal, too?"""
        return np.concatenate([np.zeros(0, dtype=np.bool_), *(column.negatable for column in self.columns)])

    @property
    def matrix(self) -> NDArray[np.bool_]:
        """For each row and feature: does it hold? To look at; what is counted is `merged`."""
        return np.hstack([asked.column.pick(asked.truth) for asked in self.columns])

    def merged(self, data: LabelledTable, deadline: Deadline = NO_DEADLINE) -> DistinctRows:
        """The distinct rows of the table that these are the questions of."""

        def patterns() -> Iterator[Pattern]:
            for done, asked in enumerate(self.columns):
                deadline.check_merging(done, len(self.columns), len(data))
                yield asked.truth, asked.column.pick

        return merge_patterns(patterns(), data.labels, len(data.classes), data.weights)


def _guessed_from(sample: Sample | None) -> int | None:
    return None if sample is None or sample.is_whole else sample.n_distinct


@dataclass(frozen=True)
class ChosenQuestions:
    """The questions that are asked of rows that are not at hand, and for each whether its negation is a literal, too.

    `sample` is as in `Questions`.
    """

    literals: tuple[Literal, ...]
    negatable: NDArray[np.bool_]
    sample: Sample | None = None

    @property
    def guessed_from(self) -> int | None:
        """How many distinct rows cuts were guessed from, where these were not all there are."""
        return _guessed_from(self.sample)

    def with_cuts(self, cuts: Mapping[str, Sequence[Cut]], most: int) -> ChosenQuestions:
        """The same with these cut points, each beside those of its column, as long as a column has no more than so many."""
        asked = [*zip(self.literals, self.negatable.tolist(), strict=True)]
        for column, new in cuts.items():
            own = [question for question in asked if question[0].column == column]
            others = [question for question in own if not _is_comparison(question[0])]
            plain = all(negatable for _, negatable in own)
            literals = _with_cuts(column, [literal for literal, _ in own], new, most)
            block = [(said, plain) for k in literals for said in ((k,) if plain else (k, k.negated()))]
            at = next((i for i, (literal, _) in enumerate(asked) if literal.column == column), len(asked))
            asked = [question for question in asked if question[0].column != column]
            asked[at:at] = block + others
        literals, negatable = [literal for literal, _ in asked], [negatable for _, negatable in asked]
        return replace(self, literals=tuple(literals), negatable=np.array(negatable, dtype=np.bool_))


def _with_cuts(column: str, literals: Iterable[Literal], new: Sequence[Cut], most: int) -> list[Literal]:
    """The comparisons `<=` among the literals of a column and those of new cuts, at most so many, in the order of their cuts."""
    known = [literal for literal in literals if literal.op is Op.AT_MOST]
    added = [k for k in dict.fromkeys(Literal(column, Op.AT_MOST, cut) for cut in new) if k not in known]
    return sorted([*known, *added[: max(most - len(known), 0)]], key=lambda literal: literal.points)


def _is_comparison(literal: Literal) -> bool:
    return literal.op in (Op.AT_MOST, Op.ABOVE)


def choose_literals(
    columns: Sequence[ColumnSummary],
    sample: Callable[[], Sample],
    binning: Binning,
    *,
    min_leaf: int,
    boundaries: bool,
    enough: Callable[[], bool],
) -> tuple[list[tuple[ColumnSummary, list[Literal]]], Sample | None]:
    """The literals of columns of which this is known, and the rows that cuts were guessed from.

    A sample of the rows is only asked for where it is needed: to guess cuts, or because of very many values. `min_leaf` is what a rule
    must win, and `enough` ends the guess of cuts, see `guess.py`; `boundaries` says that only cuts between classes can matter
    (theorem T-B).
    """
    guessed: Guessed = {}
    seen: Sample | None = None
    partly = [column for column in columns if not column.complete]
    for column in partly:
        if not column.kind.is_ordered or binning.cuts == "all":
            many = f"column {column.name!r} has about {column.n_distinct:,} different values, too many"
            how = "to ask for; drop it" if not column.kind.is_ordered else "for every cut point; guess them"
            raise DataError(f"{many} {how}")
    if partly or (binning.cuts == "guess" and any(column.kind.is_ordered for column in columns)):
        seen = sample()
        columns = [column if column.complete else _of_sample(column, seen.data) for column in columns]
    if seen is not None and binning.cuts == "guess":
        guessed = guess(seen, most=binning.most_guessed, min_leaf=min_leaf, enough=enough)
    found = [
        (column, list(literals_of_column(column, binning, guessed.get(column.name), boundaries=boundaries)))
        for column in columns
    ]
    return found, seen


def _of_sample(seen: ColumnSummary, sample: LabelledTable) -> ColumnSummary:
    """The values that a column has in a sample; that entries are missing is known of all rows."""
    return replace(summary_of(sample.table[seen.name], sample), missing=seen.missing)


def choose_questions(
    columns: Sequence[ColumnSummary],
    sample: Callable[[], Sample],
    binning: Binning,
    *,
    min_leaf: int = 0,
    boundaries: bool = True,
    enough: Callable[[], bool] = lambda: False,
) -> ChosenQuestions:
    """The questions about rows that are not at hand, see `choose_literals`; what holds for all of them or none is left out."""
    found, seen = choose_literals(columns, sample, binning, min_leaf=min_leaf, boundaries=boundaries, enough=enough)
    asked = [
        question
        for column, literals in found
        for question in with_opposites(column, literals)
        if _varies(question[0], column)
    ]
    negatable = np.array([plain for _, plain in asked], dtype=np.bool_)
    return ChosenQuestions(tuple(literal for literal, _ in asked), negatable, seen)


def _varies(literal: Literal, seen: ColumnSummary) -> bool:
    """Does the literal hold for some rows, and for some it does not?"""
    truth = literal.truth(seen.column)
    if not seen.has_missing:
        truth = truth[:-1]
    return bool(truth.any() and not truth.all())


def binarize(
    data: LabelledTable,
    binning: Binning,
    *,
    min_leaf: int = 0,
    boundaries: bool = True,
    enough: Callable[[], bool] = lambda: False,
    deadline: Deadline = NO_DEADLINE,
) -> Questions:
    """The questions of the rows that count in a training table, see `choose_literals`; what holds for all or none is left out.

    Once the `deadline` has passed, a table of many rows is refused.
    """
    binning.check_names(data.table.names)
    data = data.counted()
    deadline.check_merging(0, len(data.table.columns), len(data))
    # Guessed cuts come from a sample, so that very many numbers need not be put in order.
    columns = [summary_of(column, data, exact=binning.cuts != "guess") for column in data.table]
    found, seen = choose_literals(
        columns, partial(sample_of, data), binning, min_leaf=min_leaf, boundaries=boundaries, enough=enough
    )
    asked = []
    for column, (_, literals) in zip(data.table, found, strict=True):
        deadline.check_merging(0, len(data.table.columns), len(data))
        asked.append(ColumnQuestions.of(column, literals))
    return Questions(tuple(questions for questions in asked if questions.literals), seen)


def with_opposites(column: Column | ColumnSummary, literals: Iterable[Literal]) -> Iterator[tuple[Literal, bool]]:
    """The literals of a column, and whether their negations are literals; in a column with missing entries both are asked."""
    plain = not column.has_missing
    for literal in dict.fromkeys(literals):
        yield literal, plain
        if not plain:
            yield literal.negated(), False
    if not plain:
        yield Literal(column.name, Op.MISSING), True


def evaluate(features: Sequence[Literal], table: Table) -> NDArray[np.bool_]:
    """The boolean matrix: does feature k hold for row i?"""
    columns = {name: table[name] for name in dict.fromkeys(feature.column for feature in features)}
    return row_by_row(len(table), [feature.holds(columns[feature.column]) for feature in features])


def row_by_row(n_rows: int, truths: Sequence[NDArray[np.bool_]]) -> NDArray[np.bool_]:
    """The matrix whose k-th column these are, with each row in one piece."""
    matrix = np.empty((n_rows, len(truths)), dtype=np.bool_)
    for first in range(0, n_rows, _ROWS_AT_ONCE):
        # What is written in one go fits the processor's cache: otherwise each byte is fetched from memory anew.
        block = matrix[first : first + _ROWS_AT_ONCE]
        for k, truth in enumerate(truths):
            block[:, k] = truth[first : first + _ROWS_AT_ONCE]
    return matrix


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


def _places(
    values: NDArray[np.float64],
    counts: NDArray[np.int64],
    binning: Binning,
    *,
    boundaries: bool,
) -> Places | None:
    """The places of cuts between the distinct values of a column, by their class counts; None if they are to be guessed."""
    few = len(values) <= _FEW_VALUES and bool((values == np.floor(values)).all())
    if binning.cuts == "intervals":
        return interval_places(counts.sum(axis=1), binning.most_bins)
    if binning.cuts == "all" or few:
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
