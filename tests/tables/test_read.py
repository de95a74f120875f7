"""Reading is strict: what is not a table is refused with file, line and column."""

import gzip
import io
import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest

from shortlist.errors import DataError, UsageError
from shortlist.tables.frames import table_of_frame
from shortlist.tables.read import read_labelled, read_table
from shortlist.tables.table import Kind


def write(tmp_path, text, name="t.csv"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "must begin with a header"),
        ("a,b\n", "at least one row below the header"),
        ("a,b\n1,2\n1\n", "line 3: must have 2 fields as the header has, got 1"),
        ("a,b\n1,2,3\n", "line 2: must have 2 fields as the header has, got 3"),
        ("a,a\n1,2\n", "'a' stands twice"),
        ("a,\n1,2\n", "column 2 must have a name"),
        ("a,b\n1,\n", "line 2, column 'b': the target must not be missing"),
        (b"a,b\n1,\xff\n", "line 2: must be UTF-8 text, but byte 0xff is not"),
        (b"a,b\n1,2\n3,a text that is long\xc3\n", "line 3: must be UTF-8 text, but byte 0xc3 is not"),
        (b'a,b\n"1",2\n"3",\xe9t\xe9\n', "line 3: must be UTF-8 text, but byte 0xe9 is not"),
        (b"a,\xe9\n1,2\n", "line 1: must be UTF-8 text, but byte 0xe9 is not"),
        (b"a,b\n1,\x00\n", "line 2: a CSV file must be text"),
        ('a,b\n"1,2\n', "line 2: not readable as CSV (a quote is not closed)"),
        ('a,b\n1,2\n3,"4', "line 3: not readable as CSV (a quote is not closed)"),
        ("a,b\n1.5,x\n2.5,y\ninf,y\n", "line 4, column 'a': must be a finite number, got 'inf'"),
        ("a,b\n1e999,x\n2.5,y\n", "column 'a': must be a finite number"),
        ("a,b\n1,0\n2,1\n3,NA\n", "line 4, column 'b': the target must not be missing"),
    ],
)
def test_bad_files_get_one_sentence(tmp_path, content, sentence):
    with pytest.raises(DataError) as caught:
        read_labelled(write(tmp_path, content))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_and_a_missing_target_are_named(tmp_path):
    with pytest.raises(DataError, match="nowhere.csv: no such file"):
        read_labelled(tmp_path / "nowhere.csv")
    with pytest.raises(DataError, match="there is no column c; its columns are a, b"):
        read_labelled(write(tmp_path, "a,b\n1,2\n"), target="c")


def test_kinds_follow_the_texts(tmp_path):
    text = "bool,flag,code,number,zip,country,na,y\n" + "".join(
        f"{i % 2},{'TRUE' if i % 3 else 'false'},{i % 4},{i * 1.5},0{i}234,{'NA' if i % 2 else 'DE'},{'NA' if i == 3 else i},c{i % 2}\n"
        for i in range(12)
    )
    data = read_labelled(write(tmp_path, text))
    kinds = {column.name: str(column.kind) for column in data.table}

    assert {
        "bool": "boolean", "flag": "boolean", "code": "number", "number": "number",
        "zip": "category", "country": "category", "na": "number",
    } == kinds  # fmt: skip
    assert 0 == data.table["country"].missing.sum(), "NA is Namibia in a column of texts"
    assert [3] == np.flatnonzero(data.table["na"].missing).tolist(), "NA is missing in a column of numbers"


def test_marks_of_missing_entries_can_be_named(tmp_path):
    data = read_labelled(write(tmp_path, "a,y\nx,0\n?,1\n,1\n"), missing={"", "?"})

    assert [False, True, True] == data.table["a"].missing.tolist()


def test_gzip_bom_semicolons_quotes_and_crlf_are_read(tmp_path):
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(b'\xef\xbb\xbfa;"b;c";y\r\n1;"x\r\ny";0\r\n2;z;1\r\n'))
    data = read_labelled(path)

    assert ("a", "b;c") == data.table.names
    assert ["x\r\ny", "z"] == data.table["b;c"].values.tolist()


