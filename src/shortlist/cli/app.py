"""The command line: parse, call, print. Data goes to stdout; progress and complaints to stderr.

Exit codes: 0 whenever an answer was given, 1 when `check` finds a claim that does not hold, 2 for bad usage or bad data,
3 when there is no list at all, or with `--require-optimal` none that is proved optimal, 70 for a fault of our own.
"""

from __future__ import annotations

import csv
import json
import os
import sys
import time
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from shortlist._version import __version__
from shortlist.checks.recount import recount, recount_lists, recount_set
from shortlist.cli import options
from shortlist.cli.process import complain, escape_what_cannot_be_shown, leave_quietly, seconds_since_start
from shortlist.encoding.examples import merged_examples, single_examples
from shortlist.encoding.formula import encode as encode_formula
from shortlist.encoding.formula import write_wcnf
from shortlist.errors import NoListError, ShortlistError, UsageError, WrongAnswerError
from shortlist.explain.trace import explain as explain_row
from shortlist.explain.trace import explain_set
from shortlist.features.binarize import Binning
from shortlist.files import records
from shortlist.files.modelfile import ModelFile, dumps, read_model, write_model
from shortlist.files.set_records import set_check_record, set_explanation_record, set_fit_record, set_model_file
from shortlist.learn import Learned, learn, pose
from shortlist.learn_hybrid import LearnedHybrid, learn_hybrid
from shortlist.learn_set import LearnedSet, learn_set
from shortlist.models.hybrid import DecisionLists
from shortlist.models.model import DecisionList, DecisionSet
from shortlist.problems.constraints import Constraints
from shortlist.problems.solution import Limits, Status, Stop
from shortlist.show.progress import Report, reporting
from shortlist.show.set_terminal import set_explanation_view, set_summary
from shortlist.show.terminal import check_view, explanation_view, fit_summary, model_view
from shortlist.tables.read import read_labelled, read_table
from shortlist.tables.table import Kind, LabelledTable, Table

# What Typer raises for wrong options; its public exceptions derive from it, wherever it lives.
_UsageProblem: type[Any] = next(base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException")

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Learn the shortest decision list that explains a table, and prove that none is shorter.",
)

_STOPPED: dict[Stop | None, tuple[str, ...]] = {
    Stop.TIME: ("the time limit was reached",),
    Stop.MEMORY: ("the memory limit was reached",),
    Stop.INTERRUPT: ("interrupted; this is the best so far",),
}


class Format(StrEnum):
    """How `show` prints a model."""

    text = "text"
    json = "json"


@app.callback(invoke_without_command=True)
def command(*, version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False) -> None:
    """Options of the command itself."""
    if version:
        print(f"shortlist {__version__}")
        raise typer.Exit


@app.command()
def fit(
    context: typer.Context,
    data: options.Data,
    *,
    target: options.Target = None,
    regularization: options.Regularization = None,
    perfect: options.Perfect = False,
    model: options.Kind = options.ModelKind.list,
    set_objective: options.SetObjective = "opt",
    set_form: options.SetForm = "separated",
    separate: options.Separate = None,
    objective: options.Objective = "paper",
    rule_price: options.RulePrice = None,
    literal_price: options.LiteralPrice = None,
    feature_price: options.FeaturePrice = None,
    error_price: options.ErrorPrice = None,
    engine: options.Engine = "auto",
    bins: options.Bins = 4,
    strategy: options.Strategy = "quantile",
    cuts: options.Cuts = "intervals",
    max_categories: options.MaxCategories = 50,
    drop: options.Drop = None,
    kind: options.Kinds = None,
    delimiter: options.Delimiter = None,
    missing: options.Missing = None,
    max_rules: options.MaxRules = None,
    max_literals: options.MaxLiterals = None,
    max_size: options.MaxSize = None,
    min_rows: options.MinRows = 0,
    negations: options.Negations = True,
    forbid: options.Forbid = None,
    rule_class: options.RuleClass = None,
    time_limit: options.TimeLimit = None,
    memory_limit: options.MemoryLimit = 2000,
    output: options.Output = None,
    as_json: options.FitJson = False,
    quiet: options.Quiet = False,
    progress: options.Progress = Report.auto,
    require_optimal: options.RequireOptimal = False,
    cross_check: options.CrossCheck = False,
) -> None:
    """Learn a decision list or a decision set from a table."""
    options.refuse_foreign(context, model)
    limits = Limits(time_limit, memory_limit * 2**20)
    clock = limits.start(context.obj)
    if output is not None:
        _check_writable(output)
    table = _training_table(data, target=target, drop=drop, kinds=kind, delimiter=delimiter, missing=missing)
    learned: Learned | LearnedSet | LearnedHybrid
    with reporting(Report.none if quiet else progress) as on_progress:
        common: dict[str, Any] = {
            "regularization": _regularization(regularization, perfect=perfect),
            "binning": Binning(bins, strategy, cuts, max_categories),
            "engine": engine,
            "limits": limits.rest(clock),
            "on_progress": on_progress,
        }
        match model:
            case options.ModelKind.set:
                common |= {"constraints": Constraints(negations=negations), "forbid": forbid or ()}
                learned = learn_set(table, objective=set_objective, form=set_form, **common)
            case options.ModelKind.hybrid:
                learned = learn_hybrid(table, **common)
            case options.ModelKind.list:
                learned = learn(
                    table,
                    objective=objective,
                    rule_price=rule_price,
                    literal_price=literal_price,
                    feature_prices=dict(options.feature_price(text) for text in feature_price or ()),
                    error_prices=dict(options.error_price(text, table.classes) for text in error_price or ()),
                    separate=separate,
                    constraints=Constraints(max_rules, max_literals, max_size, min_rows, negations),
                    forbid=forbid or (),
                    rule_classes=rule_class,
                    cross_check=cross_check,
                    **common,
                )
    _answer(learned, missing, output, as_json=as_json, quiet=quiet)
    if require_optimal and learned.solution.status is not Status.OPTIMAL:
        raise typer.Exit(3)


