"""Why a list or a set decided a row as it did: each rule with the literals that failed, and those that fired."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from shortlist.errors import DataError
from shortlist.literal import Literal
from shortlist.model import DecisionList, DecisionSet, Rule
from shortlist.table import Label, Table


@dataclass(frozen=True, slots=True)
class Step:
    """One rule on the way: it fired exactly when no literal failed."""

    position: int
    rule: Rule
    failed: tuple[Literal, ...]

    @property
    def fired(self) -> bool:
        """Did this rule decide?"""
        return not self.failed


@dataclass(frozen=True, slots=True)
class Explanation:
    """The rules read in order until one fired, what it says, and the paper's explanation size of it."""

    steps: tuple[Step, ...]
    label: Label
    probabilities: dict[Label, float]
    size: int


def explain(model: DecisionList, table: Table, row: int) -> Explanation:
    """Explain the decision for one row, counted from 0."""
    single = _single(table, row)
    steps = []
    for position, rule in enumerate(model.rules):
        failed = tuple(lit for lit in rule.literals if not lit.holds(single[lit.column])[0])
        steps.append(Step(position, rule, failed))
        if not failed:
            break
    shares = model.probabilities(single)[0].tolist()
    size = int(model.explanation_sizes(single)[0])
    return Explanation(tuple(steps), steps[-1].rule.label, dict(zip(model.classes, shares, strict=True)), size)


@dataclass(frozen=True, slots=True)
class SetExplanation:
    """All rules of a set for one row, the class it is given, and whether the rules that hold agree on it.

    The size is the paper's, in section "Explanation Size"; it may be a fraction.
    """

    steps: tuple[Step, ...]
    label: Label
    decided: bool
    probabilities: dict[Label, float]
    size: float


def explain_set(model: DecisionSet, table: Table, row: int) -> SetExplanation:
    """Explain what a set says of one row, counted from 0."""
    single = _single(table, row)
    steps = tuple(
        Step(position, rule, tuple(lit for lit in rule.literals if not lit.holds(single[lit.column])[0]))
        for position, rule in enumerate(model.rules)
    )
    return SetExplanation(
        steps,
        model.predict(single).tolist()[0],
        bool(model.decided(single)[0]),
        dict(zip(model.classes, model.probabilities(single)[0].tolist(), strict=True)),
        float(model.explanation_sizes(single)[0]),
    )


def _single(table: Table, row: int) -> Table:
    if not 0 <= row < len(table):
        raise DataError(f"the row must be between 1 and {len(table)}, got {row + 1}")
    return table.take(np.array([row]))
