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

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shortlist.features.binarize import Binning, literals_of_column
from shortlist.features.cutpoints import Places, boundary_places
from shortlist.features.literal import Literal, Op
from shortlist.features.questions import row_by_row, with_opposites
from shortlist.features.splits import occurring
from shortlist.tables.summary import summary_of
from shortlist.tables.table import Column, LabelledTable

Asked = tuple[Literal, NDArray[np.bool_], bool, "Zone | None"]
"""A question, its truth on the rows, whether its negation is a literal, too, and the zone that it is of."""


def evenly(places: Places, below: NDArray[np.int64], parts: int) -> Places:
    """Of these places at most parts − 1, so that the weight between them is even; `below` is the weight up to each place."""
    if len(places) < parts:
        return places
    at = np.linspace(int(below[places[0]]), int(below[places[-1]]), parts + 1)[1:-1]
    return np.unique(places[np.searchsorted(below[places], at)])


class OutOfTimeError(Exception):
    """The time for optimistic questions is over."""


def never() -> bool:
    """There is as much time as it takes."""
    return False


def end_if(over: Callable[[], bool]) -> None:
    """Go no further once the time is over."""
    if over():
        raise OutOfTimeError


@dataclass(frozen=True)
class Zone:
    """The cuts of a column between two neighbouring cuts of its grid: from the place `low` to the place `high`."""

    column: str
    low: int
    high: int


@dataclass(frozen=True, eq=False)
class OptimisticQuestions:
    """Questions, their truth on the rows, whether their negations are literals, and for each its zone, None if it has none."""

    literals: tuple[Literal, ...]
    matrix: NDArray[np.bool_]
    negatable: NDArray[np.bool_]
    zones: tuple[Zone | None, ...]


class Grids:
    """For each column of numbers or dates all cuts that can matter, and the grid among them; the rest lies in zones."""

    def __init__(self, data: LabelledTable, binning: Binning, bins: int, over: Callable[[], bool] = never) -> None:
        self._data, self._binning = data, binning
        self._places: dict[str, Places] = {}
        self._below: dict[str, NDArray[np.int64]] = {}
        self._grid: dict[str, Places] = {}
        for column in data.table:
            end_if(over)
            if column.kind.is_ordered and column.name not in (binning.cut or {}):
                counts = occurring(column, data)[1]
                self._places[column.name] = boundary_places(counts)
                self._below[column.name] = counts.sum(axis=1).cumsum()
                self._grid[column.name] = evenly(self._places[column.name], self._below[column.name], bins)

    def add_cuts(self, cuts: Iterable[tuple[str, float]]) -> None:
        """Put the cuts at these numbers, or the next that can matter, into the grids."""
        for name, cut in cuts:
            if len(self._places.get(name, ())):
                column = self._data.table[name]
                values = column.distinct[occurring(column, self._data)[0]].astype(np.float64)
                rank = int(np.searchsorted(values, cut, side="right")) - 1
                near = self._places[name][
                    np.searchsorted(self._places[name], rank).clip(max=len(self._places[name]) - 1)
                ]
                self._grid[name] = np.union1d(self._grid[name], near)

    def refine(self, zones: Iterable[Zone], parts: int) -> None:
        """Divide these zones."""
        for zone in zones:
            places = self._places[zone.column]
            mine = places[(places >= zone.low) & (places <= zone.high)]
            ends = mine[[0, -1]]
            more = np.union1d(ends, evenly(mine, self._below[zone.column], parts))
            self._grid[zone.column] = np.union1d(self._grid[zone.column], more)

    def questions(self, over: Callable[[], bool] = never) -> OptimisticQuestions:
        """The optimistic questions."""
        asked: list[Asked] = []
        for question in self._asked():
            end_if(over)
            if question[1].any():
                asked.append(question)
        chosen, truths, negatable, zones = zip(*asked, strict=True) if asked else ((), (), (), ())
        matrix = row_by_row(len(self._data), truths)
        return OptimisticQuestions(chosen, matrix, np.array(negatable, dtype=np.bool_), zones)

    def _asked(self) -> Iterator[Asked]:
        """The questions of all columns, also those that hold for no row."""
        for column in self._data.table:
            if column.name in self._grid:
                yield from self._optimistic(column)
            else:
                seen = summary_of(column, self._data)
                literals = literals_of_column(seen, self._binning, None, boundaries=True)
                yield from ((k, k.holds(column), plain, None) for k, plain in with_opposites(column, literals))

    def _optimistic(self, column: Column) -> Iterator[Asked]:
        """The cuts of the grid as they are, and two questions for each zone and class; for two classes a question and its negation."""
        data, grid = self._data, self._grid[column.name]
        ranks = np.append(np.cumsum(occurring(column, data)[0]) - 1, -1)[column.codes]
        there, plain = ranks >= 0, not column.has_missing
        at_most = Literal(column.name, Op.AT_MOST, 0)
        if not plain:
            yield Literal(column.name, Op.MISSING), ~there, True, None
        for place in grid.tolist():
            held = there & (ranks <= place)
            yield at_most, held, plain, None
            if not plain:
                yield at_most.negated(), there & ~held, False, None
        in_pairs = plain and len(data.classes) == 2
        for low, high in _zones(self._places[column.name], grid):
            zone = Zone(column.name, low, high)
            for label in range(len(data.classes)):
                own = data.labels == label
                yield at_most, there & (ranks <= np.where(own, high, low)), in_pairs, zone
                if not in_pairs:
                    yield at_most.negated(), there & (ranks > np.where(own, low, high)), False, zone


def _zones(places: Places, grid: Places) -> Iterator[tuple[int, int]]:
    """The first and the last place of each run of places that are not in the grid."""
    inside = np.isin(places, grid)
    zone = np.cumsum(inside)
    for number in np.unique(zone[~inside]).tolist():
        mine = places[~inside & (zone == number)]
        yield int(mine[0]), int(mine[-1])
