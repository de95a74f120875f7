"""Whichever search the kernel runs: limits are kept, progress is told, and a trace only improves."""

import threading
import time
from itertools import pairwise

import numpy as np
import pytest

from kernel import test_perfect
from oracles.kernel import cost_of
from oracles.perfect import price_of
from samples.kernel_searches import search
from samples.kernel_tables import hard_table, larger_table
from samples.perfect_tables import formula_table
from shortlist import _kernel


class Sparse:
    """Branch and bound over the rows that are left."""

    solve, cost = staticmethod(search), staticmethod(cost_of)
    hard = hard_table()
    provable = larger_table(2, rows=100, features=10)


class Perfect:
    """Learned row cores."""

    solve, cost = staticmethod(test_perfect.perfect), staticmethod(price_of)
    hard = test_perfect.hard_table()
    provable = formula_table(np.random.default_rng(2), 60, 7)


@pytest.fixture(params=[Sparse, Perfect])
def search(request):
    return request.param


def test_a_time_limit_is_kept(search):
    """The answer comes in time, with a list and a proven bound."""
    for limit in (0.0, 0.05, 0.4):
        start = time.perf_counter()
        result = search.solve(search.hard, time_limit=limit)

        assert time.perf_counter() - start < 5 * (limit + 0.2), "far off; bench/limits.py measures it exactly"
        assert "time" == result.stop
        assert 0 <= result.lower_bound < result.cost == search.cost(search.hard, result.rules)
        assert search is Sparse or result.lower_bound >= 1


def test_a_flag_from_another_thread_stops_the_search(search):
    """The interpreter is free while the search runs."""
    stop = _kernel.Stop()
    threading.Timer(0.1, stop.set).start()
    start = time.perf_counter()
    result = search.solve(search.hard, stop=stop, time_limit=10)

    assert "interrupt" == result.stop
    assert time.perf_counter() - start < 5


def test_progress_is_reported_and_can_stop(search):
    """The callback sees falling costs and rising bounds."""
    seen = []

    def on_progress(cost, lower_bound, states, seconds, rules):
        seen.append((cost, lower_bound, states, seconds))
        return len(seen) < 4

    result = search.solve(search.hard, on_progress=on_progress, time_limit=10)

    assert "interrupt" == result.stop
    assert 4 == len(seen)
    assert all(a[0] >= b[0] and a[1] <= b[1] and a[3] <= b[3] for a, b in pairwise(seen))


def test_an_exception_in_the_callback_arrives(search):
    """It is not swallowed by native code."""

    def on_progress(*_):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        search.solve(search.hard, on_progress=on_progress, time_limit=10)


def test_the_trace_is_monotone(search):
    """Costs fall, bounds rise, and the last entry is the result."""
    result = search.solve(search.provable)
    seconds, costs, bounds = zip(*result.trace, strict=True)

    assert sorted(seconds) == list(seconds)
    assert sorted(costs, reverse=True) == list(costs)
    assert sorted(bounds) == list(bounds)
    assert (result.cost, result.lower_bound) == (costs[-1], bounds[-1])


def test_so_much_work_ends_the_search_at_the_same_moment_every_time():
    for work in (3 * 10**6, 10**7, 3 * 10**7):
        one, two = (Sparse.solve(Sparse.hard, most_work=work) for _ in range(2))

        assert "work" == one.stop == two.stop
        assert one.lower_bound < one.cost
        assert (one.rules, one.cost, one.lower_bound, one.states) == (two.rules, two.cost, two.lower_bound, two.states)
    enough = Sparse.solve(Sparse.provable, most_work=10**12)
    assert ("proved", Sparse.solve(Sparse.provable).cost) == (enough.stop, enough.cost)
