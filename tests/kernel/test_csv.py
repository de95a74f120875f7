"""Native code tells fields apart as the csv module does, and numbers as Python does."""

import csv
import io
import random

import numpy as np
import pytest

from shortlist import _tables

PIECES = [
    "a",
    "bc",
    "x" * 9,
    "y" * 40,
    "é",
    '"',
    '""',
    ",",
    "\n",
    "\r",
    "\r\n",
    " ",
    "0",
    '"q,r"',
    '"u\nv"',
    '"a""b"',
    '"c"d',
]


def read(raw, width, *, bytes_at_once=10**6, many=10**6):
    """All rows of a text, each a list of texts; None if it is refused."""
    columns = [_tables.Column(k, may_be_numbers=False, many=many, marks=[]) for k in range(width)]
    start = 0
    try:
        while start < len(raw):
            fields = _tables.split(raw, start, bytes_at_once, delimiter=",", width=width)
            _tables.add(columns, fields, expected=0)
            start = fields.end
    except _tables.Refused:
        return None
    texts = [[found[code] for code in column.codes()] for column in columns for found in [column.texts()]]
    return [list(row) for row in zip(*texts, strict=True)]


def by_csv(text, width):
    rows = list(csv.reader(io.StringIO(text, newline="")))
    # With a mark behind the end, a quote that is not closed swallows it.
    closed = list(csv.reader(io.StringIO(f"{text}\nend", newline="")))[-1:] == [["end"]]
    return [row for row in rows if row] if closed and all(len(row) in (0, width) for row in rows) else None


def test_fields_are_those_of_the_csv_module():
    rng, read_ones = random.Random(0), 0
    for _ in range(20_000):
        width = rng.randint(2, 3)
        if rng.random() < 0.5:
            text = "".join(rng.choices(PIECES, k=rng.randint(0, 14)))
        else:
            lines = [
                ",".join("".join(rng.choices(PIECES, k=rng.randint(0, 2))) for _ in range(width)) for _ in range(4)
            ]
            text = rng.choice(["\n", "\r", "\r\n"]).join(lines)
        expected = by_csv(text, width)
        read_ones += bool(expected)

        assert expected == read(text.encode(), width), text
        assert expected == read(text.encode(), width, bytes_at_once=1), text
    assert read_ones > 1000


def test_many_texts_of_all_lengths_are_told_apart():
    rng = random.Random(1)
    texts = ["".join(rng.choices("ab", k=rng.randint(0, 20))) for _ in range(100_000)]
    raw = "".join(f"{text},{text[::-1]}\n" for text in texts).encode()

    assert [[text, text[::-1]] for text in texts] == read(raw, 2, bytes_at_once=1000)


def test_codes_take_as_few_bytes_as_they_need():
    for n, expected in ((127, np.int8), (128, np.int16), (2**15 - 1, np.int16), (2**15, np.int32)):
        column = _tables.Column(0, may_be_numbers=False, many=1, marks=[])
        raw = "".join(f"{i},\n" for i in range(n)).encode()
        _tables.add([column], _tables.split(raw, 0, len(raw), delimiter=",", width=2), expected=n)
        codes = column.codes()

        assert expected == codes.dtype
        assert list(range(n)) == codes.tolist()


def numbers(texts, marks=()):
    """The values of texts as a column of numbers, and those that are not surely numbers."""
    column = _tables.Column(0, may_be_numbers=True, many=1, marks=list(marks))
    first = "1,\n2,\n3,\n4,\n"
    for piece in (first, "".join(f"{text},\n" for text in texts)):
        raw = piece.encode()
        _tables.add([column], _tables.split(raw, 0, len(raw), delimiter=",", width=2), expected=0)
    assert column.is_numbers
    rows, codes = column.others()
    others = {int(row): column.texts()[code] for row, code in zip(rows, codes, strict=True)}
    return column.values()[4:].tolist(), {row - 4: text for row, text in others.items()}


def test_numbers_are_rounded_as_python_rounds_them():
    rng = random.Random(2)
    texts = [repr(rng.uniform(-1, 1) * 10 ** rng.randint(-30, 15)) for _ in range(5000)]
    texts += [f"{rng.randrange(10**18)}e-{rng.randint(2, 40)}" for _ in range(5000)]
    texts += [
        f"{rng.randrange(10 ** rng.randint(1, 15))}.{rng.randrange(10**20):020}"[: rng.randint(3, 30)]
        for _ in range(5000)
    ]
    texts += [
        "+5",
        "-5",
        "1.",
        ".5",
        "-.5",
        "1e3",
        "1E+3",
        "1.e2",
        "0",
        "-0",
        "0.0",
        "9007199254740991",
        '"7"',
        "5e-324",
    ]
    texts = [text for text in texts if text[:1] != "0" or text[1:2] not in "0123456789" or len(text) == 1]
    values, others = numbers(texts)

    assert not {text for text in others.values() if abs(float(text)) < 2**53}
    assert [float(text.strip('"')) for text in texts] == [
        float(others[row]) if row in others else value for row, value in enumerate(values)
    ]


@pytest.mark.parametrize(
    "text", ["007", "-01", "1 ", " 1", "NA", "nan", "inf", "1e999", "9007199254740992", "1,5"[:1] + "x", "-", "+", ".", "e5", "1e", "0x1", "--1", "+-1", "1_0", "٣", "-9"]
)  # fmt: skip
def test_what_is_not_surely_a_number_is_left_to_others(text):
    assert ({0: text}) == numbers([text], marks=["-9"])[1]


def test_a_column_of_other_texts_fails():
    column = _tables.Column(0, may_be_numbers=True, many=1, marks=[])
    for piece in ("1,\n2,\n3,\n4,\n", "".join(f"t{i},\n" for i in range(100))):
        raw = piece.encode()
        _tables.add([column], _tables.split(raw, 0, len(raw), delimiter=",", width=2), expected=0)

    assert column.failed


def test_a_field_that_the_csv_module_would_not_take_is_refused():
    with pytest.raises(_tables.Refused):
        _tables.split(b"a," + b"x" * 131_073, 0, 10**6, delimiter=",", width=2)
