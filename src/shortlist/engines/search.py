"""Exact search in native code: the fastest engine, for every price and constraint.

With V(S) the least cost of a list for the rows S,

    V(S) = min( default(S), min over rules π of price(π) + wrong(S ∩ π) + V(S ∖ π) ).

For sparse lists the kernel remembers V for each S it has seen and closes most of them by bounds. For perfect lists it learns
small sets of rows that alone need so many nodes, and uses each of them wherever it is contained in what is left.
`src/kernel/` has the arguments.
"""

from __future__ import annotations

from dataclasses import replace

from shortlist.engines.bracket import Run
from shortlist.engines.kernel import LARGEST_PERFECT_PRICE, Found, cheapest_list, smallest_perfect_list
from shortlist.engines.size_budget import solve_budget
from shortlist.models.model import ModelKind
from shortlist.problems.indexed import Lists
from shortlist.problems.limits import Limits
from shortlist.problems.problem import Problem
from shortlist.problems.solution import OnProgress, Solution


def search(
    problem: Problem, limits: Limits, *, on_progress: OnProgress | None = None, incumbent: Lists | None = None
) -> Solution:
    """The best list, by learned cores where it must be perfect, else by branch and bound over row sets.

    The kernel makes first lists of its own, in no time, and better ones by annealing where a proof takes long.
    """
    run = Run.start("search", problem, limits, on_progress)
    if problem.is_budget:
        solve_budget(run, incumbent)
        return run.solution()
    _merge(run, _solve(run, incumbent))
    return run.solution()


def _merge(run: Run, found: Found) -> None:
    """Add the kernel's result to what is known; no progress is reported, the callback had these moments already."""
    run.trace = list(found.trace)
    run.lower_bound, run.stopped = max(run.lower_bound, found.lower_bound), found.stopped
    run.infeasible = found.lists is None and found.stopped is None
    if found.cost is not None and (run.cost is None or found.cost < run.cost):
        run.lists, run.cost = found.lists, found.cost


def _solve(run: Run, incumbent: Lists | None) -> Found:
    problem, rules = run.problem, None if incumbent is None else incumbent[0]
    if problem.perfect and learned_cores_apply(problem):
        return smallest_perfect_list(problem, run.clock, incumbent=rules, on_progress=run.update)
    return cheapest_list(problem, run.clock, incumbent=rules, on_progress=run.update)


def learned_cores_apply(problem: Problem) -> bool:
    """Do all literals cost the same, no price too much, and do the constraints, if any, speak of single rules only?"""
    constraints = problem.constraints
    whole_list = (constraints.max_rules, constraints.max_size, constraints.min_rows or None)
    dearest = max(problem.costs.rule, problem.costs.literal, problem.costs.default)
    small = dearest <= LARGEST_PERFECT_PRICE
    return problem.costs.by_feature is None and all(limit is None for limit in whole_list) and small


def lists_side_by_side(problem: Problem, limits: Limits, *, on_progress: OnProgress | None = None) -> Solution:
    """One list: no lists side by side cost less than the cheapest of these (`engines.maxsat.hybrid` says why)."""
    return search(replace(problem, kind=ModelKind.LIST), limits, on_progress=on_progress)
