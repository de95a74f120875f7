"""Every engine finds the least cost that the oracle finds, and says so honestly."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute_force import least_perfect_size, least_sparse_cost
from shortlist.engines.greedy import greedy_list
from shortlist.engines.maxsat import largest_better_size, maxsat
from shortlist.engines.search import search
from shortlist.solution import Limits, Status
from strategies import problem_of, random_table, tables

CHUNKS, TABLES_PER_CHUNK = 20, 100


def assert_agrees(table, node_cost, engine, **options):
    problem = problem_of(table, node_cost=node_cost)
    expected = least_perfect_size(table) if node_cost is None else least_sparse_cost(table, node_cost)
    solution = engine(problem, Limits(), **options)

    assert (Status.OPTIMAL, expected, expected) == (solution.status, solution.cost, solution.lower_bound)
    assert expected == problem.cost(solution.model)
    assert problem.perfect is False or problem.loss(solution.model) == problem.unavoidable


def check_seed(seed: int) -> None:
    """One table, perfect and sparse, by every engine; merged or not, and either SAT solver, by turns."""
    rng = random.Random(seed)
    table = random_table(rng)
    for node_cost in (None, rng.randint(1, 4)):
        how = {"merge": rng.random() < 0.5, "solver": rng.choice(["cadical195", "glucose3"])}
        assert_agrees(table, node_cost, maxsat, **how)
        assert_agrees(table, node_cost, search)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_engines_equal_the_oracle_on_seeded_tables(chunk):
    for seed in range(chunk * TABLES_PER_CHUNK, (chunk + 1) * TABLES_PER_CHUNK):
        check_seed(seed)


@settings(max_examples=100, deadline=None)
@given(tables(), st.one_of(st.none(), st.integers(1, 5)), st.booleans())
def test_engines_equal_the_oracle_on_any_tiny_table(table, node_cost, merge):
    assert_agrees(table, node_cost, maxsat, merge=merge)
    assert_agrees(table, node_cost, search)


@settings(max_examples=200, deadline=None)
@given(tables(), st.integers(1, 5))
def test_no_better_list_is_larger_than_the_bound_says(table, node_cost):
    """Fact: a list that costs less than (size, errors) has at most `largest_better_size` nodes."""
    problem = problem_of(table, node_cost=node_cost)
    start = problem.majority_list
    best = maxsat(problem, Limits()).model
    largest = largest_better_size(start.size, start.errors, problem.rows.unavoidable, node_cost)

    assert problem.cost(best) == problem.cost(start) or best.size <= largest


@settings(max_examples=200, deadline=None)
@given(tables(max_rows=20), st.one_of(st.none(), st.integers(1, 5)))
def test_a_greedy_list_is_a_list_of_the_problem(table, node_cost):
    problem = problem_of(table, node_cost=node_cost)
    greedy = greedy_list(problem, Limits().start())

    assert greedy is not None
    assert problem.perfect is False or greedy.errors == problem.rows.unavoidable
    least = least_perfect_size(table) if node_cost is None else least_sparse_cost(table, node_cost)
    assert problem.cost(greedy) >= least
