"""Columns as the page knows them: their values as texts, their range, and whether a rule asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.files.modelfile import ModelFile
from shortlist.tables.table import Column, Table

_MOST_LISTED = 30


@dataclass(frozen=True)
class Known:
    """One column of the page: of numbers and dates the range, of all others the texts of the values that the page speaks of."""

    column: Column
    asked: bool
    has_missing: bool
    values: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The column's name."""
        return self.column.name

    def places(self, column: Column) -> NDArray[np.intp]:
        """For each row of the column of this name: where its value stands among `values`; −1 if it is missing or not among them."""
        place = {text: k for k, text in enumerate(self.values)}
        of_distinct = [place.get(column.written(value), -1) for value in column.distinct.tolist()]
        return np.asarray(column.pick(np.array([*of_distinct, -1], dtype=np.intp)))

    def entries(self, column: Column) -> list[float | int | None]:
        """The entries of these rows as the page has them: numbers, or places among the values, −1 for a value that is not among them;
        None where one is missing.
        """
        if not column.kind.is_ordered:
            gone = column.missing.tolist()
            return [None if lost else place for place, lost in zip(self.places(column).tolist(), gone, strict=True)]
        return [None if value != value else short_number(value) for value in column.values.tolist()]

    def record(self, question: str | None) -> dict[str, Any]:
        """The column as plain JSON values."""
        record: dict[str, Any] = {"name": self.name, "kind": str(self.column.kind), "asked": self.asked}
        record |= {"missing": self.has_missing, "question": question}
        if not self.column.kind.is_ordered:
            return record | {"values": self.values, "others": max(len(self.column.distinct) - len(self.values), 0)}
        values = np.asarray(self.column.distinct, dtype=np.float64)
        low, high = (float(values[0]), float(values[-1])) if len(values) else (0.0, 0.0)
        return record | {"low": short_number(low), "high": short_number(high)}


def short_number(value: float) -> float | int:
    """A number as JSON has it shortest: 35.0 as 35."""
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def columns_of(file: ModelFile, tables: Sequence[Table], shown: Sequence[NDArray[np.intp]]) -> list[Known]:
    """The columns that rules ask for, in the order of asking, then the others; `shown` are the rows of each table on the page."""
    names = dict.fromkeys([*file.model.by_column, *tables[0].names])
    return [
        Known(
            tables[0][name],
            name in file.model.columns,
            name in file.had_missing,
            () if tables[0][name].kind.is_ordered else tuple(_texts(file, name, tables, shown)),
        )
        for name in names
    ]


def _texts(file: ModelFile, name: str, tables: Sequence[Table], shown: Sequence[NDArray[np.intp]]) -> Iterable[str]:
    """The values of a column that the page speaks of: those that rules name, the commonest, and those of the rows on the page."""
    column = tables[0][name]
    counts = np.bincount(column.codes[column.codes >= 0], minlength=len(column.distinct))
    common = {int(k) for k in np.argsort(-counts, kind="stable")[:_MOST_LISTED] if counts[k]}
    texts = [column.written(value) for k, value in enumerate(column.distinct.tolist()) if k in common]
    named = [column.written(value) for literal in file.model.by_column.get(name, ()) for value in literal.values]
    seen = [
        table[name].written(value)
        for table, rows in zip(tables, shown, strict=True)
        for value in _values(table[name].take(rows))
    ]
    return dict.fromkeys([*texts, *named, *seen])


def _values(column: Column) -> list[Any]:
    """The values that occur in a column."""
    return column.distinct[column.occurs[:-1]].tolist() if len(column.distinct) else []
