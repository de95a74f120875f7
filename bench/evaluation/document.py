"""A document of headings, sentences, tables and figures, as Markdown with pictures beside it and as one HTML page."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass, field

Cell = object


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    words: str

    def markdown(self) -> str:
        """As Markdown."""
        return self.words + "\n"

    def html(self) -> str:
        """As a part of a page."""
        return f"<p>{_inline(self.words)}</p>"


@dataclass(frozen=True)
class Table:
    """A table; its first column is text, the others are numbers."""

    header: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    folded: str = ""
    """A summary, if the page shows the table only when asked."""

    def markdown(self) -> str:
        """As Markdown."""
        lines = [self.header, ["---", *["--:"] * (len(self.header) - 1)], *self.rows]
        return (
            "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines) + "\n"
        )

    def html(self) -> str:
        """As a part of a page."""
        head = "".join(f"<th>{_inline(cell)}</th>" for cell in self.header)
        body = "".join("<tr>" + "".join(f"<td>{_inline(str(c))}</td>" for c in row) + "</tr>" for row in self.rows)
        table = f'<div class="table"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
        return f"<details><summary>{_inline(self.folded)}</summary>{table}</details>" if self.folded else table


@dataclass(frozen=True)
class Figure:
    """A plot: the name of its files, what it shows, and the picture."""

    name: str
    caption: str
    svg: str

    def markdown(self) -> str:
        """As Markdown."""
        return f"![{self.caption}](plots/{self.name}.svg)\n\n*{self.caption}*\n"

    def html(self) -> str:
        """As a part of a page."""
        drawing = self.svg[self.svg.index("<svg") :]
        said = html.escape(self.caption, quote=True)
        return f'<figure role="group" aria-label="{said}">{drawing}<figcaption>{_inline(self.caption)}</figcaption></figure>'


Block = Text | Table | Figure


@dataclass(frozen=True)
class Section:
    """A heading and what stands below it."""

    title: str
    blocks: list[Block] = field(default_factory=list)

    def markdown(self) -> str:
        """As Markdown."""
        return "\n".join([f"## {self.title}\n", *(block.markdown() for block in self.blocks)])

    def html(self) -> str:
        """As a part of a page."""
        parts, figures = [], []
        for block in (*self.blocks, None):
            if isinstance(block, Figure):
                figures.append(block.html())
                continue
            if figures:
                parts.append(f'<div class="figures">{"".join(figures)}</div>')
                figures = []
            if block is not None:
                parts.append(block.html())
        return f"<section><h2>{_inline(self.title)}</h2>{''.join(parts)}</section>"


def _inline(words: str) -> str:
    """Escaped, with `code` and **bold** as Markdown has them."""
    pieces = html.escape(words).split("`")
    coded = "".join(f"<code>{piece}</code>" if place % 2 else piece for place, piece in enumerate(pieces))
    bold = coded.split("**")
    return "".join(f"<strong>{piece}</strong>" if place % 2 else piece for place, piece in enumerate(bold))


STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.5rem; border-bottom: 1px solid #bbb; padding-bottom: .3rem; }
.table { overflow-x: auto; } table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; margin: 1rem 0; }
th, td { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid #ddd; } td { white-space: nowrap; } th { border-bottom: 2px solid #555; vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; white-space: nowrap; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(21rem, 1fr)); gap: 1rem; }
figure { margin: 0; break-inside: avoid; } figure svg { width: 100%; max-width: 34rem; height: auto; } figcaption { font-size: .85rem; }
summary { cursor: pointer; } @media print { details > * { display: block; } body { max-width: none; } }
"""


def page(title: str, lead: Sequence[Block], sections: Sequence[Section]) -> str:
    """One HTML file that needs no other."""
    body = "".join(block.html() for block in lead) + "".join(section.html() for section in sections)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{html.escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><main><h1>{html.escape(title)}</h1>{body}</main></body></html>\n"
    )


def markdown(title: str, lead: Sequence[Block], sections: Sequence[Section]) -> str:
    """The same as Markdown."""
    parts = [f"# {title}\n", *(block.markdown() for block in lead), *(section.markdown() for section in sections)]
    return "\n".join(parts)
