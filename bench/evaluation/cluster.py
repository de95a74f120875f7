"""The run on a Dask cluster: tasks go to workers, results come back as they are ready, and a lost worker's tasks go to others.

Each worker carries out one task at a time in a child of its own, so that limits are kept as they are without Dask. Workers must see
the suite under the same path and have `bench` and the methods' packages.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from evaluation.child import carry_out
from evaluation.measures import Record
from evaluation.tasks import Task
from shortlist import UsageError

RETRIES = 3
"""How often a task may lose its worker before its line says so."""


def _is_daemonic() -> bool:
    return bool(multiprocessing.current_process().daemon)


@contextmanager
def local(workers: int) -> Iterator[Any]:
    """A client of a cluster of so many worker processes on this machine, one thread each."""
    import dask  # noqa: PLC0415
    from distributed import Client, LocalCluster  # noqa: PLC0415

    # Workers start children, which daemonic processes must not; memory is limited for each task, in its child.
    settings = {"distributed.worker.daemon": False, "distributed.scheduler.allowed-failures": RETRIES}
    with (
        dask.config.set(settings),
        LocalCluster(
            n_workers=workers, threads_per_worker=1, processes=True, memory_limit=0, dashboard_address=":0"
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


@contextmanager
def at(address: str) -> Iterator[Any]:
    """A client of the cluster at an address."""
    from distributed import Client  # noqa: PLC0415

    with Client(address) as client:
        daemonic = [worker for worker, answer in client.run(_is_daemonic).items() if answer]
        if daemonic:
            raise UsageError(
                f"{len(daemonic)} workers at {address} may not start processes; start them with "
                "DASK_DISTRIBUTED__WORKER__DAEMON=False or --no-nanny"
            )
        yield client


def results(client: Any, tasks: Sequence[Task]) -> Iterator[Record]:
    """The results as they come; of a task that lost its worker again and again, a line that says so."""
    from distributed import as_completed  # noqa: PLC0415

    by_key = {f"evaluation-{task.address}": task for task in tasks}
    futures = [client.submit(carry_out, task, key=key, retries=RETRIES, pure=False) for key, task in by_key.items()]
    for future in as_completed(futures):
        error = future.exception()
        if error is None:
            yield future.result()
        else:
            lost = {"status": "died", "solved": False, "message": f"{type(error).__name__}: {error}"[:300]}
            yield by_key[future.key].header | lost
        future.release()
