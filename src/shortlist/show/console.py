"""Where views are printed."""

from __future__ import annotations

from rich.console import Console


def console(*, stderr: bool = False) -> Console:
    """Standard output, or standard error, for texts as they are: nothing in a user's names is read as emoji or as markup."""
    return Console(stderr=stderr, emoji=False, markup=False)
