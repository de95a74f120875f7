"""Where tables come from: the bytes of CSV files, gzipped or not, embedded tables, standard input (`-`), and Parquet files."""

from __future__ import annotations

import codecs
import hashlib
import sys
import zlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from shortlist.errors import DataError, UsageError
from shortlist.packaged import packaged
from shortlist.tables.csv_text import open_csv
from shortlist.tables.deadline import NO_DEADLINE, Deadline
from shortlist.tables.streams import GZIP, decompressed, read_path, read_stream
from shortlist.tables.table import Source
from shortlist.tables.texts import Bytes, CsvFile
from shortlist.words import did_you_mean

if TYPE_CHECKING:
    import narwhals as nw

T = TypeVar("T")

EMBEDDED = ("titanic", "penguins")
"""Tables that come with the package and are found by name."""

STANDARD_INPUT = "standard input"
"""What sentences call the source `-`."""


def open_texts(
    source: str | Path, *, delimiter: str | None = None, encoding: str = "utf-8", deadline: Deadline = NO_DEADLINE
) -> CsvFile:
    """A CSV file, gzipped or not, an embedded table by name, or standard input (`-`), with its header read."""
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '"\r\n'):
        raise UsageError(f"the delimiter must be one character, not a quote or line end, got {delimiter!r}")
    name = STANDARD_INPUT if str(source) == "-" else str(source)
    content, sha256 = _content(name, source, deadline)
    return open_csv(name, _as_utf8(name, content, encoding), delimiter, sha256)


def _content(name: str, source: str | Path, deadline: Deadline) -> tuple[Bytes, str]:
    """The bytes of a source, decompressed if they begin as gzip's do, and SHA-256 of them as they are."""
    path = Path(source)
    try:
        raw: Bytes
        if str(source) == "-":
            raw = read_stream(name, sys.stdin.buffer, deadline)
        elif str(source) in EMBEDDED and not path.exists():
            raw = packaged("data", f"{source}.csv").read_bytes()
        else:
            raw = read_path(path, deadline)
        sha256 = hashlib.sha256(raw).hexdigest()
        return decompressed(name, raw, deadline) if raw.startswith(GZIP) else raw, sha256
    except FileNotFoundError:
        near = did_you_mean(name, EMBEDDED)
        raise DataError(
            f"{name}: no such file (tables that come with Shortlist: {', '.join(EMBEDDED)}){near}"
        ) from None
    except MemoryError:
        raise DataError(f"{name}: does not fit into memory") from None
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"{name}: cannot be read ({error})") from None


def _as_utf8(name: str, raw: Bytes, encoding: str) -> Bytes:
    """The same text in UTF-8; what should be UTF-8 already is not looked at."""
    try:
        if codecs.lookup(encoding).name in ("utf-8", "utf-8-sig"):
            return raw
        return raw.decode(encoding).encode()
    except LookupError:
        raise UsageError(
            f"the encoding must be one that Python knows, such as utf-8 or latin-1, got {encoding!r}"
        ) from None
    except UnicodeDecodeError as error:
        line = raw[: error.start].decode(encoding, "replace").count("\n") + 1
        byte = raw[error.start]
        raise DataError(f"{name}, line {line}: must be {encoding} text, but byte {byte:#04x} is not") from None
    except UnicodeError as error:
        raise DataError(f"{name}: must be {encoding} text, but is not ({error})") from None


def source_of(path: str | Path) -> Source:
    """A file, with SHA-256 of its bytes."""
    with Path(path).open("rb") as stream:
        return Source(str(path), hashlib.file_digest(stream, "sha256").hexdigest())


def is_parquet(source: str | Path) -> bool:
    """Is it the name of a Parquet file?"""
    return Path(source).suffix == ".parquet"


def open_parquet(file: str) -> Any:
    """The Parquet file, opened."""
    import pyarrow.parquet  # noqa: PLC0415  # only Parquet files need it

    if not Path(file).exists():
        raise DataError(f"{file}: no such file")
    return by_arrow(file, lambda: pyarrow.parquet.ParquetFile(file))


def by_arrow(file: str, step: Callable[[], T]) -> T:
    """What a step of reading gives; whatever Arrow says of a file that is none is one sentence."""
    import pyarrow as pa  # noqa: PLC0415  # only Parquet files need it

    try:
        return step()
    except MemoryError:
        raise DataError(f"{file}: does not fit into memory") from None
    except (pa.ArrowException, OSError, ValueError, KeyError, IndexError, OverflowError) as error:
        said = (str(error).splitlines() or [type(error).__name__])[0]
        raise DataError(f"{file}: cannot be read as Parquet ({said[:200]})") from None


class ParquetFile:
    """A Parquet file whose schema is read: the columns can be asked for by name."""

    def __init__(self, source: str | Path) -> None:
        self.source = str(source)
        self._file = open_parquet(self.source)
        self.names = [*map(str, self._file.schema_arrow.names)]
        if not self.names or not self._file.metadata.num_rows:
            raise DataError(f"{source}: there must be at least one column and one row")
        if len(set(self.names)) < len(self.names):
            raise DataError(f"{source}: column names must be different")

    def read(self, names: Sequence[str], deadline: Deadline = NO_DEADLINE) -> nw.DataFrame[Any]:
        """These columns as a data frame; texts as codes, and as far as the time lasts."""
        import narwhals as nw  # noqa: PLC0415  # imported where used
        import pyarrow as pa  # noqa: PLC0415  # imported where used

        groups, size = [], Path(self.source).stat().st_size
        for group in range(self._file.num_row_groups):
            deadline.check(self.source, size * group // self._file.num_row_groups, size)
            asked = [*names] or self.names[:1]
            table = by_arrow(self.source, partial(self._file.read_row_group, group, columns=asked))
            by_arrow(self.source, partial(table.validate, full=True))
            groups.append(table)
        return nw.from_native(by_arrow(self.source, lambda: pa.concat_tables(groups)), eager_only=True)
