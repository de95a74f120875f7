"""Dates: ISO texts and the types of data frames, one column whichever way they come, and their parts."""

from datetime import UTC, date, datetime, timedelta, timezone

import hypothesis
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import strategies as st

from shortlist.errors import DataError, UsageError
from shortlist.tables.dates import PARTS, date_of, date_text, seconds_of, seconds_of_date
from shortlist.tables.frames import table_of_array, table_of_frame
from shortlist.tables.read import read_labelled, read_table
from shortlist.tables.table import Column, Kind, Table

DAYS = [date(2021, 3, 4), None, date(1969, 12, 31), date(2021, 3, 4)]
SECONDS = ([-86400.0, 1614816000.0], [1, -1, 0, 1])


def facts(column):
    return column.distinct.tolist(), column.codes.tolist()


ZONES = st.sampled_from([UTC, timezone(timedelta(hours=5, minutes=30))])


@hypothesis.given(st.datetimes(datetime(1840, 1, 1), datetime(2100, 1, 1), timezones=ZONES))  # noqa: DTZ001
def test_a_moment_is_what_its_text_means(moment):
    seconds = seconds_of_date(moment)

    assert moment == date_of(seconds)
    assert seconds == seconds_of(moment.isoformat()) == seconds_of(date_text(seconds)) == seconds_of(str(moment))


@hypothesis.given(st.dates())
def test_a_date_is_its_own_text(day):
    assert day.isoformat() == date_text(seconds_of_date(day)) == date_text(seconds_of(str(day)))


@pytest.mark.parametrize(
    "text",
    [
        "2021-02-30",
        "2021-3-4",
        "20210304",
        "2021-W03",
        "2021-03",
        "04.03.2021",
        "2021-03-04T25:00",
        "2021-03-04X",
        "",
        "١٩٧٠-٠١-٠١",
    ],
)
def test_other_texts_are_no_dates(text):
    assert seconds_of(text) is None


@pytest.mark.parametrize(
    "make",
    [
        lambda: table_of_frame(pd.DataFrame({"d": DAYS})),
        lambda: table_of_frame(pd.DataFrame({"d": pd.to_datetime(DAYS)})),
        lambda: table_of_frame(pd.DataFrame({"d": pd.to_datetime(DAYS).tz_localize("UTC").tz_convert("Asia/Tokyo")})),
        lambda: table_of_frame(pd.DataFrame({"d": [None if d is None else str(d) for d in DAYS]})),
        lambda: table_of_frame(pl.DataFrame({"d": DAYS})),
        lambda: table_of_frame(pl.DataFrame({"d": DAYS}).cast(pl.Datetime("ms"))),
        lambda: table_of_frame(pa.table({"d": pa.array(DAYS)})),
        lambda: table_of_frame(pa.table({"d": pa.array(DAYS, pa.date64())})),
        lambda: table_of_frame(
            pa.table({"d": pa.array(DAYS).cast(pa.timestamp("ns")).cast(pa.timestamp("ns", "UTC"))})
        ),
        lambda: table_of_array(np.array([DAYS], dtype="datetime64[D]").T, ["d"]),
        lambda: table_of_array(np.array([DAYS], dtype=object).T, ["d"]),
        lambda: table_of_array(np.array([[np.datetime64(d) for d in DAYS if d]], dtype=object).T, ["d"]).take(
            np.array([0, 1, 1, 0])
        ),
    ],
)
def test_every_type_of_date_is_the_same_column(make):
    column = make()["d"]

    assert Kind.DATE is column.kind
    assert column.distinct.tolist() == SECONDS[0]
    assert column.codes.tolist() in (SECONDS[1], [1, 0, 0, 1])


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_dates_of_files_and_their_parts_are_read(tmp_path, ending):
    frame = pd.DataFrame({"d": pd.to_datetime(["2021-03-04", "2020-01-01"]), "x": [1, 2], "y": ["u", "v"]})
    path = tmp_path / f"t.{ending}"
    frame.to_csv(path, index=False) if ending == "csv" else frame.to_parquet(path)

    assert Kind.DATE is read_labelled(path).table["d"].kind
    table = read_table(path, columns={"d.year", "x"}, kinds={"d.year": Kind.NUMBER})
    assert ("d", "x") == table.names
    assert [2021, 2020] == table["d.year"].values.tolist()
    with pytest.raises(DataError, match=r"there is no column e.year; its columns are d, x, y"):
        read_table(path, columns={"e.year"})


def test_marks_of_missing_entries_are_missing_among_dates(tmp_path):
    (tmp_path / "t.csv").write_text("d,y\n2021-03-04,1\nNA,2\n,2\n1969-12-31,3\n")
    column = read_table(tmp_path / "t.csv")["d"]

    assert (SECONDS[0], [1, -1, -1, 0]) == facts(column)


