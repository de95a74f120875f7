"""What people see of one row: its walk through the rules, what is enough for its class, what would change it, and reasons."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from shortlist.explain.answers import WhatIf, Why
from shortlist.explain.reasons import Reason, lines_of
from shortlist.explain.trace import FAILED, FIRED, Explanation


def explanation_view(explanation: Explanation) -> RenderableType:
    """The rules read, each with the literals that failed, then the decision."""
    return Group(*(Text(line, style=_style(line)) for line in explanation.lines()))


def _style(line: str) -> str:
    """How a line of an explanation looks: what fired, what did not, and why."""
    return (
        "bold green" if line.startswith(FIRED) else "red" if line.startswith(FAILED) else "dim" * line.startswith(" ")
    )


def answers_view(why: Why | None, what_if: Sequence[WhatIf] | None, reasons: Sequence[Reason] | None) -> RenderableType:
    """Each answer under an empty line, its first line bold; nothing of what was not asked for."""
    blocks = [each.lines() for each in (why, *(what_if or ())) if each is not None]
    if reasons is not None:
        blocks.append(lines_of(reasons))
    lines: list[RenderableType] = []
    for head, *rest in blocks:
        lines += [Text(), Text(head, style="bold"), *map(Text, rest)]
    return Group(*lines)
