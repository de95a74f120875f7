"""The options of learning on the command line: from what is declared once to Typer's parameters, and back to values."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, TypeVar, get_args

import typer

from shortlist.errors import UsageError, together
from shortlist.files.modelfile import FileFormat
from shortlist.models.model import ModelKind
from shortlist.option import Option
from shortlist.tables.dates import PARTS, seconds_of
from shortlist.tables.kinds import ALWAYS_MISSING
from shortlist.tables.sources import EMBEDDED
from shortlist.tables.table import Kind, Label
from shortlist.tables.weights import BALANCED
from shortlist.words import did_you_mean, printable

K = TypeVar("K")
V = TypeVar("V")
_Command = TypeVar("_Command", bound=Callable[..., None])

_HELP = (
    "CSV, CSV.gz or Parquet file, a folder or pattern of such files, - for CSV on standard input, "
    f"or a table that comes along: {', '.join(EMBEDDED)}."
)
Data = Annotated[str, typer.Argument(help=_HELP)]
ModelPath = Annotated[str, typer.Argument(metavar="MODEL", help="Model file written by fit --output.")]
Perfect = Annotated[bool, typer.Option("--perfect", help="No avoidable error, and the smallest: the same as -r 0.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON record.")]


def takes(options: Iterable[Option]) -> Callable[[_Command], _Command]:
    """Give a command a parameter for each of these options; it gets those that were given as `**given`."""

    def with_parameters(command: _Command) -> _Command:
        own = [
            parameter
            for parameter in inspect.signature(command, eval_str=True).parameters.values()
            if parameter.kind is not inspect.Parameter.VAR_KEYWORD
        ]
        declared = [_parameter(option) for option in options]
        parameters = sorted([*own, *declared], key=lambda parameter: parameter.kind)
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return command

    return with_parameters


def _parameter(option: Option) -> inspect.Parameter:
    """An option as a keyword parameter with Typer's annotation; a default of None means that it was not given."""
    kind, default = _command_type(option)
    flag = f"--{_flag(option)}"
    flags = (
        [f"{flag}/--no-{_flag(option)}"]
        if kind in (bool, bool | None)
        else [flag, *([option.short] if option.short else [])]
    )
    text = f"{option.text[:-1]}; may be given several times." if option.each else option.text
    if default is None and option.default not in (None, ()):
        text = f"{text[:-1]} (default: {option.default})."
    declared = typer.Option(*flags, metavar=option.metavar, help=text, rich_help_panel=option.group)
    annotation = Annotated[kind, declared]  # type: ignore[valid-type]
    return inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _flag(option: Option) -> str:
    return (option.each or option.name).replace("_", "-")


def _command_type(option: Option) -> tuple[Any, Any]:
    """The type and the default of an option on the command line.

    Numbers that are read exactly come as texts, several values as a list of texts.
    """
    if option.each:
        return list[str] | None, None
    if Fraction in get_args(option.type) or str in get_args(option.type):
        return str | None, None
    return option.type, option.default


def given_by(
    context: typer.Context, values: Mapping[str, Any], kind: ModelKind, options: Sequence[Option]
) -> dict[str, Any]:
    """The options that were given, or that always have a value; one of another kind of model is refused, not ignored."""
    given = {}
    for option in options:
        source = context.get_parameter_source(option.name)
        named = source is not None and source.name == "COMMANDLINE"
        if kind not in option.kinds:
            if named:
                known = " and ".join(f"{name}s" for name in sorted(option.kinds))
                raise UsageError(f"--{_flag(option)} is for {known} only, but --model is {kind}")
        elif values[option.name] is not None:
            given[option.name] = values[option.name]
    return given


def parts_of_dates(given: dict[str, Any]) -> dict[str, list[str]]:
    """The parts of dates that are asked for, taken out of the options."""
    return _collected("date-parts", together(partial(date_parts, text) for text in given.pop("date_parts", ())))


def parsed(given: Mapping[str, Any], classes: Sequence[Label]) -> dict[str, Any]:
    """The values of options that are pairs: cut points, prices of columns and of errors."""
    readers: dict[str, Callable[[str], tuple[Any, Any]]] = {
        "cut": cut_points,
        "feature_prices": feature_price,
        "error_prices": partial(error_price, classes=classes),
    }
    pairs = together(
        partial(_named_pair, name, read, text) for name, read in readers.items() for text in given.get(name, ())
    )
    found = dict(given)
    for name, flag in (("cut", "cut"), ("feature_prices", "feature-price"), ("error_prices", "error-price")):
        if name in given:
            found[name] = _collected(flag, ((key, value) for mine, key, value in pairs if mine == name))
    if "class_weight" in given:
        found["class_weight"] = class_weights(given["class_weight"])
    return found


