"""A whole formula: the hard clauses of a model for N nodes and the soft clauses of its objective; and back to rules.

`write_wcnf` prints it in the format of the MaxSAT Evaluations since 2022 (hard clauses marked `h`), with comments that
name the variables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TextIO, TypeVar

import numpy as np
from numpy.typing import NDArray

from shortlist.encoding.decision_list import PERFECT, SPARSE, Constraint, clauses
from shortlist.encoding.examples import Examples
from shortlist.encoding.hybrid import HYBRID_PERFECT, HYBRID_SPARSE
from shortlist.encoding.one_class import ONE_CLASS_PERFECT, ONE_CLASS_SPARSE
from shortlist.encoding.variables import Numbered, Numbers, Variables, number_variables, true_in
from shortlist.errors import UsageError
from shortlist.models.model import ModelKind
from shortlist.problems.indexed import IndexedLiteral, IndexedRule, Lists
from shortlist.problems.problem import Problem
from shortlist.words import printable

X = TypeVar("X", bound=Numbered)
E = TypeVar("E")


@dataclass(frozen=True, eq=False)
class Formula(Generic[X]):
    """Hard clauses in blocks, and soft unit clauses `soft[k]` of weight `weight[k]`."""

    variables: X
    hard: tuple[Numbers, ...]
    soft: Numbers
    weight: Numbers


def write(
    x: X,
    examples: E,
    model: Sequence[Callable[[X, E], Iterator[Numbers]]],
    soft: Sequence[tuple[Numbers, Numbers]],
    pause: Callable[[], None],
) -> Formula[X]:
    """The formula of a model's constraints and soft clauses; those of no weight are left out.

    `pause` is called between blocks, so that a caller's limit can end a long encoding by raising.
    """
    hard = []
    for constraint in model:
        for block in constraint(x, examples):
            hard.append(block)
            pause()
    literals, weights = (np.concatenate(column).astype(np.int64) for column in zip(*soft, strict=True))
    return Formula(x, tuple(hard), literals[weights > 0], weights[weights > 0])


SPARSE_AND_PERFECT: dict[ModelKind, tuple[tuple[Constraint, ...], tuple[Constraint, ...]]] = {
    ModelKind.LIST: (SPARSE, PERFECT),
    ModelKind.SET: (ONE_CLASS_SPARSE, ONE_CLASS_PERFECT),
    ModelKind.HYBRID: (HYBRID_SPARSE, HYBRID_PERFECT),
}
"""The paper's models by nodes; those for sets know the rules of one class."""


def encode(
    problem: Problem, examples: Examples, n_nodes: int, *, pause: Callable[[], None] = lambda: None
) -> Formula[Variables]:
    """The paper's model for at most `n_nodes` nodes; `pause` is called between blocks and may raise."""
    if n_nodes < 1:
        raise UsageError(f"the number of nodes must be at least 1, got {n_nodes}")
    x = number_variables(examples, n_nodes, hybrid=problem.kind is ModelKind.HYBRID)
    soft = (prefer_unused_nodes(x, problem), prefer_right_examples(x, examples))
    constraints = SPARSE_AND_PERFECT[problem.kind][problem.perfect]
    return write(x, examples, (*constraints, only_allowed_literals(problem.literals)), soft, pause)


def only_allowed_literals(allowed: NDArray[np.bool_]) -> Callable[[Any, Examples], Iterator[Numbers]]:
    """(A6) ¬literal_jr^v for the literals that are not allowed; of the rules of a set (S10)."""
    return lambda x, _: iter([clauses(-x.literal[:, ~allowed])])


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


def prefer_unused_nodes(x: Variables, problem: Problem) -> tuple[Numbers, Numbers]:
    """(u_j, Λ) for each node; Λ is 1 for perfect lists."""
    return x.u, np.full(len(x.u), problem.node_cost, dtype=np.int64)


def prefer_right_examples(x: Variables, e: Examples) -> tuple[Numbers, Numbers]:
    """(¬m_i, 1) for each example; a merged row's weight is what it stands for."""
    return -x.m, e.weight


def predicted_clauses(examples: Examples, n_nodes: int) -> int:
    """About M·N·(K + 12) + N·K²/2 hard clauses: enough to refuse a formula before it is built."""
    m_rows, k = examples.features.shape
    per_row = k + 11 + max(examples.n_classes - 1, 1)
    return int(n_nodes * (m_rows * per_row + (k + examples.n_classes) ** 2 // 2 + 6 * k))


def write_wcnf(problem: Problem, examples: Examples, formula: Formula[Variables], out: TextIO) -> None:
    """Write the formula as weighted CNF.

    The cost of a model is the size of a perfect list; for a sparse one, the offset in the comment has to be added.
    """
    kind = "perfect" if problem.perfect else f"sparse, node cost {problem.node_cost}"
    out.write(f"c Decision list, {kind}: {len(formula.variables.u)} nodes, {len(examples.features)} rows\n")
    if not problem.perfect:
        out.write(f"c Add {examples.offset} to the cost: errors that no list avoids and no soft clause counts\n")
    out.writelines(f"c {number} = {name}\n" for number, name in names(problem, examples, formula.variables))
    for block in formula.hard:
        out.writelines(f"h {' '.join(map(str, clause))} 0\n" for clause in block.tolist())
    out.writelines(f"{w} {s} 0\n" for s, w in zip(formula.soft.tolist(), formula.weight.tolist(), strict=True))


def names(problem: Problem, e: Examples, x: Variables) -> Iterator[tuple[int, str]]:
    """Each variable with its name in the paper, and with the feature or class it speaks of."""
    pseudo = [problem.classes[-1]] if len(problem.classes) <= 2 else list(problem.classes)
    for j in range(len(x.u)):
        yield int(x.u[j]), f"u[{j + 1}] node {j + 1} is unused"
        for r, feature in enumerate(problem.features):
            yield int(x.s[j, r]), f"s[{j + 1},{r + 1}] node {j + 1} is on '{feature}'"
        for k, label in enumerate(pseudo):
            yield int(x.c[j, k]), f"s[{j + 1},c{k + 1}] node {j + 1} is a leaf of class {printable(str(label))}"
        yield int(x.t[j]), f"t[{j + 1}] truth value of node {j + 1}"
    for letter, block in (("n", x.n), ("v", x.v)):
        for (i, j), number in np.ndenumerate(block):
            yield int(number), f"{letter}[{i + 1},{j + 1}]"
    for k, number in enumerate(x.m.tolist()):
        yield (
            number,
            f"m[{e.row[k] + 1}] row {e.row[k] + 1} is not given class {printable(str(problem.classes[e.label[k]]))}",
        )
    if len(pseudo) > 1:
        yield from ((int(number), f"leaf[{j + 1}]") for j, number in enumerate(x.leaf))
    for letter, block in (("literal", x.literal), ("agree", x.agree), ("covered", x.covered)):
        for index, number in np.ndenumerate(block):
            yield int(number), f"{letter}[{','.join(str(k + 1) for k in index)}]"
