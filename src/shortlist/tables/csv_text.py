"""CSV text to columns of texts: strict about shape, and fast where the shape is plain.

Each column is kept as its different texts and, for each row, which of them stands there, so that a text is looked at once
however often it occurs. Text without quotes whose lines all have the header's width is cut by numpy; whatever else goes
through the csv module, which also knows the line of a fault.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError

_DELIMITERS = ",;\t"
_END = "\x04"
_KEY_BYTES = 7


@dataclass(frozen=True, eq=False, slots=True)
class TextColumn:
    """The different texts of a column, and for each row which of them it has."""

    distinct: tuple[str, ...]
    codes: NDArray[np.intp]

    @classmethod
    def of(cls, texts: Iterable[str], n_rows: int) -> TextColumn:
        """The column of these texts.

        >>> TextColumn.of(["a", "b", "a"], 3).codes.tolist()
        [0, 1, 0]
        """
        index: dict[str, int] = {}
        codes = np.fromiter((index.setdefault(text, len(index)) for text in texts), np.intp, n_rows)
        return cls(tuple(index), codes)


@dataclass(frozen=True, eq=False)
class TextTable:
    """A CSV file as texts: column by column, with the line that each row ends in."""

    source: str
    names: tuple[str, ...]
    columns: tuple[TextColumn, ...]
    lines: NDArray[np.intp]

    def texts(self, name: str) -> TextColumn:
        """The texts of one column."""
        return self.columns[self.names.index(name)]

    def where(self, name: str, text: str) -> str:
        """File and line of the first such text in the column."""
        column = self.texts(name)
        first = int((column.codes == column.distinct.index(text)).argmax())
        return f"{self.source}, line {self.lines[first]}"


def split(source: str, text: str, delimiter: str | None = None) -> TextTable:
    """The table that the text spells; the delimiter is the commonest of comma, semicolon and tab unless given."""
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise DataError(f"{source}, line {line}: a CSV file must be text, but there is a NUL character")
    delimiter = delimiter or _guess_delimiter(text)
    table = _split_plain(source, text, delimiter) or _split_any(source, text, delimiter)
    if not len(table.lines):
        raise DataError(f"{source}: there must be at least one row below the header")
    return table


def _guess_delimiter(text: str) -> str:
    header = text.split("\n", 1)[0]
    return max(_DELIMITERS, key=header.count)


def _header(source: str, fields: list[str]) -> tuple[str, ...]:
    header = tuple(name.strip() for name in fields)
    for position, name in enumerate(header):
        if not name:
            raise DataError(f"{source}, line 1: column {position + 1} must have a name")
        if header.index(name) != position:
            raise DataError(f"{source}, line 1: column names must be different, but {name!r} stands twice")
    return header


def _split_plain(source: str, text: str, delimiter: str) -> TextTable | None:
    """The table of a text without quotes in which every line has the header's number of fields; None if it is not so.

    The ends of fields are where delimiters and line ends stand, so all of them are found in one scan.
    """
    if '"' in text or not delimiter.isascii():
        return None
    raw = text.replace("\r\n", "\n").encode()
    first, _, body = raw.partition(b"\n")
    if not first or not body or b"\r" in raw or len(fields := first.decode().split(delimiter)) == 1:
        return None
    header, width = _header(source, fields), len(fields)
    if not body.endswith(b"\n"):
        body += b"\n"
    cells = np.frombuffer(body, dtype=np.uint8)
    is_newline, is_delimiter = cells == ord("\n"), cells == ord(delimiter)
    n_rows = int(np.count_nonzero(is_newline))
    if np.count_nonzero(is_delimiter) != n_rows * (width - 1):
        return None
    if (
        len(cells) == 2 * n_rows * width
        and is_newline[2 * width - 1 :: 2 * width].all()
        and not is_delimiter[::2].any()
    ):
        # Every field is one byte.
        matrix = cells.reshape(n_rows, 2 * width)
        columns = tuple(_of_keys(np.ascontiguousarray(matrix[:, 2 * j])) for j in range(width))
        return TextTable(source, header, columns, np.arange(2, n_rows + 2))
    ends = np.flatnonzero(is_newline | is_delimiter)
    if not is_newline[ends[width - 1 :: width]].all():
        return None
    starts = np.concatenate(([0], ends[:-1] + 1)).reshape(n_rows, width)
    lengths = ends.reshape(n_rows, width) - starts
    columns = tuple(_cut(body, cells, starts[:, j], lengths[:, j]) for j in range(width))
    return TextTable(source, header, columns, np.arange(2, n_rows + 2))


def _cut(raw: bytes, cells: NDArray[np.uint8], starts: NDArray[np.intp], lengths: NDArray[np.intp]) -> TextColumn:
    """The column whose texts start here and are so long; short ones are told apart as one number each."""
    longest = int(lengths.max())
    if longest > _KEY_BYTES:
        ends = (starts + lengths).tolist()
        texts = (str(raw[start:end], "utf-8") for start, end in zip(starts.tolist(), ends, strict=True))
        return TextColumn.of(texts, len(starts))
    keys = np.zeros(len(starts), dtype=np.int64)
    for position in range(longest):
        inside = lengths > position
        byte = cells[np.where(inside, starts + position, 0)] * inside
        keys |= byte.astype(np.int64) << 8 * position
    return _of_keys(keys)


def _of_keys(keys: NDArray[np.integer[Any]]) -> TextColumn:
    """The column of texts that are each the bytes of a number, the first byte the lowest."""
    distinct, codes = _different(keys)
    return TextColumn(tuple(int(key).to_bytes(8, "little").rstrip(b"\0").decode() for key in distinct), codes)


def _different(keys: NDArray[np.integer[Any]]) -> tuple[NDArray[np.integer[Any]], NDArray[np.intp]]:
    """The different keys, and for each key its place among them; keys of one byte need no sorting."""
    if int(keys.max()) >= 256:
        return np.unique(keys, return_inverse=True)
    distinct = np.flatnonzero(np.bincount(keys, minlength=256))
    place = np.zeros(256, dtype=np.intp)
    place[distinct] = np.arange(len(distinct))
    return distinct, place[keys]


def _split_any(source: str, text: str, delimiter: str) -> TextTable:
    """The table by way of the csv module: quotes, blank lines and all line ends, and each fault with its line."""
    rows, lines = _rows(source, text, delimiter)
    if not rows:
        raise DataError(f"{source}: the file must begin with a header of column names, but it is empty")
    header = _header(source, rows[0])
    if len(header) > 1:
        # In a table of one column an empty line is a missing entry; in a wider one it says nothing.
        lines = [line for row, line in zip(rows, lines, strict=True) if row]
        rows = [row for row in rows if row]
    rows = [row or [""] for row in rows]
    for row, line in zip(rows, lines, strict=True):
        if len(row) != len(header):
            raise DataError(f"{source}, line {line}: must have {len(header)} fields as the header has, got {len(row)}")
    columns = tuple(TextColumn.of(texts, len(rows) - 1) for texts in zip(*rows[1:], strict=True))
    return TextTable(source, header, columns, np.array(lines[1:], dtype=np.intp))


def _rows(source: str, text: str, delimiter: str) -> tuple[list[list[str]], list[int]]:
    """The rows of the text from the header on, and the line that each ends in."""
    # The csv module takes an unclosed quote for the end of the file. With a mark after the end it swallows the mark.
    ended = not text or text.endswith(("\n", "\r"))
    marked = text + _END if ended else f"{text}\n{_END}"
    reader = csv.reader(io.StringIO(marked, newline=""), delimiter=delimiter)
    lines: list[int] = []
    rows: list[list[str]] = []
    try:
        for row in reader:
            if row or rows:
                rows.append(row)
                lines.append(reader.line_num)
    except csv.Error as error:
        raise DataError(f"{source}, line {reader.line_num}: not readable as CSV ({error})") from None
    if rows.pop() != [_END]:
        raise DataError(
            f"{source}, line {lines[-2] + 1 if len(lines) > 1 else 1}: not readable as CSV (a quote is not closed)"
        )
    lines.pop()
    return rows, lines
