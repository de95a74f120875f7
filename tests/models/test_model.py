"""A model does what it prints, in every form it can be had."""

import random
import re
from dataclasses import replace

import numpy as np
import pytest

from samples.random_models import decide_by_text, plain_row, random_labels, random_list, random_rows
from shortlist.checks.recount import recount
from shortlist.errors import UsageError
from shortlist.explain.trace import explain
from shortlist.features.literal import Literal, Op
from shortlist.files import modelfile
from shortlist.models.model import SILENT, Model, ModelKind, Rule, decision_list, decision_set
from shortlist.tables.table import Column, Kind, LabelledTable, Table


def random_model(rng, kind, *, nullable):
    """A list, a set of the rules of one, or up to three lists side by side; these may end without a default rule."""
    model = random_list(rng)
    if kind is ModelKind.LIST:
        return model
    if kind is ModelKind.SET:
        return decision_set(model.rules[: len(model.rules) - rng.randrange(2)], model.classes)
    lists = [random_list(rng).rules for _ in range(rng.randint(1, 3))]
    return Model(
        kind, tuple(rules[:-1] if rules[1:] and rng.random() < 0.5 else rules for rules in lists), model.classes
    )


def answers_by_text(model, text, row):
    """What the printed lists answer a row, None for silence; each line of a set is a list."""
    blocks = text.splitlines() if model.kind is ModelKind.SET else text.split("\n\n")
    blocks = [re.sub(r"^IF true +THEN ", "ELSE ", block) for block in blocks]
    answers = (decide_by_text(f"{block}\nELSE nothing", row) for block in blocks)
    return [None if answer == "nothing" else answer for answer in answers]


@pytest.mark.parametrize("seed", range(300))
def test_printed_list_predict_reloaded_json_and_recount_agree(seed):
    rng = random.Random(seed)
    nullable = rng.random() < 0.5
    table, model = random_rows(rng, 25, nullable=nullable), random_list(rng)
    data = random_labels(rng, table)
    reloaded = modelfile.loads(modelfile.dumps(modelfile.ModelFile(model, "risk", table.kinds))).model
    predicted = model.predict(table).tolist()

    assert model == reloaded
    assert predicted == reloaded.predict(table).tolist()
    assert predicted == [decide_by_text(str(model), plain_row(table, i)) for i in range(len(table))]
    assert predicted == [explain(model, table, i).label for i in range(len(table))]
    truth = [data.classes[i] for i in data.labels]
    assert sum(a != b for a, b in zip(predicted, truth, strict=True)) == recount(model, data).errors


PRINTED = {
    "smoker": ('say "x" and y', r'"say \"x\" and y"'),
    "weight": ("a\\b == c", r'"a\\b == c"'),
    "floor": ("THEN", '"THEN"'),
    "colour": ("line\nfeed", r'"line\nfeed"'),
    "signed": ("signed <= 1999", '"signed <= 1999"'),
    "low": ("ELSE low", '"ELSE low"'),
    "middle": ("or missing", '"or missing"'),
    "high": ('"high"', r'"\"high\""'),
}
"""Names that could be misread, and how they are printed."""


def renamed(model):
    """The model with other names of columns and classes."""

    def rule(known):
        literals = tuple(replace(literal, column=PRINTED[literal.column][0]) for literal in known.literals)
        return replace(known, literals=literals, label=PRINTED[known.label][0])

    lists = tuple(tuple(map(rule, rules)) for rules in model.lists)
    return Model(model.kind, lists, tuple(PRINTED[label][0] for label in model.classes))


