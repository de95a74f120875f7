"""Why a model decided a row as it did: each rule that was read with the literals that failed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from shortlist.errors import DataError
from shortlist.features.literal import Literal
from shortlist.models.model import Model, Rule
from shortlist.tables.table import Label, Table


@dataclass(frozen=True, slots=True)
class Step:
    """One rule that was read, by its number from 0; it fired exactly when no literal failed."""

    position: int
    rule: Rule
    failed: tuple[Literal, ...]

    @property
    def fired(self) -> bool:
        """Did this rule answer?"""
        return not self.failed


@dataclass(frozen=True, slots=True)
class Explanation:
    """The rules of each list that were read until one fired, the class the row is given, and whether the answers agree on it.

    The size is the paper's, section "Explanation Size"; it may be a fraction where several lists answer.
    """

    steps: tuple[Step, ...]
    label: Label
    decided: bool
    probabilities: dict[Label, float]
    size: float


def explain(model: Model, table: Table, row: int) -> Explanation:
    """Explain the decision for one row, counted from 0."""
    if not 0 <= row < len(table):
        raise DataError(f"the row must be between 1 and {len(table)}, got {row + 1}")
    single = table.take(np.array([row]))
    steps: list[Step] = []
    first = 0
    for rules in model.lists:
        for position, rule in enumerate(rules, first):
            failed = tuple(literal for literal in rule.literals if not literal.holds(single[literal.column])[0])
            steps.append(Step(position, rule, failed))
            if not failed:
                break
        first += len(rules)
    return Explanation(
        tuple(steps),
        model.predict(single).tolist()[0],
        bool(model.decided(single)[0]),
        dict(zip(model.classes, model.probabilities(single)[0].tolist(), strict=True)),
        float(model.explanation_sizes(single)[0]),
    )
