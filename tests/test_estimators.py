"""The scikit-learn shell keeps scikit-learn's contract."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.model_selection import cross_val_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from shortlist import DataError, DecisionListClassifier
from shortlist.estimators import integer_weights


@parametrize_with_checks([DecisionListClassifier(time_limit=0.5)])
def test_the_estimator_passes_all_of_scikit_learns_checks(estimator, check):
    check(estimator)


def test_a_frame_of_mixed_kinds_is_learned_with_its_names():
    frame = pd.DataFrame({"age": [20.0, 30, 50, 60, None] * 6, "sex": ["m", "f", "m", "f", "m"] * 6})
    y = pd.Series(["young", "young", "old", "old", "unknown"] * 6, name="group")
    clf = DecisionListClassifier(regularization=0.02, bins=2).fit(frame, y)

    assert y.tolist() == clf.predict(frame).tolist()
    assert {"age"} == {literal.column for rule in clf.list_.rules for literal in rule.literals}
    assert ("optimal", 0.0) == (clf.status_, clf.gap_)
    assert clf.objective_ == clf.lower_bound_ == clf.solution_.cost


def test_pandas_and_polars_learn_the_same_list():
    columns = {"x": [1.5, 2.5, 3.5, 4.5] * 5, "c": ["a", "b", "a", "b"] * 5}
    y = [0, 0, 1, 1] * 5
    one = DecisionListClassifier().fit(pd.DataFrame(columns), y)
    two = DecisionListClassifier().fit(pl.DataFrame(columns), y)

    assert one.list_ == two.list_
    assert one.predict(pd.DataFrame(columns)).tolist() == two.predict(pl.DataFrame(columns)).tolist()


def test_predictions_are_the_most_probable_class_and_rules_explain_them():
    rng = np.random.default_rng(1)
    X = rng.integers(0, 2, (60, 4))
    y = np.where(rng.random(60) < 0.8, X[:, 0], X[:, 1])
    clf = DecisionListClassifier(regularization=0.02).fit(X, y)

    assert clf.classes_[clf.predict_proba(X).argmax(axis=1)].tolist() == clf.predict(X).tolist()
    assert [e.steps[-1].position for e in clf.explain(X)] == clf.apply(X).tolist()
    assert clf.objective_ == (clf.predict(X) != y).sum() + 2 * clf.list_.size


def test_a_table_with_other_columns_is_refused():
    clf = DecisionListClassifier().fit(pd.DataFrame({"a": [0, 1], "b": [1, 0]}), [0, 1])
    with pytest.raises(ValueError, match="feature names"):
        clf.predict(pd.DataFrame({"b": [1], "a": [0]}))


def test_weights_may_be_decimals_but_are_counted_exactly():
    X = np.array([[0], [0], [1], [1]])
    one = DecisionListClassifier(0.1).fit(X, [0, 1, 1, 0], sample_weight=[0.5, 1.5, 1.0, 2.0])
    two = DecisionListClassifier(0.1).fit(X, [0, 1, 1, 0], sample_weight=[1, 3, 2, 4])

    assert one.list_ == two.list_
    with pytest.raises(DataError, match="multiples"):
        integer_weights([1 / 3, 1], 2)
    with pytest.raises(DataError, match="all zero"):
        integer_weights([0, 0], 2)


def test_it_works_in_cross_validation():
    rng = np.random.default_rng(2)
    X = rng.integers(0, 2, (90, 3))

    assert (cross_val_score(DecisionListClassifier(0.05), X, X[:, 1], cv=3) == 1).all()
