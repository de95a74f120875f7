"""Rows that DuckDB passes over: it scans the files, groups by cells, and puts on disk what does not fit its share of the memory."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import TIMEOUT_MAX, Timer
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.checks.recount import Recount
from shortlist.errors import DataError, NoListError
from shortlist.features.sample import MOST_ROWS, Hashes, Sample, add_column, combine_samples, hash_entries, lowest
from shortlist.models.model import Model
from shortlist.scale.cells import Cells, packed_sql, words_of
from shortlist.scale.in_parts import FileParts, PartRows, table_of_cells
from shortlist.scale.relation import Relation, relation_of
from shortlist.scale.stream import Weights
from shortlist.tables.parted import MOST_DISTINCT, PartedTable
from shortlist.tables.parts import DISTINCT_ROWS, ROWS_READ, Tell, tell_no_one
from shortlist.tables.summary import NO_ROWS, ColumnSummary
from shortlist.tables.table import Column, Kind, Label, LabelledTable, Table

MEMORY = 512 * 2**20
"""Bytes that DuckDB may use unless it is told otherwise; the rest of the process takes about 300 MB beside it."""

MOST_CELLS = 2**21
"""Rows that a table may have when merged."""

_BATCH = 2**17
_FEW_NUMBERS = 1000  # different numbers that are counted one by one where cuts are guessed from a sample anyway
_NEARLY = 2  # an estimate of different values may be wrong by such a factor


class DuckRows:
    """Rows of a relation, see `stream.Rows`; a recount passes over the parts of the table itself, without SQL."""

    def __init__(
        self,
        table: PartedTable,
        *,
        memory: int = MEMORY,
        folder: Path | None = None,
        tell: Tell = tell_no_one,
        seconds_left: Callable[[], float] = lambda: math.inf,
        kept: TemporaryDirectory[str] | None = None,
    ) -> None:
        try:
            import duckdb  # noqa: PLC0415  # an extra
        except ImportError:
            missing = "a table larger than memory needs DuckDB: pip install 'shortlist[scale]'"
            raise DataError(f"{table.raw.files[0]}: {missing}") from None
        self._duckdb, self._seconds_left = duckdb, seconds_left
        self._kept = kept  # the files are in there, and go with it
        self._parts = PartRows(FileParts(table, tell), table.target, table.classes)
        self._table, self._tell = table, tell
        self.relation: Relation = relation_of(table, folder)
        spill = {} if folder is None else {"temp_directory": str(folder)}
        self._config: dict[str, Any] = {
            "memory_limit": f"{memory // 2**20}MB",
            "preserve_insertion_order": False,
            **spill,
        }

    @contextmanager
    def _asked(self, query: str) -> Iterator[Any]:
        """The answer of a query, as long as there is time; what DuckDB complains of is said in one sentence."""
        # No connection outlives its query: one that is alive when Python ends makes DuckDB complain.
        with self._duckdb.connect(config=self._config) as connection:
            timer = Timer(min(max(self._seconds_left(), 0.0), TIMEOUT_MAX), connection.interrupt)
            timer.daemon = True
            timer.start()
            try:
                yield connection.sql(query)
            except self._duckdb.InterruptException:
                doing = f"the {self._table.n_rows:,} rows of {self._table.raw.files[0]} were being grouped"
                raise NoListError(
                    f"no list was found before the time limit: {doing}; give it more (0 for no limit)"
                ) from None
            except self._duckdb.Error as error:
                said = str(error).splitlines()[0]
                raise DataError(f"{self._table.raw.files[0]}: DuckDB cannot go on ({said})") from None
            finally:
                timer.cancel()

    # -- what columns hold ----------------------------------------------------------------------------

    def summaries(self, kinds: Mapping[str, Kind], weights: Weights, *, exact: bool) -> list[ColumnSummary]:  # noqa: D102
        names = list(kinds)
        asked = ["count(*)"]
        for name in names:
            column = self.relation.columns[name]
            broken = f"bool_or({column} <> floor({column}))" if kinds[name].is_ordered else "NULL"
            asked.append(f"approx_count_distinct({column}), count({column}), min({column}), max({column}), {broken}")
        if not names:
            return []
        with self._asked(f"SELECT {', '.join(asked)} FROM ({self.relation.sql}) WHERE w > 0") as answer:
            n_rows, *found = answer.fetchall()[0]
        self._tell(ROWS_READ, n_rows)
        return [
            self._summary(name, kinds[name], weights, n_rows, found[5 * k : 5 * k + 5], exact=exact)
            for k, name in enumerate(names)
        ]

    def _summary(
        self, name: str, kind: Kind, weights: Weights, n_rows: int, stats: Sequence[Any], *, exact: bool
    ) -> ColumnSummary:
        about, entries, low, high, broken = stats
        few = MOST_DISTINCT if exact or not kind.is_ordered or n_rows <= MOST_DISTINCT else _FEW_NUMBERS
        if about <= _NEARLY * few:
            seen = self._counted(name, kind, weights, n_rows - entries)
            if len(seen.column.distinct) <= few:
                return seen
            about = len(seen.column.distinct)
        some = [low, np.floor(low) + 0.5, high] if broken else [low, high]
        values = np.unique(np.array(some, dtype=object if kind is Kind.CATEGORY else None))
        numbers = np.zeros(len(values), dtype=np.int64)
        numbers[0] = entries
        column = Column(name, kind, values, NO_ROWS)
        counts = np.zeros((len(values), weights.whole.shape[1]), dtype=np.int64)
        in_order = (
            kind is Kind.NUMBER
            and not broken
            and entries == n_rows
            and about * _NEARLY > n_rows
            and self._in_order(name)
        )
        return ColumnSummary(
            column,
            counts,
            numbers,
            n_rows - entries,
            min(about, entries),
            in_order=in_order,
            complete=False,
            estimated=True,
        )

    def _counted(self, name: str, kind: Kind, weights: Weights, missing: int) -> ColumnSummary:
        """The summary of a column by counting each of its values."""
        column = self.relation.columns[name]
        query = (
            f"SELECT {column} AS v, y, w, count(*) AS n FROM ({self.relation.sql}) "
            f"WHERE w > 0 AND {column} IS NOT NULL GROUP BY ALL"
        )
        with self._asked(query) as answer:
            found = answer.to_arrow_table()
        values = _values(found["v"], kind)
        distinct, place = np.unique(values, return_inverse=True)
        labels, given, n = (found[k].to_numpy() for k in ("y", "w", "n"))
        counts = np.zeros((len(distinct), weights.whole.shape[1]), dtype=np.int64)
        np.add.at(counts, (place, labels), weights.whole[np.searchsorted(weights.given, given), labels] * n)
        numbers = np.zeros(len(distinct), dtype=np.int64)
        np.add.at(numbers, place, n)
        in_order = len(distinct) == int(n.sum()) and not missing and kind is not Kind.CATEGORY and self._in_order(name)
        typed = Column(name, kind, distinct, NO_ROWS)
        return ColumnSummary(typed, counts, numbers, missing, len(distinct), in_order=in_order)

    def _in_order(self, name: str) -> bool:
        """Are the values of a column without missing entries all rising, or all falling, in the order of the rows?"""
        order, last = {1, -1}, None
        for part in self._table.parts([name]):
            values = part.table[name].values.astype(np.float64)
            steps = np.diff(values if last is None else np.append(last, values))
            order &= {sign for sign in (1, -1) if (steps * sign > 0).all()}
            if not order:
                return False
            last = values[-1:] if len(values) else last
        return True

    # -- a sample -------------------------------------------------------------------------------------

    def sample(self, kinds: Mapping[str, Kind], weights: Weights) -> Sample:  # noqa: D102
        chosen = ", ".join([*(self.relation.columns[name] for name in kinds), "y", "w"])
        table = partial(_table_of_batch, kinds=kinds, classes=self._table.classes, target=self._table.target)
        sample: Sample | None = None
        waiting: list[Sample] = []
        done = 0
        with self._asked(f"SELECT {chosen} FROM ({self.relation.sql}) WHERE w > 0") as answer:
            for batch in answer.to_arrow_reader(_BATCH):
                hashes = _hash_batch(batch, list(kinds.values()))
                kept = hashes <= (np.uint64(2**64 - 1) if sample is None else sample.bound)
                distinct = np.unique(hashes[kept])
                if len(distinct) > MOST_ROWS:
                    kept &= hashes <= distinct[MOST_ROWS - 1]
                mine = weights.weigh(table(batch.filter(_mask(kept))))
                waiting.append(lowest(mine, hashes[kept], 0, 0))
                done += batch.num_rows
                if sample is None or sum(len(part.data) for part in waiting) >= MOST_ROWS:
                    sample, waiting = combine_samples([*([] if sample is None else [sample]), *waiting]), []
                self._tell(ROWS_READ, done)
        if sample is None:
            raise DataError("the table must have at least one row of positive weight")
        return replace(combine_samples([sample, *waiting]), n_rows=done, weight=weights.total)

    # -- cells ----------------------------------------------------------------------------------------

    def count_cells(self, cells: Sequence[Cells]) -> tuple[LabelledTable, NDArray[np.int64]]:  # noqa: D102
        query = cells_query(self.relation, cells)
        pieces, n_keys = [], 0
        with self._asked(query) as answer:
            for batch in answer.to_arrow_reader(_BATCH):
                pieces.append(np.stack([column.to_numpy(zero_copy_only=False) for column in batch.columns], axis=1))
                n_keys += batch.num_rows
                if n_keys > MOST_CELLS:
                    raise DataError(
                        f"the questions tell more than {MOST_CELLS:,} rows apart, which is too many: "
                        "ask fewer (--bins 4, --max-categories 10, --drop COLUMN)"
                    )
        self._tell(DISTINCT_ROWS, n_keys)
        found = np.concatenate(pieces) if pieces else np.zeros((0, len(words_of(cells)) + 3), dtype=np.int64)
        # What DuckDB gives comes in any order.
        found = found[np.lexsort(found.T[::-1])]
        return table_of_cells(cells, found[:, :-1], self._table.target, self._table.classes), found[:, -1]

    def recount(self, model: Model, weights: Weights) -> Recount:  # noqa: D102
        return self._parts.recount(model, weights)


def cells_query(relation: Relation, cells: Sequence[Cells]) -> str:
    """The SQL that merges rows: for all that lie in the same cells, their class, given weight and number.

    It uses nothing but CASE, comparisons and GROUP BY, so that any database that has the typed rows as a relation can run it.
    """
    words = [f"{packed_sql(word, relation.columns)} AS k{k}" for k, word in enumerate(words_of(cells))]
    keys = [f"k{k}" for k in range(len(words))]
    inner = ", ".join([*words, "y", "w"])
    grouped = ", ".join([*keys, "y", "w"])
    return f"SELECT {grouped}, count(*) AS n FROM (SELECT {inner} FROM ({relation.sql})) GROUP BY {grouped}"


def _values(array: Any, kind: Kind) -> NDArray[Any]:
    """The values of an Arrow column without missing entries."""
    if kind is Kind.CATEGORY:
        texts = array.to_pylist()
        values = np.empty(len(texts), dtype=object)
        values[:] = texts
        return values
    return np.asarray(array.to_numpy())


def _mask(kept: NDArray[np.bool_]) -> Any:
    import pyarrow as pa  # noqa: PLC0415  # an extra

    return pa.array(kept)


def _hash_batch(batch: Any, kinds: Sequence[Kind]) -> Hashes:
    """A hash of the entries of each row, the same as `sample.hash_rows` has."""
    hashes = np.zeros(batch.num_rows, dtype=np.uint64)
    for array, kind in zip(batch.columns, kinds, strict=False):
        missing = np.asarray(array.is_null().to_numpy(zero_copy_only=False)) if array.null_count else None
        if kind is Kind.CATEGORY:
            coded = array.dictionary_encode()
            known = np.append(hash_entries(np.array(coded.dictionary.to_pylist(), dtype=object), kind), np.uint64(0))
            of_entries = known[coded.indices.fill_null(-1).to_numpy(zero_copy_only=False)]
        else:
            filled = array.fill_null(False if kind is Kind.BOOLEAN else 0) if array.null_count else array
            of_entries = hash_entries(filled.to_numpy(zero_copy_only=False), kind)
        hashes = add_column(hashes, of_entries, missing)
    return hashes


def _table_of_batch(batch: Any, kinds: Mapping[str, Kind], classes: tuple[Label, ...], target: str) -> LabelledTable:
    """Typed rows with their given weights."""
    columns = []
    for array, (name, kind) in zip(batch.columns, kinds.items(), strict=False):
        missing = np.asarray(array.is_null().to_numpy(zero_copy_only=False))
        if kind is Kind.CATEGORY:
            values: Any = ["" if text is None else text for text in array.to_pylist()]
        else:
            values = array.fill_null(False if kind is Kind.BOOLEAN else 0).to_numpy(zero_copy_only=False)
        columns.append(Column.of(name, kind, values, missing))
    labels, weights = (np.asarray(batch.column(k).to_numpy(zero_copy_only=False)) for k in (-2, -1))
    return LabelledTable(Table(tuple(columns), batch.num_rows), target, classes, labels, weights)
