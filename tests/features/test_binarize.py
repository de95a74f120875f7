"""Columns become named features, and every entry falls where its literals say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shortlist.errors import UsageError
from shortlist.features.binarize import CUTS, Binning, Choosing, binarize
from shortlist.features.cutpoints import cuts_at, interval_places, quantile_places, round_cut, uniform_places
from shortlist.features.splits import split_columns
from shortlist.tables.frames import table_of_array
from shortlist.tables.labels import labelled
from shortlist.tables.read import read_labelled
from shortlist.tables.table import Column, Kind, Table

finite = st.floats(allow_nan=False, allow_infinity=False, width=64)


@given(finite, finite)
def test_a_rounded_cut_lies_between_its_neighbours(a, b):
    low, high = sorted((a, b))
    if low < high:
        assert low <= round_cut(low, high) < high


def questions(values, binning, *, weights=None, labels=None):
    """The questions of one column of numbers."""
    column = Column.of("x", Kind.NUMBER, values)
    labels = [k % 2 for k in range(len(values))] if labels is None else labels
    weights = None if weights is None else np.asarray(weights)
    return binarize(labelled(Table((column,), len(values)), "y", labels, weights), binning)


def texts(asked):
    return list(map(str, asked.literals))


@given(st.lists(finite, min_size=1, max_size=30), st.integers(2, 5))
def test_intervals_are_exhaustive_and_exclude_each_other(values, bins):
    asked = questions(values, Binning("intervals", bins))

    assert len(asked.literals) <= bins
    if len(asked.literals) > 1:
        assert (asked.matrix.sum(axis=1) == 1).all()


@pytest.mark.parametrize("cuts", CUTS)
@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(1, 3)), min_size=1, max_size=20), st.integers(2, 4))
def test_a_weight_is_as_good_as_repeated_rows(cuts, weighted, bins):
    values, weights = np.array(weighted, dtype=np.int64).T
    labels, binning = np.arange(len(values)) % 2, Binning(cuts, None if cuts == "all" else bins)

    assert texts(questions(values, binning, weights=weights, labels=labels)) == texts(
        questions(np.repeat(values, weights), binning, labels=np.repeat(labels, weights))
    )


def test_a_number_of_bins_for_every_cut_point_is_refused():
    with pytest.raises(UsageError, match="cuts all have no number of bins"):
        Binning("all", 3)


@pytest.mark.parametrize("cuts", CUTS)
def test_the_order_of_rows_does_not_matter(cuts):
    rng = np.random.default_rng(3)
    values, labels = rng.normal(size=60).round(1), rng.integers(0, 3, 60)
    order = rng.permutation(60)

    assert texts(questions(values, Binning(cuts), labels=labels)) == texts(
        questions(values[order], Binning(cuts), labels=labels[order])
    )


def test_uniform_cuts_divide_the_range():
    values = np.arange(101.0)
    assert [25, 50, 75] == cuts_at(values, uniform_places(values, 4))


@pytest.mark.parametrize("cuts", ["guess", "wide", "quantile", "uniform", "all"])
def test_a_column_of_two_values_gets_its_cut_however_unequal_they_are(cuts):
    assert ["x <= 0.5"] == texts(questions([0.5] * 20 + [0.7] * 80, Binning(cuts), labels=[0] * 20 + [1] * 80))


def test_a_heavy_value_is_cut_off_on_both_sides():
    values = [0] * 5 + [1] * 90 + [666] * 5
    assert ["x <= 0", "x <= 500"] == texts(questions(values, Binning("quantile", 4)))


def test_few_whole_numbers_are_cut_everywhere():
    values = [1, 2, 3, 4, 5, 6, 7] * 4
    assert [f"x <= {k}" for k in range(1, 7)] == texts(questions(values, Binning("quantile", 2)))


def test_all_cuts_are_those_between_classes():
    values, labels = [1.5, 2.5, 3.5, 4.5, 5.5], [0, 0, 1, 1, 0]
    data = labelled(Table((Column.of("x", Kind.NUMBER, values),), 5), "y", labels)

    assert ["x <= 3", "x <= 5"] == texts(binarize(data, Binning("all")))
    assert ["x <= 2", "x <= 3", "x <= 4", "x <= 5"] == texts(binarize(data, Binning("all"), Choosing(boundaries=False)))


def test_the_users_cuts_take_the_place_of_chosen_ones():
    assert ["x <= 3", "x <= 4.5"] == texts(questions([1, 2, 3, 4, 5], Binning(cut={"x": [4.5, 3, 3.0]})))
    with pytest.raises(UsageError, match="must be for columns of the table, got 'z'"):
        questions([1, 2], Binning(cut={"z": [1]}))
    with pytest.raises(UsageError, match="must be finite numbers"):
        Binning(cut={"x": [float("nan")]})


def test_guessed_cuts_of_perfect_lists_tell_apart_all_rows_that_differ_in_class():
    rng = np.random.default_rng(0)
    table = table_of_array(rng.normal(size=(150, 3)).round(1), ["a", "b", "c"])
    labels = rng.integers(0, 3, 150)
    every = binarize(labelled(table, "y", labels), Binning("all"), Choosing(boundaries=False)).matrix
    guessed = binarize(labelled(table, "y", labels), Binning("guess", 2)).matrix

    def told_apart(matrix):
        return (matrix[:, None] != matrix[None]).any(axis=2) & (labels[:, None] != labels[None])

    assert (told_apart(every) == told_apart(guessed)).all()


def test_missing_entries_have_their_own_literal():
    data = read_labelled("penguins")
    asked = binarize(data, Binning("intervals", 3))
    names = texts(asked)

    assert "sex is missing" in names
    assert "sex == female" in names
    assert "body_mass_g is missing" in names
    assert not any("or missing" in name for name in names)
    assert 6 == sum(name.count("flipper_length_mm") for name in names if "missing" not in name)
    # Only of questions that hold or fail for every row the negation is a literal.
    assert ["is missing" in name or name.startswith(("island", "year")) for name in names] == asked.negatable.tolist()


def test_constant_columns_give_no_feature():
    table = table_of_array(np.array([[1, 7], [1, 8], [1, 9]]), ["same", "code"], kinds={"code": Kind.CODE})
    asked = binarize(labelled(table, "y", [0, 1, 0]), Binning())

    assert ["code == 7", "code == 8", "code == 9"] == texts(asked)
    assert np.eye(3, dtype=bool).tolist() == asked.matrix.tolist()


def test_the_rarest_of_too_many_categories_are_one_group():
    values = np.array([[value] for value in "aaabbbccdde"], dtype=object)
    data = labelled(table_of_array(values, ["c"]), "y", [0, 1] * 5 + [0])

    assert ["c == a", "c == b", "c in {c, d, e}"] == texts(binarize(data, Binning(max_categories=2)))
    assert ["c == a", "c == b", "c == c", "c == d", "c == e"] == texts(binarize(data, Binning(max_categories=4)))


def test_categories_are_asked_for_together_only_where_the_user_says_so():
    values = np.array([[value] for value in "aabbccdd"], dtype=object)
    data = labelled(table_of_array(values, ["c"]), "y", [0, 0, 1, 1, 0, 1, 0, 0])

    assert 4 == len(binarize(data, Binning()).literals)
    assert "c in {a, d}" in texts(binarize(data, Binning(group=["c"])))


@pytest.mark.parametrize("options", [{"bins": 1}, {"cuts": "round"}, {"max_categories": 0}, {"group": ["z"]}])
def test_binning_options_are_checked(options):
    with pytest.raises(UsageError):
        questions([1, 2], Binning(**options))


def test_thresholds_ask_at_most():
    assert ["x <= 24", "x <= 49", "x <= 74"] == texts(questions(np.arange(100.0), Binning("quantile", 4)))


def test_values_that_do_not_occur_give_no_feature():
    colour = Column.of("c", Kind.CATEGORY, ["red", "blue", "green", "red"])
    size = Column.of("x", Kind.NUMBER, [1.0, 2.0, 9.0, 1.0])
    table = Table((colour, size), 4)
    some = table.take(np.array([0, 1, 3]))
    weighted = labelled(table, "y", [0, 1, 0, 1], np.array([1, 1, 0, 1]))
    expected = ["c == blue", "c == red", "x <= 1"]

    assert ["blue", "green", "red"] == some["c"].distinct.tolist()
    assert expected == texts(binarize(labelled(some, "y", [0, 1, 0]), Binning()))
    assert expected == texts(binarize(weighted.counted(), Binning()))
    assert expected == texts(binarize(weighted, Binning()))


def test_places_of_weights_whose_products_need_more_than_64_bits_are_exact():
    weights = np.array([2**51, 2**51, 2**52])

    assert [1] == interval_places(weights, 2).tolist()
    assert [0, 1] == interval_places(weights, 10**5).tolist()
    assert [0, 1] == quantile_places(weights, 10**5).tolist()


def test_a_guess_that_had_enough_time_ends_with_what_it_has():
    rng = np.random.default_rng(0)
    data = labelled(table_of_array(rng.normal(size=(200, 3)), ["a", "b", "c"]), "y", rng.integers(0, 2, 200))

    hasty, calm = (binarize(data, Binning(), Choosing(5, enough=lambda e=e: e)).literals for e in (True, False))
    assert 0 < len(hasty) <= 6
    assert len(calm) > 10


def test_columns_are_split_as_long_as_there_is_time():
    table = Table(tuple(Column.of(f"c{i}", Kind.NUMBER, [0, 1, 2]) for i in range(5)), 3)
    data = labelled(table, "y", ["a", "b", "a"])
    asked = iter([False, True])

    assert ["c0", "c1"] == [column.name for column in split_columns(data, None, lambda: next(asked))]
    assert ["c0"] == [column.name for column in split_columns(data, None, lambda: True)]


@pytest.mark.parametrize(
    ("binning", "sentence"),
    [
        (Binning(cut={"island": [3]}), "must be for columns of kind number or date, but 'island' is of kind category"),
        (Binning(group=["year"]), "must be for columns of kind code or category, but 'year' is of kind number"),
    ],
)
def test_cuts_of_categories_and_groups_of_numbers_are_refused(binning, sentence):
    """Regression: they were passed over in silence."""
    with pytest.raises(UsageError, match=sentence):
        binarize(read_labelled("penguins"), binning)
