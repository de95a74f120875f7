"""The constraints of lists side by side and of one class alone: execute, evaluate, flip, drop, as for lists."""

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from samples.node_sequences import (
    FEATURE,
    LAST_LEAF,
    LEAF,
    N_NODES,
    TABLES,
    UNUSED,
    all_clauses,
    broken,
    flips,
    problem_of,
)
from shortlist.encoding.decision_list import (
    define_leaf,
    final_node_is_leaf_or_unused,
    last_used_node_is_leaf,
    leaves_are_positive,
)
from shortlist.encoding.examples import hybrid_examples, merged_examples, single_examples
from shortlist.encoding.hybrid import HYBRID_PERFECT, HYBRID_SPARSE
from shortlist.encoding.one_class import ONE_CLASS_PERFECT, ONE_CLASS_SPARSE, OWN
from shortlist.encoding.variables import number_variables

HYBRID = {"perfect": HYBRID_PERFECT, "sparse": HYBRID_SPARSE}
ONE_CLASS = {"perfect": ONE_CLASS_PERFECT, "sparse": ONE_CLASS_SPARSE}
TWO_CLASSES = {name: table for name, table in TABLES.items() if max(label for _, label in table) == 1}
TWO_CLASSES["all of the class"] = [((0, 0), 1), ((1, 0), 1)]
IMPLIED_BY_LAST_LEAVES = (last_used_node_is_leaf, final_node_is_leaf_or_unused)
FOR_THREE_CLASSES = (leaves_are_positive, define_leaf)


def node_sequences(n_features: int, n_classes: int, *, hybrid: bool) -> Iterator[tuple[tuple[int, int, bool], ...]]:
    """All sequences of (what the node is, on which feature or class, truth value); a leaf may end a list."""
    pseudo = 1 if n_classes == 2 else n_classes
    nodes = [(UNUSED, 0, False)]
    nodes += [(FEATURE, r, t) for r in range(n_features) for t in (False, True)]
    nodes += [(LEAF, c, t) for c in range(pseudo) for t in (False, True)]
    nodes += [(LAST_LEAF, c, t) for c in range(pseudo) for t in (False, True) if hybrid]
    return product(nodes, repeat=N_NODES)


def execute(sequence, e, x):
    """Run the sequence over the rows: the value of every variable but m, and for each row and class, is it an answer?"""
    value = np.zeros(x.count + 1, dtype=bool)
    answers = np.zeros((len(e.features), e.n_classes), dtype=bool)
    silent = np.ones(len(e.features), dtype=bool)
    matching = silent.copy()
    for j, (what, which, t) in enumerate(sequence):
        value[x.t[j]] = t
        value[x.n[:, j]] = silent
        value[x.v[:, j]] = matching
        if what == UNUSED:
            value[x.u[j]] = True
            matching = np.zeros_like(matching)
        elif what == FEATURE:
            value[x.s[j, which]] = True
            value[x.literal[j, which, int(t)]] = True
            satisfied = e.features[:, which] == t
            if j < N_NODES - 1:
                value[x.agree[:, j]] = satisfied
            matching = matching & satisfied
        else:
            value[x.c[j, which]] = value[x.leaf[j]] = True
            value[x.covered[:, j]] = matching
            answers[matching, int(t) if e.n_classes == 2 else which] = True
            silent = silent & ~matching
            if what == LAST_LEAF:
                value[x.x[j]] = True
                silent = np.ones_like(silent)
            matching = silent
    return value, answers


def leaves_where_they_belong(sequence, *, last) -> bool:
    """Unused nodes stand last, and a leaf of this kind before them, if any is used."""
    kinds = [what for what, _, _ in sequence]
    used = [what for what in kinds if what != UNUSED]
    return kinds == used + [UNUSED] * (N_NODES - len(used)) and (not used or used[-1] == last)


