"""The oracle: least costs by trying everything. Slow, obvious, and sharing no code with the library.

A table is a list of (features, label) pairs, features being a tuple of booleans. With V(S) the least cost of a list for the
rows S: V(S) = min(default(S), min over conjunctions π of price(π) + wrong(S ∩ π) + V(S ∖ π)).
"""

from collections import Counter
from functools import cache
from itertools import product

Example = tuple[tuple[bool, ...], int]


def least_sparse_cost(table: list[Example], node_cost: int) -> int:
    """The least errors + node_cost · (literals + rules)."""
    rows, counts = distinct(table)
    covers = conjunctions(rows)

    @cache
    def errors(subset: frozenset[int]) -> int:
        return wrong(subset, counts)

    @cache
    def value(left: frozenset[int]) -> int:
        best = node_cost + errors(left)
        for n_literals, cover in covers:
            hit = cover & left
            if hit:
                best = min(best, node_cost * (n_literals + 1) + errors(hit) + value(left - hit))
        return best

    return value(frozenset(range(len(rows))))


def least_errors_by_size(table: list[Example], largest: int) -> dict[int, int]:
    """For each size up to the largest for which there is a list: the fewest errors of a list of exactly that size."""
    rows, counts = distinct(table)
    covers = conjunctions(rows)

    @cache
    def value(left: frozenset[int], size: int) -> float:
        if size == 1:
            return wrong(left, counts)
        best = float("inf")
        for n_literals, cover in covers:
            if n_literals + 1 < size and cover & left:
                best = min(best, wrong(cover & left, counts) + value(left - cover, size - n_literals - 1))
        return best

    found = {size: value(frozenset(range(len(rows))), size) for size in range(1, largest + 1)}
    return {size: int(errors) for size, errors in found.items() if errors < float("inf")}


def least_perfect_size(table: list[Example]) -> int:
    """The least literals + rules of a list that gives every row one of its commonest classes."""
    rows, counts = distinct(table)
    right = [{label for label, n in count.items() if n == max(count.values())} for count in counts]
    covers = conjunctions(rows)

    def agree(subset: frozenset[int]) -> bool:
        return not subset or bool(set.intersection(*(right[row] for row in subset)))

    @cache
    def value(left: frozenset[int]) -> float:
        if agree(left):
            return 1
        best = float("inf")
        for n_literals, cover in covers:
            hit = cover & left
            if hit and agree(hit):
                best = min(best, n_literals + 1 + value(left - hit))
        return best

    return int(value(frozenset(range(len(rows)))))


def wrong(subset: frozenset[int], counts: list[Counter]) -> int:
    """The errors of the best single class for these rows."""
    of_class = sum((counts[row] for row in subset), Counter())
    return sum(of_class.values()) - max(of_class.values(), default=0)


def distinct(table: list[Example]) -> tuple[list[tuple[bool, ...]], list[Counter]]:
    """The different feature vectors and how often each class occurs with each."""
    rows = sorted({features for features, _ in table})
    return rows, [Counter(label for features, label in table if features == row) for row in rows]


def conjunctions(rows: list[tuple[bool, ...]]) -> list[tuple[int, frozenset[int]]]:
    """For every way to require, forbid or ignore each feature: how many literals, and which rows it covers."""
    found = []
    for pattern in product((None, False, True), repeat=len(rows[0])):
        cover = [i for i, row in enumerate(rows) if all(p is None or p == v for p, v in zip(pattern, row, strict=True))]
        found.append((sum(p is not None for p in pattern), frozenset(cover)))
    return [(n_literals, cover) for n_literals, cover in found if n_literals and cover]