def test_texts_around_quotes_belong_to_the_field(tmp_path):
    data = read_labelled(write(tmp_path, 'a,"size"_(1..2],y\n5" pipe,1,0\n6" pipe,0,1\n'))

    assert ("a", "size_(1..2]") == data.table.names
    assert ['5" pipe', '6" pipe'] == data.table["a"].values.tolist()


def test_line_numbers_count_lines_not_rows(tmp_path):
    with pytest.raises(DataError, match="line 4: must have 2"):
        read_labelled(write(tmp_path, 'a,y\n"x\ny",0\nz\n'))


def test_given_kinds_are_enforced_with_the_line(tmp_path):
    path = write(tmp_path, "a\n1\nx\n")
    with pytest.raises(DataError, match="line 3, column 'a': must be a finite number, got 'x'"):
        read_table(path, kinds={"a": Kind.NUMBER})
    with pytest.raises(DataError, match="there is no column b"):
        read_table(path, columns={"b"})


def test_parquet_equals_csv(tmp_path):
    frame = pd.DataFrame({"x": [1.5, None, 3.0], "c": ["a", "b", None], "b": [True, False, True], "y": ["u", "v", "u"]})
    frame.to_parquet(tmp_path / "t.parquet")
    frame.to_csv(tmp_path / "t.csv", index=False)
    one, two = read_labelled(tmp_path / "t.parquet"), read_labelled(tmp_path / "t.csv")

    assert one.classes == two.classes
    for a, b in zip(one.table, two.table, strict=True):
        assert (a.name, a.kind, a.missing.tolist()) == (b.name, b.kind, b.missing.tolist())
        assert a.values[~a.missing].tolist() == b.values[~b.missing].tolist()


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame])
def test_frames_keep_names_types_and_missing_entries(make):
    frame = make({
        "age": [31.5, None, 47.0, 2.0], "n": [1, 2, 3, 4], "flag": [True, False, True, True], "c": ["x", None, "y", "x"],
    })  # fmt: skip
    table = table_of_frame(frame)

    assert ["number", "number", "boolean", "category"] == [str(column.kind) for column in table]
    assert [False, True, False, False] == table["age"].missing.tolist()
    assert [False, True, False, False] == table["c"].missing.tolist()


@pytest.mark.parametrize("values", [[1.0, np.inf], [1, "a"], [object(), object()]])
def test_frames_with_what_no_rule_can_ask_are_refused(values):
    with pytest.raises(DataError, match="column 'x'"):
        table_of_frame(pd.DataFrame({"x": values}))


def test_numbers_too_long_for_a_float_are_refused_by_name():
    with pytest.raises(DataError, match="column 'id' must hold whole numbers of at most"):
        table_of_frame(pd.DataFrame({"id": [2**60, 2**60 + 1]}))


def test_columns_of_one_name_are_refused():
    with pytest.raises(DataError, match="must be different"):
        table_of_frame(pd.DataFrame([[1, 2]], columns=["a", "a"]))


def test_an_empty_line_is_an_entry_where_there_is_one_column(tmp_path):
    assert [False, True, False] == read_table(write(tmp_path, "a\nx\n\ny\n"))["a"].missing.tolist()
    assert 2 == len(read_table(write(tmp_path, "a,b\nx,1\n\ny,2\n\n")))


def test_a_broken_gzip_file_is_one_sentence(tmp_path):
    with pytest.raises(DataError, match="cannot be read"):
        read_labelled(write(tmp_path, gzip.compress(b"a,b\n1,2\n")[:-9] + b"xxxxxxxxx", "t.csv.gz"))


def test_spans_of_time_are_refused_by_name():
    with pytest.raises(DataError, match="column 'd' must hold numbers, booleans, texts or dates, got Duration"):
        table_of_frame(pd.DataFrame({"d": pd.to_timedelta([1, 2], unit="D")}))


