"""Distinct rows: one feature vector with one integer count per class.

What a list does with a row depends on its features alone (the paper's n and v mention nothing else), so equal rows
may be merged and their classes counted. Every engine works on the merged form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from shortlist.errors import DataError
from shortlist.tables.table import check_weights

Conjunction = Sequence[tuple[int, bool]]
"""Features with the values that they must have."""

_FEW = 2**17  # rows × rules that are multiplied out sooner than looked up
_RULES_AT_ONCE = 128


@dataclass(frozen=True, eq=False)
class DistinctRows:
    """`features[r]` holds for `counts[r, c]` examples of class c; no two rows have equal features."""

    features: NDArray[np.bool_]
    counts: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.features)

    @cached_property
    def weight(self) -> int:
        """M, the number (or total weight) of examples before merging."""
        return int(self.counts.sum())

    @cached_property
    def columns(self) -> NDArray[np.bool_]:
        """The features one by one, in one piece each."""
        return np.ascontiguousarray(self.features.T)

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
) -> DistinctRows:
    """Merge equal rows and count their classes; rows come out in a canonical order, rows of weight 0 not at all.

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
    packed = np.packbits(features, axis=1)
    # A leading zero byte keeps the key at least one byte wide when there is no feature at all.
    packed = np.ascontiguousarray(np.pad(packed, ((0, 0), (1, 0))))
    keys = packed.view(np.dtype((np.void, packed.shape[1]))).ravel()
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    counts = np.zeros((len(first), n_classes), dtype=np.int64)
    np.add.at(counts, (inverse, labels), weights)
    return DistinctRows(np.ascontiguousarray(features[first]), counts)
