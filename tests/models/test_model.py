"""A list does what it prints, in every form it can be had."""

import random

import numpy as np
import pytest

from samples.random_models import decide_by_text, plain_row, random_labels, random_list, random_rows
from shortlist.checks.recount import recount
from shortlist.errors import DataError, UsageError
from shortlist.explain.trace import explain
from shortlist.features.literal import Literal, Op
from shortlist.files import modelfile
from shortlist.models.model import DecisionList, DecisionSet, Rule
from shortlist.tables.table import Column, Kind, LabelledTable, Table


@pytest.mark.parametrize("seed", range(300))
def test_printed_list_predict_reloaded_json_and_recount_agree(seed):
    rng = random.Random(seed)
    nullable = rng.random() < 0.5
    table, model = random_rows(rng, 25, nullable=nullable), random_list(rng, nullable=nullable)
    data = random_labels(rng, table)
    reloaded = modelfile.loads(modelfile.dumps(modelfile.ModelFile(model, "risk", modelfile.kinds_of(table)))).model
    predicted = model.predict(table).tolist()

    assert model == reloaded
    assert predicted == reloaded.predict(table).tolist()
    assert predicted == [decide_by_text(str(model), plain_row(table, i)) for i in range(len(table))]
    assert predicted == [explain(model, table, i).label for i in range(len(table))]
    truth = [data.classes[i] for i in data.labels]
    assert sum(a != b for a, b in zip(predicted, truth, strict=True)) == recount(model, data).errors


@pytest.mark.parametrize("seed", range(50))
def test_a_recount_weighs_rows_and_knows_no_class_that_the_table_has_not(seed):
    rng = random.Random(seed)
    table, model = random_rows(rng, 25, nullable=True), random_list(rng, nullable=True)
    weights = np.array([rng.choice([0, 1, 5, 2**40]) for _ in range(25)])
    data = LabelledTable(table, "risk", model.classes[:1], np.zeros(25, dtype=np.int64), weights)
    counted = recount(model, data)

    left = np.ones(25, dtype=np.bool_)
    for rule, counts in zip(model.rules, counted.counts, strict=True):
        assert counts == (int(weights[rule.matches(table) & left].sum()),)
        left &= ~rule.matches(table)
    assert counted.rows == int(weights.sum())
    assert counted.errors == int(weights[model.predict(table) != model.classes[0]].sum())


@pytest.mark.parametrize("seed", range(50))
def test_negated_literals_hold_exactly_where_the_literal_does_not(seed):
    rng = random.Random(seed)
    nullable = rng.random() < 0.5
    table = random_rows(rng, 40, nullable=nullable)
    for rule in random_list(rng, nullable=nullable).rules:
        for literal in rule.literals:
            column = table[literal.column]
            assert (literal.holds(column) != literal.negated().holds(column)).all()
            assert literal == literal.negated().negated()


def test_a_list_must_end_with_a_default_rule():
    with pytest.raises(UsageError, match="default rule"):
        DecisionList((Rule((Literal("a", Op.EQUAL, True),), 1),), (0, 1))


def test_a_rule_must_predict_a_known_class():
    with pytest.raises(UsageError, match="one of the classes"):
        DecisionList((Rule((), 2),), (0, 1))


def test_a_missing_number_is_refused_where_training_had_none():
    weight = Column("weight", Kind.NUMBER, np.array([1.0, np.nan]), np.array([False, True]))
    with pytest.raises(DataError, match="'weight' must have no missing entry, as in training, but row 2"):
        Literal("weight", Op.AT_MOST, 3).holds(weight)


def test_an_unseen_category_satisfies_no_literal_but_every_negation():
    colour = Column("colour", Kind.CATEGORY, np.array(["red", "mauve"], dtype=object), np.zeros(2, bool))
    is_red = Literal("colour", Op.EQUAL, "red")

    assert [True, False] == is_red.holds(colour).tolist()
    assert [False, True] == is_red.negated().holds(colour).tolist()


def test_a_default_rule_that_covered_nothing_is_certain_of_its_class():
    model = DecisionList((Rule((), "b", (0, 0)),), ("a", "b"))

    assert [[0.0, 1.0]] == model.probabilities(Table((), 1)).tolist()


def test_a_silent_or_contradictory_set_falls_back_on_counts():
    a, b = Literal("a", Op.EQUAL, True), Literal("b", Op.EQUAL, True)
    model = DecisionSet((Rule((a,), "x", (5, 1)), Rule((b,), "y", (0, 9))), ("x", "y"))
    flags = np.array([[1, 0], [1, 1], [0, 0]], dtype=bool)
    table = Table(tuple(Column(n, Kind.BOOLEAN, flags[:, i], np.zeros(3, bool)) for i, n in enumerate("ab")), 3)

    assert [True, False, False] == model.decided(table).tolist()
    assert ["x", "y", "y"] == model.predict(table).tolist()
    assert [5 / 6, 5 / 15, 5 / 15] == model.probabilities(table)[:, 0].tolist()


def test_control_characters_in_names_cannot_reach_the_terminal():
    assert r'"a\x1b[31m"' == str(Literal("a\x1b[31m", Op.EQUAL, True))
