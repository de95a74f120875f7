"""Cut points moved to where a list would rather have them.

A list is given; each of its comparisons in turn is put in the place of all others, of any column, at any cut point, that lowers the
errors most. For the rows that reach the rule and keep to its other literals it is known what the rule, and what the rest of the list,
says of them; so the best cut of a column is the least prefix sum over its values. This ends where no single comparison can be
better placed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shortlist.features.cutpoints import cuts_at
from shortlist.features.date_cuts import round_date
from shortlist.features.literal import Cut, Literal, Op
from shortlist.tables.dates import are_days
from shortlist.tables.table import Column, Kind, LabelledTable

NamedRules = Sequence[tuple[Sequence[Literal], int]]
"""Rules as their literals and the index of a class, the default rule last."""

Truth = NDArray[np.bool_]
_MOST_PASSES = 5


@dataclass(frozen=True, eq=False)
class _Term:
    """One literal of a rule: its truth on all rows, and, if it compares, the column and the place of its cut where it was moved."""

    truth: Truth
    compares: bool
    price: int
    moved_to: tuple[str, int] | None = None


def better_cuts(
    data: LabelledTable,
    rules: NamedRules,
    columns: Sequence[str],
    enough: Callable[[], bool] = lambda: False,
    prices: Mapping[str, int] | None = None,
) -> dict[str, list[Cut]]:
    """The cut points that comparisons of this list are moved to, in these columns; none where no comparison can be better placed.

    Where literals on columns have `prices`, none is moved to a dearer column.

    >>> from shortlist.tables.read import read_labelled
    >>> penguins = read_labelled("penguins")
    >>> rough = [([Literal("flipper_length_mm", Op.ABOVE, 200.0)], 2), ([], 0)]
    >>> better_cuts(penguins, rough, ["flipper_length_mm"])
    {'flipper_length_mm': [205]}
    """
    return _Mover(data, rules, columns, prices or {}).moved(enough)


class _Mover:
    """A list whose comparisons are being moved."""

    def __init__(
        self, data: LabelledTable, rules: NamedRules, columns: Sequence[str], prices: Mapping[str, int]
    ) -> None:
        self._data, self._prices = data, prices
        # A cut lies between two neighbours among the values that occur, whatever others the column has had.
        self._columns = {
            column.name: column.occurring()
            for column in data.table
            if column.name in columns and column.kind.is_ordered
        }
        self._labels = [label for _, label in rules]
        self._terms = [
            [
                _Term(
                    literal.holds(data.table[literal.column]),
                    literal.op in (Op.AT_MOST, Op.ABOVE),
                    self._price(literal.column),
                )
                for literal in literals
            ]
            for literals, _ in rules
        ]

    def moved(self, enough: Callable[[], bool]) -> dict[str, list[Cut]]:
        """Move until nothing gets better."""
        for _ in range(_MOST_PASSES):
            better = False
            for rule, terms in enumerate(self._terms):
                for position, term in enumerate(terms):
                    if term.compares and not enough():
                        better |= self._move(rule, position)
            if not better:
                break
        found: defaultdict[str, list[Cut]] = defaultdict(list)
        for term in (term for terms in self._terms for term in terms):
            if term.moved_to is not None:
                name, place = term.moved_to
                found[name].append(_cut_at(self._columns[name], place))
        return dict(found)

    def _move(self, rule: int, position: int) -> bool:
        """Put one comparison where it lowers the errors most; False if it stands there already."""
        terms = self._terms[rule]
        rows = self._reach(rule)
        for other in terms[:position] + terms[position + 1 :]:
            rows &= other.truth
        at = np.flatnonzero(rows)
        # What it costs more if the rule answers a row than if the rest of the list does.
        labels, weights = self._data.labels[at], self._data.weights[at]
        worse = weights * ((labels != self._labels[rule]).astype(np.int64) - (labels != self._answers(rule)[at]))
        least, best = float(worse[terms[position].truth[at]].sum()), None
        for column in self._columns.values():
            if self._price(column.name) > terms[position].price:
                continue
            value, place, above = _best_cut(column.codes[at], worse, len(column.distinct))
            if value < least:
                least, best = value, (column, place, above)
        if best is None:
            return False
        column, place, above = best
        truth = (column.codes > place) if above else (column.codes >= 0) & (column.codes <= place)
        terms[position] = _Term(truth, compares=True, price=self._price(column.name), moved_to=(column.name, place))
        return True

    def _price(self, column: str) -> int:
        return self._prices.get(column, 0)

    def _reach(self, rule: int) -> Truth:
        """The rows that no earlier rule answers."""
        left = np.ones(len(self._data), dtype=np.bool_)
        for terms in self._terms[:rule]:
            left &= ~self._covered(terms)
        return left

    def _answers(self, rule: int) -> NDArray[np.int64]:
        """For each row what the rules behind this one say of it."""
        said = np.full(len(self._data), self._labels[-1], dtype=np.int64)
        for later in range(len(self._terms) - 2, rule, -1):
            said[self._covered(self._terms[later])] = self._labels[later]
        return said

    def _covered(self, terms: Sequence[_Term]) -> Truth:
        return (
            np.logical_and.reduce([term.truth for term in terms]) if terms else np.ones(len(self._data), dtype=np.bool_)
        )


def _best_cut(codes: NDArray[np.int32], worse: NDArray[np.int64], n_values: int) -> tuple[float, int, bool]:
    """The least sum of `worse` over the rows on one side of a cut: the sum, the place of the cut, and whether the rows are above it."""
    if n_values < 2:
        return np.inf, 0, False
    present = codes >= 0
    # Whole numbers up to 2**53 stay exact as floats.
    below = np.cumsum(np.bincount(codes[present], worse[present], n_values))
    low, high = int(np.argmin(below[:-1])), int(np.argmax(below[:-1]))
    over = below[-1] - below[high]
    return (float(below[low]), low, False) if below[low] <= over else (float(over), high, True)


def _cut_at(column: Column, place: int) -> Cut:
    """A cut between two neighbouring values, as a person would write it."""
    values = column.distinct.astype(np.float64)
    if column.kind is Kind.NUMBER:
        return cuts_at(values, np.array([place]))[0]
    return round_date(float(values[place]), float(values[place + 1]), time=not are_days(values))
