"""The csv module and native code read the same, or native code leaves the text to the csv module."""

import hypothesis
import pytest
from hypothesis import strategies as st

from shortlist.errors import DataError
from shortlist.tables import csv_text
from shortlist.tables.csv_text import open_csv, read_csv
from shortlist.tables.kinds import column_of_texts

FIELD = st.text(alphabet='01a é\t;"\x04\u2028x-.', max_size=12)
NUMBER = st.sampled_from(
    [
        *"0179",
        "-1",
        "1.5",
        "-0",
        "007",
        "-01",
        "0.5",
        ".5",
        "1.",
        "1e3",
        "+1",
        "NA",
        "nan",
        "inf",
        " 2",
        "?",
        "",
        "9007199254740993",
    ]
)
CHARACTER = st.text(alphabet="01a,é ", min_size=1, max_size=1)
LINE_END = st.sampled_from(["\n", "\r\n", "\n", "\r", "\n\n"])


@st.composite
def csv_texts(draw):
    width = draw(st.integers(1, 3))
    header = ",".join(f"c{i}" for i in range(width))
    end = draw(LINE_END)
    field = draw(st.sampled_from([FIELD, CHARACTER, NUMBER]))
    lines = draw(st.lists(st.lists(field, min_size=width, max_size=width).map(",".join), min_size=1, max_size=6))
    return end.join([header, *lines]) + draw(st.sampled_from(["", end]))


def columns(raw, missing=frozenset({""})):
    """Names, and each column with its kind, or the sentence that refuses the text."""
    try:
        file = open_csv("t.csv", raw, ",")
        table = read_csv(file, file.names, numbers=set(file.names), missing=missing)
        found = [
            column_of_texts(name, column, lambda code, name=name: table.where(name, code), missing=missing)
            for name, column in table.columns.items()
        ]
    except DataError as error:
        return str(error)
    return [(c.name, c.kind, c.distinct.tolist(), c.codes.tolist()) for c in found], table.notes


@pytest.fixture
def native(monkeypatch):
    """Native code reads whatever there is, in short pieces, and tries early whether texts are numbers."""
    from shortlist.tables import csv_native

    def switch(on):
        monkeypatch.setattr(csv_text, "_SMALL", 0 if on else 2**30)
        for name, size in (("_FIRST", 12), ("_PIECE", 20), ("_MANY", 1)):
            monkeypatch.setattr(csv_native, name, size)

    return switch


@hypothesis.settings(
    max_examples=1000, deadline=None, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture]
)
@hypothesis.given(csv_texts(), st.sampled_from([frozenset({""}), frozenset({"", "1"})]))
def test_native_code_and_the_csv_module_agree(native, text, missing):
    raw = text.encode()
    native(False)
    expected = columns(raw, missing)
    native(True)

    assert expected == columns(raw, missing)


def test_numbers_that_turn_out_to_be_none_are_read_again(native):
    raw = b"a,b\n" + b"".join(b"%d,x\n" % i for i in range(30)) + b"007,x\n"
    native(True)
    (a, _), _ = columns(raw)

    assert "category" == a[1]
    assert "007" in a[2]


def test_a_mark_of_the_encoding_below_the_header_is_text(native):
    """Regression: Arrow dropped it at the beginning of each piece."""
    native(True)
    ((a, _), _) = columns("a,b\n\ufeffx,1\ny,2\n".encode())

    assert ["y", "\ufeffx"] == a[2]


@pytest.mark.parametrize("raw", [b"a,b\n1,2,3\n4,\xc3", b"a,b\n\xff,2\n4,5,6\n", b"a,b\n1,2\n3,\xc3"])
def test_the_same_fault_is_told_where_there_are_several(native, raw):
    """Regression: bytes that are not UTF-8 were told before a row of another width that stands above them."""
    native(False)
    expected = columns(raw)
    native(True)

    assert "t.csv, line" in expected
    assert expected == columns(raw)


def test_numbers_are_kept_as_they_are(native):
    native(True)
    file = open_csv("t.csv", b"a,b\n" + b"".join(b"%d.5,%s\n" % (i, b"NA" if i == 7 else b"1") for i in range(30)))
    table = read_csv(file, ["a"], numbers={"a"})

    assert [i + 0.5 for i in range(30)] == table.columns["a"].values.tolist()
    assert ["a"] == list(table.columns)


def test_lines_are_told_where_fields_have_several(native):
    native(True)
    file = open_csv("t.csv", b'a,b\n\n"x\ny",0\nz,1\n')
    table = read_csv(file, ["a"])

    assert "t.csv, line 5, column 'a'" == table.where("a", table.texts("a").distinct.index("z"))


def test_the_delimiter_is_told_by_the_first_line_that_is_not_empty():
    assert ("a", "b") == open_csv("t", b"\n\na;b\n1;2\n").names


def test_a_wide_header_is_no_burden():
    names = [f"c{i}" for i in range(100_000)]
    raw = (",".join(names) + "\n" + ",".join(["1"] * len(names)) + "\n").encode()

    assert 100_000 == len(open_csv("t", raw).names)
