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

from shortlist.errors import DataError
from shortlist.tables.distinct import narrow
from shortlist.tables.table import check_weights

Conjunction = Sequence[tuple[int, bool]]
"""Features with the values that they must have."""

_FEW = 2**17  # rows × rules that are multiplied out sooner than looked up
_RULES_AT_ONCE = 128
_ROWS_AT_ONCE = 2**13
_LARGEST_KEY = 2**62


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
    features, labels, weights = features[kept], labels[kept], weights[kept]
    if not len(features):
        raise DataError("the table must have at least one row of positive weight")
    bits = np.packbits(features, axis=1)
    first, which = _distinct(bits)
    # Each pair of a distinct row and a class is one bin; floats add up to 2**53 exactly, and weights to no more.
    counts = np.bincount(which * n_classes + labels, weights, len(first) * n_classes).astype(np.int64)
    merged = np.bincount(which, minlength=len(first)).astype(np.int64) if single else None
    return DistinctRows.of_bits(bits[first], features.shape[1], counts.reshape(len(first), n_classes), merged)


Pattern = tuple[NDArray[np.bool_], Callable[[NDArray[Any]], NDArray[Any]]]
"""Features that go together: their values for each entry there may be, and what picks for each row what its entry has."""


def merge_patterns(
    patterns: Iterable[Pattern], labels: NDArray[np.int64], n_classes: int, weights: NDArray[np.int64]
) -> DistinctRows:
    """The same as `merge`, all weights being positive, for features of a few entries each: the matrix of all rows is never made.

    Entries with equal features get one number, in the order of their bits, so that the numbers of a row, read as the digits of
    one number, put the rows into the same order as their bits do.

    >>> pattern = np.array([[1, 0], [0, 1]], bool), lambda of_entry: of_entry[[0, 1, 0]]
    >>> merge_patterns([pattern], np.array([0, 1, 1]), 2, np.ones(3, int)).counts.tolist()
    [[0, 1], [1, 1]]
    """
    check_weights(weights)
    if not len(labels):
        raise DataError("the table must have at least one row of positive weight")
    key, size = np.zeros(len(labels), dtype=np.int64), 1
    parts: list[tuple[NDArray[np.bool_], NDArray[Any]]] = []
    for truth, pick in patterns:
        first, which = _distinct(np.packbits(truth, axis=1))
        groups = pick(which.astype(narrow(len(first))))
        parts.append((truth[first], groups))
        if size * len(first) >= _LARGEST_KEY:
            found, key = np.unique(key, return_inverse=True)
            size = len(found)
        key *= len(first)
        key += groups
        size *= len(first)
    found, which = np.unique(key, return_inverse=True)
    del key
    some = np.empty(len(found), dtype=np.intp)
    some[which] = np.arange(len(labels))
    counts = np.bincount(which * n_classes + labels, weights, len(found) * n_classes).astype(np.int64)
    merged = np.bincount(which, minlength=len(found)).astype(np.int64)
    n_features = sum(values.shape[1] for values, _ in parts)
    return DistinctRows.of_bits(
        _bits(parts, some, n_features), n_features, counts.reshape(len(found), n_classes), merged
    )


def _bits(
    parts: Sequence[tuple[NDArray[np.bool_], NDArray[Any]]], rows: NDArray[np.intp], n_features: int
) -> NDArray[np.uint8]:
    """The packed features of these rows, a part of them beside the other: row i has `values[groups[i]]` of each part."""
    bits = np.zeros((len(rows), -(-n_features // 8)), dtype=np.uint8)
    tables, column = [], 0
    for values, groups in parts:
        # The bytes that the part reaches into, with its bits where they belong.
        start, width = column % 8, values.shape[1]
        placed = np.zeros((len(values), start + width), dtype=np.bool_)
        placed[:, start:] = values
        table = np.packbits(placed, axis=1)
        tables.append((slice(column // 8, column // 8 + table.shape[1]), table, groups))
        column += width
    for first in range(0, len(rows), _ROWS_AT_ONCE):
        # What is written in one go fits the processor's cache.
        block, here = bits[first : first + _ROWS_AT_ONCE], rows[first : first + _ROWS_AT_ONCE]
        for place, table, groups in tables:
            block[:, place] |= table[groups[here]]
    return bits


def combine(parts: Iterable[DistinctRows]) -> DistinctRows:
    """The distinct rows of all these parts of a table, counts of equal rows added up: as if all rows were merged at once.

    The parts are taken one by one, so that all of them are never held together.

    >>> one, two = (merge(np.array([[0], [1]], bool), np.array(y), 2) for y in ([0, 1], [1, 1]))
    >>> combine([one, two]).counts.tolist()
    [[1, 1], [0, 2]]
    """
    whole: DistinctRows | None = None
    for part in parts:
        whole = part if whole is None else _sum(whole, part)
    if whole is None:
        raise DataError("there must be at least one part of the table")
    return whole


def _sum(one: DistinctRows, two: DistinctRows) -> DistinctRows:
    if (one.n_features, one.counts.shape[1]) != (two.n_features, two.counts.shape[1]):
        raise DataError("all parts of a table must have the same features and classes")
    bits, counts = np.concatenate((one.bits, two.bits)), np.concatenate((one.counts, two.counts))
    check_weights(counts.ravel())
    first, which = _distinct(bits)
    added = np.zeros((len(first), counts.shape[1]), dtype=np.int64)
    np.add.at(added, which, counts)
    numbers = np.zeros(len(first), dtype=np.int64)
    np.add.at(numbers, which, np.concatenate((one.numbers, two.numbers)))
    plain = one.merged is None and two.merged is None
    return DistinctRows.of_bits(bits[first], one.n_features, added, None if plain else numbers)


def _distinct(packed: NDArray[np.uint8]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For each distinct row, in the order of its bits, a row that is equal to it; and for each row which it is."""
    # Leading zero bytes keep the key at least one byte wide when there is no feature at all, and make a word of a short one.
    width = max(packed.shape[1] + 1, 8)
    keys = np.zeros((len(packed), width), dtype=np.uint8)
    keys[:, width - packed.shape[1] :] = packed
    # Numbers are sorted faster than bytes, and in the same order if the first byte is the highest.
    typed = keys.view(">u8").astype(np.uint64) if width == 8 else keys.view(np.dtype((np.void, width)))
    _, first, which = np.unique(typed.ravel(), return_index=True, return_inverse=True)
    return first, which
