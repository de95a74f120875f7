"""Target values to classes: one way for CSV files, Parquet files, data frames and the estimators."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError
from shortlist.tables.csv_text import TextColumn
from shortlist.tables.distinct import distinct_codes, numbered
from shortlist.tables.kinds import Where, is_missing, kind_of, meaning
from shortlist.tables.table import Kind, Label, LabelledTable, Table
from shortlist.words import EXACT

Labels = tuple[tuple[Label, ...], NDArray[np.int64]]
"""The classes, and for each row the index of its class."""


def labels_of(
    distinct: Sequence[Any],
    codes: NDArray[np.integer[Any]],
    where: Where,
    classes: Sequence[Label] | None = None,
    *,
    more: bool = False,
) -> Labels:
    """The classes and label indices of a target whose row i has the value `distinct[codes[i]]`.

    The classes are those given, and then each value means the one that is written so; else all that occur, sorted (by
    text where types differ). No value may be missing. With `more`, values beside those given are classes, too, behind them.

    >>> classes, indices = labels_of(["yes", "no"], np.array([0, 1, 0]), "row {}".format)
    >>> classes, indices.tolist()
    (('no', 'yes'), [1, 0, 1])
    """
    for code, value in enumerate(distinct):
        if is_missing(value):
            raise DataError(f"{where(code)}: the target must not be missing")
        if not isinstance(value, str | bool | int | float) or value in (math.inf, -math.inf):
            raise DataError(f"{where(code)}: a class must be a text or a number, got {value!r}")
    known = _sorted(set(distinct)) if classes is None else list(classes)
    if classes is not None and more:
        written = set(map(str, known))
        known += _sorted({value for value in distinct if str(value) not in written})
    index = {str(label): k for k, label in enumerate(known)}
    if classes is None and len(index) < len(known):
        first = next(code for code, value in enumerate(distinct) if index[str(value)] != known.index(value))
        raise DataError(f"{where(first)}: two classes must not be written the same, as a text and as a number")
    for code, value in enumerate(distinct):
        if str(value) not in index:
            raise DataError(f"{where(code)}: must be one of {', '.join(index)}, got {value!r}")
    of_code = np.array([index[str(value)] for value in distinct], dtype=np.int64)
    return tuple(known), of_code[codes]


def labels_of_texts(
    texts: TextColumn,
    where: Where,
    missing: Collection[str],
    classes: Sequence[Label] | None = None,
    *,
    more: bool = False,
) -> Labels:
    """The classes and label indices of a target column of texts: whole numbers where all are, else the texts."""
    stripped = [text.strip() for text in texts.distinct]
    meanings = {text: None if text in missing else meaning(text) for text in stripped}
    numeric = kind_of([value for value in meanings.values() if value is not None]) is not Kind.CATEGORY
    gone = {text for text, value in meanings.items() if text in missing or (numeric and value is None)}
    whole = all(type(value) is int and abs(value) <= EXACT for value in meanings.values())
    values = [None if text in gone else meanings[text] if whole and classes is None else text for text in stripped]
    return labels_of(values, texts.codes, where, classes, more=more)


def labels_of_values(
    values: Sequence[Any] | NDArray[Any], where: Where, classes: Sequence[Label] | None = None, *, more: bool = False
) -> Labels:
    """The classes and label indices of one value for each row; `where` is told the row, from 0."""
    if isinstance(values, np.ndarray) and values.dtype.kind in "biuU":
        array, codes = distinct_codes(values)
        distinct = array.tolist()
    else:
        found, codes = numbered(_hashable(values, where))
        distinct = [value.item() if isinstance(value, np.generic) else value for value in found]
    return labels_of(distinct, codes, lambda code: where(int((codes == code).argmax())), classes, more=more)


def _hashable(values: Sequence[Any] | NDArray[Any], where: Where) -> Sequence[Any]:
    """The values as a list, refused if there is one that is compared by its parts, such as a list."""
    rows: Sequence[Any] = values.tolist() if isinstance(values, np.ndarray) else values
    wrong = {t for t in set(map(type, rows)) if t.__hash__ is None}
    for row, value in enumerate(rows if wrong else ()):
        if type(value) in wrong:
            raise DataError(f"{where(row)}: a class must be a text or a number, got {value!r}")
    return rows


def labelled(
    table: Table,
    target: str,
    values: Sequence[Any] | NDArray[Any],
    weights: NDArray[np.int64] | None = None,
    *,
    classes: Sequence[Label] | None = None,
    more: bool = False,
    source: str | None = None,
) -> LabelledTable:
    """The table with its classes, see `labels_of`; `source` is the file that errors name."""
    file = "" if source is None else f"{source}, "
    known, indices = labels_of_values(values, lambda row: f"{file}row {row + 1}, column {target!r}", classes, more=more)
    counted = np.ones(len(indices), dtype=np.int64) if weights is None else weights
    return LabelledTable(table, target, known, indices, counted)


def _sorted(labels: Collection[Label]) -> list[Label]:
    same_type = len({isinstance(label, str) for label in labels}) <= 1
    return sorted(labels) if same_type else sorted(labels, key=str)
