"""One way from target values to classes: sorted, complete, and refused with the place where one is no class."""

import numpy as np
import pandas as pd
import pytest

from shortlist.errors import DataError
from shortlist.tables.labels import labelled, labels_of_values
from shortlist.tables.read import read_labelled
from shortlist.tables.table import Table


def where(row):
    return f"row {row + 1}"


@pytest.mark.parametrize(
    ("values", "classes"),
    [
        (["b", "a", "b"], ("a", "b")),
        ([2, 10, 2], (2, 10)),
        ([True, False], (False, True)),
        ([1.5, -1.0], (-1.0, 1.5)),
        (["b", 10, 9], (10, 9, "b")),
    ],
)
def test_classes_are_sorted_by_text_where_types_differ(values, classes):
    for given in (values, np.array(values, dtype=object), *([np.array(values)] if "b" not in values else [])):
        found, indices = labels_of_values(given, where)
        assert classes == found
        assert values == [found[index] for index in indices]
        assert np.int64 == indices.dtype


def test_numbers_of_numpy_are_numbers():
    found, indices = labels_of_values(np.array([np.int64(7), np.int64(3)], dtype=object), where)

    assert ([int, int], (3, 7), [1, 0]) == ([type(label) for label in found], found, indices.tolist())


def test_csv_parquet_and_arrays_have_the_same_classes(tmp_path):
    frame = pd.DataFrame({"a": [1, 2, 3], "y": [10, 9, 10]})
    frame.to_csv(tmp_path / "t.csv", index=False)
    frame.to_parquet(tmp_path / "t.parquet")
    ways = [read_labelled(tmp_path / "t.csv"), read_labelled(tmp_path / "t.parquet")]
    ways.append(labelled(Table((), 3), "y", frame["y"].to_numpy()))

    assert [((9, 10), [1, 0, 1])] * 3 == [(data.classes, data.labels.tolist()) for data in ways]


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA])
def test_a_missing_target_is_refused_with_its_row(missing):
    with pytest.raises(DataError, match="row 3, column 'y': the target must not be missing"):
        labelled(Table((), 3), "y", ["a", "b", missing])
    with pytest.raises(DataError, match="row 3, column 'y': the target must not be missing"):
        labelled(Table((), 3), "y", ["a", "b", missing], classes=["a", "b"])


@pytest.mark.parametrize("wrong", [float("inf"), (1, 2), [1, 2], {"a": 1}, b"bytes"])
def test_what_is_no_class_is_refused_with_its_row(wrong):
    with pytest.raises(DataError, match="row 2, column 'y': a class must be a text or a number, got"):
        labelled(Table((), 2), "y", ["a", wrong])


def test_classes_written_the_same_are_refused():
    with pytest.raises(DataError, match="column 'y': two classes must not be written the same"):
        labelled(Table((), 2), "y", ["1", 1])


def test_given_classes_are_the_only_ones_and_are_known_by_how_they_are_written(tmp_path):
    (tmp_path / "t.csv").write_text("a,y\n1,no\n2,1\n3, no \n")
    data = read_labelled(tmp_path / "t.csv", classes=[1, "no"])
    assert ((1, "no"), [1, 0, 1]) == (data.classes, data.labels.tolist())
    with pytest.raises(DataError, match="t.csv, line 3, column 'y': must be one of no, yes, got '1'"):
        read_labelled(tmp_path / "t.csv", classes=["no", "yes"])


def test_errors_of_parquet_targets_name_the_file(tmp_path):
    pd.DataFrame({"a": [1, 2], "y": ["u", None]}).to_parquet(tmp_path / "t.parquet")
    with pytest.raises(DataError, match="t.parquet, row 2, column 'y': the target must not be missing"):
        read_labelled(tmp_path / "t.parquet")


def test_whole_numbers_are_classes_however_they_are_padded_and_other_numbers_stay_texts(tmp_path):
    (tmp_path / "t.csv").write_text("a,y\n1,1\n2, 2\n3,2\n")
    assert (1, 2) == read_labelled(tmp_path / "t.csv").classes
    (tmp_path / "t.csv").write_text("a,y\n1,1.0\n2,2\n3,2\n")
    assert ("1.0", "2") == read_labelled(tmp_path / "t.csv").classes
