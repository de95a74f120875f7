"""Distinct rows: one feature vector with one integer count per class.

What a list does with a row depends on its features alone (the paper's n and v mention nothing else), so equal rows
may be merged and their classes counted. Every engine works on the merged form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist import _tables
from shortlist.errors import DataError
from shortlist.tables.table import check_weights

Conjunction = Sequence[tuple[int, bool]]
"""Features with the values that they must have."""

_FEW = 2**17  # rows × rules that are multiplied out sooner than looked up
_RULES_AT_ONCE = 128
_ROWS_AT_ONCE = 2**13
_ROWS_MERGED_AT_ONCE = 2**16
_WORD = 64
_BITS = np.uint64(1) << np.arange(_WORD, dtype=np.uint64)[::-1]  # of a word, the highest first


class DistinctRows:
    """`features[r]` holds for `counts[r, c]` examples of class c; no two rows have equal features.

    `merged[r]` rows of the table became one here; without it, as many as there are examples. Weights do not change it. The features
    are kept as `bits`, eight in a byte, until someone asks for them: very many rows then need an eighth of the memory.
    """

    def __init__(
        self, features: NDArray[np.bool_], counts: NDArray[np.int64], merged: NDArray[np.int64] | None = None
    ) -> None:
        self.features, self.counts, self.merged = features, counts, merged

    @classmethod
    def of_bits(
        cls, bits: NDArray[np.uint8], n_features: int, counts: NDArray[np.int64], merged: NDArray[np.int64] | None
    ) -> DistinctRows:
        """The rows whose features are these bits, the first the highest of a byte."""
        rows = cls.__new__(cls)
        rows.bits, rows.n_features, rows.counts, rows.merged = bits, n_features, counts, merged
        return rows

    def __len__(self) -> int:
        return len(self.counts)

    def __getstate__(self) -> dict[str, Any]:
        """Only what was given: what is computed from it may be large, and another thread may be computing it."""
        return {"bits": self.bits, "n_features": self.n_features, "counts": self.counts, "merged": self.merged}

    @cached_property
    def features(self) -> NDArray[np.bool_]:
        """The features of each row."""
        return np.unpackbits(self.bits, axis=1, count=self.n_features).view(np.bool_)

    @cached_property
    def bits(self) -> NDArray[np.uint8]:
        """The same, eight in a byte."""
        return np.packbits(self.features, axis=1)

    @cached_property
    def n_features(self) -> int:
        """How many features there are."""
        return int(self.features.shape[1])

    @property
    def size(self) -> int:
        """Rows × features."""
        return len(self) * self.n_features

    @cached_property
    def weight(self) -> int:
        """M, the number (or total weight) of examples before merging."""
        return int(self.counts.sum())

    @cached_property
    def numbers(self) -> NDArray[np.int64]:
        """How many rows of the table each is."""
        return np.asarray(self.counts.sum(axis=1)) if self.merged is None else self.merged

    @cached_property
    def unweighted(self) -> DistinctRows:
        """The same rows with their numbers as the counts of one class."""
        return DistinctRows(self.features, self.numbers[:, None])

    @cached_property
    def columns(self) -> NDArray[np.bool_]:
        """The features one by one, in one piece each."""
        columns = np.empty((self.n_features, len(self)), dtype=np.bool_)
        for start in range(0, len(self), _ROWS_AT_ONCE):
            # What is turned in one go fits the processor's cache.
            part = slice(start, start + _ROWS_AT_ONCE)
            columns[:, part] = np.unpackbits(self.bits[part], axis=1, count=self.n_features).T
        return columns

    def covers(self, literals: Conjunction) -> NDArray[np.bool_]:
        """For each row: do these literals, features with the values they must have, hold?"""
        return rows_with(self.columns, literals)

    @cached_property
    def packed(self) -> NDArray[np.uint8]:
        """The features column by column as sets of rows, see `packed_rows`."""
        return packed_rows(self.columns)

    @cached_property
    def lacked(self) -> NDArray[np.uint8]:
        """The same of the rows that lack a feature."""
        return self.packed ^ self.everywhere

    @cached_property
    def everywhere(self) -> NDArray[np.uint8]:
        """All rows as a packed set."""
        return packed_rows(np.ones(len(self), dtype=np.bool_))

    def captured(self, rules: Sequence[Conjunction]) -> NDArray[np.int64]:
        """For each rule of a list and each class: how many examples of the class the rule is the first to cover."""
        if len(rules) * len(self) <= _FEW:
            hits, _ = self._first_covered(rules, self.everywhere)
            return np.asarray(np.unpackbits(hits, axis=1, count=len(self)) @ self.counts)
        counts = np.zeros((len(rules), self.counts.shape[1]), dtype=np.int64)
        rows, free = self, self.everywhere
        for start in range(0, len(rules), _RULES_AT_ONCE):
            hits, free = rows._first_covered(rules[start : start + _RULES_AT_ONCE], free)
            rule, row = _members(hits)
            np.add.at(counts, start + rule, rows.counts[row])
            # Of thousands of rules most are for a few of the last rows.
            _, left = _members(free[None])
            if 2 * len(left) < len(rows):
                rows = DistinctRows(rows.features[left], rows.counts[left])
                free = rows.everywhere
        return counts

    def _first_covered(
        self, rules: Sequence[Conjunction], free: NDArray[np.uint8]
    ) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """For each rule: the packed rows among the free ones that it is the first to cover; and what stays free."""
        having = (self.lacked, self.packed)
        hits, free = np.empty((len(rules), len(free)), dtype=np.uint8), free.copy()
        for hit, literals in zip(hits, rules, strict=True):
            hit[:] = free
            for feature, value in literals:
                np.bitwise_and(hit, having[value][feature], out=hit)
            np.bitwise_xor(free, hit, out=free)
        return hits, free

    @cached_property
    def unavoidable(self) -> int:
        """Errors that every function of the features makes: Σ_r (Σ_c n_rc − max_c n_rc)."""
        return int((self.counts.sum(axis=1) - self.counts.max(axis=1)).sum())

    def best_classes(self) -> NDArray[np.bool_]:
        """For each row and class: is it among the row's commonest? Predicting any of these is free of avoidable error."""
        return np.asarray(self.counts == self.counts.max(axis=1, keepdims=True))


