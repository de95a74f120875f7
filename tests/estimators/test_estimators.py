"""The scikit-learn shells keep scikit-learn's contract."""

import time

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.model_selection import cross_val_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from shortlist import (
    Binarizer,
    DataError,
    DecisionListClassifier,
    DecisionListsClassifier,
    DecisionSetClassifier,
    Kind,
    Model,
    ModelKind,
    NotProvedWarning,
    UsageError,
    read_model,
    write_model,
)
from shortlist.tables.weights import integer_weights

EVERY = {
    DecisionListClassifier: ("list_", ModelKind.LIST),
    DecisionSetClassifier: ("set_", ModelKind.SET),
    DecisionListsClassifier: ("lists_", ModelKind.HYBRID),
}
"""Each estimator, the name of its model, and the kind of this."""


@parametrize_with_checks(
    [
        DecisionListClassifier(time_limit=0.5),
        DecisionSetClassifier(time_limit=0.5),
        # MaxSAT needs a third of a second for one of the checks with so few questions, on an idle machine.
        DecisionListsClassifier(cuts="intervals", time_limit=2),
        Binarizer(),
        Binarizer(cuts="quantile", bins=3),
    ]
)
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

    assert one.list_.rules == two.list_.rules
    thirds, scale = integer_weights([1 / 3, 1], 2)
    assert [333_333, 1_000_000] == thirds.tolist()
    assert 1e6 == scale
    assert ([1, 10], 10) == (
        integer_weights(np.float32([0.1, 1]), 2)[0].tolist(),
        integer_weights(np.float32([0.1, 1]), 2)[1],
    )
    with pytest.raises(DataError, match="all zero"):
        integer_weights([0, 0], 2)


@pytest.mark.parametrize("weights", [[2**62] * 4, [1e300, 1, 1, 1], [2**52] * 4, [2**51] * 4])
def test_weights_too_large_to_add_up_are_refused(weights):
    with pytest.raises(DataError, match="must not be"):
        DecisionListClassifier().fit([[0], [1], [0], [1]], [0, 1, 0, 1], sample_weight=weights)


def test_an_unproved_fit_warns_with_its_bracket():
    rng = np.random.default_rng(0)
    with pytest.warns(NotProvedWarning, match="stopped by the time limit: the list costs"):
        clf = DecisionListClassifier(time_limit=1e-6).fit(rng.integers(0, 2, (300, 30)), rng.integers(0, 3, 300))

    assert "feasible" == clf.status_
    assert 0 < clf.gap_ <= 1


def test_a_fitted_list_can_be_saved_and_read_back(tmp_path):
    X = np.array([["a", "x"], ["b", "y"], ["a", "y"], ["b", "x"]] * 3)
    clf = DecisionListClassifier(0.05).fit(X, X[:, 0])
    write_model(clf.model_file_, tmp_path / "m.json")

    assert clf.list_ == read_model(tmp_path / "m.json").model


def test_kinds_can_be_chosen():
    X, y = np.arange(10)[:, None].repeat(3, axis=0), np.arange(10).repeat(3) > 4
    clf = DecisionListClassifier(bins=2, kinds={"x0": "number"}).fit(X, y)

    assert ["x0 <= 4"] == [str(literal) for literal in clf.list_.rules[0].literals]


def test_columns_are_bound_by_position_between_frames_and_arrays():
    frame, y = pd.DataFrame({"x1": [0, 1] * 6, "x0": [0, 0, 1, 1] * 3}), np.array([0, 1] * 6)
    clf = DecisionListClassifier(0.05).fit(frame, y)
    with pytest.warns(UserWarning, match="feature names"):
        assert y.tolist() == clf.predict(frame.to_numpy()).tolist()
    clf = DecisionListClassifier(0.05).fit(frame.to_numpy(), y)
    with pytest.warns(UserWarning, match="feature names"):
        assert y.tolist() == clf.predict(frame).tolist()


def test_a_row_of_weight_0_does_not_even_tell_the_kind_of_a_column():
    X, y, w = np.array([[0], [1], [1]] * 10 + [[100]]), np.array([*"uvv" * 10, "v"]), [1] * 30 + [0]

    for given in (X, pd.DataFrame(X, columns=["x0"])):
        clf = DecisionListClassifier(0.02).fit(given, y, w)
        assert 3 == clf.objective_
        assert {"x0": Kind.BOOLEAN} == clf.model_file_.kinds


def test_a_number_never_seen_in_a_boolean_column_satisfies_only_the_negation():
    clf = DecisionListClassifier(0.05).fit(np.array([[0], [1]] * 6), ["no", "yes"] * 6)

    assert ["yes", "no", "no"] == clf.predict(np.array([[1], [0], [2]])).tolist()


