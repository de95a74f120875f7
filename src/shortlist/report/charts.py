"""The small charts of the rule matrix: for each rule and each column that it asks for, the training rows that arrive there."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.report.columns import Known, short_number
from shortlist.report.judged import Judged
from shortlist.tables.table import Column

BINS = 22
_MOST_BARS = 6
_TAIL = 0.01


def charts_of(training: Judged, columns: list[Known]) -> list[list[dict[str, Any]]]:
    """For each rule its charts: a histogram of a column of numbers or dates, bars of a few values for any other."""
    by_name = {known.name: (place, known) for place, known in enumerate(columns)}
    charts = []
    bins: dict[str, tuple[NDArray[np.intp], dict[str, Any]]] = {}
    for rule, rows in zip(training.model.rules, training.arriving(), strict=True):
        mine = []
        for name in dict.fromkeys(literal.column for literal in rule.literals):
            place, known = by_name[name]
            if known.column.kind.is_ordered:
                if name not in bins:
                    asked = training.model.by_column[name]
                    bins[name] = _bins(known.column, [point for literal in asked for point in literal.points])
                groups, axis = bins[name]
                counts = training.by_class(rows, groups, BINS)
            else:
                groups, axis = _bars(known, rule.literals)
                counts = training.by_class(rows, groups[known.places(known.column)], len(axis["bars"]))
            mine.append({"column": place, "counts": counts, **axis})
        charts.append(mine)
    return charts


def _bins(column: Column, cuts: list[float]) -> tuple[NDArray[np.intp], dict[str, Any]]:
    """For each row its bin, −1 if it has no entry, and the axis; long tails are put into the first and the last bin.

    An axis always shows every cut point of the model on its column.
    """
    values = np.asarray(column.values, dtype=np.float64)
    there = values[~np.isnan(values)]
    if not len(there):
        return np.full(len(values), -1, dtype=np.intp), {"low": 0, "high": 1, "tails": [False, False]}
    low, high = float(there.min()), float(there.max())
    body = np.quantile(there, [_TAIL, 1 - _TAIL])
    reach = 3 * float(body[1] - body[0])
    shown = [low if low > body[0] - reach else float(body[0]), high if high < body[1] + reach else float(body[1])]
    shown = [min([shown[0], *cuts]), max([shown[1], *cuts])]
    if shown[0] == shown[1]:
        shown[1] += 1
    places = np.floor((values - shown[0]) / (shown[1] - shown[0]) * BINS)
    groups = np.where(np.isnan(values), -1, np.clip(np.nan_to_num(places), 0, BINS - 1)).astype(np.intp)
    axis = {"low": short_number(shown[0]), "high": short_number(shown[1]), "tails": [low < shown[0], high > shown[1]]}
    return groups, axis


def _bars(known: Known, literals: Any) -> tuple[NDArray[np.intp], dict[str, Any]]:
    """For each value of a column its bar, for the others and a missing entry none or the last; and what each bar is of.

    Values that the rule names come first where there are too many for all to be shown.
    """
    mine = (literal for literal in literals if literal.column == known.name)
    named = {known.column.written(value) for literal in mine for value in literal.values}
    order = range(len(known.values))
    shown = list(order)
    if len(known.values) > _MOST_BARS:
        shown = sorted(sorted(order, key=lambda k: known.values[k] not in named)[: _MOST_BARS - 1])
    rest = len(known.values) - len(shown)
    bar = {k: b for b, k in enumerate(shown)}
    groups = np.array([*(bar.get(k, len(shown) if rest else -1) for k in order), -1], dtype=np.intp)
    return groups, {"bars": [*shown, *([-1] if rest else [])], "rest": rest}
