"""One inference of kinds: a table is the same whether it comes as CSV, Parquet, or a frame of any make."""

import csv
import io
from datetime import date, datetime

import hypothesis
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import strategies as st

from shortlist.errors import DataError
from shortlist.tables.csv_text import open_csv, read_csv
from shortlist.tables.frames import table_of_array, table_of_frame
from shortlist.tables.kinds import column_of_texts, kind_of, meaning
from shortlist.tables.read import read_table
from shortlist.tables.table import Kind

PANDAS = {
    bool: "boolean", int: "Int64", float: "float64", str: "object", date: "object", datetime: "datetime64[ns]",
}  # fmt: skip
POLARS = {
    bool: pl.Boolean, int: pl.Int64, float: pl.Float64, str: pl.String, date: pl.Date, datetime: pl.Datetime,
}  # fmt: skip
ARROW = {
    bool: pa.bool_(), int: pa.int64(), float: pa.float64(), str: pa.string(), date: pa.date32(), datetime: pa.timestamp("ms"),
}  # fmt: skip


def type_of(entries):
    return next(type(entry) for entry in entries if entry is not None)


def split(raw):
    file = open_csv("t.csv", raw)
    return read_csv(file, file.names)


def csv_text(columns):
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return stream.getvalue()


def frames(columns):
    types = {name: type_of(entries) for name, entries in columns.items()}
    yield pd.DataFrame({name: pd.array(entries, dtype=PANDAS[types[name]]) for name, entries in columns.items()})
    yield pl.DataFrame({name: pl.Series(entries, dtype=POLARS[types[name]]) for name, entries in columns.items()})
    yield pa.table({name: pa.array(entries, ARROW[types[name]]) for name, entries in columns.items()})


def facts(table):
    return [(c.name, c.kind, c.distinct.tolist(), c.distinct.dtype, c.codes.tolist()) for c in table]


def all_ways(tmp_path, entries, text):
    """What becomes of a column by every way in: CSV, pandas, polars, pyarrow and Parquet."""
    path = tmp_path / "t.csv"
    path.write_text(text, encoding="utf-8")
    pyarrow.parquet.write_table([*frames({"x": entries})][-1], tmp_path / "t.parquet")
    made = [table_of_frame(frame) for frame in frames({"x": entries})]
    return [facts(table) for table in (read_table(path), *made, read_table(tmp_path / "t.parquet"))]


@pytest.mark.parametrize(
    ("text", "entries", "expected"),
    [
        ("x\n1\n\n1\n", [1, None, 1], ("boolean", [True], [0, -1, 0])),
        ("x\n1\n\n1\n", [1.0, None, 1.0], ("boolean", [True], [0, -1, 0])),
        ("x\n1\n1\n1\n", [1, 1, 1], ("boolean", [True], [0, 0, 0])),
        ("x\n0\n0\n", [0, 0], ("boolean", [False], [0, 0])),
        ("x\n0.0\n1.0\n\n", [0.0, 1.0, None], ("boolean", [False, True], [0, 1, -1])),
        ("x\ntrue\nFALSE\n\n", [True, False, None], ("boolean", [False, True], [1, 0, -1])),
        ("x\n2\n2\n", [2, 2], ("number", [2.0], [0, 0])),
        ("x\n3\n\n1\n", [3, None, 1], ("number", [1.0, 3.0], [1, -1, 0])),
        ("x\n3.0\n\n1.0\n", [3.0, None, 1.0], ("number", [1.0, 3.0], [1, -1, 0])),
        ("x\n22\n58\n35\n", [22, 58, 35], ("number", [22.0, 35.0, 58.0], [0, 2, 1])),
        ("x\nred\n\nblue\n", ["red", None, "blue"], ("category", ["blue", "red"], [1, -1, 0])),
        (
            "x\n1970-01-03\n\n1970-01-02\n",
            [date(1970, 1, 3), None, date(1970, 1, 2)],
            ("date", [86400, 172800], [1, -1, 0]),
        ),
        ("x\n1970-01-01 00:00:01\n", [datetime(1970, 1, 1, 0, 0, 1)], ("date", [1], [0])),  # noqa: DTZ001
        ("x\n1970-01-01\n", ["1970-01-01"], ("date", [0], [0])),
    ],
)
def test_every_way_in_gives_the_same_column(tmp_path, text, entries, expected):
    for ((_, kind, distinct, _, codes),) in all_ways(tmp_path, entries, text):
        assert expected == (str(kind), distinct, codes)


def columns_of(n_rows):
    words = st.text(alphabet="rstü ,;|\"'", min_size=1, max_size=9).map(lambda text: f"t{text.strip()}")
    values = st.sampled_from(
        [
            st.booleans(),
            st.integers(0, 1),
            st.integers(-3, 12),
            st.integers(-(2**53), 2**53),
            st.sampled_from([0.0, 1.0]),
            st.floats(allow_nan=False, allow_infinity=False),
            words,
            st.dates(),
            st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1)).map(lambda t: t.replace(microsecond=0)),  # noqa: DTZ001
        ]
    )
    entries = values.flatmap(lambda value: st.lists(st.none() | value, min_size=n_rows, max_size=n_rows))
    return entries.filter(lambda entries: any(entry is not None for entry in entries))


@st.composite
def tables(draw):
    n_rows = draw(st.integers(1, 12))
    columns = draw(st.lists(columns_of(n_rows), min_size=1, max_size=3))
    return {f"c{i}": entries for i, entries in enumerate(columns)}


