"""How much memory this process and its children hold together: resident pages (RSS) as `/proc` tells them, sampled.

Pages that several processes share are counted for each of them, so the sum is never too low. Elsewhere than on Linux nothing is known,
and limits of memory are kept by what engines count themselves.
"""

from __future__ import annotations

import os
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def held() -> int:
    """Bytes that this process and all its descendants hold now; 0 where the system does not tell."""
    return sum(map(resident, _descendants(os.getpid())))


def resident(pid: int) -> int:
    """Bytes that one process holds now; 0 where the system does not tell."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
    except (OSError, IndexError):  # not Linux, or it has just ended
        return 0


def _descendants(pid: int, proc: Path = Path("/proc")) -> list[int]:
    """The process and all that it, or one of these, has started."""
    try:
        threads = list((proc / str(pid) / "task").iterdir())
    except OSError:  # it has just ended
        threads = []
    children = [child for thread in threads for child in _children(thread)]
    return [pid, *(found for child in children for found in _descendants(child, proc))]


def _children(thread: Path) -> list[int]:
    """The processes that a thread has started; none where it has just ended, which says nothing of other threads."""
    try:
        return list(map(int, (thread / "children").read_text().split()))
    except OSError:
        return []
