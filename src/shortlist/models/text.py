"""Rules as people read them: as lines of text, and as a table for a notebook."""

from __future__ import annotations

from collections.abc import Sequence

from shortlist.grid import Grid
from shortlist.models.rule import Rule
from shortlist.tables.table import Label
from shortlist.words import amount, percent, printable


def text_of_rules(rules: Sequence[Rule], classes: tuple[Label, ...], scale: int, *, ordered: bool) -> str:
    """The rules one a line, aligned, with what each covered in training; counts are divided by the scale."""
    conditions = [rule.condition() if rule.literals or not ordered else "" for rule in rules]
    labels = [printable(str(rule.label)) for rule in rules]
    width, label_width = max(map(len, conditions), default=0), max(map(len, labels), default=0)
    lines = []
    for position, (rule, condition, label) in enumerate(zip(rules, conditions, labels, strict=True)):
        if not ordered:
            head = f"IF {condition:{width}}  THEN "
        elif rule.literals:
            head = f"{'IF' if position == 0 else 'ELSE IF':7} {condition:{width}}  THEN "
        else:
            head = "ELSE".ljust(width + 15) if position else ""
        covered, right = amount(rule.covered / scale), amount(rule.correct(classes) / scale)
        note = f"  (covers {covered}: {right} right)" if rule.counts else ""
        lines.append(f"{head}{label:{label_width}}{note}")
    return "\n".join(lines)


def grid_of_rules(lists: Sequence[Sequence[Rule]], classes: tuple[Label, ...], scale: int, *, ordered: bool) -> Grid:
    """One line a rule: how it begins, its condition, its class, the rows it covered in training and those it got right."""
    rows = []
    for rules in lists:
        for position, rule in enumerate(rules):
            proper = bool(rule.literals) or not ordered
            word = ("if" if proper else "always") if position == 0 else ("else if" if proper else "else")
            right = rule.correct(classes) / rule.covered if rule.covered else None
            counts = (amount(rule.covered / scale), percent(right)) if rule.counts else ("", "")
            rows.append((word, rule.condition() if proper else "", printable(str(rule.label)), *counts))
    return Grid(("", "condition", "class", "rows", "right"), tuple(rows), frozenset({3, 4}))
