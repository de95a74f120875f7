"""Commands that use a model: `predict` other rows, `show` the model itself."""

from __future__ import annotations

import csv
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from shortlist.cli import options
from shortlist.cli.exporting import Dialect
from shortlist.cli.judging import warn_of
from shortlist.cli.reading import FILE_OPTIONS, named, reading_for
from shortlist.cli.streaming import is_streamed
from shortlist.errors import UsageError
from shortlist.export.formats import FORMATS, exported
from shortlist.files.modelfile import ModelFile, read_model
from shortlist.models.model import SILENT, Model
from shortlist.option import one_of
from shortlist.show.console import console
from shortlist.show.terminal import model_view
from shortlist.tables.read import read_table
from shortlist.tables.table import Table


@options.takes([*FILE_OPTIONS, *named("stream")])
def predict(
    model: options.ModelPath,
    data: options.Data,
    *,
    probabilities: Annotated[bool, typer.Option("--probabilities", help="Add one column for each class.")] = False,
    rules: Annotated[bool, typer.Option("--rules", help="Add the number of the rule that decided.")] = False,
    **values: Any,
) -> None:
    """Print the class of each row as CSV."""
    file = read_model(model)
    header = [file.target, *(["rule"] if rules else [])]
    header += [f"P({label})" for label in file.model.classes] if probabilities else []
    # The csv module leaves a carriage return unquoted where lines end otherwise.
    returns = any("\r" in str(label) for label in file.model.classes)
    out = csv.writer(sys.stdout, lineterminator="\n", quoting=csv.QUOTE_ALL if returns else csv.QUOTE_MINIMAL)
    missing: Counter[str] = Counter()
    for number, table in enumerate(_tables_for(file, data, values)):
        if not number:
            out.writerow(header)
        columns: list[list[object]] = [file.model.predict(table).tolist()]
        columns += [_numbers_of_rules(file.model, table)] if rules else []
        columns += file.model.probabilities(table).T.tolist() if probabilities else []
        out.writerows(zip(*columns, strict=True))
        missing += file.missing_in(table)
    warn_of(file.missing_warning_of(missing))


def _numbers_of_rules(model: Model, table: Table) -> list[object]:
    """For each row the number, from 1, of the rule that answers; of all that do, where there are several lists."""
    return [" ".join(str(k + 1) for k in row if k != SILENT) for row in model.answers(table).tolist()]


def show(
    model: options.ModelPath,
    *,
    format: Annotated[  # noqa: A002
        str, typer.Option(metavar="NAME", help=f"table, or one of {', '.join(FORMATS)}.")
    ] = "table",
    dialect: Dialect = None,
) -> None:
    """Print a model: as a table with what is proved of it, or in another format."""
    one_of("--format", format, ["table", *FORMATS])
    if format == "table" and dialect is not None:
        raise UsageError("--dialect is for another --format than table")
    file = read_model(model)
    if format == "table":
        out = console()
        out.print(model_view(file, out.width))
        return
    if not FORMATS[format].is_text:
        raise UsageError(f"{format} is no text; shortlist export writes it to a file")
    print(str(exported(file, format, dialect=dialect)).removesuffix("\n"))


def _tables_for(file: ModelFile, data: str, values: dict[str, Any]) -> Iterator[Table]:
    """The table that the model is asked of, in one piece or in parts."""
    streamed = is_streamed(data, values.pop("stream"))
    arguments = reading_for(file, values)
    if streamed:
        from shortlist.cli.streamed import table_parts  # noqa: PLC0415  # slow to load

        yield from table_parts(data, arguments)
    else:
        yield read_table(data, **arguments)