def _named_pair(name: str, read: Callable[[str], tuple[Any, Any]], text: str) -> tuple[str, Any, Any]:
    return name, *read(text)


def class_weights(texts: Sequence[str]) -> str | dict[Label, str]:
    """Balanced, or CLASS=WEIGHT for several classes.

    >>> class_weights(["yes=2.5", "no=1"]), class_weights(["balanced"])
    ({'yes': '2.5', 'no': '1'}, 'balanced')
    """
    if set(texts) == {BALANCED}:
        return BALANCED
    if BALANCED in texts:
        raise UsageError("--class-weight must be balanced, or CLASS=WEIGHT for some classes, got both")
    return _collected("class-weight", (_pair("class-weight", f"{BALANCED} or CLASS=WEIGHT", text) for text in texts))


def _collected(flag: str, pairs: Iterable[tuple[K, V]]) -> dict[K, V]:
    """The values by name. Of a name that is given several times lists are put together, and other values must be the same.

    >>> _collected("cut", [("age", [18]), ("age", [65, 18])])
    {'age': [18, 65]}
    """
    found: dict[K, V] = {}
    for name, value in pairs:
        known = found.setdefault(name, value)
        if isinstance(known, list) and isinstance(value, list):
            known.extend([more for more in value if more not in known])
        elif known != value:
            shown = ":".join(map(str, name)) if isinstance(name, tuple) else str(name)
            raise UsageError(f"--{flag} is given twice for {printable(shown)}: {known} and {value}")
    return found


def _pair(flag: str, form: str, text: str) -> tuple[str, str]:
    """What stands before and behind the last equals sign; a text of another form is refused."""
    name, _, value = text.rpartition("=")
    if not name or not value:
        raise UsageError(f"--{flag} must be {form}, got {text!r}")
    return name, value


def cut_points(text: str) -> tuple[str, list[float | str]]:
    """COLUMN=NUMBER,NUMBER,…, or dates.

    >>> cut_points("age=18,25.5"), cut_points("signed=2021-03-31")
    (('age', [18.0, 25.5]), ('signed', ['2021-03-31']))
    """
    column, _, cuts = text.rpartition("=")
    try:
        return column, [cut if seconds_of(cut) is not None else float(cut) for cut in cuts.split(",")]
    except ValueError:
        raise UsageError(f"--cut must be COLUMN=NUMBER,NUMBER,…, or dates such as 2021-03-31, got {text!r}") from None


def date_parts(text: str) -> tuple[str, list[str]]:
    """COLUMN=PART,PART,…

    >>> date_parts("signed=year,weekday")
    ('signed', ['year', 'weekday'])
    """
    column, parts = _pair("date-parts", f"COLUMN=PART,PART,… with parts among {', '.join(PARTS)}", text)
    return column, parts.split(",")


def target_cuts(text: str) -> list[float]:
    """NUMBER,NUMBER,…

    >>> target_cuts("1500,3000")
    [1500.0, 3000.0]
    """
    try:
        return [float(number) for number in text.split(",")]
    except ValueError:
        raise UsageError(f"--target-cuts must be NUMBER,NUMBER,…, got {text!r}") from None


def feature_price(text: str) -> tuple[str, str]:
    """COLUMN=PRICE.

    >>> feature_price("blood test=2.5")
    ('blood test', '2.5')
    """
    return _pair("feature-price", "COLUMN=PRICE", text)


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


def column_kind(text: str) -> tuple[str, Kind]:
    """COLUMN=KIND.

    >>> column_kind("zip=code")
    ('zip', <Kind.CODE: 'code'>)
    """
    column, _, kind = text.rpartition("=")
    if not column or kind not in list(Kind):
        raise UsageError(f"--kind must be COLUMN={'|'.join(Kind)}, got {text!r}{did_you_mean(kind, list(Kind))}")
    return column, Kind(kind)


def reading(given: dict[str, Any]) -> dict[str, Any]:
    """What reading a table is given of these options, taken out of them."""
    arguments: dict[str, Any] = {
        name: given.pop(name)
        for name in ("target", "drop_missing_target", "weight", "drop", "delimiter", "encoding")
        if name in given
    }
    if "target_cuts" in given:
        arguments["target_cuts"] = target_cuts(given.pop("target_cuts"))
    arguments["kinds"] = _collected("kind", together(partial(column_kind, text) for text in given.pop("kinds", ())))
    arguments["missing"] = missing_marks(given.pop("missing", ()))
    return arguments


def file_format_of(given: Mapping[str, Any]) -> FileFormat:
    """How the user says that the file is written."""
    return FileFormat(tuple(given.get("missing", ())), given.get("delimiter"))


def missing_marks(given: Iterable[str]) -> frozenset[str]:
    """The texts that mark a missing entry: the empty one, and those that were given."""
    return frozenset({*ALWAYS_MISSING, *given})
