"""Files to tables: CSV, gzipped CSV and Parquet, strictly.

The header's width is every row's width, names are different, the encoding is UTF-8; whatever is not so is refused with
the line it stands in.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Collection, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np

from shortlist.errors import DataError, UsageError
from shortlist.tables.csv_text import TextTable, split
from shortlist.tables.frames import labelled, table_of_frame
from shortlist.tables.kinds import column_of_texts, labels_of_texts
from shortlist.tables.table import Kind, Label, LabelledTable, Table
from shortlist.words import printable

EMBEDDED = ("titanic", "penguins")
"""Tables that come with the package and are found by name."""


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
    target_texts = texts.texts(name)
    labels = labels_of_texts(name, target_texts.distinct, lambda text: texts.where(name, text), missing, classes)
    if texts.names == (name,):
        raise DataError(
            f"{source}: there must be columns beside the target; is {delimiter or ',, ; or tab'} the delimiter?"
        )
    wanted = _wanted(texts.source, texts.names, columns, {name, *_known(texts.source, drop, texts.names)})
    known = list(classes or sorted(set(labels)))
    of_text = np.array([known.index(label) for label in labels])
    table = _typed(texts, wanted, missing, kinds)
    return LabelledTable(table, name, tuple(known), of_text[target_texts.codes], np.ones(len(table), dtype=np.int64))


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
    return split(name, _content(source), delimiter)


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
