"""Parts of CSV and Parquet files by one door: what kinds their columns show, the entries of a column, and typed columns."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError
from shortlist.tables.kinds import Value, are_dates, column_of_texts, is_missing, kind_of, meaning
from shortlist.tables.labels import labels_of_texts, labels_of_values, target_values
from shortlist.tables.parts import Texts, arrow_parts, parquet_schema, text_names, text_parts
from shortlist.tables.table import Column, Kind, Label
from shortlist.tables.texts import NumberColumn, TextColumn, TextTable
from shortlist.tables.weights import integer_weights, weights_of_texts
from shortlist.words import EXACT

Entries = tuple[Sequence[Any], NDArray[np.integer[Any]]]
"""The distinct entries of a column, and for each row which of them it has."""

Labels = tuple[tuple[Label, ...], NDArray[np.int64]]


class RawPart(Protocol):
    """Some rows of a table before its columns have kinds."""

    @property
    def n_rows(self) -> int:
        """How many rows it has."""

    def evidence(self, name: str) -> set[Any]:
        """What these rows tell of the kind of a column; that of all rows is the union."""

    def entries(self, name: str) -> Entries:
        """The entries of a column as they are."""

    def column(self, name: str, kind: Kind) -> Column:
        """The column as one of this kind."""

    def where(self, name: str, code: int) -> str:
        """The place of the first row that has the distinct entry of this number."""


class RawTable(Protocol):
    """A table in files: its names and parts, and what entries mean once all are known."""

    @property
    def files(self) -> Sequence[str]:
        """The files."""

    @property
    def names(self) -> Sequence[str]:
        """The names of all columns, in order."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left out."""

    def parts(self, names: Sequence[str], numbers: Collection[str] = ()) -> Iterator[RawPart]:
        """The parts, with these columns at least; some of them are numbers, or may be."""

    def kind(self, evidence: set[Any]) -> Kind:
        """The kind of a column of which this was told."""

    def is_settled(self, evidence: set[Any]) -> bool:
        """Is the kind the same, whatever else will be told?"""

    def meanings(self, entries: Sequence[Any], *, numbers: bool = False) -> list[Any]:
        """What all entries of a target mean, None if one is missing; as `numbers` each by itself."""

    def labels(self, entries: Sequence[Any], numbers: NDArray[np.int64], where: Any, **meant: Any) -> Labels:
        """The classes, and that of each distinct entry of a target, which occurs in so many rows."""

    def weights(self, entries: Sequence[Any], where: Any, name: str) -> tuple[NDArray[np.int64], int]:
        """The weights that these entries say as whole numbers, and their scale."""


# -- CSV ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class CsvPart:
    """A piece of a CSV file."""

    texts: TextTable
    missing: Collection[str]

    @property
    def n_rows(self) -> int:
        """How many rows it has."""
        return self.texts.n_rows

    def evidence(self, name: str) -> set[Any]:
        """Values that tell the same kind as all values of the column do, see `_witnesses`."""
        column = self.texts.columns[name]
        if isinstance(column, NumberColumn):
            low, high = float(np.nanmin(column.values)), float(np.nanmax(column.values))
            return {(float, low), (float, high)} if (low, high) != (0, 1) else {(float, low), (float, 0.5)}
        stripped = (text.strip() for text in column.distinct)
        return {(type(value), value) for value in _witnesses(meaning(t) for t in stripped if t not in self.missing)}

    def entries(self, name: str) -> Entries:
        """The texts of a column."""
        column = self.texts.texts(name)
        return column.distinct, column.codes

    def column(self, name: str, kind: Kind) -> Column:
        """The column as one of this kind."""
        where = partial(self.where, name)
        return column_of_texts(name, self.texts.columns[name], where, missing=self.missing, kind=kind)

    def where(self, name: str, code: int) -> str:
        """File, line and column."""
        return self.texts.where(name, code)


