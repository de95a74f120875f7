"""The command that explains one row: which rules were read, what is enough for the class, what would change it, and reasons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import typer

from shortlist.cli import options
from shortlist.cli.judging import print_json, warn_of
from shortlist.cli.reading import FILE_OPTIONS, reading_for
from shortlist.errors import UsageError
from shortlist.explain.question import Question, changeable_columns
from shortlist.explain.reasons import read_words
from shortlist.explain.reasons import reasons as reasons_of
from shortlist.explain.space import Space
from shortlist.explain.trace import explain as explain_row
from shortlist.files.explanations import explanation_record
from shortlist.files.modelfile import ModelFile, read_model
from shortlist.show.console import console
from shortlist.show.explanation import answers_view, explanation_view
from shortlist.tables.read import read_table
from shortlist.words import did_you_mean

_WHAT_IF = "What if"
_MOST = 3


@options.takes(FILE_OPTIONS)
def explain(
    model: options.ModelPath,
    data: options.Data,
    *,
    row: Annotated[int, typer.Option(help="Which row, counted from 1 below the header.")] = 1,
    why: Annotated[
        bool, typer.Option("--why", help="The fewest of its entries that are enough for its class.")
    ] = False,
    what_if: Annotated[
        bool, typer.Option("--what-if", help="The fewest changes that give another class.", rich_help_panel=_WHAT_IF)
    ] = False,
    label: Annotated[
        str | None, typer.Option("--class", metavar="CLASS", help="Only this class.", rich_help_panel=_WHAT_IF)
    ] = None,
    changeable: Annotated[
        list[str] | None,
        typer.Option(metavar="COLUMN,COLUMN,…", help="Columns to change, no others.", rich_help_panel=_WHAT_IF),
    ] = None,
    fixed: Annotated[
        list[str] | None,
        typer.Option(metavar="COLUMN,COLUMN,…", help="Columns that cannot be changed.", rich_help_panel=_WHAT_IF),
    ] = None,
    allow_missing: Annotated[
        bool,
        typer.Option("--allow-missing", help="An entry may also be taken away.", rich_help_panel=_WHAT_IF),
    ] = False,
    most: Annotated[
        int | None,
        typer.Option(min=1, help=f"How many answers to why and what if, the smallest first (default: {_MOST})."),
    ] = None,
    reasons: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="At most four reasons, worded by this JSON file of texts for columns or literals."
        ),
    ] = None,
    as_json: options.Json = False,
    **values: Any,
) -> None:
    """Say why a row is decided as it is, and what would change it."""
    given = {"--class": label, "--changeable": changeable, "--fixed": fixed, "--allow-missing": allow_missing}
    for flag, value in given.items():
        if value and not what_if:
            raise UsageError(f"{flag} is for --what-if only")
    if most is not None and not (why or what_if):
        raise UsageError("--most is for --why and --what-if only")
    most = _MOST if most is None else most
    file = read_model(model)
    wanted = None if label is None else class_of(file, label)
    columns = changeable_columns(list(file.kinds), _names(file, changeable), _names(file, fixed))
    words = None if reasons is None else read_words(reasons, file.kinds, file.model.literals)
    table = read_table(data, **reading_for(file, values))
    warn_of(file.missing_warning(table))
    explanation = explain_row(file.in_rows, table, row - 1, file.target)
    question = Question.of(Space.of(file.model, file.kinds), table, row - 1, file.target)
    others = [k for k in range(len(file.model.classes)) if k != question.label] if wanted is None else [wanted]
    answers = (
        question.why(most) if why else None,
        [question.what_if(k, most, changeable=columns, allow_missing=allow_missing) for k in others]
        if what_if
        else None,
        None if words is None else reasons_of(explanation, words),
    )
    if as_json:
        print_json(explanation_record(explanation, *answers))
    else:
        out = console()
        out.print(explanation_view(explanation), highlight=False)
        out.print(answers_view(*answers), highlight=False, end="")


def class_of(file: ModelFile, text: str) -> int:
    """The index of the class that is written so."""
    known = [str(label) for label in file.model.classes]
    if text not in known:
        raise UsageError(f"--class must be one of {', '.join(known)}, got {text!r}{did_you_mean(text, known)}")
    return known.index(text)


def _names(file: ModelFile, given: Iterable[str] | None) -> list[str] | None:
    """The columns that were named, one by one or with commas between them."""
    if given is None:
        return None
    return [name for text in given for name in ([text] if text in file.kinds else text.split(","))]
