"""A column is its distinct values and, for each row, the place of its value among them."""

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from shortlist.errors import DataError
from shortlist.tables.distinct import distinct_codes, numbered
from shortlist.tables.table import Column, Kind, LabelledTable, Table, check_weights


def test_distinct_values_are_sorted_and_missing_entries_have_the_place_minus_1():
    column = Column.of("c", Kind.CATEGORY, ["b", "a", None, "b"], [False, False, True, False])

    assert ["a", "b"] == column.distinct.tolist()
    assert [1, 0, -1, 1] == column.codes.tolist()
    assert np.int32 == column.codes.dtype
    assert [False, False, True, False] == column.missing.tolist()
    assert ["b", "a", None, "b"] == column.values.tolist()
    assert (4, True, False) == (len(column), column.has_missing, column.take(np.array([0, 1])).has_missing)


@pytest.mark.parametrize(
    ("kind", "values", "dtype"),
    [
        (Kind.BOOLEAN, [True, False], np.bool_),
        (Kind.NUMBER, [1, 2.5], np.float64),
        (Kind.CODE, [3, -1], np.int64),
        (Kind.CATEGORY, ["x", "a longer text"], object),
    ],
)
def test_values_are_of_the_type_of_their_kind(kind, values, dtype):
    column = Column.of("c", kind, values)

    assert dtype == column.distinct.dtype == column.values.dtype
    assert values == column.values.tolist()
    gone = Column.of("c", kind, values, [True, True])
    assert (0, [-1, -1]) == (len(gone.distinct), gone.codes.tolist())
    assert 2 == len(gone.values)


@hypothesis.given(st.lists(st.none() | st.integers(0, 9), min_size=1), st.data(), st.sampled_from(["indices", "mask"]))
def test_taken_rows_have_the_values_they_had(values, data, way):
    column = Column.of("c", Kind.CODE, [value or 0 for value in values], [value is None for value in values])
    rows = data.draw(st.lists(st.integers(0, len(values) - 1)))
    if way == "mask":
        rows = sorted(set(rows))
    taken = column.take(np.isin(np.arange(len(values)), rows) if way == "mask" else np.array(rows, dtype=int))

    assert column.values[rows].tolist() == taken.values.tolist()
    assert column.missing[rows].tolist() == taken.missing.tolist()
    assert sorted(set(taken.distinct.tolist())) == taken.distinct.tolist()
    assert len(taken.distinct) <= max(len(rows), len(column.distinct))


def test_one_row_of_many_different_ones_does_not_carry_them_all():
    column = Column.of("x", Kind.NUMBER, np.arange(1000.0))

    gone = Column.of("x", Kind.NUMBER, np.arange(9.0), np.arange(9) == 4).take(np.array([4]))
    assert [[], [-1]] == [gone.distinct.tolist(), gone.codes.tolist()]
    assert [[7.0], [0]] == [column.take(np.array([7])).distinct.tolist(), column.take(np.array([7])).codes.tolist()]


NUMBERS = st.sampled_from([np.bool_, np.int8, np.uint8, np.int64, np.uint64, np.float64])


@hypothesis.given(st.data(), NUMBERS, st.booleans())
def test_distinct_codes_are_those_of_sorting(data, dtype, many):
    entries = arrays.from_dtype(np.dtype(dtype), allow_nan=False)
    values = data.draw(arrays.arrays(dtype, st.integers(0, 20), elements=entries))
    if many and len(values):
        # So many that they are looked up among those of a sample, of which one does not know.
        values = np.append(np.resize(values, 5000), [dtype(1), dtype(0)])
    distinct, codes = distinct_codes(values)
    expected, places = np.unique(values, return_inverse=True)

    assert expected.tolist() == distinct.tolist()
    assert places.tolist() == codes.tolist()
    assert (values.dtype, np.int32) == (distinct.dtype, codes.dtype)


@hypothesis.given(st.lists(st.text(alphabet="abc", max_size=2)))
def test_texts_are_numbered_as_they_come_and_sorted_where_they_are_distinct(texts):
    found, codes = numbered(texts)
    assert texts == [found[code] for code in codes]
    assert list(dict.fromkeys(texts)) == list(found)

    distinct, codes = distinct_codes(np.array(texts, dtype=object))
    assert texts == distinct[codes].tolist()
    assert sorted(set(texts)) == distinct.tolist()


def test_rows_of_weight_0_can_be_left_out():
    table = Table((Column.of("a", Kind.CODE, [1, 2, 3]),), 3)
    data = LabelledTable(table, "y", ("u", "v"), np.array([0, 1, 0]), np.array([1, 0, 2]))

    assert [1, 3] == data.counted().table["a"].values.tolist()
    assert [1, 2] == data.counted().weights.tolist()


@pytest.mark.parametrize("weights", [[-1, 2], [2**53, 1], [2**62, 2**62], [2**63 - 1] * 4])
def test_weights_that_do_not_add_up_exactly_are_refused(weights):
    with pytest.raises(DataError, match="weights must not be negative"):
        check_weights(np.array(weights, dtype=np.int64))
    check_weights(np.array([2**53, 0], dtype=np.int64))
