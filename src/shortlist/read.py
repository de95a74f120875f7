"""Files to tables: CSV, gzipped CSV and Parquet, strictly.

The header's width is every row's width, names are different, the encoding is UTF-8; whatever is not so is refused with
the line it stands in.
"""

from __future__ import annotations

import csv
import gzip
import io
import zlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import narwhals as nw

from shortlist.errors import DataError, UsageError
from shortlist.frames import labelled, table_of_frame
from shortlist.literal import printable
from shortlist.table import Kind, Label, LabelledTable, Table
from shortlist.texts import column_of_texts, labels_of_texts

EMBEDDED = ("titanic", "penguins")
"""Tables that come with the package and are found by name."""

_DELIMITERS = ",;\t"
_END = "\x04"


@dataclass(frozen=True)
class TextTable:
    """A CSV file as texts: column by column, with the line that each row ends in."""

    source: str
    names: tuple[str, ...]
    columns: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]

    def texts(self, name: str) -> tuple[str, ...]:
        """The texts of one column."""
        return self.columns[self.names.index(name)]

    def where(self, name: str, text: str) -> str:
        """File and line of the first such text in the column."""
        return f"{self.source}, line {self.lines[self.texts(name).index(text)]}"


def read_labelled(
    source: str | Path,
    *,
    target: str | None = None,
    columns: Collection[str] | None = None,
    classes: Sequence[Label] | None = None,
    drop: Sequence[str] = (),
    delimiter: str | None = None,
    missing: Collection[str] = ("",),
    kinds: Mapping[str, Kind] | None = None,
) -> LabelledTable:
    """Read a table with its classes; the target is the last column unless named.

    Of the other columns all are read but those to drop, or only `columns`. With `classes` the target must be one of them.
    """
    if _is_parquet(source):
        frame = _read_parquet(source)
        name = _target_name(str(source), frame.columns, target, drop)
        wanted = _wanted(str(source), frame.columns, columns, {name, *_known(str(source), drop, frame.columns)})
        return labelled(table_of_frame(frame, kinds=kinds, only=wanted), name, frame[name].to_list(), classes=classes)
    texts = read_texts(source, delimiter=delimiter)
    name = _target_name(texts.source, texts.names, target, drop)
    labels = labels_of_texts(name, texts.texts(name), lambda text: texts.where(name, text), missing, classes)
    if texts.names == (name,):
        raise DataError(
            f"{source}: there must be columns beside the target; is {delimiter or ',, ; or tab'} the delimiter?"
        )
    wanted = _wanted(texts.source, texts.names, columns, {name, *_known(texts.source, drop, texts.names)})
    return labelled(_typed(texts, wanted, missing, kinds), name, labels, classes=classes)


def read_table(
    source: str | Path,
    *,
    columns: Collection[str] | None = None,
    delimiter: str | None = None,
    missing: Collection[str] = ("",),
    kinds: Mapping[str, Kind] | None = None,
) -> Table:
    """Read a table without classes: all its columns, or only these, which it must have."""
    if _is_parquet(source):
        frame = _read_parquet(source)
        return table_of_frame(frame, kinds=kinds, only=_wanted(str(source), frame.columns, columns))
    texts = read_texts(source, delimiter=delimiter)
    return _typed(texts, _wanted(texts.source, texts.names, columns), missing, kinds)


def _typed(texts: TextTable, names: Sequence[str], missing: Collection[str], kinds: Mapping[str, Kind] | None) -> Table:
    _known(texts.source, list(kinds or ()), texts.names)
    typed = [
        column_of_texts(
            name,
            texts.texts(name),
            lambda text, name=name: texts.where(name, text),  # type: ignore[misc]
            missing=missing,
            kind=(kinds or {}).get(name),
        )
        for name in names
    ]
    return Table(tuple(typed), len(texts.lines))


def _target_name(source: str, names: Sequence[str], target: str | None, drop: Sequence[str]) -> str:
    name = names[-1] if target is None else _known(source, [target], names)[0]
    if name in drop:
        raise UsageError(f"the target column {printable(name)} must not be dropped")
    return name


