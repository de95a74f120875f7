"""Weights are counted exactly, in whole numbers, and told in the user's own."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from sklearn.utils.class_weight import compute_class_weight

from shortlist import (
    Constraints,
    DataError,
    DecisionListClassifier,
    DecisionListsClassifier,
    DecisionSetClassifier,
    Objective,
    UsageError,
    learn,
    read_labelled,
)
from shortlist.features.rows import merge
from shortlist.problems.evaluate import numbers_captured
from shortlist.tables.parted import survey
from shortlist.tables.weights import class_weighted, integer_weights

EVERY = (DecisionListClassifier, DecisionSetClassifier, DecisionListsClassifier)


@pytest.fixture(scope="module")
def titanic():
    """The passengers one by one, as a frame and classes."""
    data = read_labelled("titanic")
    frame = pd.DataFrame({column.name: column.values for column in data.table})
    return frame, np.array(data.classes)[data.labels]


@pytest.fixture
def weighted_csv(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b,w,y\n" + "0,u,0.5,no\n1,u,1.5,yes\n1,v,2.25,yes\n0,v,1,no\n1,v,0.75,no\n" * 4)
    return path


@pytest.mark.parametrize("estimator", [DecisionListClassifier])
@pytest.mark.parametrize("engine", ["auto", "search", "greedy"])
def test_min_rows_are_rows_whatever_they_weigh(titanic, estimator, engine):
    """With all weights .37 the smallest rule had 21 rows."""
    frame, y = titanic
    plain, weighted = (
        estimator("0.001", min_rows=100, engine=engine).fit(frame, y, sample_weight=weights)
        for weights in (None, np.full(len(y), 0.37))
    )

    assert [rule.literals for rule in plain.list_.rules] == [rule.literals for rule in weighted.list_.rules]
    assert min(np.bincount(weighted.apply(frame))) >= 100


@pytest.mark.parametrize("seed", range(25))
def test_a_rule_has_its_rows_under_random_weights(seed):
    """Against brute force over all lists of one rule: the cheapest whose rule has enough rows of the table."""
    rng = np.random.default_rng(seed)
    X, y, w = rng.integers(0, 2, (30, 3)), rng.integers(0, 2, 30), rng.integers(1, 40, 30) / 8
    least = int(rng.integers(1, 16))
    clf = DecisionListClassifier("0.01", min_rows=least, max_rules=1, max_literals=1).fit(X, y, sample_weight=w)
    scaled, scale = integer_weights(w, 30)
    price = -(-int(scaled.sum()) // 100)

    def lost(rows):
        return min(int(scaled[rows & (y == k)].sum()) for k in (0, 1))

    costs = [lost(np.ones(30, dtype=bool)) + price]
    for column in range(3):
        for value in (0, 1):
            rows = X[:, column] == value
            if rows.sum() >= least and 0 < rows.sum() < 30:
                costs.append(lost(rows) + lost(~rows) + 3 * price)
    assert min(costs) / scale == clf.objective_
    assert scale == clf.weight_scale_


@pytest.mark.parametrize("estimator", EVERY)
def test_counts_are_printed_in_the_users_weights(titanic, estimator):
    """Balanced weights were printed as "covers 417491969: 339000000 right"."""
    frame, y = titanic
    clf = estimator(0.02, class_weight="balanced").fit(frame, y)
    model = clf.model_file_.model

    assert max(float(n) for n in clf.rules_["rows"]) <= len(y)
    assert len(y) / 2 == pytest.approx(
        sum(map(sum, clf.model_file_.claim.counted.confusion[:1])) / model.scale, rel=1e-6
    )
    for text in (str(model), clf._repr_html_()):
        assert not any(len(word) > 9 and word.isdigit() for word in text.replace(":", " ").split())


def test_a_weighted_list_reads_as_the_user_weighs():
    X, y = np.array([[0], [0], [1], [1]]), [0, 1, 1, 0]
    clf = DecisionListClassifier(0.02).fit(X, y, sample_weight=[0.5, 1.5, 1.25, 2.0])

    assert ["IF      x0  THEN 0  (covers 3.25: 2 right)", "ELSE             1  (covers 2: 1.5 right)"] == str(
        clf.list_
    ).split("\n")
    assert [3.25, 2.0] == list(clf.rules_["rows"])
    assert (4, 4) == (clf.weight_scale_, clf.list_.scale)


def test_prices_are_in_errors_of_weight_1():
    """A price of 3 was 3 of the scaled units, next to nothing."""
    X, y = np.array([[0], [1]] * 10), [0, 1] * 10
    prices = {"objective": "customizable", "rule_price": 3, "literal_price": 2, "feature_prices": {"x0": "2.5"}}
    whole = DecisionListClassifier(0.1, **prices).fit(X, y)
    quarter = DecisionListClassifier(0.1, **prices).fit(X, y, sample_weight=[1.0, 0.75] * 10)

    assert (5.5, 5.5) == (whole.objective_, quarter.objective_)
    free = DecisionListClassifier(0, objective="customizable", rule_price=3, literal_price=2)
    assert 5 == free.fit(X, y, sample_weight=[1.0, 0.75] * 10).objective_


def test_balanced_is_what_scikit_learn_calls_balanced(titanic):
    frame, y = titanic
    data = class_weighted(read_labelled("titanic"), "balanced")
    theirs = compute_class_weight("balanced", classes=np.unique(y), y=y)

    assert theirs.tolist() == pytest.approx([float(Fraction(weight)) for weight in data.weighting.classes])
    given = dict(zip(np.unique(y), theirs, strict=True))
    one, two = (DecisionListClassifier(0.02, class_weight=w).fit(frame, y) for w in ("balanced", given))
    assert [rule.literals for rule in one.list_.rules] == [rule.literals for rule in two.list_.rules]


def test_weights_of_classes_and_of_rows_are_multiplied():
    X, y = np.array([[0], [0], [1], [1]]), np.array([0, 1, 1, 0])
    one = DecisionListClassifier(0.1, class_weight={1: 3}).fit(X, y, sample_weight=[0.5, 1, 1, 2])
    two = DecisionListClassifier(0.1).fit(X, y, sample_weight=[0.5, 3, 3, 2])

    assert one.model_file_.model == two.model_file_.model
    assert (str(one.list_), str(two.list_)) == ("1  (covers 4.5: 2 right)", "1  (covers 8.5: 6 right)")


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        ("even", "must be 'balanced' or weights of classes"),
        ({"maybe": 2}, "of classes among no, yes, got 'maybe'"),
        ({"yes": 0}, "must be a number above 0"),
        ({"yes": "x"}, "must be a number above 0"),
    ],
)
def test_class_weights_that_are_none_are_refused(weights, sentence):
    with pytest.raises(UsageError, match=sentence):
        class_weighted(read_labelled("titanic"), weights)


def test_merged_rows_remember_how_many_they_are():
    features, labels, weights = np.array([[0], [0], [1], [1]], bool), np.array([0, 1, 1, 1]), np.array([5, 0, 7, 9])

    assert [1, 2] == merge(features, labels, 2, weights, single=True).numbers.tolist()
    assert [5, 16] == merge(features, labels, 2, weights).numbers.tolist()
    learned = learn(read_labelled("titanic"), objective=Objective("0.002"), constraints=Constraints(min_rows=50))
    assert numbers_captured(learned.problem, learned.solution.lists[0]).tolist() == [
        r.covered for r in learned.model.rules
    ]


def test_a_column_of_weights_is_read_exactly_and_is_no_feature(weighted_csv, tmp_path):
    data = read_labelled(weighted_csv, weight="w")
    pd.read_csv(weighted_csv).to_parquet(tmp_path / "t.parquet")
    frame = read_labelled(tmp_path / "t.parquet", weight="w")

    assert (("a", "b"), [2, 6, 9, 4, 3], 4, "w") == (
        data.table.names, data.weights[:5].tolist(), data.weighting.scale, data.weighting.column
    )  # fmt: skip
    assert (frame.table.names, frame.weights.tolist(), frame.weighting) == (
        data.table.names, data.weights.tolist(), data.weighting
    )  # fmt: skip


@pytest.mark.parametrize("bad", ["", "x", "-1", "inf", "1e400", "nan"])
def test_a_weight_that_is_none_is_refused_with_its_line(tmp_path, bad):
    (tmp_path / "t.csv").write_text(f"a,w,y\n0,1,no\n1,{bad},yes\n")
    with pytest.raises(DataError, match=r"line 3, column 'w': must be a weight|must not be above"):
        read_labelled(tmp_path / "t.csv", weight="w")


def test_an_exact_price_of_a_node_is_in_errors_of_weight_1():
    X, y, w = np.array([[0], [1]] * 10), [0, 1] * 10, [1.0, 0.75] * 10
    clf = DecisionListClassifier(node_price="1.5").fit(X, y, sample_weight=w)

    assert 3 * 1.5 == clf.objective_ == clf.lower_bound_
    assert "cost 4.5 = 0 errors + 1.5 × 3 nodes" in clf._repr_html_()


def test_a_budget_of_nodes_does_not_depend_on_the_unit_of_weights(titanic):
    frame, y = titanic
    one, two = (
        DecisionListClassifier(max_size=5).fit(frame, y, sample_weight=w) for w in (None, np.full(len(y), 0.37))
    )

    assert [rule.literals for rule in one.list_.rules] == [rule.literals for rule in two.list_.rules]
    assert ("optimal", "optimal") == (one.status_, two.status_)
    errors = [clf.model_file_.claim.counted.errors / clf.weight_scale_ for clf in (one, two)]
    assert errors[0] * 0.37 == pytest.approx(errors[1])


@pytest.mark.parametrize("weight", ["1e-9", "1e-11", "3.3333333333e-8"])
def test_small_weights_do_not_become_0(weight):
    """Regression: they were rounded away, and the rows with them: 100 % right on 1490 of 2201 rows."""
    data = class_weighted(read_labelled("titanic"), {"yes": weight})
    learned = learn(data, objective=Objective("0.02"))

    assert data.weights.min() > 0
    assert float(weight) == pytest.approx(data.weights.min() / data.weights.max(), rel=0.3)
    assert len(data) == learned.problem.rows.numbers.sum()
    assert learned.claim.counted.errors > 0


def test_weights_that_whole_numbers_cannot_count_are_refused_with_the_ratio_that_they_can():
    with pytest.raises(DataError, match=r"at most 4e14 times the smallest that is above 0, .* got 1e\+18 times"):
        class_weighted(read_labelled("titanic"), {"yes": "1e-15"})
    with pytest.raises(DataError, match="sample_weight must together be at most 4e14 times"):
        integer_weights([1.0, 1e-300], 2)
    assert [10**12, 1] == integer_weights([1.0, 1e-12], 2)[0].tolist()


@pytest.mark.parametrize("stream", [False, True])
def test_rows_of_weight_0_are_told(tmp_path, stream):
    (tmp_path / "t.csv").write_text("a,w,y\n0,0,no\n1,2,yes\n0,1,no\n1,0,yes\n")
    path, note = tmp_path / "t.csv", "column w: 2 rows of 4 of weight 0 count for nothing"

    assert (note,) == (survey(path, weight="w") if stream else read_labelled(path, weight="w")).notes
