"""Data frames and arrays to tables: pandas, polars and pyarrow by way of narwhals, and plain 2-D arrays.

What a text means in a CSV file, a type says here: truth value, whole number, float or text. The kind of a column then
follows from its distinct values as in a CSV file (`kinds.kind_of`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError, together
from shortlist.tables.distinct import distinct_codes, numbered
from shortlist.tables.kinds import is_missing, kind_of
from shortlist.tables.table import Column, Kind, Table
from shortlist.words import EXACT


def table_of_frame(
    frame: Any,
    *,
    kinds: Mapping[str, Kind] | None = None,
    names: Sequence[str] | None = None,
    only: Collection[str] | None = None,
) -> Table:
    """The table of a data frame; kinds are inferred from types and values unless given.

    `names` are used instead of the frame's own; of all columns `only` these are taken.
    """
    try:
        frame = nw.from_native(frame, eager_only=True)
    except nw.exceptions.DuplicateError:
        raise DataError("the column names of a data frame must be different") from None
    columns = together(
        partial(_column_of_series, name, frame[:, position], (kinds or {}).get(name))
        for position, name in enumerate(names or map(str, frame.columns))
        if only is None or name in only
    )
    return Table(tuple(columns), len(frame))


def table_of_array(
    array: NDArray[Any],
    names: Sequence[str],
    *,
    kinds: Mapping[str, Kind] | None = None,
    only: Collection[str] | None = None,
) -> Table:
    """The table of a 2-D array, numbers, booleans or objects; of all columns `only` these are taken."""
    objects = array.dtype.kind in "OUST"
    columns = together(
        partial(column_of_values, name, array[:, i].tolist() if objects else array[:, i], (kinds or {}).get(name))
        for i, name in enumerate(names)
        if only is None or name in only
    )
    return Table(tuple(columns), len(array))


def column_of_values(name: str, values: NDArray[Any] | list[Any], kind: Kind | None) -> Column:
    """The typed column of an array or a list of Python values."""
    if isinstance(values, list):
        return _column_of_objects(name, values, kind)
    if values.dtype.kind not in "biuf":
        raise DataError(f"column {name!r} must hold numbers, booleans or texts, got {values.dtype}")
    return _column_of_numbers(name, values, np.zeros(len(values), dtype=np.bool_), kind)


def _column_of_series(name: str, series: nw.Series[Any], kind: Kind | None) -> Column:
    dtype = series.dtype
    absent = series.is_null().to_numpy().astype(np.bool_)
    if dtype.is_decimal():
        series = series.cast(nw.Float64)
    if dtype.is_numeric():
        values = series.fill_null(0).to_numpy() if absent.any() else series.to_numpy()
        return _column_of_numbers(name, values, absent, kind)
    if dtype == nw.Boolean:
        truths = series.fill_null(value=False).to_numpy() if absent.any() else series.to_numpy()
        return _column_of_numbers(name, truths.astype(np.bool_), absent, kind)
    if dtype in (nw.String, nw.Categorical, nw.Enum, nw.Object):
        entries = [None if gone else value for value, gone in zip(series.to_list(), absent.tolist(), strict=True)]
        if kind is None and dtype in (nw.Categorical, nw.Enum) and all(_is_whole(value) for value in set(entries)):
            kind = Kind.CODE  # whole numbers that their type says are names
        return _column_of_objects(name, entries, kind)
    if absent.all():
        return _column_of_objects(name, [None] * len(absent), kind)
    raise DataError(f"column {name!r} must hold numbers, booleans or texts, got {dtype}")


def _is_whole(value: Any) -> bool:
    return is_missing(value) or (isinstance(value, int | np.integer) and not isinstance(value, bool))


def _column_of_objects(name: str, values: list[Any], kind: Kind | None) -> Column:
    """The column of Python values: all texts, or all numbers and truth values; any of them may be missing."""
    types = {type(value) for value in values if not is_missing(value)}
    if types & {Decimal, Fraction}:
        values = [float(value) if isinstance(value, Decimal | Fraction) else value for value in values]
        types = types - {Decimal, Fraction} | {float}
    if types and all(issubclass(t, bool | int | float | np.number | np.bool_) for t in types):
        found, codes = numbered(values)
        return _column_of_number_objects(name, found, codes, types, kind)
    if not all(issubclass(t, str) for t in types):
        wrong = next(t for t in types if not issubclass(t, str))
        raise DataError(f"column {name!r} must hold only texts or only numbers, but there is a {wrong.__name__}")
    if kind not in (None, Kind.CATEGORY) and types:
        raise DataError(f"column {name!r} must be of kind {kind} as in training, got texts")
    found, codes = numbered(values)
    absent = [is_missing(value) for value in found]
    texts = ["" if gone else str(value) for value, gone in zip(found, absent, strict=True)]
    return Column.of(name, kind or Kind.CATEGORY, texts, absent).take(codes)


def _column_of_number_objects(
    name: str, found: Sequence[Any], codes: NDArray[np.int32], types: Collection[type], kind: Kind | None
) -> Column:
    """The column whose row i has the entry `found[codes[i]]`, a number of one of these types or missing."""
    absent = np.array([is_missing(value) for value in found], dtype=np.bool_)
    present = [value for value, gone in zip(found, absent.tolist(), strict=True) if not gone]
    if all(issubclass(t, bool | np.bool_) for t in types):
        entries = np.zeros(len(found), dtype=np.bool_)
    elif all(issubclass(t, bool | int | np.integer | np.bool_) for t in types):
        _check_whole_numbers(name, int(min(present)), int(max(present)))
        entries = np.zeros(len(found), dtype=np.int64)
    else:
        whole = [int(value) for value in present if isinstance(value, int | np.integer)]
        _check_whole_numbers(name, min(whole, default=0), max(whole, default=0))
        entries = np.zeros(len(found), dtype=np.float64)
    entries[~absent] = present
    _check_finite(name, entries, codes)
    return _column_of_numbers(name, entries, absent, kind).take(codes)


def _column_of_numbers(name: str, values: NDArray[Any], absent: NDArray[np.bool_], kind: Kind | None) -> Column:
    """The column of numbers or truth values; missing are those that are absent, and NaN."""
    if values.dtype.kind == "f":
        values = values.astype(np.float64, copy=False)
        absent = absent | np.isnan(values)
        _check_finite(name, values)
    if absent.any():
        codes = np.full(len(values), -1, dtype=np.int32)
        distinct, codes[~absent] = distinct_codes(values[~absent])
    else:
        distinct, codes = distinct_codes(values)
    if distinct.dtype.kind in "iu" and len(distinct):
        _check_whole_numbers(name, int(distinct[0]), int(distinct[-1]))
    kind = kind or (kind_of(distinct.tolist()) if len(distinct) else _kind_of_type(values.dtype))
    if kind is Kind.BOOLEAN:
        # A number that a boolean column never had is like a category never seen: only the negation holds of it.
        truths, place = distinct_codes(np.asarray(distinct == 1))
        return Column(name, kind, truths, np.append(place, np.int32(-1))[codes])
    if not _numbers_fit(distinct, kind):
        raise DataError(f"column {name!r} must be of kind {kind} as in training, got other numbers")
    types = {Kind.CODE: np.int64, Kind.NUMBER: np.float64, Kind.CATEGORY: object}
    return Column(name, kind, distinct.astype(types[kind]), codes)


def _kind_of_type(dtype: np.dtype[Any]) -> Kind:
    """The kind of a column without any entry: what its type says it would hold."""
    return Kind.BOOLEAN if dtype == np.bool_ else Kind.NUMBER


def _numbers_fit(distinct: NDArray[Any], kind: Kind) -> bool:
    if kind is Kind.CODE:
        return bool((distinct == np.floor(distinct)).all() and (np.abs(distinct) <= EXACT).all())
    return kind is Kind.NUMBER or not len(distinct)


def _check_whole_numbers(name: str, low: int, high: int) -> None:
    """Beyond 2**53 whole numbers are not told apart by floats, and are names rather than numbers anyway."""
    if low < -EXACT or high > EXACT:
        raise DataError(
            f"column {name!r} must hold whole numbers of at most 2**53, or texts; a longer number is a name"
        )


def _check_finite(name: str, values: NDArray[Any], codes: NDArray[np.int32] | None = None) -> None:
    """No value may be infinite; the error names the first row, which has the value itself or its place in `codes`."""
    infinite = np.isinf(values) if values.dtype.kind == "f" else np.zeros(0, dtype=np.bool_)
    if infinite.any():
        row = int(np.argmax(infinite if codes is None else infinite[codes]))
        value = values[row if codes is None else codes[row]]
        raise DataError(f"column {name!r}, row {row + 1}: must be finite (not inf or infinity), got {value}")
