"""What tests of constraints share: tables, a problem of a table, and clauses that are evaluated and whose variables flip."""

from collections.abc import Iterator

import numpy as np

from shortlist.features.literal import Literal, Op
from shortlist.features.rows import merge
from shortlist.problems.costs import Costs
from shortlist.problems.problem import Problem

UNUSED, FEATURE, LEAF, LAST_LEAF = range(4)

AND = [((0, 0), 0), ((0, 1), 0), ((1, 0), 0), ((1, 1), 1)]
XOR = [((0, 0), 0), ((0, 1), 1), ((1, 0), 1), ((1, 1), 0)]
THREE = [((0, 0), 0), ((0, 1), 1), ((1, 0), 2), ((1, 1), 2)]
CONFLICT = [((0, 0), 0), ((0, 0), 0), ((0, 0), 1), ((0, 1), 1), ((1, 0), 0), ((1, 0), 1)]
EASY = [((0, 0), 0), ((0, 1), 0), ((1, 0), 1)]
EASY_THREE = [((0, 0), 0), ((1, 0), 2), ((1, 1), 2)]
ONE_OF_THREE = [((0, 0), 2), ((1, 0), 2)]
TIED = [((0, 0), 0), ((0, 1), 0), ((0, 1), 1)]
TABLES = {
    "and": AND,
    "xor": XOR,
    "three classes": THREE,
    "conflict": CONFLICT,
    "one literal is enough": EASY,
    "one literal is enough for three classes": EASY_THREE,
    "one node is enough": TIED,
    "one node is enough for three classes": ONE_OF_THREE,
}
N_NODES = 3


def problem_of(table, *, perfect):
    matrix = np.array([row for row, _ in table], dtype=bool)
    labels = np.array([label for _, label in table])
    n_classes = int(labels.max()) + 1
    features = tuple(Literal(f"f{i}", Op.EQUAL, True) for i in range(matrix.shape[1]))
    return Problem(merge(matrix, labels, n_classes), features, tuple(range(n_classes)), Costs.per_node(1), perfect)


def all_clauses(blocks):
    """All clauses in one matrix, the shorter ones filled up with their last literal."""
    blocks = [block for block in blocks if len(block)]
    width = max(block.shape[1] for block in blocks)
    return np.concatenate([np.pad(block, ((0, 0), (0, width - block.shape[1])), mode="edge") for block in blocks])


def broken(clauses, value) -> bool:
    return not (value[np.abs(clauses)] == (clauses > 0)).any(axis=1).all()


def flips(clauses, value, variables) -> Iterator[str]:
    for variable in variables:
        value[variable] = not value[variable]
        if not broken(clauses, value):
            yield f"variable {variable} may change"
        value[variable] = not value[variable]
