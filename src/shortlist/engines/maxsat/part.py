"""The rules of one class by MaxSAT: the paper's model restricted to the class, for growing numbers of nodes."""

from __future__ import annotations

from functools import partial

from shortlist.encoding.decode import decode
from shortlist.encoding.examples import merged_examples, single_examples
from shortlist.encoding.formula import encode, predicted_clauses
from shortlist.encoding.one_class import ONE_CLASS_PERFECT, ONE_CLASS_SPARSE
from shortlist.engines.bracket import Stopped, check_time
from shortlist.engines.maxsat.lists import BYTES_PER_CLAUSE, largest_better_size
from shortlist.engines.sat.oracle import MaxSat
from shortlist.engines.separated.part import Answer, Conjunction, OneClass
from shortlist.errors import UsageError, WrongAnswerError
from shortlist.problems.constraints import FREE
from shortlist.problems.solution import Limits, Stop


def maxsat_part(part: OneClass, limits: Limits, *, merge: bool = True, solver: str = "cadical195") -> Answer:
    """The cheapest rules of one class, by MaxSAT over growing numbers of nodes."""
    if part.problem.constraints != FREE:
        raise UsageError("the engine maxsat knows no constraints; use the engine search")
    growth = _Growth(part, limits, merge=merge, solver=solver)
    stopped = None
    try:
        growth.run()
    except Stopped as limit:
        stopped = limit.why
    except KeyboardInterrupt:
        stopped = Stop.INTERRUPT
    return Answer(growth.rules, growth.lower_bound, stopped)


class _Growth:
    """The best rules and the bound while N grows."""

    def __init__(self, part: OneClass, limits: Limits, *, merge: bool, solver: str) -> None:
        self.part, self.memory, self.solver, self.clock = part, limits.memory, solver, limits.start()
        self.reduced, self.kept = (
            part.problem.reduced() if merge else (part.problem, list(range(len(part.problem.features))))
        )
        self.examples = merged_examples(self.reduced) if merge else single_examples(self.reduced)
        without_literals: tuple[tuple[Conjunction, ...], ...] = ((), ((),))
        perfect = [rules for rules in without_literals if not part.perfect or part.errors(rules) == 0]
        self.rules = min(perfect, key=part.cost, default=None)
        self.lower_bound = 0
        self._raise(self._cost_from(2))

    def run(self) -> None:
        """Grow N until a proof covers every size."""
        n_nodes = 1
        while self.rules is None or self.part.cost(self.rules) != self.lower_bound:
            n_nodes = self._next_size(n_nodes)
            found = self._best_rules(n_nodes)
            if found is not None and (self.rules is None or self.part.cost(found) < self.part.cost(self.rules)):
                self.rules = found
            self._raise(self._cost_from(n_nodes + 1))

    def _next_size(self, n_nodes: int) -> int:
        """Two nodes more (a rule and a literal), but not more than a better part can have."""
        if self.rules is None:
            return n_nodes + 2
        problem, errors = self.part.problem, self.part.errors(self.rules)
        largest = largest_better_size(self.part.size(self.rules), errors, problem.unavoidable, problem.node_cost)
        return min(n_nodes + 2, largest)

    def _cost_from(self, n_nodes: int) -> int:
        """No part of this many nodes or more costs less than Λ·N + unavoidable."""
        return self.part.problem.node_cost * n_nodes + self.part.problem.unavoidable

    def _raise(self, bound: int) -> None:
        """Keep the bound, but none above the best part known."""
        known = bound if self.rules is None else min(bound, self.part.cost(self.rules))
        self.lower_bound = max(self.lower_bound, known)

    def _best_rules(self, n_nodes: int) -> tuple[Conjunction, ...] | None:
        """The best part of at most N nodes, None if there is none; it is recounted before it is believed."""
        pause = partial(check_time, self.clock)
        pause()
        if self.memory is not None and predicted_clauses(self.examples, n_nodes) * BYTES_PER_CLAUSE > self.memory:
            raise Stopped(Stop.MEMORY)
        model = ONE_CLASS_PERFECT if self.part.perfect else ONE_CLASS_SPARSE
        formula = encode(self.reduced, self.examples, n_nodes, model=model, pause=pause)
        with MaxSat(formula, solver=self.solver, pause=pause) as solver:
            try:
                answer = solver.best_model()
            finally:
                claimed = solver.lower_bound() + self.examples.offset
                self._raise(min(claimed, self._cost_from(n_nodes + 1)))
        if answer is None:
            return None
        found = decode(formula.variables, answer, n_classes=2)
        rules = tuple(tuple((self.kept[r], value) for r, value in literals) for literals, _ in found)
        if self.part.cost(rules) != claimed or (self.part.perfect and self.part.errors(rules)):
            raise WrongAnswerError(
                f"the MaxSAT solver claims rules of cost {claimed}, but they cost {self.part.cost(rules)}"
            )
        return rules
