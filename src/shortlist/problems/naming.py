"""From rules by index to rules in the user's words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from shortlist.features.literal import Literal
from shortlist.models.model import Model, ModelKind, Rule
from shortlist.problems.evaluate import answers, captured
from shortlist.problems.indexed import IndexedLiteral, IndexedRule, Lists
from shortlist.problems.problem import Problem


class Names:
    """The names of a problem's literals; what was looked up once is remembered. The models count in so many for a weight of 1."""

    def __init__(self, problem: Problem, scale: int = 1) -> None:
        self._problem, self._scale = problem, scale
        self._preferred: dict[IndexedLiteral, IndexedLiteral] = {}
        self._named: dict[IndexedLiteral, Literal] = {}

    def model(self, lists: Lists) -> Model:
        """The model with its literals named, each rule with the training rows that it answers in its list."""
        if self._problem.kind is ModelKind.SET:
            lists = tuple(sorted(lists, key=lambda rules: rules[0][1]))
        named = tuple(map(self._rules, lists))
        return Model(self._problem.kind, named, self._problem.classes, self._scale, self._silent(lists))

    def _silent(self, lists: Lists) -> tuple[int, ...]:
        """The training rows of each class that no rule answers; nothing where there are none."""
        if self._problem.kind is ModelKind.LIST:
            return ()
        left = self._problem.rows.counts[~answers(self._problem, lists).any(axis=1)].sum(axis=0).tolist()
        return tuple(left) if any(left) else ()

    def _rules(self, rules: Sequence[IndexedRule]) -> tuple[Rule, ...]:
        counts = captured(self._problem, rules).tolist()
        return tuple(
            Rule(self._literals(literals), self._problem.classes[label], tuple(row))
            for (literals, label), row in zip(rules, counts, strict=True)
        )

    def _literals(self, literals: Sequence[IndexedLiteral]) -> tuple[Literal, ...]:
        return tuple(map(self._literal, sorted(map(self.preferred, literals))))

    def _literal(self, literal: IndexedLiteral) -> Literal:
        if literal not in self._named:
            feature, value = literal
            positive = self._problem.features[feature]
            self._named[literal] = positive if value else positive.negated()
        return self._named[literal]

    def preferred(self, literal: IndexedLiteral) -> IndexedLiteral:
        """Of all allowed literals that say the same of every row for the same price, the one to print.

        The first feature that says it, or its contrary; if that had to be negated, a feature of the same column that
        says it as it is: `sex == male` rather than `sex != female`.
        """
        if literal not in self._preferred:
            self._preferred[literal] = self._first_equivalent(literal)
        return self._preferred[literal]

    def _first_equivalent(self, literal: IndexedLiteral) -> IndexedLiteral:
        feature, value = literal
        rows, prices = self._problem.rows, self._problem.literal_prices
        held, failed = (rows.packed[feature], rows.lacked[feature])[:: 1 if value else -1]
        same = [(k, True) for k in self._features_by_rows.get(held.tobytes(), [])]
        contrary = [(k, False) for k in self._features_by_rows.get(failed.tobytes(), [])]
        if same + contrary == [literal]:
            return literal
        able = [
            (k, said)
            for k, said in sorted(same + contrary)
            if self._problem.literals[k, int(said)] and prices[k] == prices[feature]
        ]
        if not able:  # a literal that no engine should have used: whoever checks it must see it
            return literal
        first, said = able[0]
        columns = [self._problem.features[k].column for k, _ in able]
        plain = [k for (k, said), column in zip(able, columns, strict=True) if said and column == columns[0]]
        return (first, said) if said or not plain else (plain[0], True)

    @cached_property
    def _features_by_rows(self) -> dict[bytes, list[int]]:
        """The features by the rows that they hold on, in order."""
        found: dict[bytes, list[int]] = {}
        for feature, column in enumerate(self._problem.rows.packed):
            found.setdefault(column.tobytes(), []).append(feature)
        return found
