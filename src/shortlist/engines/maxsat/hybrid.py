"""Decision lists side by side by MaxSAT, for growing numbers of nodes.

*Claim.* The least cost of decision lists side by side is the least cost of one decision list.
*Why.* A list is one of them. The other way round, put the lists one after the other: each row then has the first of its
answers, which is right wherever the row was decided rightly, so the list has the same size and no more errors. (If its last
rule has literals, drop them: it is smaller, and rows without an answer can only gain.)

So a good list is an answer where time is over, N stops where it stops for a list, and the engine `search` may answer with the
optimal list itself. What the formula adds are other models of the same cost, with shorter explanations.
"""

from __future__ import annotations

from dataclasses import replace

from shortlist.engines.bracket import Run
from shortlist.engines.greedy import first_list
from shortlist.engines.kernel import annealed_list
from shortlist.engines.maxsat.growth import grow, models_of_nodes
from shortlist.models.model import ModelKind
from shortlist.problems.evaluate import valid_cost
from shortlist.problems.indexed import Lists
from shortlist.problems.limits import Limits
from shortlist.problems.problem import Problem
from shortlist.problems.solution import OnProgress, Solution

_ANNEALING = 0.1  # of the time


def hybrid(
    problem: Problem, limits: Limits, *, on_progress: OnProgress | None = None, solver: str = "cadical195"
) -> Solution:
    """The best lists side by side, of least cost and, among those, as MaxSAT finds them."""
    run = Run.start("maxsat", problem, limits, on_progress)
    known: Lists | None = None
    step = 1 if problem.perfect else 2
    first = 3 if problem.perfect and not problem.is_trivial else 1
    with run.until_stopped():
        run.raise_bound(problem.trivial_bound)
        one_list = replace(problem, kind=ModelKind.LIST)
        known = first_list(one_list, run.clock)
        if known is not None and not problem.perfect:
            known = annealed_list(one_list, run.clock.share(_ANNEALING), incumbent=known[0])
        models = models_of_nodes(problem, run, cost=lambda lists: valid_cost(problem, lists), step=step)
        grow(models, run, run.clock, size=first - step, solver=solver)
    if known is not None and not run.closed:
        run.improve(known)
    return run.solution()
