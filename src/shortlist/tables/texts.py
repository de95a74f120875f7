"""What a CSV file is before its columns have kinds: its header, and columns of texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.words import count, listed

Bytes = bytes | bytearray

_LONG_WHOLE = re.compile(r"[+-]?\d{16,300}")

MARKS = frozenset({"na", "n/a", "nan", "null", "none", "?"})
"""What marks a missing entry, in upper or lower case, among numbers, truth values and dates."""


@dataclass(frozen=True, eq=False, slots=True)
class TextColumn:
    """The distinct texts of a column, and for each row which of them it has."""

    distinct: tuple[str, ...]
    codes: NDArray[np.signedinteger[Any]]

    def take(self, rows: NDArray[np.bool_]) -> TextColumn:
        """The same with only these rows, and the texts that occur in them."""
        kept, codes = np.unique(self.codes[rows], return_inverse=True)
        return TextColumn(tuple(self.distinct[code] for code in kept.tolist()), codes)


@dataclass(frozen=True, eq=False, slots=True)
class NumberColumn:
    """A column whose texts are all finite numbers or mark missing entries, very many of them different: NaN where one is missing."""

    values: NDArray[np.float64]

    def take(self, rows: NDArray[np.bool_]) -> NumberColumn:
        """The same with only these rows."""
        return NumberColumn(self.values[rows])


AnyColumn = TextColumn | NumberColumn


@dataclass(frozen=True, eq=False)
class TextTable:
    """Columns of a CSV file: texts, and numbers where these were asked for; `line` gives the line that a row ends in.

    `notes` say what was left out.
    """

    source: str
    columns: dict[str, AnyColumn]
    n_rows: int
    line: Callable[[int], int]
    notes: tuple[str, ...] = ()
    sha256: str = ""

    def texts(self, name: str) -> TextColumn:
        """The texts of one column, which was not asked for as numbers."""
        column = self.columns[name]
        assert isinstance(column, TextColumn)
        return column

    def where(self, name: str, code: int) -> str:
        """File, line and column of the first row that has this of the column's distinct texts."""
        first = int((self.texts(name).codes == code).argmax())
        return f"{self.source}, line {self.line(first)}, column {name!r}"

    def take(self, rows: NDArray[np.bool_]) -> TextTable:
        """The same with only these rows."""
        columns = {name: column.take(rows) for name, column in self.columns.items()}
        kept = np.flatnonzero(rows)
        return replace(self, columns=columns, n_rows=len(kept), line=lambda row: self.line(int(kept[row])))


@dataclass(frozen=True, eq=False)
class CsvFile:
    """CSV text in UTF-8 whose header is read: the columns can be asked for by name.

    `body` is where the row behind the header begins, `header_line` the line in which the header ends.
    """

    source: str
    raw: Bytes
    delimiter: str
    header: tuple[str, ...]
    body: int
    header_line: int
    sha256: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, without that of an index, which has none."""
        return self.header if self.header[0] else self.header[1:]


def trimmed_notes(table: TextTable, names: Sequence[str]) -> tuple[str, ...]:
    """That blanks around the texts of these columns are left out, with an example: programs that keep them see other texts."""
    trimmed = {
        name: changed for name in names if (changed := [t for t in table.texts(name).distinct if t != t.strip()])
    }
    if not trimmed:
        return ()
    kept = {name: {text for text in table.texts(name).distinct if text == text.strip()} for name in trimmed}
    merged = [(name, text) for name, changed in trimmed.items() for text in changed if text.strip() in kept[name]]
    column, text = merged[0] if merged else next((name, changed[0]) for name, changed in trimmed.items())
    same = ", which other rows have, too" if merged else ""
    where = f"{count(len(trimmed), 'column')} ({listed(list(trimmed), 3)})"
    read = f"{text!r} in {column} is read as {text.strip()!r}{same}"
    return (f"{table.source}: blanks around entries are left out in {where}: {read}",)


def rounded_notes(table: TextTable, names: Sequence[str]) -> tuple[str, ...]:
    """Of each of these columns of numbers, where it has whole ones that no float is, that they are compared as what is nearest."""
    notes = []
    for name in names:
        column = table.columns[name]
        texts = [text.strip() for text in column.distinct] if isinstance(column, TextColumn) else ()
        longer = [text for text in texts if _LONG_WHOLE.fullmatch(text) and int(text) != int(float(text))]
        if longer:
            said = f"column {name} has whole numbers beyond 2**53, which are rounded: {longer[0]} is taken as {int(float(longer[0]))}"
            notes.append(f"{table.source}: {said}; what is proved is proved of the rounded numbers")
    return tuple(notes)
