"""Why a model decided a row as it did: each rule that was read with the literals that failed, and the row's own values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from shortlist.errors import DataError
from shortlist.features.literal import Literal, Op, value_text
from shortlist.models.model import Model, Rule
from shortlist.tables.table import Column, Kind, Label, Table
from shortlist.words import clipped, percent, printable

FIRED, FAILED = "✔", "✘"


class TextAnswer(ABC):
    """An answer as lines of text, for a terminal and for a notebook."""

    __slots__ = ()

    @abstractmethod
    def lines(self) -> list[str]:
        """The lines."""

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


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


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(TextAnswer):
    """The rules of each list that were read until one fired, the class the row is given, and whether the answers agree on it.

    `values` has the row's entry in each column that was asked for, None where it is missing; `among` says which training rows the
    probabilities are shares of. The size is the paper's, section
    "Explanation Size"; it may be a fraction where several lists answer.
    """

    steps: tuple[Step, ...]
    label: Label
    decided: bool
    probabilities: dict[Label, float]
    size: float
    values: dict[str, Any]
    target: str = "class"
    among: str = "these rules"

    def told(self, literal: Literal) -> str:
        """The literal, and beside it what the row has there: `age <= 35 (is 41)`."""
        return f"{clipped(str(literal))} (is {clipped(entry_text(self.values[literal.column]))})"

    def lines(self) -> list[str]:
        """The rules read, each with the literals that failed, then the decision."""
        said = []
        for step in self.steps:
            where = (
                f"rule {step.position + 1}: {step.rule.condition(brief=True)}" if step.rule.literals else "default rule"
            )
            said.append(f"{FIRED if step.fired else FAILED} {where} → {printable(str(step.rule.label))}")
            if step.failed:
                said.append(f"    fails: {', '.join(map(self.told, step.failed))}")
            elif any(map(_is_news, step.rule.literals)):
                said.append(f"    holds: {', '.join(map(self.told, filter(_is_news, step.rule.literals)))}")
        return [*said, *self._outcome()]

    def _outcome(self) -> list[str]:
        """Whether the rules decide, the class, and how sure it is."""
        fired = sum(step.fired for step in self.steps)
        said = []
        if not fired:
            said.append("no rule holds: this row is left undecided")
        elif not self.decided:
            said.append("rules of several classes hold and contradict each other")
        shares = ", ".join(f"{printable(str(c))} {percent(share)}" for c, share in self.probabilities.items())
        said.append(f"{printable(self.target)} = {printable(str(self.label))}")
        said.append(f"among the training rows of {self.among}: {shares}; explanation size {self.size:g}")
        return said


def explain(model: Model, table: Table, row: int, target: str = "class") -> Explanation:
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
        _values(steps, single),
        target,
        _among(model, sum(step.fired for step in steps)),
    )


def _among(model: Model, fired: int) -> str:
    """Whose training rows tell the probabilities, when so many rules hold."""
    if not fired:
        return "no rule" if model.silent else "all rules"
    return "this rule" if fired == 1 else "these rules"


def _values(steps: Sequence[Step], single: Table) -> dict[str, Any]:
    """The row's entry in each column that a rule asked for, in the order of asking."""
    asked = dict.fromkeys(literal.column for step in steps for literal in step.rule.literals)
    return {name: entry_of(single[name]) for name in asked}


def entry_of(column: Column) -> Any:
    """The only entry of a column: a date as it is written, None if it is missing."""
    if column.has_missing:
        return None
    value = column.distinct.tolist()[0]
    return column.written(value) if column.kind is Kind.DATE else value


def _is_news(literal: Literal) -> bool:
    """Is there more to say of an entry than that the literal holds? `sex == female` says all."""
    return literal.op not in (Op.EQUAL, Op.MISSING)


def entry_text(value: Any) -> str:
    """An entry as it stands beside a literal."""
    if value is None:
        return "missing"
    return str(value).lower() if isinstance(value, bool) else value_text(value)
