"""The paper's complete models, solved by MaxSAT: `pdl∪` (perfect) and `sdl[λ]∪` (sparse).

A formula knows only lists of at most N nodes. N grows until a proof covers every size: for perfect lists, as soon as one
exists with N nodes; for sparse lists, when N reaches `largest_better_size` of the best list known.
"""

from __future__ import annotations

from dataclasses import dataclass

from shortlist.encoding.decode import decode
from shortlist.encoding.examples import Examples, merged_examples, single_examples
from shortlist.encoding.formula import encode, predicted_clauses
from shortlist.engines.bracket import Anytime, Stopped
from shortlist.engines.greedy import greedy_list
from shortlist.engines.sat.oracle import SOLVERS, MaxSat
from shortlist.errors import UsageError, WrongAnswerError
from shortlist.problems.constraints import FREE, IndexedRule
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Limits, OnProgress, Solution, Stop

BYTES_PER_CLAUSE = 320


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
    if problem.constraints != FREE:
        raise UsageError("the engine maxsat knows no constraints; use the engine search")
    search = _Search("maxsat", problem, limits.start(), limits.memory, on_progress, solver=solver)
    reduced, kept = problem.reduced() if merge else (problem, range(len(problem.features)))
    examples = merged_examples(reduced) if merge else single_examples(reduced)
    stopped = None
    try:
        search.run(reduced, examples, kept)
    except Stopped as limit:
        stopped = limit.why
    except KeyboardInterrupt:
        stopped = Stop.INTERRUPT
    return search.solution(stopped)


def largest_better_size(size: int, errors: int, unavoidable: int, node_cost: int) -> int:
    """A strictly better list has at most this many nodes: size + ⌈(errors − unavoidable) / Λ⌉ − 1.

    A list of k nodes costs at least Λ·k + unavoidable. To beat Λ·size + errors it needs
    k − size < (errors − unavoidable) / Λ.

    >>> largest_better_size(size=3, errors=10, unavoidable=0, node_cost=5)
    4
    """
    return size - (unavoidable - errors) // node_cost - 1


@dataclass
class _Search(Anytime):
    """The best list and the bound while N grows."""

    solver: str = "cadical195"

    def run(self, reduced: Problem, examples: Examples, kept: range | list[int]) -> None:
        """Grow N until a proof covers every size."""
        self.raise_bound(self._cost_from(1 if self.problem.is_trivial or not self.problem.perfect else 3))
        start = greedy_list(self.problem, self.clock)
        if start is not None:
            self.improve(start)
        n_nodes = 1
        while self.cost != self.lower_bound:
            n_nodes = self._next_size(n_nodes)
            rules = self.best_rules(reduced, examples, n_nodes)
            if rules is not None:
                named = [(tuple((kept[r], value) for r, value in literals), label) for literals, label in rules]
                self.improve(self.problem.decision_list(named))
            larger = self._cost_from(n_nodes + 1)
            self.raise_bound(larger if self.cost is None else min(larger, self.cost))

    def _next_size(self, n_nodes: int) -> int:
        """Two nodes more (a rule and a literal), but not more than a better list can have."""
        if self.model is None:
            return n_nodes + 2
        if self.problem.perfect:
            return min(n_nodes + 2, self.model.size - 1)
        largest = largest_better_size(
            self.model.size, self.model.errors, self.problem.unavoidable, self.problem.node_cost
        )
        return min(n_nodes + 2, largest)

    def _cost_from(self, n_nodes: int) -> int:
        """No list of this many nodes or more costs less than Λ·N + unavoidable."""
        unavoidable = 0 if self.problem.perfect else self.problem.unavoidable
        return self.problem.node_cost * n_nodes + unavoidable

    def best_rules(self, reduced: Problem, examples: Examples, n_nodes: int) -> list[IndexedRule] | None:
        """The best list of at most N nodes, None if there is none; it is recounted before it is believed."""
        self.pause()
        if self.memory is not None and predicted_clauses(examples, n_nodes) * BYTES_PER_CLAUSE > self.memory:
            raise Stopped(Stop.MEMORY)
        formula = encode(reduced, examples, n_nodes, pause=self.pause)
        with MaxSat(formula, solver=self.solver, pause=self.pause) as solver:
            try:
                model = solver.best_model()
            finally:
                claimed = solver.lower_bound() + (0 if self.problem.perfect else examples.offset)
                self.raise_bound(min(claimed, self._cost_from(n_nodes + 1)))
        if model is None:
            if not self.problem.perfect:
                raise WrongAnswerError(f"the MaxSAT solver finds no list of {n_nodes} nodes, but every size has lists")
            return None
        rules = decode(formula.variables, model, examples.n_classes)
        cost = reduced.cost(reduced.decision_list(rules))
        if cost != claimed:
            raise WrongAnswerError(f"the MaxSAT solver claims a list of cost {claimed}, but it costs {cost}")
        return rules
