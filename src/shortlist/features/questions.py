"""The yes/no questions of a table: literals with their truth, column by column, and what of them is merged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from shortlist.features.literal import Cut, Literal, Op
from shortlist.features.rows import DistinctRows, Pattern, merge_patterns
from shortlist.features.sample import Sample
from shortlist.tables.deadline import NO_DEADLINE, Deadline
from shortlist.tables.summary import ColumnSummary
from shortlist.tables.table import Column, LabelledTable, Table

_ROWS_AT_ONCE = 2**13


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
