"""What commands do with tables that are not held in memory: learn from them, predict and recount, part by part.

It is imported by those that meet such a table: files read in parts and DuckDB take a while to load.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from shortlist.checks.recount import Recount, add_recounts, recount
from shortlist.errors import DataError
from shortlist.features.binarize import Binning
from shortlist.files.modelfile import ModelFile
from shortlist.problems.limits import Clock
from shortlist.scale.duck import MEMORY, DuckRows
from shortlist.scale.in_files import head_of_table, stream_of
from shortlist.scale.stream import Stream, Weights
from shortlist.tables.parted import PartedTable, open_table, survey
from shortlist.tables.parts import ROWS_READ, Tell
from shortlist.tables.read import wanted_columns
from shortlist.tables.table import Kind, LabelledTable, Table

_ENGINE_SHARE = 0.25  # of the memory limit that DuckDB may use


def surveyed(data: str, reading: Mapping[str, Any], parts: Mapping[str, Sequence[str]], tell: Tell) -> PartedTable:
    """What one pass tells of a training table, with parts of dates as columns."""
    return replace(survey(data, **reading, tell=tell), date_parts=parts)


def training_stream(table: PartedTable, binning: Binning, clock: Clock, tell: Tell) -> Stream:
    """The rows of a training table, by DuckDB."""
    memory = MEMORY if clock.memory is None else max(int(_ENGINE_SHARE * clock.memory), 2**27)
    rows = DuckRows(table, memory=memory, tell=tell, seconds_left=clock.left)
    return stream_of(table, rows, exact=not binning.guesses)


def recounted(
    file: ModelFile, data: str, arguments: Mapping[str, Any], *, weight_needed: bool, as_in_training: bool, tell: Tell
) -> tuple[LabelledTable, Recount, Counter[str]]:
    """What a model does on rows in files, the table that these are, without rows, and entries that are missing.

    Weights of classes are those of training, or none.
    """
    table = survey(data, classes=file.model.classes, more=True, weight_needed=weight_needed, tell=tell, **arguments)
    head, weights = head_of_table(table), Weights.of(table.pairs, len(table.classes))
    if as_in_training:
        weights, weighting = weights.for_classes(head, file.class_weights)
        head = replace(head, weighting=weighting)
    head = replace(head, elsewhere=weights.weighed(head.weighting))
    missing: Counter[str] = Counter()

    def recounts() -> Iterator[Recount]:
        done = 0
        for part in table.parts(file.model.columns):
            missing.update(file.missing_in(part.table))
            yield recount(file.model, weights.weigh(part))
            done += len(part)
            tell(ROWS_READ, done)

    return head, add_recounts(recounts()), missing


def table_parts(data: str, arguments: Mapping[str, Any]) -> Iterator[Table]:
    """The columns that a model asks for, part by part."""
    reading = {name: arguments[name] for name in ("delimiter", "encoding", "missing") if name in arguments}
    raw = open_table(data, **reading)
    names, kinds = wanted_columns(str(data), raw.names, arguments["columns"], arguments["kinds"])
    seen = False
    for part in raw.parts(names, [name for name in names if kinds[name] is Kind.NUMBER]):
        yield Table(tuple(part.column(name, kinds[name]) for name in names), part.n_rows)
        seen = True
    if not seen:
        raise DataError(f"{data}: there must be at least one column and one row")
