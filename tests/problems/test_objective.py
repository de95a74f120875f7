"""Objectives: presets of prices, read exactly, and solved to the oracle's optimum."""

import random
from fractions import Fraction

import numpy as np
import pytest

from oracles.prices import least_cost
from samples.strategies import data_of, problem_of, random_table
from shortlist import Constraints, DecisionListClassifier, Objective, UsageError, learn
from shortlist.features.literal import Literal, Op
from shortlist.features.rows import DistinctRows
from shortlist.models.model import ModelKind
from shortlist.problems.costs import Costs
from shortlist.problems.objective import Form, costs_of
from shortlist.problems.solution import Status

CHUNKS, TABLES_PER_CHUNK = 10, 110


def assert_least(table, expected, objective, **options):
    learned = learn(data_of(table), objective=objective, **options)

    assert Status.OPTIMAL is learned.solution.status
    assert expected == Fraction(learned.solution.cost, learned.problem.costs.error)


def check_corels(rng: random.Random, table) -> None:
    share, most = rng.choice(["0.05", "0.1", "1/3", "0.017"]), rng.randint(1, 3)
    classes = sorted({label for _, label in table})
    n_features = len(table[0][0])
    expected = least_cost(
        table,
        rule=Fraction(share) * len(table),
        literal=[Fraction(0)] * n_features,
        default=Fraction(0),
        error=lambda c, p: Fraction(int(c != p)),
        max_literals=most,
        n_classes=classes[-1] + 1,
    )
    constraints = Constraints(max_literals=most)
    assert_least(table, expected, Objective(share, "corels"), constraints=constraints)


def check_customizable(rng: random.Random, table) -> None:
    classes = sorted({label for _, label in table})
    rule, usual = Fraction(rng.randint(0, 8), rng.choice([1, 2, 3])), Fraction(rng.randint(1, 4), rng.choice([1, 4]))
    varying = range(len(table[0][0]))
    prices = {f"f{k}": Fraction(rng.randint(0, 6), 2) for k in varying if rng.random() < 0.4}
    errors = {(c, p): Fraction(rng.randint(0, 9), 2) for c in classes for p in classes if c != p and rng.random() < 0.5}
    expected = least_cost(
        table,
        rule=rule,
        literal=[prices.get(f"f{k}", usual) for k in varying],
        default=Fraction(0),
        error=lambda c, p: Fraction(0) if classes[p] == c else errors.get((c, classes[p]), Fraction(1)),
        max_literals=len(varying),
        n_classes=len(classes),
    )
    objective = Objective(
        preset="customizable", rule_price=rule, literal_price=usual, feature_prices=prices, error_prices=errors
    )
    assert_least(table, expected, objective)


def check_seed(seed: int) -> None:
    rng = random.Random(seed)
    table = random_table(rng)
    while not table[0][0]:
        table = random_table(rng)
    check_corels(rng, table)
    check_customizable(rng, table)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_objectives_equal_the_oracle_on_seeded_tables(chunk):
    for seed in range(chunk * TABLES_PER_CHUNK, (chunk + 1) * TABLES_PER_CHUNK):
        check_seed(seed)


def rows_of(weight, n_features=0):
    """Rows of this weight in all; all of class 0."""
    return DistinctRows(np.zeros((1, n_features), dtype=bool), np.array([[weight, 0]]))


def list_costs(objective, weight, features=(), classes=(0, 1)):
    return costs_of(objective, ModelKind.LIST, rows_of(weight, len(features)), features, classes)


def test_the_paper_rounds_its_price_of_a_node_up():
    assert Costs.per_node(6) == list_costs(Objective("0.05", "paper"), 105)
    assert Costs.per_node(1) == list_costs(Objective(0, "paper"), 105)


def test_a_single_price_takes_the_place_of_the_presets():
    features = (Literal("age", Op.AT_MOST, 30), Literal("sex", Op.EQUAL, "m"))
    objective = Objective(
        "0.05", "paper", literal_price="0.5", feature_prices={"age": 3}, error_prices={("a", "b"): "1.25"}
    )

    assert Costs(20, 2, 20, (12, 2), ((0, 5), (4, 0)), 4) == list_costs(objective, 100, features, ("a", "b"))


