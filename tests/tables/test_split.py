"""Rows are held out by class, by seed, and in whatever order they stand."""

from fractions import Fraction

import numpy as np
import pytest

from shortlist import UsageError, read_labelled
from shortlist.tables.split import held_out


def contents(data):
    columns = sorted(data.table, key=lambda column: column.name)
    entries = [[str(v) for v in column.values] for column in columns]
    return sorted(zip(*entries, data.labels.tolist(), strict=True))


@pytest.mark.parametrize("name", ["titanic", "penguins"])
def test_the_same_rows_are_held_out_whatever_their_order(name):
    data = read_labelled(name)
    shuffled = data.take(np.random.default_rng(1).permutation(len(data)))
    for seed in (0, 1):
        training, test = held_out(data, Fraction(1, 4), seed)
        assert [contents(training), contents(test)] == [
            contents(part) for part in held_out(shuffled, Fraction(1, 4), seed)
        ]
        assert contents(data) == sorted(contents(training) + contents(test))
    assert contents(held_out(data, Fraction(1, 4), 0)[1]) != contents(held_out(data, Fraction(1, 4), 1)[1])


def test_each_class_gives_its_share():
    data = read_labelled("penguins")
    _, test = held_out(data, Fraction("0.25"))
    sizes = np.bincount(data.labels)

    assert round(len(data) / 4) == len(test)
    assert (np.abs(np.bincount(test.labels) - sizes / 4) < 1).all()


def test_a_class_of_one_row_is_learned_from():
    data = read_labelled("titanic").take(np.array([0, 1, 2, 2200]))
    assert 2 == len(set(data.labels.tolist()))

    training, test = held_out(data, Fraction(99, 100))
    assert (2, 2) == (len(training), len(test))
    assert {0, 1} == set(training.labels.tolist())


def test_a_share_that_is_none_or_all_is_refused():
    data = read_labelled("titanic").take(np.arange(4))
    for share in (Fraction(0), Fraction(1), Fraction(3, 2)):
        with pytest.raises(UsageError, match="must be between 0 and 1"):
            held_out(data, share)
    with pytest.raises(UsageError, match="must be larger"):
        held_out(data, Fraction(1, 100))
