"""Several threads prove what one proves, and tell the same list on every run."""

import threading
import time

import numpy as np
import pytest

from oracles.kernel import cheapest
from samples.kernel_searches import proved, search
from samples.kernel_tables import hard_table, larger_table, random_table
from shortlist import _kernel


@pytest.mark.parametrize("part", range(4))
def test_threads_cost_what_brute_force_says(part):
    """All prices, labels and constraints; packed at once, so that the threads begin at once."""
    for seed in range(100 * part, 100 * (part + 1)):
        table = random_table(np.random.default_rng(seed))

        assert cheapest(table) == proved(table, pack_after=0, threads=3), seed


@pytest.mark.parametrize("out", [*_kernel.BOUNDS, None])
def test_threads_cost_the_same_without_a_bound(out):
    bounds = [name for name in _kernel.BOUNDS if name != out]
    for seed in range(3):
        table = larger_table(seed, rows=80, features=9)

        assert proved(table) == proved(table, bounds=bounds, pack_after=5, threads=2)


@pytest.mark.parametrize("constraint", [{}, {"max_rules": 2}, {"max_size": 6}, {"min_rows": 9}, {"max_literals": 2}])
def test_the_list_does_not_depend_on_how_fast_threads_are(constraint):
    """Neither on their number, as long as there are several."""
    table = larger_table(3, rows=150, features=14) | constraint
    first = search(table, pack_after=5, threads=2)

    for threads in (2, 3, 2, 4, 2):
        again = search(table, pack_after=5, threads=threads)

        assert first.rules == again.rules
        assert first.cost == again.cost == again.lower_bound


def test_the_list_is_the_same_where_annealing_comes_late():
    """Lists that the search finds itself: nothing is annealed on easy tables, though they have to be packed."""
    for seed in range(8):
        table = larger_table(seed, rows=90, features=10, labels=3)
        lists = {str(search(table, pack_after=0, threads=threads).rules) for threads in (2, 3, 2, 4)}

        assert 1 == len(lists), seed


def test_threads_keep_to_the_time():
    began = time.perf_counter()
    result = search(hard_table(), time_limit=0.5, threads=3)

    assert "time" == result.stop
    assert time.perf_counter() - began < 3
    assert result.lower_bound < result.cost


def test_threads_stop_at_once():
    stop = _kernel.Stop()
    threading.Timer(0.3, stop.set).start()
    began = time.perf_counter()
    result = search(hard_table(), stop=stop, threads=3, pack_after=1)

    assert "interrupt" == result.stop
    assert time.perf_counter() - began < 3


def test_threads_keep_to_the_memory():
    """Forgetting costs time, not correctness; where there is too little, one thread is left."""
    table = larger_table(4, rows=120, features=10)

    assert proved(table) == proved(table, pack_after=5, memory_limit=2_000_000, threads=2)
    assert proved(table) == proved(table, pack_after=5, memory_limit=200_000, threads=2)


def test_no_thread_is_refused():
    with pytest.raises(ValueError, match="threads must be at least 1"):
        search(larger_table(0), threads=0)
