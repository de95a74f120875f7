"""(R1) to (R10): the models of a formula of slots are exactly the lists that it means, and none of its constraints is idle."""

from itertools import product

import numpy as np
import pytest

from samples.projected import conjunctions, holds, projected_models
from shortlist.encoding import rule_slots
from shortlist.encoding.rule_slots import RuleSlots
from shortlist.features.literal import Literal, Op
from shortlist.features.rows import DistinctRows
from shortlist.problems.constraints import FREE, Constraints
from shortlist.problems.costs import Costs
from shortlist.problems.problem import Problem

ROWS = np.array(list(product((False, True), repeat=2)))
COUNTS = {"xor": [[2, 0], [0, 1], [0, 3], [1, 0]], "and": [[1, 0], [2, 1], [1, 0], [0, 2]]}
NUMBERED = {
    "(R1)": "empty_slots_are_first",
    "(R2)": "used_rules_have_one_class",
    "(R3)": "used_rules_have_literals",
    "(R4)": "prices_add_up",
    "(R5)": "constraints_are_kept",
    "(R6)": "last_rule_differs_from_default",
    "(R7)": "first_rule_that_holds_decides",
    "(R8)": "decided_rows_satisfy_their_rule",
    "(R9)": "rows_that_satisfy_a_rule_are_right",
    "(R10)": "rows_left_to_the_default_are_right",
}


def problem(counts, *, perfect, constraints=FREE):
    features = (Literal("f0", Op.EQUAL, True), Literal("f1", Op.EQUAL, True))
    rows = DistinctRows(ROWS, np.array(counts))
    return Problem(rows, features, (0, 1), Costs.per_node(1), perfect, constraints)


CASES = [
    (problem(counts, perfect=perfect, constraints=constraints), budget)
    for counts in COUNTS.values()
    for perfect, budget in ((True, 6), (True, 7), (False, 5), (False, 6))
    for constraints in (FREE, Constraints(max_literals=1, forbid=["not f0"], rule_classes=[1]))
]


def lists_within(p, budget, n_slots):
    """By trying everything: the lists of at most so many rules that cost no more, beyond what is unavoidable.

    The last rule must not predict what the default rule predicts.
    """
    free = p.constraints == FREE
    rules = [
        (literals, label)
        for literals in conjunctions(2, empty=False)
        for label in (0, 1)
        if free or (len(literals) == 1 and literals.get(0) is not False and label == 1)
    ]
    for n_rules in range(n_slots + 1):
        for chosen in product(rules, repeat=n_rules):
            for default in {0, 1} - {label for _, label in chosen[-1:]}:
                lost = sum(avoidable_loss(p, i, chosen, default) for i in range(len(ROWS)))
                price = sum(len(literals) + 1 for literals, _ in chosen) + 1
                if price + (0 if p.perfect else lost) <= budget and not (p.perfect and lost):
                    yield chosen, default


def avoidable_loss(p, i, rules, default):
    label = next((label for literals, label in rules if holds(literals, ROWS[i])), default)
    return int(p.avoidable[i, label])


def as_assignment(x, chosen, default):
    """The values of used, literal and label that say this list: empty slots first."""
    slots = [None] * (len(x.used) - len(chosen)) + list(chosen)
    used = [slot is not None for slot in slots]
    literal = [
        slot is not None and slot[0].get(r) is bool(value) for slot in slots for r in range(2) for value in range(2)
    ]
    label = [slot is not None and slot[1] == c for slot in slots for c in (0, 1)]
    return (*used, *literal, *label, *(default == c for c in (0, 1)))


def formula(p, budget):
    x = RuleSlots(p, budget)
    blocks = [*x.shape(), *x.rows(np.arange(len(ROWS)))]
    bound, assumed = x.within(budget)
    clauses = [
        list(map(int, clause)) for block in blocks for clause in (block if isinstance(block, list) else block.tolist())
    ]
    clauses += [*bound, *([number] for number in assumed)]
    variables = [*x.used.tolist(), *x.literal.ravel().tolist(), *x.label.ravel().tolist()]
    return x, clauses, variables


def difference(p, budget):
    """Lists that the formula means and ought not, or ought to and does not."""
    x, clauses, variables = formula(p, budget)
    meant = {as_assignment(x, *found) for found in lists_within(p, budget, len(x.used))}
    return meant ^ projected_models(clauses, variables)


@pytest.mark.parametrize(("p", "budget"), CASES)
def test_the_models_are_the_lists_within_the_budget(p, budget):
    assert not difference(p, budget)


@pytest.mark.parametrize("number", NUMBERED)
def test_a_constraint_that_is_left_out_is_noticed(monkeypatch, number):
    name = NUMBERED[number]
    assert getattr(rule_slots, name).__doc__.startswith(number)
    if name in {constraint.__name__ for constraint in rule_slots.SHAPE}:
        kept = tuple(constraint for constraint in rule_slots.SHAPE if constraint.__name__ != name)
        monkeypatch.setattr(rule_slots, "SHAPE", kept)
    else:
        monkeypatch.setattr(rule_slots, name, lambda *_: iter(()))

    assert any(difference(p, budget) for p, budget in CASES)
