"""A literal holds of a row exactly if it holds of the row's entry, asked one by one in plain Python."""

import random

import numpy as np
import pytest

from oracles.literals import holds
from samples.random_models import CUTS, plain_row, random_literal, random_rows
from shortlist.checks.recount import _holding
from shortlist.errors import DataError
from shortlist.features.literal import Literal, Op
from shortlist.features.questions import evaluate
from shortlist.tables.table import Column, Kind, Table

CASES = ("true", "false", "equal", "unequal", "at_most", "above", "within", "outside")
CASES += ("among", "not_among", "missing", "present")


def case_of(literal):
    return literal.match(**{case: lambda *values, case=case: (case, *values) for case in CASES})


@pytest.mark.parametrize(
    ("literal", "case", "text"),
    [
        (Literal("a", Op.EQUAL, True), ("true",), "a"),
        (Literal("a", Op.EQUAL, False), ("false",), "not a"),
        (Literal("a", Op.UNEQUAL, True), ("false",), "not a"),
        (Literal("a", Op.UNEQUAL, False), ("true",), "a"),
        (Literal("a", Op.EQUAL, 1), ("equal", 1), "a == 1"),
        (Literal("a", Op.UNEQUAL, "x and y"), ("unequal", "x and y"), 'a != "x and y"'),
        (Literal("a", Op.AT_MOST, 1.5), ("at_most", 1.5), "a <= 1.5"),
        (Literal("a", Op.ABOVE, 2.0), ("above", 2.0), "a > 2"),
        (Literal("a", Op.WITHIN, (1, 2)), ("within", 1, 2), "1 < a <= 2"),
        (Literal("a", Op.OUTSIDE, (1, 2)), ("outside", 1, 2), "not 1 < a <= 2"),
        (Literal("a", Op.AMONG, ("x", "y z")), ("among", ("x", "y z")), "a in {x, y z}"),
        (Literal("a", Op.NOT_AMONG, (1, 2)), ("not_among", (1, 2)), "a not in {1, 2}"),
        (Literal("a", Op.AMONG, tuple("abcdefgh")), ("among", tuple("abcdefgh")), "a in {a, b, c, d, e, f, … 2 more}"),
        (Literal("a", Op.MISSING), ("missing",), "a is missing"),
        (Literal("a", Op.PRESENT), ("present",), "a is not missing"),
    ],
)
def test_each_literal_is_one_case_and_has_one_text(literal, case, text):
    assert case == case_of(literal)
    assert text == str(literal)


@pytest.mark.parametrize(
    ("op", "value"),
    [(Op.AT_MOST, "x"), (Op.ABOVE, "2021-02-30"), (Op.WITHIN, 1), (Op.EQUAL, None), (Op.EQUAL, 1.5), (Op.AMONG, ())],
)
def test_a_value_that_fits_no_case_is_refused(op, value):
    with pytest.raises(DataError, match="must compare with a fitting value"):
        case_of(Literal("a", op, value))


@pytest.mark.parametrize("seed", range(100))
def test_a_literal_holds_of_rows_as_of_single_entries(seed):
    rng = random.Random(seed)
    nullable = rng.random() < 0.5
    table = random_rows(rng, 30, nullable=nullable)
    some = table.take(np.array(rng.sample(range(30), rng.randint(1, 30))))
    literals = [random_literal(rng) for _ in range(10)]
    for rows in (table, some):
        plain = [plain_row(rows, i) for i in range(len(rows))]
        expected = [[holds(literal, row[literal.column]) for literal in literals] for row in plain]
        assert expected == evaluate(literals, rows).tolist()
        recounted = [_holding(literal, rows[literal.column]) for literal in literals]
        assert expected == [[bool(held >> i & 1) for held in recounted] for i in range(len(rows))]


LITERALS = [
    (Kind.BOOLEAN, Literal("a", Op.EQUAL, True)),
    (Kind.NUMBER, Literal("a", Op.AT_MOST, CUTS[1])),
    (Kind.NUMBER, Literal("a", Op.WITHIN, (0, 2))),
    (Kind.DATE, Literal("a", Op.ABOVE, "1970-01-01")),
    (Kind.DATE, Literal("a", Op.WITHIN, ("1969-12-31T23:59:59", "1970-01-01"))),
    (Kind.CODE, Literal("a", Op.EQUAL, 1)),
    (Kind.CODE, Literal("a", Op.AMONG, (1, 2))),
]


@pytest.mark.parametrize(("kind", "literal"), LITERALS)
def test_no_comparison_holds_for_a_missing_entry_and_one_of_two_opposites_for_any_other(kind, literal):
    column = Column.of("a", kind, [1, 0, 1], [False, False, True])
    held, failed = literal.holds(column), literal.negated().holds(column)

    assert [True, True, False] == (held ^ failed).tolist()
    assert not (held & failed).any()
    assert [False, False, True] == Literal("a", Op.MISSING).holds(column).tolist()


def test_unequal_needs_a_value_but_one_that_was_never_seen_will_do():
    column = Column.of("a", Kind.CATEGORY, ["red", "", "mauve"], [False, True, False])

    assert [True, False, False] == Literal("a", Op.EQUAL, "red").holds(column).tolist()
    assert [False, False, True] == Literal("a", Op.UNEQUAL, "red").holds(column).tolist()


def test_only_what_says_what_an_entry_is_not_is_a_negation():
    plain = [
        Literal("a", Op.EQUAL, True),
        Literal("a", Op.EQUAL, "x"),
        Literal("a", Op.AT_MOST, 1),
        Literal("a", Op.ABOVE, 1),
        Literal("a", Op.WITHIN, (0, 1)),
        Literal("a", Op.AMONG, ("x",)),
        Literal("a", Op.MISSING),
    ]
    assert [False] * 7 == [literal.is_negation for literal in plain]
    assert [True, True, False, False, True, True, True] == [literal.negated().is_negation for literal in plain]


def test_a_column_of_another_kind_is_refused():
    with pytest.raises(DataError, match="column 'a' must be of kind code for 'a == 1', got category"):
        evaluate([Literal("a", Op.EQUAL, 1)], Table((Column.of("a", Kind.CATEGORY, ["1"]),), 1))
