"""Rules: literals that must all hold, the class that is then given, and the training rows that were answered so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shortlist.features.literal import Literal, Op
from shortlist.tables.table import Label, Table
from shortlist.words import clipped


@dataclass(frozen=True, slots=True)
class Rule:
    """IF all literals hold THEN the label; `counts[c]` training rows of class c were answered by it in its list.

    Without literals it is a default rule.
    """

    literals: tuple[Literal, ...]
    label: Label
    counts: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """Literals + 1: the nodes of this rule."""
        return len(self.literals) + 1

    @property
    def covered(self) -> int:
        """Training weight that this rule answered."""
        return sum(self.counts)

    def correct(self, classes: tuple[Label, ...]) -> int:
        """Training weight that this rule answered rightly."""
        return self.counts[classes.index(self.label)] if self.counts else 0

    def precision(self, classes: tuple[Label, ...]) -> float | None:
        """The share of the training weight that this rule answered which it answered rightly; None where it answered none."""
        return self.correct(classes) / self.covered if self.covered else None

    def matches(self, table: Table) -> NDArray[np.bool_]:
        """For each row: do all literals hold?"""
        if not self.literals:
            return np.ones(len(table), dtype=np.bool_)
        held = self.literals[0].holds(table[self.literals[0].column])
        for literal in self.literals[1:]:
            held = held & literal.holds(table[literal.column])
        return held

    def condition(self, *, brief: bool = False) -> str:
        """The literals as one text, `true` where there is none; two cut points of one column are written as an interval.

        If `brief`, each literal is clipped where it is very long.

        >>> Rule((Literal("age", Op.ABOVE, 20), Literal("age", Op.AT_MOST, 35)), 1).condition()
        '20 < age <= 35'
        """
        texts = map(str, self.as_intervals())
        return " and ".join(map(clipped, texts) if brief else texts) or "true"

    def as_intervals(self) -> tuple[Literal, ...]:
        """The literals as they are read: column by column, two cut points of one column as an interval."""
        return tuple(_as_intervals(self.literals))


def _as_intervals(literals: Sequence[Literal]) -> Iterator[Literal]:
    """The literals column by column, with `x > a` and `x <= b` of one column as one `a < x <= b`."""
    by_column: dict[str, list[Literal]] = {}
    for literal in literals:
        by_column.setdefault(literal.column, []).append(literal)
    for column, mine in by_column.items():
        match sorted(mine, key=lambda literal: literal.op):
            case [
                Literal(_, Op.AT_MOST, float() | int() | str() as high),
                Literal(_, Op.ABOVE, float() | int() | str() as low),
            ]:
                yield Literal(column, Op.WITHIN, (low, high))
            case _:
                yield from mine
