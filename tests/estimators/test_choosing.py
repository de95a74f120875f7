"""Estimators that choose: by cross-validation, and all sizes at once."""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.model_selection import cross_val_score

from shortlist import DecisionListClassifier, DecisionListClassifierCV, DecisionListFront


@pytest.fixture(scope="module")
def iris():
    return load_iris(return_X_y=True, as_frame=True)


def test_a_price_is_chosen_and_the_list_is_learned_with_it(iris):
    clf = DecisionListClassifierCV(["0.05", 0.02, "0.01"], cv=3, time_limit=5).fit(*iris)

    assert ["0.05", "0.02", "0.01"] == clf.shares_
    assert clf.regularization_ in clf.shares_
    assert clf.model_file_.claim.regularization == f"{150 * float(clf.regularization_):g} errors a node"
    assert {"mean_test_score", "std_test_score", "split0_test_score", "split2_test_score"} < set(clf.cv_results_)
    assert clf.score(*iris) > 0.9
    assert (clf.predict_proba(iris[0]).sum(axis=1) == 1).all()


@pytest.mark.parametrize("scoring", ["accuracy", "log_loss", "f1_macro", "neg_log_loss"])
def test_our_scores_and_those_of_scikit_learn_may_choose(iris, scoring):
    clf = DecisionListClassifierCV(["0.05", "0.01"], cv=3, scoring=scoring, time_limit=3).fit(*iris)

    assert np.isfinite(clf.cv_results_["mean_test_score"]).all()


def test_it_is_an_estimator_like_others(iris):
    clf = DecisionListClassifierCV(["0.05", "0.02"], cv=2, one_standard_error=True, time_limit=2)

    assert clone(clf).get_params() == clf.get_params()
    assert cross_val_score(clf, *iris, cv=2).min() > 0.85


def test_the_front_has_a_list_for_every_size(iris):
    X, y = iris
    found = DecisionListFront(6, time_limit=20).fit(X, y)

    assert found.front_.proved
    assert [found.list_of(k).size for k in (1, 2, 3, 5)] == [1, 1, 3, 5]
    assert [(found.predict(X, size=point.size) != y).sum() for point in found.points_] == [
        point.errors for point in found.points_
    ]
    assert (found.predict(X) == found.predict(X, size=6)).all()
    assert found.predict_proba(X).shape == (150, 3)
    assert found.list_of().size == len(found.rules_) + sum(len(rule.literals) for rule in found.list_of().rules)


def test_a_front_takes_frames_weights_and_missing_entries():
    frame = pd.DataFrame({"a": [1.0, 2.0, None, 4.0] * 5, "b": ["x", "y", "x", "y"] * 5})
    y = ["n", "n", "p", "p"] * 5
    found = DecisionListFront(4).fit(frame, y, sample_weight=[0.5] * 20)

    assert y == found.predict(frame).tolist()


def test_the_bound_over_every_cut_point_is_told(iris):
    clf = DecisionListClassifier(0.02).fit(*iris)

    assert clf.lower_bound_all_cuts_ == clf.objective_ == clf.lower_bound_
    assert DecisionListClassifier(0.02, cuts="intervals").fit(*iris).lower_bound_all_cuts_ is None
