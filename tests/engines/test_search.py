"""The engine search: annealed lists, lists of pure rules beside a search that takes long, and what is kept of both."""

import threading
import time
from dataclasses import replace

import pytest

from oracles.lists import least_perfect_size
from samples.strategies import problem_of
from shortlist.engines import search as module
from shortlist.engines.greedy import first_list, greedy
from shortlist.engines.search import learned_cores_apply, search
from shortlist.errors import WrongAnswerError
from shortlist.problems.constraints import Constraints
from shortlist.problems.costs import Costs
from shortlist.problems.evaluate import cost_of, is_perfect, keeps_constraints
from shortlist.problems.limits import Limits
from shortlist.problems.solution import Status, Stop


def lists_that_are(lists, calls):
    """In the place of `make_lists`: this list at once."""

    def make(run):
        calls.append(run)
        run.improve(lists)

    return make


def test_bounds_rise_costs_fall_and_time_goes_on(hard):
    seen = []
    solution = search(hard, Limits(1.0), on_progress=seen.append)

    for moments in (seen, solution.trace):
        costs = [moment.cost for moment in moments if moment.cost is not None]
        assert sorted(costs, reverse=True) == costs
        bounds, seconds = [moment.lower_bound for moment in moments], [moment.seconds for moment in moments]
        assert sorted(bounds) == bounds
        assert sorted(seconds) == seconds


def test_a_search_that_takes_long_is_no_dearer_than_a_greedy_list_under_constraints(hard):
    """Annealing keeps to them, too."""
    for constraints in (Constraints(), Constraints(max_rules=3, min_rows=10, negations=False), Constraints(max_size=9)):
        problem = replace(hard, constraints=constraints)
        solution = search(problem, Limits(1.5))

        assert keeps_constraints(problem, solution.lists)
        assert cost_of(problem, solution.lists) == solution.cost
        assert solution.cost <= greedy(problem, Limits(5.0)).cost


def test_a_short_search_makes_no_greedy_list(monkeypatch):
    calls = []
    monkeypatch.setattr(module, "make_lists", lists_that_are(None, calls))
    table = [((True, False), 0), ((True, True), 1), ((False, True), 1)]
    solution = search(problem_of(table, node_cost=None), Limits())

    assert ([], least_perfect_size(table)) == (calls, solution.cost)


def test_pure_lists_are_not_made_where_they_might_not_keep_to_what_is_asked(hard, monkeypatch):
    calls = []
    monkeypatch.setattr(module, "PURE_AFTER", 0.0)
    monkeypatch.setattr(module, "make_lists", lists_that_are(None, calls))
    search(replace(hard, perfect=True, constraints=Constraints(max_literals=3)), Limits(0.5))

    assert [] == calls


def test_the_thread_beside_a_search_ends_soon_after_it(hard, monkeypatch):
    monkeypatch.setattr(module, "PURE_AFTER", 0.0)
    before = threading.active_count()
    search(replace(hard, perfect=True), Limits(0.1))
    patience = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < patience:
        time.sleep(0.05)

    assert threading.active_count() <= before


def test_a_perfect_search_takes_a_cheaper_greedy_list_in_the_end_and_keeps_its_cores(hard, monkeypatch):
    perfect = replace(hard, perfect=True)
    good = search(perfect, Limits(1.5))
    calls, starts = [], []
    monkeypatch.setattr(module, "PURE_AFTER", 0.0)
    monkeypatch.setattr(module, "make_lists", lists_that_are(good.lists, calls))
    kernel = module.smallest_perfect_list
    monkeypatch.setattr(
        module, "smallest_perfect_list", lambda *a, **o: starts.append(o["incumbent"]) or kernel(*a, **o)
    )
    solution = search(perfect, Limits(0.6))

    assert (1, [None]) == (len(calls), starts)
    assert solution.cost <= good.cost
    assert is_perfect(perfect, solution.lists)


def test_ctrl_c_inside_a_callback_keeps_the_best_list(hard):
    def impatient(moment):
        if moment.cost is not None:
            raise KeyboardInterrupt

    solution = search(hard, Limits(20), on_progress=impatient)

    assert Stop.INTERRUPT is solution.stopped
    assert solution.cost == cost_of(hard, solution.lists)


def test_what_goes_wrong_in_the_thread_of_pure_lists_is_raised(hard, monkeypatch):
    def broken(run):
        raise WrongAnswerError("a greedy list that is none")

    monkeypatch.setattr("shortlist.engines.search.PURE_AFTER", 0.0)
    monkeypatch.setattr("shortlist.engines.search.make_lists", broken)
    with pytest.raises(WrongAnswerError, match="a greedy list that is none"):
        search(replace(hard, perfect=True), Limits(0.5))


def test_a_perfect_search_has_a_pure_list_soon(hard):
    """The kernel's own first lists are three times as large on such tables."""
    perfect = replace(hard, perfect=True, costs=Costs.per_node(1))
    pure = first_list(perfect, Limits().start())

    assert search(perfect, Limits(1.0)).cost <= cost_of(perfect, pure)


def test_a_perfect_problem_without_a_list_keeps_the_bound_that_is_proved():
    """Rows of several classes shifted the bound of a problem that has no list."""
    table = [((True, False), 0), ((True, False), 1), ((True, False), 1), ((False, True), 0), ((False, False), 1)]
    problem = replace(problem_of(table, node_cost=None), constraints=Constraints(max_rules=0))
    solution = search(problem, Limits())

    assert (Status.INFEASIBLE, True) == (solution.status, solution.lower_bound >= 0)


def test_prices_that_the_search_for_perfect_lists_does_not_take_go_the_other_way():
    problem = problem_of([((True,), 1), ((False,), 0)], node_cost=None)
    dear = replace(problem, costs=Costs(2_000_000, 1, 0))

    assert not learned_cores_apply(dear)
    assert (Status.OPTIMAL, 2_000_001) == (search(dear, Limits()).status, search(dear, Limits()).cost)
