"""What the literals of a model tell apart in a column: a finite partition of all that the column may hold.

Numbers and dates fall into the intervals (a, b] between the cut points, categories and codes are one of the values that some
literal names or any other, booleans true or false; a missing entry is apart from all of these. Such a piece is a *part*, numbered
from 0, the missing entry last. Parts for which every literal holds alike are one *cell*; a missing entry is always a cell of its
own. A set of parts is written as the bits of a whole number.

>>> from shortlist.features.literal import Literal, Op
>>> age = Cells.of("age", Kind.NUMBER, [Literal("age", Op.AT_MOST, 35), Literal("age", Op.WITHIN, (20, 50))])
>>> [age.text(cell) for cell in age.cells]
['age <= 20', '20 < age <= 35', '35 < age <= 50', 'age > 50', 'age is missing']
>>> age.text(0b1101), age.text(0b10011)
('age <= 20 or age > 35', 'age <= 35 or missing')
>>> colour = Cells.of("colour", Kind.CATEGORY, [Literal("colour", Op.AMONG, ("red", "blue"))])
>>> [colour.text(cell) for cell in colour.cells]
['colour in {blue, red}', 'colour not in {blue, red}', 'colour is missing']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from shortlist.features.literal import Cut, Literal, Op, cut_point
from shortlist.tables.table import Column, Kind
from shortlist.words import printable


@dataclass(frozen=True)
class Cells:
    """The parts and cells of one column.

    `values` are the cut points in order, the named values, or false and true; `cells` are sets of parts, the missing entry last.
    """

    name: str
    kind: Kind
    values: tuple[Any, ...]
    cells: tuple[int, ...]

    @classmethod
    def of(cls, name: str, kind: Kind, literals: Iterable[Literal]) -> Cells:
        """What these literals, all of this column, tell apart."""
        asked = list(dict.fromkeys(literals))
        found = cls(name, kind, _values(kind, asked), ())
        alike: dict[tuple[bool, ...], int] = {}
        truths = [found.truth(literal) for literal in asked]
        for part in range(found.missing.bit_length() - 1):
            key = tuple(bool(truth >> part & 1) for truth in truths)
            alike[key] = alike.get(key, 0) | 1 << part
        return cls(name, kind, found.values, (*alike.values(), found.missing))

    @cached_property
    def missing(self) -> int:
        """The part that is a missing entry."""
        return 1 << (2 if self.kind is Kind.BOOLEAN else len(self.values) + 1)

    @property
    def everything(self) -> int:
        """All parts."""
        return 2 * self.missing - 1

    @cached_property
    def _column(self) -> Column:
        """One value of each part but the missing entry: an interval has its upper end, other values one that is not named."""
        values: Sequence[Any] = [cut_point(cut) for cut in self.values] if self.kind.is_ordered else self.values
        dtype: Any = object
        if self.kind is Kind.BOOLEAN:
            values, dtype = (False, True), np.bool_
        elif self.kind.is_ordered:
            values, dtype = (*values, np.inf), np.float64
        elif self.kind is Kind.CODE:
            values, dtype = (*values, max(values, default=0) + 1), np.int64
        else:
            values = (*values, "".join((*values, "other")))
        return Column(self.name, self.kind, np.array(values, dtype=dtype), np.arange(len(values)))

    def truth(self, literal: Literal) -> int:
        """The parts that satisfy a literal of this column."""
        return sum(1 << part for part, holds in enumerate(literal.truth(self._column).tolist()) if holds)

    def cell_of(self, column: Column) -> int:
        """The cell of the only entry of a column."""
        if column.has_missing:
            return self.missing
        value = column.distinct[0]
        known = self._column.distinct
        places = np.flatnonzero(known >= value if self.kind.is_ordered else known == value)
        part = 1 << int(places[0] if len(places) else len(known) - 1)
        return next(cell for cell in self.cells if cell & part)

    def nearest(self, cell: int) -> list[int]:
        """All cells but this one and the missing entry; those of ordered columns that are near to it first."""
        others = [other for other in self.cells[:-1] if other != cell]
        place = cell.bit_length()
        ordered = self.kind.is_ordered and cell != self.missing
        return sorted(others, key=lambda other: abs(other.bit_length() - place)) if ordered else others

    def touches(self, parts: int, cell: int) -> bool:
        """Can both be read as one? Parts of an ordered column must not have others between them."""
        return not self.kind.is_ordered or bool((parts << 1 | parts >> 1) & cell)

    def text(self, parts: int) -> str:
        """A set of parts as people read it."""
        name, present = printable(self.name), parts & ~self.missing
        if parts == self.everything:
            return f"{name} is anything"
        if not present:
            return f"{name} is missing"
        said = " or ".join(map(str, self._literals(present)))
        return f"{said} or missing" if parts & self.missing else said

    def _literals(self, present: int) -> Iterator[Literal]:
        """Literals of which one holds exactly where the entry is in one of these parts, none of them the missing entry."""
        if present == self.everything & ~self.missing:
            yield Literal(self.name, Op.PRESENT)
        elif self.kind is Kind.BOOLEAN:
            yield Literal(self.name, Op.EQUAL, present == 0b10)
        elif self.kind.is_ordered:
            for low, high in self.intervals(present):
                match low, high:
                    case None, _:
                        yield Literal(self.name, Op.AT_MOST, high)
                    case _, None:
                        yield Literal(self.name, Op.ABOVE, low)
                    case low, high:
                        yield Literal(self.name, Op.WITHIN, (low, high))
        else:
            others = bool(present >> len(self.values) & 1)
            named = tuple(v for k, v in enumerate(self.values) if bool(present >> k & 1) != others)
            one, many = (Op.UNEQUAL, Op.NOT_AMONG) if others else (Op.EQUAL, Op.AMONG)
            yield Literal(self.name, one, named[0]) if len(named) == 1 else Literal(self.name, many, named)

    def intervals(self, parts: int) -> list[tuple[Cut | None, Cut | None]]:
        """The parts of an ordered column as intervals (low, high], None for no end."""
        found: list[tuple[Cut | None, Cut | None]] = []
        ends = (None, *self.values, None)
        for k in range(len(self.values) + 1):
            if not parts >> k & 1:
                continue
            if found and found[-1][1] is ends[k]:
                found[-1] = (found[-1][0], ends[k + 1])
            else:
                found.append((ends[k], ends[k + 1]))
        return found

    def record(self, parts: int) -> dict[str, Any]:
        """A set of parts as plain JSON values: intervals (low, high], or values, and with `others` all but those
        that are `not`.
        """
        present = parts & ~self.missing
        found: dict[str, Any] = {"intervals": None, "values": None, "others": False, "not": []}
        if self.kind.is_ordered:
            found["intervals"] = [list(interval) for interval in self.intervals(present)]
        elif self.kind is Kind.BOOLEAN:
            found["values"] = [value for value in (False, True) if present >> value & 1]
        else:
            found["others"] = bool(present >> len(self.values) & 1)
            found["values"] = [v for k, v in enumerate(self.values) if present >> k & 1]
            found["not"] = [v for k, v in enumerate(self.values) if found["others"] and not present >> k & 1]
        return found | {"missing": bool(parts & self.missing)}


def _values(kind: Kind, literals: Sequence[Literal]) -> tuple[Any, ...]:
    """The cut points or the named values of these literals, each once, in order."""
    if kind is Kind.BOOLEAN:
        return (False, True)
    named = [value for literal in literals for value in literal.values]
    # Cut points that are the same number are one, however they are written.
    by_place = {cut_point(value) if kind.is_ordered else value: value for value in named}
    return tuple(by_place[place] for place in sorted(by_place))
