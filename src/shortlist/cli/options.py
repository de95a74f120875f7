"""The options of the command line: name, type, help and the panel that `--help` shows them in."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from shortlist.engines.separated.orders import NAMED_ORDERS
from shortlist.errors import UsageError
from shortlist.learn import ENGINES
from shortlist.problems.objective import OBJECTIVES
from shortlist.show.progress import Report
from shortlist.tables.read import EMBEDDED
from shortlist.tables.table import Label


class ModelKind(StrEnum):
    """What `fit` learns."""

    list = "list"
    set = "set"
    hybrid = "hybrid"


_HELP = f"CSV, CSV.gz or Parquet file, or one of the tables that come along: {', '.join(EMBEDDED)}."
Data = Annotated[str, typer.Argument(help=_HELP)]
Model = Annotated[str, typer.Argument(help="Model file written by fit --output.")]
Target = Annotated[
    str | None,
    typer.Option(metavar="COLUMN", help="Column that holds the classes (default: the last).", rich_help_panel="Table"),
]
Drop = Annotated[
    list[str] | None,
    typer.Option(metavar="COLUMN", help="Column to leave out; may be given several times.", rich_help_panel="Table"),
]
Delimiter = Annotated[
    str | None,
    typer.Option(
        metavar="CHAR", help="Field delimiter of CSV files (default: , ; or tab by header).", rich_help_panel="Table"
    ),
]
Missing = Annotated[
    list[str] | None,
    typer.Option(
        metavar="TEXT",
        help="Text that marks a missing entry, beside the empty one (and NA, null, ? among numbers).",
        rich_help_panel="Table",
    ),
]
Regularization = Annotated[
    str | None,
    typer.Option(
        "--regularization", "-r", metavar="SHARE", help="Price of a node as a share of all rows (default: 0.01)."
    ),
]
Perfect = Annotated[bool, typer.Option("--perfect", help="The smallest list without avoidable errors.")]
Kind = Annotated[
    ModelKind,
    typer.Option("--model", help="Learn a decision list, a decision set, or decision lists side by side (hybrid)."),
]
SetObjective = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Size of a set: literals and rules (opt), rules (mds2), rules and then literals (mds2*).",
        rich_help_panel="Decision sets",
    ),
]
SetForm = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Errors of a sparse set: of each class for itself (separated), or of the set (complete).",
        rich_help_panel="Decision sets",
    ),
]
Separate = Annotated[
    str | None,
    typer.Option(
        metavar="ORDER",
        help=f"Decide classes one after the other: {', '.join(NAMED_ORDERS)}, or CLASS,CLASS,… (the last is the default).",
    ),
]
Objective = Annotated[
    str, typer.Option(help=f"Preset of prices: one of {', '.join(OBJECTIVES)}.", rich_help_panel="Prices")
]
RulePrice = Annotated[
    str | None,
    typer.Option(
        metavar="PRICE", help="Price of a rule in errors (default: the objective's).", rich_help_panel="Prices"
    ),
]
LiteralPrice = Annotated[
    str | None,
    typer.Option(
        metavar="PRICE", help="Price of a literal in errors (default: the objective's).", rich_help_panel="Prices"
    ),
]
FeaturePrice = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COLUMN=PRICE",
        help="Price of a literal on this column; may be given several times.",
        rich_help_panel="Prices",
    ),
]
ErrorPrice = Annotated[
    list[str] | None,
    typer.Option(
        metavar="ACTUAL:PREDICTED=PRICE",
        help="Price of predicting the second class for the first (default: 1); may be given several times.",
        rich_help_panel="Prices",
    ),
]
Kinds = Annotated[
    list[str] | None,
    typer.Option(
        "--kind",
        metavar="COLUMN=KIND",
        help="COLUMN=boolean|number|code|category; may be given several times.",
        rich_help_panel="Features",
    ),
]
Bins = Annotated[int, typer.Option(help="Intervals for each column of numbers.", rich_help_panel="Features")]
Strategy = Annotated[
    str, typer.Option(help="Intervals of equal weight (quantile) or equal width (uniform).", rich_help_panel="Features")
]
Cuts = Annotated[str, typer.Option(help="Ask for intervals or for thresholds.", rich_help_panel="Features")]
MaxCategories = Annotated[
    int, typer.Option(help="Most different values of a text or code column.", rich_help_panel="Features")
]
Engine = Annotated[str, typer.Option(help=f"One of {', '.join(ENGINES)}.")]
MaxRules = Annotated[
    int | None, typer.Option(help="Most rules, the default rule not counted.", rich_help_panel="Constraints")
]
MaxLiterals = Annotated[int | None, typer.Option(help="Most literals in a rule.", rich_help_panel="Constraints")]
MaxSize = Annotated[int | None, typer.Option(help="Most literals and rules together.", rich_help_panel="Constraints")]
MinRows = Annotated[int, typer.Option(help="Fewest rows that a rule must decide.", rich_help_panel="Constraints")]
Negations = Annotated[bool, typer.Option(help="Allow negated literals.", rich_help_panel="Constraints")]
Forbid = Annotated[
    list[str] | None,
    typer.Option(
        metavar="TEXT",
        help="Column, or literal as printed, not to be used; may be given several times.",
        rich_help_panel="Constraints",
    ),
]
RuleClass = Annotated[
    list[str] | None,
    typer.Option(
        metavar="CLASS",
        help="Class that rules may predict; may be given several times (default: all).",
        rich_help_panel="Constraints",
    ),
]
TimeLimit = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        help="Seconds for the whole command; the best list so far is kept.",
        rich_help_panel="Limits and output",
    ),
]
MemoryLimit = Annotated[
    int, typer.Option(metavar="MB", help="Megabytes an engine may use.", rich_help_panel="Limits and output")
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Write the model to this file.", rich_help_panel="Limits and output"
    ),
]
FitJson = Annotated[
    bool,
    typer.Option("--json", help="Print one JSON record instead of a table.", rich_help_panel="Limits and output"),
]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="Print nothing but errors.", rich_help_panel="Limits and output")
]
Progress = Annotated[
    Report,
    typer.Option(
        help="A live line on stderr if it is a terminal (auto), JSON lines on stderr, or none.",
        rich_help_panel="Limits and output",
    ),
]
RequireOptimal = Annotated[
    bool,
    typer.Option(
        "--require-optimal",
        help="Exit with 3 unless the list is proved optimal.",
        rich_help_panel="Limits and output",
    ),
]
CrossCheck = Annotated[
    bool,
    typer.Option(
        "--cross-check",
        help="Solve a second time by an engine that shares no code; exit with 70 if they contradict each other.",
        rich_help_panel="Limits and output",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON record.")]


def feature_price(text: str) -> tuple[str, str]:
    """COLUMN=PRICE.

    >>> feature_price("blood test=2.5")
    ('blood test', '2.5')
    """
    column, _, price = text.rpartition("=")
    if not column or not price:
        raise UsageError(f"--feature-price must be COLUMN=PRICE, got {text!r}")
    return column, price


def error_price(text: str, classes: Sequence[Label]) -> tuple[tuple[Label, Label], str]:
    """ACTUAL:PREDICTED=PRICE; classes may have colons in their names.

    >>> error_price("sick:well=10", ("sick", "well"))
    (('sick', 'well'), '10')
    """
    pair, _, price = text.rpartition("=")
    for actual in classes:
        for predicted in classes:
            if pair == f"{actual}:{predicted}" and price:
                return (actual, predicted), price
    raise UsageError(
        f"--error-price must be ACTUAL:PREDICTED=PRICE with classes among {', '.join(map(str, classes))}, got {text!r}"
    )


_OF_LISTS = {
    "separate",
    "objective",
    "rule_price",
    "literal_price",
    "feature_price",
    "error_price",
    "max_rules",
    "max_literals",
    "max_size",
    "min_rows",
    "rule_class",
    "cross_check",
}
_OF_SETS = {"set_objective", "set_form"}
_FOREIGN = {
    ModelKind.list: _OF_SETS,
    ModelKind.set: _OF_LISTS,
    ModelKind.hybrid: _OF_LISTS | _OF_SETS | {"negations", "forbid"},
}


def refuse_foreign(context: typer.Context, model: ModelKind) -> None:
    """An option that the model does not know is refused, not ignored."""
    for name in sorted(_FOREIGN[model]):
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            kind = "sets" if name in _OF_SETS else "lists" if name in _OF_LISTS else "single lists and sets"
            raise UsageError(f"--{name.replace('_', '-')} is for {kind} only, but --model is {model}")
