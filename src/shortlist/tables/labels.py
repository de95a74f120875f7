"""Target values to classes: one way for CSV files, Parquet files, data frames and the estimators."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError, UsageError
from shortlist.tables.distinct import distinct_codes, numbered
from shortlist.tables.kinds import Where, is_missing, kind_of, meaning
from shortlist.tables.ranges import check_few, cuts_of, range_names, ranges_of
from shortlist.tables.table import Kind, Label, LabelledTable, Table
from shortlist.tables.texts import TextColumn
from shortlist.words import EXACT, count

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
    _check_none_missing(distinct, codes, where)
    for code, value in enumerate(distinct):
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


def _check_none_missing(distinct: Sequence[Any], codes: NDArray[np.integer[Any]], where: Where) -> None:
    gone = np.isin(codes, [code for code, value in enumerate(distinct) if is_missing(value)])
    if gone.any():
        raise missing_target(where(int(codes[int(gone.argmax())])), int(gone.sum()))


def missing_target(where: str, rows: int) -> DataError:
    """The refusal of rows without a target, of which this is the first."""
    said = f"{where}: the target must not be missing, but is in {count(rows, 'row')}"
    return DataError(f"{said}; --drop-missing-target leaves such rows out")


def target_values(texts: TextColumn, missing: Collection[str]) -> list[str | int | float | bool | None]:
    """What each distinct text of a target means: None if it is missing, a number or truth value if all others are, or itself."""
    stripped = [text.strip() for text in texts.distinct]
    meanings = [None if text in missing else meaning(text) for text in stripped]
    if kind_of([value for value in meanings if value is not None]) is not Kind.CATEGORY:
        return meanings
    return [None if text in missing else text for text in stripped]


def labels_of_texts(
    texts: TextColumn,
    where: Where,
    missing: Collection[str],
    classes: Sequence[Label] | None = None,
    *,
    cuts: Sequence[float] = (),
    more: bool = False,
) -> Labels:
    """The classes and label indices of a target column of texts: whole numbers where all are, else the texts.

    With `cuts`, or where the classes given are ranges, the texts are numbers and each means its range.
    """
    meant = target_values(texts, missing)
    between = cuts or (None if classes is None else cuts_of(classes))
    if between:
        return labels_of_numbers(meant, texts.codes, where, between, classes)
    if classes is None:
        _check_not_many(meant, texts.codes, where, "--target-cuts {}")
    # -0 is another class than 0, as 1.0 is another than 1.
    minus_zero = any(value == 0 and text.strip() == "-0" for text, value in zip(texts.distinct, meant, strict=True))
    whole = not minus_zero and all(type(value) is int and abs(value) <= EXACT for value in meant)
    values = [
        None if value is None else value if whole and classes is None else text.strip()
        for text, value in zip(texts.distinct, meant, strict=True)
    ]
    return labels_of(values, texts.codes, where, classes, more=more)


def labels_of_numbers(
    distinct: Sequence[Any],
    codes: NDArray[np.integer[Any]],
    where: Where,
    cuts: Sequence[float],
    classes: Sequence[Label] | None = None,
) -> Labels:
    """The ranges between the cuts as classes, in order; each must have a row, unless the classes are given."""
    _check_none_missing(distinct, codes, where)
    for code, value in enumerate(distinct):
        if type(value) not in (int, float) or not math.isfinite(value):
            raise DataError(f"{where(code)}: a target that is cut must be a finite number, got {value!r}")
    found = ranges_of(distinct, cuts)
    known, indices = labels_of(found, codes, where, range_names(cuts))
    if classes is None and len(set(found)) < len(known):
        unused = next(name for name in known if name not in found)
        raise UsageError(f"the target must be cut so that every class has a row, but {unused!r} has none")
    return known, indices


def _check_not_many(distinct: Sequence[Any], codes: NDArray[np.integer[Any]], where: Where, how: str) -> None:
    """Refuse a target of numbers that has very many of them."""
    numbers = [code for code, value in enumerate(distinct) if not is_missing(value)]
    if numbers and all(type(distinct[code]) in (int, float) and math.isfinite(distinct[code]) for code in numbers):
        counts = np.bincount(codes, minlength=len(distinct))[numbers]
        check_few([distinct[code] for code in numbers], counts, where(numbers[0]), how)


def labels_of_values(
    values: Sequence[Any] | NDArray[Any],
    where: Where,
    classes: Sequence[Label] | None = None,
    *,
    cuts: Sequence[float] = (),
    more: bool = False,
    how: str = "pandas.cut(y, [-inf,{},inf])",
) -> Labels:
    """The classes and label indices of one value for each row; `where` is told the row, from 0.

    `cuts` are as for texts, and `how` is what a target of too many numbers is told to do.
    """
    if isinstance(values, np.ndarray) and values.dtype.kind in "biuU":
        array, codes = distinct_codes(values)
        distinct = array.tolist()
    else:
        found, codes = numbered(_hashable(values, where))
        distinct = [_plain(value) for value in found]

    def first(code: int) -> str:
        return where(int((codes == code).argmax()))

    between = cuts or (None if classes is None else cuts_of(classes))
    if between:
        return labels_of_numbers(distinct, codes, first, between, classes)
    if classes is None:
        _check_not_many(distinct, codes, first, how)
    return labels_of(distinct, codes, first, classes, more=more)


def _plain(value: Any) -> Any:
    """Numbers of NumPy and decimals as Python's own."""
    if isinstance(value, Decimal) and not is_missing(value):
        return int(value) if value == int(value) else float(value)
    return value.item() if isinstance(value, np.generic) else value


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
    cuts: Sequence[float] = (),
    more: bool = False,
    source: str | None = None,
) -> LabelledTable:
    """The table with its classes, see `labels_of`; `source` is the file that errors name."""
    file = "" if source is None else f"{source}, "
    how = {} if source is None else {"how": "--target-cuts {}"}
    known, indices = labels_of_values(
        values, lambda row: f"{file}row {row + 1}, column {target!r}", classes, cuts=cuts, more=more, **how
    )
    counted = np.ones(len(indices), dtype=np.int64) if weights is None else weights
    return LabelledTable(table, target, known, indices, counted)


def _sorted(labels: Collection[Label]) -> list[Label]:
    same_type = len({isinstance(label, str) for label in labels}) <= 1
    return sorted(labels) if same_type else sorted(labels, key=str)
