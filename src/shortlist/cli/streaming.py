"""Commands on tables that are not held in memory: whether one is, what is told meanwhile, and how far it may go."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from shortlist.checks.recount import Recount, add_recounts, recount
from shortlist.errors import DataError, NoListError, UsageError
from shortlist.features.binarize import Binning
from shortlist.files.modelfile import ModelFile
from shortlist.problems.limits import Clock
from shortlist.scale.duck import MEMORY, DuckRows
from shortlist.scale.stream import Stream, Weights, head_of_table, stream_of
from shortlist.show.progress import Counts, Report, showing
from shortlist.tables.parted import PartedTable, open_table, survey
from shortlist.tables.parts import ROWS_READ, Tell, bytes_in_memory, files_of, is_several
from shortlist.tables.read import wanted_columns
from shortlist.tables.sources import EMBEDDED
from shortlist.tables.table import Kind, LabelledTable, Table

_SHARE = 0.25  # of the memory limit, or of the memory there is, that a table may take about
_ENGINE_SHARE = 0.25  # of the memory limit that DuckDB may use


def is_streamed(data: str, stream: bool | None, memory: int | None = None) -> bool:  # noqa: FBT001
    """Are the rows passed over in files? As it is said, else where they would take too much memory; a folder always."""
    if data == "-" or (data in EMBEDDED and not Path(data).exists()):
        if stream:
            raise UsageError(f"--stream passes over rows several times, so there must be a file, got {data}")
        return False
    if is_several(data):
        if stream is False:
            raise UsageError(f"--no-stream must be for one file, but {data} is a folder or a pattern")
        return True
    if stream is None:
        return Path(data).is_file() and bytes_in_memory(files_of(data)) > _SHARE * min(memory or _memory(), _memory())
    return stream


def _memory() -> int:
    """The bytes of memory that this machine has."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 2**32


class Watch:
    """What passes over the rows of a table tell: it is counted, and they end where the time is over."""

    def __init__(self, data: str, clock: Clock | None) -> None:
        self._data, self._clock = data, clock
        self.counts = Counts()

    def __call__(self, what: str, number: int) -> None:
        """There are so many of these so far."""
        self.counts.follow(what, number)
        if self._clock is not None and self._clock.left() < 0:
            seconds = self._clock.elapsed()
            raise NoListError(
                f"{self._data}: no list was found before the time limit, which was over after {number:,} {what} ({seconds:.1f} s); "
                "give it more (--time-limit, 0 for no limit)"
            )


@contextmanager
def watching(data: str, clock: Clock | None = None, report: Report = Report.auto) -> Iterator[Watch]:
    """A watch over passes that a live line shows."""
    watch = Watch(data, clock)
    with showing(report, watch.counts):
        yield watch


def surveyed(data: str, reading: Mapping[str, Any], parts: Mapping[str, Sequence[str]], tell: Tell) -> PartedTable:
    """What one pass tells of a training table, with parts of dates as columns."""
    return replace(survey(data, **reading, tell=tell), date_parts=parts)


def training_stream(table: PartedTable, binning: Binning, clock: Clock, tell: Tell) -> Stream:
    """The rows of a training table, by DuckDB."""
    memory = MEMORY if clock.memory is None else max(int(_ENGINE_SHARE * clock.memory), 2**27)
    rows = DuckRows(table, memory=memory, tell=tell, seconds_left=clock.left)
    return stream_of(table, rows, exact=binning.cuts != "guess")


def recounted(
    file: ModelFile, data: str, arguments: Mapping[str, Any], *, weight_needed: bool, as_in_training: bool, tell: Tell
) -> tuple[LabelledTable, Recount, Counter[str]]:
    """What a model does on rows in files, the table that these are, without rows, and entries that are missing.

    Weights of classes are those of training, or none.
    """
    table = survey(data, classes=file.model.classes, more=True, weight_needed=weight_needed, tell=tell, **arguments)
    head, weights = head_of_table(table), Weights.of(table.pairs, len(table.classes))
    if as_in_training and file.weighting.classes:
        factors = dict(zip(file.model.classes, file.weighting.classes, strict=True))
        weights, weighting = weights.for_classes(head, factors)
        head = replace(head, weighting=weighting)
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
