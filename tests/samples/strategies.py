"""Tiny tables: with conflicts, duplicates, constant and duplicate columns, and one to four classes."""

import random
from dataclasses import replace

import numpy as np
from hypothesis import strategies as st

from oracles.lists import Example
from shortlist.features.literal import Literal, Op
from shortlist.features.rows import DistinctRows, merge
from shortlist.models.model import ModelKind
from shortlist.problems.costs import Costs
from shortlist.problems.objective import Form, Objective, costs_of
from shortlist.problems.problem import Problem
from shortlist.tables.frames import table_of_array
from shortlist.tables.labels import labelled
from shortlist.tables.table import LabelledTable


@st.composite
def tables(draw: st.DrawFn, *, max_rows: int = 9, max_features: int = 4, max_classes: int = 4) -> list[Example]:
    """Rows in any order; equal rows with different classes happen often."""
    n_features = draw(st.integers(0, max_features))
    n_classes = draw(st.integers(1, max_classes))
    features = st.tuples(*[st.booleans()] * n_features)
    table = draw(st.lists(st.tuples(features, st.integers(0, n_classes - 1)), min_size=1, max_size=max_rows))
    if n_features and draw(st.booleans()):
        copied, constant = draw(st.integers(0, n_features - 1)), draw(st.booleans())
        table = [((*row, row[copied], constant), label) for row, label in table]
    return table


def random_table(rng: random.Random) -> list[Example]:
    """The same, fast and by seed."""
    n_features, n_classes, n_rows = rng.randint(0, 4), rng.randint(1, 4), rng.randint(1, 14)
    table = [(tuple(rng.random() < 0.5 for _ in range(n_features)), rng.randrange(n_classes)) for _ in range(n_rows)]
    if n_features and rng.random() < 0.2:
        copied, constant, flip = rng.randrange(n_features), rng.random() < 0.5, rng.random() < 0.5
        table = [((*row, row[copied] != flip, constant), label) for row, label in table]
    return table


def problem_of(table: list[Example], *, node_cost: int | None) -> Problem:
    """The problem of a tiny table: sparse with this node cost, perfect with None."""
    rows, features, classes = parts_of_problem(table)
    costs = Costs.per_node(1 if node_cost is None else node_cost)
    return Problem(rows, features, classes, costs, perfect=node_cost is None)


def data_of(table: list[Example]) -> LabelledTable:
    """A tiny table as one that was read."""
    matrix = np.array([row for row, _ in table], dtype=bool).reshape(len(table), -1)
    names = [f"f{k}" for k in range(matrix.shape[1])]
    return labelled(table_of_array(matrix, names), "y", [label for _, label in table])


def set_problem_of(
    table: list[Example], preset: str, *, node_cost: int | None = None, form: Form = Form.SEPARATED
) -> Problem:
    """The same for decision sets, with the prices of a preset."""
    rows, features, classes = parts_of_problem(table)
    unit = costs_of(Objective(0, preset), ModelKind.SET, rows, features, classes)
    price = node_cost or 1
    costs = replace(unit, rule=unit.rule * price, literal=unit.literal * (1 if preset == "mds2*" else price))
    return Problem(rows, features, classes, costs, node_cost is None, kind=ModelKind.SET, form=form)


def parts_of_problem(table: list[Example]) -> tuple[DistinctRows, tuple[Literal, ...], tuple[int, ...]]:
    """The distinct rows of a table, names for its features, and its classes."""
    n_features = len(table[0][0])
    matrix = np.array([row for row, _ in table], dtype=bool).reshape(len(table), n_features)
    labels = np.array([label for _, label in table], dtype=np.int64)
    n_classes = int(labels.max()) + 1
    features = tuple(Literal(f"f{i}", Op.EQUAL, True) for i in range(n_features))
    return merge(matrix, labels, n_classes), features, tuple(range(n_classes))
