"""The oracle of raw tables of numbers: least costs of lists over every cut point there can be, by trying everything.

A table is rows of numbers, None where one is missing, with their classes. A literal is `x <= c`, `x > c`, `x is missing` or `x is
not missing`; no comparison holds for a missing entry. It shares no code with the library.
"""

from collections.abc import Callable
from functools import cache

Row = tuple[float | None, ...]
Loss = Callable[[int, int], int]


def literals(rows: list[Row]) -> list[frozenset[int]]:
    """For each literal that there can be: the rows on which it holds."""
    every, found = frozenset(range(len(rows))), set()
    for j in range(len(rows[0])):
        there = frozenset(i for i, row in enumerate(rows) if row[j] is not None)
        found |= {there, every - there}
        for cut in {row[j] for row in rows} - {None}:
            at_most = frozenset(i for i in there if rows[i][j] <= cut)
            found |= {at_most, there - at_most}
    return sorted(found - {every, frozenset()}, key=sorted)


def conjunctions(rows: list[Row]) -> dict[frozenset[int], int]:
    """Each set of rows that some conjunction covers, and how many literals it takes at least."""
    single = literals(rows)
    found: dict[frozenset[int], int] = {}
    new = {frozenset(range(len(rows)))}
    for n_literals in range(1, len(rows) + 1):
        new = {cover & literal for cover in new for literal in single} - found.keys() - {frozenset()}
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

    def wrong(subset: frozenset[int]) -> int:
        return min(sum(loss(labels[i], p) for i in subset) for p in classes)

    @cache
    def value(left: frozenset[int]) -> int:
        best = node_cost + wrong(left)
        for cover, n_literals in covers.items():
            hit = cover & left
            if hit and len(hit) >= min_rows and node_cost * (n_literals + 2) < best:
                best = min(best, node_cost * (n_literals + 1) + wrong(hit) + value(left - hit))
        return best

    return value(frozenset(range(len(rows))))
