"""Reason codes: which, in which order, and in whose words."""

import numpy as np
import pytest

from shortlist import DataError, DecisionListClassifier, DecisionSetClassifier, Literal, Op, Rule, UsageError
from shortlist.explain.reasons import lines_of, read_words, reasons, words_of
from shortlist.explain.trace import explain
from shortlist.models.model import decision_list, decision_set
from shortlist.tables.table import Column, Kind, Table

INCOME, OWNER, AGE, DEBT = (
    Literal("income", Op.ABOVE, 2000),
    Literal("owner", Op.EQUAL, True),
    Literal("age", Op.ABOVE, 25),
    Literal("debt", Op.AT_MOST, 100),
)
LOANS = decision_list(
    [
        Rule((INCOME, OWNER, AGE), "yes"),
        Rule((Literal("income", Op.ABOVE, 9000), OWNER.negated()), "no"),
        Rule((DEBT, AGE), "yes"),
        Rule((), "no"),
    ],
    ("no", "yes"),
)

COLUMNS = ["income", "owner", "age", "debt", "never asked for"]


def row(*, income=1500.0, owner=False, age=30.0, debt=500.0):
    kinds = {"income": Kind.NUMBER, "owner": Kind.BOOLEAN, "age": Kind.NUMBER, "debt": Kind.NUMBER}
    values = {"income": income, "owner": owner, "age": age, "debt": debt}
    columns = [Column.of(n, kinds[n], [0 if v is None else v], [v is None]) for n, v in values.items()]
    return Table(tuple(columns), 1)


def told(table, words=None, model=LOANS):
    return [reason.words for reason in reasons(explain(model, table, 0), words)]


def test_rules_that_fail_by_fewer_literals_come_first_and_say_what_the_row_has_instead():
    assert ["debt > 100", "income <= 2000", "not owner"] == told(row())
    assert ["debt is missing", "income <= 2000", "not owner"] == told(row(debt=None))
    assert ["not owner", "debt > 100"] == told(row(income=5000.0))


def test_the_rule_that_fired_comes_first():
    found = reasons(explain(LOANS, row(income=10000.0), 0))

    assert [("income > 9000", True, 1), ("not owner", True, 1)] == [
        (r.words, r.fired, r.rule) for r in found if r.fired
    ]
    assert ["income > 9000", "not owner"] == [r.words for r in found]


def test_rules_of_the_same_class_that_did_not_fire_are_no_reason():
    assert ["income > 2000", "owner", "age > 25"] == told(row(income=3000.0, owner=True))


def test_there_are_four_at_most_and_each_text_once():
    many = decision_list(
        [Rule(tuple(Literal(n, Op.EQUAL, True) for n in "abcdef"), "yes"), Rule((), "no")], ("no", "yes")
    )
    table = Table(tuple(Column.of(n, Kind.BOOLEAN, [False]) for n in "abcdef"), 1)

    assert ["not a", "not b", "not c", "not d"] == told(table, model=many)
    assert ["Documents", "not c", "not d", "not e"] == told(table, {"a": "Documents", "b": "Documents"}, many)


def test_words_for_a_statement_come_before_words_for_its_column():
    words = words_of(
        {
            "debt": "Debt",
            "debt is missing": "Debt not declared",
            "income <= 2000": "Low income",
            "never asked for": "-",
        },
        COLUMNS,
        LOANS.literals,
    )

    assert ["Debt", "Low income", "not owner"] == told(row(), words)
    assert ["Debt not declared", "Low income", "not owner"] == told(row(debt=None), words)
    assert ["Reasons:", "  1. Debt (debt > 100)", "  2. Low income (income <= 2000)", "  3. not owner"] == lines_of(
        reasons(explain(LOANS, row(), 0), words)
    )


def test_no_terminal_obeys_the_words_of_a_file():
    found = reasons(explain(LOANS, row(), 0), {"debt": "Debt\x1b[31m\n"})

    assert r"  1. Debt\x1b[31m\n (debt > 100)" == lines_of(found)[1]


def test_rules_of_a_set_that_contradict_each_other_give_reasons_for_the_class_that_is_given():
    model = decision_set(
        [Rule((OWNER.negated(),), "no", (9, 0)), Rule((AGE,), "yes", (0, 2)), Rule((INCOME,), "yes", (0, 1))],
        ("no", "yes"),
    )

    assert ["not owner", "income <= 2000"] == told(row(), model=model)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[1]", "must be an object from columns or statements to texts"),
        ('{"incomme": "x"}', "must name columns of the training table, .* got 'incomme' .did you mean income"),
        ('{"income > 1": "x"}', "must name columns"),
        ('{"income": 3}', "must have a text for 'income', got 3"),
        ('{"income": " "}', "must have a text for 'income'"),
        ('{"income": "a", "income": "b"}', "must be JSON in UTF-8 .'income' stands twice"),
        ("{", "must be JSON in UTF-8"),
        ("[" * 100_000, "must be JSON in UTF-8"),
    ],
)
def test_what_is_no_dictionary_of_reasons_is_refused(tmp_path, text, sentence):
    path = tmp_path / "reasons.json"
    path.write_text(text)

    with pytest.raises((DataError, UsageError), match=f"reasons.json:? {sentence}"):
        read_words(path, COLUMNS, LOANS.literals)


def test_files_that_cannot_be_read_are_refused(tmp_path):
    with pytest.raises(DataError, match="cannot be read .No such file"):
        read_words(tmp_path / "none.json", COLUMNS, LOANS.literals)
    (tmp_path / "large.json").write_text(" " * 2**21)
    with pytest.raises(DataError, match="must not be larger"):
        read_words(tmp_path / "large.json", COLUMNS, LOANS.literals)


def test_estimators_answer_for_each_row():
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 5)
    clf = DecisionListClassifier(0.05).fit(X, X[:, 0] & X[:, 1])

    assert [["not x0"], ["not x0"], ["not x1"], ["x0", "x1"]] == [
        [c.text for c in why.sets[0]] for why in clf.why(X[:4])
    ]
    assert [["x0", "x1"], ["x0"], ["x1"], ["not x0"]] == [
        [c.text for c in what_if.changes[0]] for (what_if,) in clf.what_if(X[:4])
    ]
    assert [[()], [()], [()]] == [[what_if.changes[0] for what_if in each] for each in clf.what_if(X[:3], 0)]
    assert [()] == [what_if.changes for (what_if,) in clf.what_if(X[3:4], fixed=["x0", "x1"])]
    assert [["first", "not x1"], ["first"]] == [[r.words for r in each] for each in clf.reasons(X[:2], {"x0": "first"})]
    assert [2] == [len(why.sets) for why in clf.why(X[:1], most=5)]
    with pytest.raises(UsageError, match="label must be one of 0, 1, got 2"):
        clf.what_if(X, 2)
    with pytest.raises(UsageError, match="most must be at least 1"):
        clf.why(X, most=0)
    with pytest.raises(UsageError, match="words must name columns"):
        clf.reasons(X, {"x2": "third"})


def test_undecided_rows_are_explained_as_they_are_predicted():
    X = np.array([[0, 0]] * 9 + [[0, 1]] * 9 + [[1, 0]] * 9 + [[1, 1]] * 4)
    y = np.array([0] * 9 + [1] * 9 + [2] * 9 + [2, 2, 1, 0])
    rows = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    for undecided in ("matching", "commonest"):
        clf = DecisionSetClassifier(0.02, undecided=undecided).fit(X, y)

        assert clf.predict(rows).tolist() == [why.label for why in clf.why(rows)]
        assert clf.predict(rows).tolist() == [explanation.label for explanation in clf.explain(rows)]
