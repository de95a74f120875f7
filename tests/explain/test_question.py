"""Why and what if equal brute force over all rows that there can be: sizes, sufficiency, minimality, and the k smallest."""

import itertools
import random

import numpy as np
import pytest

from samples.random_models import random_literal
from shortlist.errors import UsageError
from shortlist.explain.question import Question, changeable_columns
from shortlist.explain.space import Space
from shortlist.features.literal import Literal, Op, cut_point
from shortlist.models.model import Model, ModelKind, Rule, decision_list, decision_set
from shortlist.tables.table import Column, Kind, Table

KINDS = {
    "smoker": Kind.BOOLEAN,
    "weight": Kind.NUMBER,
    "floor": Kind.CODE,
    "colour": Kind.CATEGORY,
    "signed": Kind.DATE,
}
DTYPES = {Kind.BOOLEAN: bool, Kind.NUMBER: float, Kind.CODE: np.int64, Kind.CATEGORY: object, Kind.DATE: float}
CLASSES = ("low", "middle", "high")
OTHERS = {"floor": 77, "colour": "never seen", "smoker": True}


def random_model(rng, most_columns=4):
    """A list, a set or lists side by side over few columns, sometimes without counts."""
    names = rng.sample(sorted(KINDS), rng.randint(1, most_columns))

    def literal():
        while (found := random_literal(rng)).column not in names:
            pass
        return found

    def rule(least=1):
        literals = tuple(literal() for _ in range(rng.randint(least, 3)))
        counts = tuple(rng.randrange(9) for _ in CLASSES) if counted else ()
        return Rule(literals, rng.choice(CLASSES), counts)

    counted = rng.random() < 0.8
    kind = rng.choice([*ModelKind])
    if kind is ModelKind.LIST:
        rules = [rule() for _ in range(rng.randint(0, 6))]
        return decision_list((*rules, Rule((), rng.choice(CLASSES), (1, 2, 3))), CLASSES)
    if kind is ModelKind.SET:
        found = decision_set([rule() for _ in range(rng.randint(0, 5))], CLASSES)
    else:
        lists = [tuple(rule(int(k == 0)) for k in range(rng.randint(1, 3))) for _ in range(rng.randint(1, 3))]
        found = Model(kind, tuple(lists), CLASSES)
    silent = tuple(rng.randrange(5) for _ in CLASSES) if rng.random() < 0.5 else ()
    return Model(found.kind, found.lists, CLASSES, silent=silent)


def choices(model):
    """For each column: a value of every part that literals could tell apart, None for missing; by other code than `cells`."""
    found = {}
    for rule in model.rules:
        for literal in rule.literals:
            values = found.setdefault(literal.column, {None, OTHERS.get(literal.column, 4e9)})
            if KINDS[literal.column] is Kind.BOOLEAN:
                values.add(False)
            elif literal.kind is not None:
                said = literal.value if isinstance(literal.value, tuple) else (literal.value,)
                values |= {float(cut_point(v)) if KINDS[literal.column].is_ordered else v for v in said}
    return {name: sorted(values, key=lambda v: (v is None, str(v))) for name, values in found.items()}


def table_of(names, rows):
    columns = []
    for k, name in enumerate(names):
        missing = [row[k] is None for row in rows]
        values = np.zeros(len(rows), dtype=DTYPES[KINDS[name]])
        values[:] = [values[0] if row[k] is None else row[k] for row in rows]
        columns.append(Column.of(name, KINDS[name], values, missing))
    return Table(tuple(columns), len(rows))


