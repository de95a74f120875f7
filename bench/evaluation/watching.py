"""What a process and all that it has started use: processor time and memory, read often and cheaply.

`psutil.Process.children` looks at every process of the machine; Linux names the children of one process, which is a hundred times cheaper.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil


@dataclass(frozen=True)
class Usage:
    """Seconds of processor time, of ended children too, and megabytes that are held."""

    seconds: float
    megabytes: int


NOTHING = Usage(0.0, 0)


def usage(pid: int) -> Usage:
    """What a process and its descendants have used so far; nothing of one that has ended."""
    seconds, held = 0.0, 0
    for process in _family(pid):
        try:
            with process.oneshot():
                times, memory = process.cpu_times(), process.memory_info()
        except psutil.Error:
            continue
        seconds += times.user + times.system + times.children_user + times.children_system
        held += memory.rss
    return Usage(seconds, held >> 20)


def _family(pid: int) -> Iterator[psutil.Process]:
    """The process and its descendants."""
    try:
        root = psutil.Process(pid)
        yield root
        if Path(f"/proc/{pid}/task/{pid}/children").exists():
            for child in _children(pid):
                yield from _family(child)
        else:
            yield from root.children(recursive=True)
    except psutil.Error:
        return


def _children(pid: int) -> list[int]:
    """The children that any thread of a process has started."""
    found: list[int] = []
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += map(int, listed.read_text().split())
        except OSError:
            continue  # the thread has ended
    return found
