"""The rules of a model as a table: what each says, and what it did in training."""

from __future__ import annotations

from typing import Any

from shortlist.checks.score import Tally
from shortlist.files.modelfile import ModelFile

COLUMNS = (
    *("rule", "list", "class", "condition", "literals", "rows", "correct"),
    *("precision", "precision_low", "precision_high", "lift"),
)
"""What is told of a rule."""


def rule_records(file: ModelFile) -> list[dict[str, Any]]:
    """For each rule its number and that of its list, both from 1, and what it did in training.

    `rows` are the training rows that it answered, `correct` those of its class among them, `precision` their share with the ends of
    Wilson's 95 % interval. `lift` is how many times the share of the class among all training rows that is. What is not known is None.
    """
    model, totals = file.in_rows, file.class_totals
    records: list[dict[str, Any]] = []
    for number, rules in enumerate(model.lists, 1):
        for rule in rules:
            counts = (rule.covered, rule.correct(model.classes))
            effective = 1.0 if file.weighed is None else file.weighed.effective
            covered, correct = counts if model.scale == 1 else (n / model.scale for n in counts)
            tally = Tally(covered, correct, effective)
            low, high = tally.interval
            base = Tally(sum(totals), totals[model.classes.index(rule.label)]).share if totals else None
            values = (len(records) + 1, number, rule.label, rule.condition(), len(rule.literals))
            counted = (tally.rows, tally.right, tally.share, low, high) if rule.counts else (None,) * 5
            lift = tally.share / base if base and tally.share is not None else None
            records.append(dict(zip(COLUMNS, (*values, *counted, lift), strict=True)))
    return records
