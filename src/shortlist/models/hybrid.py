"""Decision lists side by side: between a decision list (one list) and a decision set (one rule in each).

A list *answers* a row by the class of its first rule that matches, and is silent where none does. The model *decides* a row
when at least one list answers and all that answer agree; a contradiction and silence are both undecided, and errors.

>>> from shortlist.features.literal import Literal, Op
>>> a, b, c = (Literal(name, Op.EQUAL, True) for name in "ABC")
>>> model = DecisionLists(((Rule((a,), 1),), (Rule((b,), 0), Rule((c,), 1))), (0, 1))
>>> print(model)
IF      A  THEN 1
<BLANKLINE>
IF      B  THEN 0
ELSE IF C  THEN 1
>>> model.size
6
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import UsageError
from shortlist.models.model import DecisionSet, Rule, rule_text
from shortlist.tables.table import Label, Table


@dataclass(frozen=True)
class DecisionLists:
    """Lists of rules, each with or without a default rule; `counts` of a rule are the rows that it answers in its list."""

    lists: tuple[tuple[Rule, ...], ...]
    classes: tuple[Label, ...]

    def __post_init__(self) -> None:
        if not self.lists or not all(self.lists):
            raise UsageError("decision lists must be at least one, and none of them without a rule")
        self._as_set()

    def _as_set(self) -> DecisionSet:
        return DecisionSet(self.rules, self.classes)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of all lists, one list after the other."""
        return tuple(rule for rules in self.lists for rule in rules)

    @property
    def size(self) -> int:
        """Literals + rules, the paper's number of nodes."""
        return sum(rule.size for rule in self.rules)

    def fired(self, table: Table) -> NDArray[np.bool_]:
        """For each row and rule: is it the answer of its list?"""
        columns = []
        for rules in self.lists:
            silent = np.ones(len(table), dtype=np.bool_)
            for rule in rules:
                columns.append(rule.matches(table) & silent)
                silent &= ~columns[-1]
        return np.stack(columns, axis=1)

    def answers(self, table: Table) -> NDArray[np.bool_]:
        """For each row and class: does some list answer it?"""
        of_rule = np.array([self.classes.index(rule.label) for rule in self.rules])
        fired = self.fired(table)
        return np.stack([fired[:, of_rule == c].any(axis=1) for c in range(len(self.classes))], axis=1)

    def decided(self, table: Table) -> NDArray[np.bool_]:
        """For each row: does some list answer, and do all that answer agree?"""
        return np.asarray(self.answers(table).sum(axis=1) == 1)

    def predict(self, table: Table) -> NDArray[np.generic]:
        """For each row: the class its answers agree on; where it is undecided, the most probable class.

        `decided` tells which is which.
        """
        answers = self.answers(table)
        best = np.where(answers.sum(axis=1) == 1, answers.argmax(axis=1), self.probabilities(table).argmax(axis=1))
        kinds = {type(label) for label in self.classes}
        return np.asarray(np.array(self.classes, dtype=kinds.pop() if len(kinds) == 1 else object)[best])

    def probabilities(self, table: Table) -> NDArray[np.float64]:
        """For each row and class: its share among the training rows of the rules that answer (of all, if none does)."""
        fired = self.fired(table).astype(np.int64)
        fired[~fired.any(axis=1)] = 1
        none = (0,) * len(self.classes)
        counts = fired @ np.array([rule.counts or none for rule in self.rules], dtype=np.int64)
        total = counts.sum(axis=1, keepdims=True)
        return np.asarray(np.where(total > 0, counts / np.maximum(total, 1), np.eye(counts.shape[1])[0]))

    def explanation_sizes(self, table: Table) -> NDArray[np.float64]:
        """Section "Explanation Size", for lists side by side.

        An answer of a list is explained as in a list: Σ_{i≤j} |π_i| + 1. Several are explained as in a set: for each class
        that is answered the mean of its answers, summed; |φ| if all are silent.
        """
        answer_sizes = np.concatenate([np.cumsum([len(rule.literals) for rule in rules]) + 1 for rules in self.lists])
        labels = np.array([self.classes.index(rule.label) for rule in self.rules])
        return np.array([self._explanation_size(row, answer_sizes, labels) for row in self.fired(table)])

    def _explanation_size(
        self, fired: NDArray[np.bool_], answer_sizes: NDArray[np.int64], labels: NDArray[np.int64]
    ) -> float:
        total = Fraction(0 if fired.any() else self.size)
        for label in np.unique(labels[fired]):
            sizes = answer_sizes[fired & (labels == label)].tolist()
            total += Fraction(sum(sizes), len(sizes))
        return float(total)

    def __str__(self) -> str:
        return "\n\n".join(rule_text(DecisionSet(rules, self.classes), ordered=True) for rules in self.lists)
