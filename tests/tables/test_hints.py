"""What a table's owner is told: each column that is not what it seems, with an example and what to do."""

import numpy as np
import pandas as pd
import pytest

from shortlist.errors import NoListError
from shortlist.tables.deadline import Deadline
from shortlist.tables.frames import table_of_frame
from shortlist.tables.hints import PYTHON, hints_of, screened
from shortlist.tables.labels import labelled
from shortlist.tables.near_numbers import near_numbers
from shortlist.tables.read import read_labelled
from shortlist.tables.summary import summary_of
from shortlist.tables.table import Kind

N = 100
RNG = np.random.default_rng(0)
PLAIN = {"age": RNG.integers(18, 80, N), "sex": RNG.choice(["m", "f"], N)}


def hints_about(table, **options):
    return [hint for column in table for hint in hints_of(summary_of(column, exact=False), **options)]


def hint(name, values, **options):
    """The one hint about a column beside plain ones, or None."""
    found = hints_about(table_of_frame(pd.DataFrame({**PLAIN, name: values})), **options)
    assert all(name == hint.column for hint in found)
    return found[0] if found else None


@pytest.mark.parametrize(
    "values",
    [
        range(N),
        range(1001, 1001 + N),
        [float(i) for i in range(N)],
        range(N, 0, -1),
        RNG.permutation(N),
        np.sort(RNG.choice(150, N, replace=False)),
    ],
)
def test_a_different_whole_number_in_every_row_is_a_row_id(values):
    found = hint("rownames", values)

    assert found.leave_out
    assert "column rownames has a different whole number in every row, from" in found.sentence
    assert "(--kind rownames=number asks for it)" in found.sentence


@pytest.mark.parametrize("name", ["id", "customer_id", "PassengerId", "customerID", "Unnamed: 0", "row-id", "INDEX"])
def test_numbers_far_apart_are_row_ids_under_the_name_of_one(name):
    values = RNG.permutation(N) * 977

    assert hint(name, values).leave_out
    assert hint("paid", values) is None, "income, in whole numbers, may differ in every row"


def test_numbers_in_another_order_may_be_ranks_and_are_only_told():
    found = hint("wealth", RNG.permutation(N) + 1)

    assert not found.leave_out
    assert (
        "column wealth has a different whole number in every row, from 1 to 100: ranks, times, or a row id (--drop wealth leaves it out)"
        == found.sentence
    )
    assert not hint("time", range(N)).leave_out
    assert hint("year", range(1900, 1900 + N)) is None, "years say something of a row"


