"""What a model says of rows that none of its rules answers."""

import json

import numpy as np
import pytest

from shortlist import ModelFileError, Objective, Rule, learn
from shortlist.features.literal import Literal, Op
from shortlist.files.modelfile import dumps, loads
from shortlist.files.records import model_file
from shortlist.models.model import Model, ModelKind, decision_set
from shortlist.tables.frames import table_of_array
from shortlist.tables.labels import labelled

A, B = (Literal(name, Op.EQUAL, True) for name in "ab")
ROWS = table_of_array(np.array([[0, 0], [1, 0]]), ["a", "b"])


def test_whole_numbers_decide_between_rules_that_contradict_each_other():
    """Shares of so many rows are the same float: the first class won, though it has one row less."""
    counts = [(2**52, 2**52), (2**52, 2**52 + 1)]
    model = Model(ModelKind.SET, tuple((Rule((A,), label, counts[label]),) for label in (0, 1)), (0, 1))
    shares = model.probabilities(ROWS)[1]

    assert shares[0] == shares[1]
    assert 1 == model.predict(ROWS)[1]


def test_the_rows_of_training_without_an_answer_tell_the_shares():
    rules = ((Rule((A,), 0, (9, 1)),), (Rule((B,), 1, (0, 5)),))

    assert [[0.25, 0.75], [0.9, 0.1]] == Model(ModelKind.SET, rules, (0, 1), silent=(1, 3)).probabilities(ROWS).tolist()
    assert [[0.6, 0.4], [0.9, 0.1]] == Model(ModelKind.SET, rules, (0, 1)).probabilities(ROWS).tolist()
    assert [[0.5, 0.5]] == decision_set([Rule((B,), 1)], (0, 1)).probabilities(ROWS)[:1].tolist()


@pytest.mark.parametrize("seed", range(10))
def test_what_is_named_is_what_is_recounted(seed):
    """`learn` would refuse a model whose silent rows are others than those of the raw rows."""
    rng = np.random.default_rng(seed)
    data = labelled(table_of_array(rng.integers(0, 2, (60, 4)), [*"abcd"]), "y", rng.integers(0, 3, 60))
    learned = learn(data, model="set", objective=Objective("0.05"))

    assert learned.model.silent == learned.claim.counted.silent
    assert learned.model == loads(dumps(model_file(learned))).model
    if not learned.model.silent:
        return
    record = json.loads(dumps(model_file(learned)))
    for silent in ([1, 2], [n + 100 for n in record["claim"]["silent"]]):
        with pytest.raises(ModelFileError, match="without an answer"):
            loads(json.dumps(record | {"claim": record["claim"] | {"silent": silent}}))
