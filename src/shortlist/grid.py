"""Small tables of texts: as aligned lines for a terminal, as HTML for a notebook.

>>> print(Grid(("", "class", "rows"), (("1", "yes", "470"), ("2", "no", "1731")), right=frozenset({2})))
   class  rows
1  yes     470
2  no     1731

Characters that a terminal shows twice as wide count twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import combining, east_asian_width

_CELL = "padding:0.1em 0.8em 0.1em 0;vertical-align:top"


@dataclass(frozen=True)
class Grid:
    """Rows of texts under headers; the columns in `right` are aligned there."""

    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: frozenset[int] = frozenset()

    @property
    def widths(self) -> list[int]:
        """How wide each column is."""
        return [max(map(shown_width, column)) for column in zip(self.headers, *self.rows, strict=True)]

    @property
    def width(self) -> int:
        """How wide the table is, two blanks between its columns."""
        return sum(self.widths) + 2 * (len(self.headers) - 1)

    def only(self, columns: Sequence[int]) -> Grid:
        """The same with these columns alone."""

        def pick(row: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(row[k] for k in columns)

        right = frozenset(place for place, k in enumerate(columns) if k in self.right)
        return Grid(pick(self.headers), tuple(map(pick, self.rows)), right)

    def __str__(self) -> str:
        widths = self.widths
        lines = []
        for row in (self.headers, *self.rows):
            blanks = [" " * (width - shown_width(cell)) for cell, width in zip(row, widths, strict=True)]
            cells = (blanks[k] + cell if k in self.right else cell + blanks[k] for k, cell in enumerate(row))
            lines.append("  ".join(cells).rstrip())
        return "\n".join(lines)

    def html(self) -> str:
        """The table as HTML, every text escaped."""
        head = "".join(self._cell("th", k, text) for k, text in enumerate(self.headers))
        body = "".join(
            f"<tr>{''.join(self._cell('td', k, text) for k, text in enumerate(row))}</tr>" for row in self.rows
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def _cell(self, tag: str, column: int, text: str) -> str:
        align = "right" if column in self.right else "left"
        return f'<{tag} style="text-align:{align};{_CELL}">{_escaped(text)}</{tag}>'


def shown_width(text: str) -> int:
    """How many places of a terminal a text takes.

    >>> shown_width("rows"), shown_width("结果")
    (4, 4)
    """
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(c) in "WF" else int(not combining(c)) for c in text)


def paragraphs(*texts: str) -> str:
    """Sentences as HTML, one a paragraph; those without a word are left out."""
    return "".join(f"<p>{_escaped(text)}</p>" for text in texts if text)


def _escaped(text: str) -> str:
    from html import escape  # noqa: PLC0415  # brings the names of all characters, which only notebooks need

    return escape(text)
