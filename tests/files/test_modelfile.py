"""Model files are exact, validated, and never executed."""

import json
import random
import time
from dataclasses import replace

import numpy as np
import pytest

from fuzzing import REGRESSIONS
from samples import mutated_models
from shortlist import Objective, learn, read_labelled, read_model, write_model
from shortlist.errors import ModelFileError
from shortlist.features.literal import Literal, Op
from shortlist.files.modelfile import ModelFile, dumps, loads
from shortlist.files.records import model_file
from shortlist.models.model import Model, ModelKind, Rule, decision_list
from shortlist.tables.frames import table_of_array
from shortlist.tables.labels import labelled
from shortlist.tables.table import Kind

KINDS = {"list": "0.005", "set": "0.02", "hybrid": "0.02"}


@pytest.fixture(scope="module")
def records():
    """The file of each kind of model, as JSON values."""
    table = read_labelled("titanic")
    return {
        kind: json.loads(dumps(model_file(learn(table, model=kind, objective=Objective(share)))))
        for kind, share in KINDS.items()
    }


@pytest.fixture(scope="module")
def record(records):
    return records["list"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_model_survives_the_file(records, kind, tmp_path):
    file = model_file(learn(read_labelled("titanic"), model=kind, objective=Objective(KINDS[kind])))
    write_model(file, tmp_path / "model.json")

    assert ModelKind(kind) is file.model.kind
    assert file == read_model(tmp_path / "model.json") == loads(json.dumps(records[kind]))
    timed = {name: records[kind][name] for name in ("provenance", "search")}
    assert records[kind] == json.loads(dumps(file)) | timed
    assert file.provenance == read_model(tmp_path / "model.json").provenance
    assert file.search == read_model(tmp_path / "model.json").search
    assert records[kind]["provenance"]["data"] == json.loads(dumps(file))["provenance"]["data"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "pickle"}, "must be a Shortlist model"),
        ({"version": 2}, "must be of model version 1, the only one known here, got 2"),
        ({"missing_warning": 1}, "does not"),
        ({"rules": [{"if": [], "then": "no", "list": 1, "counts": [3, 1], "covered": 5}]}, "must add up"),
        ({"rules": [{"if": [], "then": "no", "list": 1, "counts": [1490, 711]}]}, "but the rules and the rows say"),
        ({"rules": []}, "must end with a default rule"),
        ({"rules": [{"if": [], "then": "maybe", "list": 1}]}, "must predict one of the classes"),
        ({"rules": [{"if": [], "then": "no"}]}, "model schema"),
        ({"columns": []}, "asks for column"),
        ({"rules": [{"if": [{"feature": "sex", "op": "<=", "value": "x"}], "then": "no", "list": 1}]}, "model schema"),
        (
            {"rules": [{"if": [{"feature": "sex", "op": "<=", "value": 3}], "then": "no", "list": 1}]},
            "of kind category",
        ),
        ({"rules": [{"if": [{"feature": "sex", "op": "eval", "value": 3}], "then": "no", "list": 1}]}, "model schema"),
        ({"rules": [{"if": [{"feature": "sex", "op": "in", "value": [1]}], "then": "no", "list": 1}]}, "model schema"),
    ],
)
def test_what_is_not_a_model_of_ours_is_refused_in_one_sentence(record, change, sentence):
    with pytest.raises(ModelFileError, match=sentence) as caught:
        loads(json.dumps(record | change))
    assert "\n" not in str(caught.value)


