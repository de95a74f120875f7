"""What estimators tell of themselves: reports on other rows, rules as frames, texts and HTML."""

import sys
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError
from sklearn.metrics import accuracy_score
from sklearn.model_selection import cross_val_score

from shortlist import (
    DecisionListClassifier,
    DecisionListFront,
    DecisionListsClassifier,
    DecisionSetClassifier,
    Score,
    UsageError,
    read_model,
    write_model,
)
from shortlist.estimators import views

EVERY = (DecisionListClassifier, DecisionSetClassifier, DecisionListsClassifier)


@pytest.fixture(scope="module")
def people():
    rng = np.random.default_rng(3)
    frame = pd.DataFrame(
        {"age": rng.integers(18, 80, 200), "smoker": rng.random(200) < 0.5, "city": rng.choice(["A", "B", "C"], 200)}
    )
    return frame, np.where((frame["age"] > 50) & frame["smoker"], "high", "low")


@pytest.mark.parametrize("estimator", EVERY)
def test_a_report_is_a_score_beside_training(estimator, people):
    frame, y = people
    clf = estimator(0.02, bins=3).fit(frame[:120], y[:120])
    report = clf.judge(frame[120:], y[120:])
    decided = clf.decided(frame[120:])

    assert isinstance(report, Score)
    assert (80, 120) == (report.here.total.rows, report.training.total.rows)
    assert (~decided).sum() == report.here.undecided.rows
    assert (clf.predict(frame[120:]) == y[120:]).sum() == report.here.total.right
    assert "in training" in str(report)
    assert report._repr_html_().startswith("<table>")
    assert clf.score(frame[120:], y[120:]) == accuracy_score(y[120:], clf.predict(frame[120:]))


@pytest.mark.parametrize("undecided", ["matching", "commonest"])
def test_a_set_is_judged_by_what_it_predicts(undecided):
    """A rule for one class alone pays for itself: all other rows are undecided, most of them of another class."""
    frame = pd.DataFrame({"a": [0] * 70 + [1] * 30, "b": [0, 1] * 50})
    y = np.array([0] * 60 + [1] * 10 + [1] * 17 + [0] * 13)
    clf = DecisionSetClassifier(0.03, undecided=undecided).fit(frame, y)
    report = clf.judge(frame, y)

    assert 0 < (~clf.decided(frame)).sum() == report.here.undecided.rows
    assert clf.score(frame, y) == report.accuracy == report.training.accuracy
    right = (clf.predict(frame) == y)[~clf.decided(frame)].sum()
    assert (right, right) == (report.here.undecided.right, report.training.undecided.right)


def test_the_page_of_an_estimator_with_weights_of_classes_is_of_its_training_rows(people, tmp_path):
    frame, y = people
    weights = np.where(frame["smoker"], 1.5, 1)
    clf = DecisionListClassifier(0.02, class_weight="balanced").fit(frame, y, sample_weight=weights)
    clf.report(frame, y, tmp_path / "page.html", sample_weight=weights)

    assert '"agrees":true' in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_a_report_counts_classes_never_seen_and_numbers_of_other_types():
    X = np.array([[0], [1]] * 6)
    clf = DecisionListClassifier(0.05).fit(X, [0, 1] * 6)

    assert 1.0 == clf.judge(X, np.array([0.0, 1.0] * 6)).accuracy
    assert {2: 6} == clf.judge(X, [0, 2] * 6).here.unseen
    assert 2 / 3 == clf.judge(X, [0, 1] * 6, sample_weight=[2, 1] * 6).commonest[1]


FRAMES = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}
COLUMNS = {"age": [20, 30, 40, 50, 60, 70] * 5, "city": ["A", "B"] * 15, "member": [True, False, False] * 10}
RISK = ["low", "low", "low", "high", "high", "high"] * 5


