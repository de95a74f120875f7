"""CSV bytes to columns of texts: strict about shape, and fast where the shape is plain.

Each column is kept as its distinct texts and, for each row, which of them stands there, so that a text is decoded and
looked at once however often it occurs. Bytes without quotes whose lines all have the header's width are cut by numpy;
whatever else goes through the csv module, which also knows the line of a fault.
"""

from __future__ import annotations

import codecs
import csv
import io
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError
from shortlist.tables.distinct import distinct_codes, numbered
from shortlist.words import listed

DELIMITERS = ",;\t|"
"""What may stand between two fields unless a delimiter is given."""

_END = "\x04"
_KEY_BYTES = 8
_KEY_MASKS = np.array([(1 << 8 * length) - 1 for length in range(_KEY_BYTES + 1)], dtype=np.uint64)


@dataclass(frozen=True, eq=False, slots=True)
class TextColumn:
    """The distinct texts of a column, and for each row which of them it has."""

    distinct: tuple[str, ...]
    codes: NDArray[np.int32]

    def take(self, rows: NDArray[np.bool_]) -> TextColumn:
        """The same with only these rows, and the texts that occur in them."""
        kept, codes = np.unique(self.codes[rows], return_inverse=True)
        return TextColumn(tuple(self.distinct[code] for code in kept.tolist()), codes.astype(np.int32))


@dataclass(frozen=True, eq=False)
class TextTable:
    """A CSV file as texts: column by column, with the line that each row ends in; `notes` say what was left out."""

    source: str
    names: tuple[str, ...]
    columns: tuple[TextColumn, ...]
    lines: NDArray[np.intp]
    notes: tuple[str, ...] = ()
    sha256: str = ""

    def texts(self, name: str) -> TextColumn:
        """The texts of one column."""
        return self.columns[self.names.index(name)]

    def where(self, name: str, code: int) -> str:
        """File, line and column of the first row that has this of the column's distinct texts."""
        first = int((self.texts(name).codes == code).argmax())
        return f"{self.source}, line {self.lines[first]}, column {name!r}"

    def take(self, rows: NDArray[np.bool_]) -> TextTable:
        """The same with only these rows."""
        columns = tuple(column.take(rows) for column in self.columns)
        return replace(self, columns=columns, lines=self.lines[rows])


def split(source: str, raw: bytes, delimiter: str | None = None) -> TextTable:
    """The table that these bytes spell in UTF-8; the delimiter is the commonest of `, ; tab |` in the header unless given."""
    raw = raw.removeprefix(codecs.BOM_UTF8)
    if b"\0" in raw:
        line = raw[: raw.index(b"\0")].count(b"\n") + 1
        raise DataError(f"{source}, line {line}: a CSV file must be text, but there is a NUL character")
    delimiter = delimiter or _guess_delimiter(raw)
    try:
        table = _split_plain(source, raw, delimiter) or _split_any(source, raw, delimiter)
    except UnicodeDecodeError:
        raise _not_utf8(source, raw) from None
    if not len(table.lines):
        raise DataError(f"{source}: there must be at least one row below the header")
    return table if table.names[0] else _without_index(table)


def _not_utf8(source: str, raw: bytes) -> DataError:
    """The error that names the first byte that is not UTF-8."""
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        return DataError(
            f"{source}, line {line}: must be UTF-8 text, but byte {raw[error.start]:#04x} is not; name the encoding if it is another"
        )
    raise AssertionError("bytes whose parts are not UTF-8 must not be UTF-8")


def _guess_delimiter(raw: bytes) -> str:
    header = raw.lstrip(b"\r\n").split(b"\n", 1)[0]
    return max(DELIMITERS, key=lambda delimiter: header.count(delimiter.encode()))


