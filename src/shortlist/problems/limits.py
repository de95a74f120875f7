"""How long an engine may take and how much memory it may use, and every constant of this package about keeping to it.

A time limit is kept within 5 % or 0.2 s, whichever is more. What is not an engine's own work must therefore be reckoned:
the names and the recount that come after it, the clauses that a solver is given at once, the child that has to answer.
How often the native kernel looks at the clock is in `src/kernel/base/monitor.cpp`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from shortlist.errors import UsageError
from shortlist.option import option, whole
from shortlist.problems.cores import threads_for
from shortlist.problems.memory import held
from shortlist.tables.deadline import Deadline
from shortlist.words import EXACT

CLOSING = 6.0  # naming and recounting very many rules takes at most so many times as long as posing the problem
ENGINE_SHARE = 1 / 3  # of the time is the engine's at least, however long naming and recounting may take

# `auto`, in seconds
SHORT = 1.0  # search in the user's own process at most so long before the children take over
ALONE = 2.5  # below this time limit there are no children: they would begin too late to be of help
HEAD_START = 0.1  # the first child starts so long after the search here: most problems are solved by then
GRACE = 0.12  # a child must answer so long before the limit; after Ctrl-C its answer is awaited so long
LOOK_EVERY = 0.1  # while the children work, time and memory are looked at so often
SECONDS_TO_ANSWER = 1.0  # a child that was told to stop ends then, answer or not
CHILD_SLACK = 256 * 2**20  # bytes for loading an engine and its problem, beside what the engine counts itself

EVERY_CUT_SHARE = 0.1  # of the time is for the bound over every cut point, after the model is found
EVERY_CUT_ALONE = 6.0  # seconds for it at most

WITHIN_SHARE = 0.3  # of the time is for a proof among lists of few nodes, where the whole one is not found

GUESS_SHARE = 0.2  # of the time at most is for guessing cut points
SHARPEN_SHARE = 0.1  # and so much for adding better ones
USEFUL_SHARE = 0.25  # and so much for choosing the most useful of them,
QUICK_SHARE = 0.05  # of which so much for a proof that makes the choice needless
CHOICE_SHARE = 0.4  # of the time at most is for choosing a price
CHOICE_ALONE = 20.0  # seconds for it at most

# memory, in bytes
SAMPLE_EVERY = 0.02  # seconds between two looks at what is held
LOADING = 32 * 2**20  # what loading an engine and its libraries takes
CHILD_NEEDS = 80 * 2**20  # a child holds so much before it has begun
CHILD_AT_LEAST = 64 * 2**20  # an engine in a child that may take less is not worth it
KERNEL_SHARE = 0.75  # of what is left is the kernel's to count; the rest is for what it does not count

# SAT solvers
SLICE = 0.05  # seconds at a time
TOLERATED = 0.1  # seconds that one slice may take too long before it is reckoned with
CLAUSES_AT_ONCE = 20_000  # between two looks at the clock
BYTES_PER_CLAUSE = 320  # in a solver and on the way to it

# greedy lists
GREEDY_SHARE = 0.3  # of the time that `sat` spends on a first list


@dataclass(frozen=True)
class Limits:
    """Seconds and bytes, None is no limit; and threads."""

    seconds: float | None = option(
        None,
        "Seconds for all of it, then the best model so far is given; 0 for no limit.",
        name="time_limit",
        offered=60,
        metavar="SECONDS",
    )
    memory: int | None = option(
        None,
        "Megabytes that the command and its child processes may hold together; in Python, beyond what the process holds before.",
        name="memory_limit",
        offered=2000,
        metavar="MB",
    )
    threads: int | None = option(
        None,
        "Threads of one proof (default: one for each core, at most 4; one inside a worker of joblib, dask or multiprocessing).",
        metavar="N",
    )

    def __post_init__(self) -> None:
        seconds = self.seconds
        if seconds is not None and not (isinstance(seconds, int | float | np.number) and seconds >= 0):
            raise UsageError(f"the time limit must be at least 0 seconds, got {seconds!r}")
        if seconds is not None and EXACT < seconds < math.inf:
            raise UsageError("the time limit must be at most 2**53 seconds")
        if self.memory is not None:
            object.__setattr__(self, "memory", whole("the memory limit in bytes", self.memory, 1))
        if self.threads is not None:
            object.__setattr__(self, "threads", whole("threads", self.threads, 1))

    def start(self, began: float | None = None) -> Clock:
        """Begin to count, now or from an earlier reading of `time.perf_counter`: when the process began, and held nothing."""
        return Clock(math.inf if self.seconds is None else self.seconds, began, self.memory, self.threads)


class Noticed:
    """A question that remembers whether the answer was ever yes: whoever ends early for it has left something out."""

    def __init__(self, over: Callable[[], bool]) -> None:
        self._over, self.noticed = over, False

    def __call__(self) -> bool:
        """Ask."""
        self.noticed = self.noticed or self._over()
        return self.noticed


class Clock:
    """Limits while they run: seconds since the start and until the end, and bytes that this process and its children may hold more."""

    def __init__(
        self, seconds: float, began: float | None = None, memory: int | None = None, threads: int | None = None
    ) -> None:
        self._threads = threads
        self._start = time.perf_counter() if began is None else began
        self._limit = seconds
        self._memory = memory
        self._held_before = held() if memory is not None and began is None else 0
        self._taken, self._sampled = 0, -math.inf

    def _taken_now(self) -> int:
        """Bytes more than at the start, as of a moment ago."""
        now = time.perf_counter()
        if now - self._sampled > SAMPLE_EVERY:
            self._taken, self._sampled = max(held() - self._held_before, 0), now
        return self._taken

    @property
    def memory(self) -> int | None:
        """Bytes that may still be taken, at least 1; None without a limit."""
        return None if self._memory is None else max(self._memory - self._taken_now(), 1)

    def out_of_memory(self) -> bool:
        """Is more held than may be? What loading an engine takes is never too much."""
        return self._memory is not None and self._taken_now() > max(self._memory, LOADING)

    @property
    def threads(self) -> int:
        """How many threads a proof may use."""
        return threads_for(self._threads)

    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self._start

    def left(self) -> float:
        """Seconds until the limit, infinite without one; not above 0 once it has passed."""
        return self._limit - self.elapsed()

    def past(self, share: float) -> Callable[[], bool]:
        """Is this share of what is left now over? To be asked later."""
        end = self.elapsed() + share * self.left()
        return lambda: self.elapsed() > end

    def stop(self) -> None:
        """Let the time be over, from whatever thread."""
        self._limit = 0.0

    def deadline(self) -> Deadline:
        """The same limit for whoever reads and merges a table."""
        return Deadline(self._limit, self.elapsed)

    def share(self, share: float) -> Clock:
        """A clock that starts now and has this share of what is left."""
        return self.of(self.left() * share)

    def of(self, seconds: float) -> Clock:
        """A clock that starts now and has so many seconds, and what else is left."""
        return Clock(seconds, memory=self.memory, threads=self._threads)

    def rest(self, *, sparing: float = 0.0) -> Limits:
        """What is left, less about so many seconds for what comes after the engine; but the engine has its share."""
        left = max(self.left(), 0.0)
        return Limits(max(left - sparing, left * ENGINE_SHARE), self.memory, self._threads)
