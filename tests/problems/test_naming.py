"""Rules by index get the words that say them best, and never words that are forbidden or priced otherwise."""

import random
from dataclasses import replace

import numpy as np
import pytest

from samples.strategies import problem_of, random_table, set_problem_of
from shortlist.features.literal import Literal, Op
from shortlist.features.rows import merge
from shortlist.models.model import Model, ModelKind, Rule, decision_list
from shortlist.problems.constraints import Constraints
from shortlist.problems.costs import Costs
from shortlist.problems.indexed import one_list, set_of
from shortlist.problems.naming import Names
from shortlist.problems.problem import Problem

SEX_IS_FEMALE, SEX_IS_MALE = Literal("sex", Op.EQUAL, "female"), Literal("sex", Op.EQUAL, "male")
OLD, RETIRED = Literal("age", Op.ABOVE, 65), Literal("retired", Op.EQUAL, True)
FEATURES = (SEX_IS_FEMALE, SEX_IS_MALE, OLD, RETIRED)


@pytest.fixture
def people():
    """Women and men, old or not; all who are old are retired, and nobody else is."""
    matrix = np.array([[True, False, False, False], [False, True, False, False], [False, True, True, True]])
    return Problem(merge(matrix, np.array([0, 1, 2]), 3), FEATURES, ("a", "b", "c"), Costs.per_node(1))


def test_a_model_has_the_words_and_the_counts_of_training(people):
    lists = one_list([([(0, True)], 0), ([(1, True), (2, True)], 2), ([], 1)])
    rules = (
        Rule((SEX_IS_FEMALE,), "a", (1, 0, 0)),
        Rule((SEX_IS_MALE, OLD), "c", (0, 0, 1)),
        Rule((), "b", (0, 1, 0)),
    )

    assert decision_list(rules, ("a", "b", "c")) == Names(people).model(lists)


@pytest.mark.parametrize(
    ("literal", "preferred"),
    [
        ((0, True), (0, True)),
        ((0, False), (1, True)),  # sex == male rather than sex != female
        ((1, True), (1, True)),  # the contrary of an earlier feature, but of the same column
        ((1, False), (0, True)),
        ((2, True), (2, True)),
        ((2, False), (2, False)),
        ((3, True), (2, True)),  # retired says what age > 65 says before it
        ((3, False), (2, False)),
    ],
)
def test_of_literals_that_say_the_same_the_first_is_printed_negated_only_where_its_column_has_no_other(
    people, literal, preferred
):
    assert preferred == Names(people).preferred(literal)


def test_what_is_printed_depends_on_what_is_said_alone():
    """All literals that hold on the same rows are printed as one of them, which holds there, too."""
    for seed in range(300):
        problem = problem_of(random_table(random.Random(seed)), node_cost=1)
        names, printed = Names(problem), {}
        for feature in range(len(problem.features)):
            for value in (False, True):
                preferred = names.preferred((feature, value))
                rows = problem.rows.covers([(feature, value)])
                assert rows.tolist() == problem.rows.covers([preferred]).tolist()
                assert preferred == printed.setdefault(rows.tobytes(), preferred)


@pytest.mark.parametrize(
    "changes",
    [
        {"costs": Costs(1, 1, 1, by_feature=(1, 2, 3, 4))},
    ],
)
def test_literals_are_not_exchanged_where_they_have_prices_of_their_own(people, changes):
    names = Names(replace(people, **changes))

    assert all(names.preferred((k, value)) == (k, value) for k in range(4) for value in (False, True))


def test_a_literal_is_not_printed_as_the_negation_of_another_where_negations_are_forbidden():
    """Regression: f1 was printed as `not f0`, its contrary on all rows, and the list no longer kept to the constraint."""
    free = problem_of([((False, True), 0), ((True, False), 1)], node_cost=1)
    lists = one_list([([(1, True)], 0), ([], 1)])

    assert ["not f0"] == [str(literal) for literal in Names(free).model(lists).rules[0].literals]
    limited = replace(free, constraints=Constraints(negations=False))
    assert ["f1"] == [str(literal) for literal in Names(limited).model(lists).rules[0].literals]


def test_literals_of_a_rule_are_in_the_order_of_the_features(people):
    (first, second), _ = (
        rule.literals for rule in Names(people).model(one_list([([(2, False), (1, True)], 1), ([], 0)])).rules
    )

    assert (SEX_IS_MALE, OLD.negated()) == (first, second)


def test_rules_of_a_set_are_in_the_order_of_their_classes_and_count_all_that_they_cover():
    problem = set_problem_of([((True, False), 0), ((True, True), 1), ((False, True), 1)], "opt", node_cost=1)
    model = Names(problem).model(set_of([(((1, True),), 1), (((0, True),), 0)]))

    assert ModelKind.SET is model.kind
    assert [(0, (1, 1)), (1, (0, 2))] == [(rule.label, rule.counts) for rule in model.rules]


def test_each_list_side_by_side_counts_for_itself():
    table = [((True, False), 0), ((True, True), 1), ((False, True), 1)]
    problem = replace(problem_of(table, node_cost=1), kind=ModelKind.HYBRID)
    model = Names(problem).model(((((((0, True),), 0)), ((), 1)), ((((1, True),), 1),)))

    assert isinstance(model, Model)
    assert [[(1, 1), (0, 1)], [(0, 2)]] == [[rule.counts for rule in rules] for rules in model.lists]


def test_no_rule_at_all_is_a_set():
    model = Names(set_problem_of([((True,), 0)], "opt", node_cost=1)).model(())

    assert ((), 0) == (model.lists, model.size)