class BruteForce:
    """All rows that a model can be asked, with their classes."""

    def __init__(self, model):
        values = choices(model)
        self.names = list(values)
        self.rows = list(itertools.product(*values.values()))
        self.labels = model.predict(table_of(self.names, self.rows)).tolist()

    def subsets(self):
        for size in range(len(self.names) + 1):
            yield from itertools.combinations(range(len(self.names)), size)

    def minimal(self, good):
        found = []
        for chosen in self.subsets():
            if not any(set(known) <= set(chosen) for known in found) and good(chosen):
                found.append(chosen)
        return found

    def enough(self, row):
        """The minimal sets of columns that force the class of a row."""
        return self.minimal(
            lambda chosen: all(
                label == self.labels[row]
                for u, label in zip(self.rows, self.labels, strict=True)
                if all(u[k] == self.rows[row][k] for k in chosen)
            )
        )

    def changes(self, row, wanted, *, missing):
        """The minimal sets of columns that can be changed so that a class is given."""
        mine = self.rows[row]

        def allowed(u, chosen):
            return all(
                (k in chosen and (missing or a is not None or b is None)) or a == b
                for k, (a, b) in enumerate(zip(u, mine, strict=True))
            )

        return self.minimal(
            lambda chosen: any(
                label == wanted and allowed(u, chosen) for u, label in zip(self.rows, self.labels, strict=True)
            )
        )

    def classes_within(self, conditions, row, *, elsewhere):
        """The classes of the rows that satisfy the conditions; other columns hold anything, or are as in the row."""
        found = set()
        for u, label in zip(self.rows, self.labels, strict=True):
            named = {condition.column for condition in conditions}
            same = elsewhere or all(
                a == b for n, a, b in zip(self.names, u, self.rows[row], strict=True) if n not in named
            )
            if same and all(holds(c.values, u[self.names.index(c.column)]) for c in conditions):
                found.add(label)
        return found


def holds(values, value):
    """Does an entry satisfy a condition, by its JSON values alone?"""
    if value is None:
        return values["missing"]
    if values["intervals"] is not None:
        points = [[None if end is None else float(cut_point(end)) for end in pair] for pair in values["intervals"]]
        return any((low is None or value > low) and (high is None or value <= high) for low, high in points)
    return value not in values["not"] if values["others"] else value in values["values"]


def check_seed(seed):
    rng = random.Random(seed)
    model = random_model(rng)
    truth = BruteForce(model)
    row, most = rng.randrange(len(truth.rows)), rng.randint(1, 4)
    space = Space.of(model, KINDS)
    question = Question.of(space, table_of(truth.names, truth.rows), row)
    place = {name: k for k, name in enumerate(truth.names)}

    def columns(sets):
        return [tuple(place[condition.column] for condition in conditions) for conditions in sets]

    why = question.why(most)
    assert why.proved
    assert truth.labels[row] == why.label
    assert truth.enough(row)[:most] == columns(why.sets), seed
    for conditions in why.sets:
        assert {why.label} == truth.classes_within(conditions, row, elsewhere=True), seed
        assert all(holds(c.values, truth.rows[row][place[c.column]]) for c in conditions), seed

    label, missing = rng.randrange(3), rng.random() < 0.5
    fixed = set(rng.sample(truth.names, rng.randint(0, len(truth.names)))) if rng.random() < 0.5 else set()
    found = question.what_if(label, most, changeable=set(truth.names) - fixed, allow_missing=missing)
    changes = truth.changes(row, CLASSES[label], missing=missing)
    allowed = [chosen for chosen in changes if not fixed & {truth.names[k] for k in chosen}]
    assert found.proved
    assert allowed[:most] == columns(found.changes), seed
    for conditions in found.changes:
        assert {CLASSES[label]} == truth.classes_within(conditions, row, elsewhere=False), seed
        assert not any(holds(c.values, truth.rows[row][place[c.column]]) for c in conditions), seed


@pytest.mark.parametrize("first", range(0, 2400, 300))
def test_why_and_what_if_equal_brute_force(first):
    for seed in range(first, first + 300):
        check_seed(seed)


