"""What no list goes below, whatever cut points it has: the search on tables of optimistic questions, coarse ones first.

This is counterexample-guided refinement: only where an optimistic list is too good to be true, it is looked at more closely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from shortlist.engines.registry import solve
from shortlist.features.binarize import Binning
from shortlist.features.relax import Grids, OutOfTimeError, Zone, never
from shortlist.features.rows import merge
from shortlist.problems.limits import Clock
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Status
from shortlist.tables.table import LabelledTable

Cuts = Iterable[tuple[str, float]]
"""Columns and numbers that they are cut at."""

Prices = Mapping[str, int]
"""What a literal costs on columns that have a price of their own."""

_FIRST_BINS = 8
_STAYING_BINS = 16
_PARTS = 4  # that a zone is divided into
_FOR_QUESTIONS = 0.25  # of the time; to merge the rows by them takes as long again, and the search must have some


def bound_over_every_cut(
    problem: Problem,
    data: LabelledTable,
    binning: Binning,
    clock: Clock,
    *,
    cost: int,
    cuts: Cuts = (),
    prices: Prices | None = None,
) -> tuple[int, bool]:
    """A lower bound of the cost of every list over every cut point, and whether more time could not raise it.

    `cost` is that of a list, at which there is no more to prove; `prices` are those of all columns, where the problem knows only
    of columns that it asks for. Half of the time is for grids that are refined, with the cuts of that list among them; if a search
    among these does not end, a finer grid that stays as it is has the rest, for its packing is the better bound then.
    """
    if clock.left() <= 0:
        return 0, False
    if problem.perfect:
        data = without_conflicts(data)
    elif problem.constraints.forbid:
        forbidden = problem.constraints.columns(data.table.names)
        data = replace(data, table=data.table.only({*data.table.names} - forbidden))
    if not len(data):
        return 0, True
    prices = problem.column_prices if prices is None else prices
    bound, done = _refined(problem, data, binning, clock.share(0.5), cost=cost, cuts=cuts, prices=prices)
    with suppress(OutOfTimeError):
        if not done and bound < cost and clock.left() > 0:
            over = clock.past(_FOR_QUESTIONS)
            coarse, _ = relaxed_problem(problem, data, Grids(data, binning, _STAYING_BINS, over), over, prices)
            bound = max(bound, solve("search", coarse, clock.rest()).lower_bound)
    return min(bound, cost), done or bound >= cost


def _refined(
    problem: Problem, data: LabelledTable, binning: Binning, clock: Clock, *, cost: int, cuts: Cuts, prices: Prices
) -> tuple[int, bool]:
    """The bound of coarse grids that are refined, and whether it is the least cost of all lists, or no less than `cost`.

    Where the best optimistic list is cheaper, the zones that it uses are divided; if it uses none it is a list.
    """
    bound = 0
    with suppress(OutOfTimeError):
        grids = Grids(data, binning, _FIRST_BINS, clock.past(_FOR_QUESTIONS))
        grids.add_cuts(cuts)
        while bound < cost:
            coarse, zones = relaxed_problem(problem, data, grids, clock.past(_FOR_QUESTIONS), prices)
            found = solve("search", coarse, clock.rest())
            bound = max(bound, found.lower_bound)
            if found.status is not Status.OPTIMAL or found.lists is None:
                return bound, False
            used = {zones[feature] for literals, _ in found.lists[0] for feature, _ in literals} - {None}
            if not used:
                break
            grids.refine([zone for zone in used if zone is not None], _PARTS)
        return bound, True
    return bound, False


def relaxed_problem(
    problem: Problem,
    data: LabelledTable,
    grids: Grids,
    over: Callable[[], bool] = never,
    prices: Prices = MappingProxyType({}),
) -> tuple[Problem, tuple[Zone | None, ...]]:
    """The same problem over optimistic questions, and the zone of each; `OutOfTimeError` if the time for these is over."""
    asked = grids.questions(over)
    usual = problem.costs.literal
    by_feature = tuple(prices.get(feature.column, usual) for feature in asked.literals) if prices else None
    relaxed = replace(
        problem,
        rows=merge(asked.matrix, data.labels, len(data.classes), data.weights),
        features=asked.literals,
        negatable=asked.negatable,
        costs=replace(problem.costs, by_feature=by_feature),
    )
    return relaxed, asked.zones


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
