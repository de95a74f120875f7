"""Decision sets: every form and objective equals the oracle of that very form."""

import random

import numpy as np
import pytest

from brute_force_sets import least_complete_set, least_perfect_set, least_separated_set
from shortlist.engines.set_maxsat import set_maxsat
from shortlist.engines.sets import set_search
from shortlist.literal import Literal, Op
from shortlist.rows import merge
from shortlist.set_problem import SetForm, SetObjective, SetProblem
from shortlist.solution import Limits, Status
from strategies import random_table

CHUNKS, TABLES_PER_CHUNK = 10, 100


def set_problem_of(table, objective, *, node_cost=None, form=SetForm.SEPARATED):
    """The problem of a tiny table: sparse with this node cost, perfect with None."""
    n_features = len(table[0][0])
    matrix = np.array([row for row, _ in table], dtype=bool).reshape(len(table), n_features)
    labels = np.array([label for _, label in table], dtype=np.int64)
    n_classes = int(labels.max()) + 1
    features = tuple(Literal(f"f{i}", Op.EQUAL, True) for i in range(n_features))
    rows = merge(matrix, labels, n_classes)
    perfect = node_cost is None
    return SetProblem(
        rows, features, tuple(range(n_classes)), SetObjective(objective), node_cost or 1, perfect, form=form
    )


def in_pairs(problem, cost):
    """A cost as the oracle writes it: what comes first, and what comes second."""
    return divmod(cost, problem.costs.error) if problem.objective is SetObjective.MDS2_STAR else (cost, 0)


def assert_is_least(problem, solution, least):
    rules = problem.indexed(solution.model)

    assert Status.OPTIMAL is solution.status
    assert least == in_pairs(problem, solution.cost)
    assert solution.cost == problem.cost(rules) == solution.lower_bound
    assert not problem.perfect or problem.errors(rules) == problem.rows.unavoidable
    assert not solution.parts or solution.cost == sum(part.cost for part in solution.parts)


def check_perfect(table):
    for objective in SetObjective:
        problem = set_problem_of(table, objective)
        assert_is_least(problem, set_search(problem, Limits()), least_perfect_set(table, objective))


def check_separated(table, node_cost):
    for objective in SetObjective:
        problem = set_problem_of(table, objective, node_cost=node_cost)
        least = least_separated_set(table, objective, node_cost)
        assert_is_least(problem, set_search(problem, Limits()), least)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_perfect_sets_equal_the_oracle(chunk):
    for seed in range(chunk * TABLES_PER_CHUNK, (chunk + 1) * TABLES_PER_CHUNK):
        check_perfect(random_table(random.Random(seed)))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_separated_sparse_sets_equal_the_oracle(chunk):
    for seed in range(chunk * TABLES_PER_CHUNK, (chunk + 1) * TABLES_PER_CHUNK):
        rng = random.Random(seed)
        check_separated(random_table(rng)[:9], rng.randint(1, 3))


def check_complete(table, node_cost):
    for objective in SetObjective:
        problem = set_problem_of(table, objective, node_cost=node_cost, form=SetForm.COMPLETE)
        least = least_complete_set(table, objective, node_cost)
        assert_is_least(problem, set_maxsat(problem, Limits()), least)


def check_witness(table, node_cost):
    """MaxSAT, which shares nothing with the native engine, says the same of every part."""
    for objective in SetObjective:
        for price in (None, node_cost):
            problem = set_problem_of(table, objective, node_cost=price)
            native, witness = set_search(problem, Limits()), set_maxsat(problem, Limits())
            assert (native.status, native.cost) == (witness.status, witness.cost)
            if price is not None:
                assert [part.cost for part in native.parts] == [part.cost for part in witness.parts]


def small_table(rng):
    """Few rows, the fewer the more classes: all that the oracle of complete sets can try."""
    table = random_table(rng)
    return table[: {1: 8, 2: 7, 3: 5, 4: 4}[max(label for _, label in table) + 1]]


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_complete_sparse_sets_equal_the_oracle(chunk):
    for seed in range(chunk * TABLES_PER_CHUNK, (chunk + 1) * TABLES_PER_CHUNK):
        rng = random.Random(seed)
        check_complete(small_table(rng), rng.randint(1, 3))


def test_maxsat_confirms_the_native_engine():
    for seed in range(100):
        rng = random.Random(seed)
        check_witness(random_table(rng)[:9], rng.randint(1, 3))
