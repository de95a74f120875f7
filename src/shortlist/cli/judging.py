"""Commands that judge a model by rows: `score` by rows that it does not know, `check` by those that it was learned from."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Annotated, Any

import typer

from shortlist.checks.recount import Recount, recount
from shortlist.cli import options
from shortlist.cli.process import remark
from shortlist.cli.reading import ROW_OPTIONS, columns_of_rows, named, parted, reading_for
from shortlist.cli.streaming import is_streamed, watching
from shortlist.errors import UsageError
from shortlist.files.modelfile import ModelFile, read_model
from shortlist.files.records import check_record, is_training
from shortlist.files.scores import score_record
from shortlist.scale.stream import Stream
from shortlist.show.claims import cost_text
from shortlist.show.console import console
from shortlist.show.score import score_view
from shortlist.show.terminal import check_view
from shortlist.tables.read import read_labelled
from shortlist.tables.split import held_out
from shortlist.tables.table import PLAIN, LabelledTable
from shortlist.tables.weights import class_weighted
from shortlist.words import count, printable

JUDGE_OPTIONS = [*ROW_OPTIONS, *named("stream")]


@options.takes(JUDGE_OPTIONS)
def score(model: options.ModelPath, data: options.Data, *, as_json: options.Json = False, **values: Any) -> None:
    """Say how well a model decides other rows than those that it was learned from."""
    file = read_model(model)
    table, counted, missing = _judged(file, data, values, weight_needed=values["weight"] is not None)
    warn_of(file.missing_warning_of(missing))
    _warn_without_weights(file.weighting.column, table)
    _warn_of_training_rows(file, table)
    found = file.score_of(table, counted)
    if as_json:
        print_json(score_record(found))
    else:
        out = console()
        out.print(score_view(found, out.width), highlight=False)


@options.takes(JUDGE_OPTIONS)
def check(
    model: options.ModelPath,
    data: options.Data,
    *,
    proof: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Verify this proof, too, which certify wrote of the model.",
        ),
    ] = None,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="Exit with 1 unless all is as claimed, on the very file that the model was learned from, by a proof of no less where one is given.",
        ),
    ] = False,
    as_json: options.Json = False,
    **values: Any,
) -> None:
    """Recount a model's errors and cost from the rows, and compare them with what it claims."""
    file = read_model(model)
    certified = None
    if proof is not None:
        from shortlist.cli.certified import certified_by  # noqa: PLC0415  # the verifiers; few checks ask for them

        certified = certified_by(proof, file, data, values)
    table, counted, _ = _judged(file, data, values, as_in_training=True)
    record = check_record(file, counted, table) | {"certified": None if certified is None else certified.record}
    if as_json:
        print_json(record)
    else:
        console().print(check_view(record, file), highlight=False)
    if certified is not None and file.claim is not None and not as_json:
        console().print(certified.words(partial(cost_text, file.model, file.claim)), highlight=False)
    confirmed = (record["counts_hold"], record["table"]) == (True, "recorded")
    if record["counts_hold"] is False or (strict and not (confirmed and not (certified and certified.proves_less))):
        raise typer.Exit(1)


def _warn_of_training_rows(file: ModelFile, table: LabelledTable) -> None:
    """Say where a model is judged by rows that it knows: by the very file that it was learned from."""
    known, source = file.provenance, table.source
    if known is None or source is None or known.sha256 is None or source.sha256 != known.sha256:
        return
    part = "this is the table that the model was learned from"
    if known.held_out is not None:
        part = f"the model was learned from a part of these rows; the others were held out ({known.held_out}), and fit --test judged by them"
    remark([f"{source.name}: {part}; rows that it knows say little of others"])