def test_a_table_may_be_delimited_by_bars(tmp_path):
    assert ("a", "b, c") == read_labelled(write(tmp_path, "a|b, c|y\n1|2|u\n2|1|v\n")).table.names
    with pytest.raises(DataError, match=r"there must be columns beside the target; is , ; tab or \| the delimiter\?"):
        read_labelled(write(tmp_path, "a:y\n1:2\n"))
    with pytest.raises(DataError, match="is / the delimiter"):
        read_labelled(write(tmp_path, "a|y\n1|2\n"), delimiter="/")


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16", "utf-8-sig", "UTF8"])
@pytest.mark.parametrize("quote", ["", '"'])
def test_another_encoding_can_be_named(tmp_path, encoding, quote):
    text = f"größe,y\n{quote}schön{quote},0\n{quote}süß{quote},1\n"
    data = read_labelled(write(tmp_path, text.encode(encoding)), encoding=encoding)

    assert ("größe",) == data.table.names
    assert ["schön", "süß"] == data.table["größe"].values.tolist()
    assert ["schön", "süß"] == read_table(write(tmp_path, text.encode(encoding)), encoding=encoding)[
        "größe"
    ].values.tolist()


@pytest.mark.parametrize("encoding", ["klingon", "hex", "rot13"])
def test_an_encoding_that_is_none_is_bad_usage(tmp_path, encoding):
    with pytest.raises(UsageError, match=f"the encoding must be one that Python knows, .* got '{encoding}'"):
        read_labelled(write(tmp_path, "a,y\n1,2\n"), encoding=encoding)


def test_bytes_that_are_not_of_the_named_encoding_are_refused_with_their_line(tmp_path):
    with pytest.raises(DataError, match="line 2: must be ascii text, but byte 0xfc is not"):
        read_labelled(write(tmp_path, "a,y\nü,2\n".encode("latin-1")), encoding="ascii")


def test_half_a_character_is_one_sentence(tmp_path):
    with pytest.raises(DataError, match="t.csv: must be utf-7 text, but is not"):
        read_labelled(write(tmp_path, b"a,y\n+2AA-,2\n"), encoding="utf-7")


@pytest.mark.parametrize("compress", [bytes, gzip.compress])
def test_standard_input_is_a_source(monkeypatch, compress):
    raw = compress(b"a,y\n1,u\n2,v\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))

    assert ("u", "v") == read_labelled("-").classes
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a,y\n1\n")))
    with pytest.raises(DataError, match="^standard input, line 2: must have 2 fields"):
        read_labelled("-")


def test_gzip_is_known_by_its_first_bytes_whatever_the_name(tmp_path):
    assert 1 == len(read_table(write(tmp_path, gzip.compress(b"a,b\n1,2\n"), "t.csv")))
    assert 1 == len(read_table(write(tmp_path, b"a,b\n1,2\n", "t.csv.gz")))


def test_blanks_that_are_left_out_are_told(tmp_path):
    """Regression: ' lead' and 'lead' became one category without a word, and exports that kept the blank decided otherwise."""
    path = tmp_path / "t.csv"
    path.write_text('a,b,n,y\n" lead",x , 1,yes\nlead,x ,2,no \n')
    (note,) = read_labelled(path).notes

    assert note.endswith(
        "blanks around entries are left out in 3 columns (a, b, y): ' lead' in a is read as 'lead', which other rows have, too"
    )
    path.write_text("a,b\n x,1\n y,2\n")
    assert read_labelled(path).notes[0].endswith("in 1 column (a): ' x' in a is read as 'x'")


def test_numbers_that_are_rounded_are_told(tmp_path):
    """Regression: ids beyond 2**53 were compared as floats, and optimal over every cut point, without a word."""
    path = tmp_path / "t.csv"
    path.write_text("id,x,y\n9007199254740993,1,a\n9007199254740992,2,b\n")
    (note,) = read_labelled(path, kinds={"id": Kind.NUMBER}).notes

    assert (
        "column id has whole numbers beyond 2**53, which are rounded: 9007199254740993 is taken as 9007199254740992"
        in note
    )
    assert note.endswith("what is proved is proved of the rounded numbers")
    assert not read_labelled(path, kinds={"x": Kind.NUMBER}).notes
