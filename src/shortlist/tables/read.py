"""Files to tables: CSV, gzipped CSV and Parquet, strictly.

The header's width is every row's width, names are different, the encoding is UTF-8 unless another is named; whatever is
not so is refused with the line it stands in. `-` is standard input.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError, UsageError, both, together
from shortlist.tables.csv_text import TextTable
from shortlist.tables.kinds import ALWAYS_MISSING, column_of_texts
from shortlist.tables.labels import labelled, labels_of_texts, target_values
from shortlist.tables.sources import is_parquet, read_parquet, read_texts
from shortlist.tables.table import Column, Kind, Label, LabelledTable, Table
from shortlist.words import count, did_you_mean, listed, printable

if TYPE_CHECKING:
    import narwhals as nw


def read_labelled(
    source: str | Path,
    *,
    target: str | None = None,
    columns: Collection[str] | None = None,
    classes: Sequence[Label] | None = None,
    target_cuts: Sequence[float] = (),
    drop_missing_target: bool = False,
    drop: Sequence[str] = (),
    delimiter: str | None = None,
    encoding: str = "utf-8",
    missing: Collection[str] = ALWAYS_MISSING,
    kinds: Mapping[str, Kind] | None = None,
) -> LabelledTable:
    """Read a table with its classes; the target is the last column unless named.

    Of the other columns all are read but those to drop, or only `columns`. With `classes` the target must be one of them.
    With `target_cuts` the target is a number, and the ranges between the cuts are the classes; with `drop_missing_target` rows
    without a target are left out. `delimiter` and `encoding` are those of CSV files, and `missing` are the texts that mark missing
    entries in them.
    """
    if is_parquet(source):
        return _labelled_parquet(
            str(source),
            target=target,
            columns=columns,
            classes=classes,
            target_cuts=target_cuts,
            drop_missing_target=drop_missing_target,
            drop=drop,
            kinds=kinds,
        )
    texts = read_texts(source, delimiter=delimiter, encoding=encoding)
    name, wanted = _chosen(texts.source, texts.names, target=target, columns=columns, drop=drop, kinds=kinds)
    if texts.names == (name,):
        raise DataError(
            f"{texts.source}: there must be columns beside the target; is {delimiter or ', ; tab or |'} the delimiter?"
        )
    if drop_missing_target:
        texts = _with_target(texts, name, missing)
    (known, labels), table = both(
        lambda: labels_of_texts(texts.texts(name), partial(texts.where, name), missing, classes, cuts=target_cuts),
        lambda: _typed(texts, wanted, missing, kinds),
    )
    return LabelledTable(table, name, known, labels, np.ones(len(table), dtype=np.int64), texts.notes)


def _labelled_parquet(
    source: str,
    *,
    target: str | None,
    columns: Collection[str] | None,
    classes: Sequence[Label] | None,
    target_cuts: Sequence[float],
    drop_missing_target: bool,
    drop: Sequence[str],
    kinds: Mapping[str, Kind] | None,
) -> LabelledTable:
    frame = read_parquet(source)
    name, wanted = _chosen(source, frame.columns, target=target, columns=columns, drop=drop, kinds=kinds)
    present = ~frame[name].is_null().to_numpy()
    notes: tuple[str, ...] = ()
    if drop_missing_target and not present.all():
        frame, notes = frame.filter(present.tolist()), (_dropped(source, name, present),)
    classes_alone, table = both(
        lambda: labelled(
            Table((), len(frame)), name, frame[name].to_list(), classes=classes, cuts=target_cuts, source=source
        ),
        lambda: _table_of_frame(frame, kinds, wanted),
    )
    return replace(classes_alone, table=table, notes=notes)


def _with_target(texts: TextTable, name: str, missing: Collection[str]) -> TextTable:
    """The rows that have a target, and a note of how many have none."""
    target = texts.texts(name)
    known = np.array([value is not None for value in target_values(target, missing)], dtype=np.bool_)
    present = known[target.codes]
    if present.all():
        return texts
    return replace(texts.take(present), notes=(*texts.notes, _dropped(texts.source, name, present)))


def _dropped(source: str, target: str, present: NDArray[np.bool_]) -> str:
    """The note that rows without a target are left out; a table of nothing else is refused."""
    if not present.any():
        raise DataError(f"{source}, column {target!r}: the target is missing in every row")
    rows = int((~present).sum())
    return f"{source}: {count(rows, 'row')} of {len(present)} without a target, {printable(target)}, left out"


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
    if is_parquet(source):
        frame = read_parquet(source)
        _known(str(source), list(kinds or ()), frame.columns)
        return _table_of_frame(frame, kinds, _wanted(str(source), frame.columns, columns))
    texts = read_texts(source, delimiter=delimiter, encoding=encoding)
    _known(texts.source, list(kinds or ()), texts.names)
    return _typed(texts, _wanted(texts.source, texts.names, columns), missing, kinds)


def _typed(texts: TextTable, names: Sequence[str], missing: Collection[str], kinds: Mapping[str, Kind] | None) -> Table:
    """The columns of these names, each with its kind; all that cannot have theirs are named at once."""
    given = kinds or {}

    def column(name: str) -> Column:
        where = partial(texts.where, name)
        return column_of_texts(name, texts.texts(name), where, missing=missing, kind=given.get(name))

    return Table(tuple(together(partial(column, name) for name in names)), len(texts.lines))


def _chosen(
    source: str,
    names: Sequence[str],
    *,
    target: str | None,
    columns: Collection[str] | None,
    drop: Sequence[str],
    kinds: Mapping[str, Kind] | None,
) -> tuple[str, list[str]]:
    """The name of the target, and the columns to read beside it; all names that no column has are refused at once."""
    name = names[-1] if target is None else target
    _known(source, [name, *drop, *(kinds or ())], names)
    if name in drop:
        raise UsageError(f"the target column {printable(name)} must not be dropped")
    return name, _wanted(source, names, columns, {name, *drop})


def _wanted(
    source: str, names: Sequence[str], columns: Collection[str] | None, left_out: Collection[str] = ()
) -> list[str]:
    wanted = names if columns is None else _known(source, sorted(columns), names)
    return [name for name in wanted if name not in left_out]


def _known(source: str, wanted: Sequence[str], names: Sequence[str]) -> Sequence[str]:
    unknown = [name for name in dict.fromkeys(wanted) if name not in names]
    if unknown:
        missed = ", ".join(f"{printable(name)}{did_you_mean(name, names)}" for name in unknown)
        raise DataError(f"{source}: there is no column {missed}; its columns are {listed(names)}")
    return wanted


def _table_of_frame(frame: nw.DataFrame[Any], kinds: Mapping[str, Kind] | None, only: Sequence[str]) -> Table:
    from shortlist.tables.frames import table_of_frame  # noqa: PLC0415  # narwhals takes a while that CSV does not need

    return table_of_frame(frame, kinds=kinds, only=only)
