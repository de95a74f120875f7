"""How a model does on a table: as scikit-learn counts it, beside training, with what it cannot know said aloud."""

import random
from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, balanced_accuracy_score, confusion_matrix

from samples.random_models import random_list, random_rows
from shortlist import Objective, learn, read_labelled
from shortlist.checks.recount import add_recounts, recount
from shortlist.checks.score import Tally, score_of
from shortlist.features.literal import Literal, Op
from shortlist.models.model import Rule, decision_list, decision_set
from shortlist.tables.frames import table_of_array
from shortlist.tables.labels import labelled

A, B = (Literal(name, Op.EQUAL, True) for name in "AB")
ROWS = table_of_array(np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), ["A", "B"])


def score(model, data, training=None):
    return score_of(model, data, recount(model, data), training)


@pytest.mark.parametrize("seed", range(30))
def test_accuracies_and_confusion_are_those_of_scikit_learn(seed):
    rng = random.Random(seed)
    model, table = random_list(rng), random_rows(rng, 40, nullable=True)
    truth = [rng.choice(model.classes[: rng.choice([1, 2, 3])]) for _ in range(40)]
    found, said = score(model, labelled(table, "y", truth, classes=model.classes)).here, model.predict(table)

    assert accuracy_score(truth, said) == pytest.approx(found.accuracy)
    present = [label for label in model.classes if label in truth]
    recalls = [np.mean([s == t for s, t in zip(said, truth, strict=True) if t == label]) for label in present]
    assert np.mean(recalls) == pytest.approx(found.balanced_accuracy)
    if set(said) <= set(truth):
        assert balanced_accuracy_score(truth, said) == pytest.approx(found.balanced_accuracy)
    table = confusion_matrix(truth, said, labels=list(model.classes))
    assert table.tolist() == [list(row) for row in found.confusion]


@pytest.mark.parametrize(
    ("rows", "right", "low", "high"), [(10, 0, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (100, 80, 0.7112, 0.8666)]
)
def test_intervals_are_wilsons(rows, right, low, high):
    assert (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4)) == Tally(rows, right).interval


def test_a_rule_without_rows_has_no_share_and_every_share_is_possible():
    assert (None, (0.0, 1.0), "–") == (Tally(0, 0).share, Tally(0, 0).interval, str(Tally(0, 0)))


def test_classes_never_seen_in_training_are_errors_and_said():
    model = decision_list([Rule((A,), "yes", (1, 4)), Rule((), "no", (5, 0))], ("no", "yes"))
    found = score(model, labelled(ROWS, "y", ["no", "maybe", "yes", "maybe"], classes=model.classes, more=True))

    assert {"maybe": 2} == found.here.unseen
    assert (0.5, pytest.approx(2 / 3)) == (found.accuracy, found.balanced_accuracy)
    assert "maybe was never seen in training: its 2 rows count as errors." in found.sentences()
    assert ((1, 0), (0, 1), (1, 1)) == found.here.confusion
    assert [Tally(2, 1), Tally(2, 1)] == list(found.here.rules)


def test_rows_that_a_set_leaves_undecided_are_judged_by_what_predict_answers():
    """No rule holds for the first row, rules contradict each other on the last; the second rule has more rows behind it."""
    model = replace(decision_set([Rule((A,), 1, (0, 2)), Rule((B,), 0, (3, 1))], (0, 1)), silent=(1, 2))
    data = labelled(ROWS, "y", [0, 0, 1, 0], classes=model.classes)
    found = score(model, data)

    assert [1, 0, 1, 0] == model.predict(data.table).tolist()
    assert ((2, 1), (0, 1)) == found.here.confusion
    assert (Tally(2, 1), 0.75) == (found.here.undecided, found.accuracy)
    said = "The rules leave 2 rows undecided, which are given the most probable class: 1 of them are right."
    assert said in found.sentences()
    assert 2 == recount(model, data).errors, "to the cost an undecided row is an error"
    assert "(no rule holds)  1  (covers 3: 2 right)" == str(model).splitlines()[-1]


@pytest.mark.parametrize("seed", range(20))
def test_what_is_judged_is_what_predict_answers(seed):
    rng = random.Random(seed)
    rules = [rule for rules in (random_list(rng).rules, random_list(rng).rules) for rule in rules if rule.literals]
    model = decision_set(rules, random_list(rng).classes)
    data = labelled(random_rows(rng, 40, nullable=True), "y", rng.choices(model.classes, k=40), classes=model.classes)
    counted = recount(model, data)

    own, said = np.array(data.classes)[data.labels], model.predict(data.table)
    assert confusion_matrix(own, said, labels=list(model.classes)).tolist() == [*map(list, counted.given)]
    halves = (recount(model, data.take(np.arange(40) < 13)), recount(model, data.take(np.arange(40) >= 13)))
    assert counted == add_recounts(halves)
    last = len(model.classes) - 1
    decided = np.where(model.decided(data.table), said, model.classes[last])
    assert accuracy_score(own, decided) == pytest.approx(score_of(model, data, counted.undecided_as(last)).accuracy)


def test_training_stands_beside():
    titanic = read_labelled("titanic")
    learned = learn(titanic, objective=Objective("0.005"))
    found = score(learned.model, titanic, learned.claim.counted)

    assert found.here == found.training
    assert ("no", pytest.approx(1490 / 2201)) == found.commonest
    assert "78.3 % right on 2201 rows, 78.3 % in training; always no: 67.7 %." == found.sentences()[0]
    assert all(row[4] == row[5] for row in found.rules_grid().rows)
    text, html = str(found), found._repr_html_()
    assert "class != third and sex == female" in text
    assert "class != third and sex == female" in html
    assert "92.7 % (89–95)" in text


def test_many_classes_are_told_by_what_they_are_taken_for():
    classes = tuple(f"class number {k}" for k in range(12))
    model = decision_list([Rule((A,), classes[3]), Rule((), classes[0])], classes)
    found = score(model, labelled(ROWS, "y", [classes[k] for k in (0, 5, 3, 5)], classes=classes))

    assert "mostly taken for" in str(found.grid_of_classes(80))
    assert "class number 0 1, class number 3 1" in str(found)


def test_html_shows_names_as_they_are():
    model = decision_list([Rule((), "<b>")], ("<b>",))
    assert "<b>" not in score(model, labelled(ROWS, "<i>", ["<b>"] * 4, classes=("<b>",)))._repr_html_()
