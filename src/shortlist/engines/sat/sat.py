"""The independent witness: SAT over a small set of rows that grows only by rows a list gets wrong.

Ask whether some list for the rows T costs at most z. If there is none, there is none for all rows S ⊇ T either, and the
bound rises above z. If there is one, try it on all rows: it is the best so far, or T takes in rows that it gets wrong, and
the question is asked again. One solver answers all questions up to a horizon: rows are clauses, z is an assumption.
Nothing is shared with the native search but the data types.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from shortlist.encoding.rule_slots import RuleSlots
from shortlist.engines.bracket import Run, Stopped
from shortlist.engines.greedy import first_list, one_literal_list
from shortlist.engines.sat.oracle import Sat
from shortlist.engines.sat.witnesses import Witnesses
from shortlist.errors import WrongAnswerError
from shortlist.problems.constraints import FREE
from shortlist.problems.evaluate import answers, majority_list, relabelled, valid_cost
from shortlist.problems.indexed import IndexedRule, Lists, one_list, with_features
from shortlist.problems.limits import BYTES_PER_CLAUSE, GREEDY_SHARE, Clock, Limits
from shortlist.problems.problem import Problem
from shortlist.problems.solution import OnProgress, Solution, Stop

_HORIZON, _FIRST_HORIZON = 12, 6  # nodes that one formula reaches beyond the question: with a list known, and with none
_FEW_ROWS = 60  # for which the first questions are sooner answered than a greedy list is made
_SMALL = 30_000  # clauses, so few that Glucose is the faster solver, and restarts often enough to keep a time limit


def sat(
    problem: Problem, limits: Limits, *, on_progress: OnProgress | None = None, incumbent: Lists | None = None
) -> Solution:
    """The best list by SAT over lazily added rows."""
    run = Run.start("sat", problem, limits, on_progress)
    with run.until_stopped():
        _start(run, incumbent)
        if not run.closed:
            _Questioning(run).raise_bound_to(None)
    run.infeasible = run.lists is None and run.stopped is None
    return run.solution()


def refutes(problem: Problem, cost: int, limits: Limits) -> bool | None:
    """Is there no list of this cost or less? None if a limit came before the answer."""
    run = Run.start("sat", problem, limits, None)
    with run.until_stopped():
        run.raise_bound(problem.trivial_bound)
        _Questioning(run).raise_bound_to(cost + 1)
    if run.stopped is not None:
        return None
    # No perfect list costs more than the dearest: a bound above that says that there is none at all.
    return run.lower_bound > (min(cost, _dearest_list(problem)) if problem.perfect else cost)


def refuting_rows(problem: Problem, cost: int, clock: Clock) -> NDArray[np.int64] | None:
    """Some rows for which alone no list has this cost or less; None if for all rows one has. A limit raises `Stopped`."""
    run = Run.start("sat", problem, clock.rest(), None)
    questioning = _Questioning(run)
    questions = questioning.questions(cost)
    try:
        while (rules := questions.rules_within(cost)) is not None:
            questioning.try_on_all_rows(rules, cost, questions)
            if run.cost is not None and run.cost <= cost:
                return None
    finally:
        questions.close()
    return questioning.witnesses.chosen


def _start(run: Run, incumbent: Lists | None) -> None:
    """A bound and a list to begin with."""
    problem = run.problem
    run.raise_bound(problem.trivial_bound)
    if problem.is_trivial or not problem.perfect:
        run.improve(majority_list(problem))
    if incumbent is not None:
        run.improve(incumbent)
    elif not run.closed:
        _offer_quick_list(run, one_literal_list if problem.perfect and len(problem.rows) <= _FEW_ROWS else first_list)


def _offer_quick_list(run: Run, made: Callable[[Problem, Clock], Lists | None]) -> None:
    """Offer a list that is made soon, where there is one that keeps to what is asked."""
    problem = run.problem
    if problem.constraints == FREE and problem.costs.errors is None:
        lists = made(problem, run.clock.share(GREEDY_SHARE))
        if lists is not None:
            run.improve(lists)


def _dearest_list(problem: Problem) -> int:
    """No list that wastes nothing pays more for its nodes: a rule decides a row and has each feature at most once."""
    costs, constraints = problem.costs, problem.constraints
    literals: list[int] = sorted(problem.literal_prices.tolist(), reverse=True)[: constraints.max_literals]
    rules = len(problem.rows) if constraints.max_rules is None else min(len(problem.rows), constraints.max_rules)
    dearest = rules * (costs.rule + sum(literals))
    if constraints.max_size is not None:
        dearest = min(dearest, (constraints.max_size - 1) * max(costs.rule, max(literals, default=0)))
    return costs.default + dearest


class _Questioning:
    """The questions that raise the bound, one after the other."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.problem, self.kept = run.problem.reduced()
        self.witnesses = Witnesses(self.problem, run.pause)
        self.shift = 0 if self.problem.perfect else self.problem.unavoidable
        self.step = max(1, self.problem.costs.rule, int(self.problem.literal_prices.max(initial=0)))

    def raise_bound_to(self, goal: int | None) -> None:
        """Ask until the bound reaches the goal, or the cost of the best list, or what any list costs at most."""
        run = self.run
        questions: _Questions | None = None
        try:
            while run.lower_bound < (ceiling := self.ceiling(goal)):
                run.pause()
                cost = min(run.lower_bound + self.step, ceiling) - 1
                if questions is not None and questions.horizon < cost:
                    questions.close()
                    questions = None
                    if run.lists is None and goal is None:
                        _offer_quick_list(run, first_list)
                    continue
                if questions is None:
                    rise = (_HORIZON if run.lists is not None else _FIRST_HORIZON) - 1
                    questions = self.questions(min(cost + rise * self.step, ceiling - 1))
                rules = questions.rules_within(cost)
                if rules is None:
                    run.raise_bound(cost + 1)
                else:
                    self.try_on_all_rows(rules, cost, questions)
        finally:
            if questions is not None:
                questions.close()

    def ceiling(self, goal: int | None) -> int:
        """What the bound may rise to."""
        run = self.run
        if run.cost is not None:
            most = run.cost
        elif goal is not None and not self.problem.perfect:
            return goal  # the dearest list's nodes are not all that it pays for
        else:
            most = _dearest_list(self.problem) + 1
        return most if goal is None else min(most, goal)

    def try_on_all_rows(self, rules: list[IndexedRule], cost: int, questions: _Questions) -> None:
        """Keep a list that is the best so far; if it costs more than it should, ask about more rows."""
        lists = relabelled(self.run.problem, with_features(rules, self.kept))
        found = valid_cost(self.run.problem, lists)
        if found is not None:
            self.run.offer(lists, found)
        if found is None or found > cost:
            lost = self.problem.avoidable[answers(self.problem, one_list(rules))]
            lost[self.witnesses.chosen] = 0
            if not lost.any():
                raise WrongAnswerError(f"the SAT solver claims a list of cost {cost}, but it costs {found}")
            questions.add(self.witnesses.add(lost))

    def questions(self, horizon: int) -> _Questions:
        """A new solver for costs up to the horizon, which knows the rows chosen so far."""
        formula, rows = RuleSlots(self.problem, horizon - self.shift), self.witnesses.chosen
        solver = "glucose421" if formula.predicted_clauses(rows) <= _SMALL else "cadical195"
        made = _Questions(self.run, formula, horizon, self.shift, solver)
        made.add(rows)
        return made


