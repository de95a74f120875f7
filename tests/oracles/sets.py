"""The oracle for decision sets: least costs by trying everything. Slow, obvious, and sharing no code with the library.

A table is a list of (features, label) pairs, features being a tuple of booleans. A set of rules *decides* a row for class c
if some rule for c covers it and no rule for another class does. Costs are pairs (what comes first, what comes second).
"""

from functools import cache
from itertools import product

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from oracles.lists import Example, conjunctions, distinct

OBJECTIVES = {
    "opt": lambda n_literals: (n_literals + 1, 0),
    "mds2": lambda _: (1, 0),
    "mds2*": lambda n_literals: (1, n_literals),
}
"""What a rule costs: literals + rules; rules; rules, then literals."""


BIG = 10**6


def plus(*costs):
    return tuple(map(sum, zip((0, 0), *costs, strict=True)))


def all_conjunctions(rows):
    return [(0, frozenset(range(len(rows)))), *conjunctions(rows)]


def least_perfect_set(table: list[Example], objective: str) -> tuple[int, int]:
    """The least cost of a set that decides every row for one of its commonest classes: try all ways to choose these."""
    rows, counts = distinct(table)
    right = [[label for label, n in count.items() if n == max(count.values())] for count in counts]
    rules = [(OBJECTIVES[objective](n_literals), cover) for n_literals, cover in all_conjunctions(rows)]

    @cache
    def least_cover(mine: frozenset[int]) -> tuple[int, int]:
        """Cover these rows and no others."""
        pure = [(price, cover) for price, cover in rules if cover <= mine]

        @cache
        def value(left: frozenset[int]) -> tuple[int, int]:
            if not left:
                return (0, 0)
            first = min(left)
            return min(plus(price, value(left - cover)) for price, cover in pure if first in cover)

        return value(mine)

    def cost(labels):
        return plus(*(least_cover(frozenset(i for i, c in enumerate(labels) if c == label)) for label in set(labels)))

    return min(cost(labels) for labels in product(*right))


def least_perfect_set_by_program(table: list[Example], objective: str) -> tuple[int, int]:
    """The same for larger tables: an integer program over all conjunctions, with a choice of class for each row.

    It is solved in floating point, which is good enough to test with. Covered rows of a class must have chosen it.
    """
    rows, counts = distinct(table)
    labels = sorted({label for _, label in table})
    right = {(i, c) for i, n in enumerate(counts) for c in labels if n[c] == max(n.values())}
    rules = [
        (OBJECTIVES[objective](n_literals), label, cover)
        for n_literals, cover in all_conjunctions(rows)
        for label in labels
        if all((i, label) in right for i in cover)
    ]
    choices = {pair: len(rules) + k for k, pair in enumerate(sorted(right))}
    n_variables = len(rules) + len(choices)
    lines, least, most = [], [], []

    def add(terms, low, high):
        line = np.zeros(n_variables)
        for variable, factor in terms:
            line[variable] += factor
        lines.append(line)
        least.append(low)
        most.append(high)

    for i in range(len(rows)):
        add([(choices[i, c], 1) for c in labels if (i, c) in right], 1, 1)
        for c in labels:
            if (i, c) in right:
                covering = [r for r, (_, label, cover) in enumerate(rules) if label == c and i in cover]
                add([*((r, 1) for r in covering), (choices[i, c], -1)], 0, np.inf)
                if len([1 for d in labels if (i, d) in right]) > 1:
                    for r in covering:
                        add([(r, 1), (choices[i, c], -1)], -np.inf, 0)
    price = np.zeros(n_variables)
    price[: len(rules)] = [1000 * first + second for (first, second), _, _ in rules]
    limits = LinearConstraint(np.array(lines), least, most)
    answer = milp(price, constraints=limits, integrality=1, bounds=Bounds(0, 1), options={"mip_rel_gap": 0})
    return divmod(round(answer.fun), 1000)


def least_price_of_unions(rows, objective, node_cost):
    """For every set of rows that some rules cover together: the least that such rules cost."""
    least = {frozenset(): (0, 0)}
    for n_literals, cover in all_conjunctions(rows):
        first, second = OBJECTIVES[objective](n_literals)
        for union, price in list(least.items()):
            new = plus(price, (node_cost * first, second))
            if new < least.get(union | cover, (float("inf"), 0)):
                least[union | cover] = new
    return least


def least_separated_set(table: list[Example], objective: str, node_cost: int) -> tuple[int, int]:
    """The least errors + prices, where a row errs once for each class whose rules cover it wrongly or leave it out."""
    rows, counts = distinct(table)
    unions = least_price_of_unions(rows, objective, node_cost)

    def least_for(label):
        def errors(covered):
            return sum(
                sum(count.values()) - count[label] if i in covered else count[label] for i, count in enumerate(counts)
            )

        return min(plus(price, (errors(covered), 0)) for covered, price in unions.items())

    return plus(*(least_for(label) for label in range(max(label for _, label in table) + 1)))


def least_complete_set(table: list[Example], objective: str, node_cost: int) -> tuple[int, int]:
    """The least errors + prices, where a row is right if decided, for the examples of that class, and else wrong once.

    All ways to choose the rows that the rules of each class cover, in one array with an axis for each class.
    """
    rows, counts = distinct(table)
    unions = least_price_of_unions(rows, objective, node_cost)
    n_classes = max(label for _, label in table) + 1
    covered = np.array([[i in union for i in range(len(rows))] for union in unions])
    price = np.array([BIG * first + second for first, second in unions.values()])

    def along(axis, values):
        return np.expand_dims(values, tuple(k for k in range(n_classes) if k != axis))

    claimed = [along(label, covered) for label in range(n_classes)]
    decided = sum(claim.astype(int) for claim in claimed) == 1
    right = sum((claim & decided) @ np.array([count[label] for count in counts]) for label, claim in enumerate(claimed))
    cost = sum(along(label, price) for label in range(n_classes)) + BIG * (len(table) - right)
    return divmod(int(cost.min()), BIG)
