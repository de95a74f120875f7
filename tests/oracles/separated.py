"""The oracle of separated lists: replays a list part by part and tries everything for each. Slow, obvious, shares no code.

A table is a list of (features, label) pairs. A part is (label, rules), a rule a dictionary from feature to truth value.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import ceil

from oracles.lists import Example, distinct, fewest_literals, members

Rules = list[dict[int, bool]]


class Replay:
    """The rows that are left, and the classes that are still to come."""

    def __init__(self, table: list[Example], node_cost: int | None) -> None:
        self.rows, self.counts = distinct(table)
        self.conjunctions = sorted(fewest_literals(self.rows))
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
        price, covers = self.node_cost, self._covers()

        @cache
        def split(subset: int) -> tuple[int, int]:
            """Examples of the class in these rows, and of others."""
            mine = [self.counts[row] for row in members(subset)]
            own = sum(counts[label] for counts in mine)
            return own, sum(sum(counts.values()) for counts in mine) - own

        @cache
        def value(left: int) -> tuple[int, frozenset[int]]:
            options = [(split(left)[0], frozenset({split(left)[0]}))]
            for n_literals, cover in covers:
                own, other = split(cover & left)
                if own:
                    rest, missed = value(left & ~cover)
                    options.append((price * (n_literals + 1) + other + rest, missed))
            least = min(cost for cost, _ in options)
            return least, frozenset().union(*(missed for cost, missed in options if cost == least))

        return value(bits(self.left))

    def _perfect(self, label: int) -> int:
        right = {
            row: {c for c, n in self.counts[row].items() if n == max(self.counts[row].values())} for row in self.left
        }
        must = bits(row for row in self.left if right[row] & self.to_come == {label})
        never = bits(row for row in self.left if label not in right[row])
        pure = [(n_literals, cover) for n_literals, cover in self._covers() if not cover & never]

        @cache
        def value(uncovered: int) -> float:
            if not uncovered:
                return 0
            first = uncovered & -uncovered
            options = [n + 1 + value(uncovered & ~cover) for n, cover in pure if cover & first]
            return min(options, default=float("inf"))

        return int(value(must))

    def _covers(self) -> list[tuple[int, int]]:
        """Every set of rows left that some conjunction covers, as bits, with the fewest literals for it; `true` among them."""
        left = bits(self.left)
        fewest = {left: 0}
        for n_literals, cover in self.conjunctions:
            fewest.setdefault(cover & left, n_literals)
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


def bits(rows: Iterable[int]) -> int:
    """A set of rows as a whole number, a bit for each row."""
    return sum(1 << row for row in rows)


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
