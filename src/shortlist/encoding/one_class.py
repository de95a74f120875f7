"""Section "Separated Models": the paper's model restricted to the rules of one class.

The formula is that of two classes, the others and the class's own (the second). Every leaf is of the own class, and a row
that no rule covers belongs to the others: only rows of the own class must be covered, or are counted where they are not.
"""

from __future__ import annotations

import numpy as np

from shortlist.encoding.decision_list import (
    ANY_LIST,
    Blocks,
    Constraint,
    clauses,
    covered_examples_are_right,
    covered_examples_are_right_or_counted,
)
from shortlist.encoding.examples import Examples
from shortlist.encoding.variables import Variables

OWN = 1
"""The second of the two classes."""


def leaves_are_of_the_class(x: Variables, _: Examples) -> Blocks:
    """(10') s_jc → t_j: every rule predicts the own class."""
    yield clauses(-x.c, x.t[:, None])


def own_examples_are_covered(x: Variables, e: Examples) -> Blocks:
    """(11') ⋁_j (s_jc ∧ v_ij) for the examples of the own class."""
    yield x.covered[e.right[:, OWN] & ~e.right[:, 1 - OWN]]


def uncovered_own_examples_are_counted(x: Variables, e: Examples) -> Blocks:
    """(13') m_i ∨ ⋁_j (s_jc ∧ v_ij) for the examples of the own class."""
    own = e.label == OWN
    yield np.concatenate([x.m[own, None], x.covered[e.row[own]]], axis=1)


ONE_CLASS_PERFECT: tuple[Constraint, ...] = (
    *ANY_LIST,
    leaves_are_of_the_class,
    covered_examples_are_right,
    own_examples_are_covered,
)
"""The fewest nodes that cover every row of the class and none of another."""

ONE_CLASS_SPARSE: tuple[Constraint, ...] = (
    *ANY_LIST,
    leaves_are_of_the_class,
    covered_examples_are_right_or_counted,
    uncovered_own_examples_are_counted,
)
"""Nodes against errors: rows of the class that are left out, rows of others that are covered."""
