"""How commands read a table for a model: the columns that it asks for, or all that it was learned from."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from shortlist.cli import options
from shortlist.cli.process import remark
from shortlist.files.modelfile import ModelFile
from shortlist.option import Option
from shortlist.options import TABLE
from shortlist.tables.dates import whole_and_part
from shortlist.tables.read import read_labelled
from shortlist.tables.split import drawn_rows
from shortlist.tables.table import LabelledTable, Table
from shortlist.tables.weights import class_weighted


def named(*names: str) -> list[Option]:
    """The options of these names, of those that say how a table is read."""
    return [option for option in TABLE if option.name in names]


FILE_OPTIONS = named("delimiter", "encoding", "missing")
ROW_OPTIONS = [*named("target", "drop_missing_target", "weight"), *FILE_OPTIONS]


def reading_for(file: ModelFile, values: dict[str, Any]) -> dict[str, Any]:
    """How the columns that a model needs are read, with classes and weights where these are asked for: as in training, but for what is
    given now.
    """
    usual = {"target": file.target, "weight": file.weighting.column, "delimiter": file.file_format.delimiter}
    asked = {name: usual.get(name) if value is None else value for name, value in values.items()}
    arguments = {name: value for name, value in asked.items() if value is not None}
    marks = options.missing_marks(values["missing"] or file.file_format.missing_marks)
    return arguments | {"columns": file.model.columns, "kinds": file.kinds_used, "missing": marks}


def training_table(file: ModelFile, data: str, values: dict[str, Any]) -> LabelledTable:
    """The table that a model was learned from, all columns that it was, weighted as in training."""
    values = values | {"target": file.target, "weight": file.weighting.column}
    arguments = reading_for(file, values) | {"columns": list(file.kinds_read), "kinds": file.kinds_read}
    table, _ = parted(file, read_labelled(data, classes=file.model.classes, **arguments))
    return class_weighted(replace(table, table=_as_in_training(file, table.table)), file.class_weights)


def _as_in_training(file: ModelFile, table: Table) -> Table:
    """The columns that were learned from, in their order, with the parts of dates that were columns, too."""
    names = [name for name in file.kinds_read if name not in file.left_out]
    return Table(tuple(table[name] for name in names), len(table)).with_parts(_parts_of_dates(file))


def columns_of_rows(file: ModelFile) -> dict[str, Any]:
    """Which columns to read of rows that may be those of training, and their kinds: where some were held out, all tell which."""
    if file.provenance is None or file.provenance.held_out is None:
        return {"columns": file.model.columns, "kinds": file.kinds_used}
    return {"columns": {*file.model.columns, *file.kinds_read}, "kinds": file.kinds_used | file.kinds_read}


def parted(file: ModelFile, table: LabelledTable) -> tuple[LabelledTable, LabelledTable | None]:
    """The rows that the model was learned from and those that were held out, where the table is the file that these are from, read
    with `columns_of_rows`; else all rows.
    """
    known, source = file.provenance, table.source
    if known is None or known.held_out is None or source is None or source.sha256 != known.sha256:
        return table, None
    seen = replace(table, table=_as_in_training(file, table.table))
    drawn = drawn_rows(seen, Fraction(known.held_out.share), known.held_out.seed)
    training = replace(table.take(~drawn), source=replace(source, held_out=known.held_out))
    remark(
        [
            f"{source.name}: the model was learned from {len(training)} of {len(table)} rows; the others were held out ({known.held_out})"
        ]
    )
    return training, table.take(drawn)


def _parts_of_dates(file: ModelFile) -> dict[str, list[str]]:
    """The parts of dates that were columns in training, too."""
    parts: dict[str, list[str]] = {}
    for name in file.kinds:
        found = whole_and_part(name)
        if name not in file.kinds_read and found is not None:
            parts.setdefault(found[0], []).append(found[1])
    return parts
