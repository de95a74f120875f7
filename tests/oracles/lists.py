"""The oracle: least costs by trying everything. Slow, obvious, and sharing no code with the library.

A table is a list of (features, label) pairs, features being a tuple of booleans. With V(S) the least cost of a list for the
rows S: V(S) = min(default(S), min over conjunctions π of price(π) + wrong(S ∩ π) + V(S ∖ π)). Sets of rows are whole numbers, a bit
for each row.
"""

from collections import Counter
from functools import cache
from itertools import product

Example = tuple[tuple[bool, ...], int]


def least_sparse_cost(table: list[Example], node_cost: int) -> int:
    """The least errors + node_cost · (literals + rules)."""
    rows, counts = distinct(table)
    covers = fewest_literals(rows)

    @cache
    def errors(subset: int) -> int:
        return wrong(subset, counts)

    @cache
    def value(left: int) -> int:
        best = node_cost + errors(left)
        for n_literals, cover in covers:
            hit = cover & left
            if hit:
                best = min(best, node_cost * (n_literals + 1) + errors(hit) + value(left ^ hit))
        return best

    return value((1 << len(rows)) - 1)


def least_errors_by_size(table: list[Example], largest: int) -> dict[int, int]:
    """For each size up to the largest for which there is a list: the fewest errors of a list of exactly that size."""
    rows, counts = distinct(table)
    covers = every_conjunction(rows)

    @cache
    def errors(subset: int) -> int:
        return wrong(subset, counts)

    @cache
    def value(left: int, size: int) -> float:
        if size == 1:
            return errors(left)
        best = float("inf")
        for n_literals, cover in covers:
            if n_literals + 1 < size and cover & left:
                best = min(best, errors(cover & left) + value(left & ~cover, size - n_literals - 1))
        return best

    found = {size: value((1 << len(rows)) - 1, size) for size in range(1, largest + 1)}
    return {size: int(errors) for size, errors in found.items() if errors < float("inf")}


def least_perfect_size(table: list[Example]) -> int:
    """The least literals + rules of a list that gives every row one of its commonest classes."""
    rows, counts = distinct(table)
    right = [{label for label, n in count.items() if n == max(count.values())} for count in counts]
    covers = fewest_literals(rows)

    @cache
    def agree(subset: int) -> bool:
        return not subset or bool(set.intersection(*(right[row] for row in members(subset))))

    @cache
    def value(left: int) -> float:
        if agree(left):
            return 1
        best = float("inf")
        for n_literals, cover in covers:
            hit = cover & left
            if hit and agree(hit):
                best = min(best, n_literals + 1 + value(left ^ hit))
        return best

    return int(value((1 << len(rows)) - 1))


def members(subset: int) -> list[int]:
    """The rows of a set that is written as bits."""
    return [row for row in range(subset.bit_length()) if subset >> row & 1]


def wrong(subset: int, counts: list[Counter]) -> int:
    """The errors of the best single class for these rows."""
    of_class = Counter()
    for row in members(subset):
        of_class.update(counts[row])
    return sum(of_class.values()) - max(of_class.values(), default=0)


def distinct(table: list[Example]) -> tuple[list[tuple[bool, ...]], list[Counter]]:
    """The different feature vectors and how often each class occurs with each."""
    rows = sorted({features for features, _ in table})
    return rows, [Counter(label for features, label in table if features == row) for row in rows]


def conjunctions(rows: list[tuple[bool, ...]]) -> list[tuple[int, frozenset[int]]]:
    """Every set of rows that some conjunction covers, and the fewest literals that it takes."""
    return [(n_literals, frozenset(members(cover))) for n_literals, cover in fewest_literals(rows)]


def fewest_literals(rows: list[tuple[bool, ...]]) -> list[tuple[int, int]]:
    """The same with the rows as bits: a conjunction with more literals that covers the same costs more and does nothing else."""
    fewest: dict[int, int] = {}
    for n_literals, cover in sorted(every_conjunction(rows)):
        fewest.setdefault(cover, n_literals)
    return [(n_literals, cover) for cover, n_literals in fewest.items()]


def every_conjunction(rows: list[tuple[bool, ...]]) -> set[tuple[int, int]]:
    """For every way to require, forbid or ignore each feature, but not all: how many literals, and which rows it covers, as bits."""
    bits = {
        (k, value): sum(1 << i for i, row in enumerate(rows) if row[k] == value)
        for k in range(len(rows[0]))
        for value in (False, True)
    }
    found = set()
    for pattern in product((None, False, True), repeat=len(rows[0])):
        used = [(k, value) for k, value in enumerate(pattern) if value is not None]
        cover = (1 << len(rows)) - 1
        for literal in used:
            cover &= bits[literal]
        found.add((len(used), cover))
    return {(n_literals, cover) for n_literals, cover in found if n_literals and cover}
