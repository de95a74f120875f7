"""The oracle for prices: the least cost of a list by trying everything, in fractions. Slow, obvious, shares no code."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product

from oracles.lists import Example, distinct


def least_cost(
    table: list[Example],
    *,
    rule: Fraction,
    literal: list[Fraction],
    default: Fraction,
    error: Callable[[int, int], Fraction],
    max_literals: int,
    n_classes: int,
) -> Fraction:
    """The least Σ error(class, predicted) + rule · rules + Σ literal[feature] + default."""
    rows, counts = distinct(table)
    covers: dict[frozenset[int], Fraction] = {}
    for pattern in product((None, False, True), repeat=len(rows[0])):
        used = [k for k, value in enumerate(pattern) if value is not None]
        cover = frozenset(i for i, row in enumerate(rows) if all(row[k] == pattern[k] for k in used))
        if 0 < len(used) <= max_literals and cover:
            price = rule + sum((literal[k] for k in used), Fraction(0))
            covers[cover] = min(price, covers.get(cover, price))

    @cache
    def loss(subset: frozenset[int]) -> Fraction:
        of_class = sum((counts[row] for row in subset), Counter())
        return min(sum((n * error(c, p) for c, n in of_class.items()), Fraction(0)) for p in range(n_classes))

    @cache
    def value(left: frozenset[int]) -> Fraction:
        options = [price + loss(cover & left) + value(left - cover) for cover, price in covers.items() if cover & left]
        return min([default + loss(left), *options])

    return value(frozenset(range(len(rows))))
