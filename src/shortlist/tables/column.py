"""A column and its kind.

A column is of one of five kinds: `boolean`; `number`, ordered and compared with cut points; `date`, likewise, kept as seconds since
1970; `code`, whole numbers that are only ever compared for equality; `category`, texts likewise. It is kept as its distinct values
and, for each row, the place of the row's value among them, so that a value is looked at once however often it occurs. A missing
entry has the place −1, so that no value has to stand for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.tables.dates import date_text, parts_of
from shortlist.tables.distinct import distinct_codes
from shortlist.words import number


class Kind(StrEnum):
    """What the entries of a column are, and so which comparisons a rule may make with them."""

    BOOLEAN = "boolean"
    NUMBER = "number"
    CODE = "code"
    CATEGORY = "category"
    DATE = "date"

    @property
    def is_ordered(self) -> bool:
        """Are entries of this kind compared with cut points?"""
        return self in (Kind.NUMBER, Kind.DATE)


_DTYPES: dict[Kind, np.dtype[Any]] = {
    Kind.BOOLEAN: np.dtype(np.bool_),
    Kind.NUMBER: np.dtype(np.float64),
    Kind.CODE: np.dtype(np.int64),
    Kind.CATEGORY: np.dtype(object),
    Kind.DATE: np.dtype(np.float64),
}
_FILLERS: dict[Kind, object] = {
    Kind.BOOLEAN: False,
    Kind.NUMBER: np.nan,
    Kind.CODE: 0,
    Kind.CATEGORY: None,
    Kind.DATE: np.nan,
}


@dataclass(frozen=True, eq=False, slots=True)
class Column:
    """One named column: row i has the value `distinct[codes[i]]`, or none at all where `codes[i]` is −1.

    `distinct` is sorted and without repetition: bool, float64, int64 or str objects by kind, for dates seconds as float64.

    >>> Column.of("colour", Kind.CATEGORY, ["red", "blue", "red"])
    Column(name='colour', kind=<Kind.CATEGORY: 'category'>, distinct=array(['blue', 'red'], dtype=object), codes=array([1, 0, 1], dtype=int32))
    """

    name: str
    kind: Kind
    distinct: NDArray[np.generic]
    codes: NDArray[np.int32]

    @classmethod
    def of(
        cls,
        name: str,
        kind: Kind,
        values: Sequence[Any] | NDArray[np.generic],
        missing: Sequence[bool] | NDArray[np.bool_] | None = None,
    ) -> Column:
        """The column of one value for each row; where `missing`, the value is not looked at.

        >>> column = Column.of("age", Kind.NUMBER, [35, 0, 20, 35], [False, True, False, False])
        >>> column.distinct.tolist(), column.codes.tolist()
        ([20.0, 35.0], [1, -1, 0, 1])
        """
        entries = np.empty(len(values), dtype=object) if kind is Kind.CATEGORY else np.asarray(values)
        if kind is Kind.CATEGORY:
            entries[:] = values
        present = slice(None) if missing is None else ~np.asarray(missing, dtype=np.bool_)
        codes = np.full(len(values), -1, dtype=np.int32)
        distinct, codes[present] = distinct_codes(entries[present].astype(_DTYPES[kind]))
        return cls(name, kind, distinct, codes)

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def missing(self) -> NDArray[np.bool_]:
        """For each row: has it no entry here?"""
        return np.asarray(self.codes < 0)

    @property
    def has_missing(self) -> bool:
        """Is there a row without an entry?"""
        return int(self.codes.min(initial=0)) < 0

    @property
    def values(self) -> NDArray[np.generic]:
        """For each row its value; False, NaN, 0 or None (by kind) where it is missing."""
        filled = np.empty(len(self.distinct) + 1, dtype=self.distinct.dtype)
        filled[:-1], filled[-1] = self.distinct, _FILLERS[self.kind]
        return filled[self.codes]

    def part(self, part: str) -> Column:
        """A part of each date: its year, month, …, see `dates.PARTS`.

        >>> Column.of("signed", Kind.DATE, [0, 86400, 0]).part("day").values.tolist()
        [1.0, 2.0, 1.0]
        """
        values = parts_of(self.distinct, part)
        kind = Kind.CATEGORY if values.dtype == object else Kind.NUMBER
        distinct, place = distinct_codes(values.astype(_DTYPES[kind]))
        return Column(
            f"{self.name}.{part}", kind, distinct, np.append(place, np.int32(-1)).astype(np.int32)[self.codes]
        )

    def written(self, value: Any) -> str:
        """A value of this column as people write it.

        >>> Column.of("signed", Kind.DATE, [0]).written(86400.0)
        '1970-01-02'
        """
        if self.kind is Kind.DATE:
            return date_text(float(value))
        if self.kind is Kind.BOOLEAN:
            return "true" if value else "false"
        return str(value) if self.kind is Kind.CATEGORY else number(float(value))

    def take(self, rows: NDArray[np.generic]) -> Column:
        """The same column with only these rows (indices or a boolean mask).

        Values that no longer occur may stay in `distinct`; they go where there are fewer rows than values.
        """
        codes = self.codes[rows]
        if len(codes) >= len(self.distinct):
            return Column(self.name, self.kind, self.distinct, codes)
        if len(codes) == 1:
            # Tables are explained row by row, so one row must not wait for a sort.
            kept_one = self.distinct[codes] if codes[0] >= 0 else self.distinct[:0]
            return Column(self.name, self.kind, kept_one, np.minimum(codes, 0))
        present = codes >= 0
        places = np.full(len(codes), -1, dtype=np.int32)
        kept, places[present] = np.unique(codes[present], return_inverse=True)
        return Column(self.name, self.kind, self.distinct[kept], places)
