"""What an estimator exports decides as its own `predict`, whatever it does with undecided rows."""

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError

from export.runners import run_javascript, run_onnx, run_python, run_sqlite
from oracles import pmml
from shortlist import DecisionListClassifier, DecisionListsClassifier, DecisionSetClassifier, UsageError
from shortlist.export.formats import FORMATS


@pytest.fixture(scope="module")
def people():
    rng = np.random.default_rng(5)
    frame = pd.DataFrame({"age": rng.normal(45, 15, 150).round(1), "city": rng.choice(["A", "B", "C"], 150)})
    noise = rng.random(150) < 0.2
    y = np.where(
        (frame["age"] > 50) ^ (frame["city"] == "A") ^ noise, "high", np.where(frame["age"] < 30, "low", "mid")
    )
    new = pd.DataFrame({"age": [None, *rng.normal(45, 20, 99)], "city": rng.choice(["A", "B", "C", "D", None], 100)})
    return frame, y, new


def as_rows(frame):
    return [{k: None if pd.isna(v) else v for k, v in row.items()} for row in frame.to_dict("records")]


@pytest.mark.parametrize(
    ("estimator", "options"),
    [
        (DecisionListClassifier, {}),
        (DecisionSetClassifier, {"undecided": "matching"}),
        (DecisionSetClassifier, {"undecided": "commonest"}),
        (DecisionListsClassifier, {"undecided": "commonest"}),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_exports_decide_as_the_estimator(estimator, options, people):
    frame, y, new = people
    clf = estimator(0.02, bins=3, **options).fit(frame, y)
    rows, kinds, said = as_rows(new), clf.model_file_.kinds, clf.predict(new).tolist()

    assert estimator is not DecisionSetClassifier or not clf.decided(new).all()
    assert said == run_python(clf.export("python"), rows)
    assert said == run_javascript(clf.export("javascript"), rows)
    assert said == run_sqlite(clf.export("sql", dialect="sqlite", table="t"), rows, kinds)
    assert said == run_onnx(clf.export("onnx"), rows, kinds)
    assert said == pmml.predict(clf.export("pmml"), rows)


def test_every_format_is_had_from_an_estimator():
    X = np.array([[0.5, 2], [1.5, 1]] * 8)
    clf = DecisionListClassifier(0.05).fit(X, [0, 1] * 8)
    for name, known in FORMATS.items():
        assert isinstance(clf.export(name), str if known.is_text else bytes)

    assert "x0" in clf.export("sql")
    with pytest.raises(UsageError, match="format must be one of text, .*did you mean python"):
        clf.export("pyton")
    with pytest.raises(NotFittedError):
        DecisionListClassifier().export("sql")
