"""SAT over lazily added rows: every price and constraint gives the same least cost."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles.kernel import INFINITE, cheapest
from oracles.lists import least_perfect_size, least_sparse_cost
from samples.strategies import problem_of, tables
from shortlist.encoding.rule_slots import most_rules
from shortlist.encoding.sums import at_most, total
from shortlist.engines.sat.oracle import Sat
from shortlist.engines.sat.sat import refutes, sat
from shortlist.errors import WrongAnswerError
from shortlist.features.literal import Literal, Op
from shortlist.problems.constraints import Constraints
from shortlist.problems.costs import Costs
from shortlist.problems.evaluate import keeps_constraints
from shortlist.problems.limits import Limits
from shortlist.problems.solution import Status

XOR = [((False, False), 0), ((False, True), 1), ((True, False), 1), ((True, True), 0)] * 2


@st.composite
def costs_and_constraints(draw, features, n_classes):
    n_features = len(features)
    prices = st.integers(0, 3)
    by_feature = draw(st.one_of(st.none(), st.tuples(*[prices] * n_features)))
    matrix = [[0 if c == p else draw(st.integers(0, 3)) for p in range(n_classes)] for c in range(n_classes)]
    errors = draw(st.sampled_from([None, tuple(map(tuple, matrix))]))
    costs = Costs(draw(prices), draw(prices), draw(prices), by_feature, errors, draw(st.integers(1, 2)))
    literals = [str(literal) for feature in features for literal in (feature, feature.negated())]
    constraints = Constraints(
        max_rules=draw(st.sampled_from([None, None, 0, 1, 2])),
        max_literals=draw(st.sampled_from([None, None, 1, 2])),
        max_size=draw(st.sampled_from([None, None, 1, 3, 4, 6])),
        negations=draw(st.booleans()),
        forbid=draw(st.lists(st.sampled_from(literals), max_size=2)) if literals else (),
        rule_classes=draw(st.sampled_from([None, None, (0,)])),
    )
    return costs, constraints


def kernel_table(problem, error_price):
    """The problem as the brute force of the kernel's tests takes it."""
    return {
        "features": problem.rows.features,
        "losses": problem.losses * error_price,
        "weights": problem.rows.counts.sum(axis=1),
        "rule_price": problem.costs.rule,
        "literal_prices": problem.literal_prices,
        "default_price": problem.costs.default,
        "rule_labels": problem.rule_classes,
        "default_labels": np.ones(len(problem.classes), dtype=bool),
        "literals": problem.literals,
        "max_rules": problem.constraints.max_rules,
        "max_literals": problem.constraints.max_literals,
        "max_size": problem.constraints.max_size,
        "min_rows": 0,
    }


@settings(max_examples=300, deadline=None)
@given(st.data(), tables(max_rows=7, max_features=2, max_classes=3), st.booleans())
def test_every_price_and_constraint_is_kept(data, table, perfect):
    problem = problem_of(table, node_cost=1)
    # A column of yes and no is called as its literal is printed; a number's literals can be forbidden one by one.
    features = tuple(Literal(feature.column, Op.AT_MOST, 3) for feature in problem.features)
    costs, constraints = data.draw(costs_and_constraints(features, len(problem.classes)))
    problem = replace(problem, features=features, costs=costs, constraints=constraints, perfect=perfect)
    price = 1000 if perfect else 1
    expected = cheapest(kernel_table(problem, price)) - (price * problem.unavoidable if perfect else 0)
    solution = sat(problem, Limits())

    if perfect and expected >= price:
        assert Status.INFEASIBLE == solution.status
    else:
        assert (Status.OPTIMAL, expected) == (solution.status, solution.cost)
        assert keeps_constraints(problem, solution.lists)
    assert expected < INFINITE


@settings(max_examples=60, deadline=None)
@given(tables(), st.one_of(st.none(), st.integers(1, 4)))
def test_exactly_costs_below_the_optimum_are_refuted(table, node_cost):
    problem = problem_of(table, node_cost=node_cost)
    least = least_perfect_size(table) if node_cost is None else least_sparse_cost(table, node_cost)

    assert refutes(problem, least - 1, Limits())
    assert not refutes(problem, least, Limits())


def test_costs_above_the_price_of_all_nodes_are_refuted_where_errors_cannot_be_avoided():
    """Regression: with few rows and many errors, the price of the dearest list's nodes was taken for the most that a list costs."""
    table = [*[((False,), 0)] * 2, *[((False,), 1)] * 3, *[((False,), 2)] * 3, ((True,), 0)]
    problem, least = problem_of(table, node_cost=1), least_sparse_cost(table, 1)

    assert refutes(problem, least - 1, Limits())
    assert not refutes(problem, least, Limits())


def test_a_refutation_that_the_limit_cuts_off_says_nothing():
    assert refutes(problem_of(XOR, node_cost=None), 4, Limits(0.0)) is None


def test_a_solver_that_contradicts_itself_proves_nothing(monkeypatch):
    """A list that costs more than the solver says, with no row left to blame, is not believed."""
    monkeypatch.setattr(Sat, "model", lambda *_: [])
    with pytest.raises(WrongAnswerError):
        sat(problem_of(XOR, node_cost=None), Limits())


def test_a_slot_is_paid_for_by_a_rule_and_a_literal():
    """Regression: the literal of a rule was forgotten, and there were twice as many slots as any list could fill."""
    problem = problem_of(XOR, node_cost=None)

    assert [0, 0, 1, 1, 2, 2] == [most_rules(problem, budget) for budget in range(1, 7)]
    assert 3 == most_rules(problem, 100), "one rule less than there are rows"
    assert 1 == most_rules(replace(problem, constraints=Constraints(max_size=4)), 100)


def test_sums_are_at_least_what_they_add_up_to():
    """Over all assignments of four weighted inputs, exactly those within the bound can be completed."""
    weights = [2, 1, 3, 2]
    for bound in range(sum(weights)):
        count = len(weights)

        def fresh(n):
            nonlocal count
            count += n
            return list(range(count - n + 1, count + 1))

        half = [[(weight, number)] for number, weight in enumerate(weights, 1)]
        first, clauses = total(half[:2], 20, fresh)
        second, more = total(half[2:], 20, fresh)
        solver = Sat(solver="cadical195", pause=lambda *_: None)
        solver.add([*clauses, *more, *at_most(first, second, bound)])
        for inputs in product((False, True), repeat=4):
            assumptions = [number if true else -number for number, true in enumerate(inputs, 1)]
            within = sum(w for w, true in zip(weights, inputs, strict=True) if true) <= bound
            assert within == (solver.model(assumptions) is not None)
        solver.close()


def test_every_cost_is_refuted_where_there_is_no_list():
    table = [((True, False), 0), ((False, True), 1), ((False, False), 0), ((True, True), 1)]
    problem = replace(problem_of(table, node_cost=None), constraints=Constraints(forbid=["f0", "f1"]))

    assert refutes(problem, 100, Limits()) is True
