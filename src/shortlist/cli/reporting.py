"""The command that writes a page about a model: what it says, what is proved of it, and what it does on rows."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from shortlist.cli import options
from shortlist.cli.certified import certificate_of
from shortlist.cli.judging import warn_of, warn_of_other_rows
from shortlist.cli.process import check_writable, remark
from shortlist.cli.reading import ROW_OPTIONS, parted, reading_for
from shortlist.errors import DataError
from shortlist.explain.reasons import read_words
from shortlist.files.modelfile import ModelFile, read_model
from shortlist.tables.read import read_labelled
from shortlist.tables.table import LabelledTable
from shortlist.tables.weights import class_weighted


@options.takes(ROW_OPTIONS)
def report(
    model: options.ModelPath,
    data: options.Data,
    *,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Write the page to this file.")],
    test: Annotated[
        str | None, typer.Option(metavar="FILE", help="Rows that the model does not know, to judge it by.")
    ] = None,
    group: Annotated[
        list[str] | None, typer.Option(metavar="COLUMN", help="Show who is decided how, by group; may be repeated.")
    ] = None,
    front: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Sizes and errors, as `shortlist front --json` prints them.")
    ] = None,
    questions: Annotated[
        Path | None, typer.Option(metavar="FILE", help="JSON: for columns, the text of the question to ask.")
    ] = None,
    reasons: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="JSON: your words for reasons, as `explain --reasons` takes them."),
    ] = None,
    proof: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A proof of the list, which is verified and named on the page.")
    ] = None,
    rows: Annotated[bool, typer.Option(help="Put rows into the page, or only counts.")] = True,
    **values: Any,
) -> None:
    """Write a page that shows a model, what is proved of it, and what it does; one file, for any browser, offline."""
    # No other command needs these.
    from shortlist.report.content import PageOptions  # noqa: PLC0415
    from shortlist.report.fronts import read_front, read_json  # noqa: PLC0415
    from shortlist.report.page import report as page_of  # noqa: PLC0415
    from shortlist.report.page import write_report  # noqa: PLC0415

    check_writable(output, model, data, front, questions, reasons, proof)
    file = read_model(model)
    page_options = PageOptions(
        title=Path(data).stem,
        groups=group or (),
        front=None if front is None else read_front(front),
        questions={} if questions is None else _questions(questions, read_json(questions)),
        reasons=None if reasons is None else read_words(reasons, file.kinds, file.model.literals),
        rows=rows,
        certificate=None if proof is None else certificate_of(file, data, proof, values),
    )
    training, held_out = parted(file, _rows(file, data, values))
    training = class_weighted(training, file.class_weights)
    tested = held_out if test is None else _rows(file, test, values, weight_needed=False)
    warn_of_other_rows(file, training)
    page = page_of(file, training, tested, page_options)
    write_report(page, output)
    remark([f"{output}: {len(page.encode()) / 1024:.0f} KB"])


def _rows(file: ModelFile, data: str, values: dict[str, Any], *, weight_needed: bool = True) -> LabelledTable:
    """All columns of a table with its classes, read as in training."""
    arguments = reading_for(file, values) | {"columns": None, "kinds": file.kinds_read}
    table = read_labelled(data, classes=file.model.classes, more=True, weight_needed=weight_needed, **arguments)
    warn_of(file.missing_warning(table.table))
    return table


def _questions(path: Path, known: Any) -> dict[str, str]:
    """The texts of questions by column, which a file says."""
    if not isinstance(known, dict) or not all(isinstance(text, str) for text in known.values()):
        raise DataError(f'{path}: must be a JSON object with a text for each column, such as {{"age": "How old?"}}')
    return known