class CsvTable:
    """A table in CSV files."""

    def __init__(self, files: Sequence[str], delimiter: str | None, encoding: str, missing: Collection[str]) -> None:
        self.files, self._missing = files, missing
        self._how = Texts(delimiter, encoding, missing)
        names, self.notes = text_names(files, self._how)
        self.names: Sequence[str] = names

    def parts(self, names: Sequence[str], numbers: Collection[str] = ()) -> Iterator[CsvPart]:
        """The pieces of the files, with these columns."""
        how = replace(self._how, names=names, numbers=numbers)
        return (CsvPart(texts, self._missing) for texts in text_parts(self.files, how))

    def kind(self, evidence: set[Any]) -> Kind:  # noqa: D102
        values = [value for _, value in evidence]
        return Kind.DATE if are_dates(values) else kind_of(values)

    def is_settled(self, evidence: set[Any]) -> bool:  # noqa: D102
        return any(of_type is str and not are_dates([value]) for of_type, value in evidence)

    def meanings(self, entries: Sequence[Any], *, numbers: bool = False) -> list[Any]:  # noqa: D102
        if numbers:
            return [None if text in self._missing else meaning(text) for text in map(str.strip, entries)]
        return target_values(TextColumn(tuple(entries), np.arange(len(entries), dtype=np.int32)), self._missing)

    def labels(self, entries: Sequence[Any], numbers: NDArray[np.int64], where: Any, **meant: Any) -> Labels:  # noqa: D102
        codes = np.repeat(np.arange(len(entries), dtype=np.int32), numbers)
        classes, labels = labels_of_texts(TextColumn(tuple(entries), codes), where, self._missing, **meant)
        return classes, labels[np.cumsum(numbers) - 1]

    def weights(self, entries: Sequence[Any], where: Any, name: str) -> tuple[NDArray[np.int64], int]:  # noqa: D102
        codes = np.arange(len(entries), dtype=np.int32)
        return weights_of_texts(TextColumn(tuple(entries), codes), where, self._missing, name)


def _witnesses(values: Iterable[Value | None]) -> Iterator[Value]:
    """Few of these values that are of the same kind as all of them: of each type the least and the greatest, what is neither 0 nor 1
    and what is no date.

    >>> list(_witnesses([1, 5, 3, None, 0.5, 2.5]))
    [1, 5, 0.5, 2.5]
    """
    by_type: dict[type, list[Value]] = {}
    for value in values:
        if value is not None:
            by_type.setdefault(type(value), []).append(value)
    for of_type, mine in by_type.items():
        if of_type is str:
            other = next((value for value in mine if not are_dates([value])), mine[0])
            yield other
        else:
            between = next((value for value in mine if value not in (0, 1)), mine[0])
            yield from dict.fromkeys((min(mine), max(mine), between))


