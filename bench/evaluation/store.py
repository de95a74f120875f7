"""Results as JSON lines in one file: a line is written at once or not at all, and several processes may write."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable
from pathlib import Path

from evaluation.measures import Record


def read_lines(path: Path) -> list[Record]:
    """The whole lines of a file, the last of each address; what a killed writer left without an end is not one."""
    content = path.read_bytes() if path.exists() else b""
    whole = content[: content.rfind(b"\n") + 1].splitlines()
    return list({record["address"]: record for record in map(json.loads, whole)}.values())


def append(path: Path, records: Iterable[Record]) -> None:
    """Write lines at the end, after cutting off what a killed writer left without an end."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        _cut_torn_line(file)
        for record in records:
            line = (json.dumps(record, ensure_ascii=False) + "\n").encode()
            assert os.write(file, line) == len(line)
    finally:
        os.close(file)


def _cut_torn_line(file: int) -> None:
    """Cut the file after its last end of line."""
    size = os.fstat(file).st_size
    if size and os.pread(file, 1, size - 1) != b"\n":
        whole = os.pread(file, size, 0).rfind(b"\n") + 1
        os.ftruncate(file, whole)
