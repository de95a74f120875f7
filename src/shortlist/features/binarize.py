"""Tables to boolean features with the user's names: one literal a column of the matrix.

Booleans stay as they are; each code and category gets `column == value`; numbers are cut into intervals (as the paper
does, into 2, 3 or 4) or by thresholds; a column with missing entries gets `column is missing`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError, UsageError
from shortlist.features.cutpoints import quantile_cuts, uniform_cuts
from shortlist.features.literal import Literal, Op
from shortlist.option import option, whole
from shortlist.tables.table import Column, Kind, LabelledTable, Table

STRATEGIES = ("quantile", "uniform")
CUTS = ("intervals", "thresholds")

_ROWS_AT_ONCE = 2**13


@dataclass(frozen=True)
class Binning:
    """How columns become features.

    `bins` intervals of equal weight ("quantile") or equal width ("uniform"); `cuts` "intervals" asks `20 < age <= 35`,
    "thresholds" asks `age <= 35`. A text or code column may have at most `max_categories` different values.
    """

    bins: int = option(4, "Intervals for each column of numbers.")
    strategy: str = option("quantile", "Intervals of equal weight (quantile) or equal width (uniform).")
    cuts: str = option("intervals", "Ask for intervals (20 < age <= 35) or for thresholds (age <= 35).")
    max_categories: int = option(50, "Most different values of a text or code column.")

    def __post_init__(self) -> None:
        object.__setattr__(self, "bins", whole("bins", self.bins, 2))
        object.__setattr__(self, "max_categories", whole("max_categories", self.max_categories, 1))
        if self.strategy not in STRATEGIES:
            raise UsageError(f"the binning strategy must be one of {', '.join(STRATEGIES)}, got {self.strategy!r}")
        if self.cuts not in CUTS:
            raise UsageError(f"cuts must be one of {', '.join(CUTS)}, got {self.cuts!r}")


def binarize(data: LabelledTable, binning: Binning) -> tuple[tuple[Literal, ...], NDArray[np.bool_]]:
    """The features of a training table and their truth on its rows; what holds for all rows or none is left out."""
    truths: dict[Literal, NDArray[np.bool_]] = {}
    for column in data.table:
        for feature in features_of_column(column, data.weights, binning):
            truth = feature.holds(column)
            if truth.any() and not truth.all():
                truths[feature] = truth
    return tuple(truths), _row_by_row(len(data), list(truths.values()))


def evaluate(features: Sequence[Literal], table: Table) -> NDArray[np.bool_]:
    """The boolean matrix: does feature k hold for row i?"""
    columns = {column.name: column for column in table}
    return _row_by_row(len(table), [feature.holds(columns[feature.column]) for feature in features])


def _row_by_row(n_rows: int, truths: Sequence[NDArray[np.bool_]]) -> NDArray[np.bool_]:
    """The matrix whose k-th column these are, with each row in one piece."""
    matrix = np.empty((n_rows, len(truths)), dtype=np.bool_)
    for first in range(0, n_rows, _ROWS_AT_ONCE):
        # What is written in one go fits the processor's cache: otherwise each byte is fetched from memory anew.
        block = matrix[first : first + _ROWS_AT_ONCE]
        for k, truth in enumerate(truths):
            block[:, k] = truth[first : first + _ROWS_AT_ONCE]
    return matrix


def features_of_column(column: Column, weights: NDArray[np.int64], binning: Binning) -> Iterator[Literal]:
    """The positive literals that this column can be asked for: of values that occur with some weight."""
    nullable = column.has_missing
    missing = False if nullable else None
    if column.kind is Kind.BOOLEAN:
        yield Literal(column.name, Op.EQUAL, True, missing)
    else:
        # Whole numbers up to 2**53 stay exact as floats, and that is the most that all weights may add up to.
        weighed = np.bincount(column.codes + 1, weights, len(column.distinct) + 1)[1:].astype(np.int64)
        occurs = weighed > 0
        values = column.distinct[occurs]
        if column.kind is Kind.NUMBER:
            cuts = _cuts(values, weighed[occurs], binning)
            yield from _features_of_cuts(column.name, cuts, binning, missing=missing)
        else:
            _check_categories(column.name, len(values), binning.max_categories)
            yield from (Literal(column.name, Op.EQUAL, value, missing) for value in values.tolist())
    if nullable:
        yield Literal(column.name, Op.MISSING)


def _cuts(values: NDArray[Any], weights: NDArray[np.int64], binning: Binning) -> list[float]:
    if binning.strategy == "uniform":
        return uniform_cuts(values, binning.bins)
    return quantile_cuts(values, weights, binning.bins)


def _features_of_cuts(name: str, cuts: list[float], binning: Binning, *, missing: bool | None) -> Iterator[Literal]:
    if binning.cuts == "thresholds" or len(cuts) == 1:
        yield from (Literal(name, Op.AT_MOST, cut, missing) for cut in cuts)
        return
    if cuts:
        yield Literal(name, Op.AT_MOST, cuts[0], missing)
        yield from (Literal(name, Op.WITHIN, (low, high), missing) for low, high in pairwise(cuts))
        yield Literal(name, Op.ABOVE, cuts[-1], missing)


def _check_categories(name: str, n_values: int, at_most: int) -> None:
    if n_values > at_most:
        raise DataError(
            f"column {name!r} has {n_values} different values, at most {at_most} can become features; "
            "leave the column out or allow more categories"
        )
