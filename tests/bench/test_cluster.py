"""The evaluation on a real Dask cluster of two worker processes, one of which is killed on the way."""

import os
import signal
from pathlib import Path

import pytest

from evaluation import cluster
from evaluation.methods import chosen
from evaluation.tables import make_suite
from evaluation.tasks import tasks_of
from evaluation.throughput import Turn, table, turn
from harness.instances import instances
from shortlist import UsageError

TINY = Path(__file__).parents[2] / "bench" / "tiny"


@pytest.fixture(scope="module")
def tasks(tmp_path_factory):
    folder = tmp_path_factory.mktemp("suite")
    make_suite(TINY, folder)
    return tasks_of(instances(folder, [1]), chosen(["pdl", "sdl-0.05"]), 5, 2000)


def test_a_worker_that_is_killed_loses_and_doubles_nothing(tasks):
    with cluster.local(2) as client:
        pids = client.run(os.getpid)
        found = []
        for record in cluster.results(client, tasks):
            found.append(record)
            if len(found) == 5:
                os.kill(min(pids.values()), signal.SIGKILL)
        again = turn(client, tasks[:4])

    assert 2 == len(pids)
    assert sorted(task.address for task in tasks) == sorted(record["address"] for record in found)
    assert all(record["solved"] for record in found)
    assert 4 == again.tasks
    assert 0 < again.processor_seconds


def test_workers_are_compared_turn_by_turn():
    one, two = [Turn(8, 4.0, 4.0), Turn(8, 8.0, 4.0)], [Turn(8, 2.0, 4.8), Turn(8, 5.0, 4.0)]

    assert [[1, 8, 2, "1.50", "500", "1.00 ×"], [2, 8, 2, "2.80", "550", "1.80 ×"]] == table({1: one, 2: two}).rows


def test_workers_that_may_not_start_processes_are_refused():
    from distributed import LocalCluster

    with (
        LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as daemonic,
        pytest.raises(UsageError, match="1 workers at .* may not start processes"),
        cluster.at(daemonic.scheduler_address),
    ):
        pass
