"""Explanations name what failed, and what the row has there."""

import json

import numpy as np
import pandas as pd
import pytest

from shortlist import DecisionListClassifier, Literal, Op, Rule
from shortlist.explain.trace import explain
from shortlist.files.explanations import explanation_record
from shortlist.models.model import decision_list
from shortlist.tables.table import Column, Kind, Table

MODEL = decision_list(
    [
        Rule((Literal("colour", Op.AT_MOST, 3.22), Literal("smoker", Op.EQUAL, True)), "a", (9, 1)),
        Rule((Literal("city", Op.UNEQUAL, "New York"), Literal("colour", Op.ABOVE, 1)), "b", (1, 9)),
        Rule((), "a", (5, 5)),
    ],
    ("a", "b"),
)
ROWS = Table(
    (
        Column.of("colour", Kind.NUMBER, [4.1, 0.0, 2.0], [False, True, False]),
        Column.of("smoker", Kind.BOOLEAN, [True, False, True]),
        Column.of("city", Kind.CATEGORY, ["Rome", "New York", "Rome"]),
    ),
    3,
)


@pytest.mark.parametrize(
    ("row", "lines"),
    [
        (0, ["    fails: colour <= 3.22 (is 4.1)", "    holds: city != New York (is Rome), colour > 1 (is 4.1)"]),
        (1, ["    fails: colour <= 3.22 (is missing), smoker (is false)"]),
        (1, ["    fails: city != New York (is New York), colour > 1 (is missing)"]),
        (2, ["    holds: colour <= 3.22 (is 2)", "class = a"]),
    ],
)
def test_the_rows_own_values_stand_beside_the_literals(row, lines):
    text = str(explain(MODEL, ROWS, row)).splitlines()

    assert set(lines) <= set(text)


def test_programs_are_told_the_values_too():
    record = json.loads(json.dumps(explanation_record(explain(MODEL, ROWS, 1)), allow_nan=False))

    assert [None, False] == [literal["is"] for literal in record["steps"][0]["failed"]]
    assert ["New York", None] == [literal["is"] for literal in record["steps"][1]["if"]]


def test_an_explanation_has_a_text_and_a_notebooks_html():
    frame = pd.DataFrame({"age": [20, 30, 40, 50, 60, 70] * 5})
    y = pd.Series(["<low>"] * 3 + ["high"] * 3, name="risk").repeat(5)
    clf = DecisionListClassifier(0.05).fit(frame.sort_values("age"), y)
    (explanation,) = clf.explain(frame[:1])

    assert str(explanation) == repr(explanation)
    assert "(is 20)" in str(explanation)
    assert "risk = " in str(explanation)
    assert explanation._repr_html_().startswith("<pre>")
    assert "<low>" not in explanation._repr_html_()
    assert {"age": 20.0} == explanation.values
    assert np.isclose(1, sum(explanation.probabilities.values()))
