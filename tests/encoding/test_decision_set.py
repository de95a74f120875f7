"""(S1) to (S9): the models of a formula of sets are exactly the sets that it means, and none of its constraints is idle."""

from itertools import product

import numpy as np
import pytest

from samples.projected import conjunctions, holds, projected_models
from shortlist.encoding.decision_set import PERFECT_SET, SPARSE_SET, number_set_variables
from shortlist.encoding.examples import NO_CLASS, Examples

ROWS = np.array([[False, False], [False, True], [True, True]])
RIGHT = np.array([[True, False], [False, True], [True, True]])
WISHES = np.array([[2, 0, 0], [0, 1, 0], [1, 0, 3]])
NONE = np.zeros(0, dtype=np.int64)


def wishing(rows, wishes):
    """Column c of the wishes is the weight of the examples that want class c; the last column, of those that want none."""
    row, label = np.nonzero(wishes)
    return Examples(rows, wishes[:, :2] > 0, row, np.where(label == 2, NO_CLASS, label), wishes[row, label], 0)


CASES = [
    (PERFECT_SET, Examples(ROWS, RIGHT, NONE, NONE, NONE, 0), 2),
    (SPARSE_SET, wishing(ROWS, WISHES), 1),
    (SPARSE_SET, wishing(ROWS[:2], WISHES[:2]), 2),
]


def sets_of(n_rules):
    """All sets of at most so many rules, rules in any order."""
    rules = [(literals, label) for literals in conjunctions(2, empty=True) for label in (0, 1)]
    for n_used in range(n_rules + 1):
        yield from product(rules, repeat=n_used)


def given(rules, row):
    return {label for literals, label in rules if holds(literals, row)}


def assignments(e, n_rules):
    """The values of used, literal, label and misses that the formula ought to allow; a miss may always be counted."""
    for rules in sets_of(n_rules):
        slots = [*rules, *[None] * (n_rules - len(rules))]
        said = [slot is not None for slot in slots]
        said += [
            slot is not None and slot[0].get(r) is bool(value) for slot in slots for r in range(2) for value in range(2)
        ]
        said += [slot is not None and slot[1] == c for slot in slots for c in (0, 1)]
        if not len(e.row):
            classes = [given(rules, row) for row in e.features]
            if all(len(found) == 1 and right[min(found)] for found, right in zip(classes, e.right, strict=True)):
                yield tuple(said)
            continue
        wanted = [set() if label == NO_CLASS else {label} for label in e.label.tolist()]
        missed = [given(rules, e.features[row]) != want for row, want in zip(e.row.tolist(), wanted, strict=True)]
        for counted in product((False, True), repeat=len(missed)):
            if all(c or not m for c, m in zip(counted, missed, strict=True)):
                yield (*said, *counted)


def difference(model, e, n_rules):
    """Sets that the formula means and ought not, or ought to and does not."""
    x = number_set_variables(e, n_rules)
    clauses = [clause for constraint in model for block in constraint(x, e) for clause in block.tolist()]
    variables = [*x.used.tolist(), *x.literal.ravel().tolist(), *x.label.ravel().tolist(), *x.m.tolist()]
    return set(assignments(e, n_rules)) ^ projected_models(clauses, variables)


@pytest.mark.parametrize(("model", "e", "n_rules"), CASES)
def test_the_models_are_the_sets(model, e, n_rules):
    assert not difference(model, e, n_rules)


@pytest.mark.parametrize("constraint", dict.fromkeys((*PERFECT_SET, *SPARSE_SET)))
def test_a_constraint_that_is_left_out_is_noticed(constraint):
    assert constraint.__doc__.startswith("(S")

    assert any(
        difference(tuple(kept for kept in model if kept is not constraint), e, n_rules)
        for model, e, n_rules in CASES
        if constraint in model
    )
