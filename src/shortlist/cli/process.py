"""What a command owes the process it runs in: when it began, what its terminal can show, and how it ends."""

from __future__ import annotations

import errno
import io
import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

from shortlist.errors import UsageError, shortened
from shortlist.words import visible
from shortlist.writing import is_replaced

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


def open_standard_streams() -> None:
    """Nothing that is opened later may be taken for a standard stream that was closed; what is printed there is refused."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stdout is None:
        sys.stdout = _Closed()


class _Closed(io.TextIOBase):
    """Standard output where there is none: whoever has something to print there must hear that it is lost."""

    def write(self, _: str) -> int:
        raise OSError(errno.EBADF, "standard output is closed")


def escape_unprintable() -> None:
    """A terminal that cannot show a character gets its escape, not a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def check_writable(path: Path, *others: str | Path | None) -> None:
    """Refuse a file that cannot be written, or is one of the `others` of the same command; better to know before a long solve than after.

    A file is replaced by one that is written beside it, so its folder must be writable, too; a device or a pipe is written to.
    """
    try:
        target = Path(os.path.realpath(path))
        places = [target.parent] if is_replaced(path) else []
        places += [target] if target.exists() else []
        writable = not target.is_dir() and all(os.access(place, os.W_OK) for place in places)
        used = is_replaced(path) and any(
            Path(os.path.realpath(other)) == target for other in others if other is not None
        )
    except (OSError, ValueError) as error:  # a name that no file can have
        raise UsageError(f"{path}: cannot be written ({getattr(error, 'strerror', None) or error})") from None
    if not writable:
        raise UsageError(f"{path}: cannot be written")
    if used:
        raise UsageError(
            f"{path}: is another file of this command, which would be lost; name a file of its own to write to"
        )


def leave_quietly() -> NoReturn:
    """The reader of our output has gone (`| head`); python would complain once more at exit."""
    if sys.__stdout__ is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())
    sys.exit(0)


def complain(sentence: str, code: int) -> NoReturn:
    """One sentence on stderr, or several, each in a line of its own, and out."""
    remark(shortened(sentence).split("\n"))
    sys.exit(code)


def remark(sentences: Iterable[str]) -> None:
    """Sentences on stderr, where there is one."""
    if sys.stderr is not None:
        for sentence in sentences:
            print(f"shortlist: {visible(sentence)}", file=sys.stderr)
