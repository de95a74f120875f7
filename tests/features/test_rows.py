"""Distinct rows: in the order of their bits with all their examples, and nothing but their data in pickles."""

import pickle

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

from shortlist.features import rows
from shortlist.features.rows import DistinctRows, merge, merge_patterns


@hypothesis.given(st.lists(st.tuples(st.lists(st.booleans(), min_size=60, max_size=60), st.integers(0, 1)), min_size=1))
def test_merged_rows_come_in_the_order_of_their_bits_with_all_their_examples(table):
    features, labels = np.array([row for row, _ in table]), np.array([label for _, label in table])
    rows = merge(features, labels, 2)
    counted = {}
    for row, label in table:
        counted.setdefault(tuple(row), [0, 0])[label] += 1

    assert sorted(counted) == list(map(tuple, rows.features.tolist()))
    assert [counted[row] for row in sorted(counted)] == rows.counts.tolist()


@pytest.mark.parametrize("at_once", [2**16, 1, 7])
@hypothesis.settings(deadline=None, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture])
@hypothesis.given(
    st.integers(0, 2**32),
    st.integers(1, 40),
    st.lists(st.sampled_from([0, 1, 2, 3, 5, 8, 9, 40, 63, 64, 65, 130]), max_size=5),
)
def test_patterns_are_merged_as_their_rows_are(monkeypatch, at_once, seed, n_rows, widths):
    monkeypatch.setattr(rows, "_ROWS_MERGED_AT_ONCE", at_once)
    rng = np.random.default_rng(seed)
    tables = [rng.random((rng.integers(1, 6), width)) < 0.5 for width in widths]
    code = rng.choice([np.int8, np.int16, np.int32])
    # −1 is a missing entry, which is the last of a table.
    picked = [rng.integers(-1, len(table) - 1, n_rows).astype(code) for table in tables]
    matrix = np.hstack([np.zeros((n_rows, 0), bool), *(t[k] for t, k in zip(tables, picked, strict=True))])
    labels, weights = rng.integers(0, 3, n_rows), rng.integers(1, 4, n_rows)
    whole = merge(matrix, labels, 3, weights, single=True)
    found = merge_patterns(zip(tables, picked, strict=True), labels, 3, weights)

    assert whole.features.tolist() == found.features.tolist()
    assert whole.counts.tolist() == found.counts.tolist()
    assert whole.merged.tolist() == found.merged.tolist()


def test_a_pickle_carries_no_caches():
    rows = merge(np.array([[0, 1], [1, 1]], bool), np.array([0, 1]), 2)
    fresh = pickle.dumps(rows)
    assert (2, 2, 0) == (rows.weight, len(rows.columns), rows.unavoidable)
    assert rows.packed.shape == rows.lacked.shape

    copy = pickle.loads(pickle.dumps(rows))  # noqa: S301
    assert fresh == pickle.dumps(rows)
    assert {"bits", "n_features", "counts", "merged"} == set(vars(copy))
    assert isinstance(copy, DistinctRows)
    assert rows.counts.tolist() == copy.counts.tolist()
    assert rows.packed.tolist() == copy.packed.tolist()
