"""Errors by group: what a model does on the rows of each value of a column."""

from __future__ import annotations

from dataclasses import dataclass

from shortlist.checks.recount import recount
from shortlist.checks.score import Result
from shortlist.errors import UsageError
from shortlist.models.model import Model
from shortlist.tables.table import Column, LabelledTable

MOST_GROUPS = 50


@dataclass(frozen=True, slots=True)
class Group:
    """The rows of one value of a column, None where it is missing, and what the model does on them."""

    value: str | None
    result: Result


def groups_of(model: Model, data: LabelledTable, column: Column) -> list[Group]:
    """Each value of the column that occurs, in order, and last the missing entries."""
    known = column.occurring()
    if len(known.distinct) > MOST_GROUPS:
        raise UsageError(
            f"a column of groups must have at most {MOST_GROUPS} values, but {column.name!r} has {len(known.distinct)}"
        )
    found = []
    codes = known.codes
    for place in (*range(len(known.distinct)), -1):
        mine = codes == place
        if mine.any():
            rows = data.take(mine)
            value = None if place < 0 else known.written(known.distinct[place])
            found.append(
                Group(value, Result.of(model, data.classes, recount(model, rows), data.weighting, rows.weighed))
            )
    return found
