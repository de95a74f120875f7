"""Where tables come from: the bytes of CSV files, gzipped or not, embedded tables, standard input (`-`), and Parquet files."""

from __future__ import annotations

import codecs
import gzip
import hashlib
import sys
import zlib
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shortlist.errors import DataError, UsageError
from shortlist.tables.csv_text import TextTable, split
from shortlist.tables.table import Source
from shortlist.words import did_you_mean

if TYPE_CHECKING:
    import narwhals as nw

EMBEDDED = ("titanic", "penguins")
"""Tables that come with the package and are found by name."""

STANDARD_INPUT = "standard input"
"""What sentences call the source `-`."""

_GZIP = b"\x1f\x8b"


def read_texts(source: str | Path, *, delimiter: str | None = None, encoding: str = "utf-8") -> TextTable:
    """Read a CSV file, gzipped or not, an embedded table by name, or standard input (`-`), as texts."""
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '"\r\n'):
        raise UsageError(f"the delimiter must be one character, not a quote or line end, got {delimiter!r}")
    name = STANDARD_INPUT if str(source) == "-" else str(source)
    content, sha256 = _content(name, source)
    return replace(split(name, _as_utf8(name, content, encoding), delimiter), sha256=sha256)


def _content(name: str, source: str | Path) -> tuple[bytes, str]:
    """The bytes of a source, decompressed if they begin as gzip's do, and SHA-256 of them as they are."""
    path = Path(source)
    try:
        if str(source) == "-":
            raw = sys.stdin.buffer.read()
        elif str(source) in EMBEDDED and not path.exists():
            raw = resources.files("shortlist").joinpath("data", f"{source}.csv").read_bytes()
        else:
            raw = path.read_bytes()
        return gzip.decompress(raw) if raw.startswith(_GZIP) else raw, hashlib.sha256(raw).hexdigest()
    except FileNotFoundError:
        near = did_you_mean(name, EMBEDDED)
        raise DataError(
            f"{name}: no such file (tables that come with Shortlist: {', '.join(EMBEDDED)}){near}"
        ) from None
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"{name}: cannot be read ({error})") from None


def _as_utf8(name: str, raw: bytes, encoding: str) -> bytes:
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


def read_parquet(source: str | Path) -> nw.DataFrame[Any]:
    """The data frame of a Parquet file."""
    try:
        import narwhals as nw  # noqa: PLC0415  # imported where used
        import pyarrow.parquet  # noqa: PLC0415  # an extra
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