@pytest.mark.parametrize("library", FRAMES)
@pytest.mark.parametrize("estimator", EVERY)
def test_rules_are_a_frame_of_the_kind_that_was_fitted(estimator, library):
    frame = FRAMES[library](COLUMNS)
    clf = estimator(0.05, cuts="quantile", bins=2).fit(frame, RISK)
    rules, model = clf.rules_, clf.model_file_.model

    assert type(frame) is type(rules)
    columns = rules.to_pydict() if library == "pyarrow" else {name: list(rules[name]) for name in rules.columns}
    names = ["rule", "list", "class", "condition", "literals", "rows", "correct"]
    assert [*names, "precision", "precision_low", "precision_high", "lift"] == list(columns)
    assert list(range(1, len(model.rules) + 1)) == columns["rule"]
    assert [rule.condition() for rule in model.rules] == columns["condition"]
    assert [rule.covered for rule in model.rules] == columns["rows"]
    ends = zip(columns["precision_low"], columns["precision"], columns["precision_high"], strict=True)
    assert all(low <= p <= high for low, p, high in ends)
    shares = [RISK.count(label) / len(RISK) for label in columns["class"]]
    assert [p / share for p, share in zip(columns["precision"], shares, strict=True)] == pytest.approx(columns["lift"])


def test_rules_are_dictionaries_where_an_array_was_fitted_and_there_is_no_library(monkeypatch):
    clf = DecisionListClassifier(0.05).fit(np.array([[0], [1]] * 6), [0, 1] * 6)
    assert isinstance(clf.rules_, pd.DataFrame)
    monkeypatch.setattr(views, "find_spec", lambda _: None)
    first = clf.rules_[0]

    assert (1, 6, 6, 1.0) == tuple(first[name] for name in ("rule", "rows", "correct", "precision"))
    with pytest.raises(NotFittedError):
        _ = DecisionListClassifier().rules_


@pytest.mark.parametrize("estimator", EVERY)
def test_a_notebook_shows_the_rules_of_a_fitted_estimator(estimator):
    clf = estimator(0.05, cuts="quantile", bins=2)
    before = clf._repr_html_()
    assert "condition" not in before
    clf.fit(pd.DataFrame(COLUMNS), RISK)

    for html in (clf._repr_html_(), clf._repr_mimebundle_()["text/html"]):
        assert "age &lt;= 40" in html or "age &gt; 40" in html
        assert "Proved optimal" in html
    assert repr(clf) == clf._repr_mimebundle_()["text/plain"]
    assert "Rule(" not in repr(clf.model_file_.model)
    assert str(clf.model_file_.model) == repr(clf.model_file_.model)
    assert clf.model_file_.model._repr_html_().startswith("<table>")


@pytest.mark.parametrize("estimator", EVERY)
def test_a_model_file_is_an_estimator_again(estimator, tmp_path):
    frame = pd.DataFrame(COLUMNS)
    clf = estimator(0.05, cuts="quantile", bins=2).fit(frame, RISK)
    write_model(clf.model_file_, tmp_path / "m.json")
    again = estimator.from_file(tmp_path / "m.json")

    assert clf.predict(frame).tolist() == again.predict(frame).tolist()
    assert clf.predict_proba(frame).tolist() == again.predict_proba(frame).tolist()
    same = ("status_", "objective_", "lower_bound_", "gap_", "n_features_in_", "_commonest", "model_file_")
    assert [getattr(clf, name) for name in same] == [getattr(again, name) for name in same]
    assert clf.feature_names_in_.tolist() == again.feature_names_in_.tolist()
    assert clf.classes_.tolist() == again.classes_.tolist()
    assert 1.0 == again.score(frame, RISK)
    assert len(RISK) == again.judge(frame, RISK).here.total.rows
    assert again.rules_.equals(clf.rules_)
    other = EVERY[(EVERY.index(estimator) + 1) % 3]
    with pytest.raises(UsageError, match="must be a"):
        other.from_file(tmp_path / "m.json")


def test_a_model_file_of_an_array_takes_arrays(tmp_path):
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 5)
    write_model(DecisionListClassifier(0.05).fit(X, X[:, 0]).model_file_, tmp_path / "m.json")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert X[:, 0].tolist() == DecisionListClassifier.from_file(tmp_path / "m.json").predict(X).tolist()


@pytest.mark.parametrize("library", FRAMES)
def test_a_saved_model_predicts_on_a_data_frame(library, tmp_path):
    """It said that a Series has no attribute 'kind'."""
    clf = DecisionListClassifier(0.05, cuts="quantile", bins=2).fit(pd.DataFrame(COLUMNS), RISK)
    write_model(clf.model_file_, tmp_path / "m.json")
    file, frame = read_model(tmp_path / "m.json"), FRAMES[library]({**COLUMNS, "surplus": ["x"] * 30})

    assert RISK == file.predict(frame).tolist()
    assert RISK == file.model.predict(frame).tolist()
    assert clf.predict_proba(pd.DataFrame(COLUMNS)).tolist() == file.model.probabilities(frame).tolist()
    assert all(file.model.decided(frame))
    assert 30 == len(file.model.explanation_sizes(frame))


