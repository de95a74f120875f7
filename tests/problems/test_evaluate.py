"""What rules by index do and cost, against applying them to one example at a time."""

import random
from dataclasses import replace

import numpy as np
import pytest

from samples.strategies import problem_of, random_table, set_problem_of
from shortlist.features.literal import Literal, Op
from shortlist.features.rows import merge
from shortlist.models.model import ModelKind
from shortlist.problems.constraints import Constraints
from shortlist.problems.costs import Costs
from shortlist.problems.evaluate import (
    captured,
    class_errors,
    cost_of,
    errors_of,
    is_perfect,
    keeps_constraints,
    loss_of,
    majority_list,
    prices_of,
    relabelled,
)
from shortlist.problems.indexed import one_list, set_of
from shortlist.problems.objective import Form
from shortlist.problems.problem import Problem


def random_rule(rng, n_features, n_classes, *, may_be_empty=False):
    n_literals = rng.randint(0 if may_be_empty else min(1, n_features), min(n_features, 3))
    literals = tuple((k, rng.random() < 0.5) for k in sorted(rng.sample(range(n_features), n_literals)))
    return literals, rng.randrange(n_classes)


def random_lists(rng, kind, n_features, n_classes):
    rules = [random_rule(rng, n_features, n_classes) for _ in range(rng.randint(0, 4))]
    if kind is ModelKind.LIST:
        return one_list([*rules, ((), rng.randrange(n_classes))])
    if kind is ModelKind.SET:
        return set_of(rules)
    some = range(rng.randint(1, 3))
    return tuple(
        tuple(random_rule(rng, n_features, n_classes, may_be_empty=True) for _ in range(rng.randint(1, 3)))
        for _ in some
    )


def answers_of(lists, row):
    """What each list answers, by reading its rules one after the other."""
    firsts = (
        next((label for literals, label in rules if all(row[k] == value for k, value in literals)), None)
        for rules in lists
    )
    return {label for label in firsts if label is not None}


@pytest.mark.parametrize("kind", ModelKind)
@pytest.mark.parametrize("form", Form)
def test_errors_and_costs_are_those_of_reading_the_rules(kind, form):
    for seed in range(400):
        rng = random.Random(seed)
        table = random_table(rng)
        n_features, n_classes = len(table[0][0]), max(label for _, label in table) + 1
        if not n_features:
            continue
        costs = Costs(rng.randint(0, 3), rng.randint(0, 3), rng.randint(0, 3), error=rng.randint(1, 3))
        form_of_kind = form if kind is ModelKind.SET else Form.COMPLETE
        problem = replace(problem_of(table, node_cost=1), costs=costs, kind=kind, form=form_of_kind)
        lists = random_lists(rng, kind, n_features, n_classes)
        said = [(answers_of(lists, row), label) for row, label in table]
        wrong = sum(answers != {label} for answers, label in said)
        by_class = [sum((c in answers) != (c == label) for answers, label in said) for c in range(n_classes)]
        rules = [rule for each in lists for rule in each]
        n_literals = sum(len(literals) for literals, _ in rules)
        is_list = kind is ModelKind.LIST
        price = costs.rule * (len(rules) - is_list) + costs.literal * n_literals + costs.default * is_list
        charged = sum(by_class) if form_of_kind is Form.SEPARATED else wrong

        assert wrong == errors_of(problem, lists)
        assert by_class == class_errors(problem, lists).tolist()
        assert price == prices_of(problem, lists)
        assert costs.error * charged == loss_of(problem, lists)
        assert price + costs.error * charged == cost_of(problem, lists)
        assert price == cost_of(replace(problem, perfect=True), lists)
        assert (wrong == problem.rows.unavoidable) == is_perfect(problem, lists)


def test_prices_by_feature_and_of_errors_are_paid():
    table = [((True, False), 0), ((True, False), 0), ((True, True), 1), ((False, True), 1)]
    costs = Costs(1, 9, 2, by_feature=(5, 3), errors=((0, 4), (7, 0)))
    problem = replace(problem_of(table, node_cost=1), costs=costs)

    # f0 for 5, a rule for 1, the default for 2; one example of class 1 is called 0.
    assert 5 + 1 + 2 + 7 == cost_of(problem, one_list([([(0, True)], 0), ([], 1)]))
    # f1 for 3; two examples of class 0 are called 1.
    assert 3 + 1 + 2 + 2 * 4 == cost_of(problem, one_list([([(1, True)], 1), ([], 1)]))


