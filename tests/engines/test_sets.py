"""Decision sets: every form and objective equals the oracle of that very form."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles.sets import (
    least_complete_set,
    least_perfect_set,
    least_perfect_set_by_program,
    least_separated_set,
)
from samples.strategies import random_table, tables
from shortlist.engines.bracket import Stopped
from shortlist.engines.covers.one_class import one_class_perfect
from shortlist.engines.covers.perfect_cover import PerfectCover
from shortlist.engines.covers.pure_rules import ClassRules, Prices, Rights
from shortlist.engines.maxsat.sets import set_maxsat
from shortlist.engines.sets import set_search
from shortlist.features.literal import Literal, Op
from shortlist.features.rows import merge
from shortlist.problems.set_problem import SetForm, SetObjective, SetProblem
from shortlist.problems.solution import Limits, Status, Stop

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


def check_larger(seed):
    """Tables on which covers must be branched over and ties hold classes together; the oracle is an integer program."""
    rng = random.Random(seed)
    n_features, n_rows, n_classes = rng.randint(5, 6), rng.randint(20, 60), rng.randint(2, 3)
    table = [(tuple(rng.random() < 0.5 for _ in range(n_features)), rng.randrange(n_classes)) for _ in range(n_rows)]
    for objective in SetObjective:
        problem = set_problem_of(table, objective)
        assert_is_least(problem, set_search(problem, Limits()), least_perfect_set_by_program(table, objective))


@pytest.mark.parametrize("chunk", range(4))
def test_perfect_sets_of_larger_tables_equal_an_integer_program(chunk):
    for seed in range(chunk * 10, (chunk + 1) * 10):
        check_larger(seed)


def costs_of(table, node_cost):
    """The least cost for every objective, perfect and separated."""
    problems = [set_problem_of(table, o, node_cost=price) for o in SetObjective for price in (None, node_cost)]
    return [in_pairs(problem, set_search(problem, Limits()).cost) for problem in problems]


@settings(max_examples=40, deadline=None)
@given(tables(max_rows=14), st.integers(1, 3), st.randoms(use_true_random=False))
def test_costs_do_not_depend_on_how_a_table_is_written(table, node_cost, rng):
    """Rows and columns in another order, columns negated, classes renamed: the same costs."""
    n_features = len(table[0][0])
    order, negated = rng.sample(range(n_features), n_features), [rng.random() < 0.5 for _ in range(n_features)]
    labels = list(range(max(label for _, label in table) + 1))
    rng.shuffle(labels)
    other = [(tuple(row[k] != negated[k] for k in order), labels[label]) for row, label in table]
    rng.shuffle(other)

    assert costs_of(table, node_cost) == costs_of(other, node_cost)


@settings(max_examples=40, deadline=None)
@given(tables(max_rows=14))
def test_perfect_costs_do_not_depend_on_how_often_rows_are_there(table):
    again = table * 3

    for objective in SetObjective:
        costs = [
            in_pairs(p, set_search(p, Limits()).cost) for p in (set_problem_of(t, objective) for t in (table, again))
        ]
        assert costs[0] == costs[1]


@settings(max_examples=40, deadline=None)
@given(tables(max_rows=14))
def test_objectives_agree_where_they_must(table):
    """mds2* has the rules of mds2, and no set is smaller than opt says."""
    opt, mds2, star = (set_search(set_problem_of(table, objective), Limits()) for objective in SetObjective)

    assert len(mds2.model.rules) == len(star.model.rules)
    assert opt.model.size <= star.model.size <= mds2.model.size


def test_a_tied_row_may_have_either_class_but_not_both():
    """Three rows on a line: the middle one is tied and goes where it costs nothing."""
    table = [((False, False), 0), ((True, False), 0), ((True, False), 1), ((True, True), 1)]
    solution = set_search(set_problem_of(table, "opt"), Limits())

    assert (Status.OPTIMAL, 4) == (solution.status, solution.cost)
    assert ((0, 1),) == tuple(part.labels for part in solution.parts)


@pytest.mark.parametrize("method", ["grow", "guess", "find"])
def test_a_solve_that_is_cut_off_anywhere_claims_nothing_wrong_and_can_go_on(monkeypatch, method):
    """Regression: a node whose split was cut off was forgotten, and with it what it could still have become."""
    whole = getattr(ClassRules, method)
    rng = random.Random(5)
    table = [(tuple(rng.random() < 0.5 for _ in range(5)), rng.randrange(2)) for _ in range(50)]
    rows = set_problem_of(table, "opt").rows
    rights = Rights(rows.features, rows.best_classes(), np.ones(len(rows), bool), np.ones((5, 2), bool))
    least = PerfectCover(rights, Prices(1, 1)).solve(Limits().start()).cost
    for last in range(60):
        calls = iter(range(last))

        def cut_off(self, *arguments, calls=calls, **options):
            if next(calls, None) is None:
                raise Stopped(Stop.TIME)
            return whole(self, *arguments, **options)

        monkeypatch.setattr(ClassRules, method, cut_off)
        cover = PerfectCover(rights, Prices(1, 1)).solve(Limits().start())
        assert cover.lower_bound <= least
        assert cover.cost is None or cover.cost >= least
        monkeypatch.setattr(ClassRules, method, whole)
        assert least == cover.solve(Limits().start()).cost == cover.lower_bound


def test_one_class_that_cannot_be_covered_is_infeasible():
    """Both rows look the same where the only telling feature may not be used."""
    rows = np.array([[False, True], [True, True]])
    literals = np.array([[False, False], [True, True]])
    answer = one_class_perfect(
        rows, wanted=~rows[:, 0], barred=rows[:, 0], prices=Prices(1, 1), limits=Limits(), literals=literals
    )

    assert answer.is_infeasible
    assert answer.rules is None


def test_free_rows_may_be_covered():
    rows = np.array([[False, False], [False, True], [True, False], [True, True]])
    wanted, barred = np.array([True, False, False, False]), np.array([False, False, False, True])
    answer = one_class_perfect(rows, wanted=wanted, barred=barred, prices=Prices(1, 1), limits=Limits())

    assert (2, 2) == (answer.cost, answer.lower_bound)
