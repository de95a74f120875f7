"""What a new user's data frames and parameters meet in Python."""

import warnings
from datetime import date, timedelta
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.model_selection import GridSearchCV, cross_val_score

from shortlist import (
    Binarizer,
    DataError,
    DataWarning,
    DecisionListClassifier,
    DecisionSetClassifier,
    UsageError,
    write_model,
)

N = 60
Y = ["no" if i % 12 < 6 else "yes" for i in range(N)]


def messy():
    return pd.DataFrame(
        {
            "rownames": range(1, N + 1),
            "unit": ["kg"] * N,
            "age": [str(20 + i % 10) if i % 10 else "unknown" for i in range(N)],
            "size": [i % 12 for i in range(N)],
        }
    )


def test_all_that_is_noticed_is_one_warning():
    with pytest.warns(DataWarning) as caught:
        clf = DecisionListClassifier(regularization=0.05).fit(messy(), Y)

    (warning,) = caught
    said = str(warning.message).splitlines()
    assert 3 == len(said)
    assert "(kinds={'rownames': 'number'} asks for it)" in said[0]
    assert "(X.drop(columns=['unit']))" in said[1]
    assert "(pandas.to_numeric(X['age'], errors='coerce') reads them as missing)" in said[2]
    assert __file__ == warning.filename
    assert ["rownames", "unit", "age", "size"] == list(clf.model_file_.kinds)