@pytest.mark.parametrize("values", [[0.5 + i for i in range(N)], [i // 2 for i in range(N)], [None, *range(1, N)]])
def test_other_numbers_are_no_row_ids(values):
    assert hint("x", values) is None


def test_short_tables_have_no_row_ids():
    assert [] == list(hints_about(table_of_frame(pd.DataFrame({"x": range(19), "t": [f"t{i}" for i in range(19)]}))))


def test_texts_that_are_nearly_all_different_are_left_out():
    found = hint("name", [f"person {i}" for i in range(N)])

    assert found.leave_out
    assert (
        "has 100 different texts in 100 rows, such as person 0: taken for names or prose and left out" in found.sentence
    )
    assert hint("name", [f"person {i % 80}" for i in range(N)], most_categories=80) is None
    assert f'such as "{"x" * 39}…"' in hint("text", [f"{'x' * 39}{i:03}" for i in range(N)]).sentence


@pytest.mark.parametrize(
    ("values", "what"), [(["kg"] * N, "is kg"), ([5] * N, "is 5"), ([True] * N, "is true"), ([None] * N, "is empty")]
)
def test_a_constant_column_has_nothing_to_ask(values, what):
    sentence = hint("unit", values).sentence

    assert f"column unit {what} in every row, so there is nothing to ask (--drop unit)" == sentence
    assert hint("unit", ["kg", None] * (N // 2)) is None, "it may be asked whether it is missing"


@pytest.mark.parametrize(
    ("texts", "decorated", "others", "plain"),
    [
        (["1.234,5", "2.500,0", "17,25"], 3, 0, "1234.5"),
        (["$1,000", "$25", "$12,500.99"], 3, 0, "1000"),
        (["12 kg", "3.5 kg", "100 kg"], 3, 0, "12"),
        (["45%", "3 %", "100%"], 3, 0, "45"),
        (["10+ years", "< 1 year", "3 years", "2 years"], 4, 0, "10"),
        (["0", "1", "2", "3+"], 1, 0, "3"),
        (["31", "42", "58", "unknown"], 0, 1, ""),
        (["31", "42", "58", "61", "17", "23", "44", "52", "39", "unknown", "n.a."], 0, 2, ""),
        (["1 000", "12 500", "3"], 2, 0, "1000"),
        (["(5)", "7", "8", "9"], 0, 1, ""),
    ],
)
def test_texts_that_are_nearly_numbers_are_told(texts, decorated, others, plain):
    found = near_numbers(texts)

    assert (decorated, others, plain) == (len(found.decorated), len(found.others), found.plain)


@pytest.mark.parametrize(
    "texts",
    [
        ["red", "blue", "green"],
        ["01234", "90210", "10115", "80331"],
        ["1st", "2nd", "3rd", "Crew"],
        ["171a", "171b", "172", "173a"],
        ["18-25", "26-35", "36-45"],
        ["10:30", "11:45", "12:00"],
        ["1.2.3", "1.2.4", "2.0.0"],
        ["A1", "A2", "B1"],
        ["1", "2", "low", "high"],
        ["5 kg", "red"],
        [],
    ],
)
def test_other_texts_are_not(texts):
    assert near_numbers(texts) is None


def test_near_numbers_are_told_with_what_is_wrong_and_how_to_mend_it():
    ages = [str(18 + i % 40) if i % 10 else "unknown" for i in range(N)]
    assert (
        "column years holds numbers, but in 10 rows unknown (--missing unknown reads them as missing); as texts they are categories"
        == hint("years", ages).sentence
    )
    several = ["n/k", "-", "?", "none"]
    ages = [several[i % 4] if i < 8 else str(i) for i in range(N)]
    assert "but in 8 rows" in hint("years", ages).sentence
    prices = hint("price", [f"${1000 + i:,}" for i in range(N)])
    assert (
        'holds numbers such as "$1,000" (write them as plain numbers, 1000); as texts they are left out'
        in prices.sentence
    )
    assert prices.leave_out
    assert "holds numbers written as texts" in hint("n", [str(i % 7) for i in range(N)], ways=PYTHON).sentence
    assert "(pandas.to_numeric(X['n'], errors='coerce')" in hint("n", ages, ways=PYTHON).sentence.replace("years", "n")


@pytest.mark.parametrize("text", ["{:02}/03/2021", "{}.3.21", "2021/03/{:02}", "{} March 2021", "{:02}-03-2021"])
def test_dates_in_another_form_are_told(text):
    found = hint("signed", [text.format(1 + i % 28) for i in range(N)])

    assert "holds dates such as" in found.sentence
    assert "written as 2021-03-31 they are read as dates" in found.sentence


def test_categories_that_are_put_together_are_counted():
    states = [f"s{i % 52}" for i in range(N)]

    assert (
        "column state has 52 categories: the 50 commonest are asked for one by one, the other 2, such as"
        in hint("state", states).sentence
    )
    assert "(--max-categories 52 asks for each)" in hint("state", states).sentence
    assert hint("state", [f"s{i % 51}" for i in range(N)]) is None, "a single rare one is asked for by itself"


def data_of(**columns):
    frame = pd.DataFrame({**PLAIN, **columns})
    return labelled(table_of_frame(frame), "y", ["u", "v"] * (N // 2))


def test_columns_that_are_left_out_are_remembered_with_their_kinds():
    data = screened(data_of(id=range(N), unit=["kg"] * N))

    assert ("age", "sex", "unit") == data.table.names
    assert {"age": "number", "sex": "category", "id": "number", "unit": "category"} == data.kinds
    assert ["age", "sex", "id", "unit"] == list(data.kinds), "in the order in which they were read"
    assert 2 == len(data.notes)
    assert data.notes == data.take(np.arange(N) < 50).notes


def test_columns_that_the_user_speaks_of_are_not_doubted():
    data = screened(data_of(id=range(N), name=[f"n{i}" for i in range(N)]), named={"id", "name"})

    assert ("age", "sex", "id", "name") == data.table.names
    assert ["column name has 100 categories"] == [note[:30] for note in data.notes]


def test_the_last_column_is_never_left_out():
    frame = pd.DataFrame({"x": range(N)})
    data = screened(labelled(table_of_frame(frame), "y", [0, 1] * (N // 2)))

    assert (("x",), ()) == (data.table.names, data.notes)


def test_values_that_no_row_has_any_more_do_not_count():
    table = table_of_frame(pd.DataFrame({"x": ["a", "b"] * 50, "age": PLAIN["age"]}))
    kept = table.take(np.arange(N) % 2 == 0)

    assert ["x"] == [hint.column for hint in hints_about(kept)]
    assert Kind.CATEGORY is kept["x"].kind


def test_many_rows_are_looked_at_no_longer_than_the_time_lasts():
    frame = pd.DataFrame({"a": range(2**15), "b": range(2**15)})
    data = labelled(table_of_frame(frame), "y", ["u", "v"] * 2**14)
    calls = iter([0.0, 2.0])

    with pytest.raises(NoListError, match="the time limit was reached when 0 of 32768 rows were merged"):
        screened(data, deadline=Deadline(1.0, lambda: next(calls)))


@pytest.mark.parametrize("large", [2**53 + 1, 10**18, -(10**25)])
def test_whole_numbers_beyond_floats_are_said_to_be_names(tmp_path, large):
    """Regression: they were called numbers written as texts, or, where they are two, nothing was said."""
    (tmp_path / "t.csv").write_text("a,y\n" + f"{large},0\n{large - 1},1\n" * 3)
    data = screened(read_labelled(tmp_path / "t.csv"))

    assert Kind.CATEGORY is data.table["a"].kind
    (note,) = data.notes
    assert note.startswith("column a holds whole numbers beyond 2**53, such as ")
    assert note.endswith("(--kind a=number compares them, rounded); as texts they are categories")
    assert "written as texts" in hint("a", [str(k % 3) for k in range(N)]).sentence


def test_a_target_that_names_each_row_is_told(tmp_path):
    """Regression: as many classes as rows were learned without a word, where they were texts."""
    (tmp_path / "t.csv").write_text("a,y\n" + "".join(f"{k % 7},t{k}\n" for k in range(50)))
    notes = screened(read_labelled(tmp_path / "t.csv")).notes

    assert (
        "the target y has 50 different classes in 50 rows, such as t0: names of rows, of which nothing can be learned",
    ) == notes
    (tmp_path / "t.csv").write_text("a,y\n" + "".join(f"{k % 7},t{k % 40}\n" for k in range(50)))
    assert () == screened(read_labelled(tmp_path / "t.csv")).notes
