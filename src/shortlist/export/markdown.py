"""A model as a table in Markdown, with what is proved of it."""

from __future__ import annotations

import re

from shortlist.files.modelfile import ModelFile
from shortlist.show.claims import claim_strip
from shortlist.words import printable

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~&$])")


def markdown(file: ModelFile) -> str:
    """One line a rule: its condition, its class, the rows it covered in training and the share that it got right."""
    grid = file.in_rows.grid()
    headers = [printable(file.target) if header == "class" else header for header in grid.headers]
    lines = [_line(headers), _line(["--:" if k in grid.right else ":--" for k in range(len(headers))], plain=True)]
    lines += [_line(row) for row in grid.rows]
    claimed = "" if file.claim is None else claim_strip(file.model, file.claim).plain
    said = [f"\n{escaped(line)}" for line in claimed.splitlines()]
    return "\n".join([*lines, *said, ""])


def _line(cells: list[str] | tuple[str, ...], *, plain: bool = False) -> str:
    return f"| {' | '.join(cell if plain else escaped(cell) for cell in cells)} |"


def escaped(text: str) -> str:
    r"""The text with all that Markdown could take for its own behind backslashes.

    >>> print(escaped("a|b <= 3 and *x*"))
    a\|b \<= 3 and \*x\*
    """
    return _SPECIAL.sub(r"\\\1", text)
