"""A model as a table in LaTeX, in the style of the package booktabs."""

from __future__ import annotations

from shortlist.features.literal import Literal, cut_text, value_text
from shortlist.files.modelfile import ModelFile
from shortlist.models.model import Model, ModelKind, Rule
from shortlist.models.text import CONDITIONAL, NO_RULE, beginnings
from shortlist.words import amount, percent, printable

_SPECIAL = {
    **{character: f"\\{character}" for character in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": "$<$",
    ">": "$>$",
    # These would become other signs, alone or with their neighbours.
    "|": "$|$",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "-": "{-}",
    ",": "{,}",
    "!": "{!}",
    "?": "{?}",
}


def latex(file: ModelFile) -> str:
    """A tabular with one line a rule; it needs `booktabs`, `textcomp` and the T1 encoding, or a Unicode engine."""
    model = file.in_rows
    ordered = model.kind is not ModelKind.SET
    lines = [
        r"% \usepackage[T1]{fontenc}, \usepackage{booktabs,textcomp}",
        r"\begin{tabular}{lllrr}",
        r"\toprule",
        _line("", "condition", escaped(printable(file.target)), "rows", "right"),
    ]
    for rules in model.lists:
        # Rules of a set are one table, lists side by side are told apart by a line.
        lines += [r"\midrule"] if ordered or rules is model.lists[0] else []
        for word, rule in beginnings(rules, ordered=ordered):
            condition = _condition(rule) if word in CONDITIONAL else ""
            lines.append(_line(word, condition, escaped(printable(str(rule.label))), *_counts(rule, model)))
    if model.otherwise is not None:
        lines += [
            r"\midrule",
            _line("", NO_RULE, escaped(printable(str(model.otherwise.label))), *_counts(model.otherwise, model)),
        ]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])


def _counts(rule: Rule, model: Model) -> tuple[str, str]:
    """The rows that a rule covered in training, and the share of them that is right."""
    right = escaped(percent(rule.precision(model.classes)))
    return (amount(rule.covered / model.scale), right) if rule.counts else ("", "")


def _line(*cells: str) -> str:
    return f"{' & '.join(cells)} \\\\"


def _condition(rule: Rule) -> str:
    return " and ".join(map(_literal, rule.as_intervals())) or "true"


def _literal(literal: Literal) -> str:
    name = escaped(printable(literal.column))
    return literal.match(
        true=lambda: name,
        false=lambda: f"not {name}",
        equal=lambda value: f"{name} $=$ {_value(value)}",
        unequal=lambda value: f"{name} $\\neq$ {_value(value)}",
        at_most=lambda cut: f"{name} $\\leq$ {escaped(cut_text(cut))}",
        above=lambda cut: f"{name} $>$ {escaped(cut_text(cut))}",
        within=lambda low, high: f"{escaped(cut_text(low))} $<$ {name} $\\leq$ {escaped(cut_text(high))}",
        outside=lambda low, high: f"not {escaped(cut_text(low))} $<$ {name} $\\leq$ {escaped(cut_text(high))}",
        among=lambda values: f"{name} $\\in$ \\{{{', '.join(map(_value, values))}\\}}",
        not_among=lambda values: f"{name} $\\notin$ \\{{{', '.join(map(_value, values))}\\}}",
        missing=lambda: f"{name} is missing",
        present=lambda: f"{name} is not missing",
    )


def _value(value: str | int) -> str:
    return escaped(value_text(value))


def escaped(text: str) -> str:
    r"""The text as it stands, whatever it means to LaTeX.

    >>> print(escaped(r"50 % of a_b \ <c>"))
    50 \% of a\_b \textbackslash{} $<$c$>$
    """
    return "".join(_SPECIAL.get(character, character) for character in text)