def _wanted(
    source: str, names: Sequence[str], columns: Collection[str] | None, left_out: Collection[str] = ()
) -> list[str]:
    wanted = names if columns is None else _known(source, sorted(columns), names)
    return [name for name in wanted if name not in left_out]


def _known(source: str, wanted: Sequence[str], names: Sequence[str]) -> Sequence[str]:
    for name in wanted:
        if name not in names:
            known = ", ".join(map(printable, names))
            raise DataError(f"{source}: there is no column {printable(name)}; its columns are {known}")
    return wanted


def read_texts(source: str | Path, *, delimiter: str | None = None) -> TextTable:
    """Read a CSV file (gzipped if its name ends in .gz), or an embedded table by name, as texts."""
    name = str(source)
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '"\r\n'):
        raise UsageError(f"the delimiter must be one character, not a quote or line end, got {delimiter!r}")
    text = _content(source)
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise DataError(f"{name}, line {line}: a CSV file must be text, but there is a NUL character")
    header, rows, lines = _rows(name, text, delimiter or _guess_delimiter(text))
    if not rows:
        raise DataError(f"{name}: there must be at least one row below the header")
    return TextTable(name, header, tuple(zip(*rows, strict=True)), tuple(lines))


def _rows(source: str, text: str, delimiter: str) -> tuple[tuple[str, ...], list[list[str]], list[int]]:
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
    if not rows:
        raise DataError(f"{source}: the file must begin with a header of column names, but it is empty")
    header = tuple(name.strip() for name in rows[0])
    _check_header(source, header)
    if len(header) > 1:
        # In a table of one column an empty line is a missing entry; in a wider one it says nothing.
        lines = [line for row, line in zip(rows, lines, strict=True) if row]
        rows = [row for row in rows if row]
    rows = [row or [""] for row in rows]
    for row, line in zip(rows, lines, strict=True):
        if len(row) != len(header):
            raise DataError(f"{source}, line {line}: must have {len(header)} fields as the header has, got {len(row)}")
    return header, rows[1:], lines[1:]


def _check_header(source: str, header: tuple[str, ...]) -> None:
    for position, name in enumerate(header):
        if not name:
            raise DataError(f"{source}, line 1: column {position + 1} must have a name")
        if header.index(name) != position:
            raise DataError(f"{source}, line 1: column names must be different, but {name!r} stands twice")


def _content(source: str | Path) -> str:
    path = Path(source)
    try:
        if str(source) in EMBEDDED and not path.exists():
            raw = resources.files("shortlist").joinpath("data", f"{source}.csv").read_bytes()
        elif path.suffix == ".gz":
            raw = gzip.decompress(path.read_bytes())
        else:
            raw = path.read_bytes()
    except FileNotFoundError:
        raise DataError(f"{source}: no such file (tables that come with Shortlist: {', '.join(EMBEDDED)})") from None
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"{source}: cannot be read ({error})") from None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise DataError(f"{source}, line {line}: must be UTF-8 text, but byte {raw[error.start]:#04x} is not") from None


def _guess_delimiter(text: str) -> str:
    header = text.split("\n", 1)[0]
    return max(_DELIMITERS, key=header.count)


def _is_parquet(source: str | Path) -> bool:
    return Path(source).suffix == ".parquet"


def _read_parquet(source: str | Path) -> nw.DataFrame[Any]:
    try:
        import pyarrow.parquet  # noqa: PLC0415  # an extra, imported where used
    except ImportError:
        raise DataError(f"{source}: reading Parquet needs pyarrow: pip install 'shortlist[parquet]'") from None
    if not Path(source).exists():
        raise DataError(f"{source}: no such file")
    try:
        frame: nw.DataFrame[Any] = nw.from_native(pyarrow.parquet.read_table(source), eager_only=True)
    except (OSError, ValueError) as error:
        raise DataError(f"{source}: cannot be read as Parquet ({str(error).splitlines()[0]})") from None
    if not frame.columns or not len(frame):
        raise DataError(f"{source}: there must be at least one column and one row")
    return frame