@pytest.mark.parametrize("dtype", ["boolean", "string", "bool[pyarrow]", "string[pyarrow]", "Int64", "category"])
def test_missing_entries_of_every_pandas_type_are_missing(dtype):
    values = {"boolean": [True, False], "bool[pyarrow]": [True, False], "Int64": [1, 2]}.get(dtype, ["a", "b"])
    frame = pd.DataFrame({"x": pd.array([*values, None] * 6, dtype=dtype)})
    y = ["u", "v", "w"] * 6

    assert y == DecisionListClassifier(0.02).fit(frame, y).predict(frame).tolist()


@pytest.mark.parametrize("y", [["a", None, "a"], [1, "a", 2], [0.5, 1.25, 2.5]])
def test_targets_that_are_no_classes_are_refused(y):
    with pytest.raises(ValueError, match=r"y |continuous"):
        DecisionListClassifier().fit([[0], [1], [2]], np.array(y, dtype=object if None in y or "a" in y else float))


@pytest.mark.parametrize(
    "options", [{"time_limit": "1"}, {"bins": 1.5}, {"max_categories": "x"}, {"regularization": []}]
)
def test_options_of_the_wrong_type_are_refused(options):
    with pytest.raises(ValueError, match="must be"):
        DecisionListClassifier(**options).fit([[0], [1]], [0, 1])


def test_it_works_in_cross_validation():
    rng = np.random.default_rng(2)
    X = rng.integers(0, 2, (90, 3))

    assert (cross_val_score(DecisionListClassifier(0.05), X, X[:, 1], cv=3) == 1).all()


@pytest.mark.parametrize("estimator", EVERY)
def test_a_callback_sees_costs_fall_and_bounds_rise(estimator):
    rng = np.random.default_rng(0)
    seen = []
    with pytest.warns(NotProvedWarning):
        clf = estimator(0.003, time_limit=0.8, callback=seen.append).fit(
            rng.integers(0, 2, (300, 25)), rng.integers(0, 2, 300)
        )

    assert seen
    costs = [moment.cost for moment in seen]
    if estimator is DecisionListsClassifier:  # MaxSAT has a bound before it has a model
        costs = [cost for cost in costs if cost is not None]
    assert sorted(costs, reverse=True) == costs
    assert sorted(moment.lower_bound for moment in seen) == [moment.lower_bound for moment in seen]
    name, kind = EVERY[estimator]
    models = [moment.model for moment in seen if moment.model is not None]
    assert {kind} == {model.kind for model in models}
    assert getattr(clf, name) == models[-1]


@pytest.mark.parametrize("estimator", EVERY)
def test_the_learned_model_is_an_attribute_and_a_file(estimator, tmp_path):
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 5)
    name, kind = EVERY[estimator]
    clf = estimator(0.05).fit(X, X[:, 0] & X[:, 1])
    write_model(clf.model_file_, tmp_path / "m.json")
    model = getattr(clf, name)

    assert isinstance(model, Model)
    assert kind is model.kind
    assert clf.model_file_ == read_model(tmp_path / "m.json")
    assert clf.status_ == clf.model_file_.claim.status == "optimal"
    assert clf.objective_ == clf.lower_bound_ == clf.model_file_.claim.cost
    assert (X[:, 0] & X[:, 1]).tolist() == clf.predict(X).tolist()


@pytest.mark.parametrize("estimator", EVERY)
def test_apply_gives_numbers_of_rules_and_minus_one_for_silence(estimator):
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 5)
    clf = estimator(regularization=0).fit(X, X[:, 0] & X[:, 1])
    model, applied = clf.model_file_.model, clf.apply(X)

    if estimator is DecisionListClassifier:
        assert (len(X),) == applied.shape
        assert applied.min() >= 0
    else:
        assert (len(X), len(model.lists)) == applied.shape
        assert applied.min() >= -1
    of_rows = applied.reshape(len(X), -1).tolist()
    for row, explanation in zip(of_rows, clf.explain(X), strict=True):
        assert [k for k in row if k >= 0] == [step.position for step in explanation.steps if step.fired]
    said = [{model.rules[k].label for k in row if k >= 0} for row in of_rows]
    assert [len(labels) == 1 for labels in said] == clf.decided(X).tolist()
    assert all({p} == labels for p, labels in zip(clf.predict(X).tolist(), said, strict=True))


def test_a_set_is_silent_where_no_rule_of_it_holds():
    X = np.array([[0, 0], [0, 1], [1, 0]] * 10)
    clf = DecisionSetClassifier(regularization=0).fit(X, np.array([*"abc"] * 10))

    assert -1 in clf.apply(X)
    assert (clf.apply(X) >= 0).any(axis=1).tolist() == clf.decided(X).tolist()


