"""From rules by index to rules in the user's words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from shortlist.features.literal import Literal
from shortlist.models.model import Model, ModelKind, Rule
from shortlist.problems.evaluate import captured
from shortlist.problems.indexed import IndexedLiteral, IndexedRule, Lists
from shortlist.problems.problem import Problem


class Names:
    """The names of a problem's literals; what was looked up once is remembered."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._fixed = bool(
            problem.constraints.forbid or not problem.constraints.negations or problem.costs.by_feature is not None
        )
        self._preferred: dict[IndexedLiteral, IndexedLiteral] = {}

    def model(self, lists: Lists) -> Model:
        """The model with its literals named, each rule with the training rows that it answers in its list."""
        if self._problem.kind is ModelKind.SET:
            lists = tuple(sorted(lists, key=lambda rules: rules[0][1]))
        return Model(self._problem.kind, tuple(map(self._rules, lists)), self._problem.classes)

    def _rules(self, rules: Sequence[IndexedRule]) -> tuple[Rule, ...]:
        counts = captured(self._problem, rules).tolist()
        return tuple(
            Rule(self._literals(literals), self._problem.classes[label], tuple(row))
            for (literals, label), row in zip(rules, counts, strict=True)
        )

    def _literals(self, literals: Sequence[IndexedLiteral]) -> tuple[Literal, ...]:
        return tuple(self._named(literal) for literal in sorted(map(self.preferred, literals)))

    def _named(self, literal: IndexedLiteral) -> Literal:
        feature, value = literal
        return self._problem.features[feature] if value else self._negated[feature]

    @cached_property
    def _negated(self) -> list[Literal]:
        return [feature.negated() for feature in self._problem.features]

    def preferred(self, literal: IndexedLiteral) -> IndexedLiteral:
        """Of all literals that say the same of every row, the one to print; it depends on what they say alone.

        The first feature that says it, or its contrary; if that had to be negated, a feature of the same column that
        says it as it is: `sex == male` rather than `sex != female`. Where literals are forbidden, negated ones among them,
        or have prices of their own, they are not exchanged.
        """
        if self._fixed:
            return literal
        if literal not in self._preferred:
            self._preferred[literal] = self._first_equivalent(literal)
        return self._preferred[literal]

    def _first_equivalent(self, literal: IndexedLiteral) -> IndexedLiteral:
        feature, value = literal
        rows = self._problem.rows
        held, failed = (rows.packed[feature], rows.lacked[feature])[:: 1 if value else -1]
        equal = self._features_by_rows.get(held.tobytes(), [])
        contrary = self._features_by_rows.get(failed.tobytes(), [])
        if not contrary or (equal and equal[0] < contrary[0]):
            return equal[0], True
        column = self._problem.features[contrary[0]].column
        same = [k for k in equal if self._problem.features[k].column == column]
        return (same[0], True) if same else (contrary[0], False)

    @cached_property
    def _features_by_rows(self) -> dict[bytes, list[int]]:
        """The features by the rows that they hold on, in order."""
        found: dict[bytes, list[int]] = {}
        for feature, column in enumerate(self._problem.rows.packed):
            found.setdefault(column.tobytes(), []).append(feature)
        return found
