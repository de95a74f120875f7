"""Limits of processor time: how busy a machine is does not decide what is proved on it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from shortlist import Limits

CLOCK = 10.0
"""How many times longer a task may take on the clock than of processor time: what only waits must end, too."""


@contextmanager
def processor_limit(seconds: float) -> Iterator[Limits]:
    """Within the block processor time beyond the limit is what Ctrl-C is; the limits are for one thread, on the clock.

    Only in the main thread, the one that hears of signals.
    """

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGPROF, interrupt)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield Limits(CLOCK * seconds, threads=1)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
