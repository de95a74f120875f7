"""A model as an ONNX graph: an input for each column, one output, the class of each row.

Numbers, codes, truth values and dates (as seconds since 1970) are float64, NaN where they are missing; texts are strings, the empty
one where they are missing. All inputs have the shape (rows, 1), the output has (rows,).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shortlist._version import __version__
from shortlist.errors import UsageError
from shortlist.export.onnx_nodes import Graph
from shortlist.export.plan import Plan, free_name, plan_of
from shortlist.files.modelfile import ModelFile
from shortlist.models.model import Rule
from shortlist.tables.table import Kind, Label

_OPSETS = {"": 17, "ai.onnx.ml": 2}  # old enough for most runtimes


def onnx(file: ModelFile, *, undecided: Label | None = None) -> bytes:
    """The graph, serialized; it needs the package onnx."""
    try:
        import onnx as library  # noqa: PLC0415  # an extra, and slow to load
    except ImportError:
        raise UsageError("onnx needs the package onnx, which comes with pip install 'shortlist[onnx]'") from None
    plan = plan_of(file, undecided)
    # Some input has to tell how many rows there are.
    columns = plan.columns or dict(islice(file.kinds.items(), 1))
    if not columns or "" in columns:
        raise UsageError("onnx needs columns with names as inputs, but the model has none")
    graph = Graph(library.helper, columns)
    output = free_name("label", columns)
    decision = _decision(plan, graph, next(iter(columns)))
    classes = _classes(plan.classes)
    graph.op("Gather", graph.constant(classes), graph.op("Reshape", decision, graph.constant([-1])), output=output)
    helper, types = library.helper, library.TensorProto
    inputs = [
        helper.make_tensor_value_info(name, types.STRING if kind is Kind.CATEGORY else types.DOUBLE, ["rows", 1])
        for name, kind in columns.items()
    ]
    dtype = types.STRING if classes.dtype == object else helper.np_dtype_to_tensor_dtype(classes.dtype)
    outputs = [helper.make_tensor_value_info(output, dtype, ["rows"])]
    made = helper.make_model(
        helper.make_graph(graph.nodes, "shortlist", inputs, outputs, graph.constants),
        opset_imports=[helper.make_opsetid(domain, version) for domain, version in _OPSETS.items()],
        ir_version=8,
        producer_name="shortlist",
        producer_version=__version__,
    )
    library.checker.check_model(made)
    return bytes(made.SerializeToString())


def _decision(plan: Plan, graph: Graph, some_column: str) -> str:
    """For each row: the place of its class, in a column."""
    graph.encode_texts(plan.rules)
    shape = graph.op("Shape", some_column)

    def everywhere(value: int) -> str:
        return graph.op("Expand", graph.constant([value]), shape)

    def first(rules: Sequence[Rule], values: Sequence[int], otherwise: int) -> str:
        """The value of the first rule that matches."""
        found = everywhere(otherwise)
        for rule, value in reversed([*zip(rules, values, strict=True)]):
            if rule.literals:
                held = graph.all(map(graph.holds, rule.literals))
                found = graph.op("Where", held, graph.constant([value]), found)
            else:
                found = everywhere(value)
        return found

    hit = plan.first_hit
    if hit is not None:
        return first(hit.rules, [plan.place(rule) for rule in hit.rules], plan.classes.index(hit.otherwise))
    answers, last = [], 0
    for rules in plan.lists:
        answers.append(first(rules, range(last + 1, last + len(rules) + 1), 0))
        last += len(rules)
    return _winner(plan, graph, answers)


def _winner(plan: Plan, graph: Graph, answers: Sequence[str]) -> str:
    """The class that the answers agree on, or that wins where they do not; answers are numbers of rules, 0 for silence."""
    n_classes = len(plan.classes)
    flat = [graph.op("Reshape", answer, graph.constant([-1])) for answer in answers]

    def added(of_rules: list[Sequence[int]]) -> str:
        table = graph.constant(np.array([(0,) * n_classes, *of_rules], dtype=np.int64))
        return reduce(lambda a, b: graph.op("Add", a, b), [graph.op("Gather", table, answer) for answer in flat])

    def largest(values: str) -> str:
        """The place of the first of the largest values."""
        top = graph.op("Equal", values, graph.op("ReduceMax", values, axes=[1]))
        places = graph.op("Where", top, graph.constant(range(n_classes)), graph.constant([n_classes]))
        return graph.op("ReduceMin", places, axes=[1])

    zero, one = graph.constant([0]), graph.constant([1])
    votes = added([[int(c == plan.place(rule)) for c in range(n_classes)] for rule in plan.rules])
    said = graph.op("Where", graph.op("Greater", votes, zero), one, zero)
    n_said = graph.op("ReduceSum", said, graph.constant([1]))
    decided = graph.op("Equal", n_said, one)
    if plan.disputed is None:
        rows = added([plan.counts(rule) for rule in plan.rules])
        if plan.may_lack_counts:
            lacking = graph.op("Equal", graph.op("ReduceMax", rows, axes=[1]), zero)
            decided = graph.any([decided, lacking])
        otherwise = largest(rows)
    else:
        otherwise = graph.constant([plan.classes.index(plan.disputed)])
    answered = graph.op("Where", decided, largest(said), otherwise)
    silent = graph.constant([plan.classes.index(plan.silent)])
    return graph.op("Where", graph.op("Equal", n_said, zero), silent, answered)


def _classes(classes: tuple[Label, ...]) -> NDArray[Any]:
    """The classes as a tensor has them."""
    types = set(map(type, classes))
    if types == {str}:
        return np.array(classes, dtype=object)
    if types == {bool}:
        return np.array(classes, dtype=np.bool_)
    if types == {int} and all(-(2**63) <= int(label) < 2**63 for label in classes):
        return np.array(classes, dtype=np.int64)
    if types == {float}:
        return np.array(classes, dtype=np.float64)
    raise UsageError("onnx must have classes that are all texts, truth values, floats or whole numbers of 64 bits")
