"""Recount a list or a set from raw rows, one row at a time, in plain Python.

This shares nothing with the engines, nor with the vectorised `predict` of the models: it reads the entries of the table
and the words of the rules, and counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from shortlist.costs import Costs
from shortlist.errors import DataError
from shortlist.hybrid import DecisionLists
from shortlist.literal import Literal, Op
from shortlist.model import DecisionList, DecisionSet, Rule
from shortlist.table import Kind, LabelledTable


@dataclass(frozen=True, slots=True)
class Recount:
    """What a list does on a table: rows (by weight), errors, size, and per rule the weight of each class."""

    rows: int
    errors: int
    size: int
    counts: tuple[tuple[int, ...], ...]


def recount(model: DecisionList, data: LabelledTable) -> Recount:
    """Pass every row through the list and count."""
    columns = {name: data.table[name] for rule in model.rules for name in _columns(rule)}
    values = {name: column.values.tolist() for name, column in columns.items()}
    missing = {name: column.missing.tolist() for name, column in columns.items()}
    counts = [[0] * len(data.classes) for _ in model.rules]
    labels, weights = data.labels.tolist(), data.weights.tolist()
    errors = 0
    for i in range(len(data)):
        position = next(
            position
            for position, rule in enumerate(model.rules)
            if all(_holds(lit, values[lit.column][i], missing=missing[lit.column][i]) for lit in rule.literals)
        )
        counts[position][labels[i]] += weights[i]
        errors += weights[i] * (data.classes[labels[i]] != model.rules[position].label)
    size = sum(1 + len(rule.literals) for rule in model.rules)
    return Recount(sum(weights), errors, size, tuple(map(tuple, counts)))


def recount_lists(model: DecisionLists, data: LabelledTable) -> Recount:
    """Pass every row through each of the lists side by side; without an answer, or with two, it is an error."""
    columns = {name: data.table[name] for rule in model.rules for name in _columns(rule)}
    values = {name: column.values.tolist() for name, column in columns.items()}
    missing = {name: column.missing.tolist() for name, column in columns.items()}
    counts = [[[0] * len(data.classes) for _ in rules] for rules in model.lists]
    labels, weights = data.labels.tolist(), data.weights.tolist()
    errors = 0
    for i in range(len(data)):
        answers = set()
        for rules, of_list in zip(model.lists, counts, strict=True):
            for rule, of_rule in zip(rules, of_list, strict=True):
                if all(_holds(lit, values[lit.column][i], missing=missing[lit.column][i]) for lit in rule.literals):
                    of_rule[labels[i]] += weights[i]
                    answers.add(rule.label)
                    break
        errors += weights[i] * (answers != {data.classes[labels[i]]})
    return Recount(sum(weights), errors, model.size, tuple(tuple(one) for of_list in counts for one in of_list))


@dataclass(frozen=True, slots=True)
class SetRecount:
    """What a decision set does on a table: `errors` are rows (by weight) that it does not decide rightly.

    `class_errors` are those of each class's rules alone, added up: rows of the class that they leave out, and rows of others
    that they cover. `counts` are for each rule the weights of all rows that it covers, by class.
    """

    rows: int
    errors: int
    class_errors: int
    rules: int
    literals: int
    counts: tuple[tuple[int, ...], ...]

    @property
    def size(self) -> int:
        """Literals + rules."""
        return self.rules + self.literals

    def cost(self, costs: Costs, *, perfect: bool, separated: bool) -> int:
        """What the set costs by these prices: size alone if perfect, else with its errors as the form counts them."""
        errors = 0 if perfect else self.class_errors if separated else self.errors
        return costs.rule * self.rules + costs.literal * self.literals + costs.error * errors


def recount_set(model: DecisionSet, data: LabelledTable) -> SetRecount:
    """Pass every row by all rules of the set and count.

    Each literal is a bit: a rule covers a row if all its bits are among those of the row. What was found for an entry of
    a column, or for the bits of a row, is remembered.
    """
    literals = list(dict.fromkeys(literal for rule in model.rules for literal in rule.literals))
    wanted = [sum(1 << literals.index(literal) for literal in set(rule.literals)) for rule in model.rules]
    covering = cache(lambda row: [k for k, bits in enumerate(wanted) if bits & row == bits])
    counts = [[0] * len(data.classes) for _ in model.rules]
    errors = class_errors = 0
    for row, label, weight in zip(_bits(literals, data), data.labels.tolist(), data.weights.tolist(), strict=True):
        rules, own = covering(row), data.classes[label]
        for k in rules:
            counts[k][label] += weight
        given = {model.rules[k].label for k in rules}
        errors += weight * (given != {own})
        class_errors += weight * len(given ^ {own})
    n_literals = sum(len(rule.literals) for rule in model.rules)
    weight = sum(data.weights.tolist())
    return SetRecount(weight, errors, class_errors, len(model.rules), n_literals, tuple(map(tuple, counts)))


def _bits(literals: list[Literal], data: LabelledTable) -> list[int]:
    """For each row: bit k is set if the k-th literal holds."""
    rows = [0] * len(data)
    for name in dict.fromkeys(literal.column for literal in literals):
        column = data.table[name]
        mine = [(k, literal) for k, literal in enumerate(literals) if literal.column == name]
        known: dict[Any, int] = {}
        for i, (value, missing) in enumerate(zip(column.values.tolist(), column.missing.tolist(), strict=True)):
            entry = None if missing else value
            if entry not in known:
                known[entry] = sum(_holds(literal, value, missing=missing) << k for k, literal in mine)
            rows[i] |= known[entry]
    return rows


def _columns(rule: Rule) -> list[str]:
    return [literal.column for literal in rule.literals]


def _holds(literal: Literal, value: Any, *, missing: bool) -> bool:
    """Does one entry satisfy one literal?"""
    if literal.op is Op.MISSING:
        return missing
    if literal.op is Op.PRESENT:
        return not missing
    if missing and literal.missing is None and literal.kind in (Kind.NUMBER, Kind.BOOLEAN):
        raise DataError(f"column {literal.column!r} must have no missing entry, as in training")
    if missing:
        return literal.op is Op.UNEQUAL if literal.missing is None else literal.missing
    if literal.op is Op.EQUAL:
        return bool(value == literal.value)
    if literal.op is Op.UNEQUAL:
        return bool(value != literal.value)
    if literal.op is Op.AT_MOST:
        return bool(value <= literal.value)
    if literal.op is Op.ABOVE:
        return bool(value > literal.value)
    low, high = cast("tuple[float, float]", literal.value)
    return bool(low < value <= high) == (literal.op is Op.WITHIN)
