"""Options, each declared once: as a field of the value that it belongs to.

The command line, the estimators and their documentation take name, type, default and text from there. Adding an option means
adding a field with `option(…)`, and naming it in the signature of the estimators that have it (a test compares these).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from operator import index
from typing import Any, get_type_hints

from shortlist.errors import UsageError
from shortlist.words import EXACT, did_you_mean, listed

EVERY_KIND = frozenset({"list", "set", "hybrid"})


@dataclass(frozen=True, slots=True)
class Option:
    """What people are told of an option, and which kinds of models have it.

    `name` is its name in Python. On the command line it is `--name`, or `--each` once for each of several values; `short`
    is a second, short flag. `only` is "command" or "estimator" for an option that the other does not have.
    """

    name: str
    type: Any
    default: Any
    text: str
    group: str
    metavar: str | None = None
    each: str | None = None
    short: str | None = None
    kinds: frozenset[str] = EVERY_KIND
    only: str | None = None


def whole(name: str, value: Any, low: int) -> int:
    """A whole number of at least `low` and at most 2**53, of whatever type; anything else is refused.

    >>> import numpy as np
    >>> whole("bins", np.int64(4), 2)
    4
    """
    try:
        number = index(value)
    except TypeError:
        raise UsageError(f"{name} must be a whole number of at least {low}, got {value!r}") from None
    if number < low:
        raise UsageError(f"{name} must be at least {low}, got {number}")
    if number > EXACT:
        raise UsageError(f"{name} must be at most 2**53")
    return number


def several(name: str, values: Any) -> tuple[Any, ...]:
    """Several values, one after the other; a single text is none, for its letters are not meant.

    >>> several("forbid", ["age", "sex"])
    ('age', 'sex')
    """
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise UsageError(f"{name} must be a list of values, got {values!r}")
    return tuple(values)


def by_name(name: str, values: Any) -> dict[Any, Any]:
    """Values by the names that they are for.

    >>> by_name("kinds", {"zip": "code"})
    {'zip': 'code'}
    """
    if not isinstance(values, Mapping):
        raise UsageError(f"{name} must be a mapping from names to values, got {values!r}")
    return dict(values)


def one_of(name: str, value: Any, known: Sequence[str]) -> str:
    """A value that is one of those known; anything else is refused, with the one that was probably meant.

    >>> one_of("cuts", "guess", ["guess", "all"])
    'guess'
    """
    if not isinstance(value, str) or value not in known:
        near = did_you_mean(value, known) if isinstance(value, str) else ""
        raise UsageError(f"{name} must be one of {', '.join(known)}, got {value!r}{near}")
    return value


def check_columns(what: str, names: Iterable[str], columns: Sequence[str]) -> None:
    """Refuse all names that are not among the columns of a table.

    >>> check_columns("cut points", ["agee"], ["age"])
    Traceback (most recent call last):
    shortlist.errors.UsageError: cut points must be for columns of the table, got 'agee' (did you mean age?)
    """
    unknown = {str(name): did_you_mean(str(name), columns) for name in names if name not in columns}
    if unknown:
        got = ", ".join(f"{name!r}{near}" for name, near in unknown.items())
        there = "" if all(unknown.values()) else f"; there are {listed(columns)}"
        raise UsageError(f"{what} must be for columns of the table, got {got}{there}")


def option(default: Any, text: str, **said: Any) -> Any:
    """Declare a dataclass field that is also an option of the command line and of the estimators.

    What else is said of it are fields of `Option`; `offered` is the default that people get, where it is another.
    """
    return field(default=default, metadata={"text": text, **said})


def options_of(value: type, group: str = "") -> tuple[Option, ...]:
    """The fields of a value as options, in order.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Binning:
    ...     bins: int = option(4, "Intervals for each column of numbers.")
    >>> [(o.name, o.default) for o in options_of(Binning, "Features")]
    [('bins', 4)]
    """
    types = get_type_hints(value)
    found = []
    for known in fields(value):
        said = {"name": known.name, "offered": known.default, **known.metadata}
        said["kinds"] = frozenset(said.get("kinds", EVERY_KIND))
        found.append(Option(type=types[known.name], default=said.pop("offered"), group=group, **said))
    return tuple(found)
