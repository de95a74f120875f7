"""Rows that are merged natively, against a dictionary."""

import numpy as np
import pytest

from shortlist import _tables


def merged(merger, n_bytes, n_classes):
    bits, counts, numbers = merger.merged(n_bytes)
    return bits.reshape(len(numbers), n_bytes).tolist(), counts.reshape(-1, n_classes).tolist(), numbers.tolist()


@pytest.mark.parametrize("words", [1, 2, 3])
def test_equal_rows_become_one(words):
    rng = np.random.default_rng(words)
    known = rng.integers(0, 2**64, (900, words), dtype=np.uint64)
    known[::3, 0] = known[0, 0]  # so that rows differ in the last word only
    rows = known[rng.integers(0, len(known), 5000)]
    labels, weights = rng.integers(0, 3, len(rows)), rng.integers(1, 9, len(rows))
    counted = {}
    for row, label, weight in zip(rows.tolist(), labels.tolist(), weights.tolist(), strict=True):
        counts = counted.setdefault(tuple(row), [0, 0, 0, 0])
        counts[label] += weight
        counts[3] += 1
    expected = [
        [list(b"".join(word.to_bytes(8, "big") for word in row)) for row in sorted(counted)],
        [counted[row][:3] for row in sorted(counted)],
        [counted[row][3] for row in sorted(counted)],
    ]
    at_once, in_parts = _tables.Merger(words, 3), _tables.Merger(words, 3)
    at_once.add_rows(rows, labels, weights)
    for part in np.array_split(np.arange(len(rows)), 4):
        in_parts.add_rows(rows[part], labels[part], weights[part])

    assert expected == list(merged(at_once, 8 * words, 3))
    assert expected == list(merged(in_parts, 8 * words, 3))


def test_what_does_not_fit_is_refused():
    merger, ones = _tables.Merger(1, 2), np.ones(1, dtype=np.int64)
    rows, codes = np.zeros((1, 1), dtype=np.uint64), np.zeros(1, dtype=np.int8)
    with pytest.raises(ValueError, match="no such class"):
        merger.add_rows(rows, 2 * ones, ones)
    with pytest.raises(ValueError, match="must have the words"):
        merger.add_rows(np.zeros((1, 2), dtype=np.uint64), ones, ones)
    with pytest.raises(ValueError, match="too short"):
        merger.add_patterns([_tables.Pattern(codes, rows, 1)], 0, ones, ones)
    with pytest.raises(ValueError, match="too short"):
        merger.add_patterns([_tables.Pattern(codes, rows, 0)], 1, ones, ones)
    with pytest.raises(TypeError):
        _tables.Pattern(codes.astype(np.float64), rows, 0)
    with pytest.raises(ValueError, match="at least one word"):
        _tables.Merger(0, 2)
