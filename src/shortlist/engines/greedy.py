"""Short lists fast, by separate and conquer: grow a rule, take its rows away, go on with what is left.

`greedy` is the engine for tables that are too large for any proof: it proves nothing beyond the trivial bound. It grows
lists in several ways and keeps the best: rules that lower the cost most, and, as CN2 does, rules of the best accuracy by
Laplace's estimate (Clark and Boswell 1991); pure rules for perfect lists. Exact engines start from its lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from shortlist.engines.bracket import Run
from shortlist.engines.growing import Grower, Sums
from shortlist.problems.evaluate import keeps_constraints, majority_list, relabelled, valid_cost
from shortlist.problems.indexed import IndexedRule, Lists, size_of
from shortlist.problems.limits import Clock, Limits
from shortlist.problems.problem import Problem
from shortlist.problems.solution import OnProgress, Solution, Stop


def greedy(
    problem: Problem, limits: Limits, *, on_progress: OnProgress | None = None, incumbent: Lists | None = None
) -> Solution:
    """The best of several greedy lists, with the trivial bound."""
    run = Run.start("greedy", problem, limits, on_progress)
    with run.until_stopped():
        run.raise_bound(problem.trivial_bound)
        if incumbent is not None:
            run.improve(incumbent)
        for lists in _lists(problem, run.clock):
            run.improve(lists)
            if run.closed:
                break
            run.pause()
    if run.lists is None and run.clock.left() <= 0:
        run.stopped = Stop.TIME
    return run.solution()


def _lists(problem: Problem, clock: Clock) -> Iterator[Lists]:
    """Lists of every kind, the fastest to make first; a perfect problem gets perfect lists only."""
    if problem.perfect:
        pure = _pure_list(problem, clock)
        if pure is not None:
            yield pure
            yield _pruned(problem, pure, clock)
        return
    yield majority_list(problem)
    for find, width in ((_most_saving, 1), (_most_saving, 5), (_most_accurate, 5), (_most_saving, 20)):
        yield _pruned(problem, _beam_list(problem, clock, find, width), clock)


def first_list(problem: Problem, clock: Clock) -> Lists | None:
    """The list that `sat` and the MaxSAT engines start from; None if a perfect one was not complete when the time was over."""
    return _pure_list(problem, clock) if problem.perfect else _beam_list(problem, clock, _most_saving, 5)


def one_literal_list(problem: Problem, _: Clock) -> Lists | None:
    """The first perfect list of one rule with one literal, None if there is none."""
    features, wrong = problem.rows.features, (problem.avoidable > 0).astype(np.int64)
    with_literal = features.T @ wrong
    settles = (with_literal == 0).any(axis=1) & (wrong.sum(axis=0) == with_literal).any(axis=1)
    if not settles.any():
        return None
    return relabelled(problem, [(((int(settles.argmax()), True),), 0), ((), 0)])


def _pure_list(problem: Problem, clock: Clock) -> Lists | None:
    """Pure rules until one class is right for all that is left; None if the time was over before."""
    grower = Grower(problem, clock)
    rules: list[IndexedRule] = []
    while not grower.settled():
        rule = grower.pure_rule()
        if rule is None:
            return None
        rules.append(rule)
        grower.take(rule[0])
    return relabelled(problem, [*rules, ((), 0)])


RuleFinder = Callable[[Grower, int], IndexedRule | None]


def _beam_list(problem: Problem, clock: Clock, find: RuleFinder, width: int) -> Lists:
    """The cheapest prefix of a list whose rules are found by a beam; it ends where no longer one can be cheaper."""
    grower = Grower(problem, clock)
    rules: list[IndexedRule] = []
    spent = problem.costs.default
    least, n_rules = spent + int(problem.losses.sum(axis=0).min()), 0
    while clock.left() > 0 and grower.left.any() and spent < least:
        rule = find(grower, width)
        if rule is None or not _has_room(problem, [*rules, rule]):
            break
        rules.append(rule)
        lost = grower.take(rule[0])
        spent += problem.costs.rule + int(problem.literal_prices[[feature for feature, _ in rule[0]]].sum())
        spent += int(lost[problem.rule_classes].min())
        cost = spent + int(grower.loss_left().min())
        if cost < least:
            least, n_rules = cost, len(rules)
    return relabelled(problem, [*rules[:n_rules], ((), 0)])


def _has_room(problem: Problem, rules: Sequence[IndexedRule]) -> bool:
    """Do the constraints on the whole list allow so many rules and nodes, the default rule not among these?"""
    most_rules, most_nodes = problem.constraints.max_rules, problem.constraints.max_size
    return (most_rules is None or len(rules) <= most_rules) and (most_nodes is None or size_of(rules) < most_nodes)


def _most_saving(grower: Grower, width: int) -> IndexedRule | None:
    """The rule that lowers the cost most: what the default loses now, less what rule, its price and the default then lose.

    A rule that saves nothing yet is judged by what another class than the default's would save on its rows.
    """
    left = grower.loss_left()
    allowed = grower.problem.rule_classes
    default = int(left.argmin())
    others = allowed & (np.arange(len(left)) != default)

    def saving(losses: Sums, _: Sums, prices: Sums) -> Sums:
        saved = left.min() - losses[..., allowed].min(axis=-1) - (left - losses).min(axis=-1)
        if others.any():
            saved = np.where(saved > 0, saved, losses[..., default] - losses[..., others].min(axis=-1))
        return np.asarray(saved - prices)

    found = grower.beam_rule(saving, width) if allowed.any() else None
    return (found[1], 0) if found is not None and found[0] > 0 else None


def _most_accurate(grower: Grower, width: int) -> IndexedRule | None:
    """The rule of the best Laplace estimate: (right + 1) / (covered + classes)."""
    n_classes = len(grower.problem.classes)
    allowed = grower.problem.rule_classes
    error = grower.problem.costs.error

    def laplace(losses: Sums, weights: Sums, _: Sums) -> Sums:
        return np.asarray((weights - losses[..., allowed].min(axis=-1) / error + 1) / (weights + n_classes))

    found = grower.beam_rule(laplace, width) if allowed.any() else None
    return None if found is None else (found[1], 0)


def _pruned(problem: Problem, lists: Lists, clock: Clock) -> Lists:
    """The list without rules and literals that it is no dearer without, tried once each, from the end."""
    *rules, default = lists[0]
    cost = _cost(problem, [*rules, default])
    for position in reversed(range(len(rules))):
        literals = rules[position][0]
        for fewer in (None, *(literals[:k] + literals[k + 1 :] for k in range(len(literals)) if len(literals) > 1)):
            if clock.left() <= 0:
                return relabelled(problem, [*rules, default])
            changed = [] if fewer is None else [(fewer, rules[position][1])]
            shorter = [*rules[:position], *changed, *rules[position + 1 :]]
            cheaper = _cost(problem, [*shorter, default])
            if cheaper is not None and (cost is None or cheaper <= cost):
                rules, cost = shorter, cheaper
                break
    return relabelled(problem, [*rules, default])


def _cost(problem: Problem, rules: Sequence[IndexedRule]) -> int | None:
    """What the list costs with the best classes; None if it does not keep to the constraints, or is not perfect as it must."""
    lists = relabelled(problem, rules)
    kept = not problem.constraints.asked or keeps_constraints(problem, lists)
    return valid_cost(problem, lists) if kept else None
