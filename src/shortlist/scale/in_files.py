"""A table in files as a stream; apart from `stream`, for few commands need what reads files in parts."""

from __future__ import annotations

from shortlist.scale.stream import Rows, Stream, Weights, head_of
from shortlist.tables.parted import PartedTable
from shortlist.tables.table import LabelledTable


def stream_of(table: PartedTable, rows: Rows, *, exact: bool = True) -> Stream:
    """The stream of a table in files whose rows are held so."""
    weights = Weights.of(table.pairs, len(table.classes))
    return Stream(rows, head_of_table(table), weights, int(weights.numbers.sum()), exact)


def head_of_table(table: PartedTable) -> LabelledTable:
    """The table in files without its rows."""
    kinds = dict(table.kinds) | table.kinds_of_parts
    return head_of(kinds, table.target, table.classes, table.weighting, notes=table.notes, source=table.source)
