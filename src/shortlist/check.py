"""Recount a list from raw rows, one row at a time, in plain Python.

This shares nothing with the engines, nor with the vectorised `predict` of the models: it reads the entries of the table
and the words of the rules, and counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from shortlist.errors import DataError
from shortlist.hybrid import DecisionLists
from shortlist.literal import Literal, Op
from shortlist.model import DecisionList, Rule
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
