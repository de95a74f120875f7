"""Objectives: presets of prices, read exactly, and solved to the oracle's optimum."""

import random
from fractions import Fraction

import numpy as np
import pytest

from oracles.prices import least_cost
from samples.strategies import random_table
from shortlist import DecisionListClassifier, UsageError, learn
from shortlist.features.literal import Literal, Op
from shortlist.problems.constraints import Constraints
from shortlist.problems.costs import Costs
from shortlist.problems.objective import costs_of
from shortlist.problems.solution import Status
from shortlist.tables.frames import labelled, table_of_array

CHUNKS, TABLES_PER_CHUNK = 10, 110


def data_of(table):
    matrix = np.array([row for row, _ in table], dtype=bool).reshape(len(table), -1)
    names = [f"f{k}" for k in range(matrix.shape[1])]
    return labelled(table_of_array(matrix, names), "y", [label for _, label in table])


def assert_least(table, expected, **options):
    learned = learn(data_of(table), **options)

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
    assert_least(table, expected, regularization=share, objective="corels", constraints=constraints)


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
    assert_least(
        table,
        expected,
        objective="customizable",
        rule_price=rule,
        literal_price=usual,
        feature_prices=prices,
        error_prices=errors,
    )


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


def test_the_paper_rounds_its_price_of_a_node_up():
    assert Costs.per_node(6) == costs_of("paper", "0.05", 105, (), (0, 1))
    assert Costs.per_node(1) == costs_of("paper", 0, 105, (), (0, 1))


def test_a_single_price_takes_the_place_of_the_presets():
    features = (Literal("age", Op.AT_MOST, 30), Literal("sex", Op.EQUAL, "m"))
    given = costs_of(
        "paper", "0.05", 100, features, ("a", "b"),
        literal_price="0.5", feature_prices={"age": 3}, error_prices={("a", "b"): "1.25"},
    )  # fmt: skip

    assert Costs(20, 2, 20, (12, 2), ((0, 5), (4, 0)), 4) == given


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"objective": "gini"}, "the objective must be one of paper, corels, customizable"),
        ({"objective": "customizable"}, "needs the prices of a rule and of a literal"),
        ({"rule_price": -1}, "the price of a rule must not be negative"),
        ({"literal_price": "much"}, "the price of a literal must be a number"),
        ({"feature_prices": {"nope": 1}}, "columns of the table, got 'nope'"),
        ({"error_prices": {(0, 7): 1}}, "classes among 0, 1, got 7"),
        ({"error_prices": {(0, 0): 1}}, "is no error"),
        ({"objective": "corels", "regularization": 2}, "from 0 to 1"),
        ({"rule_price": "1/999999999"}, "common denominator"),
        ({"literal_price": 0, "engine": "maxsat"}, "needs one price"),
        ({"literal_price": 0, "separate": "i+"}, "separated lists know the paper's objective only"),
    ],
)
def test_prices_that_make_no_sense_are_refused(options, sentence):
    table = [((False, True), 0), ((True, False), 1), ((True, True), 1)]
    with pytest.raises(UsageError, match=sentence):
        learn(data_of(table), **options)


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
    assert [(1, "optimal"), (0, "optimal")] == [(p.label, str(p.status)) for p in separated.solution_.parts]
