"""ONNX graphs: their inputs and outputs, what is missing to them, and what they refuse."""

import sys

import numpy as np
import onnx
import onnxruntime
import pytest

from shortlist import Literal, ModelFile, Op, Rule, UsageError
from shortlist.export.formats import exported
from shortlist.models.model import decision_list
from shortlist.tables.table import Kind

KINDS = {"n": Kind.NUMBER, "b": Kind.BOOLEAN, "c": Kind.CODE, "t": Kind.CATEGORY, "d": Kind.DATE}
LITERALS = [
    Literal("n", Op.ABOVE, 3),
    Literal("b", Op.EQUAL, False),
    Literal("c", Op.UNEQUAL, 7),
    Literal("t", Op.NOT_AMONG, ("a", "b")),
    Literal("d", Op.ABOVE, "1970-01-02"),
]


def file_of(*rules, labels=("no", "yes"), kinds=KINDS):
    return ModelFile(decision_list(rules, labels), "y", kinds)


@pytest.fixture(scope="module")
def session():
    rules = [Rule((literal,), literal.column) for literal in LITERALS]
    file = file_of(*rules, Rule((), "none"), labels=(*KINDS, "none"))
    return onnxruntime.InferenceSession(exported(file, "onnx"), providers=["CPUExecutionProvider"])


def test_inputs_are_columns_of_their_kind(session):
    inputs = {given.name: (given.type, given.shape) for given in session.get_inputs()}
    double, text = ("tensor(double)", ["rows", 1]), ("tensor(string)", ["rows", 1])

    assert {"n": double, "b": double, "c": double, "t": text, "d": double} == inputs
    (output,) = session.get_outputs()
    assert ("label", "tensor(string)", ["rows"]) == (output.name, output.type, output.shape)


@pytest.mark.parametrize(
    ("entries", "label"),
    [
        ({}, "none"),
        ({"n": 3.0000000000000004}, "n"),
        ({"b": 0.0}, "b"),
        ({"b": 1.0}, "none"),
        ({"c": 8.0}, "c"),
        ({"c": 7.0}, "none"),
        ({"t": "never seen"}, "t"),
        ({"t": "b"}, "none"),
        ({"d": 86400.0}, "none"),
        ({"d": 86400.000001}, "d"),
    ],
)
def test_nan_and_the_empty_text_are_missing(session, entries, label):
    row = {"n": np.nan, "b": np.nan, "c": np.nan, "t": "", "d": np.nan} | entries
    given = {k: np.array([[v]], dtype=object if isinstance(v, str) else np.float64) for k, v in row.items()}

    assert [label] == session.run(None, given)[0].tolist()


@pytest.mark.parametrize(
    ("labels", "kind"),
    [(("no", "yes"), "string"), ((0, 1), "int64"), ((False, True), "bool"), ((0.5, 2.0), "double")],
)
def test_a_model_without_columns_knows_how_many_rows_there_are(labels, kind):
    session = onnxruntime.InferenceSession(exported(file_of(Rule((), labels[1]), labels=labels), "onnx"))

    assert f"tensor({kind})" == session.get_outputs()[0].type
    assert [labels[1]] * 3 == session.run(None, {"n": np.zeros((3, 1))})[0].tolist()
    assert [] == session.run(None, {"n": np.zeros((0, 1))})[0].tolist()


def test_the_output_has_another_name_than_every_input():
    file = file_of(Rule((Literal("label", Op.ABOVE, 3),), "yes"), Rule((), "no"), kinds={"label": Kind.NUMBER})
    made = onnx.load_from_string(exported(file, "onnx"))

    assert (["label"], ["label_"]) == tuple(
        [value.name for value in of] for of in (made.graph.input, made.graph.output)
    )


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (file_of(Rule((Literal("t", Op.EQUAL, ""),), "yes"), Rule((), "no")), "the empty text, which means missing"),
        (file_of(Rule((), "yes"), kinds={}), "needs columns with names"),
        (
            file_of(Rule((Literal("", Op.MISSING),), "yes"), Rule((), "no"), kinds={"": Kind.NUMBER}),
            "columns with names",
        ),
        (file_of(Rule((), 2**64), labels=(2**64, 1)), "whole numbers of 64 bits"),
        (file_of(Rule((), "a"), labels=("a", 1)), "all texts"),
    ],
)
def test_what_it_cannot_hold_is_refused(file, sentence):
    with pytest.raises(UsageError, match=sentence):
        exported(file, "onnx")


def test_without_the_package_a_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(UsageError, match=r"pip install 'shortlist\[onnx\]'"):
        exported(file_of(Rule((), "yes")), "onnx")
