"""The fewest errors within a budget, then the fewest nodes: as brute force says, and with bounds that hold when time is over."""

import random
from dataclasses import replace

import pytest

from oracles.lists import least_errors_by_size
from samples.strategies import problem_of, random_table
from shortlist.engines.frontier import Frontier
from shortlist.engines.search import search
from shortlist.problems.constraints import Constraints
from shortlist.problems.costs import Costs
from shortlist.problems.evaluate import errors_of, keeps_constraints
from shortlist.problems.indexed import size_of
from shortlist.problems.limits import Limits
from shortlist.problems.solution import Status


def budget(table, most):
    costs = Costs(1, 1, 1, error=most + 1)
    return replace(problem_of(table, node_cost=1), costs=costs, constraints=Constraints(max_size=most))


@pytest.mark.parametrize("piece", range(25))
def test_a_budget_is_used_as_brute_force_says(piece):
    rng = random.Random(piece)
    for _ in range(40):
        table, most = random_table(rng), rng.randint(1, 8)
        problem = budget(table, most)
        solution = search(problem, Limits())
        exact = least_errors_by_size(table, most)
        fewest = min(exact.values())

        assert problem.is_budget
        assert Status.OPTIMAL is solution.status
        assert (fewest, min(k for k in exact if exact[k] == fewest)) == (
            errors_of(problem, solution.lists),
            size_of(solution.lists[0]),
        )
        assert keeps_constraints(problem, solution.lists)


def test_without_time_there_is_a_list_within_the_budget():
    rng = random.Random(7)
    problem = budget([(tuple(rng.random() < 0.5 for _ in range(9)), rng.randrange(2)) for _ in range(200)], 5)
    solution = search(problem, Limits(0.0))

    assert solution.lists is not None
    assert size_of(solution.lists[0]) <= 5
    assert solution.lower_bound <= solution.cost


def test_lists_that_are_offered_are_kept_with_what_is_left_when_rules_are_cut_off():
    table = [((True, False), 0)] * 3 + [((False, True), 1)] * 3 + [((False, False), 2)] * 3
    front = Frontier(budget(table, 9))
    front.offer(((((((0, True),)), 0), (((1, True),), 1), ((), 2)),))

    assert 0 == front.errors_known(5)
    assert 3 == front.errors_known(3), "the default rule then has the class that is right most often"
    assert 6 == front.errors_known(1)
