"""A table with classes that is read part by part: one pass tells kinds, classes and weights, each further pass gives all rows, typed.

What is told is what the reader of whole tables tells from all rows: the same kinds, classes, weights and refusals.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError, UsageError
from shortlist.tables.dates import whole_and_part
from shortlist.tables.kinds import ALWAYS_MISSING, is_missing
from shortlist.tables.labels import labels_of_numbers, missing_target
from shortlist.tables.parts import ROWS_READ, Tell, files_of, tell_no_one
from shortlist.tables.ranges import cuts_of, range_names
from shortlist.tables.raw_parts import CsvTable, ParquetTable, RawPart, RawTable
from shortlist.tables.read import ChosenColumns, chosen_columns, dropped_note, only_a_target
from shortlist.tables.sources import is_parquet, source_of
from shortlist.tables.table import PLAIN, Column, Kind, Label, LabelledTable, Source, Table, Weighting
from shortlist.tables.weights import weightless_note

MOST_DISTINCT = 100_000
"""Different entries of a column that are counted one by one."""

DROPPED = -1
_MANY = 10**6


@dataclass(frozen=True, eq=False)
class PartedTable:
    """What one pass over a table in files has told; `parts` passes over it again.

    `label_of` has the class of each entry of the target, −1 for one whose rows are left out; where the target is cut it is empty, and
    `cuts` are the cuts. `weight_of` has the whole weight of each entry of the column of weights; `pairs` are the labels and whole weights of rows, each
    with the number of its rows.
    """

    raw: RawTable
    kinds: Mapping[str, Kind]
    target: str
    classes: tuple[Label, ...]
    n_rows: int
    pairs: Mapping[tuple[int, int], int]
    label_of: Mapping[Any, int] = field(default_factory=dict)
    cuts: Sequence[float] = ()
    weight_of: Mapping[Any, int] = field(default_factory=dict)
    weighting: Weighting = PLAIN
    date_parts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def source(self) -> Source:
        """The files, with SHA-256 of their bytes; of several files, of what is said of each."""
        files = [source_of(file) for file in self.raw.files]
        if len(files) == 1:
            return files[0]
        said = "\n".join(f"{file.sha256}  {file.name}" for file in files)
        return Source(f"{files[0].name} and {len(files) - 1} more", hashlib.sha256(said.encode()).hexdigest())

    @property
    def kinds_of_parts(self) -> dict[str, Kind]:
        """The kinds of the parts of dates that are columns, too; what is wrong with them is refused."""
        nothing = np.zeros(0, dtype=np.int32)
        dates = tuple(Column(name, kind, np.zeros(0), nothing) for name, kind in self.kinds.items())
        made = Table(dates, 0).with_parts(self.date_parts)
        return {column.name: column.kind for column in made if column.name not in self.kinds}

    def parts(self, only: Collection[str] | None = None) -> Iterator[LabelledTable]:
        """The rows of each part, with all columns or those that are needed for these."""
        names = [name for name in self.kinds if only is None or name in only or has_part(name, only)]
        of_weights = [] if self.weighting.column is None else [self.weighting.column]
        numbers = [name for name in names if self.kinds[name] is Kind.NUMBER]
        for part in self.raw.parts([*names, self.target, *of_weights], numbers):
            yield self._typed(part, names)

    def _typed(self, part: RawPart, names: Sequence[str]) -> LabelledTable:
        labels = self._labels(part)
        table = Table(tuple(part.column(name, self.kinds[name]) for name in names), part.n_rows)
        table = table.with_parts({name: wanted for name, wanted in self.date_parts.items() if name in table})
        weights = np.ones(part.n_rows, dtype=np.int64)
        if self.weighting.column is not None:
            entries, codes = part.entries(self.weighting.column)
            weights = np.array([self.weight_of[key(entry)] for entry in entries], dtype=np.int64)[codes]
        present = labels != DROPPED
        data = LabelledTable(table, self.target, self.classes, np.maximum(labels, 0), weights, weighting=self.weighting)
        return data if present.all() else data.take(present)

    def _labels(self, part: RawPart) -> NDArray[np.int64]:
        if self.cuts:
            return cut_labels(self.raw, part, self.target, self.cuts)
        entries, codes = part.entries(self.target)
        return np.array([self.label_of[key(entry)] for entry in entries], dtype=np.int64)[codes]


def key(entry: Any) -> Any:
    """An entry as a key: 1 is not true, and NaN is missing."""
    return None if is_missing(entry) else (type(entry), entry)


def has_part(name: str, only: Collection[str]) -> bool:
    """Is some part of this date among these columns?"""
    return any((found := whole_and_part(wanted)) is not None and found[0] == name for wanted in only)


def open_table(
    source: str | Path,
    *,
    delimiter: str | None = None,
    encoding: str = "utf-8",
    missing: Collection[str] = ALWAYS_MISSING,
) -> CsvTable | ParquetTable:
    """The files of a source, none of which is read yet but for its header."""
    files = files_of(source)
    return ParquetTable(files) if is_parquet(files[0]) else CsvTable(files, delimiter, encoding, missing)


def survey(
    source: str | Path,
    *,
    target: str | None = None,
    columns: Collection[str] | None = None,
    classes: Sequence[Label] | None = None,
    more: bool = False,
    target_cuts: Sequence[float] = (),
    drop_missing_target: bool = False,
    weight: str | None = None,
    weight_needed: bool = True,
    drop: Sequence[str] = (),
    kinds: Mapping[str, Kind] | None = None,
    tell: Tell = tell_no_one,
    **reading: Any,
) -> PartedTable:
    """Pass once over a table, with the options of `read_labelled`; `tell` is told how many rows were read so far."""
    raw = open_table(source, **reading)
    weight = weight if weight_needed or weight in raw.names else None
    chosen = chosen_columns(
        str(source), raw.names, target=target, weight=weight, columns=columns, drop=drop, kinds=kinds
    )
    if isinstance(raw, CsvTable) and list(raw.names) == [chosen.target]:
        raise only_a_target(str(source), reading.get("delimiter"))
    cuts = tuple(target_cuts) or (cuts_of(classes) if classes else None) or ()
    seen = _Seen(raw, chosen, cuts, tell)
    meant = {"classes": classes, "cuts": (), "more": more}
    known, label_of, notes = _classes_of(raw, seen, chosen.target, meant, cuts, drop=drop_missing_target)
    weighting, weight_of = _weights_of(raw, seen, weight)
    told = {name: chosen.kinds.get(name) or raw.kind(seen.evidence[name]) for name in chosen.columns}
    pairs: Counter[tuple[int, int]] = Counter()
    for (entry, of_weight), n in seen.pairs.items():
        label = entry if cuts else label_of[entry]
        if label != DROPPED:
            pairs[label, weight_of.get(of_weight, 1)] += n
    gone = sum(n for (_, whole), n in pairs.items() if whole == 0)
    if weight is not None and gone:
        notes = (*notes, weightless_note(weight, gone, pairs.total()))
    return PartedTable(
        raw,
        told,
        chosen.target,
        known,
        seen.n_rows,
        pairs,
        label_of,
        cuts,
        weight_of,
        weighting,
        notes=(*raw.notes, *notes),
    )


class _Seen:
    """What a pass over all rows sees: evidence of kinds, and the entries of target and weights with their numbers."""

    def __init__(self, raw: RawTable, chosen: ChosenColumns, cuts: Sequence[float], tell: Tell) -> None:
        told = [name for name in chosen.columns if name not in chosen.kinds]
        of_weights = [] if chosen.weight is None else [chosen.weight]
        self.evidence: dict[str, set[Any]] = {name: set() for name in told}
        self.pairs: Counter[tuple[Any, Any]] = Counter()
        self.n_rows = 0
        for part in raw.parts([*told, chosen.target, *of_weights], told):
            for name in told:
                if not raw.is_settled(self.evidence[name]):
                    self.evidence[name] |= part.evidence(name)
            self._tally(raw, part, chosen, cuts)
            self.n_rows += part.n_rows
            tell(ROWS_READ, self.n_rows)

    def _tally(self, raw: RawTable, part: RawPart, chosen: ChosenColumns, cuts: Sequence[float]) -> None:
        if cuts:
            targets: list[Any] = list(range(DROPPED, len(cuts) + 1))
            codes: NDArray[np.integer[Any]] = cut_labels(raw, part, chosen.target, cuts) - DROPPED
        else:
            entries, codes = part.entries(chosen.target)
            targets = [key(entry) for entry in entries]
        weights: list[Any] = [None]
        if chosen.weight is not None:
            entries, of_weights = part.entries(chosen.weight)
            weights = [key(entry) for entry in entries]
            codes = codes.astype(np.int64) * len(weights) + of_weights
        found, numbers = np.unique(codes, return_counts=True)
        for code, n in zip(found.tolist(), numbers.tolist(), strict=True):
            self.pairs[targets[code // len(weights)], weights[code % len(weights)]] += n
        if len(self.pairs) > MOST_DISTINCT:
            raise DataError(
                f"{part.where(chosen.target, 0)}: there must not be more than {MOST_DISTINCT} different targets and weights"
            )

    def tally(self, which: int) -> Counter[Any]:
        """How many rows have each entry of the target (0), or of the weights (1)."""
        found: Counter[Any] = Counter()
        for pair, n in self.pairs.items():
            found[pair[which]] += n
        return found


def cut_labels(raw: RawTable, part: RawPart, target: str, cuts: Sequence[float]) -> NDArray[np.int64]:
    """The range that the target of each row is in, −1 where it is missing."""
    entries, codes = part.entries(target)
    meant = raw.meanings(entries, numbers=True)
    present = [code for code, value in enumerate(meant) if value is not None]
    _, indices = labels_of_numbers(
        [meant[code] for code in present],
        np.arange(len(present)),
        lambda k: part.where(target, present[k]),
        cuts,
        range_names(cuts),
    )
    labels = np.full(len(entries), DROPPED, dtype=np.int64)
    labels[present] = indices
    return labels[codes]


def _classes_of(
    raw: RawTable, seen: _Seen, target: str, meant: dict[str, Any], cuts: Sequence[float], *, drop: bool
) -> tuple[tuple[Label, ...], dict[Any, int], tuple[str, ...]]:
    """The classes, that of each entry of the target, and a note of rows that are left out."""
    tally = seen.tally(0)
    keys = list(tally)
    entries = [None if entry is None else entry[1] for entry in keys] if not cuts else []
    absent = [value is None for value in raw.meanings(entries)] if not cuts else [k == DROPPED for k in keys]
    gone = [entry for entry, is_gone in zip(keys, absent, strict=True) if is_gone]
    rows = sum(tally[entry] for entry in gone)
    if rows and not drop:
        raise missing_target(_where(raw, target, set(gone), cuts), rows)
    notes = (dropped_note(raw.files[0], target, rows, seen.n_rows),) if rows else ()
    present = [k for k, is_gone in enumerate(absent) if not is_gone]
    if cuts:
        names = range_names(cuts)
        unused = [name for label, name in enumerate(names) if label not in tally]
        if unused and meant["classes"] is None:
            raise UsageError(f"the target must be cut so that every class has a row, but {unused[0]!r} has none")
        return tuple(names), {}, notes
    numbers = np.array([tally[keys[k]] for k in present], dtype=np.int64)
    classes, labels = raw.labels(
        [entries[k] for k in present],
        _repeats(numbers),
        lambda k: _where(raw, target, {keys[present[k]]}, cuts),
        **meant,
    )
    label_of = dict.fromkeys(gone, DROPPED) | {keys[k]: int(n) for k, n in zip(present, labels, strict=True)}
    return classes, label_of, notes


def _repeats(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Numbers in about the same proportions that are not above a million together."""
    total = int(numbers.sum())
    return numbers if total <= _MANY else np.maximum(numbers * _MANY // total, 1)


def _where(raw: RawTable, name: str, keys: set[Any], cuts: Sequence[float]) -> str:
    """The place of the first row that has one of these entries; it is looked for."""
    for part in raw.parts([name]):
        entries, codes = part.entries(name)
        if cuts:
            entries = raw.meanings(entries, numbers=True)
        found = np.isin(codes, [k for k, e in enumerate(entries) if (e is None if cuts else key(e) in keys)])
        if found.any():
            return part.where(name, int(codes[int(found.argmax())]))
    raise AssertionError("an entry that was seen must be there")


def _weights_of(raw: RawTable, seen: _Seen, name: str | None) -> tuple[Weighting, dict[Any, int]]:
    """What weights mean, and the whole weight of each entry."""
    if name is None:
        return PLAIN, {}
    keys = list(seen.tally(1))
    entries = [None if entry is None else entry[1] for entry in keys]
    whole, scale = raw.weights(entries, lambda k: _where(raw, name, {keys[k]}, ()), name)
    return Weighting(scale, name), dict(zip(keys, whole.tolist(), strict=True))
