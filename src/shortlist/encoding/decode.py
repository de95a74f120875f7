"""From a model of the formula back to rules."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from shortlist.encoding.variables import Variables, true_in
from shortlist.problems.indexed import IndexedLiteral, IndexedRule, Lists


def decode(x: Variables, model: Iterable[int]) -> Lists:
    """Read the used nodes in order: literals until a leaf, which ends a rule, and a list where x_j says so.

    A formula without x has one list, which ends with the last used node.
    """
    true = true_in(model, x.count)
    lists: list[list[IndexedRule]] = [[]]
    literals: list[IndexedLiteral] = []
    for j in np.flatnonzero(~true[x.u]):
        value = bool(true[x.t[j]])
        if not true[x.leaf[j]]:
            literals.append((int(true[x.s[j]].argmax()), value))
            continue
        label = int(value) if x.c.shape[1] == 1 else int(true[x.c[j]].argmax())
        lists[-1].append((tuple(literals), label))
        literals = []
        if len(x.x) and true[x.x[j]]:
            lists.append([])
    return tuple(tuple(rules) for rules in (lists[:-1] if len(x.x) else lists))
