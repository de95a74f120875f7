"""Comparisons of a list are moved to the best cut of any column, and never to a worse one."""

from itertools import pairwise

import numpy as np
import pytest

from shortlist.features.better_cuts import better_cuts
from shortlist.features.literal import Literal, Op
from shortlist.tables.labels import labelled
from shortlist.tables.table import Column, Kind, Table


def random_data(rng, n_rows, n_columns, n_classes, missing):
    """Whole and broken numbers, some of them missing, with weights."""
    columns = []
    for j in range(n_columns):
        values = rng.integers(0, 8, n_rows) / rng.choice([1, 4])
        columns.append(Column.of(f"x{j}", Kind.NUMBER, values, rng.random(n_rows) < missing))
    labels = [f"c{k}" for k in rng.integers(0, n_classes, n_rows)] + [f"c{k}" for k in range(n_classes)]
    table = Table(tuple(columns), n_rows)
    return labelled(table, "y", labels[:n_rows], rng.integers(1, 4, n_rows))


def errors(data, rules):
    """The weight of the rows that a list gets wrong, row by row."""
    wrong = 0
    for i in range(len(data)):
        for literals, label in rules:
            if all(bool(literal.holds(data.table[literal.column])[i]) for literal in literals):
                wrong += int(data.weights[i]) * (label != data.labels[i])
                break
    return wrong


def every_comparison(data):
    """All comparisons with any number between two values, of any column."""
    for column in data.table:
        values = column.distinct
        for low, high in pairwise(values):
            for op in (Op.AT_MOST, Op.ABOVE):
                yield Literal(column.name, op, float((low + high) / 2))


@pytest.mark.parametrize("seed", range(60))
def test_a_single_comparison_is_moved_to_the_best_of_all(seed):
    rng = np.random.default_rng(seed)
    data = random_data(rng, 30, 3, int(rng.integers(2, 4)), float(rng.choice([0, 0.3])))
    here = rng.choice(list(every_comparison(data)))
    rules = [([here], 0), ([], 1)]
    cuts = better_cuts(data, rules, data.table.names)
    least = min(errors(data, [([literal], 0), ([], 1)]) for literal in every_comparison(data))
    known = [here, *(Literal(n, op, c) for n, found in cuts.items() for c in found for op in (Op.AT_MOST, Op.ABOVE))]

    assert least == min(errors(data, [([literal], 0), ([], 1)]) for literal in known)
    assert bool(cuts) == (least < errors(data, rules))


def test_cuts_are_those_that_a_person_would_write():
    column = Column.of("age", Kind.NUMBER, [18, 31, 40, 62])
    data = labelled(Table((column,), 4), "y", ["n", "n", "y", "y"])

    assert {"age": [35.0]} == better_cuts(data, [([Literal("age", Op.ABOVE, 50.0)], 1), ([], 0)], ["age"])


def test_other_columns_and_other_literals_stay_as_they_are():
    """A column that is not named is never asked anew, and no literal that is not a comparison is replaced."""
    columns = (Column.of("a", Kind.NUMBER, [1, 2, 3, 4]), Column.of("b", Kind.CATEGORY, ["u", "v", "u", "v"]))
    data = labelled(Table(columns, 4), "y", ["n", "n", "y", "y"])

    assert {} == better_cuts(data, [([Literal("b", Op.EQUAL, "u")], 1), ([], 0)], ["a"])
    assert {} == better_cuts(data, [([Literal("a", Op.ABOVE, 1.5)], 1), ([], 0)], [])
    assert {"a": [2]} == better_cuts(data, [([Literal("a", Op.ABOVE, 1.5)], 1), ([], 0)], ["a"])


def test_there_may_be_no_time():
    data = random_data(np.random.default_rng(1), 30, 3, 2, 0.0)
    here = next(every_comparison(data))

    assert {} == better_cuts(data, [([here], 0), ([], 1)], data.table.names, enough=lambda: True)


def test_values_that_no_row_has_any_more_do_not_move_a_cut():
    codes, labels = np.array([0, 0, 2, 2]), ["a", "a", "b", "b"]
    columns = [
        Column("x", Kind.NUMBER, np.array([1.0, 2.0, 7.0]), codes.astype(np.int8)),
        Column("x", Kind.NUMBER, np.array([1.0, 7.0]), (codes // 2).astype(np.int8)),
    ]
    rough = [([Literal("x", Op.AT_MOST, 0.5)], 0), ([], 1)]
    found = [better_cuts(labelled(Table((column,), 4), "y", labels), rough, ["x"]) for column in columns]

    assert found[0] == found[1] != {}


def test_no_comparison_is_moved_to_a_dearer_column():
    columns = (Column.of("cheap", Kind.NUMBER, [1, 2, 3, 4]), Column.of("dear", Kind.NUMBER, [1, 3, 2, 4]))
    data = labelled(Table(columns, 4), "y", [0, 1, 0, 1])
    rough = [([Literal("cheap", Op.ABOVE, 3.5)], 1), ([], 0)]

    assert {"dear": [2]} == better_cuts(data, rough, data.table.names)
    assert {} == better_cuts(data, rough, data.table.names, prices={"cheap": 1, "dear": 2})
    assert {"dear": [2]} == better_cuts(data, rough, data.table.names, prices={"cheap": 2, "dear": 1})
