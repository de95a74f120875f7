"""The paper's complete models, solved by MaxSAT: `pdl∪` (perfect) and `sdl[λ]∪` (sparse).

A formula knows only lists of at most N nodes. N grows until a proof covers every size: for perfect lists, as soon as one
exists with N nodes; for sparse lists, when N reaches `largest_better_size` of the best list known.
"""

from __future__ import annotations

from shortlist.engines.bracket import Run
from shortlist.engines.greedy import first_list
from shortlist.engines.maxsat.growth import grow, models_of_nodes
from shortlist.problems.evaluate import relabelled, valid_cost
from shortlist.problems.limits import Limits
from shortlist.problems.problem import Problem
from shortlist.problems.solution import OnProgress, Solution


def maxsat(
    problem: Problem,
    limits: Limits,
    *,
    on_progress: OnProgress | None = None,
    merge: bool = True,
    solver: str = "cadical195",
) -> Solution:
    """The best list by MaxSAT over growing numbers of nodes.

    `merge=False` writes one row for each example and one column for each feature, as the paper does.
    `solver="glucose3"` is the paper's solver.
    """
    run = Run.start("maxsat", problem, limits, on_progress)
    models = models_of_nodes(
        problem,
        run,
        cost=lambda lists: valid_cost(problem, lists),
        finish=lambda lists: relabelled(problem, lists[0]),
        merge=merge,
    )
    with run.until_stopped():
        run.raise_bound(problem.trivial_bound)
        start = first_list(problem, run.clock)
        if start is not None:
            run.improve(start)
        grow(models, run, run.clock, size=1, solver=solver)
    return run.solution()
