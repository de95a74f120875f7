"""From a model of the formula back to rules."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from shortlist.encoding.variables import Variables
from shortlist.problems.constraints import IndexedLiteral, IndexedRule


def decode(x: Variables, model: Iterable[int], n_classes: int) -> list[IndexedRule]:
    """Read the used nodes in order: literals until a leaf, which ends a rule."""
    true = np.zeros(x.count + 1, dtype=np.bool_)
    true[[number for number in model if 0 < number <= x.count]] = True
    rules: list[IndexedRule] = []
    literals: list[IndexedLiteral] = []
    for j in np.flatnonzero(~true[x.u]):
        value = bool(true[x.t[j]])
        if true[x.leaf[j]]:
            label = int(value) if n_classes <= 2 else int(true[x.c[j]].argmax())
            rules.append((tuple(literals), label))
            literals = []
        else:
            literals.append((int(true[x.s[j]].argmax()), value))
    return rules
