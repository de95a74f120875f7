"""Prices, counts and statuses are integers that add up."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from samples.strategies import problem_of, tables
from shortlist.errors import DataError, UsageError
from shortlist.features.rows import merge
from shortlist.models.model import DecisionList, Rule
from shortlist.problems.costs import Costs, node_cost
from shortlist.problems.solution import Limits, Solution, Status


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


def test_the_commonest_class_of_a_tie_is_the_first():
    problem = problem_of([((True,), 0), ((True,), 1)], node_cost=1)

    assert 0 == problem.decision_list([((), 1)]).rules[0].label


@pytest.mark.parametrize(
    ("status", "cost", "bound"),
    [(Status.OPTIMAL, 5, 4), (Status.FEASIBLE, 3, 4), (Status.FEASIBLE, None, 4), (Status.UNKNOWN, 5, 4)],
)
def test_a_status_says_only_what_was_proved(status, cost, bound):
    model = DecisionList((Rule((), 0),), (0,)) if cost is not None else None
    with pytest.raises(ValueError, match="must|has a model"):
        Solution(status, model, cost, bound, "none")


@pytest.mark.parametrize("limits", [{"seconds": -1}, {"seconds": float("nan")}, {"memory": 0}])
def test_limits_are_checked(limits):
    with pytest.raises(UsageError):
        Limits(**limits)


@pytest.mark.parametrize("seed", range(20))
def test_what_rules_capture_is_what_those_before_leave(seed):
    rng = np.random.default_rng(seed)
    n_rows, n_features = rng.integers(1, 3000), rng.integers(1, 12)
    features = rng.random((n_rows, n_features)) < rng.random(n_features)
    rows = merge(features, rng.integers(0, 3, n_rows), 3)
    rules = []
    for _ in range(rng.integers(1, 900)):
        chosen = rng.choice(n_features, rng.integers(0, min(n_features, 4) + 1), replace=False)
        rules.append([(int(feature), bool(rng.integers(2))) for feature in chosen])
    free, expected = np.ones(len(rows), dtype=bool), []
    for literals in rules:
        hit = free & rows.covers(literals)
        free &= ~hit
        expected.append(rows.counts[hit].sum(axis=0).tolist())

    assert rows.captured(rules).tolist() == expected
