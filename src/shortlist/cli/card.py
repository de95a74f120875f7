"""The command that writes a model card."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated, Any

import typer

from shortlist.card.markdown import code
from shortlist.card.sections import Judged, model_card
from shortlist.cli import options
from shortlist.cli.certified import certificate_of
from shortlist.cli.judging import warn_of, warn_of_other_rows
from shortlist.cli.process import check_writable
from shortlist.cli.reading import ROW_OPTIONS, columns_of_rows, parted, reading_for
from shortlist.errors import DataError, UsageError
from shortlist.files.modelfile import ModelFile, read_model
from shortlist.tables.read import read_labelled
from shortlist.tables.table import LabelledTable
from shortlist.tables.weights import class_weighted
from shortlist.writing import write_or_refuse


@options.takes(ROW_OPTIONS)
def card(
    model: options.ModelPath,
    data: options.Data,
    *,
    test: Annotated[
        str | None, typer.Option(metavar="FILE", help="Rows that it was not learned from, to judge it by, too.")
    ] = None,
    groups: Annotated[
        list[str] | None,
        typer.Option(
            "--group", metavar="COLUMN", help="Errors by the values of this column; may be given several times."
        ),
    ] = None,
    proof: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A proof of the list, which is verified and named on the card.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write the card to this file instead of printing it."),
    ] = None,
    **values: Any,
) -> None:
    """Write a model card: what the model decides, what is proved of it, its errors by class and group, and blanks to fill."""
    if output is not None:
        check_writable(output, model, data, test, proof)
    file = read_model(model)
    table, held_out = parted(file, _table(file, data, values, groups or [], weight_needed=True))
    rows = Judged(class_weighted(table, file.class_weights), _said(data, "" if held_out is None else "learned from"))
    warn_of_other_rows(file, rows.data)
    if test is None:
        others = None if held_out is None else Judged(held_out, _said(data, "held out"))
    else:
        others = Judged(_table(file, test, values, groups or [], weight_needed=False), _said(test))
    digest = hashlib.sha256(Path(model).read_bytes()).hexdigest()
    certificate = None if proof is None else certificate_of(file, data, proof, values)
    text = model_card(
        file, Path(model).name, digest, rows=rows, test=others, groups=groups or [], certificate=certificate
    )
    if output is None:
        print(text, end="")
    else:
        write_or_refuse(output, text, DataError)


def _table(
    file: ModelFile, source: str, values: dict[str, Any], groups: list[str], *, weight_needed: bool
) -> LabelledTable:
    """The rows of a file, with the columns of groups."""
    arguments = reading_for(file, values) | columns_of_rows(file)
    if arguments["target"] in groups:
        raise UsageError(f"--group must be a column beside the target, got {arguments['target']!r}")
    arguments["columns"] = {*arguments["columns"], *groups}
    arguments["kinds"] |= {name: file.kinds[name] for name in groups if name in file.kinds}
    table = read_labelled(source, classes=file.model.classes, more=True, weight_needed=weight_needed, **arguments)
    warn_of(file.missing_warning(table.table))
    return table


def _said(source: str, which: str = "") -> str:
    """What rows of a file are called, all of them or those that were so."""
    of = "of standard input" if source == "-" else f"of {code(Path(source).name)}"
    return f"the rows {of} that were {which}" if which else f"the rows {of}"
