"""Decision sets by parts that have nothing to do with each other: the native engine.

Perfect sets: the union of the cheapest rules for each class is a cheapest set (section "Separated Models"), where rows with
several commonest classes hold these classes together. Separated sparse sets: each class for itself, by definition.
Complete sparse sets do not fall into parts; `set_maxsat` solves them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from shortlist.engines.bracket import Stopped
from shortlist.engines.covers.pure_rules import Rights
from shortlist.engines.set_parts import Part, PerfectPart, SparsePart
from shortlist.errors import UsageError
from shortlist.problems.constraints import IndexedRule
from shortlist.problems.set_problem import SetForm, SetProblem
from shortlist.problems.solution import Clock, Limits, OnProgress, Progress, SetPart, SetSolution, Status, Stop


def set_search(problem: SetProblem, limits: Limits, *, on_progress: OnProgress | None = None) -> SetSolution:
    """The cheapest set, part by part."""
    clock = limits.start()
    return Parts(problem, parts_of(problem), clock, on_progress).solve("search")


def parts_of(problem: SetProblem) -> list[Part]:
    """The parts of a perfect or of a separated sparse set."""
    if problem.perfect:
        every_row = np.ones(len(problem.rows), dtype=np.bool_)
        features = np.ascontiguousarray(problem.rows.features)
        rights = Rights(features, problem.rows.best_classes(), every_row, problem.literals)
        return [PerfectPart(problem, part) for part in rights.parts()]
    if problem.form is SetForm.COMPLETE:
        raise UsageError("a complete sparse set does not fall into classes; use the engine maxsat")
    return [SparsePart(problem, label) for label in range(len(problem.classes))]


@dataclass(eq=False)
class Parts:
    """All parts of a set: the sums of their costs and bounds are those of the set."""

    problem: SetProblem
    parts: Sequence[Part]
    clock: Clock
    on_progress: OnProgress | None = None
    trace: list[Progress] = field(default_factory=list)

    def solve(self, engine: str) -> SetSolution:
        """First each part gets its share of the time, then those that are open get what is left."""
        stopped: Stop | None = None
        try:
            for part in self.parts:
                part.on_bracket = self._tell
                part.start(self.clock)
            for k, part in enumerate(self.parts):
                self._advance(part, self._share(len(self.parts) - k))
            for part in self.parts:
                self._advance(part, self.clock)
                stopped = part.stopped or stopped
        except Stopped as limit:
            stopped = limit.why
        except KeyboardInterrupt:
            stopped = Stop.INTERRUPT
        return self._solution(engine, stopped)

    def _advance(self, part: Part, clock: Clock) -> None:
        if part.cost != part.lower_bound and not part.is_infeasible:
            part.solve(clock)
            if part.stopped is Stop.INTERRUPT:
                raise KeyboardInterrupt

    def _share(self, n_parts: int) -> Clock:
        left = self.clock.left()
        return self.clock if left == float("inf") else Limits(max(left, 0.0) / n_parts).start()

    @property
    def cost(self) -> int | None:
        """What the set costs, once every part has rules."""
        costs = [part.cost for part in self.parts]
        return None if None in costs else sum(cost for cost in costs if cost is not None)

    @property
    def lower_bound(self) -> int:
        """What every set costs at least."""
        return sum(part.lower_bound for part in self.parts)

    def _tell(self) -> None:
        moment = Progress(self.clock.elapsed(), self.cost, self.lower_bound)
        if self.trace and (moment.cost, moment.lower_bound) == (self.trace[-1].cost, self.trace[-1].lower_bound):
            return
        self.trace.append(moment)
        if self.on_progress is not None:
            self.on_progress(moment)

    def _solution(self, engine: str, stopped: Stop | None) -> SetSolution:
        cost, bound, trace, seconds = self.cost, self.lower_bound, tuple(self.trace), self.clock.elapsed()
        if any(part.is_infeasible for part in self.parts):
            return SetSolution(Status.INFEASIBLE, None, None, bound, engine, seconds, None, trace)
        if cost is None:
            return SetSolution(Status.UNKNOWN, None, None, bound, engine, seconds, stopped, trace)
        rules: list[IndexedRule] = [rule for part in self.parts for rule in part.rules or ()]
        model = self.problem.decision_set(rules)
        status = Status.OPTIMAL if cost == bound else Status.FEASIBLE
        stopped = None if status is Status.OPTIMAL else stopped
        complete = self.problem.form is SetForm.COMPLETE and not self.problem.perfect
        parts = () if complete else tuple(map(self._part, self.parts))
        return SetSolution(status, model, cost, bound, engine, seconds, stopped, trace, parts=parts)

    def _part(self, part: Part) -> SetPart:
        assert part.rules is not None
        assert part.cost is not None
        labels = tuple(self.problem.classes[label] for label in part.labels)
        size = sum(len(literals) + 1 for literals, _ in part.rules)
        return SetPart(labels, len(part.rules), size, part.cost, part.lower_bound)