def _judged(
    file: ModelFile, data: str, values: dict[str, Any], *, weight_needed: bool = True, as_in_training: bool = False
) -> tuple[LabelledTable, Recount, Counter[str]]:
    """The rows to judge by, weighted as in training, what the model does on them, and what is missing in them.

    Classes that the model does not know come last. Classes have weights only where these are to be `as_in_training`; the rows
    themselves are not there where they are passed over in files.
    """
    streamed = is_streamed(data, values.pop("stream"))
    arguments = reading_for(file, values) | (columns_of_rows(file) if as_in_training else {})
    if streamed:
        from shortlist.cli.streamed import recounted  # noqa: PLC0415  # slow to load

        with watching(data) as tell:
            return recounted(
                file, data, arguments, weight_needed=weight_needed, as_in_training=as_in_training, tell=tell
            )
    table = read_labelled(data, classes=file.model.classes, more=True, weight_needed=weight_needed, **arguments)
    if as_in_training:
        table = class_weighted(parted(file, table)[0], file.class_weights)
    return table, recount(file.model, table), file.missing_in(table.table)


@dataclass(frozen=True)
class Held:
    """Rows to learn from, and rows to judge by; `said` tells where these come from."""

    training: LabelledTable | Stream
    test: LabelledTable
    said: str


def check_seed(test: str | None, seed: int | None) -> None:
    """Refuse a seed where no rows are drawn."""
    if seed is not None and (test is None or _share(test) is None):
        raise UsageError("--seed is for --test SHARE only: which rows it holds out")


def hold_out(rows: LabelledTable | Stream, test: str, seed: int, reading: dict[str, Any]) -> Held:
    """The rows that a share of the table, or another file, gives to judge by; a file is read as the table was."""
    share = _share(test)
    table = rows.head if isinstance(rows, Stream) else rows
    if share is not None and isinstance(rows, Stream):
        raise UsageError(f"--test must be a file where rows are passed over in files (--stream), got {test}")
    if share is not None:
        training, kept = held_out(table, share, seed)
        return Held(
            training, kept, f"On {len(kept)} of {count(len(table), 'row')}, held out (stratified, seed {seed}):"
        )
    arguments = {
        name: value
        for name, value in reading.items()
        if name in ("weight", "delimiter", "encoding", "missing", "deadline")
    }
    others = read_labelled(
        test,
        target=table.target,
        columns=table.table.names,
        classes=table.classes,
        more=True,
        kinds=table.table.kinds,
        weight_needed=False,
        **arguments,
    )
    _warn_without_weights(table.weighting.column, others)
    if others.source is not None and table.source is not None and others.source.sha256 == table.source.sha256:
        remark([f"{test}: this is the table that is learned from; rows that a model knows say little of others"])
    return Held(rows, others, f"On the rows of {test}:")


def _share(text: str) -> Fraction | None:
    """The share that a text says, None if it is no number."""
    try:
        share = Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None
    if not 0 < share < 1:
        raise UsageError(f"--test must be a file, or a share of the rows between 0 and 1, got {text}")
    return share


def _warn_without_weights(column: str | None, table: LabelledTable) -> None:
    """Say that rows are not weighted as in training, where they cannot be."""
    if column is not None and table.weighting == PLAIN:
        warn_of(f"there is no column {printable(column)} of weights as in training; each row counts once")


def warn_of_other_rows(file: ModelFile, table: LabelledTable) -> None:
    """Say that rows are not those that the model was learned from, where they should have been."""
    if is_training(file, table, recount(file.model, table)):
        return
    known = "those" if file.claim is None else f"the {count(file.claim.counted.rows / file.model.scale, 'row')}"
    warn_of(
        f"these {len(table)} rows are not {known} that the model was learned from; they are called rows of this table"
    )


def warn_of(sentence: str) -> None:
    """A sentence for whoever looks, beside the data; nothing where there is nothing to say."""
    if sentence:
        remark([sentence])


def print_json(record: dict[str, Any]) -> None:
    """One record, on one line."""
    print(json.dumps(record, ensure_ascii=False, allow_nan=False))
