"""What programs are given has one shape, published as schemas, whatever model was learned and however it went."""

import json
from dataclasses import replace
from importlib import resources
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from shortlist import Binning, Constraints, Limits, Objective, learn, read_labelled
from shortlist.checks.recount import recount
from shortlist.choose.front import front
from shortlist.explain.trace import explain
from shortlist.files.explanations import explanation_record
from shortlist.files.modelfile import to_record
from shortlist.files.records import check_record, fit_record, front_record, model_file
from shortlist.tables.frames import table_of_array
from shortlist.tables.labels import labelled


def schema(name):
    text = resources.files("shortlist").joinpath("files", "schema", f"{name}.json").read_text(encoding="utf-8")
    return json.loads(text)


MODEL, FIT, FRONT, CHECK = map(schema, ("model-1", "fit-1", "front-1", "check-1"))
PRICES = {"rule_price": 1, "literal_price": "0.5", "feature_prices": {"sex": 2}, "error_prices": {("yes", "no"): "4.5"}}
FOUND = {
    "list": {},
    "perfect list": {"objective": Objective(0)},
    "list of many prices": {"objective": Objective("0.01", "customizable", **PRICES)},
    "corels": {"objective": Objective("0.005", "corels")},
    "separated list": {"separate": "i+"},
    "perfect separated list": {"objective": Objective(0), "separate": ["yes", "no"]},
    "cross-checked list": {"cross_check": True},
    "list not proved": {"engine": "greedy"},
    "constrained list": {"constraints": Constraints(max_rules=1, forbid=["sex"])},
    "hybrid": {"model": "hybrid", "objective": Objective("0.05")},
    "hybrid, perfect": {"model": "hybrid", "objective": Objective(0), "engine": "search"},
} | {
    f"{name} set, {preset}": {"model": "set", "objective": Objective(share, preset, form)}
    for preset in ("opt", "mds2", "mds2*")
    for name, share, form in (("perfect", 0, None), ("separated", "0.02", None), ("complete", "0.02", "complete"))
}
NO_PERFECT = {"objective": Objective(0), "constraints": Constraints(forbid=["sex", "age"])}
AT_ONCE = {"objective": Objective(0), "limits": Limits(0.0)}
NOT_FOUND = {
    "list that cannot be": NO_PERFECT,
    "list that cannot be, cross-checked": NO_PERFECT | {"cross_check": True},
    "list without time": AT_ONCE | {"engine": "maxsat"},
    "separated list without time": AT_ONCE | {"separate": "i+"},
    "set that cannot be": NO_PERFECT | {"model": "set"},
    "set without time": AT_ONCE | {"model": "set", "engine": "maxsat"},
    "hybrid without time": AT_ONCE | {"model": "hybrid"},
}


@pytest.fixture(scope="module")
def learned():
    """What is learned for each name, once."""
    table, known = read_labelled("titanic"), {}

    def of(name):
        if name not in known:
            known[name] = learn(table, **(FOUND | NOT_FOUND)[name])
        return known[name]

    return of


def validate(record, schema):
    """As a program would read it: through JSON."""
    jsonschema.Draft202012Validator(schema).validate(json.loads(json.dumps(record, allow_nan=False)))


@pytest.mark.parametrize("schema", [MODEL, FIT, FRONT, CHECK], ids=["model", "fit", "front", "check"])
def test_the_schemas_are_schemas(schema):
    jsonschema.Draft202012Validator.check_schema(schema)


def test_both_schemas_say_the_same_of_what_both_have():
    claim = MODEL["properties"]["claim"]["properties"]

    assert MODEL["properties"]["rules"]["items"] == FIT["$defs"]["rule"]
    assert claim["costs"] == FIT["$defs"]["costs"]
    assert claim["parts"] == FIT["properties"]["parts"]
    assert MODEL["$defs"].items() <= FIT["$defs"].items()
    assert FRONT["$defs"].items() <= FIT["$defs"].items()
    assert CHECK["$defs"].items() <= FIT["$defs"].items()
    assert FRONT["properties"]["scope"] == FIT["properties"]["scope"]


@pytest.mark.parametrize("name", [*FOUND, *NOT_FOUND])
def test_every_fit_record_follows_its_schema(learned, name):
    record = fit_record(learned(name))

    validate(record, FIT)
    assert (name in FOUND) == (record["list"] is not None)
    assert record["rules"] == (None if record["list"] is None else len(record["list"]))


@pytest.mark.parametrize("name", FOUND)
def test_every_model_file_follows_its_schema(learned, name):
    validate(to_record(model_file(learned(name))), MODEL)


def test_the_records_of_all_models_have_the_same_names(learned):
    every = [fit_record(learned(name)) for name in FOUND]

    assert 1 == len({tuple(record) for record in every}), "in the same order, too"
    assert {tuple(every[0])} == {tuple(fit_record(learned(name))) for name in NOT_FOUND}
    rules = [rule for record in every for rule in record["list"]]
    assert {("if", "then", "list", "covered", "correct", "counts")} == {tuple(rule) for rule in rules}
    assert {("feature", "op", "value")} == {tuple(literal) for rule in rules for literal in rule["if"]}
    assert {("rule", "literal", "default", "error")} == {tuple(record["costs"])[:4] for record in every}
    names = ("classes", "status", "cost", "lower_bound", "rules", "size", "errors")
    assert {names} == {tuple(part) for record in every for part in record["parts"]}
    assert 1 == len({tuple(fit_record(learned(name))["cross_check"]) for name in FOUND | NOT_FOUND if "cross-" in name})