def _answer(
    learned: Learned | LearnedSet | LearnedHybrid,
    missing: list[str] | None,
    output: Path | None,
    *,
    as_json: bool,
    quiet: bool,
) -> None:
    """Print what was learned, say why it is not more, and write the model; the record comes even where there is no model."""
    if as_json:
        record = set_fit_record(learned) if isinstance(learned, LearnedSet) else records.fit_record(learned)
        print(json.dumps(record, ensure_ascii=False, allow_nan=False))
    for sentence in (*learned.solution.notes, *_STOPPED.get(learned.solution.stopped, ())):
        print(f"shortlist: {sentence}", file=sys.stderr)
    file = set_model_file(learned) if isinstance(learned, LearnedSet) else records.model_file(learned)
    file = replace(file, missing_marks=tuple(missing or ()))
    if not as_json and not quiet:
        console = Console()
        summary = set_summary(learned) if isinstance(learned, LearnedSet) else fit_summary(learned)
        console.print(model_view(file, console.width), summary, sep="\n")
    if output is not None:
        write_model(file, output)


@app.command()
def predict(
    model: options.Model,
    data: options.Data,
    *,
    probabilities: Annotated[bool, typer.Option("--probabilities", help="Add one column for each class.")] = False,
    rules: Annotated[bool, typer.Option("--rules", help="Add the number of the rule that decided.")] = False,
    delimiter: options.Delimiter = None,
    missing: options.Missing = None,
) -> None:
    """Print the class of each row as CSV."""
    file = read_model(model)
    decider = file.model
    table = _table_for(file, data, delimiter, missing)
    header: list[str] = [file.target]
    columns: list[list[object]] = [decider.predict(table).tolist()]
    if rules:
        header.append("rule")
        columns.append(_fired(decider, table))
    if probabilities:
        header += [f"P({label})" for label in decider.classes]
        columns += decider.probabilities(table).T.tolist()
    # The csv module leaves a carriage return unquoted where lines end otherwise.
    returns = any("\r" in str(label) for label in decider.classes)
    out = csv.writer(sys.stdout, lineterminator="\n", quoting=csv.QUOTE_ALL if returns else csv.QUOTE_MINIMAL)
    out.writerow(header)
    out.writerows(zip(*columns, strict=True))


@app.command()
def explain(
    model: options.Model,
    data: options.Data,
    *,
    row: Annotated[int, typer.Option(help="Which row, counted from 1 below the header.")] = 1,
    as_json: options.Json = False,
    delimiter: options.Delimiter = None,
    missing: options.Missing = None,
) -> None:
    """Say why a row is decided as it is."""
    file = read_model(model)
    table = _table_for(file, data, delimiter, missing)
    if isinstance(file.model, DecisionSet | DecisionLists):
        of_set = explain_set(file.model, table, row - 1)
        record, view = set_explanation_record(of_set), set_explanation_view(of_set, file.target)
    else:
        explanation = explain_row(file.model, table, row - 1)
        record, view = records.explanation_record(explanation), explanation_view(explanation, file.target)
    if as_json:
        print(json.dumps(record, ensure_ascii=False, allow_nan=False))
    else:
        Console().print(view)


@app.command()
def show(model: options.Model, *, format: Annotated[Format, typer.Option(help="text or json.")] = Format.text) -> None:  # noqa: A002
    """Print a model."""
    file = read_model(model)
    if format is Format.json:
        print(dumps(file))
    else:
        console = Console()
        console.print(model_view(file, console.width))


