"""The yes/no questions of a table: literals with their truth, column by column, and what of them is merged."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from shortlist.features.literal import Cut, Literal, Op
from shortlist.features.rows import DistinctRows, merge_patterns
from shortlist.features.sample import Sample
from shortlist.tables.deadline import NO_DEADLINE, Deadline
from shortlist.tables.summary import ColumnSummary
from shortlist.tables.table import Column, LabelledTable, Table

_ROWS_AT_ONCE = 2**13
_OF_BOOLEAN = np.array([[False], [True], [False]])  # what holds for false, true and a missing entry
_NEGATABLE = np.array([True])


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
    def of_boolean(cls, column: Column) -> ColumnQuestions:
        """The question that a boolean column is: most questions of most tables, so worth a shorter way where no entry is missing."""
        literal = Literal(column.name, Op.EQUAL, True)
        if column.occurs.tolist() == [True, True, False]:
            return cls(column, (literal,), _OF_BOOLEAN, _NEGATABLE)
        return cls.of(column, [literal])

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
        kept = seen.any(axis=0) & ~seen.all(axis=0)
        if not kept.all():
            asked, truth = [asked[k] for k in np.flatnonzero(kept)], truth[:, kept]
        negatable = np.array([negated for _, negated in asked], dtype=np.bool_)
        return cls(column, tuple(literal for literal, _ in asked), truth, negatable)


@dataclass(frozen=True, eq=False)
class Questions:
    """The features of a table, column by column; `sample` are the rows that cuts were guessed from, where they were guessed."""

    columns: tuple[ColumnQuestions, ...]
    sample: Sample | None = None

    def with_cuts(self, table: Table, cuts: Mapping[str, Sequence[Cut]], most: int) -> Questions:
        """The same with these cut points, each beside those of its column, as long as a column has no more than so many."""
        asked = {questions.column.name: questions for questions in self.columns}
        for name, new in cuts.items():
            known = asked[name].literals if name in asked else ()
            asked[name] = ColumnQuestions.of(table[name], _with_cuts(name, known, new, most))
        return replace(self, columns=tuple(asked[name] for name in table.names if name in asked))

    def only(self, table: Table, points: Mapping[str, Collection[float]]) -> Questions:
        """The same with no other cuts of these columns than those at these points."""
        columns = [
            ColumnQuestions.of(table[asked.column.name], _cuts_at(asked.literals, points[asked.column.name]))
            if asked.column.name in points
            else asked
            for asked in self.columns
        ]
        return replace(self, columns=tuple(asked for asked in columns if asked.literals))

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
        patterns = ((asked.truth, asked.column.narrow_codes) for asked in self.columns)
        return merge_patterns(
            patterns, data.labels, len(data.classes), data.weights, lambda done: deadline.check_merging(done, len(data))
        )


@dataclass(frozen=True, eq=False)
class ChosenQuestions:
    """The questions that are asked of rows that are not at hand: for each column what is known of it, and its literals.

    `sample` is as in `Questions`.
    """

    columns: tuple[tuple[ColumnSummary, Sequence[Literal]], ...]
    sample: Sample | None = None

    @cached_property
    def _asked(self) -> list[tuple[Literal, bool]]:
        """The literals with what goes with them, see `with_opposites`; what holds for all rows or none is left out."""
        return [
            question
            for column, literals in self.columns
            for question in with_opposites(column, literals)
            if _varies(question[0], column)
        ]

    @property
    def literals(self) -> tuple[Literal, ...]:
        """The features, in order."""
        return tuple(literal for literal, _ in self._asked)

    @property
    def negatable(self) -> NDArray[np.bool_]:
        """For each feature: is its negation a literal, too?"""
        return np.array([plain for _, plain in self._asked], dtype=np.bool_)

    def with_cuts(self, cuts: Mapping[str, Sequence[Cut]], most: int) -> ChosenQuestions:
        """The same with these cut points, each beside those of its column, as long as a column has no more than so many."""
        columns = [
            (column, _with_cuts(column.name, literals, cuts[column.name], most) if column.name in cuts else literals)
            for column, literals in self.columns
        ]
        return replace(self, columns=tuple(columns))

    def only(self, points: Mapping[str, Collection[float]]) -> ChosenQuestions:
        """The same with no other cuts of these columns than those at these points."""
        columns = [
            (column, _cuts_at(literals, points[column.name]) if column.name in points else literals)
            for column, literals in self.columns
        ]
        return replace(self, columns=tuple(columns))


def _varies(literal: Literal, seen: ColumnSummary) -> bool:
    """Does the literal hold for some rows, and for some it does not?"""
    truth = literal.truth(seen.column)
    if not seen.has_missing:
        truth = truth[:-1]
    return bool(truth.any() and not truth.all())


def _cuts_at(literals: Iterable[Literal], points: Collection[float]) -> list[Literal]:
    """The comparisons `<=` among the literals of a column whose cuts are at these points."""
    return [literal for literal in literals if literal.op is Op.AT_MOST and literal.points[0] in points]


def _with_cuts(column: str, literals: Iterable[Literal], new: Sequence[Cut], most: int) -> list[Literal]:
    """The comparisons `<=` among the literals of a column and those of new cuts, at most so many, in the order of their cuts."""
    known = [literal for literal in literals if literal.op is Op.AT_MOST]
    added = [k for k in dict.fromkeys(Literal(column, Op.AT_MOST, cut) for cut in new) if k not in known]
    return sorted([*known, *added[: max(most - len(known), 0)]], key=lambda literal: literal.points)
