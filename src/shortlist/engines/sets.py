"""Decision sets by parts that have nothing to do with each other: the native engine.

Perfect sets: the union of the cheapest rules for each class is a cheapest set (section "Separated Models"), where rows with
several commonest classes hold these classes together. Separated sparse sets: each class for itself, by definition.
Complete sparse sets do not fall into parts; `maxsat.sets` solves them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from shortlist.engines.bracket import PartOfSet, Run
from shortlist.engines.covers.perfect_cover import PerfectCover
from shortlist.engines.covers.pure_rules import CoverTable, Prices
from shortlist.engines.separated.part import SparsePart
from shortlist.problems.indexed import all_rules, size_of
from shortlist.problems.limits import Clock, Limits
from shortlist.problems.problem import Problem
from shortlist.problems.solution import OnProgress, Part, Solution, Stop


def set_search(problem: Problem, limits: Limits, *, on_progress: OnProgress | None = None) -> Solution:
    """The cheapest set, part by part."""
    return solve_parts("search", problem, parts_of(problem), limits, on_progress)


def parts_of(problem: Problem) -> Sequence[PartOfSet]:
    """The parts of a perfect or of a separated sparse set."""
    if not problem.perfect:
        return [SparsePart(problem, label) for label in range(len(problem.classes))]
    every_row = np.ones(len(problem.rows), dtype=np.bool_)
    table = CoverTable(problem.rows, problem.rows.best_classes(), every_row, problem.literals)
    return [PerfectPart(problem, part) for part in table.parts()]


def solve_parts(
    engine: str, problem: Problem, parts: Sequence[PartOfSet], limits: Limits, on_progress: OnProgress | None
) -> Solution:
    """Each part gets its share of the time, the easiest first, then those that are open get what is left.

    A search that its share ends is begun again later, so the hardest comes last and has all that the others leave. The sums of the
    parts' costs and bounds are those of the set.
    """
    run = Run.start(engine, problem, limits, on_progress)

    def add_up() -> None:
        if all(part.lists is not None for part in parts):
            run.offer(
                tuple(rules for part in parts for rules in part.lists or ()), sum(part.cost or 0 for part in parts)
            )
        run.raise_bound(sum(part.lower_bound for part in parts))

    with run.until_stopped():
        for part in parts:
            part.start(run.clock)
            part.on_change = add_up
        add_up()
        by_hardness = sorted(parts, key=lambda part: part.hardness)
        for k, part in enumerate(by_hardness):
            _advance(part, run.clock.share(1 / (len(parts) - k)))
        for part in by_hardness:
            _advance(part, run.clock)
    stops = [part.stopped for part in parts if part.stopped is not None]
    run.stopped = run.stopped or (stops[-1] if stops else None)
    run.infeasible = any(part.infeasible for part in parts)
    if run.lists is not None and (problem.perfect or not problem.is_complete):
        run.parts = tuple(_proved(problem, part) for part in parts)
    return run.solution()


def _advance(part: PartOfSet, clock: Clock) -> None:
    if not part.closed:
        part.solve(clock)
        if part.stopped is Stop.INTERRUPT:
            raise KeyboardInterrupt


def _proved(problem: Problem, part: PartOfSet) -> Part:
    assert part.lists is not None
    assert part.cost is not None
    labels, rules = tuple(problem.classes[label] for label in part.labels), all_rules(part.lists)
    return Part(labels, len(rules), size_of(rules), part.cost, part.lower_bound)


class PerfectPart(PartOfSet):
    """Classes of a perfect set: all their rows covered, each for one right class. `mds2*` is solved in two steps.

    First the fewest rules, then the fewest literals of so few rules.
    """

    def __init__(self, problem: Problem, table: CoverTable) -> None:
        super().__init__(tuple(np.flatnonzero(table.right[table.needed].any(axis=0)).tolist()))
        self.hardness = int(table.needed.sum())
        self._costs = problem.costs
        self._two_steps = 0 < problem.costs.literal < problem.costs.rule
        prices = Prices(1, int(problem.costs.literal == problem.costs.rule))
        self._first = PerfectCover(table, prices, on_change=self._on_cover_change)
        self._second: PerfectCover | None = None

    def _on_cover_change(self) -> None:
        """The rules of the cover that is narrowed now, in the problem's own prices."""
        best = self._second or self._first
        if best.lists is not None:
            rules = all_rules(best.lists)
            prices = Prices(self._costs.rule, self._costs.literal)
            self.offer(best.lists, prices.of(rules))
        bound = self._costs.rule * self._first.lower_bound
        self.raise_bound_capped(bound + (0 if self._second is None else self._second.lower_bound))
        self.infeasible = self._first.infeasible

    def start(self, clock: Clock) -> None:
        """Find some rules at once."""
        self._first.start(clock)

    def solve(self, clock: Clock) -> None:
        """Narrow the bracket until it is closed or a limit is reached."""
        if not self._first.closed:
            self._first.solve(clock)
            self.stopped = self._first.stopped
        self._on_cover_change()
        if not self._two_steps or self._first.cost is None or not self._first.closed:
            return
        if self._second is None:
            prices = Prices(0, 1, self._first.cost)
            self._second = PerfectCover(self._first.table, prices, self._first.lists, on_change=self._on_cover_change)
        self._second.solve(clock)
        self.stopped = self._second.stopped
        self._on_cover_change()
