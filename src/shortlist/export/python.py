"""A model as a Python module without dependencies: one function, from a mapping of one row to its class."""

from __future__ import annotations

import builtins
import keyword

from shortlist.export.plan import Plan, plan_of, variables
from shortlist.features.literal import Cut, Literal
from shortlist.files.modelfile import ModelFile
from shortlist.models.model import Rule
from shortlist.tables.table import Kind, Label
from shortlist.words import number, visible

_RESERVED = {*keyword.kwlist, *keyword.softkwlist, *dir(builtins), "row", "answers", "predict"}
_READERS = {
    Kind.NUMBER: "_number",
    Kind.DATE: "_date",
    Kind.BOOLEAN: "_truth",
    Kind.CODE: "_code",
    Kind.CATEGORY: "_text",
}

_MISSING = '''\
def _is_missing(value):
    """None, NaN, or what pandas has for them."""
    return value is None or type(value).__name__ == "NAType" or value != value


def _refuse(name, expected, value):
    raise TypeError(f"column {name!r} must hold {expected}, got {value!r}")
'''

_OF_KIND = {
    Kind.NUMBER: '''\
def _number(row, name):
    """The number in this column; NaN where it is missing, for which no comparison holds."""
    value = row[name]
    if isinstance(value, (str, bytes)):
        _refuse(name, "numbers", value)
    return float("nan") if _is_missing(value) else float(value)
''',
    Kind.DATE: '''\
def _date(row, name):
    """The date in this column, a text or of Python's types, as seconds since 1970; NaN where it is missing."""
    value = row[name]
    return float("nan") if _is_missing(value) else _seconds(value)


def _seconds(value):
    if isinstance(value, str):
        value = datetime.fromisoformat(value.replace(",", ".").replace(" +", "+").replace(" -", "-"))
    elif not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day)
    if value.tzinfo is None:
        value = value.replace(tzinfo=timezone.utc)
    return (value - datetime(1970, 1, 1, tzinfo=timezone.utc)) // timedelta(microseconds=1) / 10**6
''',
    Kind.BOOLEAN: '''\
def _truth(row, name):
    """True or False, or 1 or 0; None where it is missing."""
    value = row[name]
    if isinstance(value, (str, bytes)):
        _refuse(name, "truth values", value)
    return None if _is_missing(value) else bool(value == 1)
''',
    Kind.CODE: '''\
def _code(row, name):
    """The whole number in this column; None where it is missing."""
    value = row[name]
    if isinstance(value, (str, bytes)):
        _refuse(name, "whole numbers", value)
    return None if _is_missing(value) else value
''',
    Kind.CATEGORY: '''\
def _text(row, name):
    """The text in this column; None where it is missing."""
    value = row[name]
    if _is_missing(value):
        return None
    return value if isinstance(value, str) else _refuse(name, "texts", value)
''',
}


def python(file: ModelFile, *, undecided: Label | None = None) -> str:
    """The module: `predict(row)`, and what it needs."""
    plan = plan_of(file, undecided)
    kinds = [kind for kind in _OF_KIND if kind in plan.columns.values()]
    head = f"# Decides {visible(plan.target)!r}; written by shortlist. A missing entry is None or NaN, a missing column an error.\n"
    imports = ["from datetime import datetime, timedelta, timezone\n"] if Kind.DATE in kinds else []
    functions = [_predict(plan), *([_MISSING] if kinds else []), *(_OF_KIND[kind] for kind in kinds), *_decide(plan)]
    return "\n\n".join(["\n".join([head, *imports]), *functions])


def _predict(plan: Plan) -> str:
    names = variables(plan.columns, _RESERVED)
    lines = ["def predict(row):", '    """The class of one row, a mapping of the columns\' names to their entries."""']
    lines += [f"    {names[name]} = {_READERS[kind]}(row, {name!r})" for name, kind in plan.columns.items()]
    first = plan.first_hit
    if first is not None:
        for rule in first.rules:
            lines += [f"    if {_condition(rule, plan, names)}:", f"        return {rule.label!r}"]
        return "\n".join([*lines, f"    return {first.otherwise!r}", ""])
    lines.append("    answers = []  # of each list that answers: the class, and the training rows of each class")
    for rules in plan.lists:
        for position, rule in enumerate(rules):
            word = "elif" if position else "if"
            lines += [
                f"    {word} {_condition(rule, plan, names)}:",
                f"        answers.append(({plan.place(rule)}, {plan.counts(rule)!r}))",
            ]
    return "\n".join([*lines, "    return _decide(answers)", ""])


def _condition(rule: Rule, plan: Plan, names: dict[str, str]) -> str:
    literals = (_literal(literal, names[literal.column], plan.columns[literal.column]) for literal in rule.literals)
    return " and ".join(literals) or "True"


def _literal(literal: Literal, x: str, kind: Kind) -> str:
    """Numbers and dates are NaN where they are missing, for which no comparison holds; all else is None."""
    ordered = kind.is_ordered
    return literal.match(
        true=lambda: f"{x} is True",
        false=lambda: f"{x} is False",
        equal=lambda value: f"{x} == {value!r}",
        unequal=lambda value: f"{x} not in (None, {value!r})",
        at_most=lambda cut: f"{x} <= {_cut(cut)}",
        above=lambda cut: f"{x} > {_cut(cut)}",
        within=lambda low, high: f"{_cut(low)} < {x} <= {_cut(high)}",
        outside=lambda low, high: f"({x} <= {_cut(low)} or {x} > {_cut(high)})",
        among=lambda values: f"{x} in {tuple(values)!r}",
        not_among=lambda values: f"{x} not in {(None, *values)!r}",
        missing=lambda: f"{x} != {x}" if ordered else f"{x} is None",
        present=lambda: f"{x} == {x}" if ordered else f"{x} is not None",
    )


def _cut(cut: Cut) -> str:
    return f"_seconds({cut!r})" if isinstance(cut, str) else number(cut)


def _decide(plan: Plan) -> list[str]:
    """What the answers of several lists come to; nothing where the first rule that matches decides."""
    if plan.first_hit is not None:
        return []
    lines = [
        "def _decide(answers):",
        '    """The class that all answers agree on; if there is none, or they contradict each other, the most probable."""',
        f"    classes = {plan.classes!r}",
        "    answered = sorted({place for place, _ in answers})",
        "    if not answered:",
        f"        return {plan.silent!r}",
        "    if len(answered) == 1:",
        "        return classes[answered[0]]",
    ]
    if plan.disputed is not None:
        return ["\n".join([*lines, f"    return {plan.disputed!r}", ""])]
    lines.append("    rows = [sum(counts) for counts in zip(*(counts for _, counts in answers))]")
    if plan.may_lack_counts:
        lines += ["    if not any(rows):", "        return classes[answered[0]]"]
    return ["\n".join([*lines, "    return classes[rows.index(max(rows))]", ""])]
