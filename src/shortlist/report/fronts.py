"""The front of size and errors on the page: its lists, recounted on these rows, with what each does on test rows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from shortlist.checks.recount import recount
from shortlist.errors import DataError, ShortlistError
from shortlist.files.modelfile import ModelFile
from shortlist.files.rules import rule_of
from shortlist.models.model import Model, decision_list
from shortlist.report.judged import Judged, short
from shortlist.report.rules import rule_list


def read_json(path: str | Path) -> Any:
    """What a file says; None if it is no JSON."""
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror or error})") from None
    except (ValueError, RecursionError):
        return None


def read_front(path: str | Path) -> dict[str, Any]:
    """The record that `shortlist front --json` printed into a file."""
    record = read_json(path)
    if not isinstance(record, dict) or not {"points", "least_errors", "weight_scale"} <= set(record):
        raise DataError(f"{path}: must be what `shortlist front --json` prints, one JSON object with points")
    return record


def front_record(
    record: Mapping[str, Any], file: ModelFile, tables: Sequence[Judged], place: Mapping[str, int]
) -> dict[str, Any]:
    """The points with their lists; a front whose lists do not make the errors it says on these rows is of another table."""
    scale = record["weight_scale"]
    points = []
    for point in record["points"]:
        model = _model(point, file)
        errors = [recount(model, judged.data).errors / judged.data.weighting.scale for judged in tables]
        if errors[0] * scale != point["errors"]:
            raise DataError(
                f"the front must be of the table that the model was learned from, but its list of {point['size']} nodes "
                f"makes {short(errors[0])} errors here, not {short(point['errors'] / scale)}"
            )
        points.append(
            {
                "size": point["size"],
                "errors": short(point["errors"] / scale),
                "least": short(point["least_errors"] / scale),
                "test": short(errors[1]) if len(errors) > 1 else None,
                "rules": rule_list(model, place),
            }
        )
    return {"points": points, "least": [short(least / scale) for least in record["least_errors"]]}


def _model(point: Mapping[str, Any], file: ModelFile) -> Model:
    try:
        return decision_list(
            [rule_of(rule, file.kinds, file.model.classes) for rule in point["list"]], file.model.classes
        )
    except (KeyError, TypeError, ValueError, ShortlistError):
        raise DataError(
            "the front must be of the table that the model was learned from, but its rules ask otherwise"
        ) from None