@hypothesis.settings(deadline=None)
@hypothesis.given(tables())
def test_a_csv_text_and_the_frames_it_was_written_from_are_one_table(columns):
    texts = split(csv_text(columns).encode())
    from_text = [column_of_texts(name, column, str) for name, column in texts.columns.items()]
    for frame in frames(columns):
        assert facts(from_text) == facts(table_of_frame(frame))


def test_objects_and_arrays_follow_the_same_inference():
    def kinds(array):
        return str(table_of_array(array, ["x"])["x"].kind)

    assert "boolean" == kinds(np.array([[1], [None], [1]], dtype=object))
    assert "number" == kinds(np.array([[1], [None], [2]], dtype=object))
    assert "number" == kinds(np.array([[1], [1.0], [2]], dtype=object)), (
        "floats are numbers, even if they equal whole ones"
    )
    assert "boolean" == kinds(np.array([[True], [None]], dtype=object))
    assert "category" == kinds(np.array([["1"], ["2"]], dtype=object))
    assert "boolean" == kinds(np.array([[1.0], [np.nan]]))
    assert "number" == kinds(np.array([[5], [5]]))


@pytest.mark.parametrize("texts", ["1,1.0, 1,1e0", "2,2.0,02.0,2.,+2"])
def test_numbers_written_differently_are_one_value(texts):
    numbers = [text for text in texts.split(",") if text != "02.0"]
    table = split("\n".join(["x,y", *(f"{text},0" for text in [*numbers, "7.5"])]).encode())
    column = column_of_texts("x", table.texts("x"), str)

    assert 2 == len(column.distinct)
    assert 1 == len(set(column.codes[:-1].tolist()))


def typed(*texts, **options):
    table = split("\n".join(["x,y", *(f"{text},0" for text in texts)]).encode())
    return column_of_texts("x", table.texts("x"), lambda code: table.where("x", code), **options)


def test_na_is_missing_only_among_numbers_and_booleans():
    assert [0, -1, 1, -1] == typed("1.5", "NA", "2.5", "?").codes.tolist()
    assert [1, -1, 0] == typed("true", "null", "false").codes.tolist()
    assert ["DE", "NA"] == typed("DE", "NA").distinct.tolist()
    assert ["NA"] == typed("NA", "NA").distinct.tolist()


def test_words_of_truth_beside_numbers_are_words():
    assert ["1", "true"] == typed("true", "1").distinct.tolist()
    assert [True] == typed("true", "1", kind=Kind.BOOLEAN).distinct.tolist()


def test_whole_numbers_too_long_for_a_float_are_names():
    assert Kind.CATEGORY is kind_of([1, 2**53 + 1])
    assert ["8", str(2**53 + 1)] == typed(2**53 + 1, 8).distinct.tolist()
    assert "9" * 5000 == meaning("9" * 5000)


def test_a_column_that_was_boolean_or_code_may_be_written_with_decimals():
    assert [True, False] == typed("1.0", "0.0", kind=Kind.BOOLEAN).values.tolist()
    assert [3, 1] == typed("3.0", "1", kind=Kind.CODE).values.tolist()
    with pytest.raises(
        DataError, match="t.csv, line 3, column 'x': must be a whole number of at most 2\\*\\*53, got '1.5'"
    ):
        typed("3", "1.5", kind=Kind.CODE)
    with pytest.raises(DataError, match="t.csv, line 2, column 'x': must be 0, 1, true or false, got '2'"):
        typed("2", kind=Kind.BOOLEAN)


@pytest.mark.parametrize("make", [np.array, lambda rows: pd.DataFrame(rows, columns=["x"])])
def test_a_number_that_a_boolean_column_never_had_satisfies_only_the_negation(make):
    rows = make([[1.0], [0.0], [0.5], [2.0], [np.nan]])
    given = {"x": Kind.BOOLEAN}
    table = (
        table_of_array(rows, ["x"], kinds=given) if isinstance(rows, np.ndarray) else table_of_frame(rows, kinds=given)
    )

    assert [True, False, False, False, False] == table["x"].values.tolist()
    assert [False, False, False, False, True] == table["x"].missing.tolist()


def test_numbers_that_are_no_codes_are_refused_where_codes_were_learned():
    for value in (1.5, 1e300):
        with pytest.raises(DataError, match="column 'x' must be of kind code as in training, got other numbers"):
            table_of_array(np.array([[value]]), ["x"], kinds={"x": Kind.CODE})


def test_a_column_without_any_entry_is_a_category_unless_its_type_says_more(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("x,y\n,1\n,2\n")
    assert Kind.CATEGORY is read_table(path)["x"].kind
    assert Kind.CATEGORY is table_of_frame(pd.DataFrame({"x": [None, None]}))["x"].kind
    assert Kind.NUMBER is table_of_frame(pd.DataFrame({"x": [np.nan, np.nan]}))["x"].kind
    assert Kind.BOOLEAN is table_of_frame(pl.DataFrame({"x": pl.Series([None], dtype=pl.Boolean)}))["x"].kind


def test_an_infinite_number_among_objects_is_refused_with_its_row():
    with pytest.raises(DataError, match="column 'x', row 4: must be finite"):
        table_of_array(np.array([[1.5], [1.5], [None], [float("inf")]], dtype=object), ["x"])
