"""Whatever happens to a child costs only its own contribution: a list, a true bound and a sentence are left."""

import multiprocessing
import os
import pickle
import queue
import random
import signal
import threading
import time
from dataclasses import replace
from pathlib import Path

import joblib
import pytest

from oracles.lists import least_perfect_size, least_sparse_cost
from samples.strategies import problem_of, random_table
from shortlist.engines import auto as auto_engine
from shortlist.engines.auto import auto
from shortlist.engines.bracket import Run
from shortlist.engines.child import Child, Failure, Task
from shortlist.engines.search import search
from shortlist.problems.constraints import Constraints
from shortlist.problems.evaluate import cost_of
from shortlist.problems.limits import Limits
from shortlist.problems.solution import Progress, Status, Stop

FAULTS = {
    "killed": (Stop.FAULT, "was ended by SIGKILL"),
    "segfaulting": (Stop.FAULT, "was ended by SIGSEGV"),
    "hungry": (Stop.MEMORY, "ran out of memory"),
    "raising": (Stop.FAULT, "a bug"),
}


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(auto_engine, "SHORT", 0.2)
    monkeypatch.setattr(auto_engine, "ALONE", 0.5)
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1]))


def team_of(monkeypatch, *engines):
    monkeypatch.setattr(auto_engine, "team_for", lambda _: list(engines))


@pytest.mark.parametrize(
    ("cores", "largest_for_sat", "changes", "team"),
    [
        (1, 10**6, {}, ["search"]),
        (2, 10**6, {}, ["search"]),
        (2, 0, {}, ["search"]),
        (2, 10**6, {"perfect": True}, ["search", "sat"]),
        (2, 10**6, {"constraints": Constraints(min_rows=2)}, ["search"]),
        (2, 10**6, {"perfect": True, "constraints": Constraints(max_rules=3)}, ["search", "sat"]),
    ],
)
def test_a_second_core_has_work_that_suits_the_problem(monkeypatch, cores, largest_for_sat, changes, team):
    monkeypatch.setattr(auto_engine, "cores", lambda: cores)
    monkeypatch.setattr(auto_engine, "_LARGEST_FOR_SAT", largest_for_sat)
    problem = problem_of(random_table(random.Random(1)), node_cost=1)

    assert team == [engine.rpartition(":")[2] for engine in auto_engine.team_for(replace(problem, **changes))]


def team_on(problem, limits):
    return auto_engine.Team(Run.start("auto", problem, limits, None))


def test_a_greedy_list_serves_beside_the_search(hard, short, monkeypatch):
    team_of(monkeypatch, "shortlist.engines.greedy:greedy")
    solution = auto(hard, Limits(20))

    assert solution.status is Status.FEASIBLE
    assert cost_of(hard, solution.lists) == solution.cost > solution.lower_bound
    assert solution.notes == ()


@pytest.mark.parametrize("fault", FAULTS)
def test_a_child_that_fails_costs_only_its_own_contribution(hard, short, monkeypatch, fault):
    team_of(monkeypatch, f"engines.faulty_engines:{fault}")
    monkeypatch.setattr("shortlist.problems.limits.held", lambda: 0)  # else we would end it before the system does
    solution = auto(hard, Limits(20, 200 * 2**20))

    stop, sentence = FAULTS[fault]
    assert (Status.FEASIBLE, stop) == (solution.status, solution.stopped)
    assert hard.costs.default + hard.rows.unavoidable <= solution.lower_bound < solution.cost
    assert cost_of(hard, solution.lists) == solution.cost
    assert any(sentence in note for note in solution.notes), solution.notes


def test_what_a_child_told_before_it_died_is_kept(hard, short, monkeypatch):
    inbox = queue.SimpleQueue()
    child = Child(Task("engines.faulty_engines:telling", hard), inbox)
    moment, end = inbox.get(timeout=30)[1], inbox.get(timeout=30)[1]
    child.kill()

    assert isinstance(moment, Progress)
    assert cost_of(hard, moment.lists) == moment.cost
    assert "SIGKILL" in end.sentence


def test_a_child_that_cannot_be_given_its_task_is_heard_of(hard):
    inbox = queue.SimpleQueue()
    child = Child(Task("engines.faulty_engines:telling", hard, options={"unwritable": lambda: None}), inbox)
    said = inbox.get(timeout=20)[1]
    child.kill()
    assert "could not be given its task" in said.sentence