def test_the_prices_of_sets_are_those_of_their_presets():
    rows = DistinctRows(np.zeros((3, 5), dtype=bool), np.full((3, 2), 25))

    def prices(share, preset):
        return costs_of(Objective(share, preset), ModelKind.SET, rows, (), (0, 1))

    assert Costs(8, 8, 0) == prices("0.05", "opt") == prices("0.05", None)
    assert Costs(8, 0, 0) == prices("0.05", "mds2")
    # No useful set has more literals than distinct rows times classes times features, 30.
    assert Costs(8 * 31, 1, 0, error=31) == prices("0.05", "mds2*")
    assert Costs(1, 1, 0) == prices(0, "opt")


@pytest.mark.parametrize(
    ("kind", "form", "expected"),
    [
        (ModelKind.LIST, None, Form.COMPLETE),
        (ModelKind.HYBRID, None, Form.COMPLETE),
        (ModelKind.SET, None, Form.SEPARATED),
        (ModelKind.SET, "complete", Form.COMPLETE),
        (ModelKind.SET, "separated", Form.SEPARATED),
    ],
)
def test_errors_are_of_each_class_in_sets_unless_asked_otherwise(kind, form, expected):
    assert expected is Objective(form=form).form_of(kind)


@pytest.mark.parametrize(
    ("objective", "options", "sentence"),
    [
        (Objective(preset="gini"), {}, "the objective of a list must be one of paper, corels, customizable"),
        (Objective(preset="paper"), {"model": "set"}, r"the objective of a set must be one of opt, mds2, mds2\*"),
        (Objective(preset="customizable"), {}, "needs the prices of a rule and of a literal"),
        (Objective(rule_price=-1), {}, "the price of a rule must not be negative"),
        (Objective(literal_price="much"), {}, "the price of a literal must be a number"),
        (Objective(feature_prices={"nope": 1}), {}, "columns of the table, got 'nope'"),
        (Objective(error_prices={(0, 7): 1}), {}, "classes among 0, 1, got 7"),
        (Objective(error_prices={(0, 0): 1}), {}, "is no error"),
        (Objective(2, "corels"), {}, "from 0 to 1"),
        (Objective(rule_price="1/999999999"), {}, "common denominator"),
        (
            Objective(literal_price=0),
            {"engine": "maxsat"},
            "the engine maxsat cannot keep to several prices for a list",
        ),
        (Objective(literal_price=0), {"separate": "i+"}, "cannot keep to several prices for a separated list"),
        (Objective(form="complete"), {}, "for sets only"),
        (Objective(form="whole"), {"model": "set"}, "the form of a set must be one of separated, complete"),
    ],
)
def test_prices_that_make_no_sense_are_refused(objective, options, sentence):
    table = [((False, True), 0), ((True, False), 1), ((True, True), 1)]
    with pytest.raises(UsageError, match=sentence):
        learn(data_of(table), objective=objective, **options)


def test_the_estimator_takes_prices_and_orders():
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 5)
    y = X[:, 0] & X[:, 1]
    corels = DecisionListClassifier(0.05, objective="corels").fit(X, y)
    dear = DecisionListClassifier(
        objective="customizable", rule_price=1, literal_price=0.5, feature_prices={"x0": 50}, error_prices={(1, 0): 3}
    ).fit(X, y)

    assert (1, "optimal") == (corels.objective_, corels.status_)
    assert {"x1"} == {literal.column for rule in dear.list_.rules for literal in rule.literals}
    with pytest.warns(UserWarning, match="not proved: the list costs 4"):
        separated = DecisionListClassifier(0.05, separate=[1, 0]).fit(X, y)
    assert [((1,), "optimal"), ((0,), "optimal")] == [(p.labels, str(p.status)) for p in separated.solution_.parts]


@pytest.mark.parametrize("kind", [ModelKind.SET, ModelKind.HYBRID])
@pytest.mark.parametrize("price", [{"rule_price": 5}, {"feature_prices": {"f0": 2}}, {"error_prices": {(0, 1): 3}}])
def test_single_prices_are_refused_where_they_would_be_ignored(kind, price):
    problem = problem_of([((True,), 1), ((False,), 0)], node_cost=1)
    with pytest.raises(UsageError, match="can be given for lists only"):
        costs_of(Objective(0.1, **price), kind, problem.rows, problem.features, problem.classes)


@pytest.mark.parametrize(
    "price", [{"error_prices": {(0, 1): "1e18"}}, {"rule_price": "1e30"}, {"literal_price": 2**60}]
)
def test_prices_too_large_to_be_added_up_are_refused_in_a_sentence(price):
    problem = problem_of([((True,), 1), ((False,), 0)], node_cost=1)
    with pytest.raises(UsageError, match="must not be above"):
        costs_of(Objective(0.1, **price), ModelKind.LIST, problem.rows, problem.features, problem.classes)
