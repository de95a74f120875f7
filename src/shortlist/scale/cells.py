"""Cells: what literals can tell apart of a column's values, in numpy and in SQL.

The cuts of a column of numbers make intervals, the values that a column of categories is asked for make one cell each, and all others
are one. Two rows whose entries lie in the same cells satisfy the same literals, so that a table may be replaced by the cells of its
rows, each with its count: a table of so few rows that everything else is done in memory. An entry stands for each cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.features.literal import Literal
from shortlist.tables.table import Column, Kind

_MOST = 2**62  # cells that one word of 64 bits with a sign tells apart, in every database


@dataclass(frozen=True, eq=False)
class Cells:
    """The cells of a column: cell k has the values up to `ends[k]` and above the last, or is the value `ends[k]`; the last has all others."""

    name: str
    kind: Kind
    ends: NDArray[Any]

    def __len__(self) -> int:
        """How many there are, one for missing entries among them."""
        return len(self.ends) + (1 if self.kind is Kind.BOOLEAN else 2)

    def codes(self, column: Column) -> NDArray[np.int64]:
        """For each row of a column the cell of its entry; a missing one is in the last."""
        values: NDArray[Any] = column.distinct
        if self.kind is Kind.CATEGORY:
            known = {value: k for k, value in enumerate(self.ends.tolist())}
            cells = np.array([known.get(value, len(known)) for value in values.tolist()], dtype=np.int64)
        else:
            cells = np.searchsorted(self.ends, values).astype(np.int64)
            if not self.kind.is_ordered and len(self.ends):
                found = self.ends[np.minimum(cells, len(self.ends) - 1)] == values
                cells = np.where(found, cells, len(self.ends))
        return np.asarray(np.append(cells, len(self) - 1)[column.codes])

    def column(self, codes: NDArray[np.int64]) -> Column:
        """A column that has these cells, by the entries that stand for them."""
        missing = codes == len(self) - 1
        return Column(self.name, self.kind, self._entries(), np.where(missing, -1, codes).astype(np.int32))

    def _entries(self) -> NDArray[Any]:
        if self.kind is Kind.BOOLEAN:
            return self.ends
        beyond: Any = np.inf
        if self.kind is Kind.CODE:
            beyond = int(self.ends.max(initial=-1)) + 1
        elif self.kind is Kind.CATEGORY:
            beyond = f"{max(self.ends.tolist(), default='')}…"  # it is none of them, and behind all
        entries = np.empty(len(self.ends) + 1, dtype=self.ends.dtype)
        entries[:-1], entries[-1] = self.ends, beyond
        return entries

    def sql(self, column: str) -> str:
        """The same as an expression of SQL: the cell of an entry of this column, as a whole number."""
        last = len(self) - 1
        if self.kind is Kind.BOOLEAN:
            return f"CASE WHEN {column} IS NULL THEN {last} WHEN {column} THEN 1 ELSE 0 END"
        if self.kind.is_ordered:
            return f"CASE WHEN {column} IS NULL THEN {last} ELSE {self._halves(column, 0, len(self.ends))} END"
        cases = " ".join(f"WHEN {column} = {sql_value(value)} THEN {k}" for k, value in enumerate(self.ends.tolist()))
        return f"CASE WHEN {column} IS NULL THEN {last} {cases} ELSE {len(self.ends)} END"

    def _halves(self, column: str, low: int, high: int) -> str:
        """The cell, from `low` to `high`, found by halves."""
        if low == high:
            return str(low)
        middle = (low + high) // 2
        near, far = self._halves(column, low, middle), self._halves(column, middle + 1, high)
        return f"CASE WHEN {column} <= {sql_value(float(self.ends[middle]))} THEN {near} ELSE {far} END"


def sql_value(value: Any) -> str:
    """A value as SQL writes it; a float exactly.

    >>> sql_value("it's"), sql_value(0.1), sql_value(7), sql_value(True)
    ("'it''s'", "CAST('0.1' AS DOUBLE)", '7', 'TRUE')
    """
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int):
        return str(value)
    return f"CAST('{value!r}' AS DOUBLE)" if isinstance(value, float) else "'" + str(value).replace("'", "''") + "'"


def cells_of(literals: Iterable[Literal], kinds: Mapping[str, Kind]) -> list[Cells]:
    """The cells of each of these columns that the literals tell apart."""
    asked: dict[str, set[Any]] = {name: set() for name in kinds}
    for literal in literals:
        asked[literal.column].update(literal.points or literal.values)
    return [Cells(name, kind, _ends(kind, asked[name])) for name, kind in kinds.items()]


def _ends(kind: Kind, values: set[Any]) -> NDArray[Any]:
    if kind is Kind.BOOLEAN:
        return np.array([False, True])
    types: dict[Kind, Any] = {Kind.CODE: np.int64, Kind.CATEGORY: object}
    ends = np.empty(len(values), dtype=types.get(kind, np.float64))
    ends[:] = sorted(values)
    return ends


def words_of(cells: Sequence[Cells]) -> list[list[Cells]]:
    """The columns in groups whose cells together are told apart by one whole number, see `packed`."""
    words: list[list[Cells]] = []
    room = 0
    for mine in cells:
        if not words or room // len(mine) == 0:
            words.append([])
            room = _MOST
        words[-1].append(mine)
        room //= len(mine)
    return words


def packed(word: Sequence[Cells], codes: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    """The cells of several columns as one whole number: that of the first, and the number of its cells times that of the others."""
    number = np.zeros_like(codes[0])
    for mine, code in zip(reversed(word), reversed(codes), strict=True):
        number = code + len(mine) * number
    return number


def packed_sql(word: Sequence[Cells], columns: Mapping[str, str]) -> str:
    """The same as an expression of SQL; `columns` are the expressions of the columns."""
    text = "CAST(0 AS BIGINT)"
    for mine in reversed(word):
        text = f"({mine.sql(columns[mine.name])}) + {len(mine)} * ({text})"
    return text


def unpacked(word: Sequence[Cells], packed: NDArray[np.int64]) -> list[Column]:
    """The columns of cells that were packed into one whole number."""
    columns = []
    for mine in word:
        packed, codes = np.divmod(packed, len(mine))
        columns.append(mine.column(codes))
    return columns
