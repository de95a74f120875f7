"""What estimators tell of themselves: reports on other rows, rules as frames, texts and HTML."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import accuracy_score

from shortlist import DecisionListClassifier, DecisionListsClassifier, DecisionSetClassifier, Score

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
    report = clf.report(frame[120:], y[120:])
    decided = clf.decided(frame[120:])

    assert isinstance(report, Score)
    assert (80, 120) == (report.here.total.rows, report.training.total.rows)
    assert (~decided).sum() == report.here.undecided
    assert (clf.predict(frame[120:])[decided] == y[120:][decided]).sum() == report.here.total.right
    assert "in training" in str(report)
    assert report._repr_html_().startswith("<table>")
    assert clf.score(frame[120:], y[120:]) == accuracy_score(y[120:], clf.predict(frame[120:]))


def test_a_report_counts_classes_never_seen_and_numbers_of_other_types():
    X = np.array([[0], [1]] * 6)
    clf = DecisionListClassifier(0.05).fit(X, [0, 1] * 6)

    assert 1.0 == clf.report(X, np.array([0.0, 1.0] * 6)).accuracy
    assert {2: 6} == clf.report(X, [0, 2] * 6).here.unseen
    assert 2 / 3 == clf.report(X, [0, 1] * 6, sample_weight=[2, 1] * 6).commonest[1]
