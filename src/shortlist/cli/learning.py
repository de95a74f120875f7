"""Commands that learn from a table: `fit` a model, the `front` of size and errors, and `encode` the paper's formula."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shortlist.cli import options
from shortlist.cli.answering import STOPPED, answer
from shortlist.cli.judging import check_seed, hold_out, print_json
from shortlist.cli.process import check_writable, remark
from shortlist.cli.streaming import is_streamed, watching
from shortlist.errors import UsageError
from shortlist.files.records import front_record
from shortlist.interrupts import SIGNALS
from shortlist.learn import Learned
from shortlist.models.model import ModelKind
from shortlist.options import LIMITS, Request, all_options, request
from shortlist.problems.limits import Clock, Limits
from shortlist.problems.pose import pose
from shortlist.problems.solution import Status
from shortlist.scale.stream import Stream
from shortlist.show.console import console
from shortlist.show.progress import Report, reporting
from shortlist.tables.hints import COMMAND
from shortlist.tables.parts import Tell, tell_no_one
from shortlist.tables.read import read_labelled
from shortlist.tables.table import LabelledTable

if TYPE_CHECKING:
    from shortlist.certify.verified import Verified

_OUTPUT = "Limits and output"
_NOT_RECORDED = ("data", "output", "as_json", "quiet", "progress", "require_optimal", "certify")
FIT_OPTIONS = [option for option in all_options() if option.only != "estimator"]
FRONT_OPTIONS = [
    option
    for option in FIT_OPTIONS
    if option.group in ("Table", "Features", "Constraints", _OUTPUT) and option.name != "max_size"
]
ENCODE_OPTIONS = [option for option in FIT_OPTIONS if option.group in ("Table", "Features") or option.short == "-r"]


@options.takes(FIT_OPTIONS)
def fit(
    context: typer.Context,
    data: options.Data,
    *,
    model: Annotated[
        ModelKind, typer.Option(help="Learn a decision list, a set, or lists side by side (hybrid).")
    ] = ModelKind.LIST,
    perfect: options.Perfect = False,
    test: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|SHARE",
            help="Judge the model by the rows of a file, or by a share of the rows (0.25) that is not learned from.",
            rich_help_panel=_OUTPUT,
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, help="Which rows --test SHARE holds out (default: 0).", rich_help_panel=_OUTPUT),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write the model to this file.", rich_help_panel=_OUTPUT),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON record instead of a table.", rich_help_panel=_OUTPUT)
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print nothing but errors.", rich_help_panel=_OUTPUT)
    ] = False,
    progress: Annotated[
        Report,
        typer.Option(
            help="A live line on stderr if it is a terminal (auto), plain lines, JSON lines, or none.",
            rich_help_panel=_OUTPUT,
        ),
    ] = Report.auto,
    require_optimal: Annotated[
        bool,
        typer.Option("--require-optimal", help="Exit with 3 unless proved optimal.", rich_help_panel=_OUTPUT),
    ] = False,
    cross_check: Annotated[
        bool,
        typer.Option(
            "--cross-check",
            help="Solve a second time by an engine that shares no code; exit with 70 if they contradict each other.",
            rich_help_panel=_OUTPUT,
        ),
    ] = False,
    certify: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write a proof of what is claimed of a list, which `verify` checks; within the time limit.",
            rich_help_panel=_OUTPUT,
        ),
    ] = None,
    **values: Any,
) -> None:
    """Learn a decision list or a decision set from a table."""
    given = _with_perfect(options.given_by(context, values, model, FIT_OPTIONS), perfect=perfect)
    clock = _clock(context, given)
    if certify is not None and model is ModelKind.HYBRID:
        raise UsageError("lists side by side cannot be certified")
    check_seed(test, seed)
    if output is not None:
        check_writable(output, data, test, certify)
    if certify is not None:
        check_writable(certify, data, test)
    reading = options.reading(dict(given)) | {"deadline": clock.deadline()}
    file_format = options.file_format_of(given)
    with watching(data, clock, Report.none if quiet else progress) as tell:
        table, asked = _training(data, given, model, clock, tell)
    remark(() if quiet else table.notes)
    held = None if test is None else hold_out(table, test, seed or 0, reading)
    asked = replace(asked, limits=clock.rest())
    rows = table if held is None else held.training
    rows = asked.weighed(rows)
    with reporting(Report.none if quiet else progress, asked.unit(rows), tell.counts) as on_progress:
        learned = asked.learn(rows, on_progress=on_progress, cross_check=cross_check)
        learned = replace(learned, given=_recorded(context))
        certified = None if certify is None else _certified(learned, certify, clock)
        SIGNALS.answering()
    answer(learned, file_format, output, held, certified, as_json=as_json, quiet=quiet)
    if require_optimal and learned.solution.status is not Status.OPTIMAL:
        raise typer.Exit(3)


@options.takes(FRONT_OPTIONS)
def front(
    context: typer.Context,
    data: options.Data,
    *,
    up_to: Annotated[int, typer.Option(metavar="NODES", help="The largest number of nodes.")] = 15,
    size: Annotated[
        int | None, typer.Option("--list", metavar="NODES", help="Print the list of this size, too.")
    ] = None,
    jobs: Annotated[int, typer.Option(help="Processes that work on it.")] = 1,
    state: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep what is found in this file, and go on from there.")
    ] = None,
    as_json: options.Json = False,
    **values: Any,
) -> None:
    """The fewest errors for each number of nodes, each proved or with what no list goes below."""
    # No other command needs these.
    from shortlist.choose.front import front as make_front  # noqa: PLC0415
    from shortlist.show.front import front_view  # noqa: PLC0415

    given = options.given_by(context, values, ModelKind.LIST, FRONT_OPTIONS)
    clock = _clock(context, given)
    if state is not None:
        check_writable(state, data)
    with watching(data, clock) as tell:
        table, asked = _training(data, given, ModelKind.LIST, clock, tell)
    remark(table.notes)
    found = make_front(
        table,
        max_size=up_to,
        binning=asked.binning,
        constraints=asked.constraints,
        limits=clock.rest(),
        jobs=jobs,
        state=state,
    )
    SIGNALS.answering()
    remark(STOPPED.get(found.stopped, ()))
    if as_json:
        print_json(front_record(found))
    else:
        out = console()
        target = table.head.target if isinstance(table, Stream) else table.target
        out.print(front_view(found, target, out.width, size))


def _clock(context: typer.Context, given: dict[str, Any]) -> Clock:
    """The limits that are given, counted from when the process began."""
    limits: dict[str, Any] = {name: given[name] for name in LIMITS if name in given}
    return request(ModelKind.LIST, limits).limits.start(context.obj)


def _recorded(context: typer.Context) -> dict[str, Any]:
    """What the user said of how to learn, for the model's provenance."""
    named = (name for name in context.params if name not in _NOT_RECORDED)
    return {name: context.params[name] for name in named if _is_given(context, name)}


