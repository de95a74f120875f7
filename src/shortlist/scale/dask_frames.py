"""Dask data frames: each partition is asked where it lies, and the answers are added up in a tree; the client sees only their sum.

What a worker has answered is lost with it; Dask then asks its partitions again, so that each is counted once, whatever happens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError
from shortlist.scale.in_parts import PartRows
from shortlist.scale.stream import Stream, Weights, head_of
from shortlist.tables.frames import table_of_frame
from shortlist.tables.kinds import is_missing
from shortlist.tables.labels import labels_of_values
from shortlist.tables.parted import MOST_DISTINCT, key
from shortlist.tables.raw_parts import common_kind
from shortlist.tables.table import Kind, Label, LabelledTable, Weighting
from shortlist.tables.weights import integer_weights

_AT_ONCE = 8  # answers that are added up by one task

Answer = TypeVar("Answer")
Part = tuple[Any, Any, Any]
"""A partition of the columns, of the classes, and of the weights, None where there are none."""


@dataclass(frozen=True)
class Meaning:
    """What entries of partitions mean: kinds of columns, the class of each value of the target, the weight of each weight."""

    kinds: Mapping[str, Kind]
    target: str
    classes: tuple[Label, ...]
    label_of: Mapping[Any, int]
    weight_of: Mapping[Any, int]
    date_parts: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def typed(self, part: Part, columns: Collection[str]) -> LabelledTable:
        """The rows of a partition, those of weight 0 left out, with these columns at least."""
        frame, target, weights = _counted(part)
        table = table_of_frame(frame, kinds=self.kinds, only=[*columns, *_wholes(columns, self.date_parts)])
        table = table.with_parts({name: wanted for name, wanted in self.date_parts.items() if name in table})
        labels = np.array([self.label_of[key(value)] for value in target], dtype=np.int64)
        whole = np.array([self.weight_of[key(weight)] for weight in weights], dtype=np.int64)
        return LabelledTable(table, self.target, self.classes, labels, whole)


def _wholes(columns: Collection[str], parts: Mapping[str, Sequence[str]]) -> list[str]:
    return [name for name, wanted in parts.items() if any(f"{name}.{part}" in columns for part in wanted)]


def _counted(part: Part) -> tuple[Any, list[Any], list[Any]]:
    """The columns, classes and weights of the rows that count."""
    frame, target, weights = part
    values = target.tolist()
    if len(values) != len(frame):
        raise DataError(
            f"X and y must have the same number of rows in each partition, got {len(frame)} and {len(values)}"
        )
    if weights is None:
        return frame, values, [1] * len(values)
    given = weights.tolist()
    kept = np.array([weight != 0 for weight in given], dtype=np.bool_)
    if kept.all():
        return frame, values, given
    return frame[kept], [v for v, is_kept in zip(values, kept, strict=True) if is_kept], [w for w in given if w != 0]


@dataclass(frozen=True, eq=False)
class DaskParts:
    """The partitions of a Dask data frame with what they mean, see `in_parts.Parts`."""

    parts: Sequence[Any]
    meaning: Meaning

    def reduce(  # noqa: D102
        self,
        ask: Callable[[LabelledTable], Answer],
        combine: Callable[[Iterable[Answer]], Answer],
        columns: Collection[str],
    ) -> Answer:
        return _reduced(self.parts, partial(_ask_typed, ask=ask, meaning=self.meaning, columns=list(columns)), combine)


def _ask_typed(
    part: Part, ask: Callable[[LabelledTable], Answer], meaning: Meaning, columns: Collection[str]
) -> Answer:
    return ask(meaning.typed(part, columns))


def _reduced(
    parts: Sequence[Any], ask: Callable[[Part], Answer], combine: Callable[[Iterable[Answer]], Answer]
) -> Answer:
    """Ask each partition, and add up the answers of neighbours until there is one."""
    from dask.delayed import delayed  # noqa: PLC0415  # an extra

    answers = [delayed(ask)(part) for part in parts]
    while len(answers) > 1:
        answers = [delayed(combine)(answers[k : k + _AT_ONCE]) for k in range(0, len(answers), _AT_ONCE)]
    found: Answer = answers[0].compute()
    return found


@dataclass(frozen=True)
class _Survey:
    """What one pass tells: the kinds that columns have in partitions, and targets and weights with the number of their rows."""

    evidence: Mapping[str, frozenset[Kind]]
    pairs: Counter[tuple[Any, Any]]
    dtype: Any


def _survey(part: Part, kinds: Mapping[str, Kind]) -> _Survey:
    frame, target, weights = _counted(part)
    table = table_of_frame(frame, kinds=kinds)
    evidence = {column.name: frozenset([column.kind] if len(column.distinct) else []) for column in table}
    pairs = Counter(zip(map(key, target), map(key, weights), strict=True))
    if len(pairs) > MOST_DISTINCT:
        raise DataError(f"there must not be more than {MOST_DISTINCT} different targets and weights")
    return _Survey(evidence, pairs, part[1].dtype)


def _combine_surveys(parts: Iterable[_Survey]) -> _Survey:
    first, *others = parts
    evidence, pairs = dict(first.evidence), Counter(first.pairs)
    for other in others:
        evidence = {name: kinds | other.evidence[name] for name, kinds in evidence.items()}
        pairs += other.pairs
    return _Survey(evidence, pairs, first.dtype)


def dask_stream(
    X: Any,  # noqa: N803
    y: Any,
    sample_weight: Any = None,
    *,
    kinds: Mapping[str, Kind] | None = None,
    date_parts: Mapping[str, Sequence[str]] | None = None,
) -> Stream:
    """The rows of a Dask data frame with their classes, a Dask series of as many partitions; and weights, likewise."""
    parts = _zipped(X, y, sample_weight)
    seen = _reduced(parts, partial(_survey, kinds=kinds or {}), _combine_surveys)
    told = {name: (kinds or {}).get(name) or common_kind(set(found)) for name, found in seen.evidence.items()}
    target = str(getattr(y, "name", None) or "class")
    classes, label_of = _classes(seen.pairs, target)
    weight_of, scale = _weights(seen.pairs)
    meaning = Meaning(told, target, classes, label_of, weight_of, date_parts or {})
    pairs: Counter[tuple[int, int]] = Counter()
    for (value, weight), n in seen.pairs.items():
        pairs[label_of[value], weight_of[weight]] += n
    weights = Weights.of(pairs, len(classes))
    rows = PartRows(DaskParts(parts, meaning), target, classes)
    head = head_of(told, target, classes, Weighting(scale))
    head = replace(head, table=head.table.with_parts(date_parts or {}))
    return Stream(rows, head, weights, int(weights.numbers.sum()))


def _zipped(*frames: Any) -> list[Any]:
    """The partitions of each, side by side."""
    from dask.delayed import delayed  # noqa: PLC0415  # an extra

    parts = [None if frame is None else frame.to_delayed() for frame in frames]
    sizes = {len(each) for each in parts if each is not None}
    if len(sizes) > 1:
        raise DataError(f"X, y and weights must have the same number of partitions, got {sorted(sizes)}")
    n = sizes.pop()
    return [delayed(tuple)([None if each is None else each[k] for each in parts]) for k in range(n)]


def _classes(pairs: Counter[tuple[Any, Any]], target: str) -> tuple[tuple[Label, ...], dict[Any, int]]:
    keys = list(dict.fromkeys(value for value, _ in pairs))
    if None in keys:
        raise DataError("y must not be missing (Input y contains NaN)")
    values = [value[1] for value in keys]
    classes, labels = labels_of_values(values, lambda _: f"column {target!r}")
    return classes, dict(zip(keys, labels.tolist(), strict=True))


def _weights(pairs: Counter[tuple[Any, Any]]) -> tuple[dict[Any, int], int]:
    keys = list(dict.fromkeys(weight for _, weight in pairs))
    values: NDArray[Any] = np.array([np.nan if is_missing(weight) else weight[1] for weight in keys])
    whole, scale = integer_weights(values, len(values))
    return dict(zip(keys, whole.tolist(), strict=True)), scale
