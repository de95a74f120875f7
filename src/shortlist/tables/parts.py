"""Tables too large for memory, part by part: one file, the files of a folder or those that a pattern names, CSV or Parquet.

A part is a piece of a CSV file of whole rows, read as strictly as a file of its own would be, or some rows of a Parquet file.
"""

from __future__ import annotations

import codecs
import gzip
import re
import zlib
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from glob import glob, has_magic
from pathlib import Path
from typing import IO, Any, cast

from shortlist.errors import DataError, UsageError
from shortlist.tables.csv_text import open_csv, read_csv
from shortlist.tables.sources import by_arrow, is_parquet, open_parquet
from shortlist.tables.texts import TextTable

BYTES = 2**24
"""Of a CSV file, at a time."""

ROWS = 2**17
"""Of a Parquet file, at a time."""

ROWS_READ, DISTINCT_ROWS = "rows read", "distinct rows"

Tell = Callable[[str, int], None]
"""Called with what is counted while a table is passed over, and how many there are so far; it may raise to end it."""

_GZIP = b"\x1f\x8b"
_ENDINGS = (".parquet", ".csv", ".csv.gz", ".tsv", ".txt")
_LINE = re.compile(r"^(.*?, line )(\d+)", re.DOTALL)
_UNPACKED = 8  # times that a gzipped file is larger, about


def tell_no_one(_what: str, _number: int) -> None:
    """Whoever does not want to know."""


def files_of(source: str | Path) -> list[str]:
    """The files of a source, in order: itself, those that a pattern such as `day-*.csv` names, or those of a folder."""
    path = Path(source)
    if path.is_dir():
        found = sorted(str(file) for file in path.iterdir() if file.name.endswith(_ENDINGS))
    elif path.exists() or not has_magic(str(source)):
        return [str(source)]
    else:
        found = sorted(glob(str(source), recursive=True))  # noqa: PTH207  # a pattern may be absolute
    if not found:
        raise DataError(f"{source}: there is no CSV or Parquet file")
    if len({is_parquet(file) for file in found}) > 1:
        raise DataError(f"{source}: all files of a table must be CSV, or all Parquet")
    return found


def is_several(source: str | Path) -> bool:
    """Does a source name a folder or a pattern rather than a file?"""
    return Path(source).is_dir() or (has_magic(str(source)) and not Path(source).exists())


def bytes_in_memory(files: Sequence[str]) -> int:
    """How much memory the table of these files would take, about."""
    total = 0
    for file in files:
        if is_parquet(file):
            meta = open_parquet(file).metadata
            # Texts are kept as whole numbers of four bytes, all others as eight.
            total += meta.num_rows * meta.num_columns * 8
        elif Path(file).is_file():
            with Path(file).open("rb") as stream:
                total += Path(file).stat().st_size * (_UNPACKED if stream.read(2) == _GZIP else 1)
    return total


# -- CSV ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Texts:
    """How CSV files are read: of all columns these, or all; `numbers` among them may come as numbers."""

    delimiter: str | None = None
    encoding: str = "utf-8"
    missing: Collection[str] = ("",)
    names: Sequence[str] | None = None
    numbers: Collection[str] = ()


def text_parts(files: Sequence[str], how: Texts) -> Iterator[TextTable]:
    """The parts of CSV files that all have the same header, in order; lines are those of the file."""
    names: tuple[str, ...] | None = None
    for file in files:
        for found, part in _parts_of_file(file, how):
            names = names or found
            if found != names:
                raise DataError(f"{file}: all files of a table must have the same columns, here {', '.join(names)}")
            yield part
    if names is None:
        raise DataError(f"{', '.join(files[:3])}: there must be at least one row below the header")