@app.command()
def check(
    model: options.Model,
    data: options.Data,
    *,
    target: options.Target = None,
    as_json: options.Json = False,
    delimiter: options.Delimiter = None,
    missing: options.Missing = None,
) -> None:
    """Recount a model's errors and cost from the rows, and compare them with what it claims."""
    file = read_model(model)
    wanted = target or file.target
    table = read_labelled(
        data,
        target=wanted,
        columns=file.columns_used,
        classes=file.model.classes,
        kinds=file.kinds_used,
        delimiter=delimiter,
        missing=_marks(missing, file.missing_marks),
    )
    if isinstance(file.model, DecisionSet):
        record = set_check_record(file, recount_set(file.model, table))
    elif isinstance(file.model, DecisionLists):
        record = records.check_record(file, recount_lists(file.model, table))
    else:
        record = records.check_record(file, recount(file.model, table))
    if as_json:
        print(json.dumps(record, ensure_ascii=False))
    else:
        Console().print(check_view(record), highlight=False)
    if record["counts_hold"] is False:
        raise typer.Exit(1)


@app.command()
def encode(
    data: options.Data,
    *,
    nodes: Annotated[int, typer.Option(help="N, the most nodes a list may have.")],
    target: options.Target = None,
    regularization: options.Regularization = None,
    perfect: options.Perfect = False,
    merge: Annotated[bool, typer.Option(help="One row for all examples with equal features.")] = True,
    bins: options.Bins = 4,
    strategy: options.Strategy = "quantile",
    cuts: options.Cuts = "intervals",
    max_categories: options.MaxCategories = 50,
    drop: options.Drop = None,
    kind: options.Kinds = None,
    delimiter: options.Delimiter = None,
    missing: options.Missing = None,
) -> None:
    """Print the paper's MaxSAT formula for lists of at most N nodes as DIMACS WCNF."""
    table = _training_table(data, target=target, drop=drop, kinds=kind, delimiter=delimiter, missing=missing)
    binning = Binning(bins, strategy, cuts, max_categories)
    problem = pose(table, regularization=_regularization(regularization, perfect=perfect), binning=binning)
    examples = merged_examples(problem) if merge else single_examples(problem)
    write_wcnf(problem, encode_formula(problem, examples, nodes), sys.stdout)


def _check_writable(path: Path) -> None:
    """Better to know before a long solve than after."""
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise UsageError(f"{path}: cannot be written")


def _training_table(
    data: str,
    *,
    target: str | None,
    drop: list[str] | None,
    kinds: list[str] | None,
    delimiter: str | None,
    missing: list[str] | None,
) -> LabelledTable:
    chosen = dict(_kind(text) for text in kinds or ())
    return read_labelled(
        data, target=target, drop=drop or (), kinds=chosen, delimiter=delimiter, missing=_marks(missing)
    )


def _kind(text: str) -> tuple[str, Kind]:
    column, _, kind = text.rpartition("=")
    if not column or kind not in list(Kind):
        raise UsageError(f"--kind must be COLUMN={'|'.join(Kind)}, got {text!r}")
    return column, Kind(kind)


def _regularization(regularization: str | None, *, perfect: bool) -> str:
    if perfect and regularization is not None:
        raise UsageError("--perfect and --regularization exclude each other")
    return "0" if perfect else "0.01" if regularization is None else regularization


def _marks(missing: list[str] | None, known: tuple[str, ...] = ()) -> frozenset[str]:
    return frozenset({"", *(missing or known)})


def _table_for(file: ModelFile, data: str, delimiter: str | None, missing: list[str] | None) -> Table:
    """The columns that a model needs, read as in training."""
    marks = _marks(missing, file.missing_marks)
    return read_table(data, columns=file.columns_used, kinds=file.kinds_used, delimiter=delimiter, missing=marks)


def _fired(model: DecisionList | DecisionSet | DecisionLists, table: Table) -> list[object]:
    """The number of the rule that decides each row; of a set or of lists side by side, of all that answer."""
    if isinstance(model, DecisionList):
        return list((model.fired(table) + 1).tolist())
    return [" ".join(str(k + 1) for k in row.nonzero()[0]) for row in model.fired(table)]


def main() -> None:
    """Run the command; every refusal is one sentence on stderr and an exit code."""
    began = time.perf_counter() - seconds_since_start()
    escape_what_cannot_be_shown()
    try:
        code = app(standalone_mode=False, obj=began)
        if sys.stdout is not None:
            sys.stdout.flush()
        sys.exit(code)
    except ShortlistError as error:
        complain(str(error), 3 if isinstance(error, NoListError) else 70 if isinstance(error, WrongAnswerError) else 2)
    except _UsageProblem as problem:
        complain(f"{problem.format_message()} (see --help)", 2)
    except (KeyboardInterrupt, typer.Abort):
        complain("interrupted", 130)
    except (BrokenPipeError, SystemExit) as leaving:
        # Typer turns a closed pipe into exit code 1, which here means something else.
        if isinstance(leaving, BrokenPipeError) or isinstance(leaving.__context__, BrokenPipeError):
            leave_quietly()
        raise
    except OSError as error:
        complain(f"the output cannot be written ({error})", 2)
