"""What scikit-learn hands over, as tables, labels and whole-number weights."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import check_array
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import column_or_1d, validate_data

from shortlist.errors import DataError, together
from shortlist.option import by_name, one_of, several
from shortlist.tables.frames import frame_of, table_of_array, table_of_frame
from shortlist.tables.kinds import is_missing
from shortlist.tables.table import Kind, Table


def checked_table(
    estimator: Any,
    X: Any,  # noqa: N803
    *,
    reset: bool,
    kinds: Mapping[str, Kind],
    names: Sequence[str] | None = None,
    only: Collection[str] | None = None,
    rows: NDArray[np.bool_] | None = None,
) -> Table:
    """The input as a table, with scikit-learn's own checks of shape and names; only some columns and rows, where given.

    After fitting, columns have the names of training by position: those checks have seen to the order.
    """
    if not _is_frame(X):
        # After fitting, only the columns that are asked for need be looked at, and they are.
        finite = "allow-nan" if reset else False
        X = check_array(X, dtype=None, ensure_all_finite=finite, estimator=estimator)  # noqa: N806
    frame = frame_of(X) if _is_frame(X) else None
    validate_data(estimator, X, reset=reset, skip_check_array=True)
    if frame is not None:
        table = table_of_frame(
            frame if rows is None else frame.filter(rows.tolist()), kinds=kinds, names=names, only=only
        )
        if not len(table):
            raise DataError("Found array with 0 sample(s), but a minimum of 1 is required")
        return table
    names = names or names_of_array(X.shape[1])
    return table_of_array(X if rows is None else X[rows], names, kinds=kinds, only=only)


def checked_kinds(kinds: Mapping[str, str] | None) -> dict[str, Kind]:
    """The kinds of columns that were named, each one that there is."""
    named = by_name("kinds", kinds or {})
    together(partial(one_of, f"the kind of column {name!r}", kind, list(Kind)) for name, kind in named.items())
    return {name: Kind(kind) for name, kind in named.items()}


def checked_parts(parts: Mapping[str, Sequence[str]] | None) -> dict[str, tuple[str, ...]]:
    """The parts of dates that are asked for, by column."""
    return {
        name: several(f"the parts of column {name!r}", of) for name, of in by_name("date_parts", parts or {}).items()
    }


def names_of_array(n_columns: int) -> list[str]:
    """What the columns of an array are called."""
    return [f"x{i}" for i in range(n_columns)]


def library_of(X: Any) -> str | None:  # noqa: N803
    """The library that a data frame is of; None for an array."""
    return str(nw.from_native(X, eager_only=True).implementation.value) if _is_frame(X) else None


def is_dask(X: Any) -> bool:  # noqa: N803
    """Is it a Dask data frame?"""
    return bool(nw.dependencies.is_dask_dataframe(X))


def _is_frame(X: Any) -> bool:  # noqa: N803
    return bool(nw.dependencies.is_into_dataframe(X))


def checked_labels(y: ArrayLike, n_rows: int, name: str) -> NDArray[Any]:
    """The classes of all rows, none of them missing, all texts or all numbers."""
    if y is None:
        raise DataError(f"This {name} estimator requires y to be passed, but the target y is None.")
    labels = column_or_1d(y, warn=True)
    if labels.dtype == object:
        for row, label in enumerate(labels.tolist()):
            if is_missing(label):
                raise DataError(f"y must not be missing, but row {row + 1} is (Input y contains NaN)")
        if len({isinstance(label, str) for label in labels.tolist()}) > 1:
            raise DataError("y must hold only texts or only numbers, got both")
    check_classification_targets(labels)
    if len(labels) != n_rows:
        raise DataError(f"X and y must have the same number of rows, got {n_rows} and {len(labels)}")
    return np.asarray(labels)
