"""Decision lists side by side: the paper's "mixed decision sets and lists", which the published text leaves out.

The node sequence is that of a list, and x_j says that a list ends at leaf j: the next rule begins a new list, for which no
example is classified yet. Every list that answers must be right, and one must answer. The numbers (H1) to (H4) are ours, in
the order of that text; (H5) is our own.
"""

from __future__ import annotations

import numpy as np

from shortlist.encoding.decision_list import (
    DEFINITIONS,
    SHAPE,
    Blocks,
    Constraint,
    all_unclassified_at_first_node,
    all_valid_at_first_node,
    clauses,
    covered_examples_are_right,
    covered_examples_are_right_or_counted,
    every_example_is_covered,
    some_node_is_used,
    uncovered_examples_are_counted,
    validity_propagates,
)
from shortlist.encoding.examples import Examples
from shortlist.encoding.variables import Variables


def last_used_node_ends_a_list(x: Variables, _: Examples) -> Blocks:
    """(H1) u_{j+1} → u_j ∨ x_j."""
    yield clauses(-x.u[1:], x.u[:-1], x.x[:-1])


def final_node_ends_a_list_or_is_unused(x: Variables, _: Examples) -> Blocks:
    """(H2) u_N ∨ x_N."""
    yield clauses(x.u[-1:], x.x[-1:])


def lists_end_at_leaves(x: Variables, _: Examples) -> Blocks:
    """(H3) x_j → ⋁_c s_jc."""
    yield clauses(-x.x, x.leaf)


def unclassified_until_covered_in_this_list(x: Variables, _: Examples) -> Blocks:
    """(H4) n_{i,j+1} ↔ x_j ∨ (n_ij ∧ (⋀_c ¬s_jc ∨ ¬v_ij)): (6), begun anew after each list."""
    now, then, covered, ends = x.n[:, :-1], x.n[:, 1:], x.covered[:, :-1], x.x[:-1]
    yield clauses(-ends, then)
    yield clauses(-then, ends, now)
    yield clauses(-then, ends, -covered)
    yield clauses(then, -now, covered)


def tied_examples_are_given_one_class(x: Variables, e: Examples) -> Blocks:
    """(H5) ⋁_c ¬m_ic over the classes that are right for row i, where these are several: lists must not contradict."""
    for row in np.unique(e.row):
        yield -x.m[None, e.row == row]


ANY_LISTS: tuple[Constraint, ...] = (
    *SHAPE,
    last_used_node_ends_a_list,
    final_node_ends_a_list_or_is_unused,
    lists_end_at_leaves,
    all_unclassified_at_first_node,
    unclassified_until_covered_in_this_list,
    all_valid_at_first_node,
    validity_propagates,
    *DEFINITIONS,
)
HYBRID_PERFECT: tuple[Constraint, ...] = (
    *ANY_LISTS,
    covered_examples_are_right,
    every_example_is_covered,
    covered_examples_are_right_or_counted,
    tied_examples_are_given_one_class,
)
"""Every row is answered by some list, and all lists that answer it give one class that is right."""

HYBRID_SPARSE: tuple[Constraint, ...] = (
    *ANY_LISTS,
    covered_examples_are_right_or_counted,
    uncovered_examples_are_counted,
    some_node_is_used,
)
"""An example is an error unless some list answers it and all that do give its class."""
