"""Rules as the page has them: literals that its script can ask of an entry, each with its words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shortlist.explain.reasons import worded
from shortlist.features.literal import Literal, Op, cut_point, cut_text
from shortlist.models.model import Model
from shortlist.report.columns import short_number
from shortlist.words import number

_MOST_NAMED = 4


def rule_list(model: Model, place: Mapping[str, int], words: Mapping[str, str] | None = None) -> list[dict[str, Any]]:
    """The rules of all lists in order; `place` is where each column stands on the page, `words` are the user's own for reasons."""
    return [
        {
            "list": k,
            "if": [literal_record(literal, place) | _reasons(literal, words) for literal in rule.literals],
            "class": model.classes.index(rule.label),
            "counts": list(rule.counts),
        }
        for k, rules in enumerate(model.lists)
        for rule in rules
    ]


def literal_record(literal: Literal, place: Mapping[str, int]) -> dict[str, Any]:
    """A literal: which column, which comparison, with what (numbers, or texts), and how it is said, short and in full.

    >>> from shortlist.features.literal import Op
    >>> literal_record(Literal("age", Op.ABOVE, 20.5), {"age": 0})
    {'column': 0, 'op': '>', 'values': [20.5], 'short': '> 20.5', 'words': 'is more than 20.5'}
    """

    def asked(op: str, values: list[Any], brief: str, words: str) -> dict[str, Any]:
        return {"column": place[literal.column], "op": op, "values": values, "short": brief, "words": words}

    def cuts(*points: Any) -> list[Any]:
        return [short_number(float(cut_point(point))) for point in points]

    def values(*known: Any) -> list[str]:
        return [value if isinstance(value, str) else number(value) for value in known]

    return literal.match(
        true=lambda: asked("among", ["true"], "is true", "is true"),
        false=lambda: asked("among", ["false"], "is false", "is false"),
        equal=lambda value: asked("among", values(value), f"is {values(value)[0]}", f"is {values(value)[0]}"),
        unequal=lambda value: asked("not among", values(value), f"is not {values(value)[0]}", f"is not {values(value)[0]}"),
        at_most=lambda cut: asked("<=", cuts(cut), f"≤ {cut_text(cut)}", f"is at most {cut_text(cut)}"),
        above=lambda cut: asked(">", cuts(cut), f"> {cut_text(cut)}", f"is more than {cut_text(cut)}"),
        within=lambda low, high: asked(
            "in", cuts(low, high), f"> {cut_text(low)}, ≤ {cut_text(high)}",
            f"is more than {cut_text(low)} and at most {cut_text(high)}",
        ),
        outside=lambda low, high: asked(
            "not in", cuts(low, high), f"≤ {cut_text(low)} or > {cut_text(high)}",
            f"is at most {cut_text(low)} or more than {cut_text(high)}",
        ),
        among=lambda known: asked("among", values(*known), f"is {_or(values(*known))}", f"is {_or(values(*known))}"),
        not_among=lambda known: asked(
            "not among", values(*known), f"is not {_or(values(*known))}", f"is neither {_or(values(*known), ' nor ')}"
        ),
        missing=lambda: asked("missing", [], "is missing", "is missing"),
        present=lambda: asked("present", [], "is there", "is not missing"),
    )  # fmt: skip


def _reasons(literal: Literal, words: Mapping[str, str] | None) -> dict[str, list[str]]:
    """What is told of an entry for which the literal holds, for which it does not, and which is missing; see `explain.reasons`."""
    if words is None:
        return {}
    gone = Literal(literal.column, Op.MISSING)
    return {"reasons": [worded(said, words) for said in (literal, literal.negated(), gone)]}


def _or(values: list[str], last: str = " or ") -> str:
    """The values one after the other; of many only the first."""
    if len(values) > _MOST_NAMED + 1:
        return f"{', '.join(values[:_MOST_NAMED])}{last}{len(values) - _MOST_NAMED} others"
    return last.join([", ".join(values[:-1]), values[-1]] if len(values) > 1 else values)
