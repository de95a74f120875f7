"""Samples of distinct rows depend on what rows say, not on their order, their place, or how the table is divided."""

import random
from dataclasses import replace

import numpy as np
import pytest

from samples.mixed_tables import mixed_frame
from shortlist.features import sample
from shortlist.features.sample import combine_samples, hash_entries, sample_of
from shortlist.learn import learn
from shortlist.problems.limits import Limits
from shortlist.problems.objective import Objective
from shortlist.tables.frames import table_of_frame
from shortlist.tables.labels import labelled
from shortlist.tables.table import Kind


@pytest.fixture(autouse=True)
def few_rows(monkeypatch):
    monkeypatch.setattr(sample, "MOST_ROWS", 30)


def data_of(seed, n_rows=120):
    rng = random.Random(seed)
    frame = mixed_frame(rng, n_rows)
    # Every row twice, some of them with another class.
    data = labelled(table_of_frame(frame.drop(columns=["w", "y"])), "y", frame["y"].to_numpy())
    twice = data.take(np.repeat(np.arange(n_rows), 2))
    flipped = np.arange(2 * n_rows) % 7 == 0
    return replace(twice, labels=np.where(flipped, 0, twice.labels))


def rows_of(found):
    """What a sample holds, column by column, without the codes, which are of no meaning."""
    columns = [(column.values.astype(str).tolist(), column.missing.tolist()) for column in found.data.table]
    return columns, found.data.labels.tolist(), found.data.weights.tolist(), found.hashes.tolist(), found.weight


@pytest.mark.parametrize("seed", range(10))
def test_neither_order_nor_division_matters(seed):
    data, dice = data_of(seed), np.random.default_rng(seed)
    whole = sample_of(data)
    order = dice.permutation(len(data))
    pieces = np.array_split(order, dice.integers(2, 9))

    assert 30 == whole.n_distinct
    assert not whole.is_whole
    assert rows_of(whole) == rows_of(sample_of(data.take(order)))
    assert rows_of(whole) == rows_of(combine_samples(sample_of(data.take(rows)) for rows in pieces))


def test_a_distinct_row_is_in_the_sample_with_all_its_weight():
    data = data_of(1)
    found = sample_of(data)
    first, counts = data.equal_rows()
    weights = {int(h): row.tolist() for h, row in zip(sample.hash_rows(data.table)[first], counts, strict=True)}
    for h in np.unique(found.hashes).tolist():
        mine = found.hashes == h
        seen = np.bincount(found.data.labels[mine], found.data.weights[mine], len(data.classes))
        assert weights[h] == seen.tolist()


def test_a_small_table_is_its_own_sample():
    data = data_of(2, 12)
    found = sample_of(data)

    assert found.is_whole
    assert int(data.weights.sum()) == int(found.data.weights.sum())
    assert 7 == found.share_of(7)


def test_equal_numbers_have_equal_hashes():
    numbers = [np.array([0, 1, 7]), np.array([-0.0, 1.0, 7.0]), np.array([0, 1, 7], dtype=np.int8)]
    found = {tuple(hash_entries(values, Kind.NUMBER).tolist()) for values in numbers}

    assert 1 == len(found)
    assert 1000 == len(set(hash_entries(np.arange(1000) / 7, Kind.NUMBER).tolist()))


def test_a_claim_says_from_how_many_rows_cuts_were_guessed(monkeypatch):
    data = data_of(3)
    limits = Limits(60)
    some = learn(data, objective=Objective("0.05"), limits=limits, engine="search")
    monkeypatch.setattr(sample, "MOST_ROWS", 10**6)
    every = learn(data, objective=Objective("0.05"), limits=limits, engine="search")

    assert "(cut points guessed from 30 distinct rows, at most 20 a column)" in str(some.claim.scope)
    assert "(guessed cut points, at most 20 a column)" in str(every.claim.scope)
