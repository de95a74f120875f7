"""A memory limit is of this process and its children together, as /proc tells; engines end when more is held, with their best model."""

import subprocess
import sys
import time
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from shortlist.engines.auto import Team
from shortlist.engines.bracket import Run, Stopped, check_limits
from shortlist.engines.registry import solve
from shortlist.models.model import ModelKind
from shortlist.problems import limits as module
from shortlist.problems.limits import CHILD_NEEDS, LOADING, Limits
from shortlist.problems.memory import _descendants, held
from shortlist.problems.objective import Form
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Status, Stop

linux = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is told by /proc")
MB = 2**20

HUNGRY = "import sys; held = b'x' * (120 * 2**20); print(flush=True); sys.stdin.read()"


@linux
def test_what_is_held_is_that_of_children_too():
    before = held()
    child = subprocess.Popen([sys.executable, "-c", HUNGRY], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    child.stdout.readline()
    with_child = held()
    child.communicate()

    assert with_child - before > 120 * MB
    assert held() - before < 60 * MB


def test_a_thread_that_has_just_ended_hides_no_children_of_others(tmp_path):
    for name, children in (("1/task/1", ""), ("1/task/2", None), ("1/task/3", "7 8 "), ("7/task/7", "9")):
        thread = tmp_path / name
        thread.mkdir(parents=True)
        if children is not None:
            (thread / "children").write_text(children)

    assert [1, 7, 9, 8] == _descendants(1, tmp_path)


@linux
def test_a_clock_counts_what_was_taken_since_it_started(monkeypatch):
    monkeypatch.setattr(module, "SAMPLE_EVERY", 0.0)
    clock = Limits(memory=200 * MB).start()
    taken = np.ones(100 * MB, dtype=np.int8)
    left = clock.memory
    check_limits(clock)
    more = np.ones(150 * MB, dtype=np.int8)

    assert 50 * MB < left < 130 * MB
    assert 1 == clock.memory, "an engine that is given nothing must not take it for no limit"
    with pytest.raises(Stopped) as stopped:
        check_limits(clock)
    assert Stop.MEMORY == stopped.value.why
    assert len(taken) + len(more) == 250 * MB


@linux
def test_a_command_counts_from_its_beginning():
    """What a process holds before its first line is its own, too."""
    assert Limits(memory=10**12).start(time.perf_counter()).memory < 10**12 - 20 * MB
    assert Limits(memory=10**12).start().memory > 10**12 - 20 * MB


def filling(monkeypatch, at):
    """From the so manieth look on, much too much is held."""
    looks = count()
    monkeypatch.setattr(module, "SAMPLE_EVERY", 0.0)
    monkeypatch.setattr(module, "held", lambda: 10**12 if next(looks) >= at else 0)


@pytest.mark.parametrize("engine", ["search", "sat", "maxsat"])
def test_an_engine_that_holds_too_much_ends_with_its_best_list(hard, monkeypatch, engine):
    filling(monkeypatch, 6)
    solution = solve(engine, hard, Limits(20, 500 * MB))

    assert (Status.FEASIBLE, Stop.MEMORY) == (solution.status, solution.stopped)
    assert solution.seconds < 10


@pytest.mark.parametrize("perfect", [False, True])
def test_a_set_that_holds_too_much_ends_with_its_best_rules(hard_rows, hard, monkeypatch, perfect):
    """Regression: sets were limited by what one search counts, not by what is held."""
    rows, features = hard_rows
    problem = Problem(rows, features, (0, 1, 2), hard.costs, perfect, kind=ModelKind.SET, form=Form.SEPARATED)
    filling(monkeypatch, 25)
    solution = solve("search", problem, Limits(20, 500 * MB))

    assert (Status.FEASIBLE, Stop.MEMORY) == (solution.status, solution.stopped)


@pytest.mark.parametrize(
    ("perfect", "memory", "expected"),
    [
        (True, None, [None, None]),
        (True, 1000 * MB, [500 * MB - CHILD_NEEDS] * 2),
        (True, 200 * MB, [120 * MB]),
        (True, 100 * MB, []),
        (False, None, [None]),
        (False, 1000 * MB, [1000 * MB - CHILD_NEEDS]),
        (False, 100 * MB, []),
    ],
)
def test_children_share_what_is_left(hard, monkeypatch, perfect, memory, expected):
    monkeypatch.setattr(module, "held", lambda: 0)
    monkeypatch.setattr("shortlist.engines.auto.cores", lambda: 2)
    team = Team(Run.start("auto", replace(hard, perfect=perfect), Limits(20, memory), None))

    assert expected == [task.memory for task in team._tasks()]


def test_where_there_is_no_memory_for_a_child_the_search_goes_on_here(hard, monkeypatch):
    monkeypatch.setattr("shortlist.engines.auto.SHORT", 0.2)
    solution = solve("auto", hard, Limits(3, LOADING * 3))

    assert (Status.FEASIBLE, Stop.TIME, 0) == (solution.status, solution.stopped, solution.peak_memory)
    assert solution.seconds > 2


@linux
def test_the_sum_over_all_processes_keeps_to_the_limit(tmp_path):
    """Regression: each child had the whole limit for itself, beside the command."""
    rng = np.random.default_rng(0)
    table = np.column_stack([rng.random((4000, 60)) < 0.5, rng.integers(0, 2, 4000)]).astype(int)
    path = tmp_path / "hard.csv"
    names = ",".join([*(f"x{i}" for i in range(60)), "y"])
    np.savetxt(path, table, fmt="%d", delimiter=",", header=names, comments="")
    before = held()
    command = [
        sys.executable,
        "-m",
        "shortlist",
        "fit",
        str(path),
        "-r",
        "0.0005",
        "--time-limit",
        "7",
        "--memory-limit",
        "220",
    ]
    fit = subprocess.Popen([*command, "-q"], stderr=subprocess.DEVNULL)
    most = 0
    while fit.poll() is None:
        most = max(most, held() - before)
        time.sleep(0.02)

    assert 0 == fit.returncode
    assert 50 * MB < most < 235 * MB
