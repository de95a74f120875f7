"""The problem that every engine solves: distinct rows, named features, and what a list is charged for.

A sparse list costs `errors + Λ·size` with Λ = ⌈λ·M⌉, or whatever else the prices say. A perfect list makes only the
unavoidable errors and costs its size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import UsageError
from shortlist.features.literal import Literal
from shortlist.features.rows import DistinctRows
from shortlist.models.model import DecisionList, DecisionSet, Rule
from shortlist.problems.constraints import FREE, Constraints, IndexedLiteral, IndexedRule
from shortlist.problems.costs import Costs
from shortlist.tables.table import Label

_MORE_THAN_ANY_LOSS = np.iinfo(np.int64).max


@dataclass(frozen=True, eq=False)
class Problem:
    """Find the list of least cost for these rows; `perfect` lists must make no avoidable error."""

    rows: DistinctRows
    features: tuple[Literal, ...]
    classes: tuple[Label, ...]
    costs: Costs
    perfect: bool = False
    constraints: Constraints = FREE

    def __post_init__(self) -> None:
        n_features, n_classes = self.rows.features.shape[1], self.rows.counts.shape[1]
        if (n_features, n_classes) != (len(self.features), len(self.classes)):
            raise UsageError(
                f"a problem with {n_features} features and {n_classes} classes must name as many, "
                f"got {len(self.features)} and {len(self.classes)}"
            )
        if self.costs.by_feature is not None and len(self.costs.by_feature) != n_features:
            raise UsageError(f"prices by feature must be {n_features}, got {len(self.costs.by_feature)}")
        if self.costs.errors is not None and len(self.costs.errors) != n_classes:
            raise UsageError(f"prices of errors must be for {n_classes} classes, got {len(self.costs.errors)}")

    @property
    def node_cost(self) -> int:
        """Λ, the price of one node, for engines that know only one price."""
        if self.costs.node is None:
            raise UsageError(f"this engine needs one price for rules, literals and default, got {self.costs}")
        return self.costs.node

    @cached_property
    def losses(self) -> NDArray[np.int64]:
        """For each distinct row and class: what predicting the class costs."""
        return self.costs.losses(self.rows.counts)

    @cached_property
    def avoidable(self) -> NDArray[np.int64]:
        """For each distinct row and class: what predicting the class costs beyond what every list pays for the row."""
        return np.asarray(self.losses - self.losses.min(axis=1, keepdims=True))

    @cached_property
    def unavoidable(self) -> int:
        """What every list pays for errors, at least: Σ_r min_p losses[r, p]."""
        return int(self.losses.min(axis=1).sum())

    def decision_list(self, rules: Sequence[IndexedRule], *, relabel: bool = True) -> DecisionList:
        """The list with its literals named, each rule with its training counts and the class that loses least.

        A rule's best class is that of the least loss on what it captures (the first of them on a tie), whatever the
        engine said; with plain errors it is the commonest. Without `relabel` it is the class that the engine said.
        """
        captured = self.captured(rules)
        best = self._least_losing(rules, captured).tolist() if relabel else []
        named = []
        for k, ((literals, label), counts) in enumerate(zip(rules, captured.tolist(), strict=True)):
            chosen = tuple(map(self.literal, sorted(map(self.preferred, literals))))
            named.append(Rule(chosen, self.classes[best[k] if relabel and any(counts) else label], tuple(counts)))
        return DecisionList(tuple(named), self.classes)

    def _least_losing(self, rules: Sequence[IndexedRule], captured: NDArray[np.int64]) -> NDArray[np.intp]:
        """For each rule the class that loses least on what it captures, among those that it may predict."""
        losses = self.costs.losses(captured)
        if self.constraints.rule_classes is not None:
            is_default = np.array([[not literals] for literals, _ in rules])
            losses[~(is_default | self.constraints.classes(len(self.classes)))] = _MORE_THAN_ANY_LOSS
        return np.asarray(losses.argmin(axis=1))

    def captured(self, rules: Sequence[IndexedRule]) -> NDArray[np.int64]:
        """For each rule and class: how many examples of the class the rule is the first to cover."""
        return self.rows.captured([literals for literals, _ in rules])

    def covered(self, literals: Sequence[IndexedLiteral]) -> NDArray[np.int64]:
        """For each class: how many examples of it satisfy the literals."""
        return np.asarray(self.rows.captured([literals])[0])

    def literal(self, literal: IndexedLiteral) -> Literal:
        """The literal by name."""
        feature, value = literal
        return self.features[feature] if value else self._negated_features[feature]

    @cached_property
    def _negated_features(self) -> list[Literal]:
        return [feature.negated() for feature in self.features]

    def preferred(self, literal: IndexedLiteral) -> IndexedLiteral:
        """Of all literals that say the same of every row, the one to print; it depends on what they say alone.

        The first feature that says it, or its contrary; if that had to be negated, a feature of the same column that
        says it as it is: `sex == male` rather than `sex != female`. Where literals are forbidden, negated ones among them,
        or have prices of their own, they are not exchanged.
        """
        limited = self.constraints.forbidden or not self.constraints.negations
        if limited or self.costs.by_feature is not None:
            return literal
        if literal not in self._preferred:
            self._preferred[literal] = self._first_that_says(literal)
        return self._preferred[literal]

    @cached_property
    def _preferred(self) -> dict[IndexedLiteral, IndexedLiteral]:
        """What was asked before."""
        return {}

    def _first_that_says(self, literal: IndexedLiteral) -> IndexedLiteral:
        feature, value = literal
        said, denied = (self.rows.packed[feature], self.rows.lacked[feature])[:: 1 if value else -1]
        equal, contrary = self._saying.get(said.tobytes(), []), self._saying.get(denied.tobytes(), [])
        if not contrary or (equal and equal[0] < contrary[0]):
            return equal[0], True
        column = self.features[contrary[0]].column
        same = [k for k in equal if self.features[k].column == column]
        return (same[0], True) if same else (contrary[0], False)

    @cached_property
    def _saying(self) -> dict[bytes, list[int]]:
        """The features by what they say, in order."""
        saying: dict[bytes, list[int]] = {}
        for feature, column in enumerate(self.rows.packed):
            saying.setdefault(column.tobytes(), []).append(feature)
        return saying

    def fresh(self) -> Problem:
        """The same problem without all that has been worked out of it so far."""
        return replace(self, rows=replace(self.rows))

    def reduced(self) -> tuple[Problem, list[int]]:
        """The problem without features that are constant or, up to negation, equal to an earlier one; and what is kept.

        Such a feature covers nothing that another literal does not cover as well, so the least cost is the same.
        """
        nothing = bytes(self.rows.packed.shape[1])
        kept: list[int] = []
        seen = {nothing}
        for feature, column in enumerate(self.rows.packed):
            # Columns that are equal up to negation are equal once each is negated where it holds for the first row.
            key = (self.rows.lacked[feature] if (column[:1] >= 0x80).any() else column).tobytes()
            if key not in seen:
                seen.add(key)
                kept.append(feature)
        rows = DistinctRows(self.rows.features[:, kept], self.rows.counts)
        return replace(self, rows=rows, features=tuple(self.features[feature] for feature in kept)), kept

    def covers(self, literals: Sequence[IndexedLiteral]) -> NDArray[np.bool_]:
        """For each distinct row: do these literals hold?"""
        return self.rows.covers(literals)

    def cost(self, model: DecisionList) -> int:
        """Losses + prices of the list; for a perfect list the prices alone."""
        return self.prices(model) + (0 if self.perfect else self.loss(model))

    def prices(self, model: DecisionList) -> int:
        """What the list pays for its rules and literals."""
        literals = [self._indexed[literal][0] for rule in model.rules for literal in rule.literals]
        by_literal = int(self.costs.literal_prices(len(self.features))[literals].sum())
        return self.costs.rule * (len(model.rules) - 1) + by_literal + self.costs.default

    def loss(self, model: DecisionList) -> int:
        """What the list pays for its errors, by the counts of its rules."""
        return self.costs.loss([rule.counts for rule in model.rules], model.label_indices)

    def keeps_constraints(self, model: DecisionList) -> bool:
        """Does the list keep to all constraints?"""
        return self.constraints.kept_by(self.indexed(model), [rule.covered for rule in model.rules])

    def indexed(self, model: DecisionList | DecisionSet) -> list[IndexedRule]:
        """The rules of a list or a set by the indices of features and classes."""
        return [
            (tuple(self._indexed[literal] for literal in rule.literals), self.classes.index(rule.label))
            for rule in model.rules
        ]

    @cached_property
    def _indexed(self) -> dict[Literal, IndexedLiteral]:
        negated: dict[Literal, IndexedLiteral] = {f: (k, False) for k, f in enumerate(self._negated_features)}
        return negated | {f: (k, True) for k, f in enumerate(self.features)}

    @cached_property
    def majority_list(self) -> DecisionList:
        """The list of one node: the commonest class for every row."""
        return self.decision_list([((), 0)])

    @property
    def trivial_bound(self) -> int:
        """What every list costs: its default rule and the unavoidable loss, or two rules where one cannot be perfect."""
        if not self.perfect:
            return self.costs.default + self.unavoidable
        literals = self.costs.literal_prices(len(self.features)).tolist()
        return self.costs.default + (0 if self.is_trivial else self.costs.rule + min(literals, default=0))

    @cached_property
    def is_trivial(self) -> bool:
        """Does the one-node list already lose only what is unavoidable?"""
        return not self.avoidable.sum(axis=0).all()
