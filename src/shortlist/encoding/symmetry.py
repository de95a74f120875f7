"""Clauses that exclude a list only if another list, no dearer on the same rows, stays allowed. They may be combined freely.

Take, of all lists of least cost for the rows, one with the fewest rules, and sort its neighbours of equal class: it
keeps to all of these. So they change no optimum, and no answer to "is there a list within this budget?". The constraints
that the slots can express are kept, too: rules are only dropped or swapped.
"""

from __future__ import annotations

from shortlist.encoding.decision_list import clauses
from shortlist.encoding.rule_slots import Blocks, RuleSlots, SlotConstraint


def last_rule_differs_from_default(x: RuleSlots) -> Blocks:
    """(B1) ¬(label_last,c ∧ label_default,c).

    Rows that such a last rule decides would get the same class from the default rule: it can be dropped.
    """
    if len(x.used):
        yield clauses(-x.label[-2], -x.label[-1])


def equal_classes_begin_in_order(x: RuleSlots) -> Blocks:
    """(B2) label_kc ∧ label_{k+1,c} ∧ begun_{k+1,r} → begun_kr: the earlier rule has the earlier first feature.

    begun_kr ↔ begun_{k,r−1} ∨ chosen_kr says that rule k has a literal on a feature up to r. Two neighbours of one class may
    be swapped, since every row that either decides gets that class in any case. Swaps that bring the earlier first feature
    forward come to an end.
    """
    begun = x.new(*x.chosen.shape)
    yield clauses(-x.chosen, begun)
    yield clauses(-begun[:, :-1], begun[:, 1:])
    yield clauses(-begun[:, 1:], begun[:, :-1], x.chosen[:, 1:])
    yield clauses(-begun[:, :1], x.chosen[:, :1])
    now, then = x.label[:-2, :, None], x.label[1:-1, :, None]
    yield clauses(-now, -then, -begun[1:, None], begun[:-1, None])


def every_rule_decides_a_row(x: RuleSlots) -> Blocks:
    """(B3) used_k → ⋁_i decided_ik ∨ open_k, where open_k is assumed false and stands for rows that are still to be added.

    A rule that decides none of the rows can be dropped.
    """
    x.open = x.new(len(x.used))
    yield clauses(-x.used, x.open)


BREAKERS: dict[str, SlotConstraint] = {
    "last": last_rule_differs_from_default,
    "order": equal_classes_begin_in_order,
    "decides": every_rule_decides_a_row,
}
"""All of them by name."""
