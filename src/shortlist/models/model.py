"""Decision lists and decision sets: rules with the training rows they captured, and what can be asked of them.

>>> from shortlist.features.literal import Op
>>> a, b = Literal("A", Op.EQUAL, True), Literal("B", Op.EQUAL, True)
>>> model = DecisionList((Rule((a,), 1, (0, 2)), Rule((b.negated(),), 0, (3, 0)), Rule((), 1, (1, 4))), (0, 1))
>>> print(model)
IF      A      THEN 1  (covers 2: 2 right)
ELSE IF not B  THEN 0  (covers 3: 3 right)
ELSE                1  (covers 5: 4 right)
>>> model.size, model.errors
(5, 1)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import UsageError
from shortlist.features.literal import Literal
from shortlist.tables.table import Label, Table
from shortlist.words import printable


@dataclass(frozen=True, slots=True)
class Rule:
    """IF all literals hold THEN the label; `counts[c]` training rows of class c were decided by it.

    Without literals it is a default rule. In a decision set `counts` are all rows that match.
    """

    literals: tuple[Literal, ...]
    label: Label
    counts: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """Literals + 1: the nodes of this rule."""
        return len(self.literals) + 1

    @property
    def covered(self) -> int:
        """Training weight that this rule decided."""
        return sum(self.counts)

    def correct(self, classes: tuple[Label, ...]) -> int:
        """Training weight that this rule decided rightly."""
        return self.counts[classes.index(self.label)] if self.counts else 0

    def matches(self, table: Table) -> NDArray[np.bool_]:
        """For each row: do all literals hold?"""
        held = np.ones(len(table), dtype=np.bool_)
        for literal in self.literals:
            held &= literal.holds(table[literal.column])
        return held

    def condition(self) -> str:
        """The literals as one text, `true` where there is none; one that says "or" stands in brackets beside others."""
        if len(self.literals) < 2:
            return " and ".join(map(str, self.literals)) or "true"
        return " and ".join(f"({text})" if text.endswith(" or missing") else text for text in map(str, self.literals))


@dataclass(frozen=True)
class DecisionList:
    """The first rule that matches decides; the last rule has no literals, so one always does."""

    rules: tuple[Rule, ...]
    classes: tuple[Label, ...]

    def __post_init__(self) -> None:
        _check(self.rules, self.classes)
        if not self.rules or self.rules[-1].literals:
            raise UsageError("a decision list must end with a default rule, a rule without literals")

    @property
    def size(self) -> int:
        """Literals + rules, the paper's number of nodes."""
        return sum(rule.size for rule in self.rules)

    @property
    def errors(self) -> int:
        """Training weight that the list decided wrongly."""
        return sum(rule.covered - rule.correct(self.classes) for rule in self.rules)

    @property
    def label_indices(self) -> list[int]:
        """For each rule: the index of the class that it predicts."""
        return [self.classes.index(rule.label) for rule in self.rules]

    def fired(self, table: Table) -> NDArray[np.int64]:
        """For each row: the index of the rule that decides it, the first that matches."""
        index = np.full(len(table), len(self.rules) - 1, dtype=np.int64)
        free = np.ones(len(table), dtype=np.bool_)
        for position, rule in enumerate(self.rules[:-1]):
            hit = rule.matches(table) & free
            index[hit] = position
            free &= ~hit
        return index

    def predict(self, table: Table) -> NDArray[np.generic]:
        """For each row: the label of the rule that decides it."""
        return _as_labels(self.classes, _class_of_rules(self.rules, self.classes)[self.fired(table)])

    def probabilities(self, table: Table) -> NDArray[np.float64]:
        """For each row and class: its share among the training rows of the rule that decides the row."""
        fired = self.fired(table)
        return _shares(
            _counts_of_rules(self.rules, self.classes)[fired], _class_of_rules(self.rules, self.classes)[fired]
        )

    def explanation_sizes(self, table: Table) -> NDArray[np.int64]:
        """Section "Explanation Size": Σ_{i≤j} |π_i| + 1, where rule j decides the row."""
        read = np.cumsum([len(rule.literals) for rule in self.rules]) + 1
        return np.asarray(read[self.fired(table)], dtype=np.int64)

    def __str__(self) -> str:
        return rule_text(self, ordered=True)