def test_one_text_that_is_no_date_makes_texts_unless_the_kind_is_given(tmp_path):
    (tmp_path / "t.csv").write_text("d,y\n2021-03-04,1\nsoon,2\n")

    assert Kind.CATEGORY is read_table(tmp_path / "t.csv")["d"].kind
    with pytest.raises(DataError, match="line 3, column 'd': must be a date such as 2021-03-31 .*, got 'soon'"):
        read_table(tmp_path / "t.csv", kinds={"d": Kind.DATE})
    with pytest.raises(DataError, match="column 'd' must hold dates such as 2021-03-31, got 'soon'"):
        table_of_frame(pd.DataFrame({"d": ["2021-03-04", "soon"]}), kinds={"d": Kind.DATE})
    assert Kind.CATEGORY is read_table(tmp_path / "t.csv", kinds={"d": Kind.CATEGORY})["d"].kind


def test_dates_may_be_wanted_as_texts_but_not_as_numbers():
    frame = pd.DataFrame({"d": pd.to_datetime(["2021-03-04T00:00", "2021-03-04T12:00"])})

    texts = table_of_frame(frame, kinds={"d": Kind.CATEGORY})["d"]
    assert ["2021-03-04", "2021-03-04T12:00"] == texts.values.tolist()
    with pytest.raises(DataError, match="column 'd' must be of kind number as in training, got dates"):
        table_of_frame(frame, kinds={"d": Kind.NUMBER})
    with pytest.raises(DataError, match="column 'd' must be of kind date as in training, got other numbers"):
        table_of_frame(pd.DataFrame({"d": [1.0, 2.0]}), kinds={"d": Kind.DATE})


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("empty", [pd.NaT, np.nan, None])
def test_a_column_of_nothing_fits_every_kind(kind, empty):
    column = table_of_frame(pd.DataFrame({"d": [empty, empty]}), kinds={"d": kind})["d"]

    assert (kind, [-1, -1]) == (column.kind, column.codes.tolist())


def test_dates_beyond_the_calendar_are_refused():
    with pytest.raises(DataError, match="column 'd' must hold dates of the years 1 to 9999"):
        table_of_array(np.array([["20000-01-01"]], dtype="datetime64[s]"), ["d"])


@hypothesis.given(st.lists(st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1)), min_size=1, max_size=5))  # noqa: DTZ001
def test_parts_are_those_of_the_calendar(moments):
    column = Column.of("d", Kind.DATE, [seconds_of_date(moment) for moment in moments])
    expected = {
        "year": lambda t: t.year,
        "quarter": lambda t: (t.month + 2) // 3,
        "month": lambda t: t.month,
        "day": lambda t: t.day,
        "hour": lambda t: t.hour,
        "weekday": lambda t: t.strftime("%A"),
        "monthname": lambda t: t.strftime("%B"),
    }
    assert set(expected) == set(PARTS)
    table = Table((column,), len(moments))
    for part, of in expected.items():
        assert list(map(of, map(date_of, column.values.tolist()))) == table[f"d.{part}"].values.tolist(), part


def test_a_part_of_a_missing_date_is_missing():
    column = Column.of("d", Kind.DATE, [0, 0], [False, True]).part("weekday")

    assert (["Thursday"], [0, -1]) == facts(column)
    assert Kind.CATEGORY is column.kind


def test_parts_become_columns_and_what_has_none_is_refused_all_at_once():
    table = Table(
        (Column.of("d", Kind.DATE, [0]), Column.of("n", Kind.NUMBER, [5]), Column.of("d.day", Kind.NUMBER, [5])), 1
    )

    assert ("d", "n", "d.day", "d.year", "d.month") == table.with_parts({"d": ["year", "month", "year"]}).names
    with pytest.raises(UsageError) as caught:
        table.with_parts({"d": ["day", "yaer"], "n": ["year"], "e": ["year"]})
    assert [
        "there is a column 'd.day' already",
        "the parts of a date must be among",
        "only dates have parts, but column 'n' is of kind number",
        "there is no column 'e' to take parts of",
    ] == [
        words
        for line, words in zip(
            str(caught.value).splitlines(),
            (
                "there is a column 'd.day' already",
                "the parts of a date must be among",
                "only dates have parts, but column 'n' is of kind number",
                "there is no column 'e' to take parts of",
            ),
            strict=True,
        )
        if words in line
    ]
    with pytest.raises(DataError, match=r"column 'n.year' is needed but not in the table"):
        table["n.year"]