def text_names(files: Sequence[str], how: Texts) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the columns of CSV files by the first part, and what was left out of it."""
    for file in files:
        for names, part in _parts_of_file(file, how):
            return names, part.notes
    raise DataError(f"{', '.join(files[:3])}: there must be at least one row below the header")


def _parts_of_file(file: str, how: Texts) -> Iterator[tuple[tuple[str, ...], TextTable]]:
    try:
        with _opened(file, how.encoding) as stream:
            header, line = b"", 0
            for piece, lines in _pieces(stream):
                if not header:
                    header, piece, line = _header_of(piece)  # noqa: PLW2901
                    lines -= line  # noqa: PLW2901
                if piece.strip(b"\r\n"):
                    yield _read(file, header, piece, how, line - header.count(b"\n"))
                line += lines
    except FileNotFoundError:
        raise DataError(f"{file}: no such file") from None
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"{file}: cannot be read ({error})") from None


def _opened(file: str, encoding: str) -> IO[bytes]:
    """The bytes of a file in UTF-8, unpacked."""
    stream = Path(file).open("rb")  # noqa: SIM115  # the caller closes it
    packed = stream.read(2) == _GZIP
    stream.seek(0)
    plain = cast("IO[bytes]", gzip.GzipFile(fileobj=stream)) if packed else stream
    try:
        known = codecs.lookup(encoding).name
    except LookupError:
        raise UsageError(
            f"the encoding must be one that Python knows, such as utf-8 or latin-1, got {encoding!r}"
        ) from None
    return plain if known in ("utf-8", "utf-8-sig") else codecs.EncodedFile(plain, "utf-8", encoding)


def _pieces(stream: IO[bytes]) -> Iterator[tuple[bytes, int]]:
    """The bytes in pieces that end where a row ends, each with its number of lines: where a line ends and no quote is open."""
    held, quotes = b"", 0
    while read := stream.read(BYTES):
        held += read
        end = held.rfind(b"\n") + 1
        quotes = held.count(b'"', 0, end)
        while end and quotes % 2:
            # A row that has a line end between quotes goes on.
            end = held.rfind(b"\n", 0, end - 1) + 1
            quotes = held.count(b'"', 0, end)
        if end:
            yield held[:end], held.count(b"\n", 0, end)
            held = held[end:]
    if held:
        yield held, held.count(b"\n") + 1


def _header_of(piece: bytes) -> tuple[bytes, bytes, int]:
    """The header, which ends where a line ends and no quote is open, what follows it, and the lines of the header."""
    piece = piece.removeprefix(codecs.BOM_UTF8)
    blank = len(piece) - len(piece.lstrip(b"\r\n"))
    end = blank
    while True:
        end = piece.find(b"\n", end) + 1 or len(piece)
        if end == len(piece) or piece.count(b'"', 0, end) % 2 == 0:
            return piece[blank:end], piece[end:], piece.count(b"\n", 0, end)


def _read(file: str, header: bytes, piece: bytes, how: Texts, lines_before: int) -> tuple[tuple[str, ...], TextTable]:
    """The names of all columns, and the rows of a piece, before which the file has so many lines more than the header."""
    try:
        texts = open_csv(file, header + piece, how.delimiter)
        wanted = texts.names if how.names is None else how.names
        part = read_csv(texts, wanted, numbers=how.numbers, missing=how.missing)
    except DataError as error:
        shown = _LINE.sub(lambda found: f"{found[1]}{_shifted(int(found[2]), header, lines_before)}", str(error))
        raise DataError(shown) from None
    line = part.line
    return texts.names, replace(part, line=lambda row: line(row) + lines_before)


def _shifted(line: int, header: bytes, lines_before: int) -> int:
    return line if line <= header.count(b"\n") else line + lines_before


# -- Parquet ------------------------------------------------------------------------------------------


def parquet_schema(files: Sequence[str]) -> Any:
    """The names and types of the columns of Parquet files, which must all have the same."""
    schema = open_parquet(files[0]).schema_arrow.remove_metadata()
    for file in files[1:]:
        if not open_parquet(file).schema_arrow.remove_metadata().equals(schema):
            raise DataError(f"{file}: all files of a table must have the same columns, here those of {files[0]}")
    if len(set(schema.names)) < len(schema.names):
        raise DataError(f"{files[0]}: the column names of a data frame must be different")
    return schema


def arrow_parts(files: Sequence[str], columns: Sequence[str]) -> Iterator[tuple[str, int, Any]]:
    """Some columns of Parquet files as Arrow batches, in order, each with its file and the row of the file that it begins with."""
    for file in files:
        first, batches = 0, open_parquet(file).iter_batches(ROWS, columns=list(columns))
        while (batch := by_arrow(file, partial(next, batches, None))) is not None:
            yield file, first, batch
            first += batch.num_rows
