"""How commands read a table for a model: the columns that it asks for, or all that it was learned from."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from shortlist.cli import options
from shortlist.files.modelfile import ModelFile
from shortlist.option import Option
from shortlist.options import TABLE
from shortlist.tables.dates import whole_and_part
from shortlist.tables.read import read_labelled
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
    """The table that a model was learned from, all of its columns, weighted as in training."""
    values = values | {"target": file.target, "weight": file.weighting.column}
    arguments = reading_for(file, values) | {"columns": list(file.kinds_read), "kinds": file.kinds_read}
    table = read_labelled(data, classes=file.model.classes, **arguments)
    # Columns are asked in the order of the training table.
    columns = Table(tuple(table.table[name] for name in file.kinds_read), len(table))
    return class_weighted(replace(table, table=columns.with_parts(_parts_of_dates(file))), file.class_weights)


def _parts_of_dates(file: ModelFile) -> dict[str, list[str]]:
    """The parts of dates that were columns in training, too."""
    parts: dict[str, list[str]] = {}
    for name in file.kinds:
        found = whole_and_part(name)
        if name not in file.kinds_read and found is not None:
            parts.setdefault(found[0], []).append(found[1])
    return parts
