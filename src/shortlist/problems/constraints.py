"""What a list must keep to: how large it and its rules may be, how many rows a rule needs, what it may not use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import UsageError

IndexedLiteral = tuple[int, bool]
"""A feature's index and the truth value that it must have."""

IndexedRule = tuple[tuple[IndexedLiteral, ...], int]
"""Literals and the index of the class they lead to: how engines speak of rules."""


@dataclass(frozen=True, slots=True)
class Constraints:
    """What a list must keep to; by default nothing.

    At most `max_rules` rules beside the default, `max_literals` literals in a rule, `max_size` nodes in all. Each rule must
    decide at least `min_rows` examples that no earlier rule decides. `forbidden` literals are not used, nor negated ones
    unless `negations`. Rules (not the default) predict only `rule_classes`.
    """

    max_rules: int | None = None
    max_literals: int | None = None
    max_size: int | None = None
    min_rows: int = 0
    negations: bool = True
    forbidden: frozenset[IndexedLiteral] = frozenset()
    rule_classes: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        least = {"max_rules": 0, "max_literals": 1, "max_size": 1, "min_rows": 0}
        for name, low in least.items():
            value = getattr(self, name)
            if value is not None and value < low:
                raise UsageError(f"{name} must be at least {low}, got {value}")

    def allowed(self, n_features: int) -> NDArray[np.bool_]:
        """For each feature: may it be used negated, and may it be used as it is?"""
        allowed = np.ones((n_features, 2), dtype=np.bool_)
        allowed[:, 0] = self.negations
        for feature, value in self.forbidden:
            allowed[feature, int(value)] = False
        return allowed

    def classes(self, n_classes: int) -> NDArray[np.bool_]:
        """For each class: may a rule predict it?"""
        if self.rule_classes is None:
            return np.ones(n_classes, dtype=np.bool_)
        return np.isin(np.arange(n_classes), self.rule_classes)

    def kept_by(self, rules: Sequence[IndexedRule], covered: Sequence[int]) -> bool:
        """Does a list, given as rules with what each decides, the default last, keep to all of this?"""
        *proper, _ = rules
        size = sum(len(literals) + 1 for literals, _ in rules)
        return (
            (self.max_rules is None or len(proper) <= self.max_rules)
            and (self.max_literals is None or all(len(literals) <= self.max_literals for literals, _ in proper))
            and (self.max_size is None or size <= self.max_size)
            and all(weight >= self.min_rows for weight in covered[:-1])
            and all(value or self.negations for literals, _ in proper for _, value in literals)
            and not any(literal in self.forbidden for literals, _ in proper for literal in literals)
            and (self.rule_classes is None or all(label in self.rule_classes for _, label in proper))
        )


FREE = Constraints()
"""No constraint at all."""
