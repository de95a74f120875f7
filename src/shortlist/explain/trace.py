"""Why a list, a set, or lists side by side decided a row as they did: each rule with the literals that failed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shortlist.errors import DataError
from shortlist.features.literal import Literal
from shortlist.models.hybrid import DecisionLists
from shortlist.models.model import DecisionList, DecisionSet, Rule
from shortlist.tables.table import Label, Table


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
    steps = _read(model.rules, 0, single)
    shares = model.probabilities(single)[0].tolist()
    size = int(model.explanation_sizes(single)[0])
    return Explanation(tuple(steps), steps[-1].rule.label, dict(zip(model.classes, shares, strict=True)), size)


@dataclass(frozen=True, slots=True)
class SetExplanation:
    """The rules that were read for one row, the class it is given, and whether the rules that fired agree on it.

    Of a set all rules are read, of lists side by side those of each list until one fired. The size is the paper's, in section "Explanation Size"; it may be a fraction.
    """

    steps: tuple[Step, ...]
    label: Label
    decided: bool
    probabilities: dict[Label, float]
    size: float


def explain_set(model: DecisionSet | DecisionLists, table: Table, row: int) -> SetExplanation:
    """Explain what a set, or lists side by side, say of one row, counted from 0."""
    single = _single(table, row)
    # A set is read as lists of one rule each.
    lists = model.lists if isinstance(model, DecisionLists) else tuple((rule,) for rule in model.rules)
    steps: list[Step] = []
    first = 0
    for rules in lists:
        steps += _read(rules, first, single)
        first += len(rules)
    return SetExplanation(
        tuple(steps),
        model.predict(single).tolist()[0],
        bool(model.decided(single)[0]),
        dict(zip(model.classes, model.probabilities(single)[0].tolist(), strict=True)),
        float(model.explanation_sizes(single)[0]),
    )


def _read(rules: Sequence[Rule], first: int, single: Table) -> list[Step]:
    """The rules of a list, numbered from `first`, until one fires."""
    steps = []
    for position, rule in enumerate(rules, first):
        failed = tuple(lit for lit in rule.literals if not lit.holds(single[lit.column])[0])
        steps.append(Step(position, rule, failed))
        if not failed:
            break
    return steps


def _single(table: Table, row: int) -> Table:
    if not 0 <= row < len(table):
        raise DataError(f"the row must be between 1 and {len(table)}, got {row + 1}")
    return table.take(np.array([row]))