def test_the_files_of_all_models_have_the_same_names(learned):
    every = [to_record(model_file(learned(name))) for name in FOUND]

    assert 1 == len({tuple(record) for record in every})
    assert 1 == len({tuple(record["claim"]) for record in every})
    assert 1 == len({tuple(rule) for record in every for rule in record["rules"]})


def test_explanations_and_checks_of_all_models_have_the_same_names(learned):
    table = read_labelled("titanic")
    explained = [explanation_record(explain(learned(name).model, table.table, 0)) for name in FOUND]
    checked = [check_record(model_file(learned(name)), recount(learned(name).model, table), table) for name in FOUND]

    assert {("then", "decided", "probabilities", "explanation_size", "steps", "why", "what_if", "reasons")} == set(
        map(tuple, explained)
    )
    assert {("rule", "if", "then", "failed", "fired")} == {tuple(s) for record in explained for s in record["steps"]}
    names = "counts_hold same_table table classes weight_scale rows errors class_errors confusion silent undecided size cost claimed"
    assert {tuple(names.split())} == set(map(tuple, checked))
    assert all(record["counts_hold"] is True for record in checked)
    for record in checked:
        validate(record | {"certified": None}, CHECK)


def test_checks_of_other_rows_and_of_models_without_a_claim_follow_their_schema(learned):
    file, table = model_file(learned("list")), read_labelled("titanic")
    other = table.take(np.arange(100))
    for record in (
        check_record(file, recount(file.model, other), other),
        check_record(replace(file, claim=None), recount(file.model, table), table),
    ):
        validate(record | {"certified": None}, CHECK)
        assert record["counts_hold"] is None


@pytest.mark.parametrize(
    "options", [{}, {"constraints": Constraints(max_rules=1, forbid=["sex"])}, {"limits": Limits(0.0)}]
)
def test_every_front_record_follows_its_schema(options):
    record = front_record(front(read_labelled("titanic"), max_size=5, **options))

    validate(record, FRONT)
    assert len(record["least_errors"]) == 5
    assert record["proved"] == (record["stopped"] is None)


def test_a_record_says_what_its_claim_says(learned):
    for name in FOUND:
        record, claim = fit_record(learned(name)), learned(name).claim
        assert (record["cost"], record["size"], record["rows"]) == (claim.cost, claim.size, claim.counted.rows)
        assert (record["errors"], record["class_errors"]) == (claim.counted.errors, claim.counted.class_errors)
        assert [list(row) for row in claim.counted.confusion] == record["confusion"]
        file = to_record(model_file(learned(name)))
        assert file["rules"] == record["list"]
        assert file["claim"]["parts"] == record["parts"]
        assert file["claim"]["costs"] == record["costs"]


def test_parts_of_a_separated_list_come_with_their_errors_in_order(learned):
    parts = fit_record(learned("separated list"))["parts"]

    assert [["yes"], ["no"]] == [part["classes"] for part in parts]
    assert all(part["errors"] is not None for part in parts)


def test_parts_of_a_set_add_up_to_it(learned):
    for name in FOUND:
        record = fit_record(learned(name))
        if record["model"] == "set" and record["parts"]:
            for of_part in ("cost", "lower_bound", "size", "rules"):
                assert record[of_part] == sum(part[of_part] for part in record["parts"]), (name, of_part)


def test_classes_of_every_type_can_be_recorded():
    rows = table_of_array(np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 5), ["a", "b"])
    for classes in ([0, 1], [0.5, 1.5], [False, True], ["no", "yes"]):
        data = labelled(rows, "y", [classes[k] for k in (0, 0, 0, 1)] * 5)
        for kind in ("list", "set", "hybrid"):
            found = learn(data, model=kind, objective=Objective(0), binning=Binning(bins=2))
            validate(fit_record(found), FIT)
            validate(to_record(model_file(found)), MODEL)


def test_the_page_on_the_format_names_every_field():
    text = (Path(__file__).parents[2] / "docs" / "model-format.md").read_text(encoding="utf-8")
    claim = MODEL["properties"]["claim"]["properties"]
    named = {
        *(set(MODEL["properties"]) - {"created_by"}),
        *claim,
        *claim["costs"]["properties"],
        *claim["parts"]["items"]["properties"],
    }

    assert set() == {name for name in named if f"`{name}`" not in text}
    assert all(f"schema/{name}.json" in text for name in ("model-1", "fit-1", "front-1", "check-1"))
    assert all(f"`{preset}`" in text for preset in claim["objective"]["enum"])


def test_the_score_of_a_fit_is_a_score():
    score = schema("score-1")

    jsonschema.Draft202012Validator.check_schema(score)
    assert FIT["$defs"]["score"].items() <= score.items()
    assert score["$defs"].items() <= FIT["$defs"].items()


def test_the_page_on_the_format_names_every_field_of_a_score():
    text = (Path(__file__).parents[2] / "docs" / "model-format.md").read_text(encoding="utf-8")
    score = schema("score-1")["properties"]
    named = {*score, *score["rules"]["items"]["properties"]} - {"target", "if", "then", "list"}

    assert set() == {name for name in named if f"`{name}`" not in text}
    assert "schema/score-1.json" in text
