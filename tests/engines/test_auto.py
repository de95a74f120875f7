"""Whatever happens to a child costs only its own contribution: a list, a true bound and a sentence are left."""

import multiprocessing
import os
import queue
import random
import signal
import threading
import time
from dataclasses import replace
from pathlib import Path

import joblib
import pytest

from engines.test_limits import hard  # noqa: F401  # a fixture
from oracles.lists import least_perfect_size, least_sparse_cost
from samples.strategies import problem_of, random_table
from shortlist.engines import auto as portfolio
from shortlist.engines.auto import auto
from shortlist.engines.child import Child, Failure, Message, Task
from shortlist.problems.constraints import Constraints
from shortlist.problems.solution import Limits, Progress, Status, Stop

FAULTS = {
    "killed": (Stop.FAULT, "was ended by SIGKILL"),
    "segfaulting": (Stop.FAULT, "was ended by SIGSEGV"),
    "hungry": (Stop.MEMORY, "ran out of memory"),
    "raising": (Stop.FAULT, "a bug"),
}


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(portfolio, "SHORT", 0.2)
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1]))


def team_of(monkeypatch, *engines):
    monkeypatch.setattr(portfolio, "team_for", lambda _: list(engines))


@pytest.mark.parametrize(
    ("cores", "largest_for_sat", "changes", "team"),
    [
        (1, 10**6, {}, ["search"]),
        (2, 10**6, {}, ["search", "sat"]),
        (2, 0, {}, ["search", "greedy"]),
        (2, 0, {"perfect": True}, ["search", "greedy"]),
        (2, 10**6, {"constraints": Constraints(min_rows=2)}, ["search", "greedy"]),
        (2, 0, {"perfect": True, "constraints": Constraints(max_rules=3)}, ["search"]),
    ],
)
def test_a_second_core_has_work_that_suits_the_problem(monkeypatch, cores, largest_for_sat, changes, team):
    monkeypatch.setattr(portfolio, "cores", lambda: cores)
    monkeypatch.setattr(portfolio, "_LARGEST_FOR_SAT", largest_for_sat)
    problem = problem_of(random_table(random.Random(1)), node_cost=1)

    assert team == [engine.rpartition(":")[2] for engine in portfolio.team_for(replace(problem, **changes))]


def test_a_greedy_list_serves_beside_the_search(hard, short, monkeypatch):  # noqa: F811
    team_of(monkeypatch, "shortlist.engines.greedy:greedy")
    solution = auto(hard, Limits(20))

    assert solution.status is Status.FEASIBLE
    assert hard.cost(solution.model) == solution.cost > solution.lower_bound
    assert solution.notes == ()


@pytest.mark.parametrize("fault", FAULTS)
def test_a_child_that_fails_costs_only_its_own_contribution(hard, short, monkeypatch, fault):  # noqa: F811
    team_of(monkeypatch, f"engines.faulty_engines:{fault}")
    solution = auto(hard, Limits(20, 64 * 2**20))

    stop, sentence = FAULTS[fault]
    assert (Status.FEASIBLE, stop) == (solution.status, solution.stopped)
    assert hard.costs.default + hard.rows.unavoidable <= solution.lower_bound < solution.cost
    assert hard.cost(solution.model) == solution.cost
    assert any(sentence in note for note in solution.notes), solution.notes


def test_what_a_child_told_before_it_died_is_kept(hard, short, monkeypatch):  # noqa: F811
    inbox = queue.SimpleQueue()
    child = Child(Task("engines.faulty_engines:telling", hard), inbox)
    moment, end = inbox.get(timeout=30).said, inbox.get(timeout=30).said
    child.kill()

    assert isinstance(moment, Progress)
    assert hard.cost(moment.model) == moment.cost
    assert "SIGKILL" in end.sentence


def test_a_child_that_cannot_be_given_its_task_is_heard_of(hard):  # noqa: F811
    inbox = queue.SimpleQueue()
    child = Child(Task("engines.faulty_engines:telling", hard, options={"unwritable": lambda: None}), inbox)
    said = inbox.get(timeout=20).said
    child.kill()
    assert "could not be given its task" in said.sentence


def test_a_child_that_ends_when_it_is_asked_to_is_no_fault(hard):  # noqa: F811
    team = portfolio.Team(hard, Limits(), None)
    team.stops.append(Stop.INTERRUPT)
    team.inbox.put(Message(None, Failure("the process of search ended with exit code 0 before it had an answer")))
    team._take({None}, 1.0)
    assert ([Stop.INTERRUPT], []) == (team.stops, team.notes)


def test_what_is_worked_out_here_is_not_written_to_a_child(hard):  # noqa: F811
    """It may be worked out in the very moment of writing."""
    hard.majority_list  # noqa: B018
    given = portfolio.Team(hard, Limits(1), None)._task("engines.faulty_engines:telling").problem
    assert "packed" in vars(hard.rows)
    assert not set(vars(given)) - set(given.__dataclass_fields__)
    assert not set(vars(given.rows)) - set(given.rows.__dataclass_fields__)


def test_a_failing_child_does_not_end_the_others(hard, short, monkeypatch):  # noqa: F811
    team_of(monkeypatch, "engines.faulty_engines:killed", "shortlist.engines.search:search")
    solution = auto(hard, Limits(2.0))

    assert (Status.FEASIBLE, Stop.TIME) == (solution.status, solution.stopped)
    assert any("SIGKILL" in note for note in solution.notes)


def test_a_real_search_that_is_killed_leaves_its_list_and_bound(hard, short, monkeypatch):  # noqa: F811
    children = []

    class Watched(Child):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            children.append(self)

    team_of(monkeypatch, "shortlist.engines.search:search")
    monkeypatch.setattr(portfolio, "Child", Watched)
    threading.Timer(1.0, lambda: os.kill(children[0].process.pid, signal.SIGKILL)).start()
    solution = auto(hard, Limits(30))

    assert (Status.FEASIBLE, Stop.FAULT) == (solution.status, solution.stopped)
    assert solution.seconds < 10


def test_a_deaf_child_is_ended_at_the_time_limit(hard, short, monkeypatch):  # noqa: F811
    team_of(monkeypatch, "engines.faulty_engines:deaf")
    start = time.perf_counter()
    solution = auto(hard, Limits(1.5))

    assert (Status.FEASIBLE, Stop.TIME) == (solution.status, solution.stopped)
    assert time.perf_counter() - start < 4


def test_children_prove_what_search_proves(monkeypatch, short):
    monkeypatch.setattr(portfolio, "SHORT", 0.0)
    for seed in range(4):
        table = random_table(random.Random(seed))
        solution = auto(problem_of(table, node_cost=None if seed % 2 else 1), Limits(60))

        assert Status.OPTIMAL is solution.status
        assert (least_perfect_size(table) if seed % 2 else least_sparse_cost(table, 1)) == solution.cost
        assert () == solution.notes


def test_a_worker_of_joblib_starts_no_child_and_keeps_the_limit(hard):  # noqa: F811
    workers = joblib.Parallel(n_jobs=2)
    solution, may = workers([joblib.delayed(auto)(hard, Limits(1.2)), joblib.delayed(portfolio.may_have_children)()])

    assert may is False
    assert (Status.FEASIBLE, Stop.TIME) == (solution.status, solution.stopped)
    assert solution.seconds < 5 * 1.4, "far off; bench/limits.py measures it exactly"


def test_a_daemon_starts_no_child():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(portfolio.may_have_children) is False
