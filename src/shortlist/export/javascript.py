"""A model as JavaScript without dependencies: one function, from an object of one row to its class."""

from __future__ import annotations

import re

from shortlist.export.plan import Plan, plan_of, variables
from shortlist.features.literal import Cut, Literal
from shortlist.files.modelfile import ModelFile
from shortlist.models.model import Rule
from shortlist.tables.table import Kind, Label
from shortlist.words import EXACT, number

SCRIPT, MODULE = "script", "module"
DIALECTS = (SCRIPT, MODULE)
"""A script for `<script src>` and `require`, which makes a global of its function; or an ES module, which exports it."""

_RESERVED = frozenset(
    re.findall(
        r"\w+",
        """abstract arguments await boolean break byte case catch char class const continue debugger default delete do double else
        enum eval export extends false final finally float for function goto if implements import in instanceof int interface let
        long native new null package private protected public return short static super switch synchronized this throw throws
        transient true try typeof undefined var void volatile while with yield async of get set NaN Infinity Date Number Object
        row answers predict""",
    )
)
_READERS = {
    Kind.NUMBER: "_number",
    Kind.DATE: "_date",
    Kind.BOOLEAN: "_truth",
    Kind.CODE: "_code",
    Kind.CATEGORY: "_text",
}

_ENTRY = """\
// The entry of this column, null where it is missing: null, undefined or NaN.
function _entry(row, name, types, expected) {
  if (!Object.prototype.hasOwnProperty.call(row, name)) {
    throw new Error("column " + JSON.stringify(name) + " is needed but not in the row");
  }
  const value = row[name];
  if (value === null || value === undefined || value !== value) return null;
  if (!types.includes(typeof value)) {
    throw new TypeError("column " + JSON.stringify(name) + " must hold " + expected + ", got " + typeof value);
  }
  return value;
}
"""

_OF_KIND = {
    Kind.NUMBER: """\
// NaN where it is missing, for which no comparison holds.
function _number(row, name) {
  const value = _entry(row, name, ["number", "boolean"], "numbers");
  return value === null ? NaN : Number(value);
}
""",
    Kind.DATE: r"""// Seconds since 1970 of a Date, or of a text such as 2021-03-04 or 2021-03-04T15:30; NaN where it is missing.
function _date(row, name) {
  const value = _entry(row, name, ["string", "object"], "dates");
  return value === null ? NaN : _seconds(value);
}

function _seconds(value) {
  if (value instanceof Date && !isNaN(value.getTime())) {
    const whole = Math.floor(value.getTime() / 1000);
    return whole + (value.getTime() - whole * 1000) * 1000 / 1e6;
  }
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:\s?(Z|[+-]\d\d:?\d\d))?)?$/.exec(value);
  const [year, month, day, hour, minute, second] = (parts || []).slice(1, 7).map((part) => Number(part || 0));
  const moment = new Date(0);
  moment.setUTCFullYear(year, month - 1, day);
  if (!parts || moment.getUTCMonth() !== month - 1 || moment.getUTCDate() !== day || hour > 23 || minute > 59 || second > 59) {
    throw new TypeError("dates must be such as 2021-03-04 or 2021-03-04T15:30, got " + JSON.stringify(value));
  }
  let whole = moment.getTime() / 1000 + hour * 3600 + minute * 60 + second;
  if (parts[8] && parts[8] !== "Z") {
    const offset = Number(parts[8].slice(1, 3)) * 3600 + Number(parts[8].slice(-2)) * 60;
    whole -= parts[8][0] === "-" ? -offset : offset;
  }
  return whole + Number(((parts[7] || "") + "000000").slice(0, 6)) / 1e6;
}
""",
    Kind.BOOLEAN: """\
// true or false, or 1 or 0; null where it is missing.
function _truth(row, name) {
  const value = _entry(row, name, ["boolean", "number"], "truth values");
  return value === null ? null : value === true || value === 1;
}
""",
    Kind.CODE: """\
function _code(row, name) {
  return _entry(row, name, ["number"], "whole numbers");
}
""",
    Kind.CATEGORY: """\
function _text(row, name) {
  return _entry(row, name, ["string"], "texts");
}
""",
}

_ENDS = {
    SCRIPT: '(typeof module === "object" && module.exports ? module.exports : globalThis).predict = predict;\n})();\n',
    MODULE: "export { predict };\n",
}


def javascript(file: ModelFile, *, dialect: str = SCRIPT, undecided: Label | None = None) -> str:
    """The file: `predict(row)`, and what it needs."""
    plan = plan_of(file, undecided)
    kinds = [kind for kind in _OF_KIND if kind in plan.columns.values()]
    parts = [_predict(plan), *([_ENTRY] if kinds else []), *(_OF_KIND[kind] for kind in kinds), *_decide(plan)]
    begin = '"use strict";\n(function () {\n' if dialect == SCRIPT else ""
    return "// Written by shortlist.\n" + begin + "\n".join([*parts, _ENDS[dialect]])


