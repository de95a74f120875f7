"""The independent witness: SAT over a small set of rows that grows only by rows a list gets wrong.

Ask whether some list for the rows T costs at most z. If there is none, there is none for all rows S ⊇ T either, and the
bound rises above z. If there is one, try it on all rows: it is the best so far, or T takes in rows that it gets wrong, and
the question is asked again. One solver answers all questions up to a horizon: rows are clauses, z is an assumption.
Nothing is shared with the native search but the data types.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from shortlist.encoding.node_sequence import NodeSequence
from shortlist.encoding.rule_slots import RuleSlots, cheapest_rule
from shortlist.encoding.symmetry import BREAKERS
from shortlist.engines.bracket import Anytime, Stopped
from shortlist.engines.greedy import greedy_list, one_literal_list
from shortlist.engines.sat.oracle import Sat
from shortlist.engines.sat.witnesses import Witnesses, outcome
from shortlist.errors import UsageError, WrongAnswerError
from shortlist.models.model import DecisionList
from shortlist.problems.constraints import FREE, IndexedRule
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Clock, Limits, OnProgress, Solution, Status, Stop

ENCODINGS = ("slots", "nodes")
_BYTES_PER_CLAUSE = 320
_GREEDY_SHARE = 0.3
_HORIZON, _FIRST_HORIZON = 12, 6  # nodes that a formula may rise by, with a list known and without
_FEW_ROWS = 60  # for which the first questions are sooner answered than a greedy list is made
_SMALL = 30_000  # clauses, so few that Glucose is the faster solver, and restarts often enough to keep a time limit


def sat(
    problem: Problem,
    limits: Limits,
    *,
    on_progress: OnProgress | None = None,
    encoding: str = "slots",
    breakers: Sequence[str] = ("last",),
) -> Solution:
    """The best list by SAT over lazily added rows.

    `encoding` is "slots", or "nodes" for the paper's sequence of nodes; `breakers` of `encoding.symmetry` are for slots.
    """
    check_supported(problem, encoding, breakers)
    known = Anytime("sat", problem, limits.start(), limits.memory, on_progress)
    stopped = None
    try:
        _start(known)
        if known.cost != known.lower_bound:
            _Run(known, encoding, breakers).raise_bound_to(None)
    except Stopped as limit:
        stopped = limit.why
    except KeyboardInterrupt:
        stopped = Stop.INTERRUPT
    if known.model is None and stopped is None:
        seconds, trace = known.clock.elapsed(), tuple(known.trace)
        return Solution(Status.INFEASIBLE, None, None, known.lower_bound, "sat", seconds, None, trace)
    return known.solution(stopped)


def refutes(problem: Problem, cost: int, limits: Limits, *, on_progress: OnProgress | None = None) -> bool | None:
    """Is there no list of this cost or less? None if a limit came before the answer."""
    check_supported(problem)
    known = Anytime("sat", problem, limits.start(), limits.memory, on_progress)
    try:
        known.raise_bound(_trivial_bound(problem))
        _Run(known, "slots", ("last",)).raise_bound_to(cost + 1)
    except (Stopped, KeyboardInterrupt):
        return None
    return known.lower_bound > cost


def check_supported(problem: Problem, encoding: str = "slots", breakers: Sequence[str] = ()) -> None:
    """Refuse what this engine cannot keep, in one sentence."""
    for name in breakers:
        if name not in BREAKERS:
            raise UsageError(f"symmetry breakers must be among {', '.join(BREAKERS)}, got {name!r}")
    if encoding not in ENCODINGS:
        raise UsageError(f"the encoding must be one of {', '.join(ENCODINGS)}, got {encoding!r}")
    if problem.constraints.min_rows:
        raise UsageError("the engine sat looks at few rows and cannot keep min_rows; use the engine search")
    if encoding == "nodes" and (problem.constraints != FREE or problem.costs.node is None):
        raise UsageError("the encoding by nodes knows one price and no constraints; use slots")


def _start(known: Anytime) -> None:
    """A bound and a list to begin with."""
    problem = known.problem
    known.raise_bound(_trivial_bound(problem))
    if problem.is_trivial or not problem.perfect:
        known.improve(problem.majority_list)
    if known.cost != known.lower_bound:
        _improve(known, one_literal_list if problem.perfect and len(problem.rows) <= _FEW_ROWS else greedy_list)


def _improve(known: Anytime, made: Callable[[Problem, Clock], DecisionList | None]) -> None:
    """Offer a list that is made soon, where there is one that keeps to what is asked."""
    problem, left = known.problem, known.clock.left()
    if problem.constraints == FREE and problem.costs.errors is None:
        clock = Limits(None if left == float("inf") else max(left, 0.0) * _GREEDY_SHARE).start()
        model = made(problem, clock)
        if model is not None:
            known.improve(model)


def _trivial_bound(problem: Problem) -> int:
    """Every list pays for its default rule and the unavoidable errors, a perfect one for a rule for each further class.

    A perfect list predicts every class that alone is right for some row.
    """
    if not problem.perfect:
        return problem.costs.default + problem.unavoidable
    right = problem.avoidable == 0
    needed = int(right[right.sum(axis=1) == 1].any(axis=0).sum())
    rules = max(needed - 1, 0 if problem.is_trivial else 1)
    return problem.costs.default + rules * cheapest_rule(problem)


def _dearest_list(problem: Problem) -> int:
    """No list that wastes nothing pays more for its nodes: a rule decides a row and has each feature at most once."""
    costs, constraints = problem.costs, problem.constraints
    literals = np.sort(costs.literal_prices(len(problem.features)))[::-1][: constraints.max_literals]
    rules = len(problem.rows) if constraints.max_rules is None else min(len(problem.rows), constraints.max_rules)
    dearest = rules * (costs.rule + int(literals.sum()))
    if constraints.max_size is not None:
        dearest = min(dearest, (constraints.max_size - 1) * max(costs.rule, int(literals.max(initial=0))))
    return costs.default + dearest


class _Run:
    """The questions that raise the bound, one after the other."""

    def __init__(self, known: Anytime, encoding: str, breakers: Sequence[str]) -> None:
        self.known = known
        self.encoding = encoding
        self.breakers = [BREAKERS[name] for name in breakers]
        self.problem, self.kept = _reduced(known.problem)
        self.shift = 0 if self.problem.perfect else self.problem.unavoidable
        prices = self.problem.costs.literal_prices(len(self.problem.features))
        self.step = max(1, self.problem.costs.rule, int(prices.max(initial=0)))

    def raise_bound_to(self, goal: int | None) -> None:
        """Ask until the bound reaches the goal, or the cost of the best list, or what any list costs at most."""
        known = self.known
        questions: _Questions | None = None
        witnesses: Witnesses | None = None
        try:
            while known.lower_bound < (ceiling := self.ceiling(goal)):
                known.pause()
                witnesses = witnesses or Witnesses(self.problem, known.pause)
                cost = min(known.lower_bound + self.step, ceiling) - 1
                if questions is not None and questions.horizon < cost:
                    questions.close()
                    questions = None
                    if known.model is None and goal is None:
                        _improve(known, greedy_list)
                    continue
                if questions is None:
                    rise = (_HORIZON if known.model is not None else _FIRST_HORIZON) - 1
                    questions = self.questions(min(cost + rise * self.step, ceiling - 1), witnesses)
                rules = questions.rules_within(cost)
                if rules is None:
                    known.raise_bound(cost + 1)
                else:
                    self.try_on_all_rows(rules, cost, witnesses, questions)
        finally:
            if questions is not None:
                questions.close()

    def ceiling(self, goal: int | None) -> int:
        """What the bound may rise to."""
        known = self.known
        most = known.cost if known.cost is not None else _dearest_list(self.problem) + 1
        return most if goal is None else min(most, goal)

    def try_on_all_rows(self, rules: list[IndexedRule], cost: int, witnesses: Witnesses, questions: _Questions) -> None:
        """Keep a list that is the best so far; if it costs more than it should, ask about more rows."""
        found = outcome(self.problem, rules)
        if found.cost is not None and (self.known.cost is None or found.cost < self.known.cost):
            named = [(tuple((self.kept[r], value) for r, value in literals), label) for literals, label in rules]
            self.known.improve(self.known.problem.decision_list(named))
        if found.cost is None or found.cost > cost:
            if not np.delete(found.lost, witnesses.chosen).any():
                raise WrongAnswerError(f"the SAT solver claims a list of cost {cost}, but it costs {found.cost}")
            found.lost[witnesses.chosen] = 0
            questions.add(witnesses.add(found.lost))

    def questions(self, horizon: int, witnesses: Witnesses) -> _Questions:
        """A new solver for costs up to the horizon, which knows the rows chosen so far."""
        if self.encoding == "nodes":
            formula: RuleSlots | NodeSequence = NodeSequence(self.problem, horizon - self.shift)
        else:
            formula = RuleSlots(self.problem, horizon - self.shift, self.breakers)
        solver = "glucose421" if formula.predicted_clauses(witnesses.chosen) <= _SMALL else "cadical195"
        made = _Questions(self.known, formula, horizon, self.shift, solver)
        made.add(witnesses.chosen)
        return made


def _reduced(problem: Problem) -> tuple[Problem, Sequence[int]]:
    """Features that say the same are merged, where their literals are exchangeable."""
    constraints = problem.constraints
    if problem.costs.by_feature is None and constraints.negations and not constraints.forbidden:
        return problem.reduced()
    return problem, range(len(problem.features))


class _Questions:
    """One solver and its formula: is there a list within a cost, for the rows added so far?"""

    def __init__(
        self, known: Anytime, formula: RuleSlots | NodeSequence, horizon: int, shift: int, solver: str
    ) -> None:
        self.horizon = horizon
        self._shift = shift
        self._known = known
        self._formula = formula
        self._solver = Sat(solver=solver, pause=known.pause)
        self._clauses = 0
        self._guard: int | None = None
        self._shaped = False

    def add(self, rows: NDArray[np.int64]) -> None:
        """Ask about these rows, too; with the first of them the shape of lists is written."""
        known, formula = self._known, self._formula
        self._clauses += formula.predicted_clauses(rows)
        if known.memory is not None and self._clauses * _BYTES_PER_CLAUSE > known.memory:
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
        if model is None:
            return None
        true = np.zeros(self._formula.count + 1, dtype=np.bool_)
        true[[number for number in model if number > 0]] = True
        return self._formula.decode(true)

    def close(self) -> None:
        """Give the solver's memory back."""
        self._solver.close()
