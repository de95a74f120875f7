"""What is told of why a row is decided as it is, and of what would change it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from shortlist.explain.trace import TextAnswer, entry_text
from shortlist.tables.table import Label
from shortlist.words import printable


@dataclass(frozen=True, slots=True)
class Condition:
    """What a column must hold, as a text and as plain JSON values; `value` is the row's own entry, None if it is missing."""

    column: str
    text: str
    value: Any
    values: dict[str, Any]

    @property
    def as_change(self) -> str:
        """What the column is to hold, and what it holds now: `age <= 35 (now 41)`."""
        return f"{self.text} (now {entry_text(self.value)})"

    @property
    def as_reason(self) -> str:
        """What holds, and which entry makes it so: `age <= 35 (is 30)`; nothing more where it says all that the entry is."""
        named = self.values["values"] or []
        says_all = (len(named) == 1 and not self.values["others"]) or self.value is None
        return self.text if says_all else f"{self.text} (is {entry_text(self.value)})"


@dataclass(frozen=True, slots=True, repr=False)
class Why(TextAnswer):
    """Sets of conditions of which each is enough for the class, the smallest first.

    `proved` says that they are the smallest: no set that is not told, of which no condition can be left out, is smaller than the last.
    Where it is false, the search was cut off: the set is enough all the same. Each condition is the row's own cell, widened by other
    values of the column as far as that is still enough.
    """

    label: Label
    sets: tuple[tuple[Condition, ...], ...]
    proved: bool
    target: str = "class"

    def lines(self) -> list[str]:
        """Each set with a number, one condition a line."""
        if self.sets == ((),):
            return [f"Every row has {_given(self.target, self.label)}."]
        proof = "" if self.proved else ", not proved to be the smallest"
        head = f"Enough for {_given(self.target, self.label)}, whatever the other columns hold{proof}:"
        return [head, *_numbered([[each.as_reason for each in conditions] for conditions in self.sets])]


@dataclass(frozen=True, slots=True, repr=False)
class WhatIf(TextAnswer):
    """Changes of which each leads to the class `label`, those of the fewest columns first.

    With all entries of a change within its conditions, whichever they are, and all others as they are, the row is given this class.
    Where there is no change, and `proved`, the columns that may be changed cannot lead there; `ruled` says whether some rule gives the class.
    """

    label: Label
    changes: tuple[tuple[Condition, ...], ...]
    proved: bool
    target: str = "class"
    ruled: bool = True

    def lines(self) -> list[str]:
        """Each change with a number, one condition a line."""
        wanted = _given(self.target, self.label)
        if self.changes == ((),):
            return [f"The row has {wanted} as it is."]
        if not self.changes:
            if not self.proved:
                return [f"No change that gives {wanted} was found within the steps that are allowed."]
            none = "" if self.ruled else f"No rule gives {wanted}. "
            return [f"{none}No change of these columns gives {'it' if none else wanted}."]
        proof = "fewest changes" if self.proved else "changes, not proved to be the fewest"
        return [
            f"{wanted} by the {proof}:",
            *_numbered([[each.as_change for each in change] for change in self.changes]),
        ]


def _given(target: str, label: Label) -> str:
    return f"{printable(target)} = {printable(str(label))}"


def _numbered(sets: list[list[str]]) -> Iterator[str]:
    """Each of several sets of texts with a number, its texts under each other."""
    for number, texts in enumerate(sets, 1):
        head = f"  {number}. "
        for place, text in enumerate(texts):
            yield f"{' ' * len(head)}and {text}" if place else f"{head}{text}"
