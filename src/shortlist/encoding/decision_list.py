"""The paper's constraints (1) to (13), one function each, and its two complete models as tuples of them.

A constraint reads variables and examples and yields *blocks*: integer matrices with one clause a row. It changes nothing
and knows no option. Nodes are j = 0 … N−1 here and 1 … N in the paper. Where the paper's formula is not a clause, the
auxiliary definitions (A1) to (A4) name its parts; `s_jc` of the paper is `c[j]` here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from shortlist.encoding.examples import Examples
from shortlist.encoding.variables import Numbers, Variables

Blocks = Iterator[Numbers]
Constraint = Callable[[Variables, Examples], Blocks]


def clauses(*literals: Numbers | int) -> Numbers:
    """One clause for each place of the broadcast arrays: column k of the result is the k-th literal."""
    block = np.empty((*np.broadcast(*literals).shape, len(literals)), dtype=np.int64)
    for k, part in enumerate(literals):
        block[..., k] = part
    return block.reshape(-1, len(literals))


# -- the shape of a list ----------------------------------------------------------------------------


def one_feature_per_node(x: Variables, _: Examples) -> Blocks:
    """(1) u_j + Σ_r s_jr = 1, classes among the r."""
    choices = np.concatenate([x.u[:, None], x.s, x.c], axis=1)
    yield choices
    first, second = np.triu_indices(choices.shape[1], 1)
    yield clauses(-choices[:, first], -choices[:, second])


def unused_nodes_are_last(x: Variables, _: Examples) -> Blocks:
    """(2) u_j → u_{j+1}."""
    yield clauses(-x.u[:-1], x.u[1:])


def last_used_node_is_leaf(x: Variables, _: Examples) -> Blocks:
    """(3) u_{j+1} → u_j ∨ ⋁_c s_jc."""
    yield np.concatenate([-x.u[1:, None], x.u[:-1, None], x.c[:-1]], axis=1)


def final_node_is_leaf_or_unused(x: Variables, _: Examples) -> Blocks:
    """(4) u_N ∨ ⋁_c s_Nc."""
    yield np.concatenate([x.u[-1:, None], x.c[-1:]], axis=1)


def leaves_are_positive(x: Variables, e: Examples) -> Blocks:
    """(10) s_jc → t_j, for three or more classes."""
    if e.n_classes > 2:
        yield clauses(-x.c, x.t[:, None])


# -- how examples pass through it -------------------------------------------------------------------


def all_unclassified_at_first_node(x: Variables, _: Examples) -> Blocks:
    """(5) n_i1."""
    yield clauses(x.n[:, 0])


def unclassified_until_covered(x: Variables, _: Examples) -> Blocks:
    """(6) n_{i,j+1} ↔ n_ij ∧ (⋀_c ¬s_jc ∨ ¬v_ij); the bracket is the negation of (A4)."""
    now, then, covered = x.n[:, :-1], x.n[:, 1:], x.covered[:, :-1]
    yield clauses(-then, now)
    yield clauses(-then, -covered)
    yield clauses(then, -now, covered)


def all_valid_at_first_node(x: Variables, _: Examples) -> Blocks:
    """(7) v_i1."""
    yield clauses(x.v[:, 0])


def validity_propagates(x: Variables, _: Examples) -> Blocks:
    """(8) v_{i,j+1} ↔ (⋁_c s_jc ∧ n_{i,j+1}) ∨ (v_ij ∧ ⋁_r (s_jr ∧ t_j = π_i[r])); the last bracket is (A3)."""
    now, then, fresh = x.v[:, :-1], x.v[:, 1:], x.n[:, 1:]
    leaf, agree = x.leaf[:-1], x.agree
    yield clauses(then, -leaf, -fresh)
    yield clauses(then, -now, -agree)
    for first in (leaf, fresh):
        for second in (now, agree):
            yield clauses(-then, first, second)


# -- what is asked of it ----------------------------------------------------------------------------


def covered_examples_are_right(x: Variables, e: Examples) -> Blocks:
    """(9) s_jc ∧ v_ij → t_j = c_i; with three or more classes s_jc ∧ v_ij → c_i.

    A merged row with several commonest classes is right with any of them.
    """
    if e.n_classes > 2:
        row, label = np.nonzero(~e.right)
        yield clauses(-x.c[:, label].T, -x.v[row])
        return
    row = np.flatnonzero(e.right.sum(axis=1) == 1)
    yield clauses(-x.c[:, 0], -x.v[row], x.t * truth(e.right[row].argmax(axis=1))[:, None])


def every_example_is_covered(x: Variables, _: Examples) -> Blocks:
    """(11) ⋁_j (⋁_c s_jc ∧ v_ij)."""
    yield x.covered


def covered_examples_are_right_or_counted(x: Variables, e: Examples) -> Blocks:
    """(12) s_jc ∧ v_ij → t_j = c_i ∨ m_i; with three or more classes s_jc ∧ v_ij → c_i ∨ m_i."""
    if e.n_classes > 2:
        for label in range(e.n_classes):
            other = np.flatnonzero(e.label != label)
            yield clauses(-x.c[:, label], -x.v[e.row[other]], x.m[other, None])
        return
    yield clauses(-x.c[:, 0], -x.v[e.row], x.t * truth(e.label)[:, None], x.m[:, None])


def uncovered_examples_are_counted(x: Variables, e: Examples) -> Blocks:
    """(13) m_i ∨ ⋁_j (⋁_c s_jc ∧ v_ij)."""
    yield np.concatenate([x.m[:, None], x.covered[e.row]], axis=1)


def truth(label: Numbers) -> Numbers:
    """1 for the second class, which has the one class pseudo-feature, and −1 for the first."""
    return np.where(label == 1, 1, -1)


# -- our own definitions ----------------------------------------------------------------------------


def define_leaf(x: Variables, e: Examples) -> Blocks:
    """(A1) leaf_j ↔ ⋁_c s_jc; with one class pseudo-feature both are the same variable."""
    if e.n_classes > 2:
        yield clauses(-x.c, x.leaf[:, None])
        yield np.concatenate([-x.leaf[:, None], x.c], axis=1)


def define_literal(x: Variables, _: Examples) -> Blocks:
    """(A2) literal_jr^1 ↔ s_jr ∧ t_j and literal_jr^0 ↔ s_jr ∧ ¬t_j."""
    for value, t in ((0, -x.t[:, None]), (1, x.t[:, None])):
        literal = x.literal[:, :, value]
        yield clauses(-literal, x.s)
        yield clauses(-literal, t)
        yield clauses(literal, -x.s, -t)


def define_agree(x: Variables, e: Examples) -> Blocks:
    """(A3) agree_ij ↔ ⋁_r literal_jr^{π_i[r]}, j < N: node j is a literal that example i satisfies."""
    features = np.arange(e.features.shape[1])
    for j in range(x.agree.shape[1]):
        matching = x.literal[j, features, e.features.astype(np.int64)]
        agree = x.agree[:, j, None]
        yield clauses(-matching, agree)
        yield np.concatenate([-agree, matching], axis=1)


def define_covered(x: Variables, _: Examples) -> Blocks:
    """(A4) covered_ij ↔ ⋁_c s_jc ∧ v_ij: example i is classified at node j."""
    yield clauses(-x.covered, x.leaf)
    yield clauses(-x.covered, x.v)
    yield clauses(x.covered, -x.leaf, -x.v)


def some_node_is_used(x: Variables, _: Examples) -> Blocks:
    """(A5) ¬u_1: a classifier must answer, so the empty list is no list, however dear a node is."""
    yield clauses(-x.u[:1])


# -- the models -------------------------------------------------------------------------------------

SHAPE: tuple[Constraint, ...] = (
    one_feature_per_node,
    unused_nodes_are_last,
    last_used_node_is_leaf,
    final_node_is_leaf_or_unused,
    leaves_are_positive,
)
FLOW: tuple[Constraint, ...] = (
    all_unclassified_at_first_node,
    unclassified_until_covered,
    all_valid_at_first_node,
    validity_propagates,
)
DEFINITIONS: tuple[Constraint, ...] = (define_leaf, define_literal, define_agree, define_covered)
ANY_LIST: tuple[Constraint, ...] = (*SHAPE, *FLOW, *DEFINITIONS)

PERFECT: tuple[Constraint, ...] = (*ANY_LIST, covered_examples_are_right, every_example_is_covered)
"""Section "MaxSAT Model for Perfect Decision Lists": constraints (1) to (11)."""

SPARSE: tuple[Constraint, ...] = (
    *ANY_LIST,
    covered_examples_are_right_or_counted,
    uncovered_examples_are_counted,
    some_node_is_used,
)
"""Section "MaxSAT Model for Sparse Decision Lists": "all the hard constraints … except (9) and (11)", with (12), (13)."""
