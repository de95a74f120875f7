"""Targets as people have them: numbers that must be cut, and rows without one."""

import numpy as np
import pandas as pd
import pytest

from shortlist.errors import DataError, UsageError
from shortlist.tables.labels import labelled
from shortlist.tables.ranges import check_few, cuts_of, range_names
from shortlist.tables.read import read_labelled
from shortlist.tables.table import Table

AMOUNTS = [250 * (i % 40) + 500 for i in range(120)]


@pytest.fixture(params=["csv", "parquet"])
def file(request, tmp_path):
    """A function that writes a frame as a file of either kind."""

    def write(frame):
        path = tmp_path / f"t.{request.param}"
        frame.to_csv(path, index=False) if request.param == "csv" else frame.to_parquet(path)
        return path

    return write


def test_a_target_of_many_numbers_is_refused_with_how_to_cut_it(file):
    path = file(pd.DataFrame({"a": range(120), "amount": AMOUNTS}))
    with pytest.raises(DataError) as caught:
        read_labelled(path)

    assert "column 'amount': the target has 40 different numbers, such as 500 and 750" in str(caught.value)
    assert "cut it into ranges: --target-cuts 3750,7000" in str(caught.value)
    assert ("<= 3750", "3750 < … <= 7000", "> 7000") == read_labelled(path, target_cuts=[3750, 7000]).classes


def test_ranges_are_classes_in_order_and_each_has_rows(file):
    path = file(pd.DataFrame({"a": [1, 2, 3, 4], "y": [1500.0, 0.5, 3000, 3000.5]}))
    data = read_labelled(path, target_cuts=[3000, 1500])

    assert ("<= 1500", "1500 < … <= 3000", "> 3000") == data.classes
    assert [0, 0, 1, 2] == data.labels.tolist()
    with pytest.raises(UsageError, match="every class has a row, but '1500 < … <= 1600' has none"):
        read_labelled(path, target_cuts=[1500, 1600])
    with pytest.raises(UsageError, match="the target must be cut at finite numbers"):
        read_labelled(path, target_cuts=[float("nan")])


def test_numbers_are_read_as_the_ranges_that_a_model_knows(file):
    path = file(pd.DataFrame({"a": [1, 2], "y": [10, 4000]}))

    data = read_labelled(path, classes=["<= 1500", "1500 < … <= 3000", "> 3000"])
    assert [0, 2] == data.labels.tolist()


def test_a_target_of_texts_cannot_be_cut(file):
    path = file(pd.DataFrame({"a": [1, 2], "y": ["low", "high"]}))
    with pytest.raises(DataError, match="a target that is cut must be a finite number, got 'low'"):
        read_labelled(path, target_cuts=[3])


def test_rows_without_a_target_are_counted_and_can_be_left_out(file):
    path = file(pd.DataFrame({"a": ["p", "q", "odd", "p", "q"], "y": ["u", "v", None, "u", None]}))
    with pytest.raises(DataError, match=r"(line 4|row 3), column 'y': .* is in 2 rows; --drop-missing-target"):
        read_labelled(path)
    data = read_labelled(path, drop_missing_target=True)

    assert (["p", "q", "p"], [0, 1, 0]) == (data.table["a"].values.tolist(), data.labels.tolist())
    assert [f"{path}: 2 rows of 5 without a target, y, left out"] == list(data.notes)
    assert () == read_labelled(file(pd.DataFrame({"a": [1, 2], "y": [1, 2]})), drop_missing_target=True).notes


def test_a_row_that_is_left_out_does_not_tell_the_kind_of_a_column(tmp_path):
    (tmp_path / "t.csv").write_text("a,y\n1.5,u\nunknown,\n2.5,v\n")

    assert "number" == str(read_labelled(tmp_path / "t.csv", drop_missing_target=True).table["a"].kind)


def test_a_table_without_any_target_is_refused(file):
    path = file(pd.DataFrame({"a": [1, 2], "y": [None, None]}))
    with pytest.raises(DataError, match="column 'y': the target is missing in every row"):
        read_labelled(path, drop_missing_target=True)


@pytest.mark.parametrize(
    ("n_values", "rows_each", "refused"), [(20, 1, False), (21, 1, True), (30, 21, False), (101, 50, True)]
)
def test_many_is_more_than_20_numbers_with_few_rows_each(n_values, rows_each, refused):
    values, counts = list(range(n_values)), np.full(n_values, rows_each)
    if refused:
        with pytest.raises(DataError, match=f"has {n_values} different numbers"):
            check_few(values, counts, "t.csv", "{}")
    else:
        check_few(values, counts, "t.csv", "{}")


def test_many_different_texts_may_be_classes():
    names = [f"species {i}" for i in range(30)]

    assert 30 == len(labelled(Table((), 30), "y", names).classes)
    with pytest.raises(DataError, match=r"pandas.cut\(y, \[-inf,9,19,inf\]\)"):
        labelled(Table((), 30), "y", list(range(30)))


@pytest.mark.parametrize("cuts", [[1500], [1, 2, 3], [-0.5, 1e21], [0.1, 0.30000000000000004]])
def test_the_names_of_ranges_say_their_numbers(cuts):
    assert cuts == cuts_of(range_names(cuts))


@pytest.mark.parametrize(
    "classes", [["yes", "no"], ["<= 3"], ["<= 3", "> 4"], ["> 3", "<= 3"], [0, 1], ["<= .", "> ."]]
)
def test_other_classes_are_no_ranges(classes):
    assert cuts_of(classes) is None
