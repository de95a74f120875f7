"""Lists of equal cost that differ in one literal: each is real, and where one exists one is found."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from samples.strategies import problem_of
from shortlist.engines.search import search
from shortlist.engines.ties import equal_swap
from shortlist.files.records import fit_record
from shortlist.files.rules import literal_record
from shortlist.learn import learn
from shortlist.problems.constraints import Constraints
from shortlist.problems.evaluate import cost_of, is_perfect, keeps_constraints
from shortlist.problems.indexed import one_list
from shortlist.problems.limits import Limits
from shortlist.problems.objective import Objective
from shortlist.show.terminal import fit_summary
from shortlist.tables.labels import labelled
from shortlist.tables.read import read_labelled
from shortlist.tables.table import Column, Kind, Table


def all_swaps(problem, lists):
    """Every list with one other literal that another question asks and costs the same."""
    rules = lists[0]
    for number, (literals, label) in enumerate(rules):
        for position in range(len(literals)):
            for feature, value in product(range(len(problem.features)), (False, True)):
                asked = [f for f, _ in literals]
                if feature in asked:
                    continue
                changed = [*literals[:position], (feature, value), *literals[position + 1 :]]
                other = one_list([*rules[:number], (changed, label), *rules[number + 1 :]])
                if cost_of(problem, other) == cost_of(problem, lists) and keeps_constraints(problem, other):
                    yield other


@pytest.mark.parametrize("node_cost", [1, 2, None])
def test_a_swap_is_found_just_where_there_is_one(node_cost):
    found = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        rows = rng.permutation(16)[: rng.integers(4, 12)]
        table = [(tuple(bool(r >> k & 1) for k in range(4)), int(rng.integers(0, 2 + seed % 2))) for r in rows] * 5
        problem = problem_of(table, node_cost=node_cost)
        lists = search(problem, Limits()).lists
        swap, others = equal_swap(problem, lists), list(all_swaps(problem, lists))
        if node_cost is None:
            others = [other for other in others if is_perfect(problem, other)]

        assert (swap is None) == (not others), seed
        if swap is not None:
            found += 1
            assert sorted(swap.lists[0][swap.rule][0]) in [sorted(other[0][swap.rule][0]) for other in others]
    assert 3 < found < 60


def test_the_user_is_told_of_another_column_that_does_as_well():
    columns = (Column.of("a", Kind.NUMBER, [1, 2, 3, 4, 5, 6]), Column.of("b", Kind.NUMBER, [1, 2, 3, 4, 5, 1]))
    data = labelled(Table(columns, 6), "y", ["n", "n", "n", "y", "y", "n"], np.full(6, 9))
    learned = learn(data, objective=Objective("0.05"))

    assert ("b <= 3", None) == (learned.model.rules[0].condition(), learned.tie)  # only b tells the last row apart
    as_good = labelled(Table(columns, 6), "y", ["n", "n", "n", "y", "y", "y"])
    as_good = replace(as_good, weights=np.array([9, 9, 9, 9, 9, 0]))
    learned = learn(as_good, objective=Objective("0.05"))

    assert 1 == learned.tie.rule
    assert {"a", "b"} == {learned.tie.literal.column, learned.tie.instead_of.column}
    view = str(fit_summary(learned))
    assert (
        f"Another list costs the same: rule 1 with {learned.tie.literal} instead of {learned.tie.instead_of}." in view
    )
    assert fit_record(learned)["tie"] == {
        "rule": 1,
        "instead_of": literal_record(learned.tie.instead_of),
        "literal": literal_record(learned.tie.literal),
    }


def test_nothing_is_said_of_a_list_that_is_not_proved():
    assert learn(read_labelled("penguins")).tie is not None
    assert learn(read_labelled("penguins"), limits=Limits(0.0)).tie is None
    assert learn(read_labelled("penguins"), model="set", objective=Objective("0.05")).tie is None


def test_constraints_hold_for_the_other_list_too():
    """A literal that may not be used is no way out."""
    penguins = read_labelled("penguins")
    for forbidden in ("bill_depth_mm", "island", "bill_length_mm"):
        tie = learn(penguins, objective=Objective("0.02"), constraints=Constraints(forbid=[forbidden])).tie
        assert tie is None or forbidden != tie.literal.column