def test_logarithms_of_probabilities():
    X = np.array([[0], [1]] * 6)
    clf = DecisionListClassifier(0.05).fit(X, [0, 1] * 6)

    assert [[0.0, -np.inf], [-np.inf, 0.0]] == clf.predict_log_proba(X[:2]).tolist()


def test_a_number_missing_only_when_predicting_satisfies_no_comparison_and_is_said():
    """It raised, and cross-validation gave nan."""
    frame = pd.DataFrame({"age": [20.0, 30, 40, 50, 60, 70] * 5})
    clf = DecisionListClassifier(0.05, cuts="quantile", bins=2).fit(frame, RISK)
    new = pd.DataFrame({"age": [None, 25.0, None, 65.0]})
    with pytest.warns(UserWarning, match="missing: age in 2 rows, but nowhere in training") as caught:
        said = clf.predict(new)

    assert 1 == len(caught)
    default = clf.list_.rules[-1].label
    assert [default, "low", default, "high"] == said.tolist()
    with pytest.warns(UserWarning, match="age in 2 rows"):
        assert said.tolist() == clf.model_file_.predict(new).tolist()
    frame.loc[3, "age"] = np.nan
    with pytest.warns(UserWarning, match="age in 1 row"):
        assert not np.isnan(cross_val_score(DecisionListClassifier(0.05), frame, RISK, cv=5)).any()


def test_a_column_with_missing_entries_in_training_is_no_surprise(tmp_path):
    frame = pd.DataFrame({"age": [20.0, None, 40, 50, 60, 70] * 5})
    clf = DecisionListClassifier(0.02).fit(frame, RISK)
    write_model(clf.model_file_, tmp_path / "m.json")
    assert {"age"} == clf.model_file_.had_missing == read_model(tmp_path / "m.json").had_missing
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        clf.predict(frame)


def test_progress_is_told_if_asked(capsys):
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 5)
    seen = []
    DecisionListClassifier(0.05, verbose=1, callback=seen.append).fit(X, X[:, 0] & X[:, 1])
    told = capsys.readouterr()
    assert seen
    assert "best cost" in told.err
    assert "" == told.out
    DecisionListClassifier(0.05).fit(X, X[:, 0])
    assert "" == capsys.readouterr().err
    assert not sys.stderr.isatty()


@pytest.mark.parametrize("estimator", [DecisionSetClassifier, DecisionListsClassifier])
def test_rows_that_no_rule_covers_are_told_by_those_of_training(estimator, tmp_path):
    """They were told by the rows of all rules, among which class a is the commonest."""
    rows = np.array([[1, 0]] * 20 + [[0, 1]] * 12 + [[0, 0]] * 5)
    labels = np.array(["a"] * 20 + ["b"] * 12 + ["b"] * 2 + ["c"] * 3)
    clf = estimator(0.1).fit(rows, labels)
    silent = ~(clf.apply(rows) >= 0).any(axis=1)
    if not silent.any():
        pytest.skip("these lists answer every row")
    write_model(clf.model_file_, tmp_path / "m.json")
    again = estimator.from_file(tmp_path / "m.json")

    for one in (clf, again):
        (shares,) = np.unique(one.predict_proba(rows[silent]), axis=0)
        assert [np.mean(labels[silent] == c) for c in "abc"] == pytest.approx(shares.tolist())
        assert "among the training rows of no rule" in str(one.explain(rows[silent][:1])[0])
        assert max("abc", key=labels[silent].tolist().count) == one.predict(rows[silent])[0]


def test_a_page_is_written_of_training_and_test_rows(tmp_path):
    X, y = load_iris(return_X_y=True, as_frame=True)
    clf = DecisionListClassifier(0.01).fit(X[::2], y[::2])
    front = DecisionListFront(5).fit(X[::2], y[::2])

    clf.report(
        X[::2], y[::2], tmp_path / "page.html", X_test=X[1::2], y_test=y[1::2], front=front, group=["petal width (cm)"]
    )

    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert '"name":"test"' in text
    assert '"agrees":true' in text
    assert '"front":{"points"' in text
