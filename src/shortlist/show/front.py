"""The front of size and errors as a table."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from shortlist.choose.front import Front, Point, supported
from shortlist.show.terminal import plain_grid, rules_grid
from shortlist.words import amount, count

_BAR = 20


def front_view(found: Front, target: str, width: int = 80, shown: int | None = None) -> RenderableType:
    """One line a point, what is proved of all of them, and the list of one size where it is asked for."""
    lines: list[RenderableType] = [_grid(found), _claim(found)]
    if shown is not None:
        point = found.best(shown)
        lines += [Text(), Text(f"The list of {count(point.size, 'node')}:"), rules_grid(point.model, target, width)]
    return Group(*lines)


def _grid(found: Front) -> Grid:
    grid = plain_grid()
    for header in ("nodes", "rules", "errors", "right"):
        grid.add_column(header, justify="right", no_wrap=True)
    grid.add_column("", no_wrap=True)
    grid.add_column("")
    corners = {point.size for point in supported(found.points)}
    for point in found.points:
        right = 1 - point.errors / found.rows
        bar = Text("█" * round(_BAR * right), style="green")
        rules = count(len(point.model.rules), "rule").split()[0]
        grid.add_row(
            str(point.size), rules, _by_weight(point, point.errors), f"{100 * right:.1f} %", bar, _note(point, corners)
        )
    return grid


def _by_weight(point: Point, errors: int) -> str:
    """Errors in the user's weights."""
    return amount(errors / point.model.scale)


def _note(point: Point, corners: set[int]) -> Text:
    """What is proved of a point, and whether some price of a node makes it the best of all."""
    if not point.proved:
        return Text(f"at least {_by_weight(point, point.least_errors)} errors", style="yellow")
    return Text("proved" if point.size in corners else "proved, for no price", style="green")


def _claim(found: Front) -> Text:
    over = f"over {found.scope}"
    if found.proved:
        said = f"Proved: these are the fewest errors of all lists {over}, for every number of nodes."
        return Text(said, style="green")
    open_sizes = [str(k) for k, least in enumerate(found.least_errors, 1) if found.best(k).errors > least]
    return Text(f"Not proved for {', '.join(open_sizes)} nodes; the bounds are of all lists {over}.", style="yellow")
