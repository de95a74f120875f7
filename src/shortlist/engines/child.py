"""An engine at work in a process of its own, so that whatever happens to it costs only its own contribution.

The child is a fresh interpreter (nothing is forked, the user's main module is not run again). It gets the problem through its
standard input and sends what it learns through its standard output; when its input ends, because it is told to stop or
because we are gone, it stops as on Ctrl-C. Its memory is limited by the system as well as by the engine.
"""

from __future__ import annotations

import json
import math
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from shortlist.engines.registry import load
from shortlist.problems.limits import CHILD_SLACK, SECONDS_TO_ANSWER, Limits
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Progress, Solution, Stop

_BOOT = "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from shortlist.engines.child import work; work()"


@dataclass(frozen=True, slots=True)
class Task:
    """Which engine to run on what: `engine` is `module:function`, called as `function(problem, limits, **options)`.

    The deadline is by `time.monotonic`, which all processes share; the memory in bytes is the engine's.
    """

    engine: str
    problem: Problem
    deadline: float = math.inf
    memory: int | None = None
    threads: int = 1
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The engine's own name."""
        return self.engine.partition(":")[2]

    def limits(self) -> Limits:
        """What is left now."""
        return Limits(max(self.deadline - time.monotonic(), 0.0), self.memory, self.threads)


@dataclass(frozen=True, slots=True)
class Failure:
    """In one sentence, how a child ended without a solution."""

    sentence: str
    stop: Stop = Stop.FAULT


Content = Progress | Solution | Failure


class Child:
    """A task in a process of its own; what it sends comes into `inbox` beside it, its solution or failure last."""

    def __init__(self, task: Task, inbox: Inbox) -> None:
        self.task = task
        self.process = subprocess.Popen(  # noqa: S603  # our own interpreter with our own code
            [sys.executable, "-c", _BOOT, json.dumps(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C in the terminal is for us; we tell the child
        )
        self.peak_memory = 0
        self._inbox = inbox
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        """Hand over the task, then pass on what the child says until it ends."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        content: Content | None = None
        try:
            pickle.dump(self.task, self.process.stdin, pickle.HIGHEST_PROTOCOL)
            self.process.stdin.flush()
            while True:
                content = pickle.load(self.process.stdout)  # noqa: S301  # from our own child
                self.peak_memory = max(self.peak_memory, _peak_memory(self.process.pid))
                self._inbox.put((self, content))
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            ended = _exit_reason(self.process.wait())
        except Exception as error:  # noqa: BLE001  # told, not swallowed: whoever waits for this child must hear of it
            self.process.kill()
            ended = f"could not be given its task ({type(error).__name__}: {error})"
        if not isinstance(content, Solution | Failure):
            self._inbox.put((self, Failure(f"the process of {self.task.name} {ended}")))

    def stop(self) -> None:
        """Ask for the best so far; the answer comes into the inbox."""
        _close(self.process.stdin)

    def kill(self) -> None:
        """End it at once; nothing of it is left behind but how much memory it had."""
        self.peak_memory = max(self.peak_memory, _peak_memory(self.process.pid))
        self.process.kill()
        self.process.wait()
        self._listener.join()
        for pipe in (self.process.stdin, self.process.stdout):
            _close(pipe)


Inbox = queue.SimpleQueue[tuple[Child, Content]]


def _close(pipe: IO[bytes] | None) -> None:
    # What was still to be written is of no interest to a process that has ended.
    with suppress(OSError):
        if pipe is not None:
            pipe.close()


def _peak_memory(pid: int) -> int:
    """The most bytes that a process has held so far; 0 where the system does not tell, or the process is gone."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    found = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:")]
    return int(found[0]) * 1024 if found else 0


def _exit_reason(code: int) -> str:
    if code < 0:
        return f"was ended by {signal.Signals(-code).name}"
    return f"ended with exit code {code} before it had an answer"


def work() -> None:
    """What a child does: take the task, solve it, tell."""
    task_stream, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # whatever else is printed must not get between the messages
    lock = threading.Lock()

    def send(content: Content) -> None:
        with lock:
            pickle.dump(content, answers, pickle.HIGHEST_PROTOCOL)
            answers.flush()

    try:
        task: Task = pickle.load(task_stream)  # noqa: S301  # from our own parent
        _limit_memory(task.memory)
        threading.Thread(target=_stop_when_closed, args=(task_stream,), daemon=True).start()
        engine = load(task.engine)
        send(engine(task.problem, task.limits(), on_progress=send, **task.options))
    except (EOFError, KeyboardInterrupt, BrokenPipeError):
        os._exit(0)  # told to stop before there was anything to tell
    except MemoryError:
        send(Failure(f"the process of {task.name} ran out of memory", Stop.MEMORY))
    except Exception as error:  # noqa: BLE001  # told, not swallowed
        send(Failure(f"the process of {task.name} failed ({type(error).__name__}: {error})"))
    os._exit(0)


def _stop_when_closed(stream: IO[bytes]) -> None:
    """When the input ends, stop as on Ctrl-C; and for good if there is no answer soon."""
    stream.read()
    threading.Timer(SECONDS_TO_ANSWER, os._exit, [1]).start()
    os.kill(os.getpid(), signal.SIGINT)


def _limit_memory(size: int | None) -> None:
    """Beyond what the interpreter has by now, this process gets only so much address space."""
    if size is None or sys.platform != "linux":
        return
    import resource  # noqa: PLC0415  # not on every system

    taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + size + CHILD_SLACK, taken + size + CHILD_SLACK))
