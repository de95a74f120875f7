"""Cutting at delimiters gives what the csv module gives, or leaves the text to it."""

import hypothesis
from hypothesis import strategies as st

from shortlist.tables.csv_text import _split_any, _split_plain, split

FIELD = st.text(alphabet='01a é\t;"\x04\u2028x', max_size=12)
CHARACTER = st.text(alphabet="01a,é ", min_size=1, max_size=1)
LINE_END = st.sampled_from(["\n", "\r\n", "\n", "\r", "\n\n"])


@st.composite
def csv_texts(draw):
    width = draw(st.integers(1, 3))
    header = ",".join(f"c{i}" for i in range(width))
    end = draw(LINE_END)
    field = draw(st.sampled_from([FIELD, CHARACTER]))
    lines = draw(st.lists(st.lists(field, min_size=width, max_size=width).map(",".join), min_size=1, max_size=6))
    return end.join([header, *lines]) + draw(st.sampled_from(["", end]))


def texts(table):
    return [[column.distinct[code] for code in column.codes] for column in table.columns]


@hypothesis.settings(max_examples=1000, deadline=None)
@hypothesis.given(csv_texts())
def test_both_ways_of_cutting_agree(text):
    raw = text.encode()
    plain = _split_plain("t.csv", raw, ",")
    if plain is None:
        return
    by_csv = _split_any("t.csv", raw, ",")

    assert by_csv.names == plain.names
    assert texts(by_csv) == texts(plain)
    assert by_csv.lines.tolist() == plain.lines.tolist()
    assert all(len(set(column.distinct)) == len(column.distinct) for column in plain.columns)


def test_a_plain_text_is_cut_without_the_csv_module():
    table = _split_plain("t.csv", b"a,b\n1,ein sehr langer Text\n0,kurz\n1,kurz", ",")

    assert [["1", "0", "1"], ["ein sehr langer Text", "kurz", "kurz"]] == texts(table)
    assert "t.csv, line 3, column 'b'" == table.where("b", table.texts("b").distinct.index("kurz"))


def test_the_delimiter_is_told_by_the_first_line_that_is_not_empty():
    assert ("a", "b") == split("t", b"\n\na;b\n1;2\n").names
