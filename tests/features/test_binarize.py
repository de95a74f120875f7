"""Columns become named features, and every entry falls where its literals say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shortlist.errors import DataError, UsageError
from shortlist.features.binarize import Binning, binarize, evaluate, features_of_column
from shortlist.features.cutpoints import quantile_cuts, round_cut, uniform_cuts
from shortlist.tables.frames import column_of_values, table_of_array
from shortlist.tables.labels import labelled
from shortlist.tables.read import read_labelled
from shortlist.tables.table import Column, Kind, Table

finite = st.floats(allow_nan=False, allow_infinity=False, width=64)


@given(finite, finite)
def test_a_rounded_cut_lies_between_its_neighbours(a, b):
    low, high = sorted((a, b))
    if low < high:
        assert low <= round_cut(low, high) < high


@given(st.lists(finite, min_size=1, max_size=30), st.integers(2, 5))
def test_intervals_are_exhaustive_and_exclude_each_other(values, bins):
    column = column_of_values("x", np.array(values), None)
    features = [
        f for f in features_of_column(column, np.ones(len(values), np.int64), Binning(bins)) if column.kind == "number"
    ]
    truth = evaluate(features, Table((column,), len(values)))

    assert len(features) <= bins
    if len(features) > 1:
        assert (truth.sum(axis=1) == 1).all()


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(1, 3)), min_size=1, max_size=20), st.integers(2, 4))
def test_a_weight_is_as_good_as_repeated_rows(weighted, bins):
    values, weights = np.array(weighted, dtype=np.int64).T
    once = Column.of("x", Kind.NUMBER, values)
    repeated = once.take(np.repeat(np.arange(len(values)), weights))
    binning = Binning(bins, cuts="thresholds")

    assert [*features_of_column(once, weights, binning)] == [
        *features_of_column(repeated, np.ones(len(repeated), np.int64), binning)
    ]


def test_uniform_cuts_divide_the_range():
    assert [25, 50, 75] == uniform_cuts(np.arange(101.0), 4)


def test_missing_entries_have_their_own_literal():
    data = read_labelled("penguins")
    features, _ = binarize(data, Binning(3))
    names = [str(feature) for feature in features]

    assert "sex is missing" in names
    assert "sex == female" in names
    assert "body_mass_g is missing" in names
    assert 3 == sum(name.count("flipper_length_mm") for name in names if "missing" not in name)


def test_constant_columns_give_no_feature():
    table = table_of_array(np.array([[1, 7], [1, 8], [1, 9]]), ["same", "code"])
    features, matrix = binarize(labelled(table, "y", [0, 1, 0]), Binning())

    assert ["code == 7", "code == 8", "code == 9"] == list(map(str, features))
    assert np.eye(3, dtype=bool).tolist() == matrix.tolist()


def test_too_many_categories_are_refused_by_name():
    table = table_of_array(np.array([[f"name {i}"] for i in range(60)], dtype=object), ["name"])
    with pytest.raises(DataError, match="column 'name' has 60 different values, at most 50"):
        binarize(labelled(table, "y", [0, 1] * 30), Binning())


@pytest.mark.parametrize("options", [{"bins": 1}, {"strategy": "magic"}, {"cuts": "round"}, {"max_categories": 0}])
def test_binning_options_are_checked(options):
    with pytest.raises(UsageError):
        Binning(**options)


def test_thresholds_ask_at_most():
    column = column_of_values("x", np.arange(100.0), None)
    features = features_of_column(column, np.ones(100, np.int64), Binning(4, cuts="thresholds"))

    assert ["x <= 24", "x <= 49", "x <= 74"] == list(map(str, features))


def test_values_that_do_not_occur_give_no_feature():
    colour = Column.of("c", Kind.CATEGORY, ["red", "blue", "green", "red"])
    size = Column.of("x", Kind.NUMBER, [1.0, 2.0, 9.0, 1.0])
    table = Table((colour, size), 4)
    some = table.take(np.array([0, 1, 3]))
    weighted = labelled(table, "y", [0, 1, 0, 1], np.array([1, 1, 0, 1]))
    expected = ["c == blue", "c == red", "x <= 1"]

    assert ["blue", "green", "red"] == some["c"].distinct.tolist()
    assert expected == list(map(str, binarize(labelled(some, "y", [0, 1, 0]), Binning(2))[0]))
    assert expected == list(map(str, binarize(weighted.counted(), Binning(2))[0]))
    assert expected == list(map(str, binarize(weighted, Binning(2))[0]))


def test_cuts_of_weights_whose_products_need_more_than_64_bits_are_exact():
    values, weights = np.array([1.0, 2.0, 3.0]), np.array([2**51, 2**51, 2**52])

    assert [2] == quantile_cuts(values, weights, 2)
    assert [1, 2] == quantile_cuts(values, weights, 10**5)
