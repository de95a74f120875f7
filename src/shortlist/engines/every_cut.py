"""What no list goes below, whatever cut points it has: the search on tables of optimistic questions, coarse ones first.

A finer grid can only raise the true bound, but a search that its limit ends may return less: the best bound is kept.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from shortlist.engines.search import search
from shortlist.features.binarize import Binning
from shortlist.features.cutpoints import Places
from shortlist.features.relax import free_cuts, is_exact, relaxed
from shortlist.features.rows import merge
from shortlist.problems.limits import Clock
from shortlist.problems.problem import Problem
from shortlist.tables.table import LabelledTable

_FIRST_BINS = 16


def bound_over_every_cut(problem: Problem, data: LabelledTable, binning: Binning, clock: Clock, cost: int) -> int:
    """A lower bound of the cost of every list over every cut point; `cost` is that of a list, at which there is no more to prove.

    Each grid has half of the time that is left, one on which nothing is optimistic any more has all of it.
    """
    if problem.perfect:
        data = without_conflicts(data)
    if not len(data):
        return 0
    cuts = free_cuts(data, binning)
    bound, bins = 0, _FIRST_BINS
    while bound < cost and clock.left() > 0:
        exact = is_exact(cuts, bins)
        share = clock if exact else clock.share(0.5)
        coarse = relaxed_problem(problem, data, binning, cuts, bins)
        bound = max(bound, search(coarse, share.rest()).lower_bound)
        if exact:
            break
        bins *= 2
    return min(bound, cost)


def relaxed_problem(
    problem: Problem, data: LabelledTable, binning: Binning, cuts: dict[str, Places], bins: int
) -> Problem:
    """The same problem over the optimistic questions of grids of so many bins."""
    asked = relaxed(data, binning, cuts, bins)
    prices, usual = problem.column_prices, problem.costs.literal
    by_feature = tuple(prices.get(feature.column, usual) for feature in asked.literals) if prices else None
    return replace(
        problem,
        rows=merge(asked.matrix, data.labels, len(data.classes), data.weights),
        features=asked.literals,
        negatable=asked.negatable,
        costs=replace(problem.costs, by_feature=by_feature),
    )


def without_conflicts(data: LabelledTable) -> LabelledTable:
    """One row for each distinct row, of its commonest class; rows of several commonest classes are left out.

    A perfect list gives each distinct row one of its commonest classes, so it makes no error on these; and fewer rows need no more.
    """
    first, by_row = data.equal_rows()
    best = by_row == by_row.max(axis=1, keepdims=True)
    clear = best.sum(axis=1) == 1
    rows = first[clear]
    labels = best.argmax(axis=1)[clear].astype(np.int64)
    return LabelledTable(data.table.take(rows), data.target, data.classes, labels, np.ones(len(rows), dtype=np.int64))
