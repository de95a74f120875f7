"""Cut points of dates are dates that a person would choose, and dates are cut as numbers are."""

import random

import hypothesis
import pytest
from hypothesis import strategies as st

from shortlist import Binning, DataError, Objective, UsageError, learn
from shortlist.checks.recount import recount
from shortlist.features.binarize import binarize
from shortlist.features.date_cuts import checked_cuts, round_date
from shortlist.tables.dates import date_text, seconds_of
from shortlist.tables.labels import labelled
from shortlist.tables.table import Column, Kind, Table

DAY = 86400


def cut(low, high):
    return round_date(seconds_of(low), seconds_of(high), time="T" in low)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        ("1985-06-01", "2026-01-01", "2000-01-01"),
        ("2014-05-06", "2019-12-31", "2015-01-01"),
        ("2020-12-30", "2021-01-05", "2021-01-01"),
        ("2020-12-31", "2021-01-01", "2020-12-31"),
        ("2021-01-01", "2021-01-09", "2021-01-01"),
        ("2021-03-02", "2021-08-30", "2021-07-01"),
        ("2021-02-10", "2021-03-20", "2021-03-01"),
        ("2021-03-02", "2021-03-03", "2021-03-02"),
        ("2021-03-02", "2021-03-10", "2021-03-06"),
        ("2021-03-04T09:10", "2021-03-04T09:55", "2021-03-04T09:30"),
        ("2021-03-04T09:10:05", "2021-03-04T09:10:07", "2021-03-04T09:10:06"),
        ("2021-03-03T09:00", "2021-03-04T09:00", "2021-03-04T00:00"),
        ("0001-01-01", "0001-01-02", "0001-01-01"),
        ("9999-12-30", "9999-12-31", "9999-12-30"),
    ],
)
def test_the_roundest_date_is_chosen(low, high, expected):
    assert expected == cut(low, high)


@hypothesis.given(st.integers(-62_000_000_000, 250_000_000_000), st.integers(1, 10**10), st.sampled_from([1, 60, DAY]))
def test_a_cut_divides_what_it_should(start, length, unit):
    low, high = start // unit * unit, start // unit * unit + max(length // unit, 1) * unit
    hypothesis.assume(high < 253_000_000_000)

    assert low <= seconds_of(round_date(low, high, time=unit < DAY)) < high


def data_of(kind, values, labels, scale=1):
    return labelled(Table((Column.of("d", kind, [value * scale for value in values]),), len(values)), "y", labels)


@pytest.mark.parametrize("cuts", ["guess", "wide", "quantile", "uniform", "all", "intervals"])
@pytest.mark.parametrize("seed", range(8))
def test_dates_are_cut_where_numbers_would_be(cuts, seed):
    rng = random.Random(seed)
    values = [rng.randrange(-400, 900) for _ in range(60)]
    labels = [rng.choice("ab") if rng.random() < 0.2 else "ab"[value > 200] for value in values]
    number, days = data_of(Kind.NUMBER, values, labels), data_of(Kind.DATE, values, labels, DAY)
    one, two = (binarize(data, Binning(cuts)) for data in (number, days))

    assert one.matrix.tolist() == two.matrix.tolist()
    learned = learn(days, objective=Objective(0.02), binning=Binning(cuts))
    assert learned.solution.cost == learn(number, objective=Objective(0.02), binning=Binning(cuts)).solution.cost
    assert learned.claim.counted == recount(learned.model, days)
    assert learned.claim.every_cut == learn(number, objective=Objective(0.02), binning=Binning(cuts)).claim.every_cut
    assert all(len(literal.value) == 10 for literal in one.literals if isinstance(literal.value, str))


def test_literals_of_days_have_no_time_and_those_of_times_have_one():
    labels = ["a", "a", "b", "b"]
    (day,) = binarize(data_of(Kind.DATE, [0, 1, 40, 50], labels, DAY), Binning("all")).literals
    (time,) = binarize(data_of(Kind.DATE, [0, 1, 40, 50.5], labels, DAY), Binning("all")).literals

    assert ("d <= 1970-02-01", "d <= 1970-02-01T00:00") == (str(day), str(time))


def test_given_cuts_must_be_of_the_columns_kind():
    data = data_of(Kind.DATE, [0, 1, 2], ["a", "b", "a"], DAY)
    (literal,) = binarize(data, Binning(cut={"d": ["1970-01-02"]})).literals
    assert "d <= 1970-01-02" == str(literal)
    with pytest.raises(UsageError, match="the cut points of column 'd' must be dates, got \\[3\\]"):
        binarize(data, Binning(cut={"d": [3]}))
    with pytest.raises(UsageError, match="the cut points of column 'd' must be numbers, got"):
        binarize(data_of(Kind.NUMBER, [0, 1, 2], ["a", "b", "a"]), Binning(cut={"d": ["1970-01-02"]}))
    for wrong in (["x"], [3, "1970-01-02"], [None], [float("inf")], ["1970-02-30"]):
        with pytest.raises(UsageError, match="the cut points of column 'd' must be finite numbers, or dates"):
            checked_cuts("d", wrong)


def test_a_date_is_asked_of_dates_only():
    literal = binarize(data_of(Kind.DATE, [0, 1, 2], ["a", "b", "a"], DAY), Binning()).literals[0]
    with pytest.raises(DataError, match="column 'd' must be of kind date for 'd <= 1970-01-01', got number"):
        literal.holds(Column.of("d", Kind.NUMBER, [1, 2]))
    assert "1970-01-01" == date_text(0)
