"""Rules by the indices of features and classes: how engines speak of them. `naming` gives them the user's words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

IndexedLiteral = tuple[int, bool]
"""A feature's index and the truth value that it must have."""

Conjunction = tuple[IndexedLiteral, ...]
"""The literals of a rule."""

IndexedRule = tuple[Conjunction, int]
"""Literals and the index of the class they lead to."""

Lists = tuple[tuple[IndexedRule, ...], ...]
"""Lists side by side: one for a decision list, one rule in each for a decision set."""


def one_list(rules: Iterable[tuple[Iterable[IndexedLiteral], int]]) -> Lists:
    """A decision list of these rules.

    >>> one_list([([(0, True)], 1), ([], 0)])
    (((((0, True),), 1), ((), 0)),)
    """
    return (tuple((tuple(literals), label) for literals, label in rules),)


def set_of(rules: Iterable[IndexedRule]) -> Lists:
    """A decision set of these rules."""
    return tuple((rule,) for rule in rules)


def all_rules(lists: Lists) -> list[IndexedRule]:
    """The rules of all lists, one list after the other."""
    return [rule for rules in lists for rule in rules]


def size_of(rules: Iterable[IndexedRule]) -> int:
    """Literals + rules."""
    return sum(len(literals) + 1 for literals, _ in rules)


def with_features(rules: Iterable[IndexedRule], kept: Sequence[int]) -> list[IndexedRule]:
    """Rules over a reduced problem as rules over the whole one: feature r of the first is feature kept[r] of the second."""
    return [(tuple((kept[r], value) for r, value in literals), label) for literals, label in rules]
