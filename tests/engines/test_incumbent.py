"""A list that is known before the solve is used by every engine that can take one, and never makes its answer worse."""

import random
from dataclasses import replace

import pytest

from samples.strategies import problem_of, random_table
from shortlist.engines.greedy import first_list, greedy
from shortlist.engines.sat.sat import sat
from shortlist.engines.search import search
from shortlist.problems.costs import Costs
from shortlist.problems.evaluate import cost_of, is_perfect
from shortlist.problems.indexed import one_list
from shortlist.problems.limits import Limits
from shortlist.problems.solution import Status

ENGINES = [search, sat, greedy]


@pytest.fixture(scope="module")
def good(hard):
    """A list that no engine has in no time."""
    return search(hard, Limits(1.5))


@pytest.fixture(scope="module")
def larger_tables():
    """Two classes that a list of a few nodes tells apart but for noise; proved in well under a second."""
    rng = random.Random(3)
    rows = [tuple(rng.random() < 0.5 for _ in range(6)) for _ in range(120)]
    return [(row, int(row[0] and row[1]) ^ int(rng.random() < 0.1)) for row in rows]


@pytest.mark.parametrize("engine", ENGINES)
def test_without_time_the_answer_is_the_list_that_was_known(hard, good, engine):
    alone, helped = engine(hard, Limits(0.0)), engine(hard, Limits(0.0), incumbent=good.lists)

    assert good.cost < alone.cost, "else this shows nothing"
    assert helped.cost <= good.cost
    assert cost_of(hard, helped.lists) == helped.cost
    assert Status.FEASIBLE is helped.status


@pytest.mark.parametrize("engine", [search, sat])
def test_without_time_a_perfect_list_that_was_known_is_the_answer(larger_tables, engine):
    problem = problem_of(larger_tables, node_cost=None)
    known = first_list(problem, Limits().start())
    helped = engine(problem, Limits(0.0), incumbent=known)

    assert is_perfect(problem, helped.lists)
    assert helped.cost <= cost_of(problem, known)


def some_list(rng, problem):
    """Any list, or one that perfect problems can begin with."""
    if problem.perfect:
        return first_list(problem, Limits().start())
    n_features, n_classes = len(problem.features), len(problem.classes)
    rules = []
    for _ in range(rng.randint(0, 4) if n_features else 0):
        chosen = rng.sample(range(n_features), rng.randint(1, min(3, n_features)))
        rules.append(([(k, rng.random() < 0.5) for k in sorted(chosen)], rng.randrange(n_classes)))
    return one_list([*rules, ([], rng.randrange(n_classes))])


@pytest.mark.parametrize("engine", ENGINES)
def test_no_list_that_was_known_makes_the_answer_worse(engine):
    for seed in range(250):
        rng = random.Random(seed)
        problem = problem_of(random_table(rng), node_cost=rng.choice([None, 1, 2, 3]))
        if rng.random() < 0.3:
            problem = replace(problem, costs=Costs(rng.randint(0, 3), rng.randint(0, 3), rng.randint(0, 3)))
        known = some_list(rng, problem)
        alone, helped = engine(problem, Limits()), engine(problem, Limits(), incumbent=known)

        assert helped.cost <= min(alone.cost, cost_of(problem, known)), seed
        assert cost_of(problem, helped.lists) == helped.cost
        assert not problem.perfect or is_perfect(problem, helped.lists)
        if engine is not greedy:
            assert (Status.OPTIMAL, alone.cost) == (helped.status, helped.cost)


@pytest.mark.parametrize("engine", ENGINES)
def test_an_optimal_list_that_was_known_is_proved_and_kept_at_its_cost(larger_tables, engine):
    problem = problem_of(larger_tables, node_cost=3)
    best = search(problem, Limits())
    helped = engine(problem, Limits(), incumbent=best.lists)

    assert best.cost == helped.cost
    assert engine is greedy or helped.status is Status.OPTIMAL
