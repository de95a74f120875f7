"""What people see while a solve goes on: one live line on stderr."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console

from shortlist.solution import OnProgress, Progress


@contextmanager
def live_line() -> Iterator[OnProgress | None]:
    """One line on stderr that follows the solve; nothing where stderr is not a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    with console.status("reading the table into a problem") as line:

        def follow(moment: Progress) -> None:
            best = "none yet" if moment.cost is None else str(moment.cost)
            line.update(f"best cost {best}, proved at least {moment.lower_bound}  ({moment.seconds:.1f} s)")

        yield follow