class _Questions:
    """One solver and its formula: is there a list within a cost, for the rows added so far?"""

    def __init__(self, run: Run, formula: RuleSlots, horizon: int, shift: int, solver: str) -> None:
        self.horizon = horizon
        self._shift = shift
        self._run = run
        self._formula = formula
        self._solver = Sat(solver=solver, pause=run.pause)
        self._clauses = 0
        self._guard: int | None = None
        self._shaped = False

    def add(self, rows: NDArray[np.int64]) -> None:
        """Ask about these rows, too; with the first of them the shape of lists is written."""
        run, formula = self._run, self._formula
        self._clauses += formula.predicted_clauses(rows)
        if run.clock.memory is not None and self._clauses * BYTES_PER_CLAUSE > run.clock.memory:
            raise Stopped(Stop.MEMORY)
        for block in chain(() if self._shaped else formula.shape(), formula.rows(rows)):
            self._solver.add(block)
        self._shaped = True

    def rules_within(self, cost: int) -> list[IndexedRule] | None:
        """A list for the rows that costs no more, None if there is none.

        A bound that is one literal is assumed; what takes longer clauses is guarded, until the next question is another.
        """
        bound, assumptions = self._formula.within(cost - self._shift)
        units, longer = [c[0] for c in bound if len(c) == 1], [c for c in bound if len(c) > 1]
        if longer:
            if self._guard is not None:
                self._solver.add([[-self._guard]])
            (self._guard,) = self._formula.fresh(1)
            self._solver.add([[-self._guard, *clause] for clause in longer])
            assumptions = [*assumptions, self._guard]
        model = self._solver.model([*assumptions, *units])
        return None if model is None else self._formula.decode(model)

    def close(self) -> None:
        """Give the solver's memory back."""
        self._solver.close()
