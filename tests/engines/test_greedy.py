"""The engine greedy: lists that keep to everything, a bound that is true, and limits that are kept."""

import random
import time
from dataclasses import replace

import numpy as np
import pytest

from oracles.lists import least_perfect_size, least_sparse_cost
from samples.strategies import problem_of, random_table
from shortlist.engines.greedy import greedy, one_literal_list
from shortlist.engines.registry import solve
from shortlist.engines.search import search
from shortlist.errors import UsageError
from shortlist.features.literal import Literal, Op
from shortlist.features.rows import merge
from shortlist.problems.constraints import Constraints
from shortlist.problems.costs import Costs
from shortlist.problems.evaluate import cost_of, keeps_constraints, loss_of, majority_list
from shortlist.problems.indexed import size_of
from shortlist.problems.limits import Limits
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Status, Stop

CHUNKS, TABLES_PER_CHUNK = 4, 250


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_greedy_lists_never_go_below_the_oracle(chunk):
    for seed in range(chunk * TABLES_PER_CHUNK, (chunk + 1) * TABLES_PER_CHUNK):
        rng = random.Random(seed)
        table = random_table(rng)
        node_cost = rng.choice([None, rng.randint(1, 4)])
        problem = problem_of(table, node_cost=node_cost)
        solution = greedy(problem, Limits())
        if seed % 5 == 0:
            least = least_perfect_size(table) if node_cost is None else least_sparse_cost(table, node_cost)
        else:
            least = search(problem, Limits()).cost

        assert solution.lower_bound <= least <= solution.cost == cost_of(problem, solution.lists)
        assert (solution.status is Status.OPTIMAL) == (solution.cost == solution.lower_bound)
        assert not problem.perfect or loss_of(problem, solution.lists) == problem.unavoidable


def test_a_list_of_one_literal_is_found_exactly_where_it_is_enough():
    found = 0
    for seed in range(400):
        table = random_table(random.Random(seed))
        problem = problem_of(table, node_cost=None)
        lists, least = one_literal_list(problem, Limits().start()), least_perfect_size(table)
        assert (lists is not None) == (least == 3) or least == 1
        if lists is not None:
            found += 1
            assert size_of(lists[0]) == 3
            assert loss_of(problem, lists) == problem.unavoidable
    assert found > 20


def test_greedy_lists_keep_to_constraints_and_know_all_prices():
    for seed in range(150):
        rng = random.Random(seed)
        problem = problem_of(random_table(rng), node_cost=1)
        n_features, n_classes = len(problem.features), len(problem.classes)
        prices = tuple(rng.randint(0, 3) for _ in range(n_features))
        errors = tuple(tuple(rng.randint(1, 4) * (c != p) for p in range(n_classes)) for c in range(n_classes))
        constraints = Constraints(
            max_rules=rng.choice([None, 0, 1, 2]),
            max_literals=rng.choice([None, 1, 2]),
            max_size=rng.choice([None, 1, 4, 6]),
            min_rows=rng.choice([0, 2, 3]),
            negations=rng.random() < 0.7,
            rule_classes=rng.choice([None, (0,), ()]),
        )
        costs = Costs(rng.randint(0, 3), 1, rng.randint(0, 2), prices, errors)
        problem = replace(problem, costs=costs, constraints=constraints)
        solution = greedy(problem, Limits())

        assert keeps_constraints(problem, solution.lists)
        assert solution.lower_bound <= search(problem, Limits()).cost <= solution.cost


@pytest.fixture(scope="module")
def large():
    """As large as the largest table of the paper's suite."""
    rng = np.random.default_rng(0)
    features = tuple(Literal(f"f{i}", Op.EQUAL, True) for i in range(126))
    matrix = rng.random((54_045, 126)) < 0.5
    labels = np.where(rng.random(54_045) < 0.8, matrix[:, 0] & matrix[:, 1], matrix[:, 2]).astype(np.int64)
    return Problem(merge(matrix, labels, 2), features, (0, 1), Costs.per_node(271))


def test_a_large_table_has_a_list_within_its_limit(large):
    start = time.perf_counter()
    solution = greedy(large, Limits(3.0))
    spent = time.perf_counter() - start

    assert (Status.FEASIBLE, Stop.TIME) == (solution.status, solution.stopped) or solution.stopped is None
    assert solution.cost < cost_of(large, majority_list(large))
    assert spent < 10


def test_without_time_there_is_the_majority_list(large):
    assert majority_list(large) == greedy(large, Limits(0.0)).lists
    assert None is greedy(replace(large, perfect=True), Limits(0.0)).lists


def test_perfect_lists_with_constraints_are_left_to_others():
    problem = replace(problem_of([((True,), 0), ((False,), 1)], node_cost=None), constraints=Constraints(max_rules=0))
    with pytest.raises(UsageError, match="the engine greedy cannot keep to max rules for a perfect list"):
        solve("greedy", problem, Limits())


def test_a_table_that_is_too_large_for_the_memory_limit_gets_the_one_node_list(hard):
    solution = greedy(hard, Limits(memory=10_000))

    assert Stop.MEMORY is solution.stopped
    assert 1 == size_of(solution.lists[0])