@pytest.mark.parametrize("kind", ModelKind)
@pytest.mark.parametrize("seed", range(60))
def test_printed_model_predict_reloaded_json_and_recount_agree_whatever_names_there_are(seed, kind):
    rng = random.Random(seed)
    nullable = rng.random() < 0.5
    plain, known = random_rows(rng, 25, nullable=nullable), random_model(rng, kind, nullable=nullable)
    table = Table(tuple(Column(PRINTED[c.name][0], c.kind, c.distinct, c.codes) for c in plain), len(plain))
    model = renamed(known)
    file = modelfile.ModelFile(model, '"risk"\n', table.kinds)
    reloaded = modelfile.loads(modelfile.dumps(file))
    text = str(model)
    for name, (_, printed) in PRINTED.items():
        text = text.replace(printed, name)
    new = {name: PRINTED[name][0] for name in known.classes}
    predicted, decided, answers = model.predict(table).tolist(), model.decided(table), model.answers(table)
    sizes = model.explanation_sizes(table)

    assert file == reloaded
    assert predicted == reloaded.model.predict(table).tolist()
    assert len(text.splitlines()) == len(model.rules) + (0 if kind is ModelKind.SET else max(len(model.lists) - 1, 0))
    for row in range(len(table)):
        said = answers_by_text(known, text, plain_row(plain, row))
        fired = [None if k == SILENT else model.rules[k].label for k in answers[row]]
        given = set(said) - {None}
        explanation = explain(model, table, row)
        assert fired == [answer and new[answer] for answer in said]
        assert decided[row] == explanation.decided == (len(given) == 1)
        assert explanation.label == predicted[row]
        assert not decided[row] or {predicted[row]} == {new[answer] for answer in given}
        assert [s.position for s in explanation.steps if s.fired] == [k for k in answers[row] if k != SILENT]
        assert sizes[row] == explanation.size


@pytest.mark.parametrize("kind", ModelKind)
def test_a_recount_counts_what_predict_says(kind):
    for seed in range(100):
        rng = random.Random(seed)
        nullable = rng.random() < 0.5
        table = random_rows(rng, rng.randint(1, 20), nullable=nullable)
        data = random_labels(rng, table)
        model = random_model(rng, kind, nullable=nullable)
        bare = [
            tuple(replace(rule, counts=()) for rule in rules if rule.label in data.classes) for rules in model.lists
        ]
        if kind is ModelKind.LIST:
            bare = [(*bare[0], Rule((), data.classes[0]))]
        elif not (bare := [rules for rules in bare if rules]) and kind is ModelKind.HYBRID:
            continue
        model = Model(kind, tuple(bare), data.classes)
        truth = np.array(data.classes)[data.labels]
        decided, predicted, answers = model.decided(table), model.predict(table), model.answers(table)
        counted = recount(model, data)

        assert len(data) - (decided & (predicted == truth)).sum() == counted.errors
        assert (answers != SILENT).sum() == sum(map(sum, counted.counts))
        for k, counts in enumerate(counted.counts):
            assert counts == tuple(int(((answers == k).any(axis=1) & (truth == c)).sum()) for c in data.classes)
        for c, row in zip(data.classes, counted.confusion, strict=True):
            of_class = truth == c
            said = [int((of_class & decided & (predicted == p)).sum()) for p in data.classes]
            assert row == (*said, int((of_class & ~decided).sum()))
        given = [
            np.isin(answers, [k for k, rule in enumerate(model.rules) if rule.label == c]).any(axis=1)
            for c in data.classes
        ]
        assert counted.class_errors == sum(
            int(((truth == c) != g).sum()) for c, g in zip(data.classes, given, strict=True)
        )


@pytest.mark.parametrize("seed", range(50))
def test_a_recount_weighs_rows_and_knows_no_class_that_the_table_has_not(seed):
    rng = random.Random(seed)
    table, model = random_rows(rng, 25, nullable=True), random_list(rng)
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
def test_negated_literals_hold_exactly_where_the_literal_does_not_and_there_is_an_entry(seed):
    rng = random.Random(seed)
    nullable = rng.random() < 0.5
    table = random_rows(rng, 40, nullable=nullable)
    for rule in random_list(rng).rules:
        for literal in rule.literals:
            column = table[literal.column]
            there = ~column.missing | (literal.kind is None)
            assert ((literal.holds(column) != literal.negated().holds(column)) == there).all()
            assert literal == literal.negated().negated()


def test_a_list_must_end_with_a_default_rule():
    with pytest.raises(UsageError, match="default rule"):
        decision_list((Rule((Literal("a", Op.EQUAL, True),), 1),), (0, 1))


def test_a_rule_must_predict_a_known_class():
    with pytest.raises(UsageError, match="one of the classes"):
        decision_list((Rule((), 2),), (0, 1))


@pytest.mark.parametrize(
    ("kind", "lists", "sentence"),
    [
        (ModelKind.LIST, (), "default rule"),
        (ModelKind.LIST, ((Rule((), 1),), (Rule((), 0),)), "default rule"),
        (ModelKind.SET, ((Rule((), 1), Rule((), 0)),), "must stand alone"),
        (ModelKind.HYBRID, (), "at least one"),
        (ModelKind.HYBRID, ((),), "without a rule"),
        (ModelKind.SET, ((),), "without a rule"),
        (ModelKind.HYBRID, ((Rule((), 2),),), "one of the classes"),
        (ModelKind.SET, ((Rule((), 1, (1, 2, 3)),),), "one count for each of 2 classes"),
    ],
)
def test_a_model_has_the_lists_of_its_kind(kind, lists, sentence):
    with pytest.raises(UsageError, match=sentence):
        Model(kind, lists, (0, 1))


