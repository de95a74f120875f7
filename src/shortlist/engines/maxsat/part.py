"""The rules of one class by MaxSAT: the paper's model restricted to the class, for growing numbers of nodes."""

from __future__ import annotations

from shortlist.encoding.one_class import OWN
from shortlist.engines.bracket import Bracket
from shortlist.engines.maxsat.growth import grow, models_of_nodes
from shortlist.problems.evaluate import class_errors, cost_of_class
from shortlist.problems.indexed import Lists, one_list
from shortlist.problems.limits import Clock
from shortlist.problems.problem import Problem


def maxsat_part(part: Problem, clock: Clock, *, merge: bool = True, solver: str = "cadical195") -> Bracket:
    """The cheapest rules of the class `OWN` (`separated.part` says what they pay), by MaxSAT."""
    bracket = Bracket()

    def cost(lists: Lists) -> int | None:
        return None if part.perfect and class_errors(part, lists)[OWN] else cost_of_class(part, lists, OWN)

    models = models_of_nodes(part, bracket, cost=cost, merge=merge)
    for without_literals in (one_list([]), one_list([((), OWN)])):
        known = cost(without_literals)
        if known is not None:
            bracket.offer(without_literals, known)
    bracket.raise_bound_capped(models.cost_from(2))
    with bracket.until_stopped():
        grow(models, bracket, clock, size=1, solver=solver)
    return bracket
