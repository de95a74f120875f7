"""The command line: parse, call, print. Data goes to stdout; progress and complaints to stderr.

Exit codes: 0 whenever an answer was given, 1 when `check` finds a claim that does not hold, 2 for bad usage or bad data,
3 when there is no model at all, or with `--require-optimal` none that is proved optimal, 70 for a fault of our own or too little
memory, 130 when it was interrupted (Ctrl-C, SIGTERM) before there was an answer.
"""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

from shortlist._version import __version__

COMMANDS = {
    "fit": "learning",
    "front": "learning",
    "predict": "using",
    "explain": "explaining",
    "show": "using",
    "export": "exporting",
    "check": "judging",
    "score": "judging",
    "report": "reporting",
    "card": "card",
    "certify": "certifying",
    "canonical": "certifying",
    "verify": "certifying",
    "encode": "learning",
}
"""Each command, in the order of the help, and the file in this folder that it stands in: only that one is loaded for it."""


def make_app(command: str | None = None) -> typer.Typer:
    """The command line with this command, or with all of them where there is no such one."""
    app = typer.Typer(
        add_completion=False,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        help="Learn the shortest decision list that explains a table, and prove that none is shorter.",
    )
    app.callback(invoke_without_command=True)(_own_options)
    for name in [command] if command in COMMANDS else COMMANDS:
        app.command()(getattr(import_module(f"shortlist.cli.{COMMANDS[name]}"), name))
    return app


def _own_options(
    *,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
    debug: Annotated[  # noqa: ARG001  # it is for `main`, which shows what went wrong
        bool, typer.Option("--debug", help="Show where an error was raised, beside its sentence.")
    ] = False,
) -> None:
    """Options of the command itself."""
    if version:
        print(f"shortlist {__version__}")
        raise typer.Exit
