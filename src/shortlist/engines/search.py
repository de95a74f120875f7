"""Exact search in native code: the fastest engine, for every price and constraint.

With V(S) the least cost of a list for the rows S,

    V(S) = min( default(S), min over rules π of price(π) + wrong(S ∩ π) + V(S ∖ π) ).

For sparse lists the kernel remembers V for each S it has seen and closes most of them by bounds. For perfect lists it learns
small sets of rows that alone need so many nodes, and uses each of them wherever it is contained in what is left.
`src/kernel/` has the arguments.
"""

from __future__ import annotations

import threading
from dataclasses import replace

from shortlist.engines.bracket import Run
from shortlist.engines.greedy import make_lists
from shortlist.engines.kernel import LARGEST_PERFECT_PRICE, Found, Watch, cheapest_list, smallest_perfect_list
from shortlist.engines.registry import ENGINES
from shortlist.engines.size_budget import solve_budget
from shortlist.models.model import ModelKind
from shortlist.problems.indexed import Lists
from shortlist.problems.limits import PURE_AFTER, Limits
from shortlist.problems.problem import Problem
from shortlist.problems.solution import OnProgress, Progress, Solution

_LARGEST_FOR_PURE_LISTS = 10**6  # entries of the table


def search(
    problem: Problem, limits: Limits, *, on_progress: OnProgress | None = None, incumbent: Lists | None = None
) -> Solution:
    """The best list, by learned cores where it must be perfect, else by branch and bound over row sets.

    The kernel makes first lists of its own, in no time, and better ones by annealing where a proof takes long. A search for a
    perfect list that takes long has lists of pure rules made beside it, and takes the best of them in the end if that is cheaper.
    """
    run = Run.start("search", problem, limits, on_progress)
    if problem.is_budget:
        solve_budget(run, incumbent)
        return run.solution()
    if not problem.perfect:
        _merge(run, _solve(run, incumbent, run.update))
        return run.solution()
    beside = _PureListsBeside(run)
    try:
        _merge(run, _solve(run, incumbent, beside.on_progress))
    finally:
        beside.close()
    if not run.closed:
        beside.offer_to(run)
    return run.solution()


def _merge(run: Run, found: Found) -> None:
    """Add the kernel's result to what is known; no progress is reported, the callback had these moments already."""
    run.trace = list(found.trace)
    run.lower_bound, run.stopped = max(run.lower_bound, found.lower_bound), found.stopped
    run.infeasible = found.lists is None and found.stopped is None
    if found.cost is not None and (run.cost is None or found.cost < run.cost):
        run.lists, run.cost = found.lists, found.cost


def _solve(run: Run, incumbent: Lists | None, on_progress: Watch) -> Found:
    problem, rules = run.problem, None if incumbent is None else incumbent[0]
    if problem.perfect and learned_cores_apply(problem):
        return smallest_perfect_list(problem, run.clock, incumbent=rules, on_progress=on_progress)
    return cheapest_list(problem, run.clock, incumbent=rules, on_progress=on_progress)


class _PureListsBeside:
    """Lists of pure rules, made in a thread of their own once a search for a perfect list has taken a while."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._greedy = Run(engine="greedy", problem=run.problem, clock=run.clock.share(1.0))
        self._thread: threading.Thread | None = None
        self._fault: Exception | None = None

    def on_progress(self, moment: Progress) -> None:
        """Pass the moment on, and begin if it is time; a large table is left to the kernel, which makes such lists itself."""
        if self._run.on_progress is not None:
            self._run.on_progress(moment)
        large = self._run.problem.rows.size > _LARGEST_FOR_PURE_LISTS
        if self._thread is None and moment.seconds > PURE_AFTER and not large:
            self._thread = threading.Thread(target=self._make, daemon=True)
            self._thread.start()

    def _make(self) -> None:
        if ENGINES["list"]["greedy"].refused(self._greedy.problem):
            return
        try:
            with self._greedy.until_stopped():
                make_lists(self._greedy)
        except Exception as fault:  # noqa: BLE001  # raised again by `close`, in the thread that waits
            self._fault = fault

    def offer_to(self, run: Run) -> None:
        """Let the run have the cheapest list so far: the last moment with a list, whatever the thread is doing now."""
        moments = [moment for moment in self._greedy.trace if moment.lists is not None]
        if moments and moments[-1].lists is not None and moments[-1].cost is not None:
            run.offer(moments[-1].lists, moments[-1].cost)

    def close(self) -> None:
        """Tell the thread to stop; raise what went wrong in it."""
        self._greedy.clock.stop()
        if self._fault is not None:
            raise self._fault


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
