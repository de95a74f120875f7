"""Rules and literals as plain JSON values, and back."""

from __future__ import annotations

from typing import Any

from shortlist.errors import ModelFileError
from shortlist.features.literal import Literal, Op, Value
from shortlist.models.model import Model, Rule
from shortlist.tables.dates import seconds_of
from shortlist.tables.table import Kind, Label
from shortlist.words import EXACT

_OF_CODES = frozenset({Op.EQUAL, Op.UNEQUAL, Op.AMONG, Op.NOT_AMONG})


def rule_records(model: Model) -> list[dict[str, Any]]:
    """Each rule as `{"if": […], "then": class, "list": n, "covered": n, "correct": n, "counts": […]}`."""
    records = []
    for number, rules in enumerate(model.lists, 1):
        for rule in rules:
            record: dict[str, Any] = {
                "if": [literal_record(literal) for literal in rule.literals],
                "then": rule.label,
                "list": number,
            }
            if rule.counts:
                counted = {"covered": rule.covered, "correct": rule.correct(model.classes)}
                record |= counted | {"counts": list(rule.counts)}
            records.append(record)
    return records


def literal_record(literal: Literal) -> dict[str, Any]:
    """A literal as `{"feature": …, "op": …, "value": …}`."""
    value = list(literal.value) if isinstance(literal.value, tuple) else literal.value
    return {"feature": literal.column, "op": str(literal.op), "value": value}


def rule_of(record: dict[str, Any], kinds: dict[str, Kind], classes: tuple[Label, ...]) -> Rule:
    """The rule of JSON values that follow the schema; its counts must be what it says that they add up to."""
    literals = tuple(_literal_of(literal, kinds) for literal in record["if"])
    rule = Rule(literals, record["then"], tuple(record.get("counts", ())))
    if len(rule.counts) not in (0, len(classes)):
        raise ModelFileError(f"a rule must have one count for each of {len(classes)} classes, got {len(rule.counts)}")
    if sum(rule.counts) > EXACT:
        raise ModelFileError("a rule must not cover more than 2**53 rows")
    if rule.counts and rule.label in classes:
        said = (record.get("covered", rule.covered), record.get("correct", rule.correct(classes)))
        if said != (rule.covered, rule.correct(classes)):
            raise ModelFileError(
                f"a rule's counts {rule.counts} must add up to what it covers and gets right, got {said}"
            )
    return rule


def _literal_of(record: dict[str, Any], kinds: dict[str, Kind]) -> Literal:
    raw = record["value"]
    value: Value = tuple(raw) if isinstance(raw, list) else raw
    values = raw if isinstance(raw, list) else [raw]
    if any(isinstance(number, int) and abs(number) > EXACT for number in values):
        raise ModelFileError(f"numbers must be at most 2**53 without a decimal point, got {raw}")
    if record["op"] in _OF_CODES and any(isinstance(number, float) for number in values):
        raise ModelFileError(f"a code must be a whole number without a decimal point, got {raw}")
    literal = Literal(record["feature"], Op(record["op"]), value)
    if literal.column not in kinds:
        raise ModelFileError(f"a rule asks for column {literal.column!r}, which is not among the columns")
    if literal.kind is Kind.DATE and any(seconds_of(str(cut)) is None for cut in literal.values):
        raise ModelFileError(f"a date must be compared with dates, got {raw!r}")
    if literal.kind not in (None, kinds[literal.column]):
        raise ModelFileError(f"'{literal}' cannot be asked of a column of kind {kinds[literal.column]}")
    return literal
