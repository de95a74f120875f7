"""The oracle of raw tables of numbers: least costs of lists over every cut point there can be, by trying everything.

A table is rows of numbers, None where one is missing, with their classes. A literal is `x <= c`, `x > c`, `x is missing` or `x is
not missing`; no comparison holds for a missing entry. It shares no code with the library.
"""

from collections.abc import Callable, Iterable
from functools import cache

Row = tuple[float | None, ...]
Loss = Callable[[int, int], int]


def literals(rows: list[Row]) -> set[int]:
    """For each literal that there can be: the rows on which it holds, as bits."""
    every, found = (1 << len(rows)) - 1, set()
    for j in range(len(rows[0])):
        there = bits(row[j] is not None for row in rows)
        found |= {there, every ^ there}
        for cut in {row[j] for row in rows} - {None}:
            at_most = bits(row[j] is not None and row[j] <= cut for row in rows)
            found |= {at_most, there ^ at_most}
    return found - {every, 0}


def bits(held: Iterable[bool]) -> int:
    """The rows for which this is so, a bit for each."""
    return sum(1 << i for i, holds in enumerate(held) if holds)


def conjunctions(rows: list[Row]) -> dict[int, int]:
    """Each set of rows that some conjunction covers, and how many literals it takes at least."""
    single = literals(rows)
    found: dict[int, int] = {}
    new = {(1 << len(rows)) - 1}
    for n_literals in range(1, len(rows) + 1):
        new = {cover & literal for cover in new for literal in single} - found.keys() - {0}
        if not new:
            break
        found |= dict.fromkeys(new, n_literals)
    return found


def least_cost(
    rows: list[Row], labels: list[int], node_cost: int, loss: Loss = lambda c, p: int(c != p), min_rows: int = 0
) -> int:
    """The least losses + node_cost · (literals + rules) of a list over every cut point."""
    covers = conjunctions(rows)
    classes = sorted(set(labels))

    @cache
    def wrong(subset: int) -> int:
        mine = [label for i, label in enumerate(labels) if subset >> i & 1]
        return min(sum(loss(label, p) for label in mine) for p in classes)

    @cache
    def value(left: int) -> int:
        best = node_cost + wrong(left)
        for cover, n_literals in covers.items():
            hit = cover & left
            if hit and hit.bit_count() >= min_rows and node_cost * (n_literals + 2) < best:
                best = min(best, node_cost * (n_literals + 1) + wrong(hit) + value(left ^ hit))
        return best

    return value((1 << len(rows)) - 1)
