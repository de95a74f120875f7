"""Streams from where tables lie: files of any size, and relations of DuckDB."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from shortlist.scale.duck import MEMORY, DuckRows
from shortlist.scale.in_files import stream_of
from shortlist.scale.stream import Stream
from shortlist.tables.parted import survey


def read_stream(
    source: str | Path, *, exact: bool = False, memory: int = MEMORY, folder: Path | None = None, **reading: Any
) -> Stream:
    """The rows of a file, of the files of a folder or of those that a pattern names, as `learn` takes them.

    They are read as `read_labelled` would with the same options. DuckDB may use so many bytes of memory; what does not fit goes into
    the temporary `folder`. Without `exact`, columns of very many numbers are known by a sample, as guessed cut points need no more.
    """
    table = survey(source, **reading)
    return stream_of(table, DuckRows(table, memory=memory, folder=folder), exact=exact)


def relation_stream(relation: Any, *, folder: Path | None = None, **reading: Any) -> Stream:
    """The rows of a relation of DuckDB, written once into a temporary Parquet file, which lives as long as the stream."""
    kept = TemporaryDirectory(prefix="shortlist-", dir=folder)
    path = Path(kept.name) / "relation.parquet"
    relation.to_parquet(str(path))
    table = survey(path, **reading)
    return stream_of(table, DuckRows(table, folder=folder, kept=kept))
