"""The engine search: greedy lists beside a search that takes long, and what is kept of several runs of the kernel."""

import threading
import time
from dataclasses import replace

import pytest

from oracles.lists import least_perfect_size
from samples.strategies import problem_of
from shortlist.engines import search as module
from shortlist.engines.search import search
from shortlist.problems.constraints import Constraints
from shortlist.problems.evaluate import cost_of, is_perfect, keeps_constraints, majority_list
from shortlist.problems.limits import Limits
from shortlist.problems.solution import Progress, Solution, Status, Stop


@pytest.fixture(scope="module")
def good(hard):
    """A list that the kernel does not have in a moment."""
    return search(hard, Limits(2.0))


def greedy_that_finds(lists, calls):
    """An engine that has this list at once, and tells of it as every engine does."""

    def greedy(problem, limits, *, on_progress=None):
        calls.append((problem, limits))
        cost = cost_of(problem, lists)
        if on_progress is not None:
            on_progress(Progress(0.0, cost, 0, lists=lists))
        return Solution(Status.FEASIBLE, lists, cost, 0, "greedy")

    return greedy


def test_a_search_that_takes_long_begins_again_from_a_cheaper_greedy_list(hard, good, monkeypatch):
    calls, starts = [], []
    monkeypatch.setattr(module, "GREEDY_AFTER", 0.0)
    monkeypatch.setattr(module, "greedy", greedy_that_finds(good.lists, calls))
    kernel = module.cheapest_list

    def watched(*arguments, **options):
        starts.append(options["incumbent"])
        return kernel(*arguments, **options)

    monkeypatch.setattr(module, "cheapest_list", watched)
    solution = search(hard, Limits(1.0))

    assert [None, good.lists[0]] == starts
    assert 1 == len(calls)
    assert calls[0][1].seconds <= 1.0
    assert solution.cost <= good.cost
    assert cost_of(hard, solution.lists) == solution.cost
    assert (Status.FEASIBLE, Stop.TIME) == (solution.status, solution.stopped)
    assert solution.seconds < 3


def test_bounds_rise_costs_fall_and_time_goes_on_though_a_search_began_again(hard, good, monkeypatch):
    """Regression: the second run of the kernel began to count from nothing, and whoever listened saw it."""
    proved_something, seen = threading.Event(), []

    def greedy(problem, limits, *, on_progress=None):
        proved_something.wait(10)
        on_progress(Progress(0.0, cost_of(problem, good.lists), 0, lists=good.lists))

    def listen(moment):
        seen.append(moment)
        if moment.lower_bound >= 20:
            proved_something.set()

    monkeypatch.setattr(module, "GREEDY_AFTER", 0.0)
    monkeypatch.setattr(module, "greedy", greedy)
    solution = search(hard, Limits(1.0), on_progress=listen)

    for moments in (seen, solution.trace):
        costs = [moment.cost for moment in moments if moment.cost is not None]
        assert sorted(costs, reverse=True) == costs
        bounds, seconds = [moment.lower_bound for moment in moments], [moment.seconds for moment in moments]
        assert sorted(bounds) == bounds
        assert sorted(seconds) == seconds


def test_a_dearer_greedy_list_changes_nothing(hard, monkeypatch):
    calls, starts = [], []
    monkeypatch.setattr(module, "GREEDY_AFTER", 0.0)
    monkeypatch.setattr(module, "greedy", greedy_that_finds(majority_list(hard), calls))
    kernel = module.cheapest_list
    monkeypatch.setattr(module, "cheapest_list", lambda *a, **o: starts.append(o["incumbent"]) or kernel(*a, **o))
    solution = search(hard, Limits(0.7))

    assert ([None], 1) == (starts, len(calls))
    assert solution.cost <= cost_of(hard, majority_list(hard))


def test_a_short_search_makes_no_greedy_list(monkeypatch):
    calls = []
    monkeypatch.setattr(module, "greedy", greedy_that_finds(None, calls))
    table = [((True, False), 0), ((True, True), 1), ((False, True), 1)]
    solution = search(problem_of(table, node_cost=None), Limits())

    assert ([], least_perfect_size(table)) == (calls, solution.cost)


def test_greedy_lists_are_not_made_where_they_might_not_keep_to_what_is_asked(hard, monkeypatch):
    calls = []
    monkeypatch.setattr(module, "GREEDY_AFTER", 0.0)
    monkeypatch.setattr(module, "greedy", greedy_that_finds(None, calls))
    search(replace(hard, perfect=True, constraints=Constraints(max_literals=3)), Limits(0.5))

    assert [] == calls


def test_real_greedy_lists_keep_to_the_constraints(hard, monkeypatch):
    monkeypatch.setattr(module, "GREEDY_AFTER", 0.0)
    problem = replace(hard, constraints=Constraints(max_rules=3, min_rows=10, negations=False))
    solution = search(problem, Limits(1.0))

    assert keeps_constraints(problem, solution.lists)
    assert cost_of(problem, solution.lists) == solution.cost


def test_the_thread_beside_a_search_ends_soon_after_it(hard, monkeypatch):
    monkeypatch.setattr(module, "GREEDY_AFTER", 0.0)
    before = threading.active_count()
    search(hard, Limits(0.1))
    patience = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < patience:
        time.sleep(0.05)

    assert threading.active_count() <= before


def test_a_perfect_search_begins_again_from_a_cheaper_greedy_list_too(hard, monkeypatch):
    perfect = replace(hard, perfect=True)
    good = search(perfect, Limits(1.5))
    calls, starts = [], []
    monkeypatch.setattr(module, "GREEDY_AFTER", 0.0)
    monkeypatch.setattr(module, "greedy", greedy_that_finds(good.lists, calls))
    kernel = module.smallest_perfect_list
    monkeypatch.setattr(
        module, "smallest_perfect_list", lambda *a, **o: starts.append(o["incumbent"]) or kernel(*a, **o)
    )
    solution = search(perfect, Limits(0.6))

    assert 1 == len(calls)
    assert starts in ([None], [None, good.lists[0]]), "where the kernel has none as cheap by then"
    assert solution.cost <= good.cost
    assert is_perfect(perfect, solution.lists)
