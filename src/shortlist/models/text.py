"""Rules as people read them: as lines of text, and as a table for a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
        lines.append(f"{head}{label:{label_width}}{_note(rule, classes, scale)}")
    return "\n".join(lines)


def text_of_otherwise(rule: Rule, classes: tuple[Label, ...], scale: int) -> str:
    """What is answered where no rule holds."""
    return f"{NO_RULE}  {printable(str(rule.label))}{_note(rule, classes, scale)}"


def _note(rule: Rule, classes: tuple[Label, ...], scale: int) -> str:
    """What a rule covered in training, where that is known."""
    covered, right = amount(rule.covered / scale), amount(rule.correct(classes) / scale)
    return f"  (covers {covered}: {right} right)" if rule.counts else ""


CONDITIONAL = ("if", "else if")
"""How rules begin that are told with their condition."""


def beginnings(rules: Sequence[Rule], *, ordered: bool) -> Iterator[tuple[str, Rule]]:
    """Each rule of a list with the word that it begins with: `if` or `else if`; a default rule `always` or `else`."""
    for position, rule in enumerate(rules):
        first, later = CONDITIONAL if rule.literals or not ordered else ("always", "else")
        yield later if position else first, rule


NO_RULE = "(no rule holds)"
"""What stands in the place of a condition where none holds."""


def grid_of_rules(
    lists: Sequence[Sequence[Rule]],
    classes: tuple[Label, ...],
    scale: int,
    *,
    ordered: bool,
    otherwise: Rule | None = None,
) -> Grid:
    """One line a rule: how it begins, its condition, its class, the rows it covered in training and those it got right.

    Last stands what is answered where no rule holds.
    """
    begun = [pair for rules in lists for pair in beginnings(rules, ordered=ordered)]
    lines = [(word, rule.condition() if word in CONDITIONAL else "", rule) for word, rule in begun]
    lines += [] if otherwise is None else [("", NO_RULE, otherwise)]
    rows = []
    for word, condition, rule in lines:
        counts = (amount(rule.covered / scale), percent(rule.precision(classes))) if rule.counts else ("", "")
        rows.append((word, condition, printable(str(rule.label)), *counts))
    return Grid(("", "condition", "class", "rows", "right"), tuple(rows), frozenset({3, 4}))
