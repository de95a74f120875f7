"""How many cores there are for one search."""

from __future__ import annotations

import os
import sys

MOST_THREADS = 4
"""Threads of one search, where nobody asks for more."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def is_worker() -> bool:
    """Inside a worker of joblib, dask or multiprocessing: whoever started it has shared out the cores already."""
    # Where nobody has loaded it, nobody has started this process by it.
    known = sys.modules.get("multiprocessing")
    return known is not None and (known.parent_process() is not None or known.current_process().daemon)


def threads_for(asked: int | None) -> int:
    """As many threads as are asked for; if nobody asks, one for each core, a few at most, and one in a worker."""
    if asked is not None:
        return asked
    return 1 if is_worker() else min(cores(), MOST_THREADS)