def assert_claim_is_refused(record, change, sentence):
    with pytest.raises(ModelFileError, match=sentence) as caught:
        loads(json.dumps(record | {"claim": record["claim"] | change}))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"lower_bound": 0}, "status optimal"),
        ({"lower_bound": 526, "cost": 525}, "must not have cost"),
        ({"errors": 1}, "rows and errors are claimed to be"),
        ({"rows": 2200}, "rows and errors are claimed to be"),
        ({"size": 5}, "claimed to be"),
        ({"class_errors": 953}, "decide other rows than they do"),
        ({"confusion": [[1470, 20, 0], [456, 255, 0]], "errors": 476}, "decide other rows than they do"),
        ({"confusion": [[1470, 20], [457, 254]]}, "a column for each and one more"),
        ({"confusion": [[2201, 0, 0]]}, "a column for each and one more"),
        ({"confusion": [[1], [2]]}, "a column for each and one more"),
        ({"objective": "size"}, "schema"),
        ({"form": "perfect"}, "schema"),
    ],
)
def test_a_claim_must_agree_with_itself(record, change, sentence):
    assert_claim_is_refused(record, change, sentence)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"cost": 1}, "bound"),
        ({"cost": 1167, "status": "feasible"}, "claimed to be"),
        ({"size": 5}, "claimed to be"),
        ({"class_errors": 985}, "claimed to be"),
        ({"form": "perfect"}, "schema"),
        ({"perfect": True}, "claimed to be"),
        ({"form": "complete"}, "claimed to be"),
        ({"objective": "size"}, "schema"),
        ({"errors": 1}, "rows and errors are claimed to be"),
        (
            {
                "parts": [
                    {
                        "classes": ["no"],
                        "status": "optimal",
                        "cost": 9,
                        "lower_bound": 8,
                        "rules": 1,
                        "size": 2,
                        "errors": None,
                    }
                ]
            },
            "a part of status optimal must not have cost 9, bound 8",
        ),
    ],
)
def test_a_claim_of_a_set_that_does_not_agree_with_itself_is_refused(records, change, sentence):
    assert_claim_is_refused(records["set"], change, sentence)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"cost": 1}, "bound"),
        ({"size": 5}, "claimed to be"),
        ({"errors": 1}, "rows and errors are claimed to be"),
        ({"form": "separated"}, "claimed to be"),
    ],
)
def test_a_claim_of_lists_side_by_side_that_does_not_agree_with_itself_is_refused(records, change, sentence):
    assert_claim_is_refused(records["hybrid"], change, sentence)


