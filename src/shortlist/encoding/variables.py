"""The paper's variables as arrays of numbers, indexed as in the paper (but from 0) and negated by `-`.

u_j: node j is unused. s_jr: node j is a literal on feature r. t_j: the truth value of that literal, or of the class.
n_ij: example i is not classified before node j. v_ij: example i is valid at node j. m_l: miss l is counted.
With two classes there is one class pseudo-feature, which examples of the second class have; with more, one each.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from shortlist.encoding.examples import Examples

Numbers = NDArray[np.int64]


class Numbering:
    """Gives variables their numbers, as they are asked for; `count` is the last one given."""

    def __init__(self) -> None:
        self.count = 0

    def new(self, *shape: int) -> Numbers:
        """New variables in an array of this shape."""
        first = self.count + 1
        self.count += math.prod(shape)
        return np.arange(first, self.count + 1, dtype=np.int64).reshape(shape)

    def fresh(self, n: int) -> list[int]:
        """New variables in a list."""
        self.count += n
        return list(range(self.count - n + 1, self.count + 1))


def true_in(model: Iterable[int], count: int) -> NDArray[np.bool_]:
    """For each of so many variables, by its number: is it true in the model? What else a solver has added is left out."""
    true = np.zeros(count + 1, dtype=np.bool_)
    true[[number for number in model if 0 < number <= count]] = True
    return true


class Numbered:
    """Variables of a formula in arrays, one a field."""

    @property
    def count(self) -> int:
        """The number of variables."""
        return max(int(block.max(initial=0)) for block in vars(self).values())


@dataclass(frozen=True, eq=False)
class Variables(Numbered):
    """u, s, t, n, v, m of the paper; the letters after them are auxiliary definitions (A1) to (A4).

    s[j, r] are the features and c[j, k] the class pseudo-features, which the paper writes s_jc.
    leaf[j] (A1), literal[j, r, value] (A2), agree[i, j] for all but the last node (A3), covered[i, j] (A4).
    x[j], in the hybrid model alone: a list ends at node j.
    """

    u: Numbers
    s: Numbers
    c: Numbers
    t: Numbers
    n: Numbers
    v: Numbers
    m: Numbers
    leaf: Numbers
    literal: Numbers
    agree: Numbers
    covered: Numbers
    x: Numbers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))


def number_variables(examples: Examples, n_nodes: int, *, hybrid: bool = False) -> Variables:
    """Number all variables of a formula with this many nodes, in one fixed order."""
    m_rows, k = examples.features.shape
    n_pseudo = 1 if examples.n_classes <= 2 else examples.n_classes
    new = Numbering().new
    u, s, c, t = new(n_nodes), new(n_nodes, k), new(n_nodes, n_pseudo), new(n_nodes)
    n, v, m = new(m_rows, n_nodes), new(m_rows, n_nodes), new(len(examples.row))
    leaf = c[:, 0] if n_pseudo == 1 else new(n_nodes)
    literal, agree, covered = new(n_nodes, k, 2), new(m_rows, n_nodes - 1), new(m_rows, n_nodes)
    return Variables(u, s, c, t, n, v, m, leaf, literal, agree, covered, new(n_nodes if hybrid else 0))
