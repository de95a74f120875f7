"""Where a model comes from: what was given is told as it was given, and what was chosen apart from it."""

import json
from decimal import Decimal

import numpy as np
import pytest

from shortlist import DecisionListClassifier, learn, read_labelled, read_model, write_model
from shortlist.files.modelfile import dumps, loads
from shortlist.files.records import model_file
from shortlist.problems.constraints import Constraints


def test_a_price_that_was_chosen_is_not_said_to_be_given(call, tmp_path):
    path = tmp_path / "m.json"
    call("fit", "titanic", "--choose", "cv", "--time-limit", "20", "--test", "0.25", "--seed", "3", "-q", "-o", path)
    known = json.loads(path.read_text())["provenance"]

    assert {"choose": "cv", "time_limit": 20, "test": "0.25", "seed": 3} == known["given"]
    price = known["chosen"]["regularization"]
    assert {"regularization": price, "score": "accuracy", "folds": 5} == known["chosen"]
    assert {"node_price": str(Decimal(price) * 1651)} == known["options"]
    card = call("card", path, "titanic").stdout
    assert "regularization` =" not in card
    assert "node_price` =" not in card
    assert f"A node costs {price} of the rows: that was not given, but chosen by cross-validation" in card
    page = tmp_path / "p.html"
    call("report", path, "titanic", "-o", page)
    assert "chosen by cross-validation of the rows" in page.read_text(encoding="utf-8")


def test_a_budget_is_told_by_the_largest_size_alone(call, tmp_path):
    path = tmp_path / "m.json"
    call(
        "fit",
        "titanic",
        "--max-size",
        "5",
        "--kind",
        "age=category",
        "--drop",
        "sex",
        "--threads",
        "1",
        "-q",
        "-o",
        path,
    )
    known = json.loads(path.read_text())["provenance"]

    assert {"max_size": 5} == known["options"]
    assert {"max_size": 5, "kinds": ["age=category"], "drop": ["sex"], "threads": 1} == known["given"]
    assert "The fewest errors with at most 5 nodes" in call("card", path, "titanic").stdout
    assert 0 == call("certify", path, "titanic", "-o", tmp_path / "proof").returncode


def test_estimators_tell_the_parameters_that_are_not_the_usual_ones(tmp_path):
    X, y = np.array([[0, 1], [1, 0]] * 10), [0, 1] * 10
    clf = DecisionListClassifier(0.05, max_rules=np.int64(2), class_weight={0: 2, 1: 1.5}, time_limit=float("inf"))
    write_model(clf.fit(X, y).model_file_, tmp_path / "m.json")

    given = {"regularization": 0.05, "max_rules": "2", "class_weight": {"0": 2, "1": 1.5}, "time_limit": "inf"}
    assert given == read_model(tmp_path / "m.json").provenance.given


@pytest.mark.parametrize("gone", ["given", "chosen"])
def test_a_file_that_tells_less_is_read(gone):
    file = model_file(learn(read_labelled("titanic"), constraints=Constraints(max_rules=1)))
    record = json.loads(dumps(file))
    del record["provenance"][gone]

    assert {"max_rules": 1} == loads(json.dumps(record)).provenance.given


def test_a_share_is_kept_exactly_and_a_seed_is_whole(call, tmp_path):
    path = tmp_path / "m.json"
    call("fit", "titanic", "--test", "0." + "3" * 40, "-q", "-o", path)
    record = json.loads(path.read_text())
    record["provenance"]["data"]["held_out"]["seed"] = 0.0
    path.write_text(json.dumps(record))

    done = call("check", path, "titanic", "--strict")
    assert (0, "") == (done.returncode, done.stderr.partition("shortlist: titanic: the model was learned from")[0])