def _header(source: str, fields: list[str]) -> tuple[str, ...]:
    """The names of the columns, all different; only the first may be empty, see `_without_index`."""
    header = tuple(name.strip() for name in fields)
    unnamed = [position for position, name in enumerate(header, 1) if not name and (position > 1 or len(header) == 1)]
    refused = [_unnamed(source, unnamed)] if unnamed else []
    twice = dict.fromkeys(name for name in header if name and header.count(name) > 1)
    if twice:
        names = " and ".join(map(repr, twice))
        stand = "stand" if len(twice) > 1 else "stands"
        refused.append(f"{source}, line 1: column names must be different, but {names} {stand} twice")
    if refused:
        raise DataError("\n".join(refused))
    return header


def _unnamed(source: str, positions: list[int]) -> str:
    columns = f"column{'s' if len(positions) > 1 else ''} {', '.join(map(str, positions))}"
    return f"{source}, line 1: {columns} must have a name; write one into the header, or take the column out"


def _without_index(table: TextTable) -> TextTable:
    """The table without its first column, which has no name, if that tells the rows apart as data frames write it; else a refusal."""
    first = table.columns[0]
    if len(first.distinct) < len(table.lines):
        raise DataError(_unnamed(table.source, [1]))
    note = (
        f"{table.source}: the first column has no name and a different entry in every row ({listed(first.distinct, 3)}): "
        "it is left out; DataFrame.to_csv(index=False) does not write it"
    )
    return replace(table, names=table.names[1:], columns=table.columns[1:], notes=(*table.notes, note))


def _split_plain(source: str, raw: bytes, delimiter: str) -> TextTable | None:
    """The table of bytes without quotes in which every line has the header's number of fields; None if it is not so.

    The ends of fields are where delimiters and line ends stand, so all of them are found in one scan.
    """
    if b'"' in raw or not delimiter.isascii():
        return None
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n")
    body = raw.find(b"\n") + 1
    if b"\r" in raw or body < 2 or body == len(raw) or len(fields := raw[: body - 1].decode().split(delimiter)) == 1:
        return None
    header, width = _header(source, fields), len(fields)
    length = len(raw) if raw.endswith(b"\n") else len(raw) + 1
    # Bytes behind the end, so that eight can be read wherever a field starts.
    raw += b"\n" * _KEY_BYTES
    cells = np.frombuffer(raw, dtype=np.uint8)[body:length]
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
    ends += body
    starts = np.concatenate(([body], ends[:-1] + 1)).reshape(n_rows, width)
    lengths = ends.reshape(n_rows, width) - starts
    columns = tuple(_cut(raw, starts[:, j], lengths[:, j]) for j in range(width))
    return TextTable(source, header, columns, np.arange(2, n_rows + 2))


def _cut(raw: bytes, starts: NDArray[np.intp], lengths: NDArray[np.intp]) -> TextColumn:
    """The column whose texts start here and are so long; short ones are told apart as one number each."""
    if int(lengths.max()) <= _KEY_BYTES:
        # At every byte of the file the number that it makes with the next seven.
        windows = np.ndarray((len(raw) - _KEY_BYTES + 1,), dtype="<u8", buffer=raw, strides=(1,))
        return _of_keys(windows[starts] & _KEY_MASKS[lengths])
    ends = (starts + lengths).tolist()
    distinct, codes = numbered(list(map(raw.__getitem__, map(slice, starts.tolist(), ends))))
    return TextColumn(tuple(text.decode() for text in distinct), codes)


def _of_keys(keys: NDArray[np.unsignedinteger[Any]]) -> TextColumn:
    """The column of texts that are each the bytes of a number, the first byte the lowest."""
    distinct, codes = distinct_codes(keys)
    texts = (int(key).to_bytes(_KEY_BYTES, "little").rstrip(b"\0").decode() for key in distinct.tolist())
    return TextColumn(tuple(texts), codes)


def _split_any(source: str, raw: bytes, delimiter: str) -> TextTable:
    """The table by way of the csv module: quotes, blank lines and all line ends, and each fault with its line."""
    rows, lines = _rows(source, raw.decode(), delimiter)
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
    columns = tuple(TextColumn(*numbered(texts)) for texts in zip(*rows[1:], strict=True))
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
