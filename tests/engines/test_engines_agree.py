"""Every engine finds the least cost that the oracle finds, and says so honestly."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles.lists import least_errors_by_size, least_perfect_size, least_sparse_cost
from samples.strategies import problem_of, random_table, tables
from shortlist.engines.greedy import first_list
from shortlist.engines.maxsat.growth import largest_better_size
from shortlist.engines.maxsat.lists import maxsat
from shortlist.engines.sat.oracle import MaxSat
from shortlist.engines.sat.sat import sat
from shortlist.engines.search import search
from shortlist.errors import WrongAnswerError
from shortlist.problems.evaluate import cost_of, errors_of, is_perfect, loss_of
from shortlist.problems.limits import Limits
from shortlist.problems.solution import Status

CHUNKS, TABLES_PER_CHUNK = 20, 100


def least_cost(table, node_cost):
    return least_perfect_size(table) if node_cost is None else least_sparse_cost(table, node_cost)


def assert_agrees(table, node_cost, expected, engine, **options):
    problem = problem_of(table, node_cost=node_cost)
    solution = engine(problem, Limits(), **options)

    assert (Status.OPTIMAL, expected, expected) == (solution.status, solution.cost, solution.lower_bound)
    assert expected == cost_of(problem, solution.lists)
    assert problem.perfect is False or loss_of(problem, solution.lists) == problem.unavoidable


def check_seed(seed: int, *, every_engine: bool = False) -> None:
    """One table, perfect and sparse, by `search` and, by turns, `sat` or `maxsat`; merged or not, and by either SAT solver."""
    rng = random.Random(seed)
    table = random_table(rng)
    for node_cost in (None, rng.randint(1, 4)):
        expected = least_cost(table, node_cost)
        how = {"merge": rng.random() < 0.5, "solver": rng.choice(["cadical195", "glucose3"])}
        assert_agrees(table, node_cost, expected, search)
        turn = (seed % 2 == 0) == (node_cost is None)
        if turn or every_engine:
            assert_agrees(table, node_cost, expected, maxsat, **how)
        if not turn or every_engine:
            assert_agrees(table, node_cost, expected, sat)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_engines_equal_the_oracle_on_seeded_tables(chunk):
    for seed in range(chunk * TABLES_PER_CHUNK, (chunk + 1) * TABLES_PER_CHUNK):
        check_seed(seed)


@pytest.mark.parametrize("seed", [2001481])
def test_engines_equal_the_oracle_on_tables_that_once_failed(seed):
    """2001481: `sat` asked for a list as cheap as the greedy one that it had just met its bound with."""
    check_seed(seed, every_engine=True)


@settings(max_examples=100, deadline=None)
@given(tables(), st.one_of(st.none(), st.integers(1, 5)), st.booleans())
def test_engines_equal_the_oracle_on_any_tiny_table(table, node_cost, merge):
    expected = least_cost(table, node_cost)
    assert_agrees(table, node_cost, expected, maxsat, merge=merge)
    assert_agrees(table, node_cost, expected, sat)
    assert_agrees(table, node_cost, expected, search)


@settings(max_examples=150, deadline=None)
@given(tables(max_rows=8, max_features=3), st.integers(1, 3))
def test_no_better_list_is_larger_than_the_bound_says(table, node_cost):
    """Fact: a list that costs less than (size, errors) has at most `largest_better_size` nodes, for every such pair."""
    unavoidable = problem_of(table, node_cost=node_cost).unavoidable
    fewest = least_errors_by_size(table, 9)
    for size, errors in fewest.items():
        largest = largest_better_size(node_cost * size + errors, unavoidable, node_cost)
        better = [k for k, e in fewest.items() if e + node_cost * k < errors + node_cost * size]

        assert all(k <= largest for k in better)


class LyingSolver(MaxSat):
    """A MaxSAT solver that says there is no list, or one that is dearer than it is."""

    lie = None

    def best_model(self):
        model = super().best_model()
        if self.lie == "no list":
            return None
        self.cost += 1
        return model


@pytest.mark.parametrize("lie", ["no list", "dearer"])
def test_a_solver_that_contradicts_itself_proves_nothing(monkeypatch, lie):
    monkeypatch.setattr(LyingSolver, "lie", lie)
    monkeypatch.setattr("shortlist.engines.maxsat.growth.MaxSat", LyingSolver)
    table = [((True, False), 1), ((True, True), 0), ((False, True), 0), ((False, False), 0)] * 4
    with pytest.raises(WrongAnswerError):
        maxsat(problem_of(table, node_cost=1), Limits())


@settings(max_examples=200, deadline=None)
@given(tables(max_rows=20), st.one_of(st.none(), st.integers(1, 5)))
def test_a_greedy_list_is_a_list_of_the_problem(table, node_cost):
    problem = problem_of(table, node_cost=node_cost)
    greedy = first_list(problem, Limits().start())

    assert greedy is not None
    assert problem.perfect is False or errors_of(problem, greedy) == problem.rows.unavoidable
    assert problem.perfect is False or is_perfect(problem, greedy)
    assert cost_of(problem, greedy) >= least_cost(table, node_cost)
