"""A column and its kind.

A column is of one of five kinds: `boolean`; `number`, ordered and compared with cut points; `date`, likewise, kept as seconds since
1970; `code`, whole numbers that are only ever compared for equality; `category`, texts likewise. It is kept as its distinct values
and, for each row, the place of the row's value among them, so that a value is looked at once however often it occurs. A missing
entry has the place −1, so that no value has to stand for it. Numbers of which there are very many different ones are kept as they
are, and put in order only where someone asks for their places.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.tables.dates import date_text, parts_of
from shortlist.tables.distinct import distinct_codes, has_many, in_order, narrow
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


_FEW_CUTS = 32


class Column:
    """One named column: row i has the value `distinct[codes[i]]`, or none at all where `codes[i]` is −1.

    `distinct` is sorted and without repetition: bool, float64, int64 or str objects by kind, for dates seconds as float64.

    >>> Column.of("colour", Kind.CATEGORY, ["red", "blue", "red"])
    Column('colour', 'category', distinct=['blue', 'red'], codes=[1, 0, 1])
    """

    __slots__ = ("_codes", "_distinct", "_values", "kind", "name")

    def __init__(
        self,
        name: str,
        kind: Kind,
        distinct: NDArray[np.generic] | None,
        codes: NDArray[np.signedinteger[Any]] | None,
        numbers: NDArray[np.floating[Any]] | None = None,
    ) -> None:
        self.name, self.kind = name, kind
        self._distinct = distinct
        self._codes = codes if distinct is None or codes is None else codes.astype(narrow(len(distinct)), copy=False)
        self._values = numbers

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

    @classmethod
    def of_numbers(cls, name: str, kind: Kind, values: NDArray[np.floating[Any]]) -> Column:
        """The column of numbers or dates that these are, NaN where one is missing; they are not put in order yet.

        Floats of 32 bits stay so, for they are compared faster; whoever asks for values gets 64.

        >>> Column.of_numbers("age", Kind.NUMBER, np.array([35, np.nan, 20])).codes.tolist()
        [1, -1, 0]
        """
        return cls(name, kind, None, None, values)

    @classmethod
    def of_floats(cls, name: str, kind: Kind, values: NDArray[np.float64]) -> Column:
        """The same, with places at once where a look at some rows tells that there are few different numbers."""
        return cls.of_numbers(name, kind, values) if has_many(values) else cls.of(name, kind, values, np.isnan(values))

    def __repr__(self) -> str:
        places = f"distinct={self.distinct.tolist()}, codes={self.codes.tolist()}"
        return f"Column({self.name!r}, {str(self.kind)!r}, {places})"

    def __len__(self) -> int:
        return len(self._codes if self._values is None else self._values)  # type: ignore[arg-type]

    @property
    def distinct(self) -> NDArray[np.generic]:
        """The different values, in order; some of them may be in no row."""
        if self._distinct is None:
            assert self._values is not None
            self._distinct = in_order(self._values[~np.isnan(self._values)]).astype(np.float64)
        return self._distinct

    @property
    def codes(self) -> NDArray[np.int32]:
        """For each row the place of its value among the distinct ones, −1 where it is missing."""
        return np.asarray(self.narrow_codes, dtype=np.int32)

    @property
    def narrow_codes(self) -> NDArray[np.signedinteger[Any]]:
        """The codes, in as few bytes as hold them."""
        if self._codes is None:
            assert self._values is not None
            codes = np.full(len(self), -1, dtype=np.int32)
            present = ~np.isnan(self._values)
            distinct, codes[present] = distinct_codes(self._values[present])
            self._distinct = distinct.astype(np.float64)
            self._codes = codes.astype(narrow(len(self._distinct)), copy=False)
        return self._codes

    @property
    def numbers(self) -> NDArray[np.floating[Any]] | None:
        """For each row its number, NaN where it is missing, if that is how the column is kept; else None."""
        return self._values

    def pick(self, of_distinct: NDArray[Any]) -> NDArray[Any]:
        """For each row what its value has: `of_distinct` has one entry for each distinct value, and last one for a missing entry."""
        return of_distinct.take(self.narrow_codes, axis=0)

    @property
    def missing(self) -> NDArray[np.bool_]:
        """For each row: has it no entry here?"""
        return np.asarray(self._codes < 0) if self._values is None else np.isnan(self._values)  # type: ignore[operator]

    @property
    def has_missing(self) -> bool:
        """Is there a row without an entry?"""
        if self._values is not None:
            # A sum that meets one NaN is NaN; infinite numbers are refused before they come here.
            return bool(np.isnan(self._values.sum())) and bool(np.isnan(self._values).any())
        return int(self.narrow_codes.min(initial=0)) < 0

    @property
    def occurs(self) -> NDArray[np.bool_]:
        """For each distinct value, and last for a missing entry: is there such a row?"""
        codes, n = self.narrow_codes, len(self.distinct)
        if codes.itemsize == 1:
            # A byte is found sooner than all are counted; −1 is the highest of them.
            seen = codes.tobytes()
            return np.array([*(code in seen for code in range(n)), 0xFF in seen], dtype=np.bool_)
        counts = np.bincount(codes.astype(np.intp) + 1, minlength=n + 1)
        return np.concatenate([counts[1:], counts[:1]]) > 0

    @property
    def values(self) -> NDArray[np.generic]:
        """For each row its value; False, NaN, 0 or None (by kind) where it is missing."""
        if self._values is not None:
            return self._values.astype(np.float64, copy=False)
        filled = np.empty(len(self.distinct) + 1, dtype=self.distinct.dtype)
        filled[:-1], filled[-1] = self.distinct, _FILLERS[self.kind]
        return self.pick(filled)

    def occurring(self) -> Column:
        """The same column without values that no row has."""
        kept = self.occurs[:-1]
        if kept.all():
            return self
        return Column(self.name, self.kind, self.distinct[kept], self.pick(np.append(kept.cumsum() - 1, -1)))

    def in_cells(self, cuts: NDArray[np.float64]) -> Column:
        """The column with each number raised to the next of these cuts, or to infinity: no comparison with a cut tells the difference.

        >>> Column.of("age", Kind.NUMBER, [20, 31, 35, 80]).in_cells(np.array([30.0, 35.0])).values.tolist()
        [30.0, 35.0, 35.0, inf]
        """
        cells = np.append(cuts, np.inf)
        if self._values is None:
            places = np.searchsorted(cuts, self.distinct.astype(np.float64)).astype(np.int32)
            return Column(self.name, self.kind, cells, self.pick(np.append(places, np.int32(-1))))
        codes = np.zeros(len(self), dtype=narrow(len(cells)))
        if len(cuts) <= _FEW_CUTS:
            for cut in cuts:
                codes += self._values > cut
        else:
            codes = np.searchsorted(cuts, self._values).astype(codes.dtype)
        if self.has_missing:
            codes[self.missing] = -1
        return Column(self.name, self.kind, cells, codes)

    def part(self, part: str) -> Column:
        """A part of each date: its year, month, …, see `dates.PARTS`.

        >>> Column.of("signed", Kind.DATE, [0, 86400, 0]).part("day").values.tolist()
        [1.0, 2.0, 1.0]
        """
        values = parts_of(self.distinct, part)
        kind = Kind.CATEGORY if values.dtype == object else Kind.NUMBER
        distinct, place = distinct_codes(values.astype(_DTYPES[kind]))
        return Column(f"{self.name}.{part}", kind, distinct, self.pick(np.append(place, np.int32(-1))))

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
        if self._values is not None:
            return Column.of_numbers(self.name, self.kind, self._values[rows])
        codes = self.narrow_codes[rows]
        if len(codes) >= len(self.distinct):
            return Column(self.name, self.kind, self.distinct, codes)
        if len(codes) == 1:
            # Tables are explained row by row, so one row must not wait for a sort.
            kept_one = self.distinct[codes] if codes[0] >= 0 else self.distinct[:0]
            return Column(self.name, self.kind, kept_one, np.minimum(codes, 0))
        kept, places = np.unique(codes, return_inverse=True)
        gone = int(len(kept) > 0 and kept[0] < 0)
        return Column(self.name, self.kind, self.distinct[kept[gone:]], places - gone)
