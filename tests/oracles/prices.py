"""The oracle for prices: the least cost of a list by trying everything, exactly. Slow, obvious, shares no code.

Prices are fractions; all of them are multiplied by what makes whole numbers of them, and the least cost is divided by it again.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm

from oracles.lists import Example, distinct, members


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
    found = least_cost_of_rows(
        rows,
        counts,
        rule=rule,
        literal=literal,
        default=default,
        error=error,
        max_literals=max_literals,
        n_classes=n_classes,
    )
    assert found is not None
    return found


def least_cost_of_rows(
    rows: Sequence[tuple[bool, ...]],
    counts: Sequence[Mapping[int, int]],
    *,
    rule: Fraction,
    literal: Sequence[Fraction],
    default: Fraction,
    error: Callable[[int, int], Fraction],
    max_literals: int,
    n_classes: int,
    max_rules: int | None = None,
    perfect: bool = False,
) -> Fraction | None:
    """The same for distinct rows with the weight of each class; a perfect list pays its prices alone, None if there is none."""
    prices = {(c, p): error(c, p) for c in {c for row in counts for c in row} for p in range(n_classes)}
    every = (rule, default, *literal, *prices.values())
    unit = lcm(*(Fraction(price).denominator for price in every))
    covers = covers_of(rows, max_literals, lambda used: int(unit * (rule + sum(literal[k] for k in used))))

    def losses(mine: list[int]) -> list[int]:
        of_class = Counter()
        for row in mine:
            of_class.update(counts[row])
        return [int(unit * sum(n * prices[c, p] for c, n in of_class.items())) for p in range(n_classes)]

    @cache
    def loss(subset: int) -> int | None:
        mine = members(subset)
        least = min(losses(mine))
        if not perfect:
            return least
        return 0 if least == sum(min(losses([row])) for row in mine) else None

    @cache
    def value(left: int, rules: int) -> int | None:
        last = loss(left)
        best = None if last is None else int(unit * default) + last
        for cover, price in covers.items():
            here = loss(cover & left) if cover & left and rules else None
            if here is None or (best is not None and price + here >= best):
                continue
            then = value(left & ~cover, rules - 1)
            if then is not None and (best is None or price + here + then < best):
                best = price + here + then
        return best

    found = value((1 << len(rows)) - 1, len(rows) if max_rules is None else max_rules)
    return None if found is None else Fraction(found, unit)


def covers_of(rows: Sequence[tuple[bool, ...]], max_literals: int, price: Callable[[list[int]], int]) -> dict[int, int]:
    """For each set of rows that a conjunction covers, a bit for each row: the least price of its features."""
    covers: dict[int, int] = {}
    for pattern in product((None, False, True), repeat=len(rows[0])):
        used = [k for k, value in enumerate(pattern) if value is not None]
        cover = sum(1 << i for i, row in enumerate(rows) if all(row[k] == pattern[k] for k in used))
        if 0 < len(used) <= max_literals and cover:
            covers[cover] = min(price(used), covers.get(cover, price(used)))
    return covers
