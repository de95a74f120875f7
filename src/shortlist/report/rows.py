"""Rows inside the page: some as they are, to be picked and walked through, and all of them merged, to recount the claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.report.columns import Known, short_number
from shortlist.report.judged import Judged
from shortlist.tables.table import Column, Kind, LabelledTable, Table

_MOST_ENTRIES = 40_000
_MOST_MERGED = 40_000
_WIDEST = 60


@dataclass(frozen=True, eq=False)
class Picked:
    """Rows of one table for the page: of rows that are equal the first, and how many there are."""

    rows: NDArray[np.intp]
    alike: NDArray[np.int64]
    complete: bool


def pick(tables: Sequence[Judged], n_columns: int) -> list[Picked]:
    """All rows where the page has room for them; else some of each table, those that are decided wrongly among them.

    The choice depends on nothing but the rows.
    """
    merged = [_merged(judged.data) for judged in tables]
    room = _MOST_ENTRIES // min(max(n_columns, 1), _WIDEST)
    complete = sum(len(rows) for rows, _ in merged) <= room
    picked = []
    for judged, (rows, alike) in zip(tables, merged, strict=True):
        kept = np.arange(len(rows)) if complete else _some(judged.wrong[rows], room // (2 * len(tables)))
        picked.append(Picked(rows[kept], alike[kept], complete))
    return picked


def _some(wrong: NDArray[np.bool_], share: int) -> NDArray[np.intp]:
    """The places of so many rows, half of them wrong ones if there are so many, in order."""
    order = np.random.default_rng(0).permutation(len(wrong))
    bad, good = order[wrong[order]], order[~wrong[order]]
    n_bad = min(len(bad), max(share // 2, share - len(good)))
    return np.sort(np.concatenate([bad[:n_bad], good[: share - n_bad]]))


def _merged(data: LabelledTable) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """The first of rows that are equal in all columns and of one class, in order, and how many there are of each."""
    number = np.asarray(data.labels, dtype=np.int64)
    for column in data.table:
        _, number = np.unique(number * (len(column.distinct) + 1) + column.codes + 1, return_inverse=True)
    _, first, counts = np.unique(number, return_index=True, return_counts=True)
    order = np.argsort(first)
    return first[order], counts[order]


def rows_record(tables: Sequence[Judged], picked: Sequence[Picked], columns: Sequence[Known]) -> dict[str, Any]:
    """The picked rows: their numbers, how many are like each, class, and entries column by column."""
    shown = [known for known in columns if known.asked or len(columns) <= _WIDEST]
    parts = []
    for judged, mine in zip(tables, picked, strict=True):
        table = judged.data.table.take(mine.rows)
        parts.append(
            {
                "numbers": (mine.rows + 1).tolist(),
                "alike": mine.alike.tolist(),
                "classes": judged.data.labels[mine.rows].tolist(),
                "entries": [known.entries(table[known.name]) for known in shown],
                "of": len(judged.data),
                "complete": mine.complete,
            }
        )
    return {"columns": [columns.index(known) for known in shown], "tables": parts}


def merged_record(training: Judged, columns: Sequence[Known]) -> dict[str, Any] | None:
    """All training rows, merged where no rule tells them apart, with the weight of each class; None if they are too many.

    Numbers are raised to the next cut point of the rules, and values that no rule names are one, so a comparison finds in them what
    it finds in the raw rows.
    """
    asked = [known for known in columns if known.asked]
    cells = [_cells(training, known) for known in asked]
    first, counts = replace(training.data, table=Table(tuple(cells), len(training.data))).equal_rows()
    if len(first) * (len(asked) + len(training.data.classes)) > _MOST_MERGED:
        return None
    return {"entries": [_entries(cell.take(first)) for cell in cells], "counts": counts.tolist()}


def _cells(training: Judged, known: Known) -> Column:
    """The column with its numbers at cut points, or with the places of the values that rules name; −1 for all others."""
    column = training.data.table[known.name]
    literals = training.model.by_column[known.name]
    if column.kind.is_ordered:
        return column.in_cells(np.unique([point for literal in literals for point in literal.points]))
    named = {column.written(value) for literal in literals for value in literal.values}
    of_value = np.array([k if text in named else -1 for k, text in enumerate(known.values)] + [-1], dtype=np.int64)
    places = of_value[known.places(column)]
    return Column.of(known.name, Kind.CODE, places, column.missing)


def _entries(cell: Column) -> list[Any]:
    """Entries of merged rows; what is above every cut point is a text that JSON can hold."""
    entries = cell.values.tolist()
    gone = cell.missing.tolist()
    return [
        None if lost else "above" if entry == np.inf else short_number(float(entry))
        for entry, lost in zip(entries, gone, strict=True)
    ]
