"""The oracle of lists side by side: the least cost over all of them, rule by rule. Slow, obvious, shares no code.

A state is what each row has been answered so far, by all lists, and which rows the list at hand has not answered yet. A step
adds a rule to the list at hand; a list may end after any rule, for nothing.
"""

import heapq
from collections import Counter
from itertools import count

from oracles.lists import Example, conjunctions, distinct

CONTRADICTION = -2


def least_hybrid_cost(table: list[Example], node_cost: int | None) -> int:
    """The least errors + node_cost · (literals + rules); the fewest nodes without avoidable error with None."""
    rows, counts = distinct(table)
    everything = frozenset(range(len(rows)))
    covers = [(0, everything), *conjunctions(rows)]
    labels = sorted({label for _, label in table})
    price = node_cost or 1
    start = ((None,) * len(rows), everything)
    least, seen, tie = float("inf"), {}, count()
    queue = [(0, next(tie), start)]
    while queue:
        spent, _, state = heapq.heappop(queue)
        if spent >= least or seen.get(state, spent + 1) <= spent:
            continue
        seen[state] = spent
        answers, silent = state
        if spent:
            final = spent + wrong(answers, counts) if node_cost else spent
            if node_cost or wrong(answers, counts) == unavoidable(counts):
                least = min(least, final)
            if silent != everything:
                heapq.heappush(queue, (spent, next(tie), (answers, everything)))
        for n_literals, cover in covers:
            if cover & silent:
                for label in labels:
                    then = tuple(
                        merged(answer, label) if row in cover & silent else answer for row, answer in enumerate(answers)
                    )
                    heapq.heappush(queue, (spent + price * (n_literals + 1), next(tie), (then, silent - cover)))
    return int(least)


def merged(answer: int | None, label: int) -> int:
    return label if answer in (None, label) else CONTRADICTION


def wrong(answers: tuple[int | None, ...], counts: list[Counter]) -> int:
    return sum(sum(of_row.values()) - of_row.get(answer, 0) for answer, of_row in zip(answers, counts, strict=True))


def unavoidable(counts: list[Counter]) -> int:
    return sum(sum(of_row.values()) - max(of_row.values()) for of_row in counts)
