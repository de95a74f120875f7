"""CSV bytes to columns of texts: strict about shape, and fast where there is much to read.

Each column is kept as its distinct texts and, for each row, which of them stands there, so that a text is decoded and looked at once
however often it occurs. A small file goes through the csv module, a large one through native code (`csv_native`), which gives the
same; what that refuses is read again by the csv module, for it knows the line of a fault.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

from shortlist.errors import DataError
from shortlist.tables.deadline import NO_DEADLINE, Deadline
from shortlist.tables.distinct import numbered
from shortlist.tables.texts import AnyColumn, Bytes, CsvFile, TextColumn, TextTable
from shortlist.words import listed

DELIMITERS = ",;\t|"
"""What may stand between two fields unless a delimiter is given."""

_END = "\x04"
_LINE = re.compile(rb"[^\r\n]*(?:\r\n?|\n)?")
_FILLED_LINE = re.compile(rb"[^\r\n][^\n]*")
_SMALL = 2**16  # bytes that the csv module has read before threads are even imported
_ROWS_AT_ONCE = 2**13


def open_csv(source: str, raw: Bytes, delimiter: str | None = None, sha256: str = "") -> CsvFile:
    """The file that these bytes are in UTF-8; the delimiter is the commonest of `, ; tab |` in the header unless given."""
    raw = raw.removeprefix(codecs.BOM_UTF8) if raw.startswith(codecs.BOM_UTF8) else raw
    if b"\0" in raw:
        line = raw[: raw.index(b"\0")].count(b"\n") + 1
        raise DataError(f"{source}, line {line}: a CSV file must be text, but there is a NUL character")
    delimiter = delimiter or _guess_delimiter(raw)
    lines = _Lines(raw)
    try:
        fields, header_line = next(((row, line) for row, line in _records(source, lines, delimiter) if row), (None, 0))
    except UnicodeDecodeError:
        raise _not_utf8(source, raw) from None
    if fields is None:
        raise DataError(f"{source}: the file must begin with a header of column names, but it is empty")
    return CsvFile(source, raw, delimiter, _header(source, fields), lines.end, header_line, sha256)


def read_csv(
    file: CsvFile,
    wanted: Collection[str],
    *,
    numbers: Collection[str] = (),
    missing: Collection[str] = ("",),
    deadline: Deadline = NO_DEADLINE,
) -> TextTable:
    """These columns; `numbers` among them may come as numbers, where all texts but those that mark `missing` ones are."""
    asked = {*wanted, ""}
    names = [name for name in file.header if name in asked] or [file.header[0]]
    try:
        table = _by_native_code(file, names, numbers, missing, deadline) or _by_csv(file, names, deadline)
    except UnicodeDecodeError:
        raise _not_utf8(file.source, file.raw) from None
    if not table.n_rows:
        raise DataError(f"{file.source}: there must be at least one row below the header")
    return table if file.header[0] else _without_index(table)


def _by_native_code(
    file: CsvFile, names: list[str], numbers: Collection[str], missing: Collection[str], deadline: Deadline
) -> TextTable | None:
    """The table as native code reads it; None if the file is small, or not wrong but of a form that it does not know."""
    if len(file.raw) - file.body < _SMALL or len(file.header) == 1 or not file.delimiter.isascii():
        return None
    from shortlist.tables.csv_native import Refused, read_columns  # noqa: PLC0415  # a small file needs no threads

    try:
        columns, n_rows = read_columns(file, names, numbers, missing, deadline)
    except Refused:
        for _ in _rows(file, deadline):
            pass  # it raises where the fault is
        return None
    return TextTable(file.source, columns, n_rows, partial(_line, file), sha256=file.sha256)


def _by_csv(file: CsvFile, names: list[str], deadline: Deadline) -> TextTable:
    """The table by way of the csv module."""
    place = {name: position for position, name in enumerate(file.header)}
    places = [place[name] for name in names]
    rows, lines = [], []
    for row, line in _rows(file, deadline):
        rows.append(row)
        lines.append(line)
    columns: dict[str, AnyColumn] = {}
    for name, position in zip(names, places, strict=True):
        columns[name] = TextColumn(*numbered([row[position] for row in rows]))
    return TextTable(file.source, columns, len(rows), lines.__getitem__, sha256=file.sha256)


def _line(file: CsvFile, row: int) -> int:
    """The line that a row ends in, by reading up to it."""
    return next(islice((line for _, line in _rows(file, NO_DEADLINE)), row, None))


def _rows(file: CsvFile, deadline: Deadline) -> Iterator[tuple[list[str], int]]:
    """The rows below the header, each with the line that it ends in; one of another width than the header's is refused."""
    width, stream = len(file.header), io.BytesIO(file.raw)
    stream.seek(file.body)
    lines = io.TextIOWrapper(stream, encoding="utf-8", newline="")
    for number, (row, line) in enumerate(_records(file.source, lines, file.delimiter, file.header_line)):
        if number % _ROWS_AT_ONCE == _ROWS_AT_ONCE - 1:
            deadline.check(file.source, stream.tell(), len(file.raw))
        # In a table of one column an empty line is a missing entry; in a wider one it says nothing.
        if not row and width == 1:
            yield [""], line
        elif row and len(row) != width:
            raise DataError(f"{file.source}, line {line}: must have {width} fields as the header has, got {len(row)}")
        elif row:
            yield row, line


