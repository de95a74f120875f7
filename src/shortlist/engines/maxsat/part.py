"""The rules of one class by MaxSAT: the paper's model restricted to the class, for growing numbers of nodes."""

from __future__ import annotations

from shortlist.encoding.one_class import OWN
from shortlist.engines.bracket import Bracket
from shortlist.engines.maxsat.growth import grow, models_of_nodes, written
from shortlist.problems.evaluate import class_errors, cost_of_class
from shortlist.problems.indexed import Lists, one_list, with_features
from shortlist.problems.limits import Clock
from shortlist.problems.problem import Problem


def maxsat_part(part: Problem, clock: Clock, *, merge: bool = True, solver: str = "cadical195") -> Bracket:
    """The cheapest rules of the class `OWN` (`separated.part` says what they pay), by MaxSAT."""
    bracket = Bracket()
    reduced, examples, kept = written(part, merge=merge)

    def cost(lists: Lists) -> int | None:
        return None if part.perfect and class_errors(part, lists)[OWN] else cost_of_class(part, lists, OWN)

    def restored(lists: Lists) -> Lists:
        return one_list(with_features(lists[0], kept))

    models = models_of_nodes(reduced, examples, bracket, cost=cost, restored=restored)
    for without_literals in (one_list([]), one_list([((), OWN)])):
        known = cost(without_literals)
        if known is not None:
            bracket.offer(without_literals, known)
    bracket.raise_bound_capped(models.cost_from(2))
    with bracket.until_stopped():
        grow(models, bracket, clock, size=1, solver=solver)
    return bracket
