"""Bytes of files, pipes and gzip, piece by piece: as long as the time lasts, and no more than a table can be.

A device has no end and is refused, a pipe that no one writes to is waited for no longer than the deadline, and bytes that grow beyond
all measure when they are unpacked are no table.
"""

from __future__ import annotations

import gzip
import io
import os
import select
import stat
from pathlib import Path
from typing import IO

from shortlist.errors import DataError
from shortlist.tables.deadline import Deadline
from shortlist.tables.texts import Bytes

GZIP = b"\x1f\x8b"
"""What gzipped bytes begin with."""

_PIECE = 2**22
_MOST_GROWTH = 200  # times that gzip may have made a table smaller; tables of nothing but 0 and 1 come to 60
_FREE_GROWTH = 2**28  # bytes that may come out whatever went in


def read_path(path: Path, deadline: Deadline) -> Bytes:
    """The bytes of a file or of a named pipe."""
    mode = path.stat().st_mode
    if stat.S_ISCHR(mode) or stat.S_ISBLK(mode) or stat.S_ISSOCK(mode):
        raise DataError(f"{path}: must be a file or a pipe, but is a device or a socket")
    # A named pipe that no one has opened for writing would keep a plain `open` waiting.
    descriptor = os.open(path, os.O_RDONLY | (os.O_NONBLOCK if stat.S_ISFIFO(mode) else 0))
    with os.fdopen(descriptor, "rb", buffering=0) as stream:
        if not stat.S_ISREG(mode):
            return read_stream(str(path), stream, deadline)
        return _read_file(str(path), stream, os.fstat(descriptor).st_size, deadline)


def _read_file(source: str, stream: IO[bytes], size: int, deadline: Deadline) -> bytearray:
    """The bytes of a file of this size, which may grow or shrink meanwhile."""
    read = bytearray()
    while piece := stream.read(_PIECE):
        read += piece
        if len(read) < size:  # else whoever reads on asks again
            deadline.check(source, len(read), size, fetching=True)
    return read


def read_stream(source: str, stream: IO[bytes], deadline: Deadline) -> bytes:
    """All bytes of a stream."""
    read, waits = io.BytesIO(), _can_be_waited_for(stream)
    # A buffered stream would wait until the piece is full.
    read_piece = getattr(stream, "read1", stream.read)
    while True:
        if waits:
            _wait(source, stream, deadline, read.tell())
        piece = read_piece(_PIECE)
        if piece is None:
            continue  # another reader of the pipe was faster
        if not piece:
            return read.getvalue()
        read.write(piece)
        if read.tell() > _PIECE:
            deadline.check(source, read.tell(), None)


def _can_be_waited_for(stream: IO[bytes]) -> bool:
    """Is it a pipe of the system's?"""
    try:
        return stat.S_ISFIFO(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError, AttributeError):
        return False


def _wait(source: str, stream: IO[bytes], deadline: Deadline, done: int) -> None:
    """Wait until there is something to read, or no writer any more; not beyond the deadline."""
    poll = select.poll()
    poll.register(stream, select.POLLIN)
    left = deadline.left()
    if not poll.poll(None if left == float("inf") else max(left, 0) * 1000):
        deadline.check(source, done, None)


def decompressed(source: str, raw: Bytes, deadline: Deadline) -> bytes:
    """What gzipped bytes are unpacked."""
    packed, unpacked = io.BytesIO(raw), io.BytesIO()
    with gzip.GzipFile(fileobj=packed) as stream:
        while piece := stream.read(_PIECE):
            unpacked.write(piece)
            deadline.check(source, packed.tell(), len(raw), fetching=True)
            if unpacked.tell() > _FREE_GROWTH and unpacked.tell() > _MOST_GROWTH * packed.tell():
                raise DataError(
                    f"{source}: gzipped bytes that become more than {_MOST_GROWTH} times as many are no table"
                )
    return unpacked.getvalue()