class _Lines:
    """The lines of a text, one by one; `end` is where the last one that was asked for ends."""

    def __init__(self, raw: Bytes) -> None:
        self._raw, self.end = raw, 0

    def __iter__(self) -> Iterator[str]:
        while self.end < len(self._raw):
            found = _LINE.match(self._raw, self.end)
            assert found is not None
            self.end = found.end()
            yield found[0].decode()


def _records(source: str, lines: Iterable[str], delimiter: str, before: int = 0) -> Iterator[tuple[list[str], int]]:
    """The records of these lines by the csv module, each with the line that it ends in; `before` are the lines before these."""
    ended, last = False, 0

    def marked() -> Iterator[str]:
        nonlocal ended
        yield from lines
        ended = True
        yield _END

    # The csv module takes an unclosed quote for the end of the file. With a mark behind the end it swallows the mark.
    reader = csv.reader(marked(), delimiter=delimiter)
    try:
        for row in reader:
            if ended and (row != [_END] or reader.line_num > last + 1):
                raise DataError(f"{source}, line {before + last + 1}: not readable as CSV (a quote is not closed)")
            if ended:
                return
            last = reader.line_num
            yield row, before + last
    except csv.Error as error:
        raise DataError(f"{source}, line {before + reader.line_num}: not readable as CSV ({error})") from None


def _not_utf8(source: str, raw: Bytes) -> DataError:
    """The error that names the first byte that is not UTF-8."""
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        return DataError(
            f"{source}, line {line}: must be UTF-8 text, but byte {raw[error.start]:#04x} is not; name the encoding if it is another"
        )
    raise AssertionError("bytes whose parts are not UTF-8 must not be UTF-8")


def _guess_delimiter(raw: Bytes) -> str:
    found = _FILLED_LINE.search(raw)
    header = found[0] if found else b""
    return max(DELIMITERS, key=lambda delimiter: header.count(delimiter.encode()))


def _header(source: str, fields: list[str]) -> tuple[str, ...]:
    """The names of the columns, all different; only the first may be empty, see `_without_index`."""
    header = tuple(name.strip() for name in fields)
    unnamed = [position for position, name in enumerate(header, 1) if not name and (position > 1 or len(header) == 1)]
    refused = [_unnamed(source, unnamed)] if unnamed else []
    twice = [name for name, times in Counter(header).items() if name and times > 1]
    if twice:
        stand = "stand" if len(twice) > 1 else "stands"
        names = " and ".join(map(repr, twice))
        refused.append(f"{source}, line 1: column names must be different, but {names} {stand} twice")
    if refused:
        raise DataError("\n".join(refused))
    return header


def _unnamed(source: str, positions: list[int]) -> str:
    columns = f"column{'s' if len(positions) > 1 else ''} {', '.join(map(str, positions))}"
    return f"{source}, line 1: {columns} must have a name; write one into the header, or take the column out"


def _without_index(table: TextTable) -> TextTable:
    """The table without its first column, which has no name, if that tells the rows apart as data frames write it; else a refusal."""
    first = table.texts("")
    if len(first.distinct) < table.n_rows:
        raise DataError(_unnamed(table.source, [1]))
    note = (
        f"{table.source}: the first column has no name and a different entry in every row ({listed(first.distinct, 3)}): "
        "it is left out; DataFrame.to_csv(index=False) does not write it"
    )
    columns = {name: column for name, column in table.columns.items() if name}
    return replace(table, columns=columns, notes=(*table.notes, note))
