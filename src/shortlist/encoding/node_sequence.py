"""The paper's node sequence over rows that are added one after the other.

The constraints are the paper's own functions. Those that speak of no row are written once, the others for each batch of
rows. To ask for at most N nodes, the solver is given u_{N+1} as an assumption.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from shortlist.encoding import decision_list as paper
from shortlist.encoding.decode import decode
from shortlist.encoding.examples import merged_examples
from shortlist.encoding.formula import predicted_clauses
from shortlist.encoding.rule_slots import Blocks
from shortlist.encoding.sums import Clauses, Sum, added, at_most
from shortlist.encoding.variables import Numbering, number_variables
from shortlist.features.rows import DistinctRows
from shortlist.problems.indexed import IndexedRule
from shortlist.problems.problem import Problem

ONCE = (*paper.SHAPE, paper.define_leaf, paper.define_literal, paper.some_node_is_used)
EACH_ROW = (*paper.FLOW, paper.define_agree, paper.define_covered)
PERFECT = (paper.covered_examples_are_right, paper.every_example_is_covered)
SPARSE = (paper.covered_examples_are_right_or_counted, paper.uncovered_examples_are_counted)


class NodeSequence(Numbering):
    """The paper's variables for as many nodes as the budget pays for; `prices` and `losses` as in `RuleSlots`.

    The weights of a classified row's misses add up to its loss plus a constant; `offset` is the sum of these constants.
    """

    def __init__(self, problem: Problem, budget: int) -> None:
        self.problem = problem
        self.most = budget - problem.node_cost
        self._none = merged_examples(_only(problem, np.zeros(0, dtype=np.int64)))
        self._x = number_variables(self._none, max(1, budget // problem.node_cost))
        super().__init__(self._x.count)
        self.prices: Sum = [(j * problem.node_cost, -int(u)) for j, u in enumerate(self._x.u) if j]
        self.losses: Sum = []
        self.offset = 0

    def predicted_clauses(self, rows: NDArray[np.int64]) -> int:
        """About how many clauses these rows will need, and the shape if there are none yet."""
        examples = merged_examples(_only(self.problem, rows))
        sums = 0 if self.problem.perfect else 3 * (self.most + self.offset + int(examples.weight.sum()))
        return predicted_clauses(examples, len(self._x.u)) + len(rows) * sums

    def shape(self) -> Blocks:
        """(1) to (4), (10) and the definitions that speak of no row."""
        for constraint in ONCE:
            yield from constraint(self._x, self._none)

    def rows(self, rows: NDArray[np.int64]) -> Blocks:
        """(5) to (8), and (9) and (11), or (12) and (13), for these rows of the problem."""
        e = merged_examples(_only(self.problem, rows))
        n_rows, n_nodes = len(e.features), len(self._x.u)
        x = replace(
            self._x,
            n=self.new(n_rows, n_nodes),
            v=self.new(n_rows, n_nodes),
            m=self.new(len(e.row)),
            agree=self.new(n_rows, n_nodes - 1),
            covered=self.new(n_rows, n_nodes),
        )
        for constraint in (*EACH_ROW, *(PERFECT if self.problem.perfect else SPARSE)):
            yield from constraint(x, e)
        if not self.problem.perfect:
            self.offset += int(e.weight.sum() - np.ptp(self.problem.rows.counts[rows], axis=1).sum())
            terms = ([(weight, number)] for weight, number in zip(e.weight.tolist(), x.m.tolist(), strict=True))
            for term in terms:
                self.losses, summed = added(self.losses, term, self.most + self.offset, self.fresh)
                yield summed

    def within(self, budget: int) -> tuple[Clauses, list[int]]:
        """Clauses and assumptions that say: prices plus avoidable losses are at most the budget."""
        return at_most(self.prices, self.losses, budget - self.problem.node_cost + self.offset), []

    def decode(self, true: NDArray[np.bool_]) -> list[IndexedRule]:
        """The rules up to the first without literals; a last rule that has some loses them, which makes no row worse."""
        rules: list[IndexedRule] = []
        for literals, label in decode(self._x, np.flatnonzero(true).tolist(), len(self.problem.classes))[0]:
            rules.append((literals, label))
            if not literals:
                return rules
        return [*rules[:-1], ((), rules[-1][1])]


def _only(problem: Problem, rows: NDArray[np.int64]) -> Problem:
    """The problem with these rows alone."""
    return replace(problem, rows=DistinctRows(problem.rows.features[rows], problem.rows.counts[rows]))
