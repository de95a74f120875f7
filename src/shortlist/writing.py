"""Writing a file so that nothing is lost: what stood there stays, whole, until all of what replaces it is on the disk."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from shortlist.errors import ShortlistError

_OPEN_FILES = Path("/proc/self/fd")


def write_or_refuse(path: str | Path, data: str | bytes, refusal: type[ShortlistError]) -> None:
    """Put this text, or these bytes, into the file in one step, see `write_bytes`; where that fails, refuse it in one sentence."""
    try:
        write_bytes(path, data.encode("utf-8") if isinstance(data, str) else data)
    except OSError as error:
        raise refusal(f"{path}: cannot be written ({error.strerror or error})") from None


def write_bytes(path: str | Path, data: bytes) -> None:
    """Put these bytes into the file in one step; where that fails, the file is as it was, and the `OSError` is raised.

    They are written to a file beside it, which has no name where the system has such files, so that nothing stays of it if the
    process is killed; flushed to the disk, and put in place. A link goes on pointing where it did, and a file
    keeps its permissions. What is no file, `/dev/stdout` or a pipe, has nothing to lose and is written to.
    """
    target = Path(os.path.realpath(path))
    if not is_replaced(path):
        Path(path).write_bytes(data)
        return
    beside = target.with_name(f".shortlist-{secrets.token_hex(8)}.tmp")
    try:
        unnamed = _unnamed_file(target.parent)
        with beside.open("xb") if unnamed is None else os.fdopen(unnamed, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
            if unnamed is not None:
                # Only with a folder for it, even one that is not looked at, does Python follow the link to the file itself.
                os.link(_OPEN_FILES / str(unnamed), beside, src_dir_fd=unnamed)
        if target.exists():
            beside.chmod(target.stat().st_mode & 0o7777)
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _unnamed_file(folder: Path) -> int | None:
    """The number of a new file in this folder that has no name yet; None where the system has no such files."""
    flag = getattr(os, "O_TMPFILE", None)
    if flag is None or not _OPEN_FILES.is_dir():
        return None
    try:
        return os.open(folder, flag | os.O_WRONLY, 0o666)
    except OSError:
        return None  # not on this disk; what else is wrong a file with a name will tell


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
