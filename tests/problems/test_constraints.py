"""Constraints are kept, can be named by what is printed, and never improve the cost."""

import numpy as np
import pytest

from shortlist import Constraints, DecisionListClassifier, Objective, UsageError, learn, read_labelled
from shortlist.features.literal import Literal, Op
from shortlist.problems.constraints import FREE
from shortlist.problems.evaluate import keeps_constraints

TITANIC = read_labelled("titanic")
FREELY = learn(TITANIC, objective=Objective("0.001"))


@pytest.mark.parametrize(
    "constraints",
    [
        Constraints(max_rules=1),
        Constraints(max_literals=1),
        Constraints(max_size=4),
        Constraints(min_rows=800),
        Constraints(negations=False),
        Constraints(forbid=["sex"]),
        Constraints(forbid=["class == third", "sex == male"]),
        Constraints(rule_classes=["yes"]),
        Constraints(max_rules=0),
    ],
)
def test_a_constrained_list_keeps_to_it_and_costs_no_less(constraints):
    learned = learn(TITANIC, objective=Objective("0.001"), constraints=constraints)

    assert "optimal" == learned.solution.status
    assert FREELY.solution.cost <= learned.solution.cost
    assert keeps_constraints(learned.problem, learned.solution.lists)


def test_forbidden_things_do_not_stand_in_the_list():
    forbid = Constraints(forbid=["class", "sex == female"])
    text = str(learn(TITANIC, objective=Objective("0.001"), constraints=forbid).model)

    assert "class" not in text
    assert "sex == female" not in text


def test_a_list_that_breaks_a_constraint_is_noticed():
    constrained = learn(TITANIC, objective=Objective("0.001"), constraints=Constraints(max_size=3)).problem

    assert not keeps_constraints(constrained, FREELY.solution.lists)


@pytest.mark.parametrize(
    ("constraints", "options", "sentence"),
    [
        (Constraints(forbid=["age <= 35"]), {}, "must be a column or a literal as it is printed"),
        (Constraints(rule_classes=["maybe"]), {}, "must be one of no, yes, got 'maybe'"),
        (Constraints(max_rules=1), {"engine": "maxsat"}, "the engine maxsat cannot keep to max rules for a list"),
    ],
)
def test_constraints_that_mean_nothing_are_refused(constraints, options, sentence):
    with pytest.raises(UsageError, match=sentence):
        learn(TITANIC, constraints=constraints, **options)


@pytest.mark.parametrize("options", [{"max_rules": -1}, {"max_literals": 0}, {"max_size": 0}, {"min_rows": -1}])
def test_constraints_out_of_range_are_refused(options):
    with pytest.raises(UsageError, match="must be at least"):
        Constraints(**options)


FEATURES = (Literal("age", Op.AT_MOST, 30), Literal("sex", Op.EQUAL, "m"), Literal("smoker", Op.EQUAL, True))
NEGATED_AND_PLAIN = [
    ({}, [(True, True)] * 3),
    ({"negations": False}, [(True, True), (False, True), (False, True)]),
    ({"positive": ["sex"]}, [(True, True), (False, True), (True, True)]),
    ({"forbid": ["sex"]}, [(True, True), (False, False), (True, True)]),
    ({"forbid": ["age <= 30", "sex != m"]}, [(True, False), (False, True), (True, True)]),
    ({"forbid": ["not smoker"]}, [(True, True), (True, True), (False, True)]),
    # A column of yes and no is called as its literal is printed.
    ({"forbid": ["smoker"]}, [(True, True), (True, True), (False, False)]),
    ({"forbid": ["age > 30"], "negations": False}, [(False, True)] * 3),
]


@pytest.mark.parametrize(("options", "allowed"), NEGATED_AND_PLAIN)
def test_columns_and_printed_literals_say_which_literals_are_forbidden(options, allowed):
    assert np.array(allowed).tolist() == Constraints(**options).literals(FEATURES).tolist()


def test_classes_of_rules_are_named_by_label_or_by_their_text():
    assert [False, True, False] == Constraints(rule_classes=["2"]).classes((1, 2, 3)).tolist()
    assert [True, False, True] == Constraints(rule_classes=[3, 1]).classes((1, 2, 3)).tolist()
    assert [False, False] == Constraints(rule_classes=[]).classes(("a", "b")).tolist()


def test_constraints_tell_which_of_them_ask_for_anything():
    assert frozenset() == FREE.asked
    assert {"max_rules", "forbid"} == Constraints(max_rules=0, forbid=["x"]).asked
    assert {"rule_classes"} == Constraints(rule_classes=()).asked


def test_the_estimator_takes_them_too():
    X, y = [[0, 0], [0, 1], [1, 0], [1, 1]] * 5, [0, 1, 1, 0] * 5
    clf = DecisionListClassifier(0.01, max_rules=1, max_literals=1, negations=False, forbid=["x0"], min_rows=2).fit(
        X, y
    )

    assert len(clf.list_.rules) <= 2
    assert "x0" not in str(clf.list_)
