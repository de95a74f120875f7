"""Weights of rows as whole numbers: decimals are multiplied by what makes them whole, exactly, and the scale is kept.

Everything inside is then counted in whole numbers, and what people read is divided by the scale again.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from shortlist.errors import DataError, UsageError
from shortlist.tables.kinds import Where
from shortlist.tables.table import Label, LabelledTable
from shortlist.tables.texts import TextColumn
from shortlist.words import EXACT, count, printable

BALANCED = "balanced"
_FINEST = 10**6
_MOST = EXACT // 2  # of all weights together: prices beside them fit, too
_WEIGHT = "must be a weight, a number that is not negative"


def integer_weights(
    sample_weight: ArrayLike | None, n_rows: int, name: str = "sample_weight"
) -> tuple[NDArray[np.int64], int]:
    """Weights as whole numbers, and what one unit of weight became.

    >>> weights, scale = integer_weights([0.5, 1, 2.25], 3)
    >>> weights.tolist(), scale
    ([2, 4, 9], 4)
    """
    if sample_weight is None:
        return np.ones(n_rows, dtype=np.int64), 1
    weights = np.asarray(sample_weight)
    if weights.shape != (n_rows,):
        raise DataError(f"{name} must have shape ({n_rows},), got {weights.shape}")
    if weights.dtype.kind not in "biuf" or not np.isfinite(weights).all() or (weights < 0).any():
        raise DataError(f"{name} must be finite numbers that are not negative")
    different, codes = np.unique(weights.astype(int) if weights.dtype == bool else weights, return_inverse=True)
    return scaled([Fraction(str(weight)) for weight in different], codes, name)


def weights_of_texts(
    texts: TextColumn, where: Where, missing: Collection[str], name: str
) -> tuple[NDArray[np.int64], int]:
    """The weights that a column of texts says, exactly."""
    exact = []
    for code, text in enumerate(texts.distinct):
        try:
            weight = Fraction(-1) if text.strip() in missing or len(text) > 40 else Fraction(text.strip())
        except (ValueError, ZeroDivisionError):
            weight = Fraction(-1)
        if weight < 0:
            raise DataError(f"{where(code)}: {_WEIGHT}, got {text[:60]!r}")
        exact.append(weight)
    return scaled(exact, texts.codes, f"column {name!r}")


def scaled(
    exact: Sequence[Fraction], codes: NDArray[np.integer], name: str = "weights"
) -> tuple[NDArray[np.int64], int]:
    """The weights `exact[codes[i]]`, all times the one number, the scale, that makes them whole.

    That is their common denominator. Where it is above a million, weights are rounded to so many decimals that the largest has
    seven digits and none that is above 0 becomes 0.

    >>> weights, scale = scaled([Fraction(1, 3), Fraction(1, 7), Fraction(1)], np.array([0, 1, 2]))
    >>> weights.tolist(), scale
    ([7, 3, 21], 21)
    >>> scaled([Fraction("0.3333333333"), Fraction(2)], np.array([0, 1]))[0].tolist()
    [333333, 2000000]
    >>> scaled([Fraction("1e-9"), Fraction(2)], np.array([0, 1]))[0].tolist()
    [1, 2000000000]
    """
    largest = max(exact)
    if largest > EXACT:
        raise DataError(f"{name} must not be above 2**53")
    if not any(exact[code] for code in np.unique(codes).tolist()):
        raise DataError(f"{name} must not be all zero")
    scale = math.lcm(*(weight.denominator for weight in exact))
    if scale > _FINEST:
        scale, smallest = 1, min(weight for weight in exact if weight)
        while largest * scale < _FINEST or smallest * scale < 1:
            scale *= 10
    whole = [round(weight * scale) for weight in exact]
    if scale > _FINEST:
        _check_range(whole, codes, name)
    return np.array(whole, dtype=np.int64)[codes], scale


def _check_range(whole: Sequence[int], codes: NDArray[np.integer], name: str) -> None:
    """Refuse weights so far apart that together they are too many of what the smallest is counted in."""
    numbers = np.bincount(codes, minlength=len(whole)).tolist()
    total = sum(weight * n for weight, n in zip(whole, numbers, strict=True))
    if total > _MOST:
        smallest = min(weight for weight in whole if weight)
        raise DataError(
            f"{name} must together be at most 4e14 times the smallest that is above 0, so that whole numbers count them, "
            f"got {total / smallest:.0e} times"
        )


def weightless_note(column: str, gone: int, rows: int) -> str:
    """The note that so many of all rows do not count."""
    return f"column {printable(column)}: {count(gone, 'row')} of {rows} of weight 0 count for nothing"


def class_weighted(
    data: LabelledTable,
    weights: str | Mapping[Label, str | float | Fraction] | None,
    numbers: NDArray[np.int64] | None = None,
) -> LabelledTable:
    """The table with the weights of its rows times those of their classes; `balanced` gives each class the same weight in all.

    With `numbers` each row stands for so many.

    >>> from shortlist.tables.read import read_labelled
    >>> titanic = class_weighted(read_labelled("titanic"), "balanced")
    >>> [round(float(titanic.weights[titanic.labels == k].sum() / titanic.weighting.scale), 1) for k in (0, 1)]
    [1100.5, 1100.5]
    """
    if weights is None:
        return data
    factors = _balanced(data, numbers) if weights == BALANCED else _given(data.classes, weights)
    # Rows of equal weight and class stay equal, so each such pair is worked out once.
    different, codes = np.unique(data.weights, return_inverse=True)
    pairs, which = np.unique(codes * len(data.classes) + data.labels, return_inverse=True)
    exact = []
    for pair in pairs.tolist():
        weight, label = divmod(pair, len(data.classes))
        exact.append(Fraction(int(different[weight]), data.weighting.scale) * factors[label])
    whole, scale = scaled(exact, which)
    weighting = replace(data.weighting, scale=scale, classes=tuple(map(str, factors)))
    return replace(data, weights=whole, weighting=weighting)


def _balanced(data: LabelledTable, numbers: NDArray[np.int64] | None) -> list[Fraction]:
    """For each class: what makes it weigh as much as the others; all rows together weigh what they did."""
    weights = data.weights if numbers is None else data.weights * numbers
    totals = [int(weights[data.labels == label].sum()) for label in range(len(data.classes))]
    occurring = sum(total > 0 for total in totals)
    return [Fraction(sum(totals), occurring * total) if total else Fraction(1) for total in totals]


def _given(classes: Sequence[Label], weights: str | Mapping[Label, str | float | Fraction]) -> list[Fraction]:
    """For each class: the weight that was given, 1 where none was."""
    if isinstance(weights, str) or not isinstance(weights, Mapping):
        raise UsageError(f"class_weight must be 'balanced' or weights of classes, got {weights!r}")
    written = {str(label): k for k, label in enumerate(classes)}
    factors = [Fraction(1)] * len(classes)
    for label, weight in weights.items():
        if str(label) not in written:
            raise UsageError(f"class weights must be of classes among {', '.join(written)}, got {label!r}")
        try:
            factor = Fraction(str(weight))
        except (ValueError, ZeroDivisionError):
            factor = Fraction(0)
        if factor <= 0:
            raise UsageError(f"the weight of class {label} must be a number above 0, got {weight}")
        factors[written[str(label)]] = factor
    return factors