def test_an_answer_within_few_steps_is_right_though_it_may_not_be_the_smallest():
    """Whatever is told is enough, or leads to the class; what is said to be proved is as brute force finds it."""
    cut_off = 0
    for seed in range(600):
        rng = random.Random(seed)
        model = random_model(rng)
        truth = BruteForce(model)
        row, label, steps = rng.randrange(len(truth.rows)), rng.randrange(3), rng.choice([0, 3, 8, 20, 60])
        place = {name: k for k, name in enumerate(truth.names)}
        question = Question.of(Space.of(model, KINDS), table_of(truth.names, truth.rows), row, most_steps=steps)
        why, found = question.why(2), question.what_if(label, 2, allow_missing=True)
        for conditions in why.sets:
            assert {why.label} == truth.classes_within(conditions, row, elsewhere=True), seed
        for conditions in found.changes:
            assert {CLASSES[label]} == truth.classes_within(conditions, row, elsewhere=False), seed
        told = [tuple(place[c.column] for c in conditions) for conditions in (why.sets if why.proved else ())]
        assert told == truth.enough(row)[: len(told)], seed
        told = [tuple(place[c.column] for c in change) for change in (found.changes if found.proved else ())]
        assert told == truth.changes(row, CLASSES[label], missing=True)[: len(told)], seed
        cut_off += not (why.proved and found.proved)
    assert 100 < cut_off < 500


def test_undecided_rows_may_be_given_one_class_whatever_is_probable():
    """As the estimators' `undecided="commonest"` does."""
    for seed in range(300):
        rng = random.Random(seed)
        model = random_model(rng)
        truth = BruteForce(model)
        table = table_of(truth.names, truth.rows)
        truth.labels = np.where(model.decided(table), truth.labels, "middle").tolist()
        row, label = rng.randrange(len(truth.rows)), rng.randrange(3)
        question = Question.of(Space.of(model, KINDS, undecided=1), table, row)
        place = {name: k for k, name in enumerate(truth.names)}
        told = [tuple(place[c.column] for c in conditions) for conditions in question.why(9).sets]
        assert truth.enough(row)[:9] == told, seed
        changes = question.what_if(label, 9, allow_missing=True).changes
        told = [tuple(place[c.column] for c in change) for change in changes]
        assert truth.changes(row, CLASSES[label], missing=True)[:9] == told, seed


def test_what_is_enough_and_what_can_change_the_class_have_a_column_in_common():
    met = 0
    for seed in range(200):
        rng = random.Random(seed)
        model = random_model(rng)
        truth = BruteForce(model)
        row = rng.randrange(len(truth.rows))
        question = Question.of(Space.of(model, KINDS), table_of(truth.names, truth.rows), row)
        others = [k for k in range(3) if k != question.label]
        enough = [{c.column for c in conditions} for conditions in question.why(99).sets]
        changes = [
            {c.column for c in change} for k in others for change in question.what_if(k, 99, allow_missing=True).changes
        ]
        assert all(one & other for one in enough for other in changes), seed
        met += bool(changes)
    assert met > 100


def one_row(**values):
    return table_of(list(values), [tuple(values.values())])


LOAN = decision_list(
    [
        Rule((Literal("weight", Op.AT_MOST, 20), Literal("colour", Op.EQUAL, "red")), "low", (9, 1, 0)),
        Rule((Literal("weight", Op.ABOVE, 50),), "high", (0, 1, 9)),
        Rule((Literal("colour", Op.AMONG, ("blue", "green")), Literal("smoker", Op.EQUAL, True)), "high", (0, 0, 5)),
        Rule((), "low", (5, 5, 5)),
    ],
    CLASSES,
)


def ask(row, **more):
    return Question.of(Space.of(LOAN, KINDS), row, 0, **more)


def test_answers_are_told_as_people_read_them():
    question = ask(one_row(weight=30.0, colour="never seen", smoker=True), target="risk")

    assert str(question.why(2)) == (
        "Enough for risk = low, whatever the other columns hold:\n"
        "  1. weight <= 50 (is 30)\n     and colour not in {blue, green} (is never seen)"
    )
    assert str(question.what_if(2, 3)) == (
        "risk = high by the fewest changes:\n  1. weight > 50 (now 30)\n  2. colour in {blue, green} (now never seen)"
    )
    assert "No rule gives risk = middle. No change of these columns gives it." == str(question.what_if(1))
    assert "The row has risk = low as it is." == str(question.what_if(0))


