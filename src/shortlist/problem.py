"""The problem that every engine solves: distinct rows, named features, and what a list is charged for.

A sparse list costs `errors + Λ·size` with Λ = ⌈λ·M⌉. A perfect list makes only the unavoidable errors and costs its
size. All of it is integers: λ is read as the exact fraction that its decimal text says.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import UsageError
from shortlist.literal import Literal
from shortlist.model import DecisionList, Rule
from shortlist.rows import DistinctRows
from shortlist.table import Label

IndexedLiteral = tuple[int, bool]
"""A feature's index and the truth value that it must have."""

IndexedRule = tuple[tuple[IndexedLiteral, ...], int]
"""Literals and the index of the class they lead to: how engines speak of rules."""


@dataclass(frozen=True, slots=True)
class Costs:
    """What a list pays for each rule with literals, for each literal and for its default rule, in errors."""

    rule: int
    literal: int
    default: int

    def __post_init__(self) -> None:
        for name in ("rule", "literal", "default"):
            if getattr(self, name) < 0:
                raise UsageError(f"the price of a {name} must not be negative, got {getattr(self, name)}")

    @classmethod
    def per_node(cls, price: int) -> Costs:
        """The paper's objective: each literal and each rule is a node and costs the same."""
        return cls(price, price, price)

    @property
    def node(self) -> int | None:
        """The one price of a node, or None if rules, literals and the default are priced differently."""
        return self.rule if self.rule == self.literal == self.default else None

    def of(self, size: int, n_rules: int) -> int:
        """What a list of this size costs, `n_rules` of its nodes being rules, the default rule among them."""
        return self.rule * (n_rules - 1) + self.literal * (size - n_rules) + self.default


@dataclass(frozen=True, eq=False)
class Problem:
    """Find the list of least cost for these rows; `perfect` lists must make no avoidable error."""

    rows: DistinctRows
    features: tuple[Literal, ...]
    classes: tuple[Label, ...]
    costs: Costs
    perfect: bool = False

    def __post_init__(self) -> None:
        n_features, n_classes = self.rows.features.shape[1], self.rows.counts.shape[1]
        if (n_features, n_classes) != (len(self.features), len(self.classes)):
            raise UsageError(
                f"a problem with {n_features} features and {n_classes} classes must name as many, "
                f"got {len(self.features)} and {len(self.classes)}"
            )

    @property
    def node_cost(self) -> int:
        """Λ, the price of one node, for engines that know only one price."""
        if self.costs.node is None:
            raise UsageError(f"this engine needs one price for rules, literals and default, got {self.costs}")
        return self.costs.node

    def decision_list(self, rules: Sequence[IndexedRule]) -> DecisionList:
        """The list with its literals named, each rule with its training counts and their commonest class.

        A rule's best class is the commonest of what it captures (the first of them on a tie), whatever the engine said.
        """
        free = np.ones(len(self.rows), dtype=np.bool_)
        named = []
        for literals, label in rules:
            captured = self.covers(literals) & free
            counts = self.rows.counts[captured].sum(axis=0)
            best = int(counts.argmax()) if counts.any() else label
            chosen = tuple(self.literal(literal) for literal in sorted(map(self.preferred, literals)))
            named.append(Rule(chosen, self.classes[best], tuple(map(int, counts))))
            free &= ~captured
        return DecisionList(tuple(named), self.classes)

    def literal(self, literal: IndexedLiteral) -> Literal:
        """The literal by name."""
        feature, value = literal
        return self.features[feature] if value else self.features[feature].negated()

    def preferred(self, literal: IndexedLiteral) -> IndexedLiteral:
        """The first feature that says the same of every row, else the literal itself: `male` rather than `not female`."""
        feature, value = literal
        column = self.rows.features[:, feature] == value
        return (self._first_with[key], True) if (key := column.tobytes()) in self._first_with else literal

    @cached_property
    def _first_with(self) -> dict[bytes, int]:
        first: dict[bytes, int] = {}
        for feature, column in enumerate(self.rows.features.T):
            first.setdefault(column.tobytes(), feature)
        return first

    def reduced(self) -> tuple[Problem, list[int]]:
        """The problem without features that are constant or, up to negation, equal to an earlier one; and what is kept.

        Such a feature covers nothing that another literal does not cover as well, so the least cost is the same.
        """
        kept: list[int] = []
        seen = {np.ones(len(self.rows), dtype=np.bool_).tobytes(), np.zeros(len(self.rows), dtype=np.bool_).tobytes()}
        for feature, column in enumerate(self.rows.features.T):
            if column.tobytes() not in seen:
                seen |= {column.tobytes(), (~column).tobytes()}
                kept.append(feature)
        rows = DistinctRows(self.rows.features[:, kept], self.rows.counts)
        return replace(self, rows=rows, features=tuple(self.features[feature] for feature in kept)), kept

    def covers(self, literals: Sequence[IndexedLiteral]) -> NDArray[np.bool_]:
        """For each distinct row: do these literals hold?"""
        held = np.ones(len(self.rows), dtype=np.bool_)
        for feature, value in literals:
            held &= self.rows.features[:, feature] == value
        return held

    def cost(self, model: DecisionList) -> int:
        """Errors + prices of the list; for a perfect list the prices alone."""
        return self.costs.of(model.size, len(model.rules)) + (0 if self.perfect else model.errors)

    @cached_property
    def majority_list(self) -> DecisionList:
        """The list of one node: the commonest class for every row."""
        return self.decision_list([((), 0)])

    @cached_property
    def is_trivial(self) -> bool:
        """Does the one-node list already make only unavoidable errors?"""
        return self.majority_list.errors == self.rows.unavoidable


def node_cost(regularization: str | float | Fraction, weight: int) -> int:
    """Λ = ⌈λ·M⌉, with λ read exactly: 0.05 means 5/100, not the nearest binary fraction.

    >>> node_cost(0.05, 100), node_cost("0.07", 100), node_cost(1e-9, 5)
    (5, 7, 1)
    """
    exact = exact_fraction(regularization, "the regularization")
    if exact <= 0:
        raise UsageError(f"the regularization must be positive (perfect lists have none), got {regularization}")
    return math.ceil(exact * weight)


def exact_fraction(number: str | float | Fraction, name: str) -> Fraction:
    """The fraction that the number's decimal text says."""
    try:
        return number if isinstance(number, Fraction) else Fraction(str(number))
    except ValueError:
        raise UsageError(f"{name} must be a number, got {number!r}") from None
