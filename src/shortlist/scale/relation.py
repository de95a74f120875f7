"""Typed rows as a relation of SQL: columns c0, c1, …, the label y and the given weight w, read from Parquet files by DuckDB.

Columns of plain types are read as they lie in the user's own files. Whatever needs more than a cast, and every CSV file, is first
copied into Parquet files of typed columns, part by part, in a temporary folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from shortlist.scale.cells import sql_value
from shortlist.tables.parted import DROPPED, PartedTable
from shortlist.tables.raw_parts import ParquetTable
from shortlist.tables.table import Column, Kind, LabelledTable

_MOST_CASES = 1000  # different targets or weights that are told apart by one expression


@dataclass(frozen=True, eq=False)
class Relation:
    """A query that gives typed rows: `columns` are the names of its columns by those of the table; missing entries are NULL."""

    sql: str
    columns: Mapping[str, str]
    kinds: Mapping[str, Kind]
    folder: TemporaryDirectory[str] | None = None


def relation_of(table: PartedTable, folder: Path | None = None) -> Relation:
    """The typed rows of a table in files; what has to be copied is put into a temporary folder, in this one where given."""
    kinds = dict(table.kinds) | table.kinds_of_parts
    columns = {name: f"c{k}" for k, name in enumerate(kinds)}
    direct = _direct(table, columns) if not table.date_parts and not table.cuts else None
    if direct is not None:
        return Relation(direct, columns, kinds)
    copied = TemporaryDirectory(prefix="shortlist-", dir=folder)
    path = Path(copied.name) / "rows.parquet"
    _copy(table, columns, path)
    return Relation(f"SELECT * FROM read_parquet({sql_value(str(path))})", columns, kinds, copied)


def _direct(table: PartedTable, columns: Mapping[str, str]) -> str | None:
    """The query on the user's own Parquet files; None if these need more than a cast."""
    raw = table.raw
    if not isinstance(raw, ParquetTable) or max(len(table.label_of), len(table.weight_of)) > _MOST_CASES:
        return None
    expressions = [_expression(raw.schema.field(name).type, quoted(name), kind) for name, kind in table.kinds.items()]
    label = _cases(quoted(table.target), table.label_of, DROPPED)
    weight = "1" if table.weighting.column is None else _cases(quoted(table.weighting.column), table.weight_of, 0)
    if None in expressions or label is None or weight is None:
        return None
    typed = ", ".join(f"{text} AS {name}" for text, name in zip(expressions, columns.values(), strict=True))
    files = ", ".join(sql_value(file) for file in raw.files)
    chosen = f"{typed}{', ' if typed else ''}CAST({label} AS BIGINT) AS y, CAST({weight} AS BIGINT) AS w"
    return f"SELECT * FROM (SELECT {chosen} FROM read_parquet([{files}])) WHERE y <> {DROPPED}"


def quoted(name: str) -> str:
    """A name as SQL takes it, whatever it is."""
    return '"' + name.replace('"', '""') + '"'


def _expression(dtype: Any, column: str, kind: Kind) -> str | None:
    """A column of an Arrow type as one of this kind, NULL where it is missing; None if that is not simple."""
    import pyarrow.types as pt  # noqa: PLC0415  # an extra

    if pt.is_floating(dtype):
        number = f"CASE WHEN isnan({column}) THEN NULL ELSE CAST({column} AS DOUBLE) END"
    elif pt.is_integer(dtype) or pt.is_boolean(dtype):
        number = column
    elif pt.is_string(dtype) or pt.is_large_string(dtype):
        return column if kind is Kind.CATEGORY else None
    else:
        return None
    match kind:
        case Kind.BOOLEAN:
            return column if pt.is_boolean(dtype) else f"({number}) = 1"
        case Kind.NUMBER:
            return None if pt.is_boolean(dtype) else f"CAST({number} AS DOUBLE)"
        case Kind.CODE if pt.is_integer(dtype):
            return f"CAST({number} AS BIGINT)"
    return None


def _cases(column: str, known: Mapping[Any, int], missing: int) -> str | None:
    """The number that each entry of a column has, which is among plain values; None if one is not."""
    values = {key[1]: number for key, number in known.items() if key is not None}
    if not all(isinstance(value, str | int | float) for value in values):
        return None
    cases = " ".join(f"WHEN {column} = {sql_value(value)} THEN {number}" for value, number in values.items())
    return f"CASE {cases} ELSE {missing} END"


def _copy(table: PartedTable, columns: Mapping[str, str], path: Path) -> None:
    """Write the typed rows of all parts into a Parquet file."""
    import pyarrow as pa  # noqa: PLC0415  # an extra
    import pyarrow.parquet as pq  # noqa: PLC0415

    writer = None
    for part in table.parts():
        typed = pa.table(arrow_of(part, columns))
        writer = writer or pq.ParquetWriter(path, typed.schema)
        writer.write_table(typed)
    assert writer is not None
    writer.close()


def arrow_of(data: LabelledTable, columns: Mapping[str, str]) -> dict[str, Any]:
    """Typed rows as Arrow arrays under the names that a relation has for them."""
    import pyarrow as pa  # noqa: PLC0415  # an extra

    arrays = {columns[column.name]: _array(column) for column in data.table}
    return arrays | {"y": pa.array(data.labels, pa.int64()), "w": pa.array(data.weights, pa.int64())}


def _array(column: Column) -> Any:
    import pyarrow as pa  # noqa: PLC0415  # an extra

    types = {Kind.BOOLEAN: pa.bool_(), Kind.CODE: pa.int64(), Kind.CATEGORY: pa.string()}
    if column.kind is Kind.CATEGORY:
        texts = pa.array(column.distinct.tolist(), pa.string())
        return pa.DictionaryArray.from_arrays(pa.array(column.codes, mask=column.missing), texts).cast(pa.string())
    return pa.array(np.asarray(column.values), types.get(column.kind, pa.float64()), mask=column.missing)
