"""What a proof has to say of a model: one problem of lists for the whole list, or one for each part that is charged for itself.

The rules of one class (of a separated list on the rows that parts before it leave, of a decision set on all rows) are a list of its own:
its rules predict the class, its default rule "not this class" is free, and order does not matter among rules of one label.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from shortlist.checks.claim import Claim
from shortlist.encoding.one_class import OWN
from shortlist.engines.kernel import Labels
from shortlist.engines.separated.part import one_class
from shortlist.engines.within_size import within_size
from shortlist.errors import UsageError
from shortlist.features.rows import DistinctRows
from shortlist.models.model import ModelKind
from shortlist.problems.evaluate import answers, cost_of
from shortlist.problems.indexed import Conjunction, IndexedLiteral, IndexedRule, one_list
from shortlist.problems.objective import Form
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Part


@dataclass(frozen=True)
class Claimed:
    """A list of a problem, whose rows are sorted as lines of the canonical table are, and what no other is said to go below."""

    problem: Problem
    labels: Labels
    rules: tuple[IndexedRule, ...]
    bound: int

    @property
    def cost(self) -> int:
        """What the list costs."""
        return cost_of(self.problem, one_list(self.rules))


def whole_list(problem: Problem, rules: tuple[IndexedRule, ...], bound: int | None = None) -> Claimed:
    """A decision list, against all others: none costs less than the bound (its own cost, if nothing is said)."""
    if problem.kind is not ModelKind.LIST:
        raise UsageError(
            f"a {problem.kind.noun} has no proof as a whole: only decision lists, or the rules of one class, do"
        )
    labels = Labels(problem.rule_classes, np.ones(len(problem.classes), dtype=np.bool_))
    bound = cost_of(problem, one_list(rules)) if bound is None else bound
    return Claimed(in_order(problem), labels, _in_one_form(problem, rules), bound)


def claims_of(problem: Problem, rules: Sequence[IndexedRule], claim: Claim) -> tuple[Claimed, ...]:
    """What is claimed of a model: of the whole list, among all or those of few nodes, or of each part of it."""
    parts = claim.parts
    if claim.proved_size is not None:
        return (whole_list(within_size(problem, claim.proved_size), tuple(rules)),)
    if problem.kind is ModelKind.LIST and not parts:
        return (whole_list(problem, tuple(rules), claim.lower_bound),)
    if not parts or any(len(part.labels) != 1 for part in parts):
        raise UsageError(
            "decision lists can be certified, separated ones part by part, and sets class by class: not sets whose classes "
            "are charged together, as complete sparse sets are and perfect ones with ties between classes, nor lists side by side"
        )
    if problem.kind is ModelKind.LIST:
        return tuple(_separated(problem, rules, parts))
    every_row = np.ones(len(problem.rows), dtype=np.bool_)
    return tuple(_one_class(problem, every_row, (), rules, part) for part in parts)


def _separated(problem: Problem, rules: Sequence[IndexedRule], parts: Sequence[Part]) -> Iterator[Claimed]:
    """Part after part, each on the rows that are left; where the last one is the default rule there is nothing to prove of it."""
    left, to_come, at = np.ones(len(problem.rows), dtype=np.bool_), set(range(len(problem.classes))), 0
    for part in parts:
        label = problem.classes.index(part.labels[0])
        to_come.discard(label)
        own, at = rules[at : at + part.rules], at + part.rules
        if to_come:
            yield _one_class(problem, left, sorted(to_come), own, part)
        left &= ~answers(problem, one_list(own))[:, label]


def _one_class(
    problem: Problem,
    left: NDArray[np.bool_],
    others: Sequence[int],
    rules: Sequence[IndexedRule],
    part: Part,
) -> Claimed:
    label = problem.classes.index(part.labels[0])
    own = tuple((literals, OWN) for literals, predicted in rules if predicted == label)
    costs = replace(problem.costs, default=0)
    posed = replace(one_class(problem, left, label, others), kind=ModelKind.LIST, form=Form.COMPLETE, costs=costs)
    is_own = np.array([False, True])
    return Claimed(
        in_order(posed), Labels(is_own, ~is_own), _in_one_form(problem, (*own, ((), 1 - OWN))), part.lower_bound
    )


def _in_one_form(problem: Problem, rules: Sequence[IndexedRule]) -> tuple[IndexedRule, ...]:
    """The rules with literals in order; of usable literals that cover the same rows for the same price the first is named."""

    def look(literal: IndexedLiteral) -> tuple[int, bytes]:
        feature, value = literal
        covered = problem.rows.packed if value else problem.rows.lacked
        return int(problem.literal_prices[feature]), covered[feature].tobytes()

    usable = [(k, bool(value)) for k, value in np.argwhere(problem.literals).tolist()]
    first = {look(literal): literal for literal in reversed(usable)}

    def told(literals: Conjunction) -> Conjunction:
        named = tuple(sorted(first[look(literal)] for literal in literals))
        return named if len({feature for feature, _ in named}) == len(literals) else literals

    return tuple((told(literals), label) for literals, label in rules)


def in_order(problem: Problem) -> Problem:
    """The same problem with its rows sorted by their features."""
    rows = problem.rows
    if not rows.n_features:  # one row, at most
        return problem
    bits = np.ascontiguousarray(rows.bits)
    order = np.argsort(bits.view(f"V{bits.shape[1]}").ravel(), kind="stable")  # as texts
    return replace(problem, rows=DistinctRows(rows.features[order], rows.counts[order], rows.numbers[order]))
