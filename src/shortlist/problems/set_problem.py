"""The problem of a decision set: which rows, what it is charged for, and how errors are counted.

Three objectives, named as in the paper's evaluation: `opt` counts literals and rules, `mds2` counts rules, `mds2*` counts rules
first and then literals. A *perfect* set decides every row for one of its commonest classes. A *sparse* set pays Λ = ⌈λ·M⌉ for
each unit of size against errors, in one of two forms that are not the same:

- `separated`, section "Separated Models": each class for itself. An example counts once for its own class if no rule of the
  class covers it, and once for each other class whose rules cover it. The sum over the classes is what is minimised.
- `complete`: an example is wrong, once, unless some rule covers it and all that do predict its class.

`mds2*` is one number, too: with W above what any useful set has literals, W for each rule and each error and 1 for each
literal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import UsageError
from shortlist.features.literal import Literal
from shortlist.features.rows import DistinctRows
from shortlist.models.model import DecisionSet, Rule
from shortlist.problems.constraints import FREE, Constraints, IndexedLiteral, IndexedRule
from shortlist.problems.costs import Costs
from shortlist.problems.problem import Problem
from shortlist.tables.table import Label


class SetObjective(StrEnum):
    """What the size of a set is."""

    OPT = "opt"
    MDS2 = "mds2"
    MDS2_STAR = "mds2*"


class SetForm(StrEnum):
    """How the errors of a sparse set are counted."""

    SEPARATED = "separated"
    COMPLETE = "complete"


def set_costs(objective: SetObjective, node_cost: int, rows: DistinctRows) -> Costs:
    """The prices of an objective when a unit of size costs so many errors.

    >>> set_costs(SetObjective.OPT, 5, DistinctRows(np.zeros((2, 3), bool), np.ones((2, 2), int)))
    Costs(rule=5, literal=5, default=0, by_feature=None, errors=None, error=1)
    """
    if objective is SetObjective.OPT:
        return Costs(node_cost, node_cost, 0)
    if objective is SetObjective.MDS2:
        return Costs(node_cost, 0, 0)
    # A useful set has no more rules than rows for each class, and no more literals in a rule than features.
    most_literals = len(rows) * rows.counts.shape[1] * rows.features.shape[1]
    return Costs(node_cost * (most_literals + 1), 1, 0, error=most_literals + 1)


@dataclass(frozen=True, eq=False)
class SetProblem:
    """Find the set of least cost for these rows; a perfect one makes no avoidable error and pays for its size alone."""

    rows: DistinctRows
    features: tuple[Literal, ...]
    classes: tuple[Label, ...]
    objective: SetObjective
    node_cost: int
    perfect: bool
    form: SetForm = SetForm.SEPARATED
    constraints: Constraints = FREE

    def __post_init__(self) -> None:
        if self.constraints != Constraints(negations=self.constraints.negations, forbidden=self.constraints.forbidden):
            raise UsageError("a decision set knows no other constraints than literals that must not be used")

    @cached_property
    def costs(self) -> Costs:
        """Prices of rules, literals and errors."""
        return set_costs(self.objective, self.node_cost, self.rows)

    @cached_property
    def literals(self) -> NDArray[np.bool_]:
        """For each feature: may it be used negated, and may it be used as it is?"""
        return self.constraints.allowed(len(self.features))

    def covers(self, literals: Sequence[IndexedLiteral]) -> NDArray[np.bool_]:
        """For each distinct row: do these literals hold?"""
        return self.rows.covers(literals)

    @cached_property
    def _as_list(self) -> Problem:
        return Problem(self.rows, self.features, self.classes, self.costs, self.perfect, self.constraints)

    def decision_set(self, rules: Sequence[IndexedRule]) -> DecisionSet:
        """The set with its literals named, by class and as found, each rule with the counts of all rows it covers."""
        named = []
        for literals, label in sorted(rules, key=lambda rule: rule[1]):
            chosen = sorted(map(self._as_list.preferred, literals))
            counts = self._as_list.covered(literals).tolist()
            named.append(Rule(tuple(map(self._as_list.literal, chosen)), self.classes[label], tuple(counts)))
        return DecisionSet(tuple(named), self.classes)

    def prices(self, rules: Sequence[IndexedRule]) -> int:
        """What the rules and their literals cost."""
        return sum(self.costs.rule + self.costs.literal * len(literals) for literals, _ in rules)

    def cost(self, rules: Sequence[IndexedRule]) -> int:
        """Prices and, for a sparse set, what its errors cost in this form."""
        if self.perfect:
            return self.prices(rules)
        separated = self.form is SetForm.SEPARATED
        errors = self.class_errors(rules).sum() if separated else self.errors(rules)
        return self.prices(rules) + self.costs.error * int(errors)

    def votes(self, rules: Sequence[IndexedRule]) -> NDArray[np.bool_]:
        """For each row and class: does a rule of the class cover the row?"""
        votes = np.zeros(self.rows.counts.shape, dtype=np.bool_)
        for literals, label in rules:
            votes[:, label] |= self.covers(literals)
        return votes

    def errors(self, rules: Sequence[IndexedRule]) -> int:
        """Examples that the set leaves undecided, contradicts itself on, or decides wrongly."""
        votes = self.votes(rules)
        decided = votes & (votes.sum(axis=1, keepdims=True) == 1)
        return self.rows.weight - int(self.rows.counts[decided].sum())

    def class_errors(self, rules: Sequence[IndexedRule]) -> NDArray[np.int64]:
        """For each class: its examples that its rules leave out, and examples of others that they cover."""
        votes, counts = self.votes(rules), self.rows.counts
        covered_wrongly = np.where(votes, counts.sum(axis=1, keepdims=True) - counts, 0)
        return np.asarray((covered_wrongly + np.where(votes, 0, counts)).sum(axis=0))

    def indexed(self, model: DecisionSet) -> list[IndexedRule]:
        """The rules of a set by the indices of features and classes."""
        return self._as_list.indexed(model)