# -- Parquet ------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class ArrowPart:
    """Some rows of a Parquet file, or of any Arrow table."""

    source: str
    first: int
    batch: Any

    @property
    def n_rows(self) -> int:
        """How many rows it has."""
        return int(self.batch.num_rows)

    def evidence(self, name: str) -> set[Any]:
        """The kind that these rows alone would have; nothing where there is no entry."""
        import pyarrow as pa  # noqa: PLC0415  # as below

        array = self._array(name)
        if len(array) == array.null_count:
            return set()
        if pa.types.is_integer(array.type) or pa.types.is_floating(array.type):
            return self._evidence_of_numbers(name, array)
        return {self._typed(name, array.unique(), None).kind}

    def _evidence_of_numbers(self, name: str, array: Any) -> set[Any]:
        values = array.drop_null().to_numpy(zero_copy_only=False)
        if values.dtype.kind == "f":
            infinite = np.isinf(values)
            if infinite.any():
                row = self.first + int(np.isinf(array.to_numpy(zero_copy_only=False)).argmax()) + 1
                found = values[infinite][0]
                raise DataError(f"column {name!r}, row {row}: must be finite (not inf or infinity), got {found}")
            values = values[~np.isnan(values)]
        if not len(values):
            return set()
        low, high = values.min(), values.max()
        if values.dtype.kind != "f" and not -EXACT <= int(low) <= int(high) <= EXACT:
            sentence = "must hold whole numbers of at most 2**53, or texts; a longer number is a name"
            raise DataError(f"column {name!r} {sentence}")
        truths = low >= 0 and high <= 1 and bool(((values == 0) | (values == 1)).all())
        return {Kind.BOOLEAN if truths else Kind.NUMBER}

    def entries(self, name: str) -> Entries:
        """The values of a column."""
        found = self._array(name).dictionary_encode("encode")
        return found.dictionary.to_pylist(), found.indices.to_numpy(zero_copy_only=False)

    def column(self, name: str, kind: Kind) -> Column:
        """The column as one of this kind."""
        return self._typed(name, self._array(name), kind)

    def _array(self, name: str) -> Any:
        return self.batch.column(self.batch.schema.get_field_index(name))

    @staticmethod
    def _typed(name: str, array: Any, kind: Kind | None) -> Column:
        import pyarrow as pa  # noqa: PLC0415  # CSV does not need it

        from shortlist.tables.frames import table_of_frame  # noqa: PLC0415  # nor narwhals

        (column,) = table_of_frame(pa.table({name: array}), kinds={} if kind is None else {name: kind})
        return column

    def where(self, name: str, code: int) -> str:
        """File, row and column."""
        row = self.first + int((self.entries(name)[1] == code).argmax()) + 1
        return f"{self.source}, row {row}, column {name!r}"


class ParquetTable:
    """A table in Parquet files."""

    notes: tuple[str, ...] = ()

    def __init__(self, files: Sequence[str]) -> None:
        self.files = files
        self.schema = parquet_schema(files)
        self.names: Sequence[str] = self.schema.names

    def parts(self, names: Sequence[str], numbers: Collection[str] = ()) -> Iterator[ArrowPart]:  # noqa: ARG002
        """Some rows of the files after the others, with these columns."""
        return (ArrowPart(*part) for part in arrow_parts(self.files, names))

    def kind(self, evidence: set[Any]) -> Kind:  # noqa: D102
        return common_kind(evidence)

    def is_settled(self, evidence: set[Any]) -> bool:  # noqa: D102
        return Kind.CATEGORY in evidence

    def meanings(self, entries: Sequence[Any], *, numbers: bool = False) -> list[Any]:  # noqa: ARG002, D102
        return [None if is_missing(value) else value for value in entries]

    def labels(self, entries: Sequence[Any], numbers: NDArray[np.int64], where: Any, **meant: Any) -> Labels:  # noqa: D102
        ends = np.cumsum(numbers)
        values = [entry for entry, n in zip(entries, numbers.tolist(), strict=True) for _ in range(n)]
        classes, labels = labels_of_values(
            values, lambda row: where(int(np.searchsorted(ends, row, "right"))), how="--target-cuts {}", **meant
        )
        return classes, labels[ends - 1]

    def weights(self, entries: Sequence[Any], where: Any, name: str) -> tuple[NDArray[np.int64], int]:  # noqa: ARG002, D102
        return integer_weights(np.array(entries), len(entries), f"column {name!r}")


def common_kind(kinds: set[Kind]) -> Kind:
    """The kind of a column whose parts, each by itself, are of these kinds; of a column without an entry a category.

    >>> str(common_kind({Kind.BOOLEAN, Kind.NUMBER})), str(common_kind({Kind.DATE, Kind.CATEGORY}))
    ('number', 'category')
    """
    if len(kinds) == 1:
        return next(iter(kinds))
    return Kind.NUMBER if kinds == {Kind.BOOLEAN, Kind.NUMBER} else Kind.CATEGORY
