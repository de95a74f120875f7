"""The command's entry: every refusal is one sentence on stderr and an exit code."""

from __future__ import annotations

import sys
import time
import traceback
from typing import Any

import typer

from shortlist.cli.app import app
from shortlist.cli.process import complain, escape_unprintable, leave_quietly, seconds_since_start
from shortlist.errors import NoListError, ShortlistError, WrongAnswerError

# What Typer raises for wrong options; its public exceptions derive from it, wherever it lives.
_UsageProblem: type[Any] = next(base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException")


def main() -> None:
    """Run the command."""
    began = time.perf_counter() - seconds_since_start()
    escape_unprintable()
    arguments = sys.argv[1:] or ["--help"]
    try:
        code = app(arguments, standalone_mode=False, obj=began)
        if sys.stdout is not None:
            sys.stdout.flush()
        if code == 130:  # newer Typers catch Ctrl-C themselves
            complain("interrupted", code)
        sys.exit(code)
    except ShortlistError as error:
        complain(str(error), 3 if isinstance(error, NoListError) else 70 if isinstance(error, WrongAnswerError) else 2)
    except _UsageProblem as problem:
        complain(f"{problem.format_message()} (see --help)", 2)
    except (KeyboardInterrupt, typer.Abort):
        complain("interrupted", 130)
    except (BrokenPipeError, SystemExit) as leaving:
        # Typer turns a closed pipe into exit code 1, which here means something else.
        if isinstance(leaving, BrokenPipeError) or isinstance(leaving.__context__, BrokenPipeError):
            leave_quietly()
        raise
    except OSError as error:
        complain(f"the output cannot be written ({error})", 2)
    except Exception:  # noqa: BLE001  # shown whole, with the exit code of a fault of our own
        traceback.print_exc()
        sys.exit(70)
