"""Prices, weights, counts and limits at the edge of what 64 bits hold: solved exactly, or refused in one sentence."""

import json
import random
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from fuzzing import REGRESSIONS
from samples import price_cases
from samples.strategies import problem_of
from shortlist import Constraints, DecisionListClassifier, Limits, Objective, UsageError, learn, read_labelled
from shortlist.engines.registry import solve
from shortlist.engines.sat.sat import sat
from shortlist.features.literal import Literal, Op
from shortlist.features.rows import DistinctRows
from shortlist.problems.costs import Costs
from shortlist.problems.divided import divided
from shortlist.problems.evaluate import cost_of
from shortlist.problems.problem import Problem
from shortlist.problems.solution import Status

X, y = np.array([[0, 1], [1, 0], [1, 1], [0, 0]] * 3), np.array([0, 1, 1, 0] * 3)


@pytest.mark.parametrize("path", sorted(REGRESSIONS.glob("prices-*.json")), ids=lambda path: path.stem)
def test_what_fuzzing_found_is_mended(path):
    price_cases.check(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("chunk", range(4))
def test_extreme_prices_and_weights_equal_the_oracle_on_seeded_tables(chunk):
    ended = [price_cases.check(price_cases.draw(random.Random(seed))) for seed in range(chunk * 100, chunk * 100 + 100)]

    assert ended.count("optimal") > 30


ODD = [1.5, -1, 10**30, 10**400, 10**5000, float("nan"), "x", b"x", [], Decimal(2), Fraction(1, 3), object()]


@pytest.mark.parametrize("value", ODD, ids=lambda value: repr(value)[:12] if value != 10**5000 else "huge")
@pytest.mark.parametrize(
    "option",
    ["max_rules", "max_literals", "max_size", "min_rows", "bins", "max_categories", "memory_limit", "time_limit"],
)
def test_what_is_no_count_and_no_limit_is_refused(option, value):
    if option == "time_limit" and value == 1.5:
        return
    with pytest.raises(UsageError, match="must"):
        DecisionListClassifier(0.1, **{option: value}).fit(X, y)


def test_min_rows_must_be_a_number():
    """Regression: None printed the signature of a native function."""
    with pytest.raises(UsageError, match="min_rows must be a whole number"):
        Constraints(min_rows=None)


@pytest.mark.parametrize("option", ["kinds", "date_parts", "cut", "feature_prices", "error_prices"])
@pytest.mark.parametrize("value", ["x", 5, 1.5, b"x", ["x"]])
def test_what_is_not_given_by_name_is_refused(option, value):
    with pytest.raises(UsageError, match=f"{option} must be a mapping"):
        DecisionListClassifier(0.1, **{option: value}).fit(X, y)


@pytest.mark.parametrize("option", ["forbid", "positive", "group", "rule_classes"])
@pytest.mark.parametrize("value", ["x0", 5, b"x", {"x0": 1}])
def test_a_single_text_is_not_several(option, value):
    """Regression: the letters of a text were taken for names of columns."""
    with pytest.raises(UsageError, match=f"{option} must be a list of values"):
        DecisionListClassifier(0.1, **{option: value}).fit(X, y)


@pytest.mark.parametrize("prices", [{("a",): 1}, {"ab": 1}, {("a", "b", "c"): 1}])
def test_prices_of_errors_are_for_pairs(prices):
    with pytest.raises(UsageError, match="pair"):
        Objective(error_prices=prices)


def test_time_without_a_limit_may_be_infinite():
    assert float("inf") == Limits(float("inf")).start().left()


@pytest.mark.parametrize(
    "options",
    [
        {"rule_price": 2_000_000},
        {"preset": "customizable", "rule_price": 2, "literal_price": "0.000001"},
        {"rule_price": "1048577", "literal_price": "3"},
    ],
)
def test_perfect_lists_have_any_price(options):
    """Regression: prices above 1 048 576 ended in a ValueError of the kernel."""
    titanic = read_labelled("titanic")
    by_search, by_sat = (learn(titanic, objective=Objective(0, **options), engine=name) for name in ("search", "sat"))

    assert Status.OPTIMAL == by_search.solution.status == by_sat.solution.status
    assert by_search.solution.cost == by_sat.solution.cost


def heavy(weight, price):
    """Three rows of this weight, of which two are told apart by a feature."""
    features = tuple(Literal(f"f{k}", Op.EQUAL, True) for k in range(2))
    counts = np.array([[weight, 0], [0, weight], [weight, 0]])
    rows = DistinctRows(np.array([[0, 0], [0, 1], [1, 1]], dtype=bool), counts)
    return Problem(rows, features, (0, 1), Costs.per_node(price))


@pytest.mark.parametrize("engine", ["search", "sat", "maxsat"])
def test_few_rows_of_great_weight_are_solved_by_every_engine(engine):
    """Regression: `sat` gave up by memory on three rows of weight 2**24, for it counted sums that cannot occur."""
    solution = solve(engine, heavy(2**24, 251_659), Limits(20, 2**30))

    assert (Status.OPTIMAL, 4 * 251_659) == (solution.status, solution.cost)


def test_sums_are_predicted_no_lower_than_they_are():
    from shortlist.encoding.rule_slots import RuleSlots

    problem = problem_of([((k % 2 == 0, k % 3 == 0, k > 5), k % 3) for k in range(12)], node_cost=1)
    rows = np.arange(len(problem.rows))
    formula = RuleSlots(problem, 12)
    predicted = formula.predicted_clauses(rows)
    written = sum(len(block) for blocks in (formula.shape(), formula.rows(rows)) for block in blocks)

    assert written <= predicted <= 20 * written


def test_a_problem_is_divided_by_what_all_its_numbers_have_in_common():
    problem = heavy(6 * 2**20, 10 * 2**20)
    small = divided(problem)

    assert (2**21, 2**21) == (small.cost, small.weight)
    assert (3, 5) == (small.problem.rows.counts.max(), small.problem.node_cost)
    assert problem.rows.numbers.tolist() == small.problem.rows.numbers.tolist(), "what rows are is no weight"
    found = small.solution(sat(small.problem, Limits()))
    assert (Status.OPTIMAL, found.cost) == (found.status, cost_of(problem, found.lists))


def test_a_price_that_does_not_divide_stays_as_it_is():
    """Λ = ⌈λ·M⌉ is taken of the weights as they were given: no division changes it."""
    problem = heavy(2**24, 251_659)

    assert divided(problem).problem is problem


def test_prices_of_errors_take_what_the_weights_cannot():
    problem = heavy(3, 10)
    costs = Costs(20, 30, 10, errors=((0, 40), (50, 0)), error=10)
    small = divided(Problem(problem.rows, problem.features, problem.classes, costs))

    assert (10, 1) == (small.cost, small.weight)
    assert Costs(2, 3, 1, errors=((0, 4), (5, 0))) == small.problem.costs
    assert (small.problem.losses * 10 == problem.rows.counts @ np.array(costs.errors)).all()


def test_the_parts_and_moments_of_a_divided_problem_are_told_in_its_own_costs():
    seen = []
    problem = heavy(2**20, 2**18)
    solution = solve("search", problem, Limits(), on_progress=seen.append, order="i+")
    plain = solve("search", heavy(4, 1), Limits(), order="i+")

    assert solution.cost == 2**18 * plain.cost == cost_of(problem, solution.lists)
    assert [part.errors * 2**18 for part in plain.parts] == [part.errors for part in solution.parts]
    assert [part.cost * 2**18 for part in plain.parts] == [part.cost for part in solution.parts]
    assert all(moment.lower_bound % 2**18 == 0 for moment in seen)


def test_prices_of_very_many_literals_are_added_up_exactly():
    features = tuple(Literal(f"f{k}", Op.EQUAL, True) for k in range(3000))
    rows = DistinctRows(np.ones((1, 3000), dtype=bool), np.array([[1, 1]]))
    problem = Problem(rows, features, (0, 1), Costs.per_node(2**52))
    every = (((tuple((k, True) for k in range(3000)), 0), ((), 1)),)

    assert 3002 * 2**52 + 1 == cost_of(problem, every)


def test_a_list_is_not_lost_where_the_bound_over_every_cut_cannot_take_its_prices():
    data = replace(read_labelled("penguins"), notes=())
    objective = Objective(0, rule_price=2**50, literal_price=2**50 - 1)
    learned = learn(data.take(np.arange(0, len(data), 30)), objective=objective, engine="sat", limits=Limits(5))

    assert learned.model.size > 1
    assert learned.claim.every_cut.lower_bound is None
    assert "2**52" in learned.claim.every_cut.why_not
