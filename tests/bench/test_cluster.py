"""The evaluation on a real Dask cluster of two worker processes, one of which is killed on the way."""

import os
import signal
from pathlib import Path

import pytest

from evaluation import cluster
from evaluation.methods import chosen
from evaluation.tables import make_suite
from evaluation.tasks import tasks_of
from harness.instances import instances
from shortlist import UsageError

TINY = Path(__file__).parents[2] / "bench" / "tiny"


@pytest.fixture(scope="module")
def tasks(tmp_path_factory):
    folder = tmp_path_factory.mktemp("suite")
    make_suite(TINY, folder)
    return tasks_of(instances(folder, [1, 2]), chosen(["pdl", "sdl-0.05"]), 5, 2000)


def test_a_worker_that_is_killed_loses_and_doubles_nothing(tasks):
    with cluster.local(2) as client:
        pids = client.run(os.getpid)
        found = []
        for record in cluster.results(client, tasks):
            found.append(record)
            if len(found) == 5:
                os.kill(min(pids.values()), signal.SIGKILL)

    assert 2 == len(pids)
    assert sorted(task.address for task in tasks) == sorted(record["address"] for record in found)
    assert all(record["solved"] for record in found)


def test_workers_that_may_not_start_processes_are_refused():
    from distributed import LocalCluster

    with (
        LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as daemonic,
        pytest.raises(UsageError, match="1 workers at .* may not start processes"),
        cluster.at(daemonic.scheduler_address),
    ):
        pass
