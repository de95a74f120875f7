"""Files to tables: CSV, gzipped CSV and Parquet, strictly.

The header's width is every row's width, names are different, the encoding is UTF-8 unless another is named; whatever is
not so is refused with the line it stands in. `-` is standard input.
"""

from __future__ import annotations

import codecs
import gzip
import sys
import zlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError, UsageError
from shortlist.tables.csv_text import TextTable, split
from shortlist.tables.kinds import ALWAYS_MISSING, column_of_texts
from shortlist.tables.labels import labelled, labels_of_texts
from shortlist.tables.table import Kind, Label, LabelledTable, Table, Weighting
from shortlist.tables.weights import integer_weights, weights_of_texts
from shortlist.words import printable

if TYPE_CHECKING:
    import narwhals as nw

EMBEDDED = ("titanic", "penguins")
"""Tables that come with the package and are found by name."""

STANDARD_INPUT = "standard input"
"""What sentences call the source `-`."""

_GZIP = b"\x1f\x8b"


def read_labelled(
    source: str | Path,
    *,
    target: str | None = None,
    columns: Collection[str] | None = None,
    classes: Sequence[Label] | None = None,
    more: bool = False,
    weight: str | None = None,
    weight_needed: bool = True,
    drop: Sequence[str] = (),
    delimiter: str | None = None,
    encoding: str = "utf-8",
    missing: Collection[str] = ALWAYS_MISSING,
    kinds: Mapping[str, Kind] | None = None,
) -> LabelledTable:
    """Read a table with its classes; the target is the last column unless named.

    Of the other columns all are read but those to drop, or only `columns`. With `classes` the target must be one of them,
    or, with `more`, a class beside them. The column `weight` holds the weights of the rows; unless it is
    needed, it may not be there.
    `delimiter` and `encoding` are those of CSV files, and `missing` are the texts that mark missing entries in them.
    """
    if weight is not None and weight in (columns or ()):
        raise UsageError(f"the column of weights must not be a feature of the model, got {printable(weight)}")
    if _is_parquet(source):
        frame = _read_parquet(source)
        weight = weight if weight_needed or weight in frame.columns else None
        name = _target_name(str(source), frame.columns, target, drop)
        left_out = {
            name,
            *_weight_name(str(source), frame.columns, weight, name),
            *_known(str(source), drop, frame.columns),
        }
        table = _table_of_frame(frame, kinds, _wanted(str(source), frame.columns, columns, left_out))
        data = labelled(table, name, frame[name].to_list(), classes=classes, more=more, source=str(source))
        if weight is None:
            return data
        return _weighted(data, integer_weights(frame[weight].to_numpy(), len(data), f"column {weight!r}"), weight)
    texts = read_texts(source, delimiter=delimiter, encoding=encoding)
    weight = weight if weight_needed or weight in texts.names else None
    name = _target_name(texts.source, texts.names, target, drop)
    known, labels = labels_of_texts(texts.texts(name), partial(texts.where, name), missing, classes, more=more)
    if texts.names == (name,):
        raise DataError(
            f"{texts.source}: there must be columns beside the target; is {delimiter or ', ; tab or |'} the delimiter?"
        )
    left_out = {name, *_weight_name(texts.source, texts.names, weight, name), *_known(texts.source, drop, texts.names)}
    table = _typed(texts, _wanted(texts.source, texts.names, columns, left_out), missing, kinds)
    data = LabelledTable(table, name, known, labels, np.ones(len(table), dtype=np.int64))
    if weight is None:
        return data
    return _weighted(data, weights_of_texts(texts.texts(weight), partial(texts.where, weight), missing, weight), weight)


def read_table(
    source: str | Path,
    *,
    columns: Collection[str] | None = None,
    delimiter: str | None = None,
    encoding: str = "utf-8",
    missing: Collection[str] = ALWAYS_MISSING,
    kinds: Mapping[str, Kind] | None = None,
) -> Table:
    """Read a table without classes: all its columns, or only these, which it must have."""
    if _is_parquet(source):
        frame = _read_parquet(source)
        return _table_of_frame(frame, kinds, _wanted(str(source), frame.columns, columns))
    texts = read_texts(source, delimiter=delimiter, encoding=encoding)
    return _typed(texts, _wanted(texts.source, texts.names, columns), missing, kinds)


def _typed(texts: TextTable, names: Sequence[str], missing: Collection[str], kinds: Mapping[str, Kind] | None) -> Table:
    _known(texts.source, list(kinds or ()), texts.names)
    given = kinds or {}
    typed = (
        column_of_texts(name, texts.texts(name), partial(texts.where, name), missing=missing, kind=given.get(name))
        for name in names
    )
    return Table(tuple(typed), len(texts.lines))


def _target_name(source: str, names: Sequence[str], target: str | None, drop: Sequence[str]) -> str:
    name = names[-1] if target is None else _known(source, [target], names)[0]
    if name in drop:
        raise UsageError(f"the target column {printable(name)} must not be dropped")
    return name


def _weight_name(source: str, names: Sequence[str], weight: str | None, target: str) -> Sequence[str]:
    """The column of weights, if there is one; it is no feature."""
    if weight == target:
        raise UsageError(f"the column of weights must not be the target, got {printable(target)}")
    return [] if weight is None else _known(source, [weight], names)


def _weighted(data: LabelledTable, found: tuple[NDArray[np.int64], int], column: str) -> LabelledTable:
    weights, scale = found
    return replace(data, weights=weights, weighting=Weighting(scale, column))


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


def read_texts(source: str | Path, *, delimiter: str | None = None, encoding: str = "utf-8") -> TextTable:
    """Read a CSV file, gzipped or not, an embedded table by name, or standard input (`-`), as texts."""
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '"\r\n'):
        raise UsageError(f"the delimiter must be one character, not a quote or line end, got {delimiter!r}")
    name = STANDARD_INPUT if str(source) == "-" else str(source)
    return split(name, _as_utf8(name, _content(name, source), encoding), delimiter)


def _content(name: str, source: str | Path) -> bytes:
    """The bytes of a source, decompressed if they begin as gzip's do."""
    path = Path(source)
    try:
        if str(source) == "-":
            raw = sys.stdin.buffer.read()
        elif str(source) in EMBEDDED and not path.exists():
            raw = resources.files("shortlist").joinpath("data", f"{source}.csv").read_bytes()
        else:
            raw = path.read_bytes()
        return gzip.decompress(raw) if raw.startswith(_GZIP) else raw
    except FileNotFoundError:
        raise DataError(f"{name}: no such file (tables that come with Shortlist: {', '.join(EMBEDDED)})") from None
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


def _is_parquet(source: str | Path) -> bool:
    return Path(source).suffix == ".parquet"


def _table_of_frame(frame: nw.DataFrame[Any], kinds: Mapping[str, Kind] | None, only: Sequence[str]) -> Table:
    from shortlist.tables.frames import table_of_frame  # noqa: PLC0415  # narwhals takes a while that CSV does not need

    return table_of_frame(frame, kinds=kinds, only=only)


def _read_parquet(source: str | Path) -> nw.DataFrame[Any]:
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
