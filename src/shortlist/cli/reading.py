"""How commands read a table for a model: the columns that it asks for, or all that it was learned from."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from shortlist.cli import options
from shortlist.files.modelfile import ModelFile
from shortlist.tables.dates import whole_and_part
from shortlist.tables.read import read_labelled
from shortlist.tables.table import LabelledTable, Table
from shortlist.tables.weights import class_weighted


def reading_for(file: ModelFile, values: dict[str, Any]) -> dict[str, Any]:
    """How the columns that a model needs are read: as in training, but for what is given now."""
    arguments = {name: value for name, value in values.items() if value is not None and name != "missing"}
    marks = options.missing_marks(values["missing"] or file.written.missing_marks)
    if file.written.delimiter is not None:
        arguments.setdefault("delimiter", file.written.delimiter)
    return arguments | {"columns": file.model.columns, "kinds": file.kinds_used, "missing": marks}


def training_table(file: ModelFile, data: str, values: dict[str, Any]) -> LabelledTable:
    """The table that a model was learned from, all of its columns, weighted as in training."""
    values |= {"target": file.target, "weight": file.weighting.column}
    arguments = reading_for(file, values) | {"columns": list(file.kinds_read), "kinds": file.kinds_read}
    table = read_labelled(data, classes=file.model.classes, **arguments)
    # Columns are asked in the order of the training table.
    columns = Table(tuple(table.table[name] for name in file.kinds_read), len(table))
    table = replace(table, table=columns.with_parts(_parts_of_dates(file)))
    if file.weighting.classes:
        table = class_weighted(table, dict(zip(file.model.classes, file.weighting.classes, strict=True)))
    return table


def _parts_of_dates(file: ModelFile) -> dict[str, list[str]]:
    """The parts of dates that were columns in training, too."""
    parts: dict[str, list[str]] = {}
    for name in file.kinds:
        found = whole_and_part(name)
        if name not in file.kinds_read and found is not None:
            parts.setdefault(found[0], []).append(found[1])
    return parts
