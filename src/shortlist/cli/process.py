"""What a command owes the process it runs in: when it began, what its terminal can show, and how it ends."""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from shortlist.errors import UsageError
from shortlist.words import visible

_LONGEST_WAIT = 5.0  # seconds that start-up may wait beyond its processor time; an older process did not just begin


def seconds_since_start() -> float:
    """How long this process has run before this line: by Linux's own record, else by the processor time it took."""
    paid = time.process_time()
    try:
        ticks = int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19])
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, AttributeError, ValueError, IndexError):
        return paid
    return age if paid <= age <= paid + _LONGEST_WAIT else paid


def escape_unprintable() -> None:
    """A terminal that cannot show a character gets its escape, not a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def check_writable(path: Path) -> None:
    """Refuse a file that cannot be written; better to know before a long solve than after."""
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise UsageError(f"{path}: cannot be written")


def leave_quietly() -> None:
    """The reader of our output has gone (`| head`); python would complain once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())  # type: ignore[union-attr]
    sys.exit(0)


def complain(sentence: str, code: int) -> None:
    """One sentence on stderr, or several, each in a line of its own, and out."""
    remark(sentence.split("\n"))
    sys.exit(code)


def remark(sentences: Iterable[str]) -> None:
    """Sentences on stderr, where there is one."""
    if sys.stderr is not None:
        for sentence in sentences:
            print(f"shortlist: {visible(sentence)}", file=sys.stderr)
