"""Where a model comes from: when, by which versions, with which options, from which data."""

from __future__ import annotations

import hashlib
import math
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from typing import Any

import numpy as np

from shortlist._version import __version__
from shortlist.learn import Learned
from shortlist.problems.asked import Asked
from shortlist.problems.objective import Objective
from shortlist.tables.table import HeldOut, LabelledTable
from shortlist.words import number


@dataclass(frozen=True)
class Provenance:
    """When and by what a model was learned, with which options, and SHA-256 of the data.

    `options` are those of objective, questions and constraints that were not the usual ones: the same problem can be posed again by
    them. `given` are all that the user gave, `chosen` is what cross-validation of the rows chose instead. The hash is of the bytes
    of the file `source`; where there is none, of the rows as `digest` takes them. `held_out` says which rows of the file were not
    learned from.
    """

    created: str
    versions: Mapping[str, str]
    options: Mapping[str, Any]
    source: str | None
    sha256: str
    seconds: float
    held_out: HeldOut | None = None
    given: Mapping[str, Any] = field(default_factory=dict)
    chosen: Mapping[str, Any] | None = None


def provenance_of(learned: Learned) -> Provenance:
    """What is known of where this comes from, now."""
    source, choice, options = learned.data.source, learned.choice, options_of_asked(learned.asked)
    given = options if learned.given is None and choice is None else learned.given or {}
    return Provenance(
        datetime.now(UTC).isoformat(timespec="seconds"),
        {"shortlist": __version__, "python": platform.python_version(), "numpy": np.__version__},
        options,
        None if source is None else source.name,
        digest(learned.data) if source is None else source.sha256,
        round(learned.solution.seconds, 6),
        None if source is None else source.held_out,
        {name: _plain(value) for name, value in given.items()},
        None
        if choice is None
        else {"regularization": choice.chosen, "score": choice.score, "folds": len(choice.scores)},
    )


def options_of_asked(asked: Asked) -> dict[str, Any]:
    """The options of objective, questions and constraints that are not the usual ones, as plain JSON values."""
    # A budget is what a largest size alone asks for.
    objective = Objective() if asked.objective.preset == "budget" else asked.objective
    values = (objective, asked.binning, asked.problem.constraints)
    return {
        known.metadata.get("name", known.name): _plain(getattr(value, known.name))
        for value in values
        for known in fields(value)
        if getattr(value, known.name) != known.default
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {":".join(map(str, k)) if isinstance(k, tuple) else str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple | set | frozenset | np.ndarray):
        return [_plain(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if value is None or type(value) in (bool, int, float, str) else str(value)


def option_text(value: Any) -> str:
    """The value of an option as people read it.

    >>> option_text(["a", "b"]), option_text({"age": [1.0, 2.5]}), option_text(True)
    ('a b', 'age:1 2.5', 'true')
    """
    if isinstance(value, list | tuple):
        return " ".join(map(option_text, value))
    if isinstance(value, Mapping):
        return ", ".join(f"{name}:{option_text(each)}" for name, each in value.items())
    if isinstance(value, bool):
        return str(value).lower()
    return number(value) if isinstance(value, float) else str(value)


def chosen_text(chosen: Mapping[str, Any]) -> str:
    """What cross-validation chose, in a sentence."""
    score = str(chosen["score"]).replace("_", " ")
    return (
        f"A node costs {chosen['regularization']} of the rows: that was not given, but chosen by cross-validation "
        f"of the rows that it was learned from ({chosen['folds']} folds, {score})."
    )


def digest(data: LabelledTable) -> str:
    """SHA-256 of the rows in order: of each column its name and kind, and its numbers or its distinct values and codes; then
    classes, labels and weights.
    """
    known = hashlib.sha256()
    for column in data.table:
        known.update(f"{column.name}\0{column.kind}\0".encode())
        if column.kind.is_ordered:
            # There is one zero: −0.0 + 0.0 is 0.0.
            known.update(np.ascontiguousarray(np.asarray(column.values, dtype="<f8") + 0.0).tobytes())
            continue
        known.update(f"{column.distinct.tolist()!r}\0".encode())
        known.update(np.ascontiguousarray(column.codes, dtype="<i4").tobytes())
    known.update(f"{data.target}\0{data.classes!r}\0".encode())
    for array in (data.labels, data.weights):
        known.update(np.ascontiguousarray(array, dtype="<i8").tobytes())
    return known.hexdigest()


def provenance_record(known: Provenance) -> dict[str, Any]:
    """The same as plain JSON values."""
    return {
        "created": known.created,
        "versions": dict(known.versions),
        "options": dict(known.options),
        "given": dict(known.given),
        "chosen": None if known.chosen is None else dict(known.chosen),
        "data": {
            "source": known.source,
            "sha256": known.sha256,
            "held_out": None if known.held_out is None else asdict(known.held_out),
        },
        "seconds": known.seconds,
    }


def provenance_from(record: Mapping[str, Any]) -> Provenance:
    """The provenance of JSON values that follow the schema."""
    data, seconds = record["data"], record["seconds"]
    held_out = (
        None if data.get("held_out") is None else HeldOut(data["held_out"]["share"], int(data["held_out"]["seed"]))
    )
    return Provenance(
        record["created"],
        record["versions"],
        record["options"],
        data["source"],
        data["sha256"],
        seconds,
        held_out,
        record.get("given", record["options"]),
        record.get("chosen"),
    )
