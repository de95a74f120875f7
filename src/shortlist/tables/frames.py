"""Data frames and arrays to tables: pandas, polars and pyarrow by way of narwhals, and plain 2-D arrays.

The kind of a column follows its type: booleans, texts and categories, whole numbers (codes if few), and floats. A column
of floats that are all 0 or 1 is boolean.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError
from shortlist.tables.kinds import are_codes
from shortlist.tables.table import Column, Kind, Label, LabelledTable, Table
from shortlist.words import EXACT


def table_of_frame(
    frame: Any,
    *,
    kinds: Mapping[str, Kind] | None = None,
    names: Sequence[str] | None = None,
    only: Sequence[str] | None = None,
) -> Table:
    """The table of a data frame; kinds are inferred from types and values unless given.

    `names` are used instead of the frame's own; of all columns `only` these are taken.
    """
    try:
        frame = nw.from_native(frame, eager_only=True)
    except nw.exceptions.DuplicateError:
        raise DataError("the column names of a data frame must be different") from None
    columns = [
        _column_of_series(name, frame[:, position], (kinds or {}).get(name))
        for position, name in enumerate(names or map(str, frame.columns))
        if only is None or name in only
    ]
    return Table(tuple(columns), len(frame))


def table_of_array(array: NDArray[Any], names: Sequence[str], *, kinds: Mapping[str, Kind] | None = None) -> Table:
    """The table of a 2-D array: numbers, booleans or objects."""
    objects = array.dtype.kind in "OUST"
    columns = [
        column_of_values(name, array[:, i].tolist() if objects else array[:, i], (kinds or {}).get(name))
        for i, name in enumerate(names)
    ]
    return Table(tuple(columns), len(array))


def labelled(
    table: Table,
    target: str,
    labels: Sequence[Label],
    weights: NDArray[np.int64] | None = None,
    classes: Sequence[Label] | None = None,
) -> LabelledTable:
    """The table with its classes: those given, else those that occur, sorted (by text where types differ)."""
    known: dict[str, Label] = {str(label): label for label in classes or _classes_of(target, labels)}
    if classes is None and len(known) < len(set(labels)):
        raise DataError(f"column {target!r}: two classes must not be written the same, as a text and as a number")
    index = {text: i for i, text in enumerate(known)}
    for row, label in enumerate(labels):
        if str(label) not in index:
            raise DataError(f"column {target!r}, row {row + 1}: must be one of {', '.join(index)}, got {label!r}")
    indices = np.array([index[str(label)] for label in labels], dtype=np.int64)
    counted = np.ones(len(indices), dtype=np.int64) if weights is None else weights
    return LabelledTable(table, target, tuple(known.values()), indices, counted)


def _classes_of(target: str, labels: Sequence[Label]) -> list[Label]:
    for row, label in enumerate(labels):
        if is_missing(label):
            raise DataError(f"column {target!r}, row {row + 1}: the target must not be missing")
        if not isinstance(label, str | bool | int | float) or label in (math.inf, -math.inf):
            raise DataError(f"column {target!r}, row {row + 1}: a class must be a text or a number, got {label!r}")
    distinct = set(labels)
    same_type = len({isinstance(label, str) for label in distinct}) <= 1
    return sorted(distinct) if same_type else sorted(distinct, key=str)


def column_of_values(name: str, values: NDArray[Any] | list[Any], kind: Kind | None) -> Column:
    """The typed column of an array or a list of Python values."""
    if isinstance(values, list):
        return _column_of_objects(name, values, kind)
    if values.dtype.kind not in "biuf":
        raise DataError(f"column {name!r} must hold numbers, booleans or texts, got {values.dtype}")
    absent = np.isnan(values) if values.dtype.kind == "f" else np.zeros(len(values), dtype=np.bool_)
    return _column_of_numbers(name, values, absent, kind)


def _column_of_series(name: str, series: nw.Series[Any], kind: Kind | None) -> Column:
    dtype = series.dtype
    absent = series.is_null().to_numpy().astype(np.bool_)
    if dtype.is_integer() and not absent.all():
        _check_whole_numbers(name, int(series.min()), int(series.max()))
    if dtype.is_numeric() and not dtype.is_decimal():
        values = series.fill_null(0).to_numpy() if absent.any() else series.to_numpy()
        if values.dtype.kind == "f":
            absent = absent | np.isnan(values)
        return _column_of_numbers(name, values, absent, kind)
    if dtype in (nw.Boolean, nw.String, nw.Categorical, nw.Enum, nw.Object):
        entries = [None if gone else value for value, gone in zip(series.to_list(), absent, strict=True)]
        return _column_of_objects(name, entries, kind)
    raise DataError(f"column {name!r} must hold numbers, booleans or texts, got {dtype}")


def is_missing(value: Any) -> bool:
    """None, NaN or pandas' NA, which is of no truth value."""
    return value is None or type(value).__name__ == "NAType" or bool(value != value)