@pytest.mark.parametrize("seed", range(20))
def test_what_rules_capture_is_what_those_before_leave(seed):
    rng = np.random.default_rng(seed)
    n_rows, n_features = rng.integers(1, 3000), rng.integers(1, 12)
    features = rng.random((n_rows, n_features)) < rng.random(n_features)
    rows = merge(features, rng.integers(0, 3, n_rows), 3)
    rules = []
    for _ in range(rng.integers(1, 900)):
        chosen = rng.choice(n_features, rng.integers(0, min(n_features, 4) + 1), replace=False)
        rules.append(tuple((int(feature), bool(rng.integers(2))) for feature in chosen))
    free, expected = np.ones(len(rows), dtype=bool), []
    for literals in rules:
        hit = free & rows.covers(literals)
        free &= ~hit
        expected.append(rows.counts[hit].sum(axis=0).tolist())
    names = tuple(Literal(f"f{k}", Op.EQUAL, True) for k in range(n_features))
    problem = Problem(rows, names, (0, 1, 2), Costs.per_node(1))

    assert rows.captured(rules).tolist() == expected
    assert captured(problem, [(literals, 0) for literals in rules]).tolist() == expected


def test_the_commonest_class_of_a_tie_is_the_first():
    problem = problem_of([((True,), 0), ((True,), 1)], node_cost=1)

    assert one_list([([], 0)]) == relabelled(problem, [((), 1)]) == majority_list(problem)


def test_rules_are_given_the_class_that_loses_least_where_it_is_allowed():
    table = [((True, False), 0), ((True, False), 1), ((True, False), 1), ((False, True), 0), ((False, False), 1)]
    problem = problem_of(table, node_cost=1)
    rules = [(((0, True),), 0), (((1, True),), 1), (((0, True), (1, True)), 1), ((), 0)]

    # The third rule captures nothing and keeps its class.
    assert [1, 0, 1, 1] == [label for _, label in relabelled(problem, rules)[0]]
    dear = replace(problem, costs=Costs(1, 1, 1, errors=((0, 9), (1, 0))))
    assert [0, 0, 1, 1] == [label for _, label in relabelled(dear, rules)[0]]
    # The default rule is free to predict what others must not.
    only = replace(problem, constraints=Constraints(rule_classes=[0]))
    assert [0, 0, 1, 1] == [label for _, label in relabelled(only, rules)[0]]


def test_relabelling_never_makes_a_list_dearer():
    for seed in range(300):
        rng = random.Random(seed)
        table = random_table(rng)
        problem = problem_of(table, node_cost=1)
        lists = random_lists(rng, ModelKind.LIST, len(problem.features), len(problem.classes))

        assert cost_of(problem, relabelled(problem, lists[0])) <= cost_of(problem, lists)


LIST = one_list([([(0, True), (1, False)], 0), ([(1, True)], 1), ([], 0)])
TABLE = [((True, False), 0), ((True, False), 0), ((False, True), 1), ((False, False), 0)]


@pytest.mark.parametrize(
    ("kept", "broken"),
    [
        (Constraints(max_rules=2), Constraints(max_rules=1)),
        (Constraints(max_literals=2), Constraints(max_literals=1)),
        (Constraints(max_size=6), Constraints(max_size=5)),
        (Constraints(min_rows=1), Constraints(min_rows=2)),
        (Constraints(forbid=["not f0"]), Constraints(forbid=["not f1"])),
        (Constraints(forbid=[]), Constraints(forbid=["f1"])),
        (Constraints(negations=True), Constraints(negations=False)),
        (Constraints(rule_classes=[0, 1]), Constraints(rule_classes=[0])),
    ],
)
def test_each_constraint_is_looked_at(kept, broken):
    problem = problem_of(TABLE, node_cost=1)

    assert keeps_constraints(replace(problem, constraints=kept), LIST)
    assert not keeps_constraints(replace(problem, constraints=broken), LIST)


def test_the_default_rule_is_excepted():
    problem = problem_of(TABLE, node_cost=1)
    nothing = Constraints(max_rules=0, max_size=1, min_rows=5, rule_classes=[], negations=False)

    assert keeps_constraints(replace(problem, constraints=nothing), majority_list(problem))


def test_constraints_on_literals_are_looked_at_in_sets():
    problem = set_problem_of(TABLE, "opt", node_cost=1)
    lists = set_of(LIST[0][:2])

    assert keeps_constraints(problem, lists)
    assert not keeps_constraints(replace(problem, constraints=Constraints(negations=False)), lists)
    assert keeps_constraints(problem, ())