def _is_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _certified(learned: Learned, path: Path, clock: Clock) -> Verified | None:
    """A proof of what is claimed of the list, in a file."""
    from shortlist.cli.certifying import certify_learned  # noqa: PLC0415  # few fits ask for it

    return certify_learned(learned, path, clock)


def _training(
    data: str, given: dict[str, Any], model: ModelKind, clock: Clock, tell: Tell
) -> tuple[LabelledTable | Stream, Request]:
    """The table that is learned from, and what is asked of it."""
    stream, reading, parts = given.pop("stream", None), options.reading(given), options.parts_of_dates(given)
    if is_streamed(data, stream, clock.memory):
        from shortlist.cli.streamed import surveyed, training_stream  # noqa: PLC0415  # slow to load

        known = surveyed(data, reading, parts, tell)
        asked = request(model, options.parsed(given, known.classes))
        rows = training_stream(known, asked.binning, clock, tell)
        return asked.screened(rows, reading["kinds"], parts, COMMAND), asked
    table = read_labelled(data, deadline=clock.deadline(), **reading)
    asked = request(model, options.parsed(given, table.classes))
    return asked.screened(table, reading["kinds"], parts, COMMAND, clock.deadline()), asked


def _with_perfect(given: dict[str, Any], *, perfect: bool) -> dict[str, Any]:
    """A perfect model is one without regularization."""
    if perfect and "regularization" in given:
        raise UsageError("--perfect and --regularization exclude each other")
    return given | {"regularization": "0"} if perfect else given


@options.takes(ENCODE_OPTIONS)
def encode(
    context: typer.Context,
    data: options.Data,
    *,
    nodes: Annotated[int, typer.Option(help="N, the most nodes a list may have.")],
    perfect: options.Perfect = False,
    merge: Annotated[bool, typer.Option(help="One row for all examples with equal features.")] = True,
    **values: Any,
) -> None:
    """Print the paper's MaxSAT formula for lists of at most N nodes as DIMACS WCNF."""
    # No other command needs the encodings.
    from shortlist.encoding import examples, formula  # noqa: PLC0415

    kind = ModelKind.LIST
    given = _with_perfect(options.given_by(context, values, kind, ENCODE_OPTIONS), perfect=perfect)
    table, asked = _training(data, given, kind, Limits().start(), tell_no_one)
    remark(table.notes)
    problem = pose(table, objective=asked.objective, binning=asked.binning)
    rows = examples.merged_examples(problem) if merge else examples.single_examples(problem)
    formula.write_wcnf(problem, rows, formula.encode(problem, rows, nodes), sys.stdout)
