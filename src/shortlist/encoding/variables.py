"""The paper's variables as arrays of numbers, indexed as in the paper (but from 0) and negated by `-`.

u_j: node j is unused. s_jr: node j is a literal on feature r. t_j: the truth value of that literal, or of the class.
n_ij: example i is not classified before node j. v_ij: example i is valid at node j. m_l: miss l is counted.
With two classes there is one class pseudo-feature, which examples of the second class have; with more, one each.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from shortlist.encoding.examples import Examples

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Variables:
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

    @property
    def count(self) -> int:
        """The number of variables."""
        return max(int(block.max(initial=0)) for block in vars(self).values())


def number_variables(examples: Examples, n_nodes: int, *, hybrid: bool = False) -> Variables:
    """Number all variables of a formula with this many nodes, in one fixed order."""
    m_rows, k = examples.features.shape
    n_pseudo = 1 if examples.n_classes <= 2 else examples.n_classes
    used = 0

    def fresh(*shape: int) -> Numbers:
        nonlocal used
        block = np.arange(used + 1, used + 1 + int(np.prod(shape)), dtype=np.int64).reshape(shape)
        used += block.size
        return block

    u, s, c, t = fresh(n_nodes), fresh(n_nodes, k), fresh(n_nodes, n_pseudo), fresh(n_nodes)
    n, v, m = fresh(m_rows, n_nodes), fresh(m_rows, n_nodes), fresh(len(examples.row))
    leaf = c[:, 0] if n_pseudo == 1 else fresh(n_nodes)
    literal, agree, covered = fresh(n_nodes, k, 2), fresh(m_rows, n_nodes - 1), fresh(m_rows, n_nodes)
    return Variables(u, s, c, t, n, v, m, leaf, literal, agree, covered, fresh(n_nodes if hybrid else 0))
