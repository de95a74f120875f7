"""Constraints are kept, can be named by what is printed, and never improve the cost."""

from dataclasses import replace

import pytest

from samples.strategies import problem_of
from shortlist import DecisionListClassifier, UsageError, learn, read_labelled
from shortlist.problems.constraints import Constraints

TITANIC = read_labelled("titanic")
FREELY = learn(TITANIC, regularization="0.001")


@pytest.mark.parametrize(
    "options",
    [
        {"constraints": Constraints(max_rules=1)},
        {"constraints": Constraints(max_literals=1)},
        {"constraints": Constraints(max_size=4)},
        {"constraints": Constraints(min_rows=800)},
        {"constraints": Constraints(negations=False)},
        {"forbid": ["sex"]},
        {"forbid": ["class == third", "sex == male"]},
        {"rule_classes": ["yes"]},
        {"constraints": Constraints(max_rules=0)},
    ],
)
def test_a_constrained_list_keeps_to_it_and_costs_no_less(options):
    learned = learn(TITANIC, regularization="0.001", **options)

    assert "optimal" == learned.solution.status
    assert FREELY.solution.cost <= learned.solution.cost
    assert learned.problem.keeps_constraints(learned.model)


def test_forbidden_things_do_not_stand_in_the_list():
    text = str(learn(TITANIC, regularization="0.001", forbid=["class", "sex == female"]).model)

    assert "class" not in text
    assert "sex == female" not in text


def test_a_list_that_breaks_a_constraint_is_noticed():
    constrained = learn(TITANIC, regularization="0.001", constraints=Constraints(max_size=3)).problem

    assert not constrained.keeps_constraints(FREELY.model)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"forbid": ["age <= 35"]}, "must be a column or a literal as it is printed"),
        ({"rule_classes": ["maybe"]}, "must be one of no, yes, got 'maybe'"),
        ({"constraints": Constraints(max_rules=1), "engine": "maxsat"}, "knows no constraints"),
    ],
)
def test_constraints_that_mean_nothing_are_refused(options, sentence):
    with pytest.raises(UsageError, match=sentence):
        learn(TITANIC, **options)


@pytest.mark.parametrize("options", [{"max_rules": -1}, {"max_literals": 0}, {"max_size": 0}, {"min_rows": -1}])
def test_constraints_out_of_range_are_refused(options):
    with pytest.raises(UsageError, match="must be at least"):
        Constraints(**options)


def test_the_estimator_takes_them_too():
    X, y = [[0, 0], [0, 1], [1, 0], [1, 1]] * 5, [0, 1, 1, 0] * 5
    clf = DecisionListClassifier(0.01, max_rules=1, max_literals=1, negations=False, forbid=["x0"], min_rows=2).fit(
        X, y
    )

    assert len(clf.list_.rules) <= 2
    assert "x0" not in str(clf.list_)


def test_a_literal_is_not_printed_as_the_negation_of_another_where_negations_are_forbidden():
    """Regression: f1 was printed as `not f0`, its contrary on all rows, and the list no longer kept to the constraint."""
    problem = problem_of([((False, True), 0), ((True, False), 1)], node_cost=1)
    problem = replace(problem, constraints=Constraints(negations=False))

    assert problem.keeps_constraints(problem.decision_list([(((1, True),), 0), ((), 1)]))
