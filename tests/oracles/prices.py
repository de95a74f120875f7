"""The oracle for prices: the least cost of a list by trying everything, in fractions. Slow, obvious, shares no code."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
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
    covers: dict[frozenset[int], Fraction] = {}
    for pattern in product((None, False, True), repeat=len(rows[0])):
        used = [k for k, value in enumerate(pattern) if value is not None]
        cover = frozenset(i for i, row in enumerate(rows) if all(row[k] == pattern[k] for k in used))
        if 0 < len(used) <= max_literals and cover:
            price = rule + sum((literal[k] for k in used), Fraction(0))
            covers[cover] = min(price, covers.get(cover, price))

    def losses(subset: frozenset[int]) -> list[Fraction]:
        of_class = sum((Counter(counts[row]) for row in subset), Counter())
        return [sum((n * error(c, p) for c, n in of_class.items()), Fraction(0)) for p in range(n_classes)]

    @cache
    def loss(subset: frozenset[int]) -> Fraction | None:
        least = min(losses(subset))
        unavoidable = sum((min(losses(frozenset([row]))) for row in subset), Fraction(0))
        return least if not perfect else Fraction(0) if least == unavoidable else None

    @cache
    def value(left: frozenset[int], rules: int) -> Fraction | None:
        last = loss(left)
        best = None if last is None else default + last
        for cover, price in covers.items():
            if cover & left and rules:
                here, then = loss(cover & left), value(left - cover, rules - 1)
                if here is not None and then is not None and (best is None or price + here + then < best):
                    best = price + here + then
        return best

    return value(frozenset(range(len(rows))), len(rows) if max_rules is None else max_rules)