def _check_whole_numbers(name: str, low: int, high: int) -> None:
    """Beyond 2**53 whole numbers are not told apart by floats, and are names rather than numbers anyway."""
    if low < -EXACT or high > EXACT:
        raise DataError(
            f"column {name!r} must hold whole numbers of at most 2**53, or texts; a longer number is a name"
        )


def _column_of_numbers(name: str, values: NDArray[Any], absent: NDArray[np.bool_], kind: Kind | None) -> Column:
    present = values[~absent]
    if present.dtype.kind == "f" and not np.isfinite(present).all():
        row = int(np.flatnonzero(~absent)[~np.isfinite(present)][0])
        raise DataError(f"column {name!r}, row {row + 1}: must be finite (not inf or infinity), got {values[row]}")
    if present.dtype.kind in "iu" and len(present) and max(abs(int(present.min())), abs(int(present.max()))) > EXACT:
        raise DataError(
            f"column {name!r} must hold whole numbers of at most 2**53, or texts; a longer number is a name"
        )
    kind = kind or _kind_of_numbers(present)
    if not _numbers_fit(present, kind):
        raise DataError(f"column {name!r} must be of kind {kind} as in training, got other numbers")
    dtype = {Kind.BOOLEAN: np.bool_, Kind.CODE: np.int64, Kind.NUMBER: np.float64, Kind.CATEGORY: object}[kind]
    known = np.where(absent, 0, values)
    # A number that a boolean column never had is like a category never seen: only the negation holds of it.
    filled: NDArray[Any] = known == 1 if kind is Kind.BOOLEAN else known.astype(dtype)
    if kind is Kind.NUMBER:
        filled[absent] = np.nan
    return Column(name, kind, filled, absent)


def _numbers_fit(present: NDArray[Any], kind: Kind) -> bool:
    match kind:
        case Kind.BOOLEAN | Kind.CODE:
            return bool((present == np.floor(present)).all())
        case Kind.NUMBER:
            return True
    return not len(present)


def _kind_of_numbers(present: NDArray[Any]) -> Kind:
    distinct = np.unique(present)
    if present.dtype.kind == "b" or (len(distinct) and np.isin(distinct, (0, 1)).all() and len(distinct) == 2):
        return Kind.BOOLEAN
    if present.dtype.kind in "iu" and are_codes(distinct.tolist()):
        return Kind.CODE
    return Kind.NUMBER


def _column_of_objects(name: str, values: list[Any], kind: Kind | None) -> Column:
    absent = np.array([is_missing(value) for value in values], dtype=np.bool_)
    present = [value for value, gone in zip(values, absent, strict=True) if not gone]
    types = {type(value) for value in present}
    if types and all(issubclass(t, (bool, int, float, np.number, np.bool_)) for t in types):
        whole = [int(value) for value in present if isinstance(value, int | np.integer)]
        _check_whole_numbers(name, min(whole, default=0), max(whole, default=0))
        numbers = np.array([np.nan if gone else value for value, gone in zip(values, absent, strict=True)])
        if not absent.any():
            numbers = np.array(present)
        elif types <= {bool, np.bool_}:
            kind = kind or Kind.BOOLEAN
        return _column_of_numbers(name, numbers, absent, kind)
    if not all(issubclass(t, str) for t in types):
        wrong = next(t for t in types if not issubclass(t, str))
        raise DataError(f"column {name!r} must hold only texts or only numbers, but there is a {wrong.__name__}")
    if kind not in (None, Kind.CATEGORY) and types:
        raise DataError(f"column {name!r} must be of kind {kind} as in training, got texts")
    texts = np.empty(len(values), dtype=object)
    texts[:] = [None if gone else str(value) for value, gone in zip(values, absent, strict=True)]
    return Column(name, kind or Kind.CATEGORY, texts, absent)
