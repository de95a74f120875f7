"""Each constraint of the paper says what it should: execute, evaluate, flip, drop. No SAT solver is asked.

*Execute* every node sequence on a small table and read all variables off the run, without any formula. *Evaluate*: the
clauses hold exactly for well-formed lists (perfect: without avoidable errors). *Flip*: in a good assignment no variable
but t may change, and no m may fall, without breaking a clause. *Drop*: leave one constraint out, and one of the two
complains.
"""

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from samples.node_sequences import FEATURE, LEAF, N_NODES, TABLES, UNUSED, all_clauses, broken, flips, problem_of
from shortlist.encoding.decision_list import PERFECT, SPARSE
from shortlist.encoding.examples import merged_examples, single_examples
from shortlist.encoding.variables import number_variables

MODELS = {"perfect": PERFECT, "sparse": SPARSE}


def node_sequences(n_features: int, n_classes: int) -> Iterator[tuple[tuple[int, int, bool], ...]]:
    """All sequences of (what the node is, on which feature or class, truth value)."""
    pseudo = 1 if n_classes == 2 else n_classes
    nodes = [(UNUSED, 0, t) for t in (False, True)]
    nodes += [(FEATURE, r, t) for r in range(n_features) for t in (False, True)]
    nodes += [(LEAF, c, t) for c in range(pseudo) for t in (False, True)]
    return product(nodes, repeat=N_NODES)


def execute(sequence, e, x):
    """Run the sequence over the rows: the value of every variable, and which class each row is given (−1 for none)."""
    value = np.zeros(x.count + 1, dtype=bool)
    given = np.full(len(e.features), -1)
    matching = np.ones(len(e.features), dtype=bool)
    for j, (what, which, t) in enumerate(sequence):
        value[x.t[j]] = t
        value[x.n[:, j]] = given == -1
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
            matching &= satisfied
        else:
            value[x.c[j, which]] = True
            value[x.leaf[j]] = True
            value[x.covered[:, j]] = matching
            given[matching] = int(t) if e.n_classes == 2 else which
            matching = given == -1
    value[x.m] = given[e.row] != e.label
    return value, given


def well_formed(sequence, n_classes) -> bool:
    """Unused nodes stand last, a leaf stands before them, and with three classes or more leaves are positive."""
    kinds = [what for what, _, _ in sequence]
    used = [what for what in kinds if what != UNUSED]
    positive = n_classes == 2 or all(t for what, _, t in sequence if what == LEAF)
    return bool(used) and kinds == used + [UNUSED] * (N_NODES - len(used)) and used[-1] == LEAF and positive


def complaints(constraints, table, *, perfect, make) -> Iterator[str]:
    """What evaluate and flip find wrong with a model."""
    e = make(problem_of(table, perfect=perfect))
    x = number_variables(e, N_NODES)
    clauses = all_clauses(block for constraint in constraints for block in constraint(x, e))
    fixed = set(range(1, x.count + 1)) - set(x.t.tolist())
    for sequence in node_sequences(e.features.shape[1], e.n_classes):
        value, given = execute(sequence, e, x)
        right = all(label >= 0 and e.right[row, label] for row, label in enumerate(given))
        good = well_formed(sequence, e.n_classes) and (right or not perfect)
        if good == broken(clauses, value):
            yield f"{sequence} is {'good' if good else 'bad'}, but the clauses say otherwise"
        if good:
            yield from flips(clauses, value, fixed - {int(m) for m in x.m if not value[m]})


@pytest.mark.parametrize("make", [merged_examples, single_examples])
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("model", MODELS)
def test_the_clauses_hold_exactly_for_lists(model, table, make):
    found = complaints(MODELS[model], TABLES[table], perfect=model == "perfect", make=make)

    assert [] == list(found)


@pytest.mark.parametrize(
    ("model", "position"), [(name, position) for name, model in MODELS.items() for position in range(len(model))]
)
def test_no_constraint_can_be_left_out(model, position):
    """Without this one constraint, evaluate or flip must complain on one of the tables."""
    rest = MODELS[model][:position] + MODELS[model][position + 1 :]

    assert any(
        next(complaints(rest, table, perfect=model == "perfect", make=merged_examples), None)
        for table in TABLES.values()
    )


def test_the_numbers_of_the_paper_are_all_there():
    """Constraints (1) to (13) each stand in one function, named first in its docstring."""
    numbered = {constraint.__doc__.split(" ")[0] for constraint in (*PERFECT, *SPARSE)}

    assert {f"({n})" for n in range(1, 14)} <= numbered