def rows_with(columns: NDArray[np.bool_], literals: Conjunction) -> NDArray[np.bool_]:
    """For each row of a table given by its columns: do these features have these values?"""
    held = np.ones(columns.shape[1], dtype=np.bool_)
    for feature, value in literals:
        held &= columns[feature] == value
    return held


def _members(packed: NDArray[np.uint8]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The pairs of a packed set and a row in it; most words of sets that have few rows are 0, and are passed over."""
    words = packed.view(np.uint64)
    filled = np.flatnonzero(words != 0)
    bits = np.flatnonzero(np.unpackbits(packed.reshape(-1, 8)[filled]))
    which, word = np.divmod(filled[bits // 64], words.shape[1])
    return which, word * 64 + bits % 64


def packed_rows(held: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Sets of rows along the last axis: eight rows in a byte, the first in the highest bit, filled up to whole words.

    >>> packed_rows(np.array([True, False, True])).tolist()
    [160, 0, 0, 0, 0, 0, 0, 0]
    """
    packed = np.packbits(held, axis=-1)
    words = np.zeros((*packed.shape[:-1], -(-packed.shape[-1] // 8) * 8), dtype=np.uint8)
    words[..., : packed.shape[-1]] = packed
    return words


def merge(
    features: NDArray[np.bool_],
    labels: NDArray[np.int64],
    n_classes: int,
    weights: NDArray[np.int64] | None = None,
    *,
    single: bool = False,
) -> DistinctRows:
    """Merge equal rows and count their classes; rows come out in a canonical order, rows of weight 0 not at all.

    If `single`, each row is one of the table whatever its weight; else it is as many as it weighs.

    >>> rows = merge(np.array([[1, 0], [1, 0], [0, 1]], bool), np.array([0, 1, 1]), 2)
    >>> rows.features.astype(int).tolist(), rows.counts.tolist(), rows.unavoidable
    ([[0, 1], [1, 0]], [[0, 1], [1, 1]], 1)
    """
    weights = np.ones(len(features), dtype=np.int64) if weights is None else weights
    check_weights(weights)
    kept = weights > 0
    if not kept.any():
        raise DataError("the table must have at least one row of positive weight")
    merger = _merger(features.shape[1], n_classes)
    merger.add_rows(_words(np.packbits(features[kept], axis=1)), labels[kept], weights[kept])
    return _merged(merger, features.shape[1], n_classes, single=single)


Pattern = tuple[NDArray[np.bool_], NDArray[np.signedinteger[Any]]]
"""Features that go together: their values for each entry there may be, last for a missing one, and for each row which entry it has."""


def merge_patterns(
    patterns: Iterable[Pattern],
    labels: NDArray[np.int64],
    n_classes: int,
    weights: NDArray[np.int64],
    on_rows: Callable[[int], None] = lambda _: None,
) -> DistinctRows:
    """The same as `merge` for features of a few entries each: the matrix of all rows is never made.

    All weights must be positive, and such as `check_weights` allows.

    `on_rows` is called from time to time with the number of rows that are merged; it may raise to end it.

    >>> pattern = np.array([[1, 0], [0, 1], [0, 0]], bool), np.array([0, 1, 0], np.int8)
    >>> merge_patterns([pattern], np.array([0, 1, 1]), 2, np.ones(3, int)).counts.tolist()
    [[0, 1], [1, 1]]
    """
    if not len(labels):
        raise DataError("the table must have at least one row of positive weight")
    placed, n_features = [], 0
    for truth, codes in patterns:
        if truth.shape[1]:
            placed.append(_placed(truth, codes, n_features))
            n_features += truth.shape[1]
    merger = _merger(n_features, n_classes)
    for first in range(0, len(labels), _ROWS_MERGED_AT_ONCE):
        on_rows(first)
        here = slice(first, first + _ROWS_MERGED_AT_ONCE)
        merger.add_patterns(placed, first, labels[here], weights[here])
    return _merged(merger, n_features, n_classes, single=True)


def _placed(truth: NDArray[np.bool_], codes: NDArray[np.signedinteger[Any]], first: int) -> _tables.Pattern:
    """These features as words with their bits where they belong, the first of them behind so many others."""
    start = first % _WORD
    end = start + truth.shape[1]
    if end <= _WORD:
        return _tables.Pattern(codes, truth.dot(_BITS[start:end])[:, None], first // _WORD)
    bits = np.zeros((len(truth), end), dtype=np.bool_)
    bits[:, start:] = truth
    return _tables.Pattern(codes, _words(np.packbits(bits, axis=1)), first // _WORD)


def _words(bits: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Bytes as words, the first byte the highest; at least one word."""
    words = np.zeros((len(bits), max(-(-bits.shape[1] // 8), 1) * 8), dtype=np.uint8)
    words[:, : bits.shape[1]] = bits
    return words.view(">u8").astype(np.uint64)


def _merger(n_features: int, n_classes: int) -> _tables.Merger:
    return _tables.Merger(max(-(-n_features // _WORD), 1), n_classes)


def _merged(merger: _tables.Merger, n_features: int, n_classes: int, *, single: bool) -> DistinctRows:
    """What was merged; if `single`, with how many rows became one."""
    bits, counts, numbers = merger.merged(-(-n_features // 8))
    merged = numbers if single else None
    return DistinctRows.of_bits(bits.reshape(len(numbers), -1), n_features, counts.reshape(-1, n_classes), merged)
