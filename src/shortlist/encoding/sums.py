"""Sums as variables: the generalised totalizer, which says "the sum is at least v" for each value v that can occur.

A *sum* is a rising sequence of (value, literal): whenever the sum reaches the value, the literal is true. The converse is
not demanded, for sums are only ever bounded from above. With equal weights this is the totalizer of Bailleux and Boufkhad,
with others that of Joshi, Martins and Manquinho (*Generalized Totalizer Encoding for Pseudo-Boolean Constraints*, CP 2015).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import pairwise

Sum = list[tuple[int, int]]
Clauses = list[list[int]]
Fresh = Callable[[int], list[int]]
"""Gives as many new variables as asked for."""


def added(first: Sum, second: Sum, most: int, fresh: Fresh) -> tuple[Sum, Clauses]:
    """The sum of two sums, at most `most`: (a ≥ v) ∧ (b ≥ w) → (a + b ≥ v + w), and a contradiction above `most`."""
    if not first or not second:
        return first or second, []
    values = sorted(
        {v for v, _ in first} | {w for w, _ in second} | {v + w for v, _ in first for w, _ in second if v + w <= most}
    )
    literal = dict(zip(values, fresh(len(values)), strict=True))
    clauses = [[-a, literal[v]] for v, a in first] + [[-b, literal[w]] for w, b in second]
    for v, a in first:
        for w, b in second:
            if v + w > most:
                clauses.append([-a, -b])
                break
            clauses.append([-a, -b, literal[v + w]])
    clauses += [[-literal[larger], literal[smaller]] for smaller, larger in pairwise(values)]
    return list(literal.items()), clauses


def total(terms: Sequence[Sum], most: int, fresh: Fresh) -> tuple[Sum, Clauses]:
    """The sum of many, added up in a balanced tree; terms above `most` are contradictions themselves."""
    clauses = [[-literal] for term in terms for value, literal in term if value > most]
    level = [[(value, literal) for value, literal in term if 0 < value <= most] for term in terms]
    while len(level) > 1:
        paired = [added(a, b, most, fresh) for a, b in zip(level[::2], level[1::2], strict=False)]
        level = [result for result, _ in paired] + level[len(paired) * 2 :]
        for _, more in paired:
            clauses += more
    return (level[0] if level else []), clauses


def at_most(first: Sum, second: Sum, bound: int) -> Clauses:
    """First + second ≤ bound: for each value v of the one, not the least value of the other that is too much."""
    clauses: Clauses = []
    values = [w for w, _ in second]
    for v, a in [(0, None), *first]:
        condition = [] if a is None else [-a]
        if v > bound:
            clauses.append(condition)
            break
        above = bisect_right(values, bound - v)
        if above < len(second):
            clauses.append([*condition, -second[above][1]])
    return clauses
