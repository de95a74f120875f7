"""The questions of a table as a transformer."""

import inspect

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

from shortlist import Binarizer, Binning, read_labelled
from shortlist.features.binarize import binarize
from shortlist.option import options_of

FRAME = pd.DataFrame({"age": [20.0, 30, 40, 50, 60, None] * 5, "city": ["A", "B", "C"] * 10})
Y = ["young", "young", "old", "old", "old", "unknown"] * 5


def test_it_asks_what_fit_asks():
    data = read_labelled("penguins")
    frame = pd.DataFrame({c.name: pd.Series(c.values).where(~c.missing, None) for c in data.table})
    binarizer = Binarizer(cuts="quantile", bins=4).fit(frame, [data.classes[k] for k in data.labels])
    asked = binarize(data, Binning("quantile", 4))

    assert [str(literal) for literal in asked.literals] == binarizer.get_feature_names_out().tolist()
    assert (asked.matrix == binarizer.transform(frame)).all()


@pytest.mark.parametrize(("library", "frame"), [("pandas", FRAME), ("polars", pl.from_pandas(FRAME))])
def test_frames_come_out_with_the_questions_as_names(library, frame):
    binarizer = Binarizer(cuts="quantile", bins=2).set_output(transform=library)
    out = binarizer.fit(frame, Y).transform(frame)

    assert type(frame) is type(out)
    assert ["age <= 30", "age > 30", "age is missing", "city == A", "city == B", "city == C"] == list(out.columns)
    assert [False, False, True] == [bool(out[name][5]) for name in list(out.columns)[:3]]


def test_cut_points_come_from_the_rows_of_training():
    binarizer = Binarizer(cuts="quantile", bins=2).fit([[1.0], [2.0], [3.0], [4.0]], [0, 0, 1, 1])

    assert ["x0 <= 2"] == binarizer.get_feature_names_out().tolist()
    assert [[False], [True]] == binarizer.transform([[1000.0], [-5.0]]).tolist()


def test_it_stands_before_another_model():
    clf = make_pipeline(Binarizer(), LogisticRegression()).fit(FRAME, Y)

    assert clf.score(FRAME, Y) > 0.9
    assert "age is missing" in clf[0].get_feature_names_out()


def test_weights_of_zero_are_rows_that_are_not_there():
    X = np.array([[1.0], [2.0], [3.0], [4.0], [900.0]])
    binarizer = Binarizer(cuts="quantile", bins=2).fit(X, [0, 0, 1, 1, 1], sample_weight=[1, 1, 1, 1, 0])

    assert ["x0 <= 2"] == binarizer.get_feature_names_out().tolist()


def test_it_has_the_options_of_binning():
    """By their names and defaults."""
    signature = inspect.signature(Binarizer.__init__).parameters
    declared = {option.name: option.default for option in options_of(Binning)}

    assert declared.items() <= {name: parameter.default for name, parameter in signature.items()}.items()
    assert {"self", "regularization", "date_parts", "kinds"} == set(signature) - set(declared)