@dataclass(frozen=True)
class DecisionSet:
    """Rules in no order: a row is decided when at least one matches and all that match agree."""

    rules: tuple[Rule, ...]
    classes: tuple[Label, ...]

    def __post_init__(self) -> None:
        _check(self.rules, self.classes)

    @property
    def size(self) -> int:
        """Literals + rules, the paper's number of nodes."""
        return sum(rule.size for rule in self.rules)

    def fired(self, table: Table) -> NDArray[np.bool_]:
        """For each row and rule: does the rule match?"""
        hits = [rule.matches(table) for rule in self.rules]
        return np.stack(hits, axis=1) if hits else np.zeros((len(table), 0), dtype=np.bool_)

    def decided(self, table: Table) -> NDArray[np.bool_]:
        """For each row: does at least one rule match, and do all that match predict one class?"""
        return np.asarray(self._votes(table).astype(bool).sum(axis=1) == 1)

    def predict(self, table: Table) -> NDArray[np.generic]:
        """For each row: the class its rules agree on; else the commonest class among their training rows.

        Where no rule matches, the commonest class among the training rows of all rules. `decided` tells which is which.
        """
        votes = self._votes(table).astype(bool)
        agreed = votes.argmax(axis=1)
        commonest = self._fallback_counts(table).argmax(axis=1)
        return _as_labels(self.classes, np.where(votes.sum(axis=1) == 1, agreed, commonest))

    def probabilities(self, table: Table) -> NDArray[np.float64]:
        """For each row and class: its share among the training rows of the rules that match (of all, if none does)."""
        counts = self._fallback_counts(table)
        return _shares(counts, counts.argmax(axis=1))

    def explanation_sizes(self, table: Table) -> NDArray[np.float64]:
        """Section "Explanation Size": for each class predicted, the mean size of its matching rules, summed; |φ| if none."""
        fired, labels = self.fired(table), _class_of_rules(self.rules, self.classes)
        return np.array([self._explanation_size(row, labels) for row in fired], dtype=np.float64)

    def _explanation_size(self, matching: NDArray[np.bool_], labels: NDArray[np.int64]) -> float:
        if not matching.any():
            return float(self.size)
        total = Fraction(0)
        for label in np.unique(labels[matching]):
            sizes = [self.rules[i].size for i in np.flatnonzero(matching & (labels == label))]
            total += Fraction(sum(sizes), len(sizes))
        return float(total)

    def _votes(self, table: Table) -> NDArray[np.int64]:
        of_class = np.eye(len(self.classes), dtype=np.int64)[_class_of_rules(self.rules, self.classes)]
        return np.asarray(self.fired(table).astype(np.int64) @ of_class)

    def _fallback_counts(self, table: Table) -> NDArray[np.int64]:
        fired, counts = self.fired(table).astype(np.int64), _counts_of_rules(self.rules, self.classes)
        fired[~fired.any(axis=1)] = 1
        return np.asarray(fired @ counts)

    def __str__(self) -> str:
        return rule_text(self, ordered=False)


def rule_text(model: DecisionList | DecisionSet, *, ordered: bool) -> str:
    """The rules one a line, aligned, with what each covered in training."""
    conditions = [rule.condition() if rule.literals or not ordered else "" for rule in model.rules]
    labels = [printable(str(rule.label)) for rule in model.rules]
    lines = []
    for position, rule in enumerate(model.rules):
        condition, label = conditions[position], labels[position]
        if not ordered:
            head = f"IF {condition:{max(map(len, conditions))}}  THEN "
        elif rule.literals:
            head = f"{'IF' if position == 0 else 'ELSE IF':7} {condition:{max(map(len, conditions))}}  THEN "
        else:
            head = "ELSE".ljust(max(map(len, conditions)) + 15) if position else ""
        note = f"  (covers {rule.covered}: {rule.correct(model.classes)} right)" if rule.counts else ""
        lines.append(f"{head}{label:{max(map(len, labels))}}{note}")
    return "\n".join(lines)


def _check(rules: tuple[Rule, ...], classes: tuple[Label, ...]) -> None:
    for rule in rules:
        if rule.label not in classes:
            raise UsageError(f"a rule must predict one of the classes {classes}, got {rule.label!r}")
        if rule.counts and len(rule.counts) != len(classes):
            raise UsageError(f"a rule must have one count for each of {len(classes)} classes, got {rule.counts}")


def _class_of_rules(rules: tuple[Rule, ...], classes: tuple[Label, ...]) -> NDArray[np.int64]:
    return np.array([classes.index(rule.label) for rule in rules], dtype=np.int64)


def _counts_of_rules(rules: tuple[Rule, ...], classes: tuple[Label, ...]) -> NDArray[np.int64]:
    none = (0,) * len(classes)
    return np.array([rule.counts or none for rule in rules], dtype=np.int64).reshape(-1, len(classes))


def _shares(counts: NDArray[np.int64], fallback: NDArray[np.int64]) -> NDArray[np.float64]:
    """Counts as shares of their row's total; a row without any is certain of its fallback class."""
    total = counts.sum(axis=1, keepdims=True)
    return np.where(total > 0, counts / np.maximum(total, 1), np.eye(counts.shape[1])[fallback])


def _as_labels(classes: tuple[Label, ...], indices: NDArray[np.int64]) -> NDArray[np.generic]:
    """Class indices as the user's labels, in an array of their own type where all labels share one."""
    kinds = {type(label) for label in classes}
    return np.array(classes, dtype=kinds.pop() if len(kinds) == 1 else object)[indices]
