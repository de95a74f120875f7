"""What rules by index do on the distinct rows of a problem, and what they cost there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from shortlist.models.model import ModelKind
from shortlist.problems.indexed import IndexedRule, Lists, all_rules, one_list, size_of
from shortlist.problems.problem import Problem

_MORE_THAN_ANY_LOSS = np.iinfo(np.int64).max


def captured(problem: Problem, rules: Sequence[IndexedRule]) -> NDArray[np.int64]:
    """For each rule of a list and each class: how many examples of the class the rule is the first to cover."""
    return problem.rows.captured([literals for literals, _ in rules])


def numbers_captured(problem: Problem, rules: Sequence[IndexedRule]) -> NDArray[np.int64]:
    """For each rule of a list: how many rows of the table it is the first to cover, whatever they weigh."""
    return problem.rows.unweighted.captured([literals for literals, _ in rules])[:, 0]


def answers(problem: Problem, lists: Lists) -> NDArray[np.bool_]:
    """For each row and class: does some list answer the row with the class?"""
    given = np.zeros(problem.rows.counts.shape, dtype=np.bool_)
    for rules in lists:
        silent = np.ones(len(problem.rows), dtype=np.bool_)
        for literals, label in rules:
            hit = problem.rows.covers(literals) & silent
            given[hit, label] = True
            silent &= ~hit
    return given


def errors_of(problem: Problem, lists: Lists) -> int:
    """Examples that no list answers, that lists contradict each other on, or that are given another class."""
    if problem.kind is ModelKind.LIST:
        counts = captured(problem, lists[0])
        return problem.rows.weight - int(counts[np.arange(len(counts)), [label for _, label in lists[0]]].sum())
    given = answers(problem, lists)
    decided = given & (given.sum(axis=1, keepdims=True) == 1)
    return problem.rows.weight - int(problem.rows.counts[decided].sum())


def class_errors(problem: Problem, lists: Lists) -> NDArray[np.int64]:
    """For each class: its examples that its rules leave out, and examples of others that they cover."""
    given, counts = answers(problem, lists), problem.rows.counts
    covered_wrongly = np.where(given, counts.sum(axis=1, keepdims=True) - counts, 0)
    return np.asarray((covered_wrongly + np.where(given, 0, counts)).sum(axis=0))


def cost_of_class(problem: Problem, lists: Lists, label: int) -> int:
    """What rules of one class pay: their prices, and the errors of that class for itself."""
    return prices_of(problem, lists) + problem.costs.error * int(class_errors(problem, lists)[label])


def loss_of(problem: Problem, lists: Lists) -> int:
    """What the model pays for its errors."""
    if problem.kind is ModelKind.LIST:
        labels = [label for _, label in lists[0]]
        return problem.costs.loss(captured(problem, lists[0]), labels)
    wrong = errors_of(problem, lists) if problem.is_complete else sum(class_errors(problem, lists).tolist())
    return problem.costs.error * wrong


def prices_of(problem: Problem, lists: Lists) -> int:
    """What the model pays for its rules and literals; the default rule of a decision list has a price of its own."""
    rules = all_rules(lists)
    literals = [feature for conjunction, _ in rules for feature, _ in conjunction]
    # Python's own numbers: prices of very many literals may need more than 64 bits.
    by_literal: int = sum(problem.literal_prices[literals].tolist())
    if problem.kind is ModelKind.LIST:
        return problem.costs.rule * (len(rules) - 1) + by_literal + problem.costs.default
    return problem.costs.rule * len(rules) + by_literal


def cost_of(problem: Problem, lists: Lists) -> int:
    """Prices and, unless the model must be perfect, losses."""
    return prices_of(problem, lists) + (0 if problem.perfect else loss_of(problem, lists))


def is_perfect(problem: Problem, lists: Lists) -> bool:
    """Does the model make only errors that no function of the features avoids?"""
    if problem.kind is ModelKind.LIST:
        return loss_of(problem, lists) == problem.unavoidable
    return errors_of(problem, lists) == problem.rows.unavoidable


def valid_cost(problem: Problem, lists: Lists) -> int | None:
    """What the model costs; None if it must be perfect and is not."""
    return None if problem.perfect and not is_perfect(problem, lists) else cost_of(problem, lists)


def keeps_constraints(problem: Problem, lists: Lists) -> bool:
    """Does the model keep to all constraints?"""
    constraints, rules = problem.constraints, all_rules(lists)
    proper = [rule for rule in rules if rule[0]]
    few_rows = constraints.min_rows and bool((numbers_captured(problem, lists[0])[:-1] < constraints.min_rows).any())
    return (
        (constraints.max_rules is None or len(proper) <= constraints.max_rules)
        and (
            constraints.max_literals is None or all(len(literals) <= constraints.max_literals for literals, _ in proper)
        )
        and (constraints.max_size is None or size_of(rules) <= constraints.max_size)
        and not few_rows
        and all(problem.literals[feature, int(value)] for literals, _ in proper for feature, value in literals)
        and all(problem.rule_classes[label] for _, label in proper)
    )


def relabelled(problem: Problem, rules: Sequence[IndexedRule]) -> Lists:
    """The decision list of these rules, each with the class that loses least on what it captures, the first on a tie.

    With plain errors that is the commonest class. A rule that captures nothing keeps its class.
    """
    counts = captured(problem, rules)
    losses = problem.costs.losses(counts)
    if not problem.rule_classes.all():
        is_default = np.array([[not literals] for literals, _ in rules])
        losses[~(is_default | problem.rule_classes)] = _MORE_THAN_ANY_LOSS
    best = np.where(counts.any(axis=1), losses.argmin(axis=1), [label for _, label in rules]).tolist()
    return one_list((literals, label) for (literals, _), label in zip(rules, best, strict=True))


def majority_list(problem: Problem) -> Lists:
    """The list of one node: the class that loses least over all rows."""
    return relabelled(problem, [((), 0)])
