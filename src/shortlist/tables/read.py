"""Files to tables: CSV, gzipped CSV and Parquet, strictly.

The header's width is every row's width, names are different, the encoding is UTF-8 unless another is named; whatever is
not so is refused with the line it stands in. `-` is standard input.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError, UsageError, both, together
from shortlist.tables.csv_text import read_csv
from shortlist.tables.dates import whole_and_part
from shortlist.tables.deadline import NO_DEADLINE, Deadline
from shortlist.tables.kinds import ALWAYS_MISSING, column_of_texts, is_missing
from shortlist.tables.labels import labelled, labels_of_texts, target_values
from shortlist.tables.sources import ParquetFile, is_parquet, open_texts, source_of
from shortlist.tables.table import Column, Kind, Label, LabelledTable, Source, Table, Weighting
from shortlist.tables.texts import TextTable, rounded_notes, trimmed_notes
from shortlist.tables.weights import integer_weights, weightless_note, weights_of_texts
from shortlist.words import count, did_you_mean, listed, printable

if TYPE_CHECKING:
    import narwhals as nw


def read_labelled(
    source: str | Path,
    *,
    target: str | None = None,
    columns: Collection[str] | None = None,
    classes: Sequence[Label] | None = None,
    more: bool = False,
    target_cuts: Sequence[float] = (),
    drop_missing_target: bool = False,
    weight: str | None = None,
    weight_needed: bool = True,
    drop: Sequence[str] = (),
    delimiter: str | None = None,
    encoding: str = "utf-8",
    missing: Collection[str] = ALWAYS_MISSING,
    kinds: Mapping[str, Kind] | None = None,
    deadline: Deadline = NO_DEADLINE,
) -> LabelledTable:
    """Read a table with its classes; the target is the last column unless named.

    Of the other columns all are read but those to drop, or only `columns`. With `classes` the target must be one of them, or, with
    `more`, a class beside them. With `target_cuts` the target is a number, and the ranges between the cuts are the classes; with
    `drop_missing_target` rows without a target are left out. The column `weight` holds the weights of the rows; unless it is needed,
    it may not be there. `delimiter` and `encoding` are those of CSV files, and `missing` are the texts that mark missing entries in
    them. Once the `deadline` has passed, reading ends with a refusal.
    """
    meant = _Meant(classes, more, tuple(target_cuts))
    deadline = deadline.begin()
    if is_parquet(source):
        parquet = ParquetFile(source)
        weight = weight if weight_needed or weight in parquet.names else None
        chosen = chosen_columns(
            parquet.source, parquet.names, target=target, weight=weight, columns=columns, drop=drop, kinds=kinds
        )
        frame = parquet.read(chosen.names, deadline)
        return _of_frame(parquet.source, frame, chosen, meant, drop=drop_missing_target)
    file = open_texts(source, delimiter=delimiter, encoding=encoding, deadline=deadline)
    weight = weight if weight_needed or weight in file.names else None
    chosen = chosen_columns(
        file.source, file.names, target=target, weight=weight, columns=columns, drop=drop, kinds=kinds
    )
    if file.names == (chosen.target,):
        raise only_a_target(file.source, delimiter)
    numbers = _maybe_numbers(chosen.columns, chosen.kinds)
    texts = read_csv(file, chosen.names, numbers=numbers, missing=missing, deadline=deadline)
    texts = _with_target(texts, chosen.target, missing) if drop_missing_target else texts
    return _of_texts(texts, chosen, missing, meant)


def only_a_target(source: str, delimiter: str | None) -> DataError:
    """The refusal of a CSV file of one column."""
    mark = delimiter or ", ; tab or |"
    return DataError(f"{source}: there must be columns beside the target; is {mark} the delimiter?")


def read_table(
    source: str | Path,
    *,
    columns: Collection[str] | None = None,
    delimiter: str | None = None,
    encoding: str = "utf-8",
    missing: Collection[str] = ALWAYS_MISSING,
    kinds: Mapping[str, Kind] | None = None,
    deadline: Deadline = NO_DEADLINE,
) -> Table:
    """Read a table without classes: all its columns, or only these, which it must have."""
    if is_parquet(source):
        parquet = ParquetFile(source)
        wanted, known = wanted_columns(parquet.source, parquet.names, columns, kinds)
        return _table_of_frame(parquet.read(wanted, deadline), wanted, known)
    file = open_texts(source, delimiter=delimiter, encoding=encoding, deadline=deadline)
    wanted, known = wanted_columns(file.source, file.names, columns, kinds)
    numbers = _maybe_numbers(wanted, known)
    return _typed(read_csv(file, wanted, numbers=numbers, missing=missing, deadline=deadline), wanted, known, missing)


@dataclass(frozen=True)
class _Meant:
    """What values of the target mean: the classes, where these are known, whether there may be more, and cuts of numbers."""

    classes: Sequence[Label] | None
    more: bool
    cuts: tuple[float, ...]


@dataclass(frozen=True)
class ChosenColumns:
    """What is read of a table: the target, the weights, the columns beside them, and the kinds of some of these."""

    target: str
    weight: str | None
    columns: list[str]
    kinds: dict[str, Kind]

    @property
    def names(self) -> list[str]:
        """All columns that are read."""
        return [*self.columns, self.target, *([] if self.weight is None else [self.weight])]


def _maybe_numbers(columns: Sequence[str], kinds: Mapping[str, Kind]) -> set[str]:
    """The columns that no one has said to be anything but numbers."""
    return {name for name in columns if kinds.get(name, Kind.NUMBER) is Kind.NUMBER}


def chosen_columns(
    source: str,
    names: Sequence[str],
    *,
    target: str | None,
    weight: str | None,
    columns: Collection[str] | None,
    drop: Sequence[str],
    kinds: Mapping[str, Kind] | None,
) -> ChosenColumns:
    """The choice among these names; those that no column has are refused at once."""
    name = names[-1] if target is None else target
    of_weights = () if weight is None else (weight,)
    wanted, known = wanted_columns(source, names, columns, kinds, (name, *drop, *of_weights))
    if name in drop:
        raise UsageError(f"the target column {printable(name)} must not be dropped")
    if weight == name:
        raise UsageError(f"the column of weights must not be the target, got {printable(name)}")
    if weight is not None and weight in (columns or ()):
        raise UsageError(f"the column of weights must not be a feature of the model, got {printable(weight)}")
    others = {name, *drop, *of_weights}
    return ChosenColumns(name, weight, [k for k in wanted if k not in others], known)


def wanted_columns(
    source: str,
    names: Sequence[str],
    columns: Collection[str] | None,
    kinds: Mapping[str, Kind] | None,
    others: Sequence[str] = (),
) -> tuple[list[str], dict[str, Kind]]:
    """The columns to read, and the kinds of some; for a part of a date that is no column itself, the date that it is a part of."""
    there = set(names)
    found = {name: whole_and_part(name) for name in (*(columns or ()), *(kinds or ())) if name not in there}
    whole = {name: parts[0] for name, parts in found.items() if parts is not None and parts[0] in there}
    known = {whole.get(name, name): Kind.DATE if name in whole else kind for name, kind in (kinds or {}).items()}
    wanted = list(names) if columns is None else sorted({whole.get(name, name) for name in columns})
    _known(source, [*others, *wanted, *known], names)
    return wanted, known


def _known(source: str, wanted: Sequence[str], names: Sequence[str]) -> None:
    """Refuse all names that no column has."""
    there = set(names)
    unknown = [name for name in dict.fromkeys(wanted) if name not in there]
    if unknown:
        missed = ", ".join(f"{printable(name)}{did_you_mean(name, names)}" for name in unknown)
        there_is = "are no columns" if len(unknown) > 1 else "is no column"
        raise DataError(f"{source}: there {there_is} {missed}; its columns are {listed(names)}")


def _of_texts(
    texts: TextTable,
    chosen: ChosenColumns,
    missing: Collection[str],
    meant: _Meant,
) -> LabelledTable:
    target, where = texts.texts(chosen.target), partial(texts.where, chosen.target)
    (known, labels), table = both(
        lambda: labels_of_texts(target, where, missing, meant.classes, cuts=meant.cuts, more=meant.more),
        lambda: _typed(texts, chosen.columns, chosen.kinds, missing),
    )
    categories = [column.name for column in table if column.kind is Kind.CATEGORY]
    numbers = [name for name, kind in chosen.kinds.items() if kind is Kind.NUMBER and name in chosen.columns]
    notes = (*texts.notes, *trimmed_notes(texts, [*categories, chosen.target]), *rounded_notes(texts, numbers))
    data = LabelledTable(table, chosen.target, known, labels, np.ones(len(table), dtype=np.int64), notes)
    data = replace(data, source=Source(texts.source, texts.sha256))
    if chosen.weight is None:
        return data
    of_weights, where = texts.texts(chosen.weight), partial(texts.where, chosen.weight)
    return _weighted(data, weights_of_texts(of_weights, where, missing, chosen.weight), chosen.weight)


def _weighted(data: LabelledTable, found: tuple[NDArray[np.int64], int], column: str) -> LabelledTable:
    weights, scale = found
    gone = int((weights == 0).sum())
    notes = (weightless_note(column, gone, len(data)),) if gone else ()
    return replace(data, weights=weights, weighting=Weighting(scale, column), notes=(*data.notes, *notes))


def _typed(texts: TextTable, names: Sequence[str], kinds: Mapping[str, Kind], missing: Collection[str]) -> Table:
    """The columns of these names, each with its kind; all that cannot have theirs are named at once."""

    def column(name: str) -> Column:
        where = partial(texts.where, name)
        return column_of_texts(name, texts.columns[name], where, missing=missing, kind=kinds.get(name))

    return Table(tuple(together(partial(column, name) for name in names)), texts.n_rows)


def _of_frame(
    source: str,
    frame: nw.DataFrame[Any],
    chosen: ChosenColumns,
    meant: _Meant,
    *,
    drop: bool,
) -> LabelledTable:
    target = chosen.target
    values: list[Any] = frame[target].to_list()
    present = np.array([not is_missing(value) for value in values], dtype=np.bool_)
    notes: tuple[str, ...] = ()
    if drop and not present.all():
        notes = (dropped_note(source, target, int((~present).sum()), len(present)),)
        frame, values = frame.filter(present.tolist()), [value for value in values if not is_missing(value)]
    of_target, table = both(
        lambda: labelled(Table((), len(frame)), target, values, source=source, **vars(meant)),
        lambda: _table_of_frame(frame, chosen.columns, chosen.kinds),
    )
    data = replace(of_target, table=table, notes=notes, source=source_of(source))
    if chosen.weight is None:
        return data
    weights = frame[chosen.weight].to_numpy()
    return _weighted(data, integer_weights(weights, len(data), f"column {chosen.weight!r}"), chosen.weight)


def _table_of_frame(frame: nw.DataFrame[Any], only: Sequence[str], kinds: Mapping[str, Kind]) -> Table:
    from shortlist.tables.frames import table_of_frame  # noqa: PLC0415  # narwhals takes a while that CSV does not need

    return table_of_frame(frame, kinds=kinds, only=only)


def _with_target(texts: TextTable, name: str, missing: Collection[str]) -> TextTable:
    """The rows that have a target, and a note of how many have none."""
    target = texts.texts(name)
    known = np.array([value is not None for value in target_values(target, missing)], dtype=np.bool_)
    present = known[target.codes]
    if present.all():
        return texts
    return replace(
        texts.take(present), notes=(*texts.notes, dropped_note(texts.source, name, int((~present).sum()), len(present)))
    )


def dropped_note(source: str, target: str, gone: int, rows: int) -> str:
    """The note that so many of all rows are left out, for they have no target; a table of nothing else is refused."""
    if gone == rows:
        raise DataError(f"{source}, column {target!r}: the target is missing in every row")
    return f"{source}: {count(gone, 'row')} of {rows} without a target, {printable(target)}, left out"
