"""Is the list that was proved the only one of its cost? Lists that ask one question differently, and cost the same.

Not all lists of equal cost are looked for, so nothing is said where none is found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shortlist.models.model import ModelKind
from shortlist.problems.evaluate import answers, keeps_constraints, valid_cost
from shortlist.problems.indexed import IndexedLiteral, IndexedRule, Lists, one_list
from shortlist.problems.problem import Problem

_MOST_ENTRIES = 5 * 10**7  # of the table; beyond, it would take longer than a glance


@dataclass(frozen=True)
class Swap:
    """A list of equal cost: rule number `rule`, counted from 0, has the literal `new` in the place of `old`."""

    rule: int
    old: IndexedLiteral
    new: IndexedLiteral
    lists: Lists


def equal_swap(problem: Problem, lists: Lists) -> Swap | None:
    """A list that differs from this one in one literal and costs the same: rather in the column asked, or in what it decides."""
    if problem.kind is not ModelKind.LIST or problem.rows.features.size > _MOST_ENTRIES:
        return None
    cost, rules = valid_cost(problem, lists), lists[0]
    found: list[tuple[int, Swap]] = []
    for number, (literals, label) in enumerate(rules):
        for position, old in enumerate(literals):
            others = literals[:position] + literals[position + 1 :]
            for rank, new in _candidates(problem, rules, number, others, old):
                changed = one_list([*rules[:number], ((*others, new), label), *rules[number + 1 :]])
                if valid_cost(problem, changed) == cost and keeps_constraints(problem, changed):
                    found.append((rank, Swap(number, old, new, changed)))
                    break
    return min(found, key=lambda ranked: ranked[0])[1] if found else None


def _candidates(
    problem: Problem,
    rules: Sequence[IndexedRule],
    number: int,
    others: Sequence[IndexedLiteral],
    old: IndexedLiteral,
) -> list[tuple[int, IndexedLiteral]]:
    """Literals that lose as much in the place of this one, the most telling first: of another column, deciding rows differently."""
    features, losses = problem.rows.features, problem.avoidable if problem.perfect else problem.losses
    rows = ~answers(problem, (tuple(rules[:number]),)).any(axis=1)
    for feature, said in others:
        rows &= features[:, feature] == said
    at = np.flatnonzero(rows)
    otherwise = answers(problem, (tuple(rules[number + 1 :]),)).argmax(axis=1)
    more = losses[at, rules[number][1]] - losses[at, otherwise[at]]
    held = features[at]
    with_feature = more @ held
    sums = np.stack([more.sum() - with_feature, with_feature], axis=1)
    asked, prices = {feature for feature, _ in (*others, old)}, problem.literal_prices
    equal = (sums == sums[old[0], int(old[1])]) & problem.literals & (prices == prices[old[0]])[:, None]
    found = [(int(f), bool(said)) for f, said in zip(*np.nonzero(equal), strict=True) if int(f) not in asked]
    truth = features[:, old[0]] == old[1]
    column = problem.features[old[0]].column
    return sorted(
        (2 * (problem.features[f].column == column) + bool(((held[:, f] == said) == truth[at]).all()), (f, said))
        for f, said in found
        if problem.features[f].column != column or not np.array_equal(features[:, f] == said, truth)
    )
