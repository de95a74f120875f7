"""The oracle of separated lists: replays a list part by part and tries everything for each. Slow, obvious, shares no code.

A table is a list of (features, label) pairs. A part is (label, rules), a rule a dictionary from feature to truth value.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from math import ceil

from oracles.lists import Example, conjunctions, distinct

Rules = list[dict[int, bool]]


class Replay:
    """The rows that are left, and the classes that are still to come."""

    def __init__(self, table: list[Example], node_cost: int | None) -> None:
        self.rows, self.counts = distinct(table)
        self.conjunctions = sorted(conjunctions(self.rows), key=lambda pair: pair[0])
        self.node_cost = node_cost
        self.left = set(range(len(self.rows)))
        self.to_come = set(range(max(label for _, label in table) + 1))

    def least_cost(self, label: int) -> int:
        """The least cost of rules of this class on the rows that are left."""
        return self.optimum(label)[0]

    def optimum(self, label: int) -> tuple[int, frozenset[int]]:
        """That cost, and for all rules of that cost: how many examples of the class they leave out."""
        if self.node_cost is None:
            return self._perfect(label), frozenset({0})
        own = {row: self.counts[row][label] for row in self.left}
        other = {row: sum(self.counts[row].values()) - own[row] for row in self.left}
        price, covers = self.node_cost, self._covers()

        @cache
        def value(left: frozenset[int]) -> tuple[int, frozenset[int]]:
            options = [(sum(own[row] for row in left), frozenset({sum(own[row] for row in left)}))]
            for n_literals, cover in covers:
                if cover & left and any(own[row] for row in cover & left):
                    rest, missed = value(left - cover)
                    options.append((price * (n_literals + 1) + sum(other[row] for row in cover & left) + rest, missed))
            least = min(cost for cost, _ in options)
            return least, frozenset().union(*(missed for cost, missed in options if cost == least))

        return value(frozenset(self.left))

    def _perfect(self, label: int) -> int:
        right = {
            row: {c for c, n in self.counts[row].items() if n == max(self.counts[row].values())} for row in self.left
        }
        must = {row for row in self.left if right[row] & self.to_come == {label}}
        never = {row for row in self.left if label not in right[row]}
        pure = [(n_literals, cover) for n_literals, cover in self._covers() if not cover & never]

        @cache
        def value(uncovered: frozenset[int]) -> float:
            if not uncovered:
                return 0
            row = min(uncovered)
            options = [n + 1 + value(uncovered - cover) for n, cover in pure if row in cover]
            return min(options, default=float("inf"))

        return int(value(frozenset(must)))

    def _covers(self) -> list[tuple[int, frozenset[int]]]:
        """Every set of rows left that some conjunction covers, with the fewest literals for it; `true` among them."""
        fewest = {frozenset(self.left): 0}
        for n_literals, cover in self.conjunctions:
            fewest.setdefault(cover & self.left, n_literals)
        return [(n_literals, cover) for cover, n_literals in fewest.items() if cover]

    def cost(self, label: int, rules: Rules) -> int:
        """Nodes, and examples of the class left out or of others covered (none of either in a perfect list)."""
        size = sum(len(rule) + 1 for rule in rules)
        return size if self.node_cost is None else self.node_cost * size + sum(self.errors(label, rules))

    def errors(self, label: int, rules: Rules) -> tuple[int, int]:
        """Examples of the class that are left out, and of others that are covered."""
        covered = self.covered(rules)
        missed = sum(self.counts[row][label] for row in self.left - covered)
        return missed, sum(n for row in covered for c, n in self.counts[row].items() if c != label)

    def covered(self, rules: Rules) -> set[int]:
        return {row for row in self.left if any(all(self.rows[row][k] == v for k, v in r.items()) for r in rules)}

    def take(self, label: int, rules: Rules) -> None:
        """Fix a part."""
        self.left -= self.covered(rules)
        self.to_come.discard(label)

    def measures(self, label: int, missed: int) -> dict[str, Fraction]:
        """The paper's two measures of a representation that costs least and leaves out so many examples."""
        own = sum(self.counts[row][label] for row in self.left)
        least = self.least_cost(label)
        cost = least if self.node_cost is None else ceil(Fraction(least, self.node_cost))
        return {"a": 1 - Fraction(missed, own) if own else Fraction(1), "c": Fraction(cost)}


def order_by_number(table: list[Example], sign: int) -> list[int]:
    counts = Counter(label for _, label in table)
    return sorted(range(max(counts) + 1), key=lambda label: (sign * counts[label], label))


def errors_of_list(table: list[Example], parts: list[tuple[int, Rules]]) -> int:
    """Apply the rules of all parts in order, one example at a time."""
    wrong = 0
    for features, label in table:
        given = next(
            (c for c, rules in parts for rule in rules if all(features[k] == v for k, v in rule.items())), None
        )
        wrong += given != label
    return wrong