def hybrid_complaints(constraints, table, *, perfect) -> Iterator[str]:
    e = hybrid_examples(problem_of(table, perfect=perfect))
    x = number_variables(e, N_NODES, hybrid=True)
    clauses = all_clauses(block for constraint in constraints for block in constraint(x, e))
    for sequence in node_sequences(e.features.shape[1], e.n_classes, hybrid=True):
        value, answers = execute(sequence, e, x)
        one = answers.sum(axis=1) == 1
        value[x.m] = ~(one[e.row] & answers[e.row, e.label])
        positive = e.n_classes == 2 or all(t for what, _, t in sequence if what in (LEAF, LAST_LEAF))
        shaped = leaves_where_they_belong(sequence, last=LAST_LEAF) and sequence[0][0] != UNUSED and positive
        good = shaped and (not perfect or bool((one & (answers & e.right).any(axis=1)).all()))
        if good == broken(clauses, value):
            yield f"{sequence} is {'good' if good else 'bad'}, but the clauses say otherwise"
        if good:
            # Where a leaf covers nothing it may end a list or not, and both are among the sequences.
            free = {*x.t.tolist(), *(int(end) for end, leaf in zip(x.x, x.leaf, strict=True) if value[leaf])}
            free |= {int(m) for m in x.m if not value[m]}
            yield from flips(clauses, value, set(range(1, x.count + 1)) - free)


def one_class_complaints(constraints, table, *, perfect, make) -> Iterator[str]:
    e = make(problem_of(table, perfect=perfect))
    x = number_variables(e, N_NODES)
    clauses = all_clauses(block for constraint in constraints for block in constraint(x, e))
    for sequence in node_sequences(e.features.shape[1], e.n_classes, hybrid=False):
        value, answers = execute(sequence, e, x)
        covered = answers.any(axis=1)
        value[x.m] = covered[e.row] != (e.label == OWN)
        shaped = leaves_where_they_belong(sequence, last=LEAF) and all(t for what, _, t in sequence if what == LEAF)
        right = np.where(covered, e.right[:, OWN], e.right[:, 1 - OWN]).all()
        good = shaped and (not perfect or bool(right))
        if good == broken(clauses, value):
            yield f"{sequence} is {'good' if good else 'bad'}, but the clauses say otherwise"
        if good:
            fixed = set(range(1, x.count + 1)) - set(x.t.tolist())
            yield from flips(clauses, value, fixed - {int(m) for m in x.m if not value[m]})


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("model", HYBRID)
def test_the_clauses_hold_exactly_for_lists_side_by_side(model, table):
    assert [] == list(hybrid_complaints(HYBRID[model], TABLES[table], perfect=model == "perfect"))


@pytest.mark.parametrize(
    ("model", "position"),
    [
        (name, position)
        for name, model in HYBRID.items()
        for position, constraint in enumerate(model)
        if constraint not in IMPLIED_BY_LAST_LEAVES
    ],
)
def test_no_constraint_of_lists_side_by_side_can_be_left_out(model, position):
    rest = HYBRID[model][:position] + HYBRID[model][position + 1 :]

    assert any(next(hybrid_complaints(rest, table, perfect=model == "perfect"), None) for table in TABLES.values())


@pytest.mark.parametrize("make", [merged_examples, single_examples])
@pytest.mark.parametrize("table", TWO_CLASSES)
@pytest.mark.parametrize("model", ONE_CLASS)
def test_the_clauses_hold_exactly_for_rules_of_one_class(model, table, make):
    found = one_class_complaints(ONE_CLASS[model], TWO_CLASSES[table], perfect=model == "perfect", make=make)

    assert [] == list(found)


@pytest.mark.parametrize(
    ("model", "position"),
    [
        (name, position)
        for name, model in ONE_CLASS.items()
        for position, constraint in enumerate(model)
        if constraint not in FOR_THREE_CLASSES
    ],
)
def test_no_constraint_of_one_class_can_be_left_out(model, position):
    rest = ONE_CLASS[model][:position] + ONE_CLASS[model][position + 1 :]

    assert any(
        next(one_class_complaints(rest, table, perfect=model == "perfect", make=merged_examples), None)
        for table in TWO_CLASSES.values()
    )


def test_the_numbers_are_all_there():
    numbered = {constraint.__doc__.split(" ")[0] for constraint in (*HYBRID_PERFECT, *HYBRID_SPARSE)}

    assert {f"(H{n})" for n in range(1, 6)} <= numbered
