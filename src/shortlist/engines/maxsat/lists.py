"""The paper's complete models, solved by MaxSAT: `pdl∪` (perfect) and `sdl[λ]∪` (sparse).

A formula knows only lists of at most N nodes. N grows until a proof covers every size: for perfect lists, as soon as one
exists with N nodes; for sparse lists, when N reaches `largest_better_size` of the best list known.
"""

from __future__ import annotations

from shortlist.encoding.decode import decode
from shortlist.encoding.examples import merged_examples, single_examples
from shortlist.encoding.formula import encode, predicted_clauses
from shortlist.engines.bracket import Run
from shortlist.engines.greedy import first_list
from shortlist.engines.maxsat.growth import Growth, grow, largest_better_size
from shortlist.engines.sat.oracle import SOLVERS
from shortlist.errors import UsageError
from shortlist.problems.evaluate import errors_of, relabelled, valid_cost
from shortlist.problems.indexed import size_of, with_features
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
    if solver not in SOLVERS:
        raise UsageError(f"the solver must be one of {', '.join(SOLVERS)}, got {solver!r}")
    run = Run.start("maxsat", problem, limits, on_progress)
    models = _lists_of_nodes(run, merge=merge)
    with run.until_stopped():
        run.raise_bound(problem.trivial_bound)
        start = first_list(problem, run.clock)
        if start is not None:
            run.improve(start)
        grow(models, run, run.clock, size=1, solver=solver)
    return run.solution()


def _lists_of_nodes(run: Run, *, merge: bool) -> Growth:
    """Lists of at most N nodes, over the features that are kept."""
    problem = run.problem
    reduced, kept = problem.reduced() if merge else (problem, range(len(problem.features)))
    examples = merged_examples(reduced) if merge else single_examples(reduced)

    def next_size(n_nodes: int) -> int:
        """Two nodes more (a rule and a literal), but not more than a better list can have."""
        if run.lists is None:
            return n_nodes + 2
        size = size_of(run.lists[0])
        if problem.perfect:
            return min(n_nodes + 2, size - 1)
        errors = errors_of(problem, run.lists)
        return min(n_nodes + 2, largest_better_size(size, errors, problem.unavoidable, problem.node_cost))

    return Growth(
        predicted_clauses=lambda n_nodes: predicted_clauses(examples, n_nodes),
        encode=lambda n_nodes, pause: encode(reduced, examples, n_nodes, pause=pause),
        decode=lambda formula, model: relabelled(
            problem, with_features(decode(formula.variables, model, examples.n_classes)[0], kept)
        ),
        cost=lambda lists: valid_cost(problem, lists),
        cost_from=lambda n_nodes: problem.node_cost * n_nodes + (0 if problem.perfect else problem.unavoidable),
        next_size=next_size,
        offset=0 if problem.perfect else examples.offset,
        must_exist=not problem.perfect,
    )
