"""Prices, counts and statuses are integers that add up."""

import math
import pickle
from dataclasses import fields, replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from samples.strategies import problem_of, tables
from shortlist.errors import DataError, UsageError
from shortlist.features.rows import merge
from shortlist.models.model import ModelKind
from shortlist.problems.constraints import Constraints
from shortlist.problems.costs import Costs, node_cost
from shortlist.problems.indexed import one_list
from shortlist.problems.limits import Limits
from shortlist.problems.objective import Form
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Solution, Status


@given(tables(max_rows=20))
def test_merging_keeps_every_example(table):
    problem = problem_of(table, node_cost=1)

    assert len(table) == problem.rows.weight
    assert len({row for row, _ in table}) == len(problem.rows)
    best = {row: max(sum(r == row and y == c for r, y in table) for c in range(4)) for row, _ in table}
    assert len(table) - sum(best.values()) == problem.rows.unavoidable


@given(st.decimals("0.001", "1", places=3), st.integers(1, 10**6))
def test_the_node_cost_is_the_exact_ceiling(regularization, rows):
    assert math.ceil(Fraction(str(regularization)) * rows) == node_cost(str(regularization), rows)


def test_floats_are_read_as_their_decimal_text():
    """0.07 · 100 is 7.000000000000001 in floating point; the price is 7."""
    assert 7 == node_cost(0.07, 100)


@pytest.mark.parametrize("value", ["x", "nan", "-0.1", "0"])
def test_a_regularization_must_be_a_positive_number(value):
    with pytest.raises(UsageError):
        node_cost(value, 10)


def test_prices_must_not_be_negative():
    with pytest.raises(UsageError, match="literal"):
        Costs(1, -1, 1)


def test_weights_are_counts():
    rows = merge(np.array([[1], [1], [0]], bool), np.array([0, 1, 1]), 2, np.array([3, 2, 0]))

    assert [[3, 2]] == rows.counts.tolist()
    with pytest.raises(DataError, match="positive weight"):
        merge(np.array([[1]], bool), np.array([0]), 1, np.array([0]))


@given(tables())
def test_reduced_problems_keep_one_of_each_column(table):
    problem = problem_of(table, node_cost=1)
    reduced, kept = problem.reduced()

    assert [problem.features[k] for k in kept] == list(reduced.features)
    columns = {column.tobytes() for column in reduced.rows.features.T}
    assert len(columns | {(~column).tobytes() for column in reduced.rows.features.T}) == 2 * len(kept)


@pytest.mark.parametrize(
    ("status", "cost", "bound"),
    [(Status.OPTIMAL, 5, 4), (Status.FEASIBLE, 3, 4), (Status.FEASIBLE, None, 4), (Status.UNKNOWN, 5, 4)],
)
def test_a_status_says_only_what_was_proved(status, cost, bound):
    lists = one_list([([], 0)]) if cost is not None else None
    with pytest.raises(ValueError, match="must|has a model"):
        Solution(status, lists, cost, bound, "none")


@pytest.mark.parametrize("limits", [{"seconds": -1}, {"seconds": float("nan")}, {"memory": 0}])
def test_limits_are_checked(limits):
    with pytest.raises(UsageError):
        Limits(**limits)


def test_pickling_keeps_the_problem_and_drops_what_was_worked_out_of_it():
    problem = problem_of([((True, False), 0), ((False, True), 1)], node_cost=2)
    problem.losses, problem.literals, problem.is_trivial  # noqa: B018
    other = pickle.loads(pickle.dumps(problem))  # noqa: S301  # our own

    assert {known.name for known in fields(Problem)} == set(vars(other))
    assert set(vars(other)) < set(vars(problem))
    assert (problem.features, problem.classes, problem.costs) == (other.features, other.classes, other.costs)
    assert problem.losses.tolist() == other.losses.tolist()


@pytest.mark.parametrize(
    ("changes", "asked"),
    [
        ({}, set()),
        ({"constraints": Constraints(max_rules=1, negations=False)}, {"max_rules", "negations"}),
        ({"costs": Costs(1, 2, 3)}, {"several prices"}),
        ({"costs": Costs(1, 1, 1, error=2)}, {"several prices"}),
        ({"kind": ModelKind.HYBRID, "costs": Costs(1, 2, 3)}, {"several prices"}),
        ({"kind": ModelKind.SET, "costs": Costs(1, 2, 0), "form": Form.SEPARATED}, set()),
        ({"kind": ModelKind.SET, "form": Form.COMPLETE}, {"form complete"}),
        ({"kind": ModelKind.SET, "form": Form.COMPLETE, "perfect": True}, set()),
    ],
)
def test_a_problem_says_what_it_asks_beyond_the_plain_one(changes, asked):
    assert asked == replace(problem_of([((True,), 0), ((False,), 1)], node_cost=2), **changes).asked


def test_literals_that_differ_in_price_or_permission_are_not_reduced():
    problem = problem_of([((True, True), 0), ((False, False), 1)], node_cost=1)

    assert [0] == problem.reduced()[1]
    assert [0, 1] == replace(problem, costs=Costs(1, 1, 1, by_feature=(2, 1))).reduced()[1]
    assert [0, 1] == replace(problem, constraints=Constraints(forbid=["f0"])).reduced()[1]
    assert [0] == replace(problem, constraints=Constraints(negations=False)).reduced()[1]
    assert [0, 1] == replace(problem, negatable=np.array([True, False])).reduced()[1]
    contrary = problem_of([((True, False), 0), ((False, True), 1)], node_cost=1)
    assert [0] == contrary.reduced()[1]
    assert [0, 1] == replace(contrary, constraints=Constraints(negations=False)).reduced()[1]


def test_engines_that_know_one_price_are_told_when_there_are_several():
    problem = problem_of([((True,), 0)], node_cost=3)

    assert 3 == problem.node_cost
    with pytest.raises(UsageError, match="needs one price"):
        replace(problem, costs=Costs(1, 2, 3)).node_cost  # noqa: B018
