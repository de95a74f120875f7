"""A model as a function of cells: which sets of parts each rule asks for, and the class of what the lists answer.

A *box* is a tuple of sets of parts, one for each column that some rule asks for; it stands for all rows whose entries are in them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from shortlist.explain.cells import Cells
from shortlist.models.model import SILENT, Model, ModelKind
from shortlist.tables.dates import whole_and_part
from shortlist.tables.table import Kind, Table

Box = tuple[int, ...]
Asked = tuple[tuple[int, int], ...]
"""Of a rule: pairs of a column's number and the parts that satisfy all its literals of that column."""


def with_entry(box: Box, column: int, parts: int) -> Box:
    """The box with these parts of this column."""
    return (*box[:column], parts, *box[column + 1 :])


@dataclass(frozen=True, eq=False)
class Space:
    """The columns that a model asks for, in order of asking, with their cells; and its rules in terms of these.

    A row that the rules leave undecided is of the most probable class, or of the class `undecided` where that is given. Columns are
    taken to be `independent`; they are not where there are several of one date, `signed` and `signed.month`.
    """

    model: Model
    columns: tuple[Cells, ...]
    undecided: int | None = None
    independent: bool = True
    _known: dict[tuple[int, ...], int] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, model: Model, kinds: Mapping[str, Kind], undecided: int | None = None) -> Space:
        """The space of a model whose columns are of these kinds."""
        columns = [Cells.of(name, kinds[name], literals) for name, literals in model.by_column.items()]
        dates = [_date_of(name, kinds) for name in model.by_column]
        return cls(model, tuple(columns), undecided, len(set(dates)) == len(dates))

    @property
    def everything(self) -> Box:
        """The box of all rows."""
        return tuple(cells.everything for cells in self.columns)

    def row(self, single: Table) -> Box:
        """The cells of a table's only row."""
        return tuple(cells.cell_of(single[cells.name]) for cells in self.columns)

    @cached_property
    def lists(self) -> tuple[tuple[Asked, ...], ...]:
        """What each rule of each list asks for."""
        place = {cells.name: k for k, cells in enumerate(self.columns)}

        def asked(k: int) -> Asked:
            parts: dict[int, int] = {}
            for literal in self.model.rules[k].literals:
                column = place[literal.column]
                known = parts.get(column, self.columns[column].everything)
                parts[column] = known & self.columns[column].truth(literal)
            return tuple(parts.items())

        numbers = iter(range(len(self.model.rules)))
        return tuple(tuple(asked(next(numbers)) for _ in rules) for rules in self.model.lists)

    @cached_property
    def labels(self) -> tuple[int, ...]:
        """The class of each rule, as an index."""
        return tuple(self.model.classes.index(rule.label) for rule in self.model.rules)

    @cached_property
    def counts(self) -> tuple[tuple[int, ...], ...]:
        """The training rows of each class that each rule answered."""
        none = (0,) * len(self.model.classes)
        return tuple(rule.counts or none for rule in self.model.rules)

    def label_of(self, answers: Sequence[int]) -> int:
        """The class of a row to which the lists give these answers: numbers of rules, or `SILENT`."""
        votes = {self.labels[k] for k in answers if k != SILENT}
        if len(votes) == 1:
            return votes.pop()
        if self.undecided is not None:
            return self.undecided
        key = tuple(answers)
        if key not in self._known:
            self._known[key] = int(self.model.labels_of(np.array([key], dtype=np.int32))[0])
        return self._known[key]

    def label_of_row(self, cells: Box) -> int:
        """The class of the rows in these cells."""
        return self.label_of(
            [_answer(rules, first, cells) for rules, first in zip(self.lists, self.firsts, strict=True)]
        )

    @cached_property
    def firsts(self) -> tuple[int, ...]:
        """The number of the first rule of each list."""
        lengths = [len(rules) for rules in self.lists]
        return tuple(sum(lengths[:k]) for k in range(len(lengths)))

    @property
    def is_list(self) -> bool:
        """Is there one list, which always answers?"""
        return self.model.kind is ModelKind.LIST


def _date_of(name: str, kinds: Mapping[str, Kind]) -> str:
    """The date that a column is a part of, or its own name."""
    found = whole_and_part(name)
    return found[0] if found is not None and kinds.get(found[0]) is Kind.DATE else name


def _answer(rules: Sequence[Asked], first: int, cells: Box) -> int:
    for k, asked in enumerate(rules, first):
        if all(cells[column] & parts for column, parts in asked):
            return k
    return SILENT