@pytest.mark.parametrize("kind", KINDS)
def test_a_confusion_table_with_other_errors_than_the_cost_is_refused(records, kind):
    """The sums are mended, so that rows, errors and table agree; the cost tells, or the counts of a list's rules."""
    claim = records[kind]["claim"]
    table = [list(row) for row in claim["confusion"]]
    table[0][0] -= 1
    table[0][1] += 1
    assert_claim_is_refused(
        records[kind],
        {"confusion": table, "errors": claim["errors"] + 1, "class_errors": claim["class_errors"] + 2},
        "claimed to",
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_confusion_table_of_another_number_of_classes_is_refused(records, kind):
    wider = [[*row[:-1], 0, row[-1]] for row in records[kind]["claim"]["confusion"]] + [[0, 0, 0, 0]]
    assert_claim_is_refused(records[kind], {"confusion": wider}, "class|claimed")


@pytest.mark.parametrize("prices", [[[0, 1, 1], [1, 0, 1], [1, 1, 0]], [[0]], []])
@pytest.mark.parametrize("kind", KINDS)
def test_prices_of_errors_of_another_number_of_classes_are_refused(records, kind, prices):
    costs = records[kind]["claim"]["costs"] | {"errors": prices}
    assert_claim_is_refused(records[kind], {"costs": costs}, "class|claimed|square")


def test_parts_of_classes_that_there_are_not_are_refused(records):
    part = records["set"]["claim"]["parts"][0]
    assert_claim_is_refused(records["set"], {"parts": [part | {"classes": ["maybe"]}]}, "class")


@pytest.mark.parametrize("kind", KINDS)
def test_a_claim_must_have_what_every_model_is_charged_for(records, kind):
    for name in ("class_errors", "confusion", "objective", "form", "parts"):
        changed = json.loads(json.dumps(records[kind]))
        del changed["claim"][name]
        with pytest.raises(ModelFileError, match=name):
            loads(json.dumps(changed))


def two_lists():
    a, b = (Literal(name, Op.EQUAL, True) for name in "AB")
    lists = ((Rule((a,), 1, (0, 2)),), (Rule((b,), 0, (3, 0)), Rule((), 1, (1, 4))))
    return ModelFile(Model(ModelKind.HYBRID, lists, (0, 1)), "y", {"A": Kind.BOOLEAN, "B": Kind.BOOLEAN})


def test_lists_side_by_side_can_be_written_and_read_back():
    assert two_lists() == loads(dumps(two_lists()))


@pytest.mark.parametrize("numbers", [(1, 3, 3), (2, 1, 1), (1, None, 2), (0, 1, 1), (2, 3, 3), (1, 2, 1)])
def test_rules_that_do_not_name_their_lists_in_order_are_refused(numbers):
    record = json.loads(dumps(two_lists()))
    for rule, number in zip(record["rules"], numbers, strict=True):
        rule.pop("list")
        if number is not None:
            rule["list"] = number
    with pytest.raises(ModelFileError, match=r"lists 1, 2|schema"):
        loads(json.dumps(record))


@pytest.mark.parametrize(
    ("kind", "numbers", "sentence"),
    [
        ("list", (1, 2, 2), "a decision list must"),
        ("list", (1, 2, 3), "a decision list must"),
        ("set", (1, 2, 2), "each rule of a decision set must stand alone"),
        ("set", (1, 1, 1), "each rule of a decision set must stand alone"),
    ],
)
def test_rules_of_a_list_name_one_list_and_those_of_a_set_each_its_own(kind, numbers, sentence):
    record = json.loads(dumps(two_lists())) | {"model": kind}
    for rule, number in zip(record["rules"], numbers, strict=True):
        rule["list"] = number
    with pytest.raises(ModelFileError, match=sentence):
        loads(json.dumps(record))


def test_a_list_whose_rules_name_other_lists_is_refused(record):
    rules = [rule | {"list": number} for number, rule in enumerate(record["rules"], 1)]
    with pytest.raises(ModelFileError, match="a decision list must"):
        loads(json.dumps(record | {"rules": rules}))


@pytest.mark.parametrize("value", ["3.0", "1e999"])
def test_numbers_that_no_column_can_have_are_refused(record, value):
    op = "==" if value == "3.0" else "<="
    changed = record | {"rules": [{"if": [{"feature": "sex", "op": op, "value": 12345}], "then": "no", "list": 1}]}
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


@pytest.mark.parametrize("path", sorted(REGRESSIONS.glob("models-*.json")), ids=lambda path: path.stem)
def test_what_fuzzing_found_is_read_or_refused_in_one_sentence(path):
    mutated_models.check(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("chunk", range(3))
def test_a_model_with_something_changed_is_read_or_refused_in_one_sentence(chunk):
    ended = [
        mutated_models.check(mutated_models.draw(random.Random(seed))) for seed in range(chunk * 200, chunk * 200 + 200)
    ]

    assert {"read", "refused"} == set(ended)


def test_a_model_of_ten_thousand_rules_is_read_in_a_moment():
    """Regression: validation alone took seconds."""
    rules = [Rule((Literal("a", Op.AT_MOST, k + 0.5),), "no", (k % 5, 3)) for k in range(10_000)]
    model = decision_list([*rules, Rule((), "yes", (4, 1))], ("no", "yes"))
    file = ModelFile(model, "y", {"a": Kind.NUMBER})
    text = dumps(file)
    loads(dumps(replace(file, model=decision_list([Rule((), "yes", (4, 1))], ("no", "yes")))))
    began = time.process_time()
    read = loads(text)

    assert time.process_time() - began < 1.0
    assert file == read


@pytest.mark.parametrize("undecided", [[[1]], [[1, 0], [0]], [[0, 0], [0, 1]], [[1, 0, 0], [0, 0, 0]]])
def test_undecided_rows_must_be_those_of_the_confusion_table(undecided):
    table = table_of_array(np.array([[a] for a in [0] * 70 + [1] * 30]), ["a"])
    data = labelled(table, "y", [0] * 60 + [1] * 27 + [0] * 13)
    record = json.loads(dumps(model_file(learn(data, model="set", objective=Objective(0.03)))))
    assert [[0, 13], [0, 17]] == record["claim"]["undecided"]
    record["claim"]["undecided"] = undecided

    with pytest.raises(ModelFileError, match="undecided rows"):
        loads(json.dumps(record))