def test_an_unseen_category_satisfies_no_literal_but_every_negation():
    colour = Column.of("colour", Kind.CATEGORY, ["red", "mauve"])
    is_red = Literal("colour", Op.EQUAL, "red")

    assert [True, False] == is_red.holds(colour).tolist()
    assert [False, True] == is_red.negated().holds(colour).tolist()


def test_a_default_rule_that_covered_nothing_is_certain_of_its_class():
    model = decision_list((Rule((), "b", (0, 0)),), ("a", "b"))

    assert [[0.0, 1.0]] == model.probabilities(Table((), 1)).tolist()


def test_a_silent_or_contradictory_set_falls_back_on_counts():
    a, b = Literal("a", Op.EQUAL, True), Literal("b", Op.EQUAL, True)
    model = decision_set((Rule((a,), "x", (5, 1)), Rule((b,), "y", (0, 9))), ("x", "y"))
    flags = np.array([[1, 0], [1, 1], [0, 0]], dtype=bool)
    table = Table(tuple(Column.of(n, Kind.BOOLEAN, flags[:, i]) for i, n in enumerate("ab")), 3)

    assert [True, False, False] == model.decided(table).tolist()
    assert ["x", "y", "y"] == model.predict(table).tolist()
    assert [5 / 6, 5 / 15, 5 / 15] == model.probabilities(table)[:, 0].tolist()


@pytest.mark.parametrize("counts", [(), (0, 0, 0)])
def test_rules_without_counts_are_sure_of_the_class_that_they_agree_on(counts):
    """A set without counts once predicted the second class, and said that the first was certain."""
    a, b = Literal("a", Op.EQUAL, True), Literal("b", Op.EQUAL, True)
    rules = (Rule((a,), "z", counts), Rule((a, b), "z", counts), Rule((a.negated(), b), "y", counts))
    flags = np.array([[1, 0], [1, 1], [0, 1], [0, 0]], dtype=bool)
    table = Table(tuple(Column.of(n, Kind.BOOLEAN, flags[:, i]) for i, n in enumerate("ab")), 4)
    for model in (
        decision_set(rules, ("x", "y", "z")),
        Model(ModelKind.HYBRID, (rules[:2], rules[2:]), ("x", "y", "z")),
    ):
        assert ["z", "z", "y"] == model.predict(table).tolist()[:3]
        assert [[0, 0, 1], [0, 0, 1], [0, 1, 0]] == model.probabilities(table).tolist()[:3]
        assert [True, True, True, False] == model.decided(table).tolist()
        assert [pytest.approx(1 / 3)] * 3 == model.probabilities(table)[3].tolist()


def test_contradicting_rules_without_counts_are_unsure_among_their_classes():
    model = decision_set((Rule((), "y"), Rule((), "z"), Rule((), "z")), ("x", "y", "z"))

    assert [[0, 0.5, 0.5]] == model.probabilities(Table((), 1)).tolist()
    assert ["y"] == model.predict(Table((), 1)).tolist()


def test_each_list_answers_by_its_first_rule_that_matches():
    a, b = Literal("a", Op.EQUAL, True), Literal("b", Op.EQUAL, True)
    model = Model(ModelKind.HYBRID, ((Rule((a,), 0), Rule((b,), 1)), (Rule((b,), 1),)), (0, 1))
    flags = np.array([[1, 0], [1, 1], [0, 1], [0, 0]], dtype=bool)
    table = Table(tuple(Column.of(n, Kind.BOOLEAN, flags[:, i]) for i, n in enumerate("ab")), 4)

    assert [[0, SILENT], [0, 2], [1, 2], [SILENT, SILENT]] == model.answers(table).tolist()
    assert [True, False, True, False] == model.decided(table).tolist()
    assert [2, 2 + 2, (3 + 2) / 2, 6] == model.explanation_sizes(table).tolist()


def test_control_characters_in_names_cannot_reach_the_terminal():
    assert r'"a\x1b[31m"' == str(Literal("a\x1b[31m", Op.EQUAL, True))