def test_a_child_that_ends_when_it_is_asked_to_is_no_fault(hard):
    team = team_on(hard, Limits())
    team.run.stopped = Stop.INTERRUPT
    team.inbox.put((None, Failure("the process of search ended with exit code 0 before it had an answer")))
    team.waiting = {None}
    team._receive(1.0)
    assert (Stop.INTERRUPT, [], set()) == (team.run.stopped, team.run.notes, team.waiting)


def test_what_is_worked_out_here_is_not_written_to_a_child(hard):
    """It may be worked out in the very moment of writing."""
    hard.losses  # noqa: B018
    hard.rows.packed  # noqa: B018
    written = pickle.dumps(team_on(hard, Limits(1))._tasks()[0])
    given = pickle.loads(written).problem  # noqa: S301  # our own
    assert "packed" in vars(hard.rows)
    assert not set(vars(given)) - set(given.__dataclass_fields__)
    assert {"bits", "n_features", "counts", "merged"} == set(vars(given.rows))


def test_a_child_begins_with_the_best_list_that_is_known(hard, short, monkeypatch):
    """It is told as an option, and whatever the child finds is no worse."""
    team = team_on(hard, Limits(1))
    known = search(hard, Limits(0.2))
    team._add(known)
    assert {"incumbent": known.lists} == team._tasks()[0].options

    inbox = queue.SimpleQueue()
    for engine in ("search:search", "sat.sat:sat", "greedy:greedy"):
        task = replace(team._tasks()[0], engine=f"shortlist.engines.{engine}", deadline=time.monotonic())
        child = Child(task, inbox)
        said = inbox.get(timeout=30)[1]
        while isinstance(said, Progress):
            said = inbox.get(timeout=30)[1]
        child.kill()
        assert said.cost <= known.cost, engine


def test_a_failing_child_does_not_end_the_others(hard, short, monkeypatch):
    team_of(monkeypatch, "engines.faulty_engines:killed", "shortlist.engines.search:search")
    solution = auto(hard, Limits(2.0))

    assert (Status.FEASIBLE, Stop.TIME) == (solution.status, solution.stopped)
    assert any("SIGKILL" in note for note in solution.notes)


def test_a_real_search_that_is_killed_leaves_its_list_and_bound(hard, short, monkeypatch):
    children = []

    class Watched(Child):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            children.append(self)

    team_of(monkeypatch, "shortlist.engines.search:search")
    monkeypatch.setattr(auto_engine, "Child", Watched)
    threading.Timer(1.0, lambda: os.kill(children[0].process.pid, signal.SIGKILL)).start()
    solution = auto(hard, Limits(30))

    assert (Status.FEASIBLE, Stop.FAULT) == (solution.status, solution.stopped)
    assert solution.seconds < 10


def test_a_deaf_child_is_ended_at_the_time_limit(hard, short, monkeypatch):
    team_of(monkeypatch, "engines.faulty_engines:deaf")
    start = time.perf_counter()
    solution = auto(hard, Limits(1.5))

    assert (Status.FEASIBLE, Stop.TIME) == (solution.status, solution.stopped)
    assert time.perf_counter() - start < 4


def test_children_prove_what_search_proves(monkeypatch, short):
    monkeypatch.setattr(auto_engine, "SHORT", 0.0)
    for seed in range(4):
        table = random_table(random.Random(seed))
        solution = auto(problem_of(table, node_cost=None if seed % 2 else 1), Limits(60))

        assert Status.OPTIMAL is solution.status
        assert (least_perfect_size(table) if seed % 2 else least_sparse_cost(table, 1)) == solution.cost
        assert () == solution.notes


def test_a_worker_of_joblib_starts_no_child_and_keeps_the_limit(hard):
    workers = joblib.Parallel(n_jobs=2)
    solution, may = workers([joblib.delayed(auto)(hard, Limits(1.2)), joblib.delayed(auto_engine.may_have_children)()])

    assert may is False
    assert (Status.FEASIBLE, Stop.TIME) == (solution.status, solution.stopped)
    assert solution.seconds < 5 * 1.4, "far off; bench/limits.py measures it exactly"


def test_a_daemon_starts_no_child():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(auto_engine.may_have_children) is False


def test_children_that_cannot_be_started_cost_only_their_help(hard, short, monkeypatch):
    """The list of the first second was lost with them."""

    def refused(*_):
        raise OSError("no memory for another process")

    monkeypatch.setattr(auto_engine, "Child", refused)
    solution = auto(hard, Limits(1.2))

    assert solution.lists is not None
    assert Stop.TIME is solution.stopped
    assert "the process of search could not be started (no memory for another process)" in solution.notes
