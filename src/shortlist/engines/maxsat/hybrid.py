"""Decision lists side by side by MaxSAT, for growing numbers of nodes.

*Claim.* The least cost of decision lists side by side is the least cost of one decision list.
*Why.* A list is one of them. The other way round, put the lists one after the other: each row then has the first of its
answers, which is right wherever the row was decided rightly, so the list has the same size and no more errors. (If its last
rule has literals, drop them: it is smaller, and rows without an answer can only gain.)

So a greedy list is an answer where time is over, N stops where it stops for a list, and the engine `search` may answer with the
optimal list itself. What the formula adds are other models of the same cost, with shorter explanations.
"""

from __future__ import annotations

from dataclasses import replace

from shortlist.encoding.decode import decode
from shortlist.encoding.examples import hybrid_examples
from shortlist.encoding.formula import encode, predicted_clauses
from shortlist.encoding.hybrid import HYBRID_PERFECT, HYBRID_SPARSE
from shortlist.engines.bracket import Run
from shortlist.engines.greedy import first_list
from shortlist.engines.maxsat.growth import Growth, grow, largest_better_size
from shortlist.models.model import ModelKind
from shortlist.problems.evaluate import errors_of, valid_cost
from shortlist.problems.indexed import Lists, all_rules, size_of
from shortlist.problems.limits import Limits
from shortlist.problems.problem import Problem
from shortlist.problems.solution import OnProgress, Solution


def hybrid(
    problem: Problem, limits: Limits, *, on_progress: OnProgress | None = None, solver: str = "cadical195"
) -> Solution:
    """The best lists side by side, of least cost and, among those, as MaxSAT finds them."""
    run = Run.start("maxsat", problem, limits, on_progress)
    greedy: Lists | None = None
    with run.until_stopped():
        run.raise_bound(problem.trivial_bound)
        greedy = first_list(replace(problem, kind=ModelKind.LIST), run.clock)
        size = 0 if problem.is_trivial or not problem.perfect else 2
        grow(_lists_side_by_side(run, size), run, run.clock, size=size, solver=solver)
    if greedy is not None and not run.closed:
        run.improve(greedy)
    return run.solution()


def _lists_side_by_side(run: Run, before_first: int) -> Growth:
    """Lists side by side of at most N nodes."""
    problem = run.problem
    examples = hybrid_examples(problem)
    constraints = HYBRID_PERFECT if problem.perfect else HYBRID_SPARSE

    def next_size(n_nodes: int) -> int:
        if problem.perfect or n_nodes == before_first:
            return n_nodes + 1
        if run.lists is None:
            return n_nodes + 2
        size, errors = size_of(all_rules(run.lists)), errors_of(problem, run.lists)
        largest = largest_better_size(size, errors, problem.unavoidable, problem.node_cost)
        return max(min(n_nodes + 2, largest), n_nodes + 1)

    return Growth(
        predicted_clauses=lambda n_nodes: predicted_clauses(examples, n_nodes),
        encode=lambda n_nodes, pause: encode(problem, examples, n_nodes, model=constraints, hybrid=True, pause=pause),
        decode=lambda formula, model: decode(formula.variables, model, examples.n_classes),
        cost=lambda lists: valid_cost(problem, lists),
        cost_from=lambda n_nodes: problem.node_cost * n_nodes + (0 if problem.perfect else problem.unavoidable),
        next_size=next_size,
    )
