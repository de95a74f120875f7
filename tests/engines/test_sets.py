"""Decision sets: every form and objective equals the oracle of that very form."""

import random
from itertools import pairwise

import highspy
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
from samples.strategies import random_table, set_problem_of, tables
from shortlist import _kernel
from shortlist.engines.bracket import Stopped
from shortlist.engines.covers import master
from shortlist.engines.covers.perfect_cover import PerfectCover
from shortlist.engines.covers.pure_rules import ClassRules, CoverTable, Prices
from shortlist.engines.maxsat.sets import set_maxsat
from shortlist.engines.registry import solve
from shortlist.engines.sets import set_search
from shortlist.features.rows import DistinctRows
from shortlist.models.model import ModelKind
from shortlist.problems.evaluate import cost_of, errors_of
from shortlist.problems.indexed import all_rules, size_of
from shortlist.problems.limits import KERNEL_SHARE, Limits
from shortlist.problems.objective import PRESETS as PRESETS_OF
from shortlist.problems.objective import Form
from shortlist.problems.solution import Status, Stop

PRESETS = PRESETS_OF[ModelKind.SET]
CHUNKS, TABLES_PER_CHUNK = 10, 100


def in_pairs(problem, preset, cost):
    """A cost as the oracle writes it: what comes first, and what comes second."""
    return divmod(cost, problem.costs.error) if preset == "mds2*" else (cost, 0)


def assert_is_least(problem, preset, solution, least):
    lists = solution.lists

    assert Status.OPTIMAL is solution.status
    assert least == in_pairs(problem, preset, solution.cost)
    assert solution.cost == cost_of(problem, lists) == solution.lower_bound
    assert not problem.perfect or errors_of(problem, lists) == problem.rows.unavoidable
    assert not solution.parts or solution.cost == sum(part.cost for part in solution.parts)
    assert not solution.parts or size_of(all_rules(lists)) == sum(part.size for part in solution.parts)
    assert not solution.parts or len(lists) == sum(part.rules for part in solution.parts)


def check_perfect(table, presets=PRESETS):
    for preset in presets:
        problem = set_problem_of(table, preset)
        assert_is_least(problem, preset, set_search(problem, Limits()), least_perfect_set(table, preset))


def check_separated(table, node_cost):
    for preset in PRESETS:
        problem = set_problem_of(table, preset, node_cost=node_cost)
        least = least_separated_set(table, preset, node_cost)
        assert_is_least(problem, preset, set_search(problem, Limits()), least)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_perfect_sets_equal_the_oracle(chunk):
    """The objectives by turns; `fuzz_sets.py` asks for each of every table."""
    for seed in range(chunk * TABLES_PER_CHUNK, (chunk + 1) * TABLES_PER_CHUNK):
        check_perfect(random_table(random.Random(seed)), [PRESETS[seed % 3]])


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_separated_sparse_sets_equal_the_oracle(chunk):
    for seed in range(chunk * TABLES_PER_CHUNK, (chunk + 1) * TABLES_PER_CHUNK):
        rng = random.Random(seed)
        check_separated(random_table(rng)[:9], rng.randint(1, 3))


def check_complete(table, node_cost):
    for preset in PRESETS:
        problem = set_problem_of(table, preset, node_cost=node_cost, form=Form.COMPLETE)
        least = least_complete_set(table, preset, node_cost)
        assert_is_least(problem, preset, set_maxsat(problem, Limits()), least)


def check_witness(table, node_cost):
    """MaxSAT, which shares nothing with the native engine, says the same of every part."""
    for preset in PRESETS:
        for price in (None, node_cost):
            problem = set_problem_of(table, preset, node_cost=price)
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


def check_larger(seed, presets=PRESETS):
    """Tables on which covers must be branched over and ties hold classes together; the oracle is an integer program."""
    rng = random.Random(seed)
    n_features, n_rows, n_classes = rng.randint(5, 6), rng.randint(20, 60), rng.randint(2, 3)
    table = [(tuple(rng.random() < 0.5 for _ in range(n_features)), rng.randrange(n_classes)) for _ in range(n_rows)]
    for preset in presets:
        problem = set_problem_of(table, preset)
        assert_is_least(problem, preset, set_search(problem, Limits()), least_perfect_set_by_program(table, preset))


@pytest.mark.parametrize("chunk", range(4))
def test_perfect_sets_of_larger_tables_equal_an_integer_program(chunk):
    for seed in range(chunk * 10, (chunk + 1) * 10):
        check_larger(seed, [PRESETS[seed % 3]])


def least_costs(table, node_cost):
    """The least cost for every objective, perfect and separated."""
    asked = [(preset, price) for preset in PRESETS for price in (None, node_cost)]
    problems = [(set_problem_of(table, preset, node_cost=price), preset) for preset, price in asked]
    return [in_pairs(problem, preset, set_search(problem, Limits()).cost) for problem, preset in problems]


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

    assert least_costs(table, node_cost) == least_costs(other, node_cost)


@settings(max_examples=40, deadline=None)
@given(tables(max_rows=14))
def test_perfect_costs_do_not_depend_on_how_often_rows_are_there(table):
    again = table * 3

    for preset in PRESETS:
        costs = [
            in_pairs(p, preset, set_search(p, Limits()).cost)
            for p in (set_problem_of(t, preset) for t in (table, again))
        ]
        assert costs[0] == costs[1]


