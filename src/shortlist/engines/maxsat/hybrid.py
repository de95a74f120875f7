"""Decision lists side by side by MaxSAT, for growing numbers of nodes.

*Claim.* The least cost of decision lists side by side is the least cost of one decision list.
*Why.* A list is one of them. The other way round, put the lists one after the other: each row then has the first of its
answers, which is right wherever the row was decided rightly, so the list has the same size and no more errors. (If its last
rule has literals, drop them: it is smaller, and rows without an answer can only gain.)

So a greedy list is a first incumbent, N stops where it stops for a list, and the engine `search` may answer with the optimal
list itself. What the formula adds are other models of the same cost, with shorter explanations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from shortlist.encoding.examples import Examples
from shortlist.encoding.formula import encode, predicted_clauses
from shortlist.encoding.hybrid import HYBRID_PERFECT, HYBRID_SPARSE, decode_lists, hybrid_examples
from shortlist.engines.bracket import Stopped, check_time
from shortlist.engines.greedy import greedy_list
from shortlist.engines.maxsat.lists import BYTES_PER_CLAUSE, largest_better_size
from shortlist.engines.sat.oracle import MaxSat
from shortlist.errors import UsageError, WrongAnswerError
from shortlist.models.hybrid import DecisionLists
from shortlist.models.model import Rule
from shortlist.problems.constraints import FREE, IndexedRule
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Clock, HybridSolution, Limits, OnProgress, Progress, Status, Stop

Lists = Sequence[Sequence[IndexedRule]]


def hybrid(
    problem: Problem, limits: Limits, *, on_progress: OnProgress | None = None, solver: str = "cadical195"
) -> HybridSolution:
    """The best lists side by side, of least cost and, among those, as MaxSAT finds them."""
    if problem.constraints != FREE or problem.costs.node is None:
        raise UsageError("lists side by side know no constraints, and one price for rules and literals")
    growth = _Growth(problem, limits.start(), limits.memory, on_progress, solver)
    stopped = None
    try:
        growth.run()
    except Stopped as limit:
        stopped = limit.why
    except KeyboardInterrupt:
        stopped = Stop.INTERRUPT
    return growth.solution(stopped)


def errors_of(problem: Problem, lists: Lists) -> int:
    """Examples that no list answers, that lists contradict each other on, or that are given another class."""
    answers = np.zeros(problem.rows.counts.shape, dtype=np.bool_)
    for rules in lists:
        silent = np.ones(len(problem.rows), dtype=np.bool_)
        for literals, label in rules:
            hit = problem.covers(literals) & silent
            answers[hit, label] = True
            silent &= ~hit
    decided = answers & (answers.sum(axis=1, keepdims=True) == 1)
    return problem.rows.weight - int(problem.rows.counts[decided].sum())


def named(problem: Problem, lists: Lists) -> DecisionLists:
    """The lists with their literals named, each rule with the counts of the rows that it answers in its list."""
    found = []
    for rules in lists:
        silent = np.ones(len(problem.rows), dtype=np.bool_)
        one: list[Rule] = []
        for literals, label in rules:
            hit = problem.covers(literals) & silent
            silent &= ~hit
            chosen = tuple(map(problem.literal, sorted(map(problem.preferred, literals))))
            one.append(Rule(chosen, problem.classes[label], tuple(problem.rows.counts[hit].sum(axis=0).tolist())))
        found.append(tuple(one))
    return DecisionLists(tuple(found), problem.classes)


@dataclass
class _Growth:
    """The best lists and the bound while N grows."""

    problem: Problem
    clock: Clock
    memory: int | None
    on_progress: OnProgress | None
    solver: str
    lists: Lists | None = None
    lower_bound: int = 0

    def run(self) -> None:
        """Grow N until a proof covers every size; the last word is the formula's."""
        problem = self.problem
        examples = hybrid_examples(problem)
        self.lower_bound = problem.trivial_bound
        start = greedy_list(problem, self.clock)
        if start is not None:
            self.lists = [problem.indexed(start)]
        n_nodes, settled = 1 if problem.is_trivial or not problem.perfect else 3, False
        while not settled:
            found = self._best_lists(n_nodes, examples)
            if found is not None and (self.lists is None or self.cost(found) <= self.cost(self.lists)):
                self.lists = found
            self._raise(problem.node_cost * (n_nodes + 1) + self._unavoidable)
            settled = self.lists is not None and self.cost(self.lists) == self.lower_bound
            n_nodes = self._next_size(n_nodes)

    @property
    def _unavoidable(self) -> int:
        return 0 if self.problem.perfect else self.problem.unavoidable

    def _next_size(self, n_nodes: int) -> int:
        if self.lists is None or self.problem.perfect:
            return n_nodes + 1 if self.problem.perfect else n_nodes + 2
        errors, size = errors_of(self.problem, self.lists), self.size(self.lists)
        largest = largest_better_size(size, errors, self.problem.unavoidable, self.problem.node_cost)
        return max(min(n_nodes + 2, largest), n_nodes + 1)

    def _best_lists(self, n_nodes: int, examples: Examples) -> Lists | None:
        """The best lists of at most N nodes, None if there are none; they are recounted before they are believed."""
        pause = partial(check_time, self.clock)
        pause()
        if self.memory is not None and predicted_clauses(examples, n_nodes) * BYTES_PER_CLAUSE > self.memory:
            raise Stopped(Stop.MEMORY)
        model = HYBRID_PERFECT if self.problem.perfect else HYBRID_SPARSE
        formula = encode(self.problem, examples, n_nodes, model=model, hybrid=True, pause=pause)
        with MaxSat(formula, solver=self.solver, pause=pause) as solver:
            answer = solver.best_model()
            claimed = solver.lower_bound()
        if answer is None:
            return None
        lists = decode_lists(formula.variables, answer, examples.n_classes)
        perfect = not self.problem.perfect or errors_of(self.problem, lists) == self.problem.unavoidable
        if self.cost(lists) != claimed or not perfect:
            raise WrongAnswerError(f"the MaxSAT solver claims lists of cost {claimed}, they cost {self.cost(lists)}")
        self._raise(min(claimed, self.problem.node_cost * (n_nodes + 1) + self._unavoidable))
        return lists

    def size(self, lists: Lists) -> int:
        """Literals + rules."""
        return sum(len(literals) + 1 for rules in lists for literals, _ in rules)

    def cost(self, lists: Lists) -> int:
        """Λ·size, and the errors of sparse lists."""
        price = self.problem.node_cost * self.size(lists)
        return price if self.problem.perfect else price + errors_of(self.problem, lists)

    def _raise(self, bound: int) -> None:
        known = bound if self.lists is None else min(bound, self.cost(self.lists))
        if known > self.lower_bound:
            self.lower_bound = known
            if self.on_progress is not None:
                self.on_progress(self._moment())

    def _moment(self) -> Progress:
        cost = None if self.lists is None else self.cost(self.lists)
        return Progress(self.clock.elapsed(), cost, self.lower_bound)

    def solution(self, stopped: Stop | None) -> HybridSolution:
        """What is known now."""
        if self.lists is None:
            return HybridSolution(Status.UNKNOWN, None, None, self.lower_bound, "maxsat", self.clock.elapsed(), stopped)
        cost = self.cost(self.lists)
        status = Status.OPTIMAL if cost == self.lower_bound else Status.FEASIBLE
        return HybridSolution(
            status,
            named(self.problem, self.lists),
            cost,
            self.lower_bound,
            "maxsat",
            self.clock.elapsed(),
            None if status is Status.OPTIMAL else stopped,
            errors=errors_of(self.problem, self.lists),
        )
