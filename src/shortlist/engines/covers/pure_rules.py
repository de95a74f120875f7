"""Pure rules as the covering problem sees them: who may cover what, what rules cost, and what rows are worth.

A rule of class c is *pure* if it covers only rows for which c is right. The kernel searches for pure rules by the worth of
the rows they cover; all of it in whole numbers, dual values being multiples of 1 / SCALE.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.engines import kernel
from shortlist.features.rows import DistinctRows
from shortlist.problems.indexed import IndexedRule
from shortlist.problems.limits import Clock

SCALE = 2**24
"""Dual values are whole multiples of 1 / SCALE."""

_SHRINK = 1 - 1e-7  # so that the linear program's tolerance leaves no rule worth more than it costs

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Prices:
    """What a rule and a literal cost, and how many rules a cover may have; whole numbers."""

    rule: int
    literal: int
    most_rules: int | None = None

    def of(self, rules: Sequence[IndexedRule]) -> int:
        """What these rules cost together."""
        return sum(self.rule + self.literal * len(literals) for literals, _ in rules)


@dataclass(frozen=True, eq=False)
class CoverTable:
    """Which rows pure rules may and must cover.

    `right[i, c]`: may a rule of class c cover row i; `needed[i]`: must some rule; `literals[k, v]`: may it be used.
    """

    rows: DistinctRows
    right: NDArray[np.bool_]
    needed: NDArray[np.bool_]
    literals: NDArray[np.bool_]

    @property
    def tied(self) -> NDArray[np.bool_]:
        """The needed rows that several classes are right for."""
        return np.asarray(self.needed & (self.right.sum(axis=1) > 1))

    def with_class(self, row: int, label: int) -> CoverTable:
        """The same with one right class for this row."""
        right = self.right.copy()
        right[row] = np.arange(right.shape[1]) == label
        return replace(self, right=right)

    def parts(self) -> list[CoverTable]:
        """One for each group of classes that tied rows hold together; none has to do with another."""
        group = np.arange(self.right.shape[1])
        for row in np.unique(self.right[self.tied], axis=0):
            group[np.isin(group, group[row])] = group[row].min()
        parts = [replace(self, needed=self.needed & self.right[:, group == g].any(axis=1)) for g in np.unique(group)]
        return [part for part in parts if part.needed.any()]


@dataclass(frozen=True, eq=False)
class Duals:
    """What each row is worth, and what the limit on the number of rules adds to the price of a rule, times SCALE."""

    worth: Numbers
    limit: int
    prices: Prices

    @classmethod
    def rounded(cls, worth: NDArray[np.float64], limit: float, prices: Prices) -> Duals:
        """Down for rows and up for the limit: both are safe."""
        whole = np.floor(np.maximum(worth, 0.0) * (SCALE * _SHRINK)).astype(np.int64)
        return cls(whole, math.ceil(max(limit, 0.0) * SCALE), prices)

    @property
    def bound(self) -> int:
        """What every cover costs if no rule is worth more than it costs, times SCALE: z = Σ_i y_i − most_rules·s."""
        return int(self.worth.sum()) - self.limit * (self.prices.most_rules or 0)

    def bound_with_margin(self, margin: int, cheapest: int) -> int:
        """The same if no rule is worth more than its price and this margin, and none has a price below `cheapest`.

        y(r) ≤ price(r) + s + margin. With f = cheapest / (cheapest + margin), f·(price(r) + margin) ≤ price(r), so f·y and
        f·s are feasible, and their bound is f·z.
        """
        if margin == 0:
            return self.bound
        return max(self.bound, 0) * cheapest * SCALE // (cheapest * SCALE + margin)

    def lowered(self) -> Duals:
        """A millionth less for all rows."""
        return Duals(self.worth - self.worth // 10**6 - (self.worth > 0), self.limit, self.prices)


class ClassRules:
    """The pure rules of one class, with rows numbered as in the table."""

    def __init__(self, table: CoverTable, label: int) -> None:
        self.label = label
        self._wanted, self._barred = table.needed & table.right[:, label], ~table.right[:, label]
        self.rows = np.flatnonzero(self._wanted)
        self.may_be_empty = bool(len(self.rows)) and not self._barred.any()
        self._kernel = kernel.PureRules(
            np.ascontiguousarray(table.rows.features), self._wanted, self._barred, table.literals
        )

    def serves(self, table: CoverTable) -> bool:
        """Are the same rows wanted and barred there?"""
        right = table.right[:, self.label]
        return bool((self._barred != right).all() and (self._wanted == (table.needed & right)).all())

    def grow(self, clock: Clock) -> RuleBatch:
        """A rule for each row that no earlier one covers, grown greedily."""
        return RuleBatch(self, self._kernel.grow(time_limit=clock.left(), memory_limit=kernel.kernel_memory(clock)))

    def guess(self, duals: Duals, clock: Clock, *, above: int) -> RuleBatch:
        """Some rules that are worth more than their price and `above`, fast: one through each row, grown greedily."""
        return RuleBatch(self, self._kernel.grow_worth(**self._worth(duals, clock), above=above))

    def find(self, duals: Duals, clock: Clock, *, above: int, most: int, whole: bool = False) -> RuleBatch:
        """Rules that are worth more than their price and `above`: at most so many, or all that a cover can need.

        For each rule asked for there is one that covers all of it (with `whole`, else all that is worth anything) and is
        no dearer, if the batch is complete.
        """
        return RuleBatch(self, self._kernel.find(**self._worth(duals, clock), above=above, most=most, whole=whole))

    def _worth(self, duals: Duals, clock: Clock) -> dict[str, Any]:
        return {
            "worth": np.ascontiguousarray(duals.worth[self.rows]),
            "rule_price": duals.prices.rule * SCALE + duals.limit,
            "literal_price": duals.prices.literal * SCALE,
            "time_limit": clock.left(),
            "memory_limit": kernel.kernel_memory(clock),
        }


class RuleBatch:
    """Rules that the kernel found, and whether it found all it was asked for; a kernel that was stopped raises.

    There may be very many, so they are made one by one, as they are asked for.
    """

    def __init__(self, source: ClassRules, found: kernel.RuleBatch) -> None:
        kernel.raise_if_stopped(found.stop)
        self.is_complete = found.complete
        self.rows, self.row_start = source.rows[found.rows], found.row_start
        self._label, self._literals, self._literal_start = source.label, found.literals, found.literal_start

    def __len__(self) -> int:
        return len(self.row_start) - 1

    @property
    def sizes(self) -> Numbers:
        """How many literals each rule has."""
        return np.diff(self._literal_start)

    def rule(self, k: int) -> IndexedRule:
        """The k-th rule."""
        numbers = self._literals[self._literal_start[k] : self._literal_start[k + 1]].tolist()
        return tuple((number // 2, bool(number % 2)) for number in numbers), self._label

    @property
    def rules(self) -> list[IndexedRule]:
        """All of them."""
        return [self.rule(k) for k in range(len(self))]

    def rows_of(self, k: int) -> Numbers:
        """The needed rows that it covers."""
        return self.rows[self.row_start[k] : self.row_start[k + 1]]


@dataclass(eq=False)
class Columns:
    """Rules with the needed rows (by their number among the needed) that each covers, without repetition."""

    prices: Prices
    rules: list[IndexedRule] = field(default_factory=list)
    rows: list[Numbers] = field(default_factory=list)
    _known: set[IndexedRule] = field(default_factory=set)

    def add(self, rules: Sequence[IndexedRule], rows: Sequence[Numbers]) -> None:
        """Add those that are new."""
        for rule, covered in zip(rules, rows, strict=True):
            if rule not in self._known:
                self._known.add(rule)
                self.rules.append(rule)
                self.rows.append(covered)

    def __len__(self) -> int:
        return len(self.rules)

    @property
    def start(self) -> Numbers:
        """Where the rows of each column begin in `entries`, and where the last ends."""
        return np.cumsum([0, *map(len, self.rows)], dtype=np.int64)

    @property
    def entries(self) -> Numbers:
        """The rows of all columns, one after the other."""
        return np.concatenate(self.rows).astype(np.int64) if self.rows else np.zeros(0, dtype=np.int64)

    @property
    def cost(self) -> Numbers:
        """What each column costs."""
        return np.array([self.prices.of([rule]) for rule in self.rules], dtype=np.int64)
