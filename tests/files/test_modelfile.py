"""Model files are exact, validated, and never executed."""

import json

import pytest

from shortlist import learn, read_labelled, read_model, write_model
from shortlist.errors import ModelFileError
from shortlist.files.modelfile import dumps, loads
from shortlist.files.records import model_file


@pytest.fixture(scope="module")
def record():
    return json.loads(dumps(model_file(learn(read_labelled("titanic"), regularization="0.005"))))


def test_a_model_survives_the_file(tmp_path):
    file = model_file(learn(read_labelled("titanic")))
    write_model(file, tmp_path / "model.json")

    assert file == read_model(tmp_path / "model.json")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "pickle"}, "must be a Shortlist model"),
        ({"version": 2}, "must be of model version 1, the only one known here, got 2"),
        ({"surprise": 1}, "does not"),
        ({"rules": [{"if": [], "then": "no", "counts": [3, 1], "covered": 5}]}, "must add up"),
        ({"rules": [{"if": [], "then": "no", "counts": [1490, 711]}]}, "but the rules say"),
        ({"rules": []}, "must end with a default rule"),
        ({"rules": [{"if": [], "then": "maybe"}]}, "must predict one of the classes"),
        ({"columns": []}, "asks for column"),
        ({"rules": [{"if": [{"feature": "sex", "op": "<=", "value": "x"}], "then": "no"}]}, "model schema"),
        ({"rules": [{"if": [{"feature": "sex", "op": "<=", "value": 3}], "then": "no"}]}, "of kind category"),
        ({"rules": [{"if": [{"feature": "sex", "op": "eval", "value": 3}], "then": "no"}]}, "model schema"),
        ({"rules": [{"if": [{"feature": "sex", "op": "in", "value": [1]}], "then": "no"}]}, "model schema"),
    ],
)
def test_what_is_not_a_model_of_ours_is_refused_in_one_sentence(record, change, sentence):
    with pytest.raises(ModelFileError, match=sentence) as caught:
        loads(json.dumps(record | change))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"lower_bound": 0}, "status optimal"),
        ({"lower_bound": 526, "cost": 525}, "must not have cost"),
        ({"errors": 1}, "rules say"),
    ],
)
def test_a_claim_must_agree_with_itself(record, change, sentence):
    with pytest.raises(ModelFileError, match=sentence):
        loads(json.dumps(record | {"claim": record["claim"] | change}))


@pytest.mark.parametrize("value", ["3.0", "1e999"])
def test_numbers_that_no_column_can_have_are_refused(record, value):
    op = "==" if value == "3.0" else "<="
    changed = record | {"rules": [{"if": [{"feature": "sex", "op": op, "value": 12345}], "then": "no"}]}
    with pytest.raises(ModelFileError, match="decimal point|too large"):
        loads(json.dumps(changed).replace("12345", value))


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": NaN}', "[" * 100_000, '"shortlist-model"'])
def test_what_is_not_json_is_refused_in_one_sentence(text):
    with pytest.raises(ModelFileError, match="must be a Shortlist model"):
        loads(text)


def test_a_file_that_is_not_text_is_refused(tmp_path):
    (tmp_path / "m.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ModelFileError, match="not UTF-8"):
        read_model(tmp_path / "m.json")
