"""What rivals learn, in two shapes that all are written in: trees and rule lists over 0/1 columns, with one count of their sizes.

Size is literals + rules, the default rule included, as for our lists; of a tree splits + leaves. An explanation of a tree is the path to the leaf.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from evaluation.measures import Codes, Record, Said
from evaluation.tables import Bits


class RivalModel(Protocol):
    """What the harness asks of a rival's model."""

    def said(self, rows: Bits) -> Said:
        """What it says of rows."""

    def facts(self) -> Record:
        """Its size and what it claims of itself."""


@dataclass(frozen=True)
class Leaf:
    """The end of a tree: a class."""

    code: int


@dataclass(frozen=True)
class Split:
    """A question of a tree: is this column 1?"""

    column: int
    no: Split | Leaf
    yes: Split | Leaf


@dataclass(frozen=True)
class Tree:
    """A tree, with what its learner claims of it."""

    root: Split | Leaf
    claims: Record

    def said(self, rows: Bits) -> Said:
        """Down from the root."""
        codes, depth = np.zeros(len(rows), dtype=np.int64), np.zeros(len(rows))
        open_ends: list[tuple[Split | Leaf, Any, int]] = [(self.root, np.arange(len(rows)), 1)]
        while open_ends:
            node, there, read = open_ends.pop()
            if isinstance(node, Leaf):
                codes[there], depth[there] = node.code, read
                continue
            ones = rows[there, node.column] == 1
            open_ends += [(node.no, there[~ones], read + 1), (node.yes, there[ones], read + 1)]
        return Said.decided(codes, depth)

    def facts(self) -> Record:
        """Splits and leaves."""
        splits = _splits(self.root)
        return {"size": 2 * splits + 1, "literals": splits, "rules": splits + 1} | self.claims


def _splits(node: Split | Leaf) -> int:
    return 0 if isinstance(node, Leaf) else 1 + _splits(node.no) + _splits(node.yes)


@dataclass(frozen=True)
class ListRule:
    """A conjunction of `column == value`, and a class."""

    literals: tuple[tuple[int, int], ...]
    code: int


@dataclass(frozen=True)
class RuleList:
    """The first rule that matches decides; the last has no literals."""

    rules: tuple[ListRule, ...]
    claims: Record

    def said(self, rows: Bits) -> Said:
        """The first match, and how much was read up to it."""
        codes: Codes = np.full(len(rows), -1, dtype=np.int64)
        reading, read = np.zeros(len(rows)), 0
        for rule in self.rules:
            read += len(rule.literals)
            there = codes == -1
            for column, value in rule.literals:
                there &= rows[:, column] == value
            codes[there], reading[there] = rule.code, read + 1
        return Said.decided(codes, reading)

    def facts(self) -> Record:
        """Literals and rules."""
        literals = sum(len(rule.literals) for rule in self.rules)
        return {"size": literals + len(self.rules), "literals": literals, "rules": len(self.rules)} | self.claims


@dataclass(frozen=True)
class Opaque:
    """A model that has no size of this kind: only what it predicts."""

    model: Any
    claims: Record

    def said(self, rows: Bits) -> Said:
        """Its predictions."""
        return Said.decided(np.asarray(self.model.predict(rows), dtype=np.int64), None)

    def facts(self) -> Record:
        """Nothing but claims."""
        return self.claims
