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

from shortlist.engines.bracket import Run, Stopped
from shortlist.engines.greedy import greedy
from shortlist.engines.kernel import Found, Scale, Watch, cheapest_list, smallest_perfect_list
from shortlist.engines.registry import ENGINES
from shortlist.models.model import ModelKind
from shortlist.problems.indexed import Lists
from shortlist.problems.limits import GREEDY_AFTER, Limits
from shortlist.problems.problem import Problem
from shortlist.problems.solution import OnProgress, Progress, Solution, Stop


def search(
    problem: Problem, limits: Limits, *, on_progress: OnProgress | None = None, incumbent: Lists | None = None
) -> Solution:
    """The best list, by learned cores where it must be perfect, else by branch and bound over row sets.

    The kernel makes first lists of its own, in no time. A search that takes long has greedy lists made beside it; if one of
    them is cheaper than what the kernel has by then, it begins again from there.
    """
    run = Run.start("search", problem, limits, on_progress)
    beside = _GreedyBeside(run)
    try:
        found = _solve(run, incumbent, beside.on_progress)
        run.trace = list(found.trace)
        _keep(run, found)
        if beside.is_cheaper and run.stopped is Stop.INTERRUPT:
            assert beside.best is not None
            run.offer(*beside.best)
            _keep(run, _solve(run, run.lists, run.update))
    finally:
        beside.close()
    if beside.best is not None and not run.closed:
        run.offer(*beside.best)
    return run.solution()


def _keep(run: Run, found: Found) -> None:
    """Add what the kernel found to what is known, without a word: whoever listens has heard of it, or will in the end."""
    run.lower_bound, run.stopped = max(run.lower_bound, found.lower_bound), found.stopped
    run.infeasible = found.lists is None and found.stopped is None
    if found.cost is not None and (run.cost is None or found.cost < run.cost):
        run.lists, run.cost = found.lists, found.cost


def _solve(run: Run, incumbent: Lists | None, on_progress: Watch | None) -> Found:
    problem, rules = run.problem, None if incumbent is None else incumbent[0]
    if problem.perfect and learned_cores_apply(problem):
        return smallest_perfect_list(problem, run.clock, incumbent=rules, on_progress=on_progress)
    error_price = _price_of_avoidable_error(problem) if problem.perfect else 1
    scale = Scale(problem.unavoidable * error_price, error_price) if problem.perfect else Scale()
    return cheapest_list(
        problem,
        run.clock,
        error_price=error_price,
        scale=scale,
        incumbent=rules,
        on_progress=on_progress,
    )


class _GreedyBeside:
    """Greedy lists made in a thread of their own once a search has taken a while; `best` is the cheapest so far.

    When all are made and the best is cheaper than what the kernel has, the kernel's run is ended. For perfect lists the kernel
    itself begins with such lists, and would lose the cores that it has learned.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self._thread: threading.Thread | None = None
        self._done = self._closed = False
        self.best: tuple[Lists, int] | None = None
        self.is_cheaper = False

    def on_progress(self, moment: Progress) -> bool | None:
        """Pass the moment on; False, which ends the kernel's run, where a greedy list is cheaper."""
        if self._run.on_progress is not None:
            self._run.on_progress(moment)
        if moment.seconds <= GREEDY_AFTER or self._run.problem.perfect:
            return None
        if self._thread is None:
            self._thread = threading.Thread(target=self._make, daemon=True)
            self._thread.start()
        if not self._done or self.best is None:
            return None
        self._done = False
        self.is_cheaper = moment.cost is None or self.best[1] < moment.cost
        return not self.is_cheaper

    def _make(self) -> None:
        if not ENGINES["list"]["greedy"].refused(self._run.problem):
            greedy(self._run.problem, Limits(self._run.clock.seconds_left()), on_progress=self._take)
            self._done = True

    def _take(self, moment: Progress) -> None:
        if self._closed:
            raise Stopped(Stop.INTERRUPT)
        if moment.lists is not None and moment.cost is not None:
            self.best = moment.lists, moment.cost

    def close(self) -> None:
        """Nobody waits for lists any more."""
        self._closed = True


def learned_cores_apply(problem: Problem) -> bool:
    """Do all literals cost the same, and do the constraints, if any, speak of single rules only?"""
    constraints = problem.constraints
    whole_list = (constraints.max_rules, constraints.max_size, constraints.min_rows or None)
    return problem.costs.by_feature is None and all(limit is None for limit in whole_list)


def _price_of_avoidable_error(problem: Problem) -> int:
    """More than the prices of some perfect list, so that the cheapest list is perfect if any is.

    One rule for each distinct row, with a literal for each feature, is perfect.
    """
    one_rule = problem.costs.rule + int(problem.literal_prices.sum())
    return len(problem.rows) * one_rule + problem.costs.default + 1


def lists_side_by_side(problem: Problem, limits: Limits, *, on_progress: OnProgress | None = None) -> Solution:
    """One list: no lists side by side cost less than the cheapest of these (`engines.maxsat.hybrid` says why)."""
    return search(replace(problem, kind=ModelKind.LIST), limits, on_progress=on_progress)
