"""The examples of the paper, as printed where they are right and as they should be where they are not."""

import numpy as np
import pytest

from shortlist import Objective, UsageError, learn, read_labelled
from shortlist.features.literal import Literal, Op
from shortlist.features.questions import evaluate
from shortlist.models.model import SILENT, Rule, decision_list, decision_set
from shortlist.problems.solution import Status


@pytest.fixture
def table(example_1):
    return read_labelled(example_1)


def literal(name):
    feature = Literal(name.removeprefix("not "), Op.EQUAL, True)
    return feature.negated() if name.startswith("not ") else feature


def rule(condition, label):
    return Rule(tuple(literal(name) for name in condition), label)


PERFECT = Objective(0)
PRINTED_LIST = decision_list((rule(["A"], 1), rule(["B"], 0), rule(["C"], 1), rule([], 0)), (0, 1))
PRINTED_SET = decision_set(
    (rule(["A"], 1), rule(["not B", "C"], 1), rule(["not A", "not C"], 0), rule(["not A", "B"], 0)), (0, 1)
)


@pytest.mark.parametrize("engine", ["maxsat", "maxsat-paper"])
def test_the_smallest_perfect_list_of_example_1_has_size_6(table, engine):
    """The paper prints a list of size 7 and calls it optimal; see docs/deviations.md."""
    learned = learn(table, objective=PERFECT, engine=engine)

    assert (Status.OPTIMAL, 6, 6) == (learned.solution.status, learned.solution.cost, learned.model.size)
    assert 0 == learned.claim.counted.errors


def test_the_printed_list_is_perfect_and_of_size_7(table):
    labels = [table.classes[i] for i in table.labels]

    assert 7 == PRINTED_LIST.size
    assert labels == PRINTED_LIST.predict(table.table).tolist()


def test_explanation_sizes_under_the_printed_list(table):
    """Σ_{i≤j} |π_i| + 1."""
    assert [2, 2, 3, 3, 4, 4, 4, 4] == PRINTED_LIST.explanation_sizes(table.table).tolist()


def test_the_printed_set_is_perfect_and_of_size_11(table):
    labels = [table.classes[i] for i in table.labels]

    assert 11 == PRINTED_SET.size
    assert PRINTED_SET.decided(table.table).all()
    assert labels == PRINTED_SET.predict(table.table).tolist()


@pytest.mark.parametrize("engine", ["search", "maxsat"])
def test_no_set_for_example_1_is_smaller_than_11(table, engine):
    learned = learn(table, model="set", objective=PERFECT, engine=engine)

    assert (Status.OPTIMAL, 11, 11) == (learned.solution.status, learned.solution.cost, learned.model.size)


def test_explanation_sizes_of_sets():
    """Agreeing rules: their mean size. Conflicting classes: the sum of their means. No rule: the whole set."""
    rules = (rule(["A"], 1), rule(["A", "B"], 1), rule(["C"], 0), rule(["C", "B", "not A"], 0))
    model = decision_set(rules, (0, 1))
    rows = np.array([[1, 1, 0], [1, 0, 1], [1, 1, 1], [0, 1, 1], [0, 0, 0]], dtype=bool)
    table = table_of(rows, "ABC")

    assert [[0, 1, SILENT, SILENT]] == model.answers(table)[:1].tolist()
    assert [2.5, 2 + 2, 2.5 + 2, (2 + 4) / 2, float(model.size)] == model.explanation_sizes(table).tolist()
    assert [True, False, False, True, False] == model.decided(table).tolist()


def test_the_separated_list_of_example_3_is_perfect_and_of_size_8(table):
    printed = decision_list((rule(["A"], 1), rule(["not B", "C"], 1), rule(["B"], 0), rule([], 0)), (0, 1))
    labels = [table.classes[i] for i in table.labels]

    assert 8 == printed.size
    assert labels == printed.predict(table.table).tolist()


@pytest.mark.parametrize("engine", ["search", "maxsat", "maxsat-paper"])
@pytest.mark.parametrize(("order", "size"), [("1,0", 6), ("0,1", 7), ("all", 6)])
def test_the_smallest_separated_lists_of_example_3(table, order, size, engine):
    """The paper prints one of size 8 with H first; see docs/deviations.md."""
    learned = learn(table, objective=PERFECT, separate=order, engine=engine)

    assert (size, 0) == (learned.model.size, learned.claim.counted.errors)
    assert (Status.FEASIBLE, size) == (learned.solution.status, learned.solution.cost)
    assert [Status.OPTIMAL] * 2 == [part.status for part in learned.solution.parts]
    assert size == sum(part.size for part in learned.solution.parts)


def test_each_class_is_a_part_with_its_own_cost(table):
    """A → H and ¬B ∧ C → H are 5 nodes, and the default rule is one more."""
    parts = learn(table, objective=PERFECT, separate=[1, 0]).solution.parts

    assert [(1, 5, 5), (0, 1, 1)] == [(*part.labels, part.size, part.cost) for part in parts]


@pytest.mark.parametrize("order", ["i+", "i-", "a+", "a-", "c+", "c-"])
def test_every_named_order_gives_a_list(table, order):
    assert learn(table, objective=PERFECT, separate=order).model.size in (6, 7)
    assert learn(table, objective=Objective("0.05"), separate=order).solution.cost <= 7


@pytest.mark.parametrize("order", ["0", "0,1,2", "0,0", "x"])
def test_an_order_must_name_each_class_once(table, order):
    with pytest.raises(UsageError, match="order must"):
        learn(table, separate=order)


def table_of(rows, names):
    from shortlist.tables.frames import table_of_array

    table = table_of_array(rows, list(names))
    assert rows.tolist() == evaluate([literal(name) for name in names], table).tolist()
    return table