def test_a_missing_entry_is_a_value_and_is_taken_away_only_where_that_is_allowed():
    question = ask(one_row(weight=60.0, colour="red", smoker=None))
    gone = ask(one_row(weight=None, colour="blue", smoker=None))

    assert [["weight <= 50"]] == [[c.text for c in change] for change in question.what_if(0).changes]
    (change,) = question.what_if(0, allow_missing=True).changes
    assert ["weight <= 50"] == [c.text for c in change]
    assert (
        "Enough for class = low, whatever the other columns hold:\n  1. weight is missing\n     and smoker is missing"
        == str(gone.why())
    )
    assert ["weight > 50 (now missing)"] == [c.as_change for c in gone.what_if(2).changes[0]]


def test_only_a_missing_entry_may_lead_to_a_class():
    model = decision_list([Rule((Literal("weight", Op.MISSING),), "high"), Rule((), "low")], CLASSES)
    question = Question.of(Space.of(model, KINDS), one_row(weight=1.0), 0)

    assert () == question.what_if(2).changes
    assert ["weight is missing (now 1)"] == [c.as_change for c in question.what_if(2, allow_missing=True).changes[0]]


def test_one_class_for_all_rows_needs_no_entry():
    model = decision_list([Rule((), "low")], CLASSES)
    question = Question.of(Space.of(model, KINDS), Table((), 1), 0)

    assert "Every row has class = low." == str(question.why())
    assert "No rule gives class = high. No change of these columns gives it." == str(question.what_if(2))


def test_an_answer_that_was_cut_off_says_so():
    question = ask(one_row(weight=30.0, colour="never seen", smoker=True), most_steps=0)

    assert not question.why().proved
    assert ["weight", "colour", "smoker"] == [condition.column for condition in question.why().sets[0]]
    assert "No change that gives class = high was found within the steps that are allowed." == str(question.what_if(2))


def test_a_long_list_is_answered_within_the_steps_that_are_allowed():
    """Forty rules of three literals over thirty columns: no proof is needed for an answer that holds."""
    rng = random.Random(3)
    names = [f"x{k}" for k in range(30)]
    rules = [
        Rule(tuple(Literal(n, Op.EQUAL, rng.random() < 0.5) for n in rng.sample(names, 3)), rng.choice(CLASSES))
        for _ in range(40)
    ]
    model = decision_list([*rules, Rule((), "low")], CLASSES)

    def random_row(kept=()):
        fresh = (Column.of(n, Kind.BOOLEAN, [rng.random() < 0.5]) for n in names)
        return Table(tuple(table[column.name] if column.name in kept else column for column in fresh), 1)

    while model.answers(table := random_row())[0, 0] < len(rules):
        pass
    question = Question.of(Space.of(model, dict.fromkeys(names, Kind.BOOLEAN)), table, 0, most_steps=2000)
    why = question.why()
    kept = {condition.column for condition in why.sets[0]}

    assert not why.proved
    assert "not proved to be the smallest" in str(why)
    assert 0 < len(kept) < len(names)
    for _ in range(300):
        assert model.predict(table).tolist() == model.predict(random_row(kept)).tolist()


def test_a_date_and_its_parts_are_not_independent_so_nothing_is_called_the_smallest():
    saturday = Literal("signed.weekday", Op.EQUAL, "Saturday")
    model = decision_list(
        [Rule((saturday,), "high"), Rule((Literal("signed", Op.ABOVE, "2021-01-01"),), "high"), Rule((), "low")],
        CLASSES,
    )
    kinds = {"signed": Kind.DATE, "signed.weekday": Kind.CATEGORY}
    table = Table((Column.of("signed", Kind.DATE, [0.0]),), 1)
    question = Question.of(Space.of(model, kinds), table, 0)

    assert (False, False, True) == (question.why().proved, question.what_if(2).proved, question.what_if(1).proved)
    alone = decision_list([Rule((saturday,), "high"), Rule((), "low")], CLASSES)
    assert Question.of(Space.of(alone, kinds), table, 0).why().proved


def test_names_that_may_be_changed_are_checked():
    assert {"a"} == changeable_columns(["a", "b"], None, ["b"])
    with pytest.raises(
        UsageError, match="changeable columns must be for columns of the table, got 'wieght' .did you mean weight"
    ):
        changeable_columns(["weight"], ["wieght"])
    with pytest.raises(UsageError, match="fixed columns must be a list of values, got 'weight'"):
        changeable_columns(["weight"], None, "weight")
