"""Writing a file so that nothing is lost: what stood there stays, whole, until all of what replaces it is on the disk."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path


def write_text(path: str | Path, text: str) -> None:
    """Put this text into the file in one step, see `write_bytes`."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: str | Path, data: bytes) -> None:
    """Put these bytes into the file in one step; where that fails, the file is as it was, and the `OSError` is raised.

    They are written to a file beside it, flushed to the disk and then renamed. A link goes on pointing where it did, and a file
    keeps its permissions. What is no file, `/dev/stdout` or a pipe, has nothing to lose and is written to.
    """
    target = Path(os.path.realpath(path))
    if not is_replaced(path):
        Path(path).write_bytes(data)
        return
    beside = target.with_name(f".shortlist-{secrets.token_hex(8)}.tmp")
    try:
        with beside.open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            beside.chmod(target.stat().st_mode & 0o7777)
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def is_replaced(path: str | Path) -> bool:
    """Is this a file, or is there nothing yet? `/dev/stdout` leads to whatever it leads to, and that is written to."""
    target = Path(os.path.realpath(path))
    system = Path(os.path.abspath(path)).parts[1:2]  # noqa: PTH100  # links must not be followed here
    return system not in (("dev",), ("proc",)) and (target.is_file() or not target.exists())


def _sync_folder(folder: Path) -> None:
    """Have the new name on the disk, too, where the system can do that."""
    with suppress(OSError):  # the file itself is safe by now
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
