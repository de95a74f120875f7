"""What is known of errors by size: the best list of each size, and lines below which no list lies.

Every search with a price p for a node and the bound b proves errors + p · size ≥ b for all lists, of whatever size. So lists that are
found for one price serve all sizes, and a few prices bound all sizes at once.

*To prove that no list of at most k nodes makes e errors*, a price is chosen at which such a list would be cheaper, by at least half an
error, than every list known: p = min over sizes j < k of (errors(j) − e − ½) / (k − j). If the search with this price, among lists of
at most k nodes, proves a bound above e + p·k, there is none; otherwise it finds a list that is new. Prices so chosen are about what a
node saves at this size, and with such prices the search prunes far better than with the very small ones that a budget alone would mean.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from shortlist.engines.bracket import Stopped
from shortlist.engines.kernel import annealed_list, cheapest_list
from shortlist.problems.costs import Costs
from shortlist.problems.divided import divided
from shortlist.problems.evaluate import loss_of, relabelled
from shortlist.problems.indexed import IndexedRule, Lists, one_list, size_of
from shortlist.problems.limits import Clock
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Progress, Stop

_HALF = Fraction(1, 2)
_TIMES_ANEW = 4  # the usual work of annealing: lists are short, so that much more finds little more


@dataclass(frozen=True)
class Line:
    """errors + price · size ≥ least, for every list of at most `most` nodes."""

    price: Fraction
    least: Fraction
    most: int | None = None

    def errors_at(self, size: int) -> int:
        """What lists of this size, or of fewer nodes, make at least."""
        return math.ceil(self.least - self.price * size)


class Frontier:
    """The lists known for a problem whose errors all cost the same, and what is proved of all; its other prices do not matter."""

    def __init__(self, problem: Problem) -> None:
        self._problem = replace(
            problem, constraints=replace(problem.constraints, max_size=None), costs=Costs.per_node(1), perfect=False
        )
        self._lists: dict[int, tuple[int, Lists]] = {}
        self.lines: list[Line] = []
        self.offer(one_list([((), 0)]))

    @property
    def unavoidable(self) -> int:
        """Errors that every list makes."""
        return self._problem.unavoidable

    def offer(self, lists: Lists) -> None:
        """Keep the list, and what is left of it when its last rules are cut off, where it is the best of its size."""
        for rules in _shortened(lists[0]):
            kept = relabelled(self._problem, rules)
            size, errors = size_of(kept[0]), loss_of(self._problem, kept)
            if errors < self.errors_known(size):
                self._lists[size] = errors, kept

    @property
    def lists(self) -> list[Lists]:
        """The best list of each size."""
        return [lists for _, lists in self._lists.values()]

    def errors_known(self, size: int) -> float:
        """The fewest errors of a known list of at most so many nodes."""
        return min((errors for known, (errors, _) in self._lists.items() if known <= size), default=math.inf)

    def best(self, size: int) -> tuple[int, int, Lists]:
        """The known list of at most so many nodes with the fewest errors, then nodes: its size, errors and rules."""
        errors, known = min((errors, known) for known, (errors, _) in self._lists.items() if known <= size)
        return known, errors, self._lists[known][1]

    def cheapest(self, price: Fraction, most: int | None = None) -> Lists:
        """The known list that costs least with this price of a node, of at most so many nodes."""
        costs = {
            size: errors + price * size for size, (errors, _) in self._lists.items() if most is None or size <= most
        }
        return self._lists[min(costs, key=lambda size: (costs[size], size))][1]

    def least_errors(self, size: int) -> int:
        """What every list of at most so many nodes makes at least."""
        lines = [line for line in self.lines if line.most is None or line.most >= size]
        return max([self.unavoidable, *(line.errors_at(size) for line in lines)])

    def proved(self, size: int) -> bool:
        """Is the best known list of at most so many nodes proved to make the fewest errors?"""
        return self.least_errors(size) >= self.errors_known(size)

    def anneal(self, size: int, clock: Clock) -> None:
        """Look for lists of at most so many nodes with few errors, by annealing; it keeps to the limits by itself.

        It begins anew, for it hardly leaves the surroundings of a good list, and then with the best list that is known.
        """
        problem = self._problem.within_budget(size)
        for incumbent, times in ((None, _TIMES_ANEW), (self.best(size)[2][0], 1)):
            self.offer(annealed_list(problem, clock, incumbent=incumbent, times=times))

    def settle(self, size: int, clock: Clock) -> None:
        """Find the fewest errors of lists of at most so many nodes, and prove it; a limit raises `Stopped`."""
        while not self.proved(size):
            self.refute(size, self.best(size)[1] - 1, clock)

    def refute(self, size: int, errors: int, clock: Clock) -> None:
        """Prove that no list of at most so many nodes makes at most so many errors, or find a list that is new."""
        gaps = ((self.errors_known(j) - errors - _HALF, size - j) for j in range(1, size))
        price = min((Fraction(gap) / nodes for gap, nodes in gaps if gap > 0), default=Fraction(1))
        self.solve(price, clock, most=size, enough=errors + 1)

    def solve(self, price: Fraction, clock: Clock, *, most: int | None = None, enough: int | None = None) -> None:
        """Search with this price of a node, among lists of at most so many nodes; a limit raises `Stopped`.

        The search may end when all of them make `enough` errors.
        """
        node, error = price.numerator, price.denominator
        costs = replace(Costs.per_node(node), error=error)
        constraints = replace(self._problem.constraints, max_size=most)
        small = divided(replace(self._problem, costs=costs, constraints=constraints))
        start = self.cheapest(price, most)[0]

        def line(bound: int) -> Line:
            return Line(price, Fraction(bound * small.cost, error), most)

        def watch(moment: Progress) -> bool | None:
            if moment.lists is not None:
                self.offer(moment.lists)
            proved = enough is not None and most is not None and line(moment.lower_bound).errors_at(most) >= enough
            return False if proved else None

        found = cheapest_list(small.problem, clock, incumbent=start, on_progress=watch)
        if found.lists is not None:
            self.offer(found.lists)
        self.lines.append(line(found.lower_bound))
        ended_here = enough is not None and most is not None and self.lines[-1].errors_at(most) >= enough
        if found.stopped is not None and not (found.stopped is Stop.INTERRUPT and ended_here):
            raise Stopped(found.stopped)


def _shortened(rules: tuple[IndexedRule, ...]) -> Iterator[tuple[IndexedRule, ...]]:
    """The list, and the same without its last rules: the default rule then takes their rows."""
    for kept in range(len(rules) - 1, -1, -1):
        yield (*rules[:kept], rules[-1])
