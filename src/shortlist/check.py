"""Recount a list or a set from raw rows, one row at a time, in plain Python.

This shares nothing with the engines, nor with the vectorised `predict` of the models: it reads the entries of the table
and the words of the rules, and counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_
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

    Sets of rows are whole numbers, one bit a row: a rule covers the rows that are in the sets of all its literals.
    """
    every = (1 << len(data)) - 1
    literals = dict.fromkeys(literal for rule in model.rules for literal in rule.literals)
    holding = _rows_with(literals, data)
    covers = [reduce(and_, (holding[literal] for literal in rule.literals), every) for rule in model.rules]
    given = dict.fromkeys(data.classes, 0)
    for rule, cover in zip(model.rules, covers, strict=True):
        given[rule.label] |= cover
    weigh = _Scales(data)
    right = class_errors = 0
    for label, own in weigh.of_class.items():
        others = reduce(or_, (rows for other, rows in given.items() if other != label), 0)
        right += weigh(own & given[label] & ~others)
        class_errors += weigh(own ^ given[label])
    counts = tuple(tuple(weigh(cover & own) for own in weigh.of_class.values()) for cover in covers)
    n_literals = sum(len(rule.literals) for rule in model.rules)
    return SetRecount(weigh(every), weigh(every) - right, class_errors, len(model.rules), n_literals, counts)


class _Scales:
    """Weighs sets of rows; `of_class` are the rows of each class, in order."""

    def __init__(self, data: LabelledTable) -> None:
        labels, weights = data.labels.tolist(), data.weights.tolist()
        self.of_class = {c: _bits(label == k for label in labels) for k, c in enumerate(data.classes)}
        self._of_weight = {weight: _bits(own == weight for own in weights) for weight in dict.fromkeys(weights)}

    def __call__(self, rows: int) -> int:
        return sum(weight * (rows & mine).bit_count() for weight, mine in self._of_weight.items())


def _rows_with(literals: Iterable[Literal], data: LabelledTable) -> dict[Literal, int]:
    """For each literal the rows on which it holds; what is found for an entry of a column is remembered."""
    holding = {}
    for literal in literals:
        column = data.table[literal.column]
        values, missing = column.values.tolist(), column.missing.tolist()
        entries = (
            [None if gone else value for value, gone in zip(values, missing, strict=True)] if any(missing) else values
        )
        first = dict(zip(reversed(entries), reversed(range(len(entries))), strict=True))
        known = {entry: _holds(literal, values[i], missing=missing[i]) for entry, i in first.items()}
        holding[literal] = _bits(map(known.__getitem__, entries))
    return holding


def _bits(flags: Iterable[bool]) -> int:
    """Bit i is set if the i-th flag is true."""
    return int("".join(map("01".__getitem__, flags))[::-1] or "0", 2)


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
