"""Tables to boolean features with the user's names: one literal a column of the matrix.

Booleans stay as they are; each code and category gets `column == value`; numbers are cut into intervals (as the paper
does, into 2, 3 or 4) or by thresholds; a column with missing entries gets `column is missing`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError, UsageError
from shortlist.features.cutpoints import quantile_cuts, uniform_cuts
from shortlist.features.literal import Literal, Op
from shortlist.option import option
from shortlist.tables.table import Column, Kind, LabelledTable, Table

STRATEGIES = ("quantile", "uniform")
CUTS = ("intervals", "thresholds")


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
        if not isinstance(self.bins, int) or self.bins < 2:
            raise UsageError(f"the number of bins must be at least 2, got {self.bins!r}")
        if self.strategy not in STRATEGIES:
            raise UsageError(f"the binning strategy must be one of {', '.join(STRATEGIES)}, got {self.strategy!r}")
        if self.cuts not in CUTS:
            raise UsageError(f"cuts must be one of {', '.join(CUTS)}, got {self.cuts!r}")
        if not isinstance(self.max_categories, int) or self.max_categories < 1:
            raise UsageError(f"the largest number of categories must be at least 1, got {self.max_categories!r}")


def binarize(data: LabelledTable, binning: Binning) -> tuple[tuple[Literal, ...], NDArray[np.bool_]]:
    """The features of a training table and their truth on its rows; what holds for all rows or none is left out."""
    features = [f for column in data.table for f in features_of_column(column, data.weights, binning)]
    matrix = evaluate(features, data.table)
    varies = np.asarray(matrix.any(axis=0) & ~matrix.all(axis=0))
    return tuple(feature for feature, kept in zip(features, varies, strict=True) if kept), matrix[:, varies]


def evaluate(features: Sequence[Literal], table: Table) -> NDArray[np.bool_]:
    """The boolean matrix: does feature k hold for row i?"""
    columns = {column.name: column for column in table}
    matrix = np.empty((len(table), len(features)), dtype=np.bool_)
    for k, feature in enumerate(features):
        matrix[:, k] = feature.holds(columns[feature.column])
    return matrix


def features_of_column(column: Column, weights: NDArray[np.int64], binning: Binning) -> Iterator[Literal]:
    """The positive literals that this column can be asked for."""
    nullable = bool(column.missing.any())
    missing = False if nullable else None
    present = column.values[~column.missing]
    if column.kind is Kind.BOOLEAN:
        yield Literal(column.name, Op.EQUAL, True, missing)
    elif column.kind is Kind.NUMBER:
        yield from _features_of_cuts(
            column.name, _cuts(present, weights[~column.missing], binning), binning, missing=missing
        )
    else:
        for value in _categories(column, present, binning.max_categories):
            yield Literal(column.name, Op.EQUAL, value, missing)
    if nullable:
        yield Literal(column.name, Op.MISSING)


def _cuts(values: NDArray[np.generic], weights: NDArray[np.int64], binning: Binning) -> list[float]:
    numbers = values.astype(np.float64)
    if binning.strategy == "uniform":
        return uniform_cuts(numbers, binning.bins)
    return quantile_cuts(numbers, weights, binning.bins)


def _features_of_cuts(name: str, cuts: list[float], binning: Binning, *, missing: bool | None) -> Iterator[Literal]:
    if binning.cuts == "thresholds" or len(cuts) == 1:
        yield from (Literal(name, Op.AT_MOST, cut, missing) for cut in cuts)
        return
    if cuts:
        yield Literal(name, Op.AT_MOST, cuts[0], missing)
        yield from (Literal(name, Op.WITHIN, (low, high), missing) for low, high in pairwise(cuts))
        yield Literal(name, Op.ABOVE, cuts[-1], missing)


def _categories(column: Column, present: NDArray[np.generic], at_most: int) -> list[str | int]:
    values: list[str | int] = sorted(set(present.tolist()))
    if len(values) > at_most:
        raise DataError(
            f"column {column.name!r} has {len(values)} different values, at most {at_most} can become features; "
            "leave the column out or allow more categories"
        )
    return values
