"""What programs are told of one row: the rules that were read, why, what if, and reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shortlist.explain.answers import Condition, WhatIf, Why
from shortlist.explain.reasons import Reason
from shortlist.explain.trace import Explanation
from shortlist.features.literal import Literal
from shortlist.files.rules import literal_record


def explanation_record(
    explanation: Explanation,
    why: Why | None = None,
    what_if: Sequence[WhatIf] | None = None,
    reasons: Sequence[Reason] | None = None,
) -> dict[str, Any]:
    """The record that `explain --json` prints, published as `schema/explain-1.json`; what was not asked for is null.

    Beside each literal stands what the row has there, null if it is missing.
    """

    def asked(literals: tuple[Literal, ...]) -> list[dict[str, Any]]:
        return [literal_record(literal) | {"is": explanation.values[literal.column]} for literal in literals]

    steps = [
        {
            "rule": step.position + 1,
            "if": asked(step.rule.literals),
            "then": step.rule.label,
            "failed": asked(step.failed),
            "fired": step.fired,
        }
        for step in explanation.steps
    ]
    return {
        "then": explanation.label,
        "decided": explanation.decided,
        "probabilities": [{"class": c, "share": share} for c, share in explanation.probabilities.items()],
        "explanation_size": explanation.size,
        "steps": steps,
        "why": None if why is None else {"sets": _conditions(why.sets), "proved": why.proved},
        "what_if": None
        if what_if is None
        else [{"then": w.label, "changes": _conditions(w.changes), "proved": w.proved} for w in what_if],
        "reasons": None if reasons is None else [_reason_record(reason) for reason in reasons],
    }


def _conditions(sets: Sequence[Sequence[Condition]]) -> list[list[dict[str, Any]]]:
    """Each set of conditions, each with the row's own entry and the values that satisfy it."""
    return [
        [{"feature": c.column, "is": c.value, "text": c.text, **c.values} for c in conditions] for conditions in sets
    ]


def _reason_record(reason: Reason) -> dict[str, Any]:
    return {
        "text": reason.words,
        "rule": reason.rule + 1,
        "fired": reason.fired,
        **literal_record(reason.statement),
        "is": reason.value,
    }
