"""A coarse table of optimistic questions, whose best list costs no more than the best list over every cut point (theorem T-E).

Of all cuts of a column only a grid is kept; the others lie in zones between neighbouring grid cuts. A literal `x <= t` of a rule for
class k, with t somewhere in a zone from `low` to `high`, is answered in the rule's favour: rows of class k satisfy it if x <= high,
all others only if x <= low; `x > t` likewise. So the rule covers at least the rows of its class, and at most the others, that it
would cover with any cut of the zone.

*Why this bounds.* Let A → k be a rule of a list over every cut and A' its optimistic form. Against A, A' covers more rows of class k,
which it gets right, and leaves out rows of other classes, which A got wrong and the tail of the list may now get right: no row costs
more (a row costs the same under every wrong class). A literal used in a rule of another class than its own is no better than that
class's own literal, so nothing needs to be forbidden. The questions know the classes of rows; they bound, they do not predict.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from shortlist.features.binarize import Binning, Questions, literals_of_column, questions_of
from shortlist.features.cutpoints import Places, boundary_places
from shortlist.features.literal import Literal, Op
from shortlist.features.splits import occurring
from shortlist.tables.table import Column, LabelledTable

Asked = tuple[Literal, NDArray[np.bool_], bool]
"""A question, its truth on the rows, and whether its negation is a literal, too."""


def free_cuts(data: LabelledTable, binning: Binning) -> dict[str, Places]:
    """The places of all cuts that can matter, of each column of numbers or dates whose cuts were not given."""
    return {
        column.name: boundary_places(occurring(column, data)[1])
        for column in data.table
        if column.kind.is_ordered and column.name not in (binning.cut or {})
    }


def grid_of(column: Column, data: LabelledTable, places: Places, bins: int) -> Places:
    """Of these places at most bins − 1, so that the weight between them is even."""
    if len(places) < bins:
        return places
    below = occurring(column, data)[1].sum(axis=1).cumsum()[places]
    evenly = np.searchsorted(below, np.linspace(0, int(below[-1]), bins + 1)[1:-1])
    return np.unique(places[evenly])


def relaxed(data: LabelledTable, binning: Binning, cuts: Mapping[str, Places], bins: int) -> Questions:
    """The optimistic questions of a table, with grids of so many bins among the cuts of each column."""
    found: list[Asked] = []
    for column in data.table:
        if column.name in cuts:
            found += _optimistic(column, data, cuts[column.name], grid_of(column, data, cuts[column.name], bins))
        else:
            found += questions_of(column, literals_of_column(column, data, binning, None, boundaries=True))
    return Questions.of([asked for asked in found if asked[1].any()], len(data))


def is_exact(cuts: Mapping[str, Places], bins: int) -> bool:
    """Are all cuts in the grids, so that nothing is optimistic any more?"""
    return all(len(places) < bins for places in cuts.values())


def _optimistic(column: Column, data: LabelledTable, places: Places, grid: Places) -> Iterator[Asked]:
    """The cuts of the grid as they are, and two questions for each zone and class; for two classes a question and its negation."""
    ranks = np.append(np.cumsum(occurring(column, data)[0]) - 1, -1)[column.codes]
    there, plain = ranks >= 0, not column.has_missing

    def literal(number: float) -> Literal:
        return Literal(column.name, Op.AT_MOST, number)

    if not plain:
        yield Literal(column.name, Op.MISSING), ~there, True
    for place in grid.tolist():
        held = there & (ranks <= place)
        yield literal(place), held, plain
        if not plain:
            yield literal(place).negated(), there & ~held, False
    in_pairs = plain and len(data.classes) == 2
    for low, high in _zones(places, grid):
        for label in range(len(data.classes)):
            own = data.labels == label
            yield literal(low), there & (ranks <= np.where(own, high, low)), in_pairs
            if not in_pairs:
                yield literal(low).negated(), there & (ranks > np.where(own, low, high)), False


def _zones(places: Places, grid: Places) -> Iterator[tuple[int, int]]:
    """The first and the last place of each run of places that are not in the grid."""
    inside = np.isin(places, grid)
    zone = np.cumsum(inside)
    for number in np.unique(zone[~inside]).tolist():
        mine = places[~inside & (zone == number)]
        yield int(mine[0]), int(mine[-1])