def _predict(plan: Plan) -> str:
    names = variables(plan.columns, _RESERVED)
    lines = [
        "// The class of one row, an object with an entry for each column; null, undefined and NaN are missing.",
        "function predict(row) {",
    ]
    lines += [f"  const {names[name]} = {_READERS[kind]}(row, {_text(name)});" for name, kind in plan.columns.items()]
    first = plan.first_hit
    if first is not None:
        lines += [f"  if ({_condition(rule, plan, names)}) return {_value(rule.label)};" for rule in first.rules]
        return "\n".join([*lines, f"  return {_value(first.otherwise)};", "}", ""])
    lines.append("  const answers = []; // of each list that answers: the class, and the training rows of each class")
    for rules in plan.lists:
        for position, rule in enumerate(rules):
            word = "else if" if position else "if"
            answer = f"[{plan.place(rule)}, [{', '.join(_count(n, plan) for n in plan.counts(rule))}]]"
            lines.append(f"  {word} ({_condition(rule, plan, names)}) answers.push({answer});")
    return "\n".join([*lines, "  return _decide(answers);", "}", ""])


def _condition(rule: Rule, plan: Plan, names: dict[str, str]) -> str:
    literals = (_literal(literal, names[literal.column], plan.columns[literal.column]) for literal in rule.literals)
    return " && ".join(literals) or "true"


def _literal(literal: Literal, x: str, kind: Kind) -> str:
    """Numbers and dates are NaN where they are missing, for which no comparison holds; all else is null."""
    ordered = kind.is_ordered
    return literal.match(
        true=lambda: f"{x} === true",
        false=lambda: f"{x} === false",
        equal=lambda value: f"{x} === {_value(value)}",
        unequal=lambda value: f"{x} !== null && {x} !== {_value(value)}",
        at_most=lambda cut: f"{x} <= {_cut(cut)}",
        above=lambda cut: f"{x} > {_cut(cut)}",
        within=lambda low, high: f"{x} > {_cut(low)} && {x} <= {_cut(high)}",
        outside=lambda low, high: f"({x} <= {_cut(low)} || {x} > {_cut(high)})",
        among=lambda values: f"[{', '.join(map(_value, values))}].includes({x})",
        not_among=lambda values: f"![null, {', '.join(map(_value, values))}].includes({x})",
        missing=lambda: f"{x} !== {x}" if ordered else f"{x} === null",
        present=lambda: f"{x} === {x}" if ordered else f"{x} !== null",
    )


def _decide(plan: Plan) -> list[str]:
    """What the answers of several lists come to; nothing where the first rule that matches decides."""
    if plan.first_hit is not None:
        return []
    lines = [
        "// The class that all answers agree on; if there is none, or they contradict each other, the most probable.",
        "function _decide(answers) {",
        f"  const classes = [{', '.join(map(_value, plan.classes))}];",
        "  const answered = classes.map((_, place) => answers.some((answer) => answer[0] === place));",
        "  const first = answered.indexOf(true);",
        f"  if (first < 0) return {_value(plan.silent)};",
        "  if (first === answered.lastIndexOf(true)) return classes[first];",
    ]
    if plan.disputed is not None:
        return ["\n".join([*lines, f"  return {_value(plan.disputed)};", "}", ""])]
    zero = _count(0, plan)
    lines.append(f"  const rows = classes.map((_, c) => answers.reduce((sum, answer) => sum + answer[1][c], {zero}));")
    if plan.may_lack_counts:
        lines.append(f"  if (rows.every((n) => n === {zero})) return classes[first];")
    lines += [
        "  let best = 0;",
        "  for (let c = 1; c < rows.length; c += 1) if (rows[c] > rows[best]) best = c;",
        "  return classes[best];",
        "}",
        "",
    ]
    return ["\n".join(lines)]


def _count(n: int, plan: Plan) -> str:
    """A count; as a BigInt where sums may be beyond what a number tells apart."""
    return str(n) if plan.largest_count <= EXACT else f"{n}n"


def _cut(cut: Cut) -> str:
    return f"_seconds({_text(cut)})" if isinstance(cut, str) else number(cut)


def _value(value: Label) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return str(value).lower()
    # Beyond 2**53 a number would be another one.
    return f"{value}n" if isinstance(value, int) and abs(value) > EXACT else repr(value)


def _text(text: str) -> str:
    r"""A text in quotes that ends neither a script element nor a line, and hides nothing.

    >>> print(_text('größe"</script>\u202e\U0001f600'))
    "größe\"\u003c/script>\u202e😀"
    """
    plain = (c if c.isprintable() and c not in '"\\<' else _escaped(c) for c in text)
    return f'"{"".join(plain)}"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[k]:02x}{units[k + 1]:02x}" for k in range(0, len(units), 2))
