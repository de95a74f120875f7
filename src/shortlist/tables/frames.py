"""Data frames and arrays to tables: pandas, polars and pyarrow by way of narwhals, and plain 2-D arrays.

What a text means in a CSV file, a type says here: truth value, whole number, float or text. The kind of a column then
follows from its distinct values as in a CSV file (`kinds.kind_of`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError, together
from shortlist.tables.dates import FIRST, LAST, PARTS, date_text, seconds_of, seconds_of_date
from shortlist.tables.distinct import distinct_codes, has_many, numbered
from shortlist.tables.kinds import are_dates, is_missing, kind_of
from shortlist.tables.table import Column, Kind, Table
from shortlist.words import EXACT

_ROWS_AT_ONCE = 2**12
_MANY_ROWS = 2**13  # of which a Python loop takes longer than importing Arrow
_EXPECTED = "numbers, booleans, texts or dates"


def table_of_frame(
    frame: Any,
    *,
    kinds: Mapping[str, Kind] | None = None,
    names: Sequence[str] | None = None,
    only: Collection[str] | None = None,
) -> Table:
    """The table of a data frame; kinds are inferred from types and values unless given.

    `names` are used instead of the frame's own, as far as there are columns; of all columns `only` these are taken, and those that
    these are parts of.
    """
    frame = frame_of(frame)
    columns = together(
        partial(_column_of_series, name, frame[:, position], (kinds or {}).get(name))
        for position, name in enumerate((names or [*map(str, frame.columns)])[: len(frame.columns)])
        if only is None or name in only or _has_part(name, only)
    )
    return Table(tuple(columns), len(frame))


def frame_of(frame: Any) -> nw.DataFrame[Any]:
    """The frame as Narwhals knows it; columns must have different names."""
    try:
        return nw.from_native(frame, eager_only=True)
    except nw.exceptions.DuplicateError:
        names = [*map(str, getattr(frame, "columns", ()))]
        twice = next((f", but there are several {name!r}" for k, name in enumerate(names) if name in names[:k]), "")
        raise DataError(f"the column names of a data frame must be different{twice}") from None


def _has_part(name: str, only: Collection[str]) -> bool:
    """Is some part of this column wanted?"""
    return any(f"{name}.{part}" in only for part in PARTS)


def table_of_array(
    array: NDArray[Any],
    names: Sequence[str],
    *,
    kinds: Mapping[str, Kind] | None = None,
    only: Collection[str] | None = None,
) -> Table:
    """The table of a 2-D array, numbers, booleans or objects; of all columns `only` these are taken."""
    places = [
        i for i, name in enumerate(names[: array.shape[1]]) if only is None or name in only or _has_part(name, only)
    ]
    columns = together(
        partial(
            column_of_values,
            names[i],
            values.tolist() if array.dtype.kind in "OUST" else values,
            (kinds or {}).get(names[i]),
        )
        for i, values in zip(places, _columns_of(array, places), strict=True)
    )
    return Table(tuple(columns), len(array))


def _columns_of(array: NDArray[Any], places: list[int]) -> NDArray[Any]:
    """These columns of an array, each in one piece; rows are fetched from memory once for all of them."""
    columns = np.empty((len(places), len(array)), dtype=array.dtype)
    for start in range(0, len(array), _ROWS_AT_ONCE):
        columns[:, start : start + _ROWS_AT_ONCE] = array[start : start + _ROWS_AT_ONCE, places].T
    return columns


def column_of_values(name: str, values: NDArray[Any] | list[Any], kind: Kind | None) -> Column:
    """The typed column of an array or a list of Python values."""
    if isinstance(values, list):
        return _column_of_objects(name, values, kind)
    if values.dtype.kind == "M":
        absent = np.isnat(values)
        micros = np.where(absent, 0, values.astype("datetime64[us]").astype(np.int64))
        return _column_of_dates(name, micros / 10**6, absent, kind)
    if values.dtype.kind not in "biuf":
        raise DataError(f"column {name!r} must hold {_EXPECTED}, got {values.dtype}")
    return _column_of_numbers(name, values, np.zeros(len(values), dtype=np.bool_), kind)


def _column_of_series(name: str, series: nw.Series[Any], kind: Kind | None) -> Column:
    dtype = series.dtype
    absent = series.is_null().to_numpy().astype(np.bool_)
    if dtype in (nw.Date, nw.Datetime):
        return _column_of_dates(name, series.dt.timestamp("us").fill_null(0).to_numpy() / 10**6, absent, kind)
    if dtype.is_decimal():
        series = series.cast(nw.Float64)
    if dtype.is_numeric():
        values = series.fill_null(0).to_numpy() if absent.any() else series.to_numpy()
        return _column_of_numbers(name, values, absent, kind)
    if dtype == nw.Boolean:
        truths = series.fill_null(value=False).to_numpy() if absent.any() else series.to_numpy()
        return _column_of_numbers(name, truths.astype(np.bool_), absent, kind)
    coded = _coded(series) if len(series) >= _MANY_ROWS else None
    if coded is not None:
        return _column_of_texts(name, *coded, kind)
    if dtype in (nw.String, nw.Categorical, nw.Enum, nw.Object):
        entries = [None if gone else value for value, gone in zip(series.to_list(), absent.tolist(), strict=True)]
        if kind is None and dtype in (nw.Categorical, nw.Enum) and all(_is_whole(value) for value in set(entries)):
            kind = Kind.CODE  # whole numbers that their type says are names
        return _column_of_objects(name, entries, kind)
    if absent.all() or dtype == nw.Unknown:
        return _column_of_objects(name, series.to_list(), kind)
    raise DataError(f"column {name!r} must hold {_EXPECTED}, got {dtype}")


def _coded(series: nw.Series[Any]) -> tuple[list[str | None], NDArray[np.int32]] | None:
    """The distinct texts of a series, and which of them each row has, by Arrow; None if it holds anything but texts."""
    if series.dtype not in (nw.String, nw.Categorical, nw.Enum, nw.Object):
        return None
    import pyarrow as pa  # noqa: PLC0415  # few rows need no Arrow

    try:
        array = series.to_arrow()
    except (pa.ArrowException, TypeError, ValueError):
        return None  # of several types
    array = array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()  # not all categories need occur
    array = array.dictionary_encode()
    texts = array.dictionary
    if not any(
        is_text(texts.type) for is_text in (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
    ):
        return None
    return [*texts.to_pylist(), None], array.indices.cast(pa.int32()).fill_null(len(texts)).to_numpy()


def _is_whole(value: Any) -> bool:
    return is_missing(value) or (isinstance(value, int | np.integer) and not isinstance(value, bool))


def _column_of_objects(name: str, values: list[Any], kind: Kind | None) -> Column:
    """The column of Python values: all texts, or all numbers and truth values; any of them may be missing."""
    types = set(map(type, values)) - {type(None)}
    types = {t for t in types if any(type(value) is t and not is_missing(value) for value in values)}
    if types & {Decimal, Fraction}:
        values = [float(value) if isinstance(value, Decimal | Fraction) else value for value in values]
        types = types - {Decimal, Fraction} | {float}
    if types and all(issubclass(t, bool | int | float | np.number | np.bool_) for t in types):
        found, codes = numbered(values)
        return _column_of_number_objects(name, found, codes, types, kind)
    if types and all(issubclass(t, date | np.datetime64) for t in types):
        found, codes = numbered(values)
        gone = np.array([is_missing(value) for value in found], dtype=np.bool_)
        seconds = [0.0 if absent else _seconds(value) for value, absent in zip(found, gone.tolist(), strict=True)]
        return _column_of_dates(name, np.array(seconds), gone, kind).take(codes)
    if not all(issubclass(t, str) for t in types):
        wrong = next(t for t in types if not issubclass(t, str))
        raise DataError(f"column {name!r} must hold only {_EXPECTED}, but there is a {wrong.__name__}")
    return _column_of_texts(name, *numbered(values), kind)


def _column_of_texts(name: str, found: Sequence[Any], codes: NDArray[np.int32], kind: Kind | None) -> Column:
    """The column whose row i has the text `found[codes[i]]`, or none: dates if all of them are, else categories."""
    absent = [is_missing(value) for value in found]
    present = [str(value) for value, gone in zip(found, absent, strict=True) if not gone]
    if kind is Kind.DATE or (kind is None and are_dates(present)):
        wrong = next((text for text in present if seconds_of(text) is None), None)
        if wrong is not None:
            raise DataError(f"column {name!r} must hold dates such as 2021-03-31, got {wrong!r}")
        seconds = [0.0 if gone else seconds_of(str(value)) for value, gone in zip(found, absent, strict=True)]
        return Column.of(name, Kind.DATE, seconds, absent).take(codes)
    if kind not in (None, Kind.CATEGORY) and present:
        raise DataError(f"column {name!r} must be of kind {kind} as in training, got texts")
    texts = ["" if gone else str(value) for value, gone in zip(found, absent, strict=True)]
    return Column.of(name, kind or Kind.CATEGORY, texts, absent).take(codes)


def _column_of_dates(name: str, seconds: NDArray[np.float64], absent: NDArray[np.bool_], kind: Kind | None) -> Column:
    """The column of dates, in seconds since 1970; as texts where it was categories in training."""
    there = seconds[~absent]
    if len(there) and not (there.min() >= FIRST and there.max() < LAST):
        raise DataError(f"column {name!r} must hold dates of the years 1 to 9999")
    if kind is Kind.CATEGORY:
        texts = [None if gone else date_text(s) for s, gone in zip(seconds.tolist(), absent.tolist(), strict=True)]
        return _column_of_texts(name, *numbered(texts), kind)
    if kind not in (None, Kind.DATE) and len(there):
        raise DataError(f"column {name!r} must be of kind {kind} as in training, got dates")
    return Column.of_floats(name, kind or Kind.DATE, np.where(absent, np.nan, seconds))


def _seconds(value: Any) -> float:
    moment = value.astype("datetime64[us]").item() if isinstance(value, np.datetime64) else value
    return seconds_of_date(moment)


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
        values = values if values.dtype == np.float32 else values.astype(np.float64, copy=False)
        # A sum tells at once that nothing is infinite or NaN, as it is mostly.
        if not np.isfinite(values.sum()):
            absent = absent | np.isnan(values)
            _check_finite(name, values)
    if values.dtype != np.bool_ and (kind is Kind.NUMBER or (kind is None and has_many(values))):
        if values.dtype.kind != "f" and values.dtype.itemsize == 8:
            _check_whole_numbers(name, int(values.min(initial=0)), int(values.max(initial=0)))
        numbers = np.where(absent, np.nan, values) if absent.any() else values
        of_32 = numbers.dtype == np.float32
        return Column.of_numbers(name, Kind.NUMBER, numbers.astype(np.float32 if of_32 else np.float64, copy=False))
    if kind is Kind.BOOLEAN:
        # A number that a boolean column never had is like a category never seen: only the negation holds of it.
        return Column(name, kind, np.array([False, True]), np.where(absent, -1, values == 1).astype(np.int8))
    if absent.any():
        codes = np.full(len(values), -1, dtype=np.int32)
        distinct, codes[~absent] = distinct_codes(values[~absent])
    else:
        distinct, codes = distinct_codes(values)
    if distinct.dtype.kind in "iu" and len(distinct):
        _check_whole_numbers(name, int(distinct[0]), int(distinct[-1]))
    kind = kind or (kind_of(distinct.tolist()) if len(distinct) else _kind_of_type(values.dtype))
    if kind is Kind.BOOLEAN:
        truths, place = distinct_codes(np.asarray(distinct == 1))
        return Column(name, kind, truths, np.append(place, np.int32(-1))[codes])
    if not _numbers_fit(distinct, kind):
        raise DataError(f"column {name!r} must be of kind {kind} as in training, got other numbers")
    types = {Kind.CODE: np.int64, Kind.NUMBER: np.float64, Kind.DATE: np.float64, Kind.CATEGORY: object}
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