@settings(max_examples=40, deadline=None)
@given(tables(max_rows=14))
def test_objectives_agree_where_they_must(table):
    """mds2* has the rules of mds2, and no set is smaller than opt says."""
    opt, mds2, star = (set_search(set_problem_of(table, preset), Limits()) for preset in PRESETS)

    assert len(mds2.lists) == len(star.lists)
    size = [size_of(all_rules(solution.lists)) for solution in (opt, star, mds2)]
    assert sorted(size) == size


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
    cover_table = CoverTable(rows, rows.best_classes(), np.ones(len(rows), bool), np.ones((5, 2), bool))
    least = PerfectCover(cover_table, Prices(1, 1)).solve(Limits().start()).cost
    for last in range(60):
        calls = iter(range(last))

        def cut_off(self, *arguments, calls=calls, **options):
            if next(calls, None) is None:
                raise Stopped(Stop.TIME)
            return whole(self, *arguments, **options)

        monkeypatch.setattr(ClassRules, method, cut_off)
        cover = PerfectCover(cover_table, Prices(1, 1)).solve(Limits().start())
        assert cover.lower_bound <= least
        assert cover.cost is None or cover.cost >= least
        monkeypatch.setattr(ClassRules, method, whole)
        assert least == cover.solve(Limits().start()).cost == cover.lower_bound


def distinct(rows):
    return DistinctRows(rows, np.ones((len(rows), 1), dtype=np.int64))


def test_linear_programs_go_on_where_a_short_run_ended(monkeypatch):
    rng = random.Random(5)
    problem = set_problem_of(
        [(tuple(rng.random() < 0.5 for _ in range(6)), rng.randrange(2)) for _ in range(50)], "opt"
    )
    whole, runs = set_search(problem, Limits()), []
    monkeypatch.setattr(master, "_FIRST_RUN", 1e-9)
    run_for = master.MasterProgram._run_for
    monkeypatch.setattr(master.MasterProgram, "_run_for", lambda self, s: runs.append(s) or run_for(self, s))
    assert set_search(problem, Limits()).cost == whole.cost
    assert any(later == 2 * sooner for sooner, later in pairwise(runs)), "no run was cut off"


def test_ctrl_c_ends_a_long_linear_program(monkeypatch):
    rng = random.Random(5)
    problem = set_problem_of(
        [(tuple(rng.random() < 0.5 for _ in range(6)), rng.randrange(2)) for _ in range(50)], "opt"
    )

    def unfinished(self, seconds):
        if seconds > 1:
            raise KeyboardInterrupt
        return highspy.HighsModelStatus.kTimeLimit

    monkeypatch.setattr(master.MasterProgram, "_run_for", unfinished)
    found = set_search(problem, Limits())
    assert (found.stopped, found.cost is None) == (Stop.INTERRUPT, False)


def test_the_class_with_the_most_rows_is_solved_last_and_told_in_its_place(monkeypatch):
    table = [((a, b), int(a and b)) for a in (False, True) for b in (False, True)]
    solved = []
    solve_part = PerfectCover.solve
    monkeypatch.setattr(PerfectCover, "solve", lambda self, clock: solved.append(self) or solve_part(self, clock))
    solution = set_search(set_problem_of(table, "opt"), Limits())
    assert [int(cover.table.needed.sum()) for cover in solved] == [1, 3]
    assert [part.labels for part in solution.parts] == [(0,), (1,)]


def test_one_class_that_cannot_be_covered_is_infeasible():
    """Both rows look the same where the only telling feature may not be used."""
    rows = np.array([[False, True], [True, True]])
    literals = np.array([[False, False], [True, True]])
    table = CoverTable(distinct(rows), ~rows[:, :1], ~rows[:, 0], literals)
    cover = PerfectCover(table, Prices(1, 1)).solve(Limits().start())

    assert cover.infeasible
    assert cover.lists is None


def test_free_rows_may_be_covered():
    rows = np.array([[False, False], [False, True], [True, False], [True, True]])
    wanted, barred = np.array([True, False, False, False]), np.array([False, False, False, True])
    table = CoverTable(distinct(rows), ~barred[:, None], wanted, np.ones((2, 2), dtype=bool))
    cover = PerfectCover(table, Prices(1, 1)).solve(Limits().start())

    assert (2, 2) == (cover.cost, cover.lower_bound)


def test_a_memory_limit_reaches_the_kernel(monkeypatch):
    """Regression: sparse sets were searched without it."""
    given, whole = [], _kernel.search

    def spy(*arguments, **options):
        given.append(options["memory_limit"])
        return whole(*arguments, **options)

    monkeypatch.setattr("shortlist.engines.kernel._kernel.search", spy)
    monkeypatch.setattr("shortlist.problems.limits.held", lambda: 0)
    table = [((a, b), int(a and b)) for a in (False, True) for b in (False, True)] * 3
    problem = set_problem_of(table, "opt", node_cost=1)
    solution = solve("search", problem, Limits(memory=64 * 2**20))

    assert Status.OPTIMAL is solution.status
    assert given
    assert {int(64 * 2**20 * KERNEL_SHARE)} == set(given)


def test_little_memory_gives_the_same_set():
    for seed in range(10):
        rng = random.Random(seed)
        table = [(tuple(rng.random() < 0.5 for _ in range(7)), rng.randrange(2)) for _ in range(80)]
        problem = set_problem_of(table, "opt", node_cost=2)
        free, tight = (solve("search", problem, limits) for limits in (Limits(), Limits(memory=100_000)))

        assert (Status.OPTIMAL, free.cost) == (tight.status, tight.cost)
