r"""Markdown by which no name can do anything but be read.

>>> print(table(["class", "rows"], [[code("a|b"), "3"]]))
| class | rows |
|---|---:|
| `a\|b` | 3 |
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from shortlist.export.markdown import escaped
from shortlist.words import visible


def code(text: str) -> str:
    r"""A name or a condition of the user's, as it is, in a fixed-width font; a bar is escaped, for it may stand in a table.

    >>> print(code("a`b"), code(" "), code("line\nbreak"))
    ``a`b`` `" "` `line\nbreak`
    """
    shown = visible(text).replace("|", r"\|")
    shown = shown if shown.strip() else f'"{shown}"'
    longest = max(map(len, re.findall("`+", shown)), default=0)
    fence = "`" * (longest + 1)
    gap = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{gap}{shown}{gap}{fence}"


def plain(text: str) -> str:
    r"""A text of the user's among words: what Markdown would read as markup is escaped.

    >>> print(plain("<b>*x*"))
    \<b\>\*x\*
    """
    return escaped(visible(text))


def table(headers: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """A table; the first columns are aligned left, all others right."""
    rule = ["---" if k < left else "---:" for k in range(len(headers))]
    return "\n".join([f"| {' | '.join(headers)} |", f"|{'|'.join(rule)}|", *(f"| {' | '.join(row)} |" for row in rows)])
