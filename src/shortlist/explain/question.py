"""Why a row is decided as it is, and what would have to change for another class: exact answers over all that columns may hold.

Let κ be the function from rows to classes, c = κ(v) the class of the row v, and let u range over all rows that there can be: any
value or none in each column, see `cells`.

- *Why*: a set S of columns is *enough* if κ(u) = c for every u that agrees with v, cell by cell, on S.
- *What if*: a set T of columns *can change* the class to d if κ(u) = d for some u that agrees with v outside of T.

Both are told by their smallest sets, of which no column can be left out. The class is the one that `Model.labels` gives: of a row
that rules of a set leave undecided or contradict each other on, the most probable one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from shortlist.errors import DataError
from shortlist.explain.answers import Condition, WhatIf, Why
from shortlist.explain.reach import OutOfWork, Work, reach
from shortlist.explain.smallest import minimal_sets, shrunk
from shortlist.explain.space import Box, Space, with_entry
from shortlist.explain.trace import entry_of
from shortlist.option import check_columns, several
from shortlist.tables.table import Table

MOST_STEPS = 100_000
"""Steps of the search that one question may take: some tenths of a second."""


@dataclass(frozen=True, eq=False)
class Question:
    """One row before a model."""

    space: Space
    cells: Box
    values: tuple[Any, ...]
    target: str = "class"
    most_steps: int = MOST_STEPS

    @classmethod
    def of(cls, space: Space, table: Table, row: int, target: str = "class", most_steps: int = MOST_STEPS) -> Question:
        """The question about one row of a table, counted from 0."""
        if not 0 <= row < len(table):
            raise DataError(f"the row must be between 1 and {len(table)}, got {row + 1}")
        single = Table(tuple(table[cells.name].take(np.array([row])) for cells in space.columns), 1)
        values = tuple(entry_of(single[cells.name]) for cells in space.columns)
        return cls(space, space.row(single), values, target, most_steps)

    @property
    def label(self) -> int:
        """The index of the row's class."""
        return self.space.label_of_row(self.cells)

    def why(self, most: int = 1) -> Why:
        """The smallest sets of entries that are enough for the class, whatever the other columns hold."""
        others = self._classes_but(self.label)

        def judge(kept: int, work: Work) -> int | None:
            found = reach(self.space, self._box(kept, self.cells, self.space.everything), others, work)
            return None if found is None else kept | self._agreeing(found)

        universe = (1 << len(self.cells)) - 1
        sets, proved = self._smallest(judge, universe, most)
        work, told = Work(self.most_steps), []
        for kept in sets or [universe]:  # all entries together are always enough
            wide = self._widened(kept, self._box(kept, self.cells, self.space.everything), others, work)
            told.append(self._conditions(kept, wide))
        proved = proved and self.space.independent
        return Why(self.space.model.classes[self.label], tuple(told), proved, self.target)

    def what_if(
        self, label: int, most: int = 1, *, changeable: Collection[str] | None = None, allow_missing: bool = False
    ) -> WhatIf:
        """The fewest of the changeable columns whose entries can be changed so that the row is given another class.

        An entry is changed to another value; only where that is allowed also to none at all.
        """
        columns = self.space.columns
        universe = sum(1 << k for k, cells in enumerate(columns) if changeable is None or cells.name in changeable)
        open_to = tuple(
            cells.everything if allow_missing or cell == cells.missing else cells.everything & ~cells.missing
            for cells, cell in zip(columns, self.cells, strict=True)
        )
        witnesses: dict[int, Box] = {}

        def judge(free: int, work: Work) -> int | None:
            found = reach(self.space, self._box(free, open_to, self.cells), {label}, work)
            if found is None:
                return free
            witnesses[free] = found
            return None

        sets, proved = self._smallest(judge, universe, most)
        work, told = Work(self.most_steps), []
        for free in sets:
            near = self._nearest(free, label, self._box(free, open_to, self.cells), witnesses[free], work)
            wide = self._widened(free, near, self._classes_but(label), work)
            told.append(self._conditions(free & ~self._agreeing(wide), wide))
        # Where not even columns that are taken to be independent lead there, none do.
        proved = proved and (self.space.independent or not sets)
        wanted = self.space.model.classes[label]
        ruled = any(rule.label == wanted for rule in self.space.model.rules)
        return WhatIf(wanted, tuple(told), proved, self.target, ruled)

    def _smallest(self, judge: Callable[[int, Work], int | None], universe: int, most: int) -> tuple[list[int], bool]:
        """The smallest good sets, and whether they are proved to be; within the steps that are allowed."""
        work = Work(self.most_steps)
        found: list[int] = []
        try:
            for chosen in islice(minimal_sets(lambda chosen: judge(chosen, work), universe, work), most):
                found.append(chosen)  # noqa: PERF402  # those that are found before the work is used up count
        except OutOfWork:
            if not found:
                share = self.most_steps // (universe.bit_count() + 1)
                kept = shrunk(
                    lambda chosen: judge(chosen, Work(self.most_steps if chosen == universe else share)), universe
                )
                return ([] if kept is None else [kept]), False
        return found, True

    def _box(self, chosen: int, inside: Sequence[int], outside: Sequence[int]) -> Box:
        """One box for the columns that are chosen, the other for the rest."""
        return tuple(a if chosen >> k & 1 else b for k, (a, b) in enumerate(zip(inside, outside, strict=True)))

    def _agreeing(self, box: Box) -> int:
        """The columns in which some row of the box agrees with this one."""
        return sum(1 << k for k, (parts, cell) in enumerate(zip(box, self.cells, strict=True)) if parts & cell)

    def _classes_but(self, label: int) -> frozenset[int]:
        return frozenset(range(len(self.space.model.classes))) - {label}

    def _nearest(self, free: int, label: int, box: Box, found: Box, work: Work) -> Box:
        """The box with one cell in each of these columns, the nearest to the row's own that leads to the class.

        What was found, rows of the box that are given the class, is gone back to where nothing nearer is found in time.
        """
        for column in _places(free):
            cells, own = self.space.columns[column], self.cells[column]
            for cell in (own, *cells.nearest(own), cells.missing):
                narrow = with_entry(box, column, cell & box[column])
                found = found if cell & found[column] else self._reached(narrow, {label}, work) or found
                if cell & found[column]:
                    box = narrow
                    break
        return box

    def _widened(self, chosen: int, box: Box, others: AbstractSet[int], work: Work) -> Box:
        """The box with more cells of these columns, as long as no row in it is given one of the other classes."""
        for column in _places(chosen):
            cells = self.space.columns[column]
            if box[column] == cells.missing:
                continue
            for cell in cells.nearest(box[column]):
                wide = with_entry(box, column, box[column] | cell)
                if cells.touches(box[column], cell) and self._reached(wide, others, work) is None and work.left >= 0:
                    box = wide
        return box

    def _reached(self, box: Box, wanted: AbstractSet[int], work: Work) -> Box | None:
        """Rows of the box that are given one of these classes; None, too, where the work is used up, which then has less than 0 left."""
        try:
            return reach(self.space, box, wanted, work) if all(box) else None
        except OutOfWork:
            return None

    def _conditions(self, chosen: int, box: Box) -> tuple[Condition, ...]:
        return tuple(
            Condition(cells.name, cells.text(box[k]), self.values[k], cells.record(box[k]))
            for k, cells in enumerate(self.space.columns)
            if chosen >> k & 1
        )


def _places(chosen: int) -> Iterator[int]:
    return (k for k in range(chosen.bit_length()) if chosen >> k & 1)


def changeable_columns(
    known: Sequence[str], changeable: Collection[str] | None = None, fixed: Collection[str] | None = None
) -> frozenset[str]:
    """The columns that may be changed: those that are called changeable, all where none are, without those that are fixed."""
    for what, names in (("changeable columns", changeable), ("fixed columns", fixed)):
        check_columns(what, several(what, names or ()), known)
    return frozenset(known if changeable is None else changeable) - frozenset(fixed or ())
