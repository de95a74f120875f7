"""The command that writes a model in another language: `export`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from shortlist.cli import options
from shortlist.cli.process import check_writable
from shortlist.export.formats import FORMATS, exported, format_of
from shortlist.files.modelfile import read_model
from shortlist.option import one_of
from shortlist.writing import write_bytes

Dialect = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help=f"Which {' or which '.join(f'{name} ({chr(44).join(known.dialects)})' for name, known in FORMATS.items() if known.dialects)}.",
    ),
]


def export(
    model: options.ModelPath,
    *,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="Where to write it; the suffix tells the format.")
    ],
    format: Annotated[  # noqa: A002
        str | None,
        typer.Option(metavar="NAME", help=f"Whatever the suffix is: one of {', '.join(FORMATS)}."),
    ] = None,
    dialect: Dialect = None,
    table: Annotated[
        str | None, typer.Option(metavar="NAME", help="For SQL: a query of this table, instead of an expression.")
    ] = None,
) -> None:
    """Write a model to a file in another language: for people, for programs, or for a database."""
    name, usual = format_of(output) if format is None else (one_of("--format", format, [*FORMATS]), None)
    check_writable(output, model)
    data = exported(read_model(model), name, dialect=dialect or usual, table=table)
    write_bytes(output, data.encode("utf-8") if isinstance(data, str) else data)
