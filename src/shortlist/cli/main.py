"""The command's entry: every refusal is one sentence on stderr and an exit code."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NoReturn

from shortlist.cli.process import (
    complain,
    escape_unprintable,
    leave_quietly,
    open_standard_streams,
    seconds_since_start,
)
from shortlist.errors import NoListError, NoProofError, ShortlistError, WrongAnswerError
from shortlist.interrupts import INTERRUPTED, SIGNALS


def main() -> None:
    """Run the command."""
    began = time.perf_counter() - seconds_since_start()
    open_standard_streams()
    escape_unprintable()
    arguments = sys.argv[1:] or ["--help"]
    try:
        with SIGNALS.during_work():
            code = _run(arguments, began)
            sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BaseException as fault:  # noqa: BLE001  # the last net: whatever it is has its sentence and its exit code
        _end(fault, debug="--debug" in takewhile(lambda word: word.startswith("-"), arguments))
    if code == INTERRUPTED:
        complain("interrupted", code)
    sys.exit(code)


def _run(arguments: Sequence[str], began: float) -> int | None:
    """Load what the commands need, and run the one that is asked for."""
    from shortlist.cli.app import make_app  # noqa: PLC0415  # takes a while, in which Ctrl-C has its sentence, too

    command = next((word for word in arguments if not word.startswith("-")), None)
    code: int | None = make_app(command)(arguments, standalone_mode=False, obj=began)
    return code


def _end(fault: BaseException, *, debug: bool) -> NoReturn:
    """Say in one sentence what went wrong, and leave with the exit code that it has."""
    # Typer turns a closed pipe into exit code 1, which here means something else.
    if isinstance(fault, BrokenPipeError) or isinstance(fault.__context__, BrokenPipeError):
        leave_quietly()
    if debug and not isinstance(fault, SystemExit):
        traceback.print_exception(fault)
    match fault:
        case SystemExit(code=130):
            complain("interrupted", INTERRUPTED)
        case SystemExit():
            raise fault
        case NoListError() | NoProofError():
            complain(str(fault), 3)
        case WrongAnswerError():
            complain(str(fault), 70)
        case ShortlistError():
            complain(str(fault), 2)
        case OSError():
            complain(f"the output cannot be written ({fault.strerror or fault})", 2)
        case MemoryError():
            complain("there is not enough memory for this; --memory-limit bounds what the search takes", 70)
    _end_of_command(fault)


def _end_of_command(fault: BaseException) -> NoReturn:
    """What Typer raises: wrong options, or an abort; all else is a fault of our own."""
    import typer  # noqa: PLC0415  # loaded by now, or what is wrong is that it cannot be

    # Its public exceptions derive from one class, wherever that lives.
    usage: type[Any] = next(base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException")
    if isinstance(fault, typer.Abort):
        complain("interrupted", INTERRUPTED)
    if isinstance(fault, usage):
        complain(f"{fault.format_message()} (see --help)", 2)
    said = " ".join(str(fault).split())[:200]
    complain(
        f"a fault of Shortlist's own, {type(fault).__name__}{f' ({said})' if said else ''}; "
        "shortlist --debug … shows where it happened",
        70,
    )
