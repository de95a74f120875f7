"""Rules, and the one model that is made of them: a decision list, a decision set, or decision lists side by side.

A *list* answers a row by its first rule that matches, and is silent where none does. A *model* is lists side by side: it
*decides* a row when at least one list answers and all that answer predict one class. A decision list is one list that ends
with a default rule, so that it always answers; a decision set is lists of one rule each.

>>> from shortlist.features.literal import Literal, Op
>>> a, b = Literal("A", Op.EQUAL, True), Literal("B", Op.EQUAL, True)
>>> model = decision_list((Rule((a,), 1, (0, 2)), Rule((b.negated(),), 0, (3, 0)), Rule((), 1, (1, 4))), (0, 1))
>>> print(model)
IF      A      THEN 1  (covers 2: 2 right)
ELSE IF not B  THEN 0  (covers 3: 3 right)
ELSE                1  (covers 5: 4 right)
>>> model.size
5
>>> print(Model(ModelKind.HYBRID, ((Rule((a,), 1),), (Rule((b,), 0), Rule((a.negated(),), 1))), (0, 1)))
IF      A  THEN 1
<BLANKLINE>
IF      B      THEN 0
ELSE IF not A  THEN 1
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import UsageError
from shortlist.features.literal import Literal
from shortlist.grid import Grid
from shortlist.models.rule import Rule
from shortlist.models.text import beginnings, grid_of_rules, text_of_otherwise, text_of_rules
from shortlist.tables.table import Kind, Label, Table

__all__ = ["SILENT", "Model", "ModelKind", "Rule", "decision_list", "decision_set"]

SILENT = -1
"""What a list answers where none of its rules matches."""


class ModelKind(StrEnum):
    """Which models are meant: one list with a default rule, lists of one rule each, or any lists.

    What else has to know of a new kind is said in CONTRIBUTING, "A kind of model".
    """

    LIST = "list"
    SET = "set"
    HYBRID = "hybrid"

    @property
    def noun(self) -> str:
        """What one model of this kind is called in a sentence."""
        return {"list": "list", "set": "set", "hybrid": "model of lists side by side"}[self]


@dataclass(frozen=True, repr=False)
class Model:
    """Lists of rules side by side; `kind` says which lists there may be.

    What is asked of rows is asked of a `Table`, or of a data frame that has the columns of the rules. The counts of its rules are
    whole numbers, of which `scale` are one row of weight 1; whatever is printed is divided by it. `silent` are the training rows of
    each class that no rule answered, empty where there were none.
    """

    kind: ModelKind
    lists: tuple[tuple[Rule, ...], ...]
    classes: tuple[Label, ...]
    scale: int = 1
    silent: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not all(self.lists):
            raise UsageError("no list of a model may be without a rule")
        if self.kind is ModelKind.LIST and (len(self.lists) != 1 or self.lists[0][-1].literals):
            raise UsageError("a decision list must end with a default rule, a rule without literals")
        if self.kind is ModelKind.SET and any(len(rules) != 1 for rules in self.lists):
            raise UsageError("each rule of a decision set must stand alone")
        if self.kind is ModelKind.HYBRID and not self.lists:
            raise UsageError("decision lists side by side must be at least one")
        for rule in self.rules:
            if rule.label not in self.classes:
                raise UsageError(f"a rule must predict one of the classes {self.classes}, got {rule.label!r}")
            if rule.counts and len(rule.counts) != len(self.classes):
                raise UsageError(
                    f"a rule must have one count for each of {len(self.classes)} classes, got {rule.counts}"
                )

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of all lists, one list after the other."""
        return tuple(rule for rules in self.lists for rule in rules)

    @property
    def size(self) -> int:
        """Literals + rules, the paper's number of nodes."""
        return sum(rule.size for rule in self.rules)

    @property
    def columns(self) -> set[str]:
        """The columns that some rule asks for: all that a prediction needs."""
        return set(self.by_column)

    @property
    def literals(self) -> tuple[Literal, ...]:
        """The literals of all rules, in order."""
        return tuple(literal for rule in self.rules for literal in rule.literals)

    @cached_property
    def by_column(self) -> dict[str, list[Literal]]:
        """The literals of all rules by the column that they ask for, in the order of asking."""
        found: dict[str, list[Literal]] = {}
        for literal in self.literals:
            found.setdefault(literal.column, []).append(literal)
        return found

    def table_of(self, rows: Any, kinds: Mapping[str, Kind] | None = None) -> Table:
        """The rows as a table: as they are, or the columns of a data frame that some rule asks for.

        Unless their kinds are given, literals tell these; `is missing` does not.
        """
        if isinstance(rows, Table):
            return rows
        from shortlist.tables.frames import table_of_frame  # noqa: PLC0415  # narwhals takes a while that CSV does not need

        told = {literal.column: literal.kind for literal in self.literals if literal.kind is not None}
        return table_of_frame(rows, kinds=told if kinds is None else kinds, only=self.columns)

    def answers(self, rows: Any) -> NDArray[np.int32]:
        """For each row and list: the number (from 0, over all lists) of the rule that answers, or −1, `SILENT`."""
        table = self.table_of(rows)
        answers = np.full((len(table), len(self.lists)), SILENT, dtype=np.int32)
        number = 0
        for answer, rules in zip(answers.T, self.lists, strict=True):
            # From the last to the first, so that the first that matches has the last word.
            for place, rule in reversed([*enumerate(rules, number)]):
                if rule.literals:
                    np.copyto(answer, place, where=rule.matches(table))
                else:
                    answer[:] = place
            number += len(rules)
        return answers

    def decided(self, rows: Any) -> NDArray[np.bool_]:
        """For each row: does some list answer, and do all that answer predict one class?"""
        return np.asarray(self._votes(self.answers(rows)).sum(axis=1) == 1)

    def labels(self, rows: Any) -> NDArray[np.intp]:
        """For each row: the index of the class its answers agree on; where it is undecided, of the most probable class."""
        return self.labels_of(self.answers(rows))

    def labels_of(self, answers: NDArray[np.int32]) -> NDArray[np.intp]:
        """The same of rows that are answered so."""
        if self.kind is ModelKind.LIST:
            return np.array([self.classes.index(rule.label) for rule in self.rules], dtype=np.intp)[answers[:, 0]]
        votes = self._votes(answers)
        labels: NDArray[np.intp] = votes.argmax(axis=1)
        undecided = votes.sum(axis=1) != 1
        labels[undecided] = self._weights(answers[undecided]).argmax(axis=1)
        return labels

    @property
    def silent_label(self) -> int:
        """The index of the class of a row that no list answers."""
        return int(self._weights(np.full((1, len(self.lists)), SILENT, dtype=np.int32)).argmax())

    def predict(self, rows: Any) -> NDArray[np.generic]:
        """For each row: its class, see `labels`."""
        kinds = {type(label) for label in self.classes}
        # NumPy would make floats of whole numbers that are too large for it.
        large = any(isinstance(label, int) and not -(2**63) <= label < 2**63 for label in self.classes)
        classes = np.array(self.classes, dtype=kinds.pop() if len(kinds) == 1 and not large else object)
        return np.asarray(classes[self.labels(rows)])

    def probabilities(self, rows: Any) -> NDArray[np.float64]:
        """For each row and class: its share among the training rows of the rules that answer.

        If none does, among the training rows that no rule answered; if there were none, among those of all rules. Rules without
        counts are as sure of their classes as they can be.
        """
        weights = self._weights(self.answers(rows))
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))

    def explanation_sizes(self, rows: Any) -> NDArray[np.float64]:
        """Section "Explanation Size": Σ_{i≤j} |π_i| + 1 where rule j of a list answers.

        Several answers are explained class by class, each class by the mean of its answers, summed; silence by |φ|.
        """
        read = np.array([n for rules in self.lists for n in np.cumsum([len(rule.literals) for rule in rules]) + 1])
        answers = self.answers(rows)
        answered = _added(answers, self._predicted)
        means = _added(answers, self._predicted * read[:, None]) / np.maximum(answered, 1)
        return np.where(answered.any(axis=1), means.sum(axis=1), float(self.size))

    @cached_property
    def _predicted(self) -> NDArray[np.int64]:
        """For each rule and class: 1 if the rule predicts it, else 0."""
        predicted = [[int(label == rule.label) for label in self.classes] for rule in self.rules]
        return np.array(predicted, dtype=np.int64).reshape(-1, len(self.classes))

    def _votes(self, answers: NDArray[np.int32]) -> NDArray[np.bool_]:
        """For each row and class: does some list answer it?"""
        return _added(answers, self._predicted) > 0

    def _weights(self, answers: NDArray[np.int32]) -> NDArray[np.int64]:
        """For each row and class: what its probability is a multiple of; whole numbers, so that they can be compared."""
        none = (0,) * len(self.classes)
        counts = np.array([rule.counts or none for rule in self.rules], dtype=np.int64).reshape(-1, len(self.classes))
        summed = _added(answers, counts)
        votes = self._votes(answers).astype(np.int64)
        silent = ~votes.any(axis=1)
        summed[silent], votes[silent] = self.silent or counts.sum(axis=0), 1
        return np.where(summed.any(axis=1, keepdims=True), summed, votes)

    @property
    def otherwise(self) -> Rule | None:
        """What is answered where no rule holds, with the training rows of which that was so; None where there were none.

        It is no rule of the model: it decides nothing, and is not paid for.
        """
        return Rule((), self.classes[self.silent_label], self.silent) if self.silent else None

    def beginnings(self) -> Iterator[tuple[str, Rule]]:
        """Each rule with the word that it begins with, see `text.beginnings`."""
        for rules in self.lists:
            yield from beginnings(rules, ordered=self.kind is not ModelKind.SET)

    def __str__(self) -> str:
        ordered = self.kind is not ModelKind.SET
        texts = [
            text_of_rules(rules, self.classes, self.scale, ordered=ordered)
            for rules in (self.lists if ordered else (self.rules,))
        ]
        if self.otherwise is not None:
            texts.append(text_of_otherwise(self.otherwise, self.classes, self.scale))
        return ("\n\n" if ordered else "\n").join(filter(None, texts))

    def __repr__(self) -> str:
        return str(self) or f"a {self.kind.noun} without rules"

    def _repr_html_(self) -> str:
        return self.grid().html()

    def grid(self) -> Grid:
        """The rules as a table, see `text.grid_of_rules`."""
        ordered = self.kind is not ModelKind.SET
        return grid_of_rules(self.lists, self.classes, self.scale, ordered=ordered, otherwise=self.otherwise)


def _added(answers: NDArray[np.int32], values: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each row: the values of the rules that answer it, a row of them for each rule, added up."""
    with_silence = np.concatenate([values, np.zeros_like(values, shape=(1, values.shape[1]))])
    summed = np.zeros((len(answers), values.shape[1]), dtype=np.int64)
    for answer in answers.T:
        summed += with_silence[answer]
    return summed


def decision_list(rules: Sequence[Rule], classes: tuple[Label, ...]) -> Model:
    """The first rule that matches decides; the last has no literals, so one always does."""
    return Model(ModelKind.LIST, (tuple(rules),), classes)


def decision_set(rules: Sequence[Rule], classes: tuple[Label, ...]) -> Model:
    """Rules in no order: a row is decided when at least one matches and all that match agree."""
    return Model(ModelKind.SET, tuple((rule,) for rule in rules), classes)
