"""Decision sets as clauses: slots for rules in any order, each with a conjunction and a class, or empty.

`literal[k, r, v]`: rule k asks that feature r has value v. `label[k, c]`: rule k predicts class c. `covers[i, k]`: rule k
holds on row i. `given[i, c]`: some rule for class c covers row i. `m[l]`: miss l is counted. The formula knows sets of at most
so many rules; whoever asks makes the number grow. Constraints (S1) to (S9) are one function each, (S10) is `only_allowed_literals`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shortlist.encoding.decision_list import clauses
from shortlist.encoding.examples import NO_CLASS, Examples
from shortlist.encoding.formula import Formula, only_allowed_literals, write
from shortlist.encoding.variables import Numbered, Numbering, Numbers, true_in
from shortlist.problems.indexed import IndexedRule
from shortlist.problems.problem import Problem


@dataclass(frozen=True, eq=False)
class SetVariables(Numbered):
    """The variables as arrays of numbers, negated by `-`."""

    used: Numbers
    literal: Numbers
    label: Numbers
    covers: Numbers
    given: Numbers
    m: Numbers


Blocks = Iterator[Numbers]
Constraint = Callable[[SetVariables, Examples], Blocks]


def number_set_variables(e: Examples, n_rules: int) -> SetVariables:
    """Number all variables of a formula with so many slots, in one fixed order."""
    (n_rows, n_features), new = e.features.shape, Numbering().new
    return SetVariables(
        used=new(n_rules),
        literal=new(n_rules, n_features, 2),
        label=new(n_rules, e.n_classes),
        covers=new(n_rows, n_rules),
        given=new(n_rows, e.n_classes),
        m=new(len(e.row)),
    )


# -- the shape of a set -----------------------------------------------------------------------------


def used_slots_are_first(x: SetVariables, _: Examples) -> Blocks:
    """(S1) used_{k+1} → used_k."""
    yield clauses(-x.used[1:], x.used[:-1])


def a_used_rule_has_one_class(x: SetVariables, e: Examples) -> Blocks:
    """(S2) used_k ↔ Σ_c label_kc = 1, and label_kc → used_k."""
    yield np.concatenate([-x.used[:, None], x.label], axis=1)
    yield clauses(-x.label, x.used[:, None])
    first, second = np.triu_indices(e.n_classes, 1)
    yield clauses(-x.label[:, first], -x.label[:, second])


def only_used_rules_have_literals(x: SetVariables, _: Examples) -> Blocks:
    """(S3) literal_krv → used_k."""
    yield clauses(-x.literal, x.used[:, None, None])


def no_rule_contradicts_itself(x: SetVariables, _: Examples) -> Blocks:
    """(S4) ¬literal_kr0 ∨ ¬literal_kr1."""
    yield clauses(-x.literal[:, :, 0], -x.literal[:, :, 1])


# -- what rules cover -------------------------------------------------------------------------------


def a_rule_covers_what_satisfies_it(x: SetVariables, e: Examples) -> Blocks:
    """(S5) covers_ik ↔ used_k ∧ ⋀_r ¬literal_kr^{¬π_i[r]}."""
    yield clauses(-x.covers, x.used)
    for i, row in enumerate(e.features):
        failing = x.literal[:, np.arange(len(row)), 1 - row.astype(np.int64)]
        covers = x.covers[i][:, None]
        yield clauses(-covers, -failing)
        yield np.concatenate([covers, -x.used[:, None], failing], axis=1)


# -- what is asked of it ----------------------------------------------------------------------------


def covered_rows_are_given_the_class(x: SetVariables, _: Examples) -> Blocks:
    """(S6) covers_ik ∧ label_kc → given_ic."""
    yield clauses(-x.covers[:, :, None], -x.label[None], x.given[:, None, :])


def rows_are_given_one_right_class(x: SetVariables, e: Examples) -> Blocks:
    """(S7) ⋁_k covers_ik; ¬given_ic where c is not right for row i; ¬given_ic ∨ ¬given_id."""
    yield x.covers
    yield clauses(-x.given[~e.right])
    first, second = np.triu_indices(e.n_classes, 1)
    yield clauses(-x.given[:, first], -x.given[:, second])


def rows_given_another_class_are_counted(x: SetVariables, e: Examples) -> Blocks:
    """(S8) given_id → m_l for every class d but the one that miss l wants."""
    for c in range(e.n_classes):
        other = np.flatnonzero(e.label != c)
        yield clauses(-x.given[e.row[other], c], x.m[other])


def rows_not_covered_are_counted(x: SetVariables, e: Examples) -> Blocks:
    """(S9) m_l ∨ ⋁_k covers_ik, where miss l wants a class."""
    wants = e.label != NO_CLASS
    yield np.concatenate([x.m[wants, None], x.covers[e.row[wants]]], axis=1)


SET_SHAPE: tuple[Constraint, ...] = (
    used_slots_are_first,
    a_used_rule_has_one_class,
    only_used_rules_have_literals,
    no_rule_contradicts_itself,
    a_rule_covers_what_satisfies_it,
    covered_rows_are_given_the_class,
)
PERFECT_SET: tuple[Constraint, ...] = (*SET_SHAPE, rows_are_given_one_right_class)
SPARSE_SET: tuple[Constraint, ...] = (
    *SET_SHAPE,
    rows_given_another_class_are_counted,
    rows_not_covered_are_counted,
)


def encode_set(problem: Problem, examples: Examples, n_rules: int, pause: Callable[[], None]) -> Formula[SetVariables]:
    """The formula for sets of at most so many rules of allowed literals; `pause` is called between blocks and may raise to end it."""
    x, costs = number_set_variables(examples, n_rules), problem.costs
    soft = (
        (-x.used, np.full(x.used.size, costs.rule)),
        (-x.literal.ravel(), np.full(x.literal.size, costs.literal)),
        (-x.m, examples.weight * costs.error),
    )
    constraints = PERFECT_SET if problem.perfect else SPARSE_SET
    return write(x, examples, (*constraints, only_allowed_literals(problem.literals)), soft, pause)


def decode_set(x: SetVariables, model: Iterable[int]) -> list[IndexedRule]:
    """The rules of the used slots."""
    true = true_in(model, x.count)
    return [rule_of_slot(true[x.literal[k]], true[x.label[k]]) for k in np.flatnonzero(true[x.used])]


def rule_of_slot(literal: NDArray[np.bool_], label: NDArray[np.bool_]) -> IndexedRule:
    """The rule that a slot holds: `literal[r, v]` asks that feature r has value v."""
    return tuple((int(r), bool(value)) for r, value in np.argwhere(literal)), int(label.argmax())


def predicted_set_clauses(examples: Examples, n_rules: int) -> int:
    """About how many hard clauses a formula of so many rules has."""
    n_rows, k = examples.features.shape
    return int(n_rules * (n_rows * (k + 2 + examples.n_classes) + 4 * k) + 2 * len(examples.row))
