"""What people see of how a model does on a table: its rules, its classes, and what there is to say."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from shortlist.checks.score import Score
from shortlist.grid import Grid
from shortlist.show.terminal import plain_grid

_NARROW, _NARROWEST = 64, 48


def score_view(score: Score, width: int = 80) -> RenderableType:
    """The rules beside training, the confusion table, and the sentences; a narrow terminal gets less."""
    rules = score.rules_grid(brief=width < _NARROW)
    if width < _NARROWEST:
        rules = rules.only([0, 1, 2, 4])
    lines = [Text(sentence) for sentence in score.sentences()]
    lines[0].stylize("bold")
    return Group(
        _rich(rules, folding=1, bold={2}), Text(), _rich(score.grid_of_classes(width), folding=0), Text(), *lines
    )


def _rich(grid: Grid, *, folding: int, bold: frozenset[int] | set[int] = frozenset()) -> RichTable:
    """The grid in a terminal: headers dim, one column folded where the line is too short."""
    table = plain_grid()
    for k, header in enumerate(grid.headers):
        table.add_column(
            Text(header),
            justify="right" if k in grid.right else "left",
            style="bold" if k in bold else "",
            overflow="fold",
            no_wrap=k not in (folding, *bold, len(grid.headers) - 1),
            min_width=10 if k == folding and folding else None,
        )
    for row in grid.rows:
        table.add_row(*map(Text, row))
    return table