@pytest.mark.parametrize("estimator", [DecisionSetClassifier, DecisionListsClassifier])
def test_undecided_rows_are_predicted_as_asked(estimator):
    rows = np.array([[0, 0], [0, 1], [1, 0]] * 10)
    labels = np.array(["a", "b", "c"] * 10)
    labels[3] = "a"
    clf = estimator(regularization=0.1, undecided="commonest").fit(rows, labels)
    new = np.array([[1, 1], [0, 0]])

    model, table = clf._fitted(new)
    assert model.decided(table).tolist() == clf.decided(new).tolist()
    assert all(clf.predict(new)[~clf.decided(new)] == "a")
    assert {"a", "b", "c"} >= set(clf.set_params(undecided="matching").fit(rows, labels).predict(new))
    with pytest.raises(UsageError, match="undecided"):
        estimator(undecided="abstain").fit(rows, labels)


def test_a_contradiction_is_predicted_as_asked():
    """Rules of both classes hold on the new row: the commonest class of all rows, or of those that the rules answered."""
    rows = np.array([[1, 0]] * 9 + [[0, 1]] * 8 + [[0, 0]] * 2)
    labels = np.array(["a"] * 9 + ["b"] * 10)
    matching, commonest = (
        DecisionSetClassifier(0.1, undecided=how).fit(rows, labels) for how in ("matching", "commonest")
    )
    new = np.array([[1, 1], [0, 0]])
    undecided = ~matching.decided(new)

    assert matching.set_ == commonest.set_
    assert matching.predict_proba(new).argmax(axis=1).tolist() == [
        matching.classes_.tolist().index(label) for label in matching.predict(new)
    ]
    assert {"b"} >= set(commonest.predict(new)[undecided])
    assert (matching.predict(new) == commonest.predict(new))[~undecided].all()


def test_a_set_that_ends_early_warns():
    rng = np.random.default_rng(1)
    with pytest.warns(NotProvedWarning, match="the set costs"):
        DecisionSetClassifier(regularization=0, time_limit=0.4).fit(
            rng.random((300, 25)) < 0.5, rng.integers(0, 2, 300)
        )


@pytest.mark.parametrize("estimator", EVERY)
def test_weights_count_as_equal_rows(estimator):
    X, y, w = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0, 1, 1, 0]), np.array([5, 4, 3, 2])
    one, two = estimator(0.1).fit(X, y, w), estimator(0.1).fit(X.repeat(w, axis=0), y.repeat(w))

    assert one.model_file_.model == two.model_file_.model
    assert one.model_file_.claim == two.model_file_.claim


@pytest.mark.parametrize("estimator", EVERY)
def test_cloning_keeps_every_option_as_it_was_given(estimator):
    from sklearn.base import clone

    clf = estimator("0.02", bins=3, kinds={"x0": "code"}, time_limit=5, memory_limit=None)

    assert clf.get_params() == clone(clf).get_params()
    assert ("0.02", 3, {"x0": "code"}, 5, None) == tuple(
        clf.get_params()[name] for name in ("regularization", "bins", "kinds", "time_limit", "memory_limit")
    )


def test_options_reach_the_problem():
    X = pd.DataFrame({"a": [0, 0, 1, 1] * 5, "b": [0, 1, 0, 1] * 5})
    y = np.array([0, 1, 1, 0] * 5)
    kept = DecisionListClassifier("0.01", max_literals=1, rule_classes=[1], forbid=["not b"]).fit(X, y).list_

    assert all(len(rule.literals) <= 1 for rule in kept.rules)
    assert {1} >= {rule.label for rule in kept.rules[:-1]}
    assert "not b" not in {str(literal) for rule in kept.rules for literal in rule.literals}
    assert 0 == DecisionListClassifier("0.01", separate=[1, 0]).fit(X, y).list_.rules[-1].label
    with pytest.raises(UsageError, match="engine for a set"):
        DecisionSetClassifier(engine="greedy").fit(X, y)
    with pytest.raises(UsageError, match="one of opt, mds2"):
        DecisionSetClassifier(objective="corels").fit(X, y)


def test_many_different_weights_are_made_whole_in_time():
    """The largest was looked for anew for each of them."""
    weights = np.random.default_rng(0).random(20_000)
    began = time.process_time()
    whole, scale = integer_weights(weights, len(weights))

    assert 10**6 <= whole.max() < 10**7
    assert np.allclose(whole / scale, weights, atol=1e-6)
    assert time.process_time() - began < 10