def test_prediction_says_nothing_and_finds_its_columns_behind_one_that_is_left_out():
    with pytest.warns(DataWarning):
        clf = DecisionListClassifier(regularization=0.05).fit(messy(), Y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Y == clf.predict(messy()).tolist()
        assert Y == clf.predict(messy().sample(frac=1, random_state=0).sort_index()).tolist()


def test_a_row_id_is_asked_for_if_its_kind_is_named():
    frame, late = messy().drop(columns=["unit", "age"]), np.arange(N) > 40
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        clf = DecisionListClassifier(regularization=0.05, kinds={"rownames": "number"}).fit(frame, late)

    assert "rownames" in str(clf.list_)


def test_folds_leave_out_what_the_whole_table_leaves_out():
    frame = messy().drop(columns=["unit", "age"])
    with pytest.warns(DataWarning):
        scores = cross_val_score(DecisionListClassifier(regularization=0.05), frame, Y, cv=3, error_score="raise")

    assert [1.0] * 3 == scores.tolist()


def test_kinds_must_be_of_columns_and_be_kinds():
    with pytest.raises(UsageError, match=r"kinds must be for columns of the table, got 'agee' \(did you mean age\?\)"):
        DecisionListClassifier(kinds={"agee": "number"}).fit(messy(), Y)
    with pytest.raises(UsageError) as caught:
        DecisionListClassifier(kinds={"age": "numeric", "size": "codes"}).fit(messy(), Y)
    said = str(caught.value).splitlines()
    assert 2 == len(said)
    assert "must be one of boolean, number, code, category" in said[0]
    assert "got 'numeric' (did you mean number?)" in said[0]


@pytest.mark.parametrize(
    "grid",
    [
        {"bins": np.arange(2, 8, 2)},
        {"max_categories": np.array([2, 3])},
        {"memory_limit": np.array([500, 600])},
        {"max_rules": np.arange(1, 3), "max_literals": np.arange(1, 3)},
        {"max_size": np.array([3, 5]), "min_rows": np.array([1, 2])},
        {"time_limit": np.array([5, 6])},
        {"regularization": np.linspace(0.01, 0.05, 2)},
    ],
)
def test_numbers_of_numpy_may_be_searched(grid):
    frame = pd.DataFrame({"size": [i % 12 for i in range(N)], "c": [f"c{i % 4}" for i in range(N)]})
    search = GridSearchCV(DecisionListClassifier(), grid, cv=2, error_score="raise").fit(frame, Y)

    assert search.best_score_ > 0.5


def frames(columns):
    yield pd.DataFrame(columns)
    yield pl.DataFrame(columns, strict=False)
    yield pa.table(columns)


@pytest.mark.parametrize("maker", range(3))
def test_decimals_are_numbers_and_columns_of_nothing_are_empty(maker):
    columns = {"price": [Decimal(i % 12) / 4 for i in range(N)], "nothing": [None] * N}
    frame = list(frames(columns))[maker]
    with pytest.warns(DataWarning, match="column nothing is empty in every row"):
        clf = DecisionListClassifier(regularization=0.05).fit(frame, Y)

    assert {"price": "number", "nothing": "category"} == clf.model_file_.kinds
    assert Y == clf.predict(frame).tolist()


def test_whole_numbers_of_a_categorical_type_are_codes():
    frame = pd.DataFrame({"zip": pd.Categorical([i % 12 for i in range(N)])})

    assert {"zip": "code"} == DecisionListClassifier().fit(frame, Y).model_file_.kinds


def test_all_columns_that_cannot_be_used_are_named_at_once():
    frame = pd.DataFrame({"a": [[1]] * N, "b": [1.0, np.inf] * (N // 2), "c": [1, "x"] * (N // 2), "d": range(N)})
    with pytest.raises(DataError) as caught:
        DecisionListClassifier().fit(frame, Y)

    assert ["'a'", "'b'", "'c'"] == [line.split()[1].rstrip(",") for line in str(caught.value).splitlines()]


def test_a_target_of_many_numbers_is_refused_with_how_to_cut_it():
    with pytest.raises(DataError, match=r"the target has 60 different numbers.*pandas.cut\(y, \[-inf,19,39,inf\]\)"):
        DecisionSetClassifier().fit(messy(), np.arange(N))


DAYS = [date(2020, 1, 1) + timedelta(days=11 * i) for i in range(N)]


@pytest.mark.parametrize("maker", range(3))
def test_dates_of_frames_are_compared_and_their_parts_are_asked_for(maker):
    late, saturday = [day > date(2021, 3, 4) for day in DAYS], [day.weekday() == 5 for day in DAYS]
    frame = list(frames({"signed": DAYS, "x": [i % 3 for i in range(N)]}))[maker]
    clf = DecisionListClassifier(regularization=0.05).fit(frame, late)
    assert "signed <= 2021-03-01" in str(clf.list_)
    assert late == clf.predict(frame).tolist()
    clf = DecisionSetClassifier(regularization=0.05, date_parts={"signed": ["weekday"]}).fit(frame, saturday)

    assert "signed.weekday == Saturday" in str(clf.set_)
    assert saturday == clf.predict(frame).tolist()
    assert ["signed", "x", "signed.weekday"] == list(clf.model_file_.kinds)


def test_dates_in_arrays_and_cut_points_that_are_dates():
    late = [day > date(2021, 3, 4) for day in DAYS]
    for array in (np.array([DAYS], dtype=object).T, np.array([DAYS], dtype="datetime64[D]").T):
        clf = DecisionListClassifier(regularization=0.05, cut={"x0": [date(2021, 3, 4)]}).fit(array, late)
        assert "x0 <= 2021-03-04" in str(clf.list_)
        assert late == clf.predict(array).tolist()


def test_dates_written_otherwise_are_told():
    frame = messy()[["size"]].assign(signed=[f"{1 + i % 28:02}/03/2021" for i in range(N)])
    with pytest.warns(DataWarning, match="column signed holds dates such as 01/03/2021; .*pandas.to_datetime"):
        DecisionListClassifier(regularization=0.05).fit(frame, Y)


def test_a_loaded_estimator_needs_the_date_and_not_its_part(tmp_path):
    saturday = [day.weekday() == 5 for day in DAYS]
    frame = pd.DataFrame({"id": range(N), "signed": DAYS, "x": [i % 3 for i in range(N)]})
    with pytest.warns(DataWarning, match="column id"):
        clf = DecisionListClassifier(regularization=0.05, date_parts={"signed": ["weekday"]}).fit(frame, saturday)
    write_model(clf.model_file_, tmp_path / "m.json")
    loaded = DecisionListClassifier.from_file(tmp_path / "m.json")

    assert ["id", "signed", "x"] == loaded.feature_names_in_.tolist()
    assert saturday == loaded.predict(frame).tolist() == loaded.model_file_.predict(frame).tolist()
    with pytest.raises(DataError, match="column 'signed' must hold dates"):
        loaded.model_file_.predict(frame.assign(signed=["soon", *map(str, DAYS[1:])]))
    with pytest.warns(UserWarning, match="missing: signed.weekday in 1 row"):
        loaded.model_file_.predict(frame.assign(signed=[None, *DAYS[1:]]))


def test_explanations_show_dates_as_they_are_written():
    late = [day > date(2021, 3, 4) for day in DAYS]
    frame = pd.DataFrame({"signed": DAYS})
    clf = DecisionListClassifier(regularization=0.05).fit(frame, late)

    assert "(is 2020-01-12)" in str(clf.explain(frame.iloc[1:2])[0])


def test_the_binarizer_knows_dates_their_parts_and_its_columns():
    frame = pd.DataFrame({"signed": DAYS, "x": [i % 3 for i in range(N)]})
    saturday = [day.weekday() == 5 for day in DAYS]
    binarizer = Binarizer(cuts="quantile", bins=2, date_parts={"signed": ["weekday"]}).fit(frame, saturday)
    names = binarizer.get_feature_names_out().tolist()

    assert "signed.weekday == Saturday" in names
    assert saturday == binarizer.transform(frame)[:, names.index("signed.weekday == Saturday")].tolist()
    assert any(name.startswith("signed <= 20") for name in names)
    with pytest.raises(UsageError, match="did you mean signed"):
        Binarizer(kinds={"sined": "date"}).fit(frame, saturday)


def test_columns_of_one_name_are_refused_in_our_words():
    twice = pd.DataFrame([[0, 1], [1, 0]] * 5, columns=["a", "a"])
    with pytest.raises(DataError, match="must be different, but there are several 'a'"):
        DecisionListClassifier().fit(twice, [0, 1] * 5)
